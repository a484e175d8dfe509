"""Sheets of every layout give the balances they were made from, or an honest question."""

from pathlib import Path

from tests.cli.import_layouts import LAYOUTS
from tests.cli.import_layouts import tried

SHEETS = 12 * len(LAYOUTS)


def test_sheets_of_every_layout_give_their_balances_or_a_question(
    tmp_path: Path, sqlite_template: Path
) -> None:
    found = tried(range(SHEETS), tmp_path, sqlite_template)
    print(*found.lines(), sep="\n")
    assert found.wrong == []
    assert min(found.seen.values()) == SHEETS // len(LAYOUTS)
