"""The short notation: what is read from it, what it says of a line it cannot read."""

from typing import Any

import pytest

from scorekeeper.cards import Pack
from scorekeeper.schemas.notation import LINES_MAX
from scorekeeper.schemas.notation import read_notation
from scorekeeper.schemas.notation import write_notation

PLAYERS = ["Anna", "Bert", "Caro Ann"]


def fields(text: str) -> dict[str, Any]:
    read = read_notation(text, PLAYERS)
    assert read.errors == ()
    return dict(read.fields)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("5 Anna: GO H9 GA", {"n": 5, "lead": "Anna", "cards": ["GO", "H9", "GA"]}),
        ("5. bert: GO, ?, GA", {"n": 5, "lead": "Bert", "cards": ["GO", None, "GA"]}),
        ("Caro Ann: GO", {"lead": "Caro Ann", "cards": ["GO"]}),
        ("5 c GO - GA # sicher", {"n": 5, "lead": "Caro Ann", "cards": ["GO", None, "GA"]}),
        ("GO H9 GA", {"cards": ["GO", "H9", "GA"]}),
        ("7:", {"n": 7, "cards": []}),
    ],
)
def test_a_trick(line: str, told: dict[str, Any]) -> None:
    assert fields(line) == {"tricks": [told]}


@pytest.mark.parametrize("line", ["gesehen Caro Ann 7: GA G8", "seen caro after trick 7: GA G8"])
def test_seen_later(line: str) -> None:
    told = {"player": "Caro Ann", "cards": ["GA", "G8"], "after_trick": 7}
    assert fields(line) == {"held": [told]}


def test_everything_else() -> None:
    text = "blatt Anna: HA HK\nstock: E7 E8\nweg: S7 S8\nfrage Bert 5\nask 6 Anna\n"
    text += "stiche Anna 6, Bert 2\nreizen: Anna 6, Bert weiter, Caro brand:h\n"
    assert fields(text) == {
        "hands": {"Anna": ["HA", "HK"]},
        "talon": ["E7", "E8"],
        "discards": ["S7", "S8"],
        "ask": [{"trick": 5, "player": "Bert"}, {"trick": 6, "player": "Anna"}],
        "tricks_taken": {"Anna": 6, "Bert": 2},
        "auction": [["Anna", "6"], ["Bert", "pass"], ["Caro Ann", "brand:H"]],
    }


@pytest.mark.parametrize("lang", ["de", "en"])
def test_what_is_written_is_read_again(lang: str) -> None:
    told = {
        "auction": [["Anna", "6"], ["Bert", "pass"], ["Caro Ann", "hold"]],
        "hands": {"Anna": ["HA", "HK"]},
        "talon": ["E7", "E8"],
        "discards": ["S7", "S8"],
        "tricks": [
            {"n": 1, "lead": "Anna", "cards": ["GO", None, "GA"]},
            {"n": 2, "cards": ["HA"]},
            {"cards": ["EA", "EK"]},
        ],
        "held": [{"player": "Caro Ann", "cards": ["GA"], "after_trick": 7}],
        "tricks_taken": {"Anna": 6},
        "ask": [{"trick": 5, "player": "Bert"}],
    }
    assert fields(write_notation(told, lang)) == told


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("5 Anna: XX", "card"),
        ("5 Dora: GO", "whom"),
        (":", "line"),
        ("frage Bert", "ask"),
        ("frage 5", "nobody"),
        ("stiche Anna", "taken"),
        ("blatt Anna", "no_cards"),
        ("gesehen Anna 1 2: GA", "line"),
        ("reizen: Anna", "call"),
    ],
)
def test_a_line_that_cannot_be_read(line: str, key: str) -> None:
    (error,) = read_notation(f"\n{line}", PLAYERS).errors
    assert (error.line, error.key) == (2, f"desk.notation.{key}")


def test_a_place_of_the_record_is_found_in_its_line() -> None:
    read = read_notation("# so war es\n5 Anna: GO\nblatt Caro: GA", PLAYERS)
    assert read.line_of("/tricks/0/cards/0") == 2
    assert read.line_of("/hands/Caro Ann/3") == 3
    assert read.line_of("/contract") is None


def test_a_french_pack_is_read_as_it_is_written() -> None:
    assert read_notation("1 Anna: ♠Q DA", PLAYERS, Pack.FRENCH).errors == ()
    assert read_notation("1 Anna: ♠Q DA", PLAYERS).errors != ()


def test_no_end_of_lines_is_read() -> None:
    read = read_notation("GO\n" * (LINES_MAX + 50), PLAYERS)
    assert [error.line for error in read.errors] == [LINES_MAX + 1]
