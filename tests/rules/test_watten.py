"""Watten: the match, raises, going, Maschine, lifting cards and rulings, error by error."""

import pytest

from tests.rules.told import THREE
from tests.rules.told import errors
from tests.rules.told import report

NINE_SIX = {"Anna": 9, "Bert": 6}
TWO_THREE = {"gespannt_mode": "two_three"}
OFF = {"gespannt_mode": "off"}


def raised(text):
    """'Anna accept 1, Bert fold' as raises."""
    raises = []
    for part in text.split(", "):
        by, answer, *trick = part.split()
        when = {"in_trick": int(trick[0])} if trick else {}
        raises.append({"by": by, "answer": answer, **when})
    return raises


@pytest.mark.parametrize(
    ("match", "expected", "more"),
    [
        ({}, [], {}),
        (NINE_SIX, [], {}),
        ({"Anna": 11, "Bert": 3}, ["T27 /match/Anna"], {}),
        ({"Anna": 11, "Caro": 13}, ["T27 /match/Anna", "T27 /match/Caro"], {}),
        ({"Anna": 14, "Bert": 3}, [], {"rules": {"target": 15}}),
        ({"Anna": 3}, ["format /match"], {}),
        ({"Anna": 3, "Caro": 3}, ["format /match"], {}),
        ({"Anna": 3, "Caro": 4, "Bert": 0}, ["contradiction /match/Caro"], {}),
        ({"Caro": 3, "Bert": 0, "Anna": 4}, ["contradiction /match/Anna"], {}),
        ({"Anna": 3, "Caro": 4}, ["contradiction /match/Caro", "format /match"], {}),
        ({"Anna": 3, "Caro": 4}, ["format /match"], {"seats": THREE}),
        ({"Anna": 3, "Bert": 0, "Caro": 4}, [], {"seats": THREE}),
        ({"Anna": 3}, ["format /match"], {"seats": ["Anna", "Bert"]}),
        # below a wrong match nothing is looked at
        ({"Anna": 3}, ["format /match"], {"gehen": "Anna", "maschine": "Anna"}),
    ],
)
def test_match(match, expected, more):
    assert errors("watten", match=match, **more) == expected


def test_tricks_need_schlag_and_trump():
    tricks = [{"cards": ["HA"]}]
    assert errors("watten", tricks=tricks) == ["format /contract"]
    missing = ["format /contract/schlag", "format /contract/trump"]
    assert errors("watten", tricks=tricks, contract={}) == missing
    assert errors("watten", tricks=tricks, contract={"schlag": 7}) == missing[1:]
    # below a wrong contract nothing is looked at, but the match stands beside it
    both = errors("watten", tricks=tricks, match={"Anna": 3}, gehen="Anna")
    assert both == ["format /contract", "format /match"]


@pytest.mark.parametrize(
    ("raises", "expected", "match", "rules"),
    [
        ("Anna accept, Bert accept, Caro accept, Dora fold", [], {}, {}),
        ("Anna fold, Bert accept", ["T25 /raises/1"], {}, {}),
        ("Anna accept, Caro accept", ["T25 /raises/1"], {}, {}),
        ("Anna accept, Bert accept", ["T25 /raises/1"], {}, {"raise_max": 3}),
        ("Anna accept, Bert accept", [], {}, {"raise_max": 4}),
        ("Anna accept", ["T28 /raises/0"], NINE_SIX, {}),
        ("Anna accept", ["T31 /raises/0"], NINE_SIX, TWO_THREE),
        ("Bert accept", ["T31 /raises/0"], NINE_SIX, TWO_THREE),
        ("Bert accept", [], NINE_SIX, {}),
        ("Bert fold", [], NINE_SIX, {}),
        ("Bert accept", ["T30 /raises/0"], NINE_SIX, {"other_side_may_raise_at_gespannt": "no"}),
        ("Bert accept", ["T25 /raises/0"], NINE_SIX, {"raise_max": 3}),
        ("Bert accept, Anna accept", ["T28 /raises/1"], NINE_SIX, {}),
        ("Bert accept, Dora accept", ["T30 /raises/1"], NINE_SIX, {}),
        ("Bert accept", ["T28 /raises/0"], {"Anna": 9, "Bert": 10}, {}),
        ("Anna accept, Bert accept", [], NINE_SIX, OFF),
        ("Anna accept 2, Bert accept 2", [], {}, {}),
        ("Anna accept 2, Bert accept 1", ["contradiction /raises/1/in_trick"], {}, {}),
        ("Anna accept 2, Bert accept, Caro accept 1", ["contradiction /raises/2/in_trick"], {}, {}),
        ("Anna accept 2, Caro accept 1", ["T25 /raises/1"], {}, {}),
        ("Anna fold, Caro accept, Bert accept", ["T25 /raises/1"], {}, {}),
    ],
)
def test_raises(raises, expected, match, rules):
    assert errors("watten", raises=raised(raises), match=match, rules=rules) == expected


