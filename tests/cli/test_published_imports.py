"""The published cases of sheets as people keep them, and that ours are those."""

import filecmp
import json
from pathlib import Path

import pytest

from tests.cli.import_cases import Case
from tests.cli.import_cases import failures

COPY = Path(__file__).parents[1] / "corpus" / "import"
PUBLISHED = Path(__file__).parents[3] / "shared" / "cases" / "import"
CASES: list[Case] = json.loads((COPY / "cases.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[one["why"][:60] for one in CASES])
def test_a_published_case(case: Case, tmp_path: Path, sqlite_template: Path) -> None:
    assert failures(case, COPY, tmp_path, sqlite_template) == []


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published cases are not beside the project")
def test_the_copy_is_what_was_published() -> None:
    published = {one.name for one in PUBLISHED.iterdir()} - {"README.md"}
    assert published == {one.name for one in COPY.iterdir()}
    assert filecmp.cmpfiles(PUBLISHED, COPY, published, shallow=False)[1:] == ([], [])
