"""Stage 7: numbers, raises and rulings against what else is told, without cards."""

import pytest

from tests.rules.told import errors
from tests.rules.told import played


@pytest.mark.parametrize(
    ("raises", "taken", "expected"),
    [
        ([{"by": "Anna", "answer": "fold"}], {"Bert": 3}, ["contradiction /raises/0"]),
        ([{"by": "Anna", "answer": "fold"}], {"Bert": 1, "Dora": 2}, ["contradiction /raises/0"]),
        ([{"by": "Anna", "answer": "fold"}], {"Anna": 3}, ["contradiction /raises/0"]),
        ([{"by": "Anna", "answer": "fold"}], {"Anna": 2, "Bert": 2}, []),
        ([{"by": "Anna", "answer": "fold"}], {"Anna": 1, "Caro": 0}, []),
        ([{"by": "Anna", "answer": "accept"}], {"Bert": 3}, []),
    ],
)
def test_who_gave_up_did_not_play_on(raises, taken, expected):
    assert errors("watten", raises=raises, tricks_taken=taken) == expected


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ({"Anna": 2, "Bert": 1, "Caro": 1, "Dora": 1}, []),
        ({"Anna": 2, "Bert": 1, "Caro": 1, "Dora": 0}, ["T11 /rulings/0", "T11 /rulings/1"]),
        ({"Anna": 2, "Bert": 1, "Caro": 1}, []),
        ({}, []),
    ],
)
def test_a_bluff_shows_when_all_is_played(taken, expected):
    rulings = [{"offence": "bluff", "by": "Caro"}] * 2
    assert errors("watten", tricks_taken=taken, rulings=rulings) == expected


def test_only_what_was_played_can_be_judged():
    ask = [{"trick": 1, "player": "Anna"}, {"trick": 2, "player": "Bert"}]
    expected = ["contradiction /ask/0", "contradiction /ask/1"]
    assert errors("bolachen", ask=ask) == expected
    assert errors("watten", ask=ask) == expected
    assert errors("wallachen", ask=[]) == []


def test_agreement_comes_after_the_calls():
    ask = [{"trick": 1, "player": "Anna"}]
    assert errors("bolachen", ask=ask, contract=played("Anna mord H")) == ["B21 /contract/trump"]


def test_names_stand_in_paths_as_written():
    fields = {"seats": ["Zo/e", "til~de", "Caro", "Dora"], "dealer": "Dora"}
    assert errors("watten", **fields, match={"Zo/e": 3, "til~de": 4, "Caro": 5}) == [
        "contradiction /match/Caro"
    ]
    assert errors("watten", **fields, match={" Zo/e": 11, "til~de": 11}) == [
        "T27 /match/ Zo~1e",
        "T27 /match/til~0de",
    ]