def test_with_three_a_side_is_gespannt_if_a_member_is():
    fields = {"seats": THREE, "match": {"Anna": 0, "Bert": 0, "Caro": 9}}
    assert errors("watten", **fields, raises=raised("Bert accept")) == ["T28 /raises/0"]
    assert errors("watten", **fields, gehen="Bert") == []
    assert errors("watten", **fields, gehen="Anna") == ["T29 /gehen"]
    partners = raised("Bert accept, Caro accept")
    assert errors("watten", seats=THREE, raises=partners) == ["T25 /raises/1"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"gehen": "Anna"}, []),
        ({"gehen": "Anna", "match": NINE_SIX}, []),
        ({"gehen": "Caro", "match": NINE_SIX}, []),
        ({"gehen": "Bert", "match": NINE_SIX}, ["T29 /gehen"]),
        ({"gehen": "Anna", "rules": OFF}, ["T29 /gehen"]),
        ({"gehen": "Anna", "tricks_taken": {"Bert": 0}}, []),
        ({"gehen": "Anna", "tricks_taken": {"Bert": 1}}, ["contradiction /gehen"]),
        ({"gehen": "Anna", "maschine": "Bert"}, ["contradiction /gehen"]),
        ({"gehen": "Anna", "raises": raised("Bert fold")}, ["contradiction /gehen"]),
        (
            {"gehen": "Bert", "match": NINE_SIX, "maschine": "Bert"},
            ["T29 /gehen", "contradiction /gehen"],
        ),
        ({"maschine": "Anna"}, []),
        ({"maschine": "Anna", "rules": {"maschine": "off"}}, ["T17 /maschine"]),
        ({"maschine": "Anna", "rules": {"criticals": "none"}}, ["T17 /maschine"]),
        (
            {
                "maschine": "Anna",
                "rules": {"criticals": "none", "maschine_extended": "any_sure_three"},
            },
            [],
        ),
        ({"maschine": "Anna", "raises": raised("Bert accept")}, ["contradiction /maschine"]),
        ({"maschine": "Anna", "tricks_taken": {"Anna": 3}}, ["contradiction /maschine"]),
        (
            {"maschine": "Anna", "tricks_taken": {"Anna": 3}, "rules": {"maschine": "off"}},
            ["T17 /maschine", "contradiction /maschine"],
        ),
        (
            {
                "maschine": "Anna",
                "gehen": "Bert",
                "contract": {"schlag": 7, "trump": "H"},
                "tricks": [{"cards": []}],
            },
            ["contradiction /gehen", "contradiction /maschine"],
        ),
    ],
)
def test_going_and_maschine(fields, expected):
    assert errors("watten", **fields) == expected


def lifted(text):
    """'Caro HK, Dora -, Caro ?' as the cards lifted: - waived, ? not known."""
    entries = []
    for part in text.split(", "):
        player, card = part.split()
        entry = {"player": player, "card": None if card in "-?" else card}
        entries.append(entry | ({"waived": True} if card == "-" else {}))
    return entries


