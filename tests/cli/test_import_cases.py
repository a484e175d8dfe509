"""Sheets thought out by somebody who wants one stored wrongly, or a usual one asked about."""

import json
from pathlib import Path

import pytest

from tests.cli.import_cases import Case
from tests.cli.import_cases import failures

SHEETS = Path(__file__).parents[1] / "corpus" / "imports"
CASES: list[Case] = json.loads((SHEETS / "cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[one["why"] for one in CASES])
def test_a_sheet_is_stored_right_or_asked_about(
    case: Case, tmp_path: Path, sqlite_template: Path
) -> None:
    assert failures(case, SHEETS, tmp_path, sqlite_template) == []


def test_every_sheet_beside_the_cases_is_used() -> None:
    used = {file for case in CASES for file in case.get("files", [case.get("file")]) if file}
    assert used == {one.name for one in SHEETS.iterdir()} - {"cases.json"}
