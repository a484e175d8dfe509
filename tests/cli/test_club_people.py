"""Merging, parting, anonymising and telling a person from the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.clock import system_clock
from scorekeeper.services import members
from scorekeeper.services.desk import open_desk
from tests.services.play import brand
from tests.services.play import quick

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Call the command on a club of Anna, Anni (who never played), Bert and Caro."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)

    def call(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(main, arguments, input=typed)

    call("db", "upgrade")
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock, "Anna")
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    table.close()
    members.add_member(desk, club_id=table.club_id, name="Anni")
    desk.close()
    return call


def test_merging_and_parting(run: Run) -> None:
    assert "played together" in run("club", "merge", "Bert", "Anna").output
    merged = run("club", "merge", "anni", "Anna", "--why", "nickname")
    assert (merged.exit_code, merged.output) == (0, "Anna\n")
    assert run("club", "members").output.split() == ["Anna", "Bert", "Caro"]
    told = json.loads(run("club", "export-person", "Anni").output)
    assert told["person"]["other_names"] == ["Anni"]
    assert len(told["deals"]) == 1
    assert run("club", "unmerge", "Anni").output == "Anni\n"
    assert "merged with nobody" in run("club", "unmerge", "Anni").output
    assert run("club", "members").output.split() == ["Anna", "Anni", "Bert", "Caro"]
    assert run("club", "merge", "Nobody", "Anna").exit_code == 1
    assert run("db", "verify").exit_code == 0


def test_giving_up_a_name(run: Run) -> None:
    assert run("club", "anonymise", "Anna", typed="n\n").exit_code == 1
    refused = run("club", "anonymise", "Anna", "--yes")
    assert refused.exit_code == 1
    assert "evening 1: +€0.20" in refused.output
    gone = run("club", "anonymise", "Anna", "--money-open", typed="y\n")
    assert gone.exit_code == 0
    assert gone.output.endswith("Ehemaliges Mitglied 1\n")
    assert "(Ehemaliges Mitglied 1)" in run("club", "members", "--all").output
    assert "Anna" not in run("club", "export-person", "Ehemaliges Mitglied 1").output
    assert run("db", "verify", "--records").exit_code == 0
