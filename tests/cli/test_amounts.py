"""Sheets, coins and limits from the shell."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.clock import system_clock
from scorekeeper.services.clubs import private_club
from scorekeeper.services.desk import open_desk

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command with a data folder of its own that has a club, speaking English."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments)

    call("db", "upgrade")
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock)
    private_club(desk)
    desk.close()
    return call


def balances(run: Run) -> dict[str, int]:
    found: dict[str, int] = json.loads(run("night", "show", "--json").output)["balances"]
    return found


def test_a_sheet_of_last_winter_is_entered_corrected_and_taken_back(run: Run) -> None:
    done = run(
        *("night", "amounts", "Anna=3,40", "Bert=-1.2", "Caro Groß=-2,20"),
        *("--on", "2026-01-09", "--place", "Post", "--why", "sheet 9"),
    )
    assert (done.exit_code, done.output) == (0, "Booked as number 1.\n")
    assert balances(run) == {"Anna": 340, "Bert": -120, "Caro Groß": -220}
    assert json.loads(run("night", "list", "--json").output)[0]["date"] == "2026-01-09"
    done = run("night", "amounts", "Anna=3", "Bert=-3", "--correct", "1", "--why", "misread")
    assert done.output == "Booked as number 3.\n"
    assert balances(run) == {"Anna": 300, "Bert": -300, "Caro Groß": 0}
    done = run("night", "undo-amounts", "3", "--why", "wrong evening")
    assert done.exit_code == 0
    assert set(balances(run).values()) == {0}
    assert run("db", "verify").exit_code == 0


def test_what_is_missing_is_said_before_anybody_becomes_a_member(run: Run) -> None:
    done = run("night", "amounts", "Anna=3,40", "Bert=-1,20", "--on", "2026-01-09", "--why", "x")
    assert done.exit_code == 1
    assert "-€2.20 is missing" in done.output.replace("\N{MINUS SIGN}", "-")
    assert json.loads(run("night", "list", "--json").output) == []
    done = run("night", "amounts", "Anna", "--why", "x")
    assert done.exit_code == 2
    assert "NAME=AMOUNT" in done.output


def test_coins_and_limit_are_said_and_shown(run: Run) -> None:
    assert run("night", "money-rules").output == "Smallest coin when paying: to the cent\n"
    done = run("night", "money-rules", "--coin", "10", "--limit", "20", "--mode", "refuse")
    assert "€0.10" in done.output
    assert "€20.00" in done.output
    run("night", "amounts", "Anna=1", "Bert=-1", "--on", "2026-01-09", "--why", "x")
    shown = run("night", "money-rules", "--night", "1").output
    assert "€20.00" in shown
    assert "do not accept it" in shown
    done = run("night", "money-rules", "--night", "1", "--limit", "0", "--coin", "1")
    assert done.output == "Smallest coin when paying: to the cent\n"
    assert "€20.00" in run("night", "money-rules").output
