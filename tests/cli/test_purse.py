"""`scorekeeper purse` from an empty club to a printed cash book."""

import json
from collections.abc import Callable
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.clock import system_clock
from scorekeeper.i18n.formats import format_month
from scorekeeper.services import purse_items
from scorekeeper.services import seasons
from scorekeeper.services.desk import open_desk

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command in a club of four, speaking English."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    assert call("db", "upgrade").exit_code == 0
    club = call("club", "add", "Stammtisch").output.strip()
    for name in ("Anna", "Bert"):
        call("club", "add-member", name)
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock)
    purse_items.add_item(desk, club_id=club, kind="fine", name="Handy am Tisch", amount=100)
    seasons.create_season(
        desk, club_id=club, name="Heuer", begins=datetime.now(UTC).date() - timedelta(days=90)
    )
    desk.close()
    return call


def test_a_treasurer_keeps_the_purse_from_a_shell(run: Run, tmp_path: Path) -> None:
    last = (datetime.now(UTC).date().replace(day=1) - timedelta(days=1)).isoformat()
    assert run("purse", "book", "income", "12,50", "Spende", "--day", last).exit_code == 0
    assert run("purse", "charge", "handy am tisch", "Anna", "Bert").output.count("Fine") == 2
    paid = run("purse", "pay", "Anna", "5", "--bank", "--as", "Bert")
    assert "Payment · Anna" in paid.output
    shown = json.loads(run("purse", "show", "--json").output)
    assert shown == {
        "cash": 1250,
        "bank": 500,
        "purse": 1450,
        "nights": 0,
        "closed_month": None,
        "accounts": {"Anna": 400, "Bert": -100},
    }
    assert "Bert: −€1.00" in run("purse", "show").output
    entry = paid.output.split()[0]
    assert run("purse", "take-back", entry, "wrong person").exit_code == 0
    again = run("purse", "take-back", entry, "once more")
    assert again.exit_code == 1
    assert "taken back already" in again.output
    rows = json.loads(run("purse", "statement", "Anna", "--json").output)
    assert [row["after"] for row in rows["rows"]] == [-100, 400, -100]
    assert "Taken back" in run("purse", "statement", "Anna").output
    assert run("purse", "close-month", last[:7], "12,50").output.strip() == last[:7]
    late = run("purse", "book", "expense", "1", "x", "--day", last)
    assert late.exit_code == 1
    assert f"up to and including {format_month(last[:7], 'en')}" in late.output
    assert run("purse", "list", last[:7]).output.count("Spende") == 1
    assert json.loads(run("purse", "list", last[:7], "--json").output)[0]["cash_after"] == 1250
    assert run("purse", "open-month", "receipt found").output.strip() == last[:7]
    assert run("purse", "close-season", "Heuer").output.strip() == "Heuer"
    assert run("purse", "close-season", "Heuer", "--open").exit_code == 1
    assert run("purse", "close-season", "Heuer", "--open", "--reason", "x").exit_code == 0
    assert run("db", "verify").exit_code == 0
    paper = tmp_path / "book.pdf"
    printed = run("purse", "print", "month", last[:7], "-o", str(paper))
    assert printed.exit_code == 0, printed.output
    assert paper.read_bytes().startswith(b"%PDF")


def test_a_cash_box_taken_below_zero_is_told_of(run: Run) -> None:
    assert run("purse", "book", "income", "10", "Spende").stderr == ""
    assert run("purse", "book", "expense", "4", "Blumen").stderr == ""
    taken = run("purse", "book", "expense", "8", "Blumen")
    assert (taken.exit_code, taken.stdout.count("\n")) == (0, 1)
    assert "The cash box now stands at" in taken.stderr
    assert "2.00" in taken.stderr
    # What comes in afterwards, or lies elsewhere, is no news of it.
    assert run("purse", "book", "income", "1", "Spende").stderr == ""
    assert "The bank account now stands at" in run("purse", "host", "3", "--bank").stderr


def test_a_club_comes_from_paper(run: Run) -> None:
    opened = run(
        "purse", "opening", "--cash", "100", "--member", "Anna=5", "--member", "Bert=-7,50"
    )
    assert opened.exit_code == 0, opened.output
    assert run("purse", "opening", "--cash", "1").exit_code == 1
    run("purse", "add-item", "fee", "Startgeld", "2")
    assert run("purse", "charge", "Startgeld", "Anna").exit_code == 0
    assert "Fee: Startgeld  €2.00" in run("purse", "items").output
    assert [one["amount"] for one in json.loads(run("purse", "items", "--json").output)] == [
        200,
        100,
    ]
    assert run("purse", "move", "bank", "40").exit_code == 0
    assert run("purse", "transfer", "Anna", "Bert", "1").exit_code == 0
    assert run("purse", "host", "10").exit_code == 0
    assert run("purse", "host", "3", "--member", "Bert").exit_code == 0
    assert run("purse", "haferl", "purse").output.strip() == "purse"
    shown = json.loads(run("purse", "show", "--json").output)
    assert (shown["cash"], shown["bank"]) == (5000, 4000)
    assert shown["accounts"] == {"Anna": 200, "Bert": -350}
    assert shown["purse"] == 9000 - 200 + 350
    assert run("db", "verify").exit_code == 0


def test_nobody_and_nothing_are_said_to_be_missing(run: Run) -> None:
    for arguments in (
        ("pay", "Zenzi", "5"),
        ("charge", "Startgeld", "Anna"),
        ("statement", "Zenzi"),
        ("close-season", "1999"),
    ):
        result = run("purse", *arguments)
        assert result.exit_code == 1, arguments
        assert "Traceback" not in result.output
