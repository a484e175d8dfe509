"""`scorekeeper maschine`: what it prints and with which status it ends."""

import json

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["maschine", *arguments], catch_exceptions=False)


def test_a_maschine_is_said_to_be_one() -> None:
    result = run("HK S7 E7 H9 G8", "--schlag", "9", "--trump", "S")
    assert result.exit_code == 0
    assert result.stdout.startswith("Ja, das ist eine Maschine: E7 G8 HK H9 S7 macht")
    english = run("HK S7 E7 H9 G8", "--schlag", "9", "--trump", "S", "--lang", "en")
    assert english.stdout.startswith("Yes, this is a Maschine")


def test_another_hand_is_not() -> None:
    result = run("HK S7 GA H9 G8", "--schlag", "9", "--trump", "S")
    assert result.exit_code == 1
    assert result.stdout.startswith("Nein: ")


@pytest.mark.parametrize(("cards", "sure"), [("HK S7 E7 H9 G8", True), ("HK S7 GA H9 G8", False)])
def test_programs_are_told_in_json(cards: str, sure: bool) -> None:
    result = run(cards, "--schlag", "9", "--trump", "S", "--json")
    assert json.loads(result.stdout) == {"format": "maschine/1", "sure": sure}
    assert result.exit_code == (0 if sure else 1)


@pytest.mark.parametrize(
    ("cards", "schlag", "trump"),
    [
        ("HK S7 E7 H9", "9", "S"),
        ("HK S7 E7 H9 H9", "9", "S"),
        ("HK S7 E7 H9 H6", "9", "S"),
        ("HK S7 E7 H9 G8 G9", "9", "S"),
        ("", "9", "S"),
        ("HK S7 E7 H9 G8", "6", "S"),
        ("HK S7 E7 H9 G8", "9", "X\x1b"),
    ],
)
def test_what_is_no_hand_is_refused_with_a_sentence(cards: str, schlag: str, trump: str) -> None:
    result = run(cards, "--schlag", schlag, "--trump", trump)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.endswith(".\n")
    assert "\x1b" not in result.stderr
