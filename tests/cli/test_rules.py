"""The rule book on the terminal."""

import pytest
from click.testing import CliRunner

from scorekeeper.cli.rules import command
from scorekeeper.rules.book import NUMBERS
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game


def printed(*words: str) -> str:
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_game_is_printed_whole(lang: str) -> None:
    for game in Game:
        text = printed(game.value, "--lang", lang)
        numbers = [line.split()[0] for line in text.splitlines() if line.split()]
        letter = {"bolachen": "B", "wallachen": "W", "watten": "T"}[game.value]
        for number in NUMBERS:
            assert (number in numbers) == (number[0] in letter + "I"), number
        for option in OPTIONS[game]:
            assert f"[{option.name}: {option.default}" in text
        assert max(map(len, text.splitlines())) <= 120


def test_one_rule_is_printed_with_what_changes_it() -> None:
    text = printed("w27")
    assert text.startswith("W27  Bettel zählt\n")
    assert "  [bettel_value: 10, 1-1000]\n" in text
    assert printed("I2").count("revoke_remedy") == 1


def test_without_a_word_every_title_is_printed() -> None:
    lines = printed("--lang", "en").splitlines()
    assert [line.split()[0] for line in lines] == list(NUMBERS)
    assert "W19  Following suit" in lines


@pytest.mark.parametrize("word", ["skat", "B6", "\udc80", "\x1b[1m"])
def test_another_word_is_answered_with_what_there_is(word: str) -> None:
    result = CliRunner().invoke(command, [word])
    assert result.exit_code == 2
    assert "W19" in result.output