@pytest.mark.parametrize(
    ("schlecken", "expected", "rules"),
    [
        ("Caro E7, Dora HK, Caro S7", [], {}),
        ("Caro G9, Dora ?, Caro G8", [], {}),
        ("Caro -", [], {}),
        ("Caro E7, Dora HK, Caro S7, Dora G8", ["T9 /schlecken/3"], {}),
        ("Caro E7, Dora HK, Caro S7", ["T9 /schlecken/2"], {"schlecken": "one_each"}),
        ("Caro E7, Dora HK", ["T9 /schlecken/1"], {"schlecken": "cutter_only"}),
        ("Caro -", ["T9 /schlecken/0"], {"schlecken": "off"}),
        ("Caro E7, Dora -, Caro S7", ["T9 /schlecken/2"], {}),
        ("Caro -, Dora HK", ["T10 /schlecken/1"], {}),
        ("Caro -, Dora HK", ["T9 /schlecken/1"], {"schlecken": "cutter_only"}),
        ("Anna E7", ["T9 /schlecken/0/player"], {}),
        ("Caro E7, Bert HK", ["T9 /schlecken/1/player"], {}),
        ("Caro E7, Dora HK, Dora S7", ["T9 /schlecken/2/player"], {}),
        ("Caro E7, Dora G9", ["T9 /schlecken/1/card"], {}),
        ("Caro E7, Dora HK", ["T9 /schlecken/1/card"], {"criticals": "none"}),
        ("Caro -, Bert G9", ["T10 /schlecken/1"], {}),
        ("Anna E7, Bert G9", ["T9 /schlecken/0/player"], {}),
    ],
)
def test_lifting_cards(schlecken, expected, rules):
    assert errors("watten", schlecken=lifted(schlecken), rules=rules) == expected


def test_a_waived_card_says_nothing():
    waived = [{"player": "Caro", "card": "E7"}, {"player": "Dora", "card": "G9", "waived": True}]
    assert errors("watten", schlecken=waived) == []


@pytest.mark.parametrize("seats", [THREE, ["Anna", "Bert"]])
def test_with_three_and_two_forehand_cuts(seats):
    dealer = seats[-1]
    right = lifted(f"Anna E7, {dealer} HK, Anna S7")
    assert errors("watten", seats=seats, schlecken=right) == []
    wrong = errors("watten", seats=seats, schlecken=lifted("Bert E7"))
    assert wrong == ["T9 /schlecken/0/player"]
    bluff = [{"offence": "bluff", "by": "Bert"}, {"offence": "bluff", "by": "Anna"}]
    assert errors("watten", seats=seats, rulings=bluff) == ["T11 /rulings/0/by"]


def test_when_the_dealer_sits_out_the_last_player_takes_his_part():
    fields = {"seats": [*THREE, "Dora", "Emil"], "sitting_out": ["Emil"]}
    assert errors("watten", **fields, schlecken=lifted("Caro E7, Dora HK")) == []


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"match": NINE_SIX, "by": "Anna"}, []),
        ({"match": NINE_SIX, "by": "Dora"}, ["T33 /rulings/0"]),
        ({"by": "Dora"}, []),
        ({"by": "Dora", "rules": OFF}, ["T33 /rulings/0"]),
    ],
)
def test_a_raise_at_gespannt_needs_a_side_that_is(fields, expected):
    rulings = [{"offence": "gespannt_raise", "by": fields.pop("by")}]
    assert errors("watten", rulings=rulings, **fields) == expected


@pytest.mark.parametrize(
    ("taken", "side"),
    [
        ({"Anna": 3}, ["Anna", "Caro"]),
        ({"Anna": 2, "Caro": 1}, ["Anna", "Caro"]),
        ({"Anna": 2}, None),
        ({"Anna": 2, "Bert": 2}, None),
        ({"Anna": 1, "Caro": 1}, ["Bert", "Dora"]),
        ({"Bert": 2, "Dora": 0, "Anna": 2}, ["Anna", "Caro"]),
        ({"Anna": 1, "Caro": 1, "Bert": 1, "Dora": 1}, None),
    ],
)
def test_what_the_numbers_decide(taken, side):
    result = report("watten", tricks_taken=taken)["result"]
    assert (result and result["side"]) == side


def test_an_error_is_fined_whatever_else_is_written():
    fields = {"tricks_taken": {"Anna": 3}, "raises": raised("Anna accept")}
    rulings = [{"offence": "bluff", "by": "Caro"}, {"offence": "error", "by": "Caro"}]
    result = report("watten", **fields, rulings=rulings)["result"]
    assert (result["side"], result["points"], result["by"]) == (["Bert", "Dora"], 3, "penalty")
    assert "fine" not in result
    assert report("watten", **fields, rulings=[{"offence": "misdeal"}])["result"] is None


def test_sides_are_named_in_the_order_of_the_seats():
    fields = {"seats": ["Anna", "Bert", "Caro", "Dora"], "dealer": "Bert"}
    found = report("watten", **fields, match={"Anna": 3, "Bert": 4}, tricks_taken={"Dora": 3})
    assert found["result"]["side"] == ["Bert", "Dora"]
    assert list(found["result"]["match"]) == ["Anna", "Bert", "Caro", "Dora"]
