"""The table of actions and roles, in words and as a document."""

from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.i18n import catalogue
from scorekeeper.services.permissions import ALLOWED
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from tests.tidy.tree import ROOT


def printed(*arguments: str, lang: str = "de") -> str:
    answer = CliRunner().invoke(
        main, ["roles", *arguments], env={"SCOREKEEPER_LANGUAGE": lang}, catch_exceptions=False
    )
    assert answer.exit_code == 0
    return answer.output


def test_the_document_is_what_the_code_says() -> None:
    assert (ROOT / "docs" / "ROLES.md").read_text("utf-8") == printed("--markdown")


def test_every_action_and_role_is_said_in_both_languages() -> None:
    for lang in ("de", "en"):
        keys = catalogue("gate", lang).keys()
        said = {key.removeprefix("gate.action.") for key in keys if key.startswith("gate.action.")}
        assert said == set(Action)
        roles = {key.removeprefix("gate.role.") for key in keys if key.startswith("gate.role.")}
        assert roles == {*Role, "guest"}


def test_the_list_names_who_may() -> None:
    lines = printed(lang="en").splitlines()
    assert len(lines) == len(Action)
    rule = next(line for line in lines if line.startswith("rule "))
    assert rule.endswith("Deciding disputes: referee")
    purse = next(line for line in lines if line.startswith("purse "))
    assert purse.endswith(": treasurer")
    assert "Schiedsrichter" in printed(lang="de")


def test_every_action_is_open_to_somebody_and_looking_to_all() -> None:
    assert ALLOWED.keys() == set(Action)
    assert all(ALLOWED.values())
    assert ALLOWED[Action.LOOK] == frozenset(Role)
