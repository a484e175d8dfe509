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


WALLACHEN_CALLS = {
    "6": "6|sechs|ich spiele|Ich spiele 6|i spui|spielt|spielt 6|a Sechser|I play|six|bids 6",
    "7": "7|sieben|simme|ich spiele 7|dann 7|halt 7|I bid seven|„sieben“",
    "8": "8|acht|ich spiele acht|achte",
    "9": "9|neun|neine|nine",
    "bettel": "Bettel|ich spiele Bettel|an Bettel|a Bettel",
    "mord": "Mord|ich spiele Mord|an Mord",
    "hold": "hold|halte ich|ich halte|hält|hält 7|hoid i|hoit's|selbst|selber|meins|mine|halt",
    "pass": "weiter|ich passe|passt|pass|passes|weida|nein|I pass|Weiter!|„weiter“",
}
BOLACHEN_CALLS = {
    "brand": "Brand|ich spiele Brand|an Brand",
    "brand:H": "Herz-Brand|Herzbrand|Brand in Herz|Herz|brand:H|brand:h|hearts|ich spiele Herz",
    "brand:S": "Schellen-Brand|Schelln-Brand|brand in bells|brand S",
    "brand:G": "Gras-Brand|Laub-Brand|Laubbrand|Blatt|leaves|brand:L",
    "brand:E": "Eichel-Brand|Oachl-Brand|Eichelbrand|acorns",
    "names:H": "nennt Herz|nenne ich Herz|names:H|names hearts",
    "bettel": "Bettel",
    "mord": "Mord",
    "pass": "weiter|pass",
}
SAID = [
    (said, call)
    for calls in (WALLACHEN_CALLS, BOLACHEN_CALLS)
    for call, every in calls.items()
    for said in every.split("|")
]


@pytest.mark.parametrize("colon", [" ", ": "])
@pytest.mark.parametrize(("said", "call"), SAID)
def test_a_call_as_players_say_it(said: str, call: str, colon: str) -> None:
    assert fields(f"reizen: Anna{colon}{said}") == {"auction": [["Anna", call]]}
    assert fields(f"reizen Caro Ann{colon}{said}") == {"auction": [["Caro Ann", call]]}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_call_is_read_as_it_is_written(lang: str) -> None:
    calls = ["brand", "bettel", "brand:S", "names:E", "6", "9", "hold", "mord", "pass"]
    for call in calls:
        told = {"auction": [["Anna", call]]}
        assert fields(write_notation(told, lang)) == told


def test_calls_are_written_in_the_language_of_the_page() -> None:
    told = {"auction": [["Anna", 6], ["Bert", "pass"], ["Anna", "hold"]]}
    assert write_notation(told, "de") == "reizen: Anna 6, Bert weiter, Anna halte ich\n"
    assert write_notation(told, "en") == "auction: Anna 6, Bert pass, Anna I hold\n"


def test_a_suit_alone_names_it_once_its_player_has_announced_brand() -> None:
    told = fields("reizen: Anna Brand, Bert Brand, Caro weiter, Anna Herz, Bert Schellen-Brand")
    assert told["auction"][3:] == [["Anna", "names:H"], ["Bert", "names:S"]]


@pytest.mark.parametrize(
    ("said", "call"),
    [
        ("Herz-Brand", "brand:H"),
        ("Pik-Brand", "brand:S"),
        ("brand:C", "brand:C"),
        ("Karo", "brand:D"),
    ],
)
def test_suits_are_written_as_the_pack_has_them(said: str, call: str) -> None:
    read = read_notation(f"reizen: Anna {said}", PLAYERS, Pack.FRENCH)
    assert read.fields["auction"] == [["Anna", call]]


@pytest.mark.parametrize(
    "said",
    ["", "fünf", "6 7", "weiter 7", "Herz Gras", "Mord in Herz", "Brand 6", "5", "spiele Quatsch"],
)
def test_what_is_no_call_is_not_guessed(said: str) -> None:
    (error,) = read_notation(f"reizen: Anna {said}", PLAYERS).errors
    assert error.key == "desk.notation.call"


def test_a_name_with_a_hyphen_speaks_too() -> None:
    read = read_notation("reizen: Anna-Maria ich spiele 6, Anna weiter", ["Anna", "Anna-Maria"])
    assert read.fields["auction"] == [["Anna-Maria", "6"], ["Anna", "pass"]]
