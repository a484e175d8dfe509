"""`db`, `club`, `night` and `ledger` on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.clock import system_clock
from scorekeeper.services.desk import open_desk
from tests.services.newer_rules import change_payments
from tests.services.play import PASSED_OUT
from tests.services.play import number
from tests.services.play import quick

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command with a data folder of its own, speaking English."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    return call


@pytest.fixture
def played(run: Run, tmp_path: Path) -> Run:
    """A night with a few deals, one of them undone, one corrected."""
    run("db", "upgrade")
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock, "Anna")
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    first = table.record(number(table.id("Anna"), 6, 8))
    table.record(PASSED_OUT)
    table.record(number(table.id("Bert"), 7, 5))
    table.undo(reason="forgotten")
    table.correct(first.id, number(table.id("Anna"), 6, 7), reason="miscounted")
    desk.close()
    return run


def test_the_database_is_brought_up_to_date_once(run: Run) -> None:
    first, second = run("db", "upgrade"), run("db", "upgrade")
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert first.output.startswith("The database is now at")
    assert second.output.startswith("The database is up to date")


def test_an_empty_database_is_no_traceback(run: Run) -> None:
    result = run("db", "backup", "/tmp/none.backup")
    assert result.exit_code == 1
    assert "scorekeeper db upgrade" in result.output


def test_a_club_and_its_evening(played: Run) -> None:
    listed = json.loads(played("club", "list", "--json").output)
    assert [(one["members"], one["nights"]) for one in listed] == [(3, 1)]
    assert "(3 members, one evening)" in played("club", "list").output
    people = json.loads(played("club", "members", "--json").output)
    assert [one["name"] for one in people] == ["Anna", "Bert", "Caro"]
    assert played("club", "members").output == "Anna\nBert\nCaro\n"
    (night,) = json.loads(played("night", "list", "--json").output)
    assert (night["number"], night["state"], night["deals"]) == (1, "open", 2)
    assert "2 deals, still open" in played("night", "list").output
    shown = json.loads(played("night", "show", "1", "--json").output)
    assert shown["balances"] == {"Anna": 130, "Bert": -80, "Caro": -80}
    assert "Anna: +€1.30" in played("night", "show").output


def test_another_club_is_named(played: Run) -> None:
    made = played("club", "add", "Stammtisch", "--language", "de")
    assert made.exit_code == 0
    assert played("night", "list").exit_code == 1
    empty = played("night", "list", "--club", "stammtisch")
    assert empty.output == "No evening yet.\n"
    assert played("club", "add", "x" * 61).exit_code == 1


def test_a_club_gets_another_name_and_a_member(played: Run) -> None:
    assert played("club", "rename", "Freitagsrunde").output == "Freitagsrunde\n"
    assert played("club", "add-member", "Dora", "--club", "freitagsrunde").exit_code == 0
    assert played("club", "list").output == "Freitagsrunde  (4 members, one evening)\n"
    assert played("club", "add-member", "dora").exit_code == 1
    assert played("club", "rename", " ").exit_code == 1


def test_the_ledger_deal_by_deal(played: Run) -> None:
    text = played("ledger").output
    assert "(miscounted)" in text
    assert "[undone] (forgotten)" in text
    assert "In the Haferl: €0.30" in text
    lines = [json.loads(line) for line in played("ledger", "1", "--json").output.splitlines()]
    assert [(one["number"], one["state"]) for one in lines] == [
        (1, "valid"),
        (2, "valid"),
        (3, "undone"),
    ]
    assert lines[0]["changes"] == {"Anna": 140, "Bert": -70, "Caro": -70}


def test_verifying_says_what_does_not_agree(played: Run, tmp_path: Path) -> None:
    good = played("db", "verify", "--records")
    assert (good.exit_code, good.output.splitlines()[-1]) == (0, "Everything agrees.")
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock)
    with desk.store.write() as tx:
        tx.connection.exec_driver_sql("UPDATE balance SET cents = cents + 1")
    desk.close()
    bad = played("db", "verify")
    assert bad.exit_code == 1
    assert "its lines say" in bad.output
    assert "places do not agree" in bad.output


def test_what_rules_of_today_would_pay_otherwise_is_news(
    played: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_payments(monkeypatch)
    told = played("db", "verify", "--records")
    assert told.exit_code == 0
    *_, first, end = told.output.splitlines()
    assert first.startswith("Evening 1 (")
    assert first.endswith(
        "), Tisch 1, deal 1: booked Anna +€1.40, Bert −€0.70, Caro −€0.70; "
        "by today's rules Anna +€1.60, Bert −€0.80, Caro −€0.80."
    )
    assert end == (
        "Everything agrees. 1 deal was scored by other rules and would be paid otherwise today. "
        "What is booked stands."
    )
    assert played("db", "verify").output.splitlines()[-1] == "Everything agrees."


def test_backing_up_and_restoring(played: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "cards.backup")
    assert played("db", "backup", path).exit_code == 0
    refused = played("db", "restore", path)
    assert refused.exit_code == 1
    assert "--replace" in refused.output
    assert played("db", "restore", "--replace", path).exit_code == 0
    assert played("db", "verify").exit_code == 0
    missing = played("db", "restore", "--replace", str(tmp_path / "none"))
    assert missing.exit_code == 1
