"""`account` on the command line: the way in, and the way back in."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.cli.serve import access_lines
from scorekeeper.clock import system_clock
from scorekeeper.config import Config
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts
from scorekeeper.services.clubs import private_club
from scorekeeper.services.desk import open_desk
from scorekeeper.services.devices import visitor_of_device
from tests.services.signing import PASSWORD
from tests.services.signing import device_of

Run = Callable[..., Result]


@pytest.fixture
def run(
    database_url: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Call the command on either kind of database, speaking English."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path_factory.mktemp("data")))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", database_url)

    def call(*arguments: str, typed: str | None = None) -> Result:
        return CliRunner().invoke(main, ["account", *arguments], input=typed)

    return call


def password_in(result: Result) -> str:
    assert result.exit_code == 0, result.output
    return result.output.strip().rpartition(": ")[2]


def test_the_first_account_is_made_on_the_host_and_signs_in(run: Run, database_url: str) -> None:
    assert "No account yet" in run("list").output
    made = run("add", "Anna@example.org", "--name", "Anna")
    password = password_in(made)
    desk = open_desk(database_url, system_clock)
    signed = accounts.sign_in(desk, email="anna@example.org", password=password)
    listed = json.loads(run("list", "--json").output)
    club_id = private_club(desk).id
    desk.close()
    assert [(one["email"], one["name"], one["active"]) for one in listed] == [
        ("anna@example.org", "Anna", True)
    ]
    assert listed[0]["roles"] == {club_id: ["owner", "referee", "treasurer"]}
    assert signed.account.id == listed[0]["id"]


def test_a_forgotten_password_is_replaced(run: Run, database_url: str) -> None:
    first = password_in(run("add", "anna@example.org"))
    desk = open_desk(database_url, system_clock)
    token = device_of(desk, accounts.find_account(desk, "anna@example.org").id)
    assert visitor_of_device(desk, token) is not None
    result = run("password", "anna@example.org", "--prompt", typed=f"{PASSWORD}\n{PASSWORD}\n")
    assert result.exit_code == 0
    assert PASSWORD not in result.output
    assert visitor_of_device(desk, token) is None
    with pytest.raises(ScorekeeperError) as refused:
        accounts.sign_in(desk, email="anna@example.org", password=first)
    assert refused.value.code is ErrorCode.SIGN_IN_REFUSED
    assert accounts.sign_in(desk, email="anna@example.org", password=PASSWORD).token
    desk.close()
    weak = run("password", "anna@example.org", "--prompt", typed="Passwort123\nPasswort123\n")
    assert weak.exit_code == 1
    assert "guess this password" in weak.output
    assert run("password", "nobody@example.org").exit_code == 1


def test_roles_are_given_and_taken(run: Run) -> None:
    run("add", "anna@example.org")
    assert run("add", "bert@example.org", "--role", "viewer").exit_code == 0
    held = run("role", "bert@example.org", "--give", "treasurer", "--take", "viewer")
    assert held.output.strip().endswith(": treasurer")
    last = run("role", "anna@example.org", "--take", "owner")
    assert last.exit_code == 1
    assert "only owner" in last.output
    assert run("role", "anna@example.org", "--give", "king").exit_code == 2
    assert "bert@example.org" in run("list").output


def test_an_account_is_ended_and_comes_back(run: Run, database_url: str) -> None:
    run("add", "anna@example.org")
    assert run("deactivate", "anna@example.org").exit_code == 1  # the last owner
    password = password_in(run("add", "bert@example.org", "--role", "owner"))
    assert "no more" in run("deactivate", "bert@example.org").output
    assert "deactivated" in run("list").output
    desk = open_desk(database_url, system_clock)
    with pytest.raises(ScorekeeperError):
        accounts.sign_in(desk, email="bert@example.org", password=password)
    run("deactivate", "bert@example.org", "--undo")
    assert accounts.sign_in(desk, email="bert@example.org", password=password).token
    desk.close()


def test_the_service_asks_for_no_code_where_people_have_accounts(
    run: Run, database_url: str, tmp_path: Path
) -> None:
    config = Config(data=tmp_path, database_url=database_url, secret="x" * 20, host="192.0.2.7")
    assert any("Access code" in line for line in access_lines(config, new_code=False))
    run("add", "anna@example.org")
    lines = access_lines(config, new_code=True)
    assert lines[0].endswith("http://192.0.2.7:8000")
    assert "sign in with their accounts" in lines[1]
    assert not any("code" in line for line in lines)


def test_a_club_founded_beside_accounts_says_who_leads_it(run: Run, database_url: str) -> None:
    alone = CliRunner().invoke(main, ["club", "add", "Before"])
    assert alone.exit_code == 0
    run("add", "anna@example.org", "--name", "Anna")
    run("add", "bert@example.org", "--name", "Bert")
    refused = CliRunner().invoke(main, ["club", "add", "Lime Tree"])
    assert refused.exit_code == 1
    assert "--owner EMAIL" in refused.output
    unknown = CliRunner().invoke(
        main, ["club", "add", "Lime Tree", "--owner", "nobody@example.org"]
    )
    assert unknown.exit_code == 1
    made = CliRunner().invoke(main, ["club", "add", "Lime Tree", "--owner", "Bert@example.org"])
    assert made.exit_code == 0, made.output
    listed = {one["name"]: one["roles"] for one in json.loads(run("list", "--json").output)}
    club_id = made.output.strip()
    assert listed["Bert"] == {club_id: ["owner", "referee", "treasurer"]}
    assert club_id not in listed["Anna"]
    assert CliRunner().invoke(main, ["club", "list"]).output.count("Lime Tree") == 1
