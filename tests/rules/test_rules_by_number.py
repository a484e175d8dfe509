"""Rules that hold by what a record can say and what it pays, one test for each number."""

from itertools import pairwise

import pytest

from tests.rules.told import errors
from tests.rules.told import played
from tests.rules.told import report
from tests.rules.told import said
from tests.rules.told import units
from tests.rules.told import winner

RANKS = ("A", "K", "O", "U", "10", "9", "8", "7")
NEIGHBOURS = tuple(pairwise(RANKS))
ACES = ["HA", "HK", "HO", "HU", "H10", "H9", "H8", "H7", "SA", "SK"]


def test_b2_a_hand_has_ten_of_the_thirty_two_cards_and_the_dopper_two():
    assert errors("bolachen", hands={"Bert": ACES}, talon=["E7", "E8"]) == []
    assert errors("bolachen", hands={"Bert": ACES[1:]}) == ["wrong_count /hands/Bert"]
    assert errors("bolachen", talon=["E7"]) == ["wrong_count /talon"]
    assert errors("bolachen", hands={"Bert": ["H6", *ACES[1:]]}) == ["format /hands/Bert/0"]


@pytest.mark.parametrize(("high", "low"), NEIGHBOURS)
def test_b3_in_a_suit_each_rank_beats_the_next(high, low):
    assert winner("bolachen", played("Anna bettel"), "G" + low, "G" + high, "H7") == "Bert"
    assert winner("bolachen", played("Anna bettel"), "G" + high, "G" + low, "H7") == "Anna"


@pytest.mark.parametrize("suit", "EGHS")
def test_b13_an_uncontested_brand_is_named_after_the_dopper(suit):
    spoken = said("Anna brand, Bert pass, Caro pass")
    assert errors("bolachen", auction=spoken, contract=played(f"Anna brand {suit}")) == []
    named = [*spoken, ["Anna", "names:H"]]
    assert errors("bolachen", auction=named) == ["B14 /auction/3"]


def test_b17_one_or_both_cards_of_the_dopper_come_in_for_as_many():
    dopper = {"talon": ["H9", "E7"], "contract": played("Anna brand H")}
    hand = {"Anna": ACES}
    assert errors("bolachen", hands=hand, discards=["E7", "E8"], **dopper) == []
    both = {"Anna": [*ACES[:-1], "E7"]}
    assert errors("bolachen", hands=both, discards=["SK", "E8"], **dopper) == []
    led = [{"n": 1, "cards": ["E7", "E9", "E10"]}]
    laid_away = errors("bolachen", discards=["E7", "E8"], tricks=led, **dopper)
    assert [error.split()[0] for error in laid_away] == ["card_twice"]


@pytest.mark.parametrize("factor", [3, 5])
def test_b30_the_soft_score_is_twice_the_value_and_once_against(factor):
    rules = {"mord_factor": factor}
    found = report("bolachen", contract=played("Anna mord"), tricks_taken={"Anna": 10}, rules=rules)
    assert list(found["soft"].values()) == [2 * factor, -factor, -factor]
    lost = report("bolachen", contract=played("Anna mord"), tricks_taken={"Anna": 9}, rules=rules)
    assert list(lost["soft"].values()) == [-2 * factor, factor, factor]


def test_b32_the_margin_pays_nothing():
    made = [units("bolachen", "Anna brand H", tricks) for tricks in range(6, 11)]
    lost = [units("bolachen", "Anna brand H", tricks) for tricks in range(6)]
    assert made == [[2, -1, -1]] * 5
    assert lost == [[-2, 1, 1]] * 6


def test_w1_one_plays_against_two():
    anna, bert, caro = units("wallachen", "Anna number 6", 7)
    assert bert == caro
    assert anna == -2 * bert


@pytest.mark.parametrize(("high", "low"), NEIGHBOURS)
def test_w2_in_a_suit_each_rank_beats_the_next_the_ten_below_the_unter(high, low):
    assert winner("wallachen", played("Anna bettel"), "G" + low, "G" + high, "H7") == "Bert"
    assert winner("wallachen", played("Anna bettel"), "G" + high, "G" + low, "H7") == "Anna"


@pytest.mark.parametrize("bid", ["6", "7", "8", "9", "bettel", "mord"])
def test_w8_who_has_not_passed_opens_as_high_as_he_likes(bid):
    assert errors("wallachen", auction=said(f"Anna pass, Bert {bid}, Caro pass")) == []
    again = said(f"Anna pass, Bert pass, Anna {bid}")
    assert errors("wallachen", auction=again) == ["W12 /auction/2"]


def test_w16_two_cards_are_laid_away_and_are_never_tricks():
    told = {"contract": played("Anna number 7 H"), "hands": {"Anna": ACES}}
    stock = {"talon": ["H9", "E7"], "discards": ["E7", "E8"]}
    assert errors("wallachen", **told, **stock) == []
    one = {"talon": ["H9", "E7"], "discards": ["E7"]}
    assert errors("wallachen", **told, **one) == ["wrong_count /discards"]
    all_ten = {"tricks_taken": {"Anna": 7, "Bert": 2, "Caro": 2}}
    assert [e.split()[0] for e in errors("wallachen", **told, **all_ten)] == ["wrong_count"]


