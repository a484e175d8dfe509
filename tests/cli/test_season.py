"""`season` on the command line: seasons, ladders, standings, ratings, a trial."""

import json
from collections.abc import Callable
from datetime import UTC
from datetime import datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.clock import system_clock
from scorekeeper.services.desk import open_desk
from tests.services.play import brand
from tests.services.play import quick

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command beside a night of three deals that was closed."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "de")
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["season", *arguments])

    CliRunner().invoke(main, ["db", "upgrade"])
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock, "Anna")
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Bert"), 4))
    mord = {"contract": {"declarer": table.id("Caro"), "kind": "mord"}}
    table.record({**mord, "tricks_taken": {table.id("Caro"): 10}})
    table.close()
    desk.close()
    return call


def said(result: Result) -> object:
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_a_season_is_begun_and_listed(run: Run) -> None:
    made = said(run("new", "Winter", "--begins", "2031-10-01", "--ends", "2032-03-31", "--json"))
    assert isinstance(made, dict)
    assert (made["name"], made["ends"]) == ("Winter", "2032-03-31")
    listed = run("list")
    assert "Winter, seit Mittwoch, 1. Oktober 2031 (0 Spielabende)" in listed.output
    assert len(said(run("list", "--json"))) == 2  # type: ignore[arg-type]


def test_a_season_is_given_another_name_and_other_days(run: Run) -> None:
    changed = said(run("change", "--name", "Winter", "--open", "--reason", "Beschluss", "--json"))
    assert isinstance(changed, dict)
    assert (changed["name"], changed["ends"]) == ("Winter", None)
    refused = run("change", "Winter", "--begins", "2035-01-01")
    assert refused.exit_code == 1
    both = run("change", "Winter", "--ends", "2035-01-01", "--open")
    assert (both.exit_code, "nicht beides" in both.output) == (2, True)
    assert "Winter" in run("list").output


def test_a_shell_refuses_a_change_in_its_own_language_and_in_its_own_words(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    (season,) = said(run("list", "--json"))  # type: ignore[misc]
    year = int(season["begins"][:4])
    outside = run("change", "--begins", f"{year + 1}-01-01", "--open").output
    day = datetime.now(UTC).date()
    assert f"{day.day}.{day.month}." not in outside
    assert str(day.year) in outside
    assert "(--ends) is before the first" in run("change", "--ends", "1990-01-01").output
    missing = run("change", "Nirgends", "--name", "X").output
    assert "check the name" in missing
    assert "reload" not in missing


def test_how_a_ladder_stands(run: Run) -> None:
    shown = run("standings")
    assert shown.exit_code == 0, shown.output
    lines = shown.output.splitlines()
    assert lines[0].startswith("Geld (Fassung 1)")
    assert [line.split()[2] for line in lines[1:4]] == ["Caro:", "Anna:", "Bert:"]
    assert "Caro: +0,60 Euro, ein Spielabend" in lines[1]
    assert lines[4:6] == [
        "  Geld: was die Spiele gebracht haben.",
        "  Bei Gleichstand entscheidet der Reihe nach: Punkte, Anteil gewonnener Ansagen, Los.",
    ]
    assert "Muss gelost werden" in lines[-1]
    told = said(run("standings", "Weiche Wertung", "--night", "1", "--json"))
    assert isinstance(told, dict)
    assert [row["amount"] for row in told["rows"]] == [6, 0, -6]
    assert run("standings", "Nirgends").exit_code == 1


def test_a_ladder_is_added_and_changed(run: Run) -> None:
    added = run(
        *("ladder", "add", "Beste", "--kind", "money", "--best", "3"),
        *("--tie-break", "soft", "--tie-break", "lots", "--seed", "Hirsch", "--no-guests"),
    )
    assert added.exit_code == 0, added.output
    assert run("ladder", "change", "Beste", "--drop", "1").output == "2\n"
    ladders = said(run("ladder", "list", "--json"))
    assert isinstance(ladders, list)
    mine = ladders[-1]
    assert (mine["best"], mine["drop"], mine["guests"], mine["seed"]) == (None, 1, False, "Hirsch")
    assert mine["tie_breaks"] == ["soft", "lots"]
    listed = run("ladder", "list").output
    assert "Beste: Geld: was die Spiele gebracht haben." in listed
    assert "Der schlechteste Abend zählt nicht. Gäste werden nicht gewertet." in listed


def test_usual_ladders_are_found_and_called_in_the_readers_language(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    shown = run("standings", "Soft score")
    assert shown.output.startswith("Soft score (version 1)")
    assert run("standings", "Weiche Wertung").output == shown.output
    assert run("ladder", "change", "Soft score", "--name", "Stammtisch").output == "2\n"
    assert run("standings", "Soft score").exit_code == 1
    assert run("standings", "stammtisch").output.startswith("Stammtisch (version 2)")
    assert "1. Money: Money: what the deals brought." in run("ladder", "list").output


def test_ratings_are_told_with_what_is_unsure(run: Run) -> None:
    told = said(run("ratings", "bolachen", "--json"))
    assert isinstance(told, dict)
    assert told["behind"] == 0
    assert all(row["low"] < row["mu"] < row["high"] for row in told["rows"])
    assert "zwischen" in run("ratings", "bolachen").output


def test_other_house_rules_are_tried(run: Run) -> None:
    told = said(run("trial", "bolachen", "mord_factor=5", "--json"))
    assert isinstance(told, dict)
    assert (told["scored"], told["differing"]) == (3, 1)
    shown = run("trial", "bolachen", "mord_factor=5")
    plain = shown.output.replace("\N{NO-BREAK SPACE}", " ")
    assert "bisher Anna −0,30 €, Bert −0,30 €, Caro +0,60 €" in plain
    assert "Anders ausgegangen: 1" in plain
    assert run("trial", "bolachen", "mord_factor").exit_code == 2
    assert run("trial", "bolachen", "mord_factor=4").exit_code == 1
