"""`token` on the command line: keys for other programs."""

import json
from pathlib import Path

from scorekeeper.clock import system_clock
from scorekeeper.services.desk import open_desk
from scorekeeper.services.permissions import Action
from scorekeeper.services.tokens import visitor_of_token
from tests.cli.test_book import Run
from tests.cli.test_book import run as run  # a fixture

__all__ = ["run"]
CLUB = ("--club", "Runde")


def test_a_key_is_made_listed_and_ended(run: Run, tmp_path: Path) -> None:
    run("db", "upgrade")
    club_id = run("club", "add", "Runde").output.strip()
    made = run("token", "add", "Anzeige", "--scope", "look", "--scope", "record")
    assert made.exit_code == 0, made.output
    key = made.output.strip()
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock)
    visitor = visitor_of_token(desk, key)
    assert visitor is not None
    assert visitor.may(Action.RECORD, club_id)
    assert not visitor.may(Action.SETTLE, club_id)
    (listed,) = json.loads(run("token", "list", "--json").output)
    assert (listed["name"], listed["scopes"]) == ("Anzeige", ["look", "record"])
    assert key not in run("token", "list").output
    ended = run("token", "revoke", listed["id"])
    assert (ended.exit_code, "Anzeige" in ended.output) == (0, True)
    assert visitor_of_token(desk, key) is None
    assert "No keys" in run("token", "list").output
    desk.close()


def test_with_accounts_it_must_be_said_whose_rights_a_key_has(run: Run, tmp_path: Path) -> None:
    run("db", "upgrade")
    club_id = run("club", "add", "Runde").output.strip()
    assert run("account", "add", "anna@example.org", "--role", "owner", *CLUB).exit_code == 0
    assert run("account", "add", "berta@example.org", "--role", "viewer", *CLUB).exit_code == 0
    viewer = ("--account", "berta@example.org", *CLUB)
    beyond = run("token", "add", "Anzeige", "--scope", "look", "--scope", "record", *viewer)
    assert beyond.exit_code == 2
    assert ": record." in beyond.output
    assert "look" not in beyond.output.partition("Error")[2]
    assert run("account", "add", "caro@example.org").exit_code == 0
    nobody = run("token", "add", "Anzeige", "--account", "caro@example.org", *CLUB)
    assert nobody.exit_code == 2
    assert "no role" in nobody.output
    assert json.loads(run("token", "list", "--json", *CLUB).output) == []
    refused = run("token", "add", "Anzeige", *CLUB)
    assert refused.exit_code == 2
    assert "--account" in refused.output
    assert run("token", "add", "Anzeige", "--account", "nobody@example.org", *CLUB).exit_code == 1
    made = run("token", "add", "Anzeige", "--scope", "all", "--account", "berta@example.org", *CLUB)
    assert made.exit_code == 0, made.output
    desk = open_desk(f"sqlite:///{tmp_path}/scorekeeper.db", system_clock)
    visitor = visitor_of_token(desk, made.output.strip())
    assert visitor is not None
    assert visitor.may(Action.LOOK, club_id)
    assert not visitor.may(Action.RECORD, club_id)  # the scope is there, the right is not
    assert not visitor.may(Action.ACCOUNT, None)  # that is never meant by the way
    own = ("--scope", "account", "--account", "berta@example.org")
    named = visitor_of_token(desk, run("token", "add", "Konto", *own, *CLUB).output.strip())
    assert named is not None
    assert named.may(Action.ACCOUNT, None)
    assert not named.may(Action.LOOK, club_id)
    desk.close()


def test_scopes_nobody_knows_are_refused(run: Run) -> None:
    run("db", "upgrade")
    run("club", "add", "Runde")
    assert run("token", "add", "Anzeige", "--scope", "everything").exit_code == 1


def test_without_accounts_no_key_is_good_for_one(run: Run) -> None:
    run("db", "upgrade")
    run("club", "add", "Runde")
    refused = run("token", "add", "Konto", "--scope", "look", "--scope", "account")
    assert refused.exit_code == 2
    assert "account" in refused.output.partition("Error")[2]
    assert json.loads(run("token", "list", "--json").output) == []
    assert run("token", "add", "Alles", "--scope", "all").exit_code == 0