@pytest.mark.parametrize("value", [1, 10, 1000])
def test_w27_what_a_bettel_pays(value):
    rules = {"bettel_value": value}
    assert units("wallachen", "Anna bettel", 0, rules=rules) == [2 * value, -value, -value]
    assert units("wallachen", "Anna bettel", 1, rules=rules) == [-2 * value, value, value]


@pytest.mark.parametrize("value", [1, 10, 1000])
def test_w28_what_a_mord_pays(value):
    rules = {"mord_value": value}
    assert units("wallachen", "Anna mord", 10, rules=rules) == [2 * value, -value, -value]
    assert units("wallachen", "Anna mord", 9, rules=rules) == [-2 * value, value, value]


@pytest.mark.parametrize(("tricks", "amount"), [(8, 16), (6, -14)])
def test_w30_the_soft_score_is_what_is_paid_in_units(tricks, amount):
    found = report(
        "wallachen",
        contract=played("Anna number 7"),
        tricks_taken={"Anna": tricks},
        doubles=["Bert"],
    )
    assert list(found["soft"].values()) == [2 * amount, -amount, -amount]


WATTEN = {"schlag": "7", "trump": "G"}


@pytest.mark.parametrize(("high", "low"), NEIGHBOURS[:-1])
def test_t5_the_other_trumps_beat_each_other_in_order(high, low):
    assert winner("watten", WATTEN, "G" + low, "G" + high, "EA", "EK") == "Bert"
    assert winner("watten", WATTEN, "EA", "G" + low, "EK", "G" + high) == "Dora"


def test_t12_everyone_has_five_cards_the_kept_one_among_them():
    kept = [{"player": "Dora", "card": "HK"}]
    hand = ["HK", "EA", "EK", "EO", "EU"]
    # With four the cutter sits to the dealer's right: Caro, when Dora deals.
    kept[0]["player"] = "Caro"
    assert errors("watten", hands={"Caro": hand}, schlecken=kept) == []
    assert errors("watten", hands={"Caro": hand[:4]}) == ["wrong_count /hands/Caro"]
    six = [*hand, "GA"]
    assert errors("watten", hands={"Caro": six}, schlecken=kept) == ["wrong_count /hands/Caro"]


def test_t14_a_schlag_and_a_trump_are_named_and_by_whom_follows_from_the_seats():
    assert errors("watten", contract=WATTEN) == []
    assert errors("watten", contract={"declarer": "Anna", **WATTEN}) == [
        "format /contract/declarer"
    ]
    assert errors("watten", contract=WATTEN, tricks=[{"lead": "Anna", "cards": ["EA"]}]) == []
    led = [{"cards": ["GA"]}]
    found = report("watten", contract=WATTEN, tricks=led)
    assert [play["player"] for play in found["plays"]] == ["Anna"]


def test_t22_a_linker_neither_satisfies_the_duty_nor_is_demanded():
    first = [{"n": 1, "cards": ["G9", "E9"]}]
    told = {"contract": {"schlag": "9", "trump": "G"}, "tricks": first}
    ask = [{"trick": 1, "player": "Bert"}]
    trump = [{"player": "Bert", "cards": ["G8"], "after_trick": 0}]
    play = report("watten", held=trump, ask=ask, **told)["plays"][0]
    assert (play["verdict"], play["rule"], play["instead"]) == ("illegal", "T20", ["G8"])
    none = {"Bert": ["E9", "H9", "EA", "EK", "EO"]}
    assert report("watten", hands=none, ask=ask, **told)["plays"][0]["verdict"] == "legal"
    first[0]["cards"][1] = "EA"
    assert report("watten", hands=none, ask=ask, **told)["plays"][0]["verdict"] == "legal"


def test_t23_after_three_tricks_nothing_changes():
    stopped = report("watten", tricks_taken={"Anna": 2, "Caro": 1})
    to_the_end = report("watten", tricks_taken={"Anna": 2, "Bert": 1, "Caro": 1, "Dora": 1})
    assert stopped["result"] == to_the_end["result"]
    assert stopped["soft"] == to_the_end["soft"] == {"Anna": 2, "Bert": 0, "Caro": 2, "Dora": 0}


def test_t41_with_three_the_points_are_forehands_or_each_of_the_others():
    three = ["Anna", "Bert", "Caro"]
    won = report("watten", seats=three, tricks_taken={"Anna": 3})
    assert won["soft"] == {"Anna": 2, "Bert": 0, "Caro": 0}
    lost = report("watten", seats=three, tricks_taken={"Bert": 2, "Caro": 1})
    assert lost["soft"] == {"Anna": 0, "Bert": 2, "Caro": 2}
