"""The two agree on every field of every game written oddly, alone and inside lists and objects."""

import json

import pytest

from tests.differential.comparison import differences
from tests.oracle.words import FIELDS
from tests.oracle.words import Json

TABLE = {"seats": ["Anna", "Bert", "Caro"], "dealer": "Caro"}
PLAIN: list[Json] = [
    None,
    True,
    0,
    -1,
    6,
    6.0,
    1.5,
    10**30,
    1e300,
    "",
    "6",
    "6.0",
    "HA",
    "♥A",
    "hX",
]
NAMES: list[Json] = ["Anna", " Bert ", "caro", "haferl", "C\ud800", "x" * 61, "e\u0301" * 60]
WORDS: list[Json] = ["pass", "brand:L", "brand:♠", "names:", "hold", "passed_out", "french", "10"]
NESTED: list[Json] = [
    [],
    {},
    [{}],
    [[]],
    {"Anna": {}},
    {"Anna": 3, " Anna": 4},
    {"x/y~z": 1},
    ["HA", None, 3],
    [["Anna", "pass"], ["Bert", "names:H"], ["Caro"], ["Anna", 6.0], ["Anna", "06"]],
    {"kind": "passed_out", "trump": "H"},
    {"kind": "number", "declarer": "Anna", "bid": "6"},
    {"declarer": "Anna", "kind": "brand", "trump": "♦"},
    {"schlag": 10.0, "trump": "b"},
    {"card": "HA", "from": None, "given": None},
    [{"player": "Anna", "cards": ["HA", None], "after_trick": 6}],
    [{"n": 6, "lead": None, "cards": [None, "DQ"]}],
    [{"by": "Anna", "answer": "accept", "in_trick": 7}],
    [{"player": "Anna", "card": None, "waived": 1}],
    [{"offence": "bluff", "by": "Anna"}, {"offence": "misdeal"}, {"offence": "revoke"}],
    [{"trick": 1, "player": "Bert"}],
]


@pytest.mark.parametrize("game", ["bolachen", "wallachen", "watten"])
@pytest.mark.parametrize("field", sorted({*FIELDS, "note"}))
def test_reports_agree_on(field: str, game: str) -> None:
    differing = []
    for value in [*PLAIN, *NAMES, *WORDS, *NESTED]:
        for more in ({}, {"pack": "french"}, {"pack": 3}):
            record = {"format": "deal-record/1", "game": game, **TABLE, **more, field: value}
            found = differences(json.dumps(record).encode())
            if found:
                differing.append((record, found))
    assert not differing
