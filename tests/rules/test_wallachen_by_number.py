"""Each rule of Wallachen by its number: the exact error, verdict or payment that follows."""

import pytest

from tests.rules.told import THREE
from tests.rules.told import errors
from tests.rules.told import judged
from tests.rules.told import played
from tests.rules.told import report
from tests.rules.told import said
from tests.rules.told import units
from tests.rules.told import winner

SEVEN = played("Anna number 7 H")
EICHEL = ["EA", "EK", "EO", "EU", "E10", "E9", "E8", "E7"]
NOT_DECLARER = ["W15 /contract/declarer"]


def agreed(auction, contract, **rules):
    """The errors of a contract against its auction."""
    return errors("wallachen", auction=said(auction), contract=played(contract), rules=rules)


def spoken(auction, **rules):
    """The errors of an auction."""
    return errors("wallachen", auction=said(auction), rules=rules)


def seven(player, cards, **fields):
    """A card judged in a 7 of Anna's with Herz as trumps."""
    announced = {"trump_fixing": "announced", **fields.pop("rules", {})}
    return judged("wallachen", player, cards, contract=SEVEN, rules=announced, **fields)


@pytest.mark.parametrize("player", THREE)
def test_w5_a_double_of_any_player_doubles_for_all(player):
    assert units("wallachen", "Anna number 7", 7, doubles=[player]) == [28, -14, -14]
    assert errors("wallachen", doubles=[player]) == []
    assert errors("wallachen", doubles=[player], rules={"double_window": "off"}) == ["W5 /doubles"]


@pytest.mark.parametrize(("how", "factor"), [("multiply", 8), ("single", 2), ("additive", 4)])
def test_w6_each_doubles_once_and_each_double_counts(how, factor):
    rules = {"multiple_doubles": how}
    found = units("wallachen", "Anna number 7", 7, doubles=THREE, rules=rules)
    assert found == [14 * factor, -7 * factor, -7 * factor]
    twice = errors("wallachen", doubles=["Anna", "Bert", "Anna"], rules=rules)
    assert twice == ["W6 /doubles/2"]


def test_w7_forehand_speaks_first():
    assert spoken("Anna pass") == []
    assert spoken("Bert 6") == ["W7 /auction/0"]
    assert spoken("Caro pass") == ["W7 /auction/0"]


@pytest.mark.parametrize(("first", "then"), [(6, 7), (6, 9), (7, 8), (8, 9)])
def test_w9_who_speaks_later_goes_higher(first, then):
    assert spoken(f"Anna {first}, Bert {then}") == []
    assert spoken(f"Anna {first}, Bert {first}") == ["W9 /auction/1"]
    assert spoken(f"Anna {then}, Bert {first}") == ["W9 /auction/1"]


@pytest.mark.parametrize(
    ("rank", "order"),
    [
        ("bettel_mord", "6 7 8 9 bettel mord"),
        ("mord_bettel", "6 7 8 9 mord bettel"),
        ("bettel_after_7", "6 7 bettel 8 9 mord"),
    ],
)
def test_w10_the_order_of_the_games(rank, order):
    games = order.split()
    rules = {"bettel_mord_rank": rank}
    for i, first in enumerate(games):
        for j, then in enumerate(games):
            numbers = first.isdigit() and then.isdigit()
            low = ["W9 /auction/1"] if numbers else ["W10 /auction/1"]
            assert spoken(f"Anna {first}, Bert {then}", **rules) == ([] if j > i else low)


def test_w11_who_was_highest_and_sits_earlier_may_hold():
    held = "Anna 6, Bert 7, Caro pass, Anna hold"
    assert spoken(held) == []
    assert agreed(f"{held}, Bert pass", "Anna number 7 H") == []
    assert agreed(f"{held}, Bert pass", "Bert number 7 H") == NOT_DECLARER
    assert spoken(f"{held}, Bert hold") == ["W11 /auction/4"]
    assert spoken(f"{held}, Bert 8, Anna hold") == []
    assert spoken("Anna 6, Bert hold") == ["W11 /auction/1"]
    later = "Anna 6, Bert 7, Caro pass, Anna 8, Bert hold"
    assert spoken(later) == ["W11 /auction/4"]
    assert spoken(later, hold="any_previous_high") == []
    assert spoken(held, hold="off") == ["W11 /auction/3"]
    assert spoken("Anna 6, Bert mord, Caro pass, Anna hold") == []


def test_w12_who_passed_is_out_and_the_last_bidder_ends_it():
    assert spoken("Anna pass, Bert 6, Anna 7") == ["W12 /auction/2"]
    assert spoken("Anna pass, Bert 6, Caro 7, Bert 8, Caro pass") == []
    assert spoken("Anna 6, Caro pass") == ["W12 /auction/1"]
    assert spoken("Anna 6, Bert pass, Caro pass, Anna 7") == ["W12 /auction/3"]
    assert agreed("Anna 6, Bert pass", "Anna number 6 H") == ["W12 /auction"]


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        ("Anna number 6 H", []),
        ("Bert number 6 H", ["W13 /contract/declarer"]),
        ("Anna number 7 H", ["W13 /contract/bid"]),
        ("Anna bettel", ["W13 /contract/kind"]),
        ("passed_out", ["W13 /contract/kind"]),
    ],
)
def test_w13_if_all_pass_forehand_must_play_a_six(contract, expected):
    passed = "Anna pass, Bert pass, Caro pass"
    assert agreed(passed, contract) == expected
    redealt = [] if contract == "passed_out" else ["W13 /contract/kind"]
    assert agreed(passed, contract, pass_out="redeal") == redealt


@pytest.mark.parametrize("stake", [1, 5, 100])
def test_w14_if_all_pass_each_pays_into_the_haferl(stake):
    rules = {"pass_out": "haferl", "haferl_stake": stake}
    found = report("wallachen", contract=played("passed_out"), haferl=20, rules=rules)
    assert found["money"] == dict.fromkeys(THREE, -10 * stake)
    assert found["result"]["haferl"] == 20 + 30 * stake
    assert found["units"] == dict.fromkeys(THREE, 0)
    assert found["payments"] == [
        {"from": name, "to": "haferl", "amount": 10 * stake} for name in THREE
    ]


@pytest.mark.parametrize(
    ("contract", "none", "upward", "to_bettel_mord"),
    [
        ("Anna number 7 H", [], [], []),
        ("Anna number 6 H", *[["W15 /contract/bid"]] * 3),
        ("Anna number 8 H", ["W15 /contract/bid"], [], ["W15 /contract/bid"]),
        ("Anna bettel", ["W15 /contract/kind"], [], []),
        ("Anna mord", ["W15 /contract/kind"], [], []),
        ("Bert number 7 H", NOT_DECLARER, NOT_DECLARER, NOT_DECLARER),
    ],
)
def test_w15_the_last_bidder_plays_what_he_bid(contract, none, upward, to_bettel_mord):
    auction = "Anna 7, Bert pass, Caro pass"
    assert agreed(auction, contract) == none
    assert agreed(auction, contract, change_after_stock="upward") == upward
    assert agreed(auction, contract, change_after_stock="to_bettel_mord") == to_bettel_mord


def test_w17_the_suit_of_the_first_lead_is_trump():
    led = [{"n": 1, "lead": "Anna", "cards": ["GA"]}]
    other = {"contract": played("Anna number 7 H"), "tricks": led}
    assert errors("wallachen", **other) == ["W17 /contract/trump"]
    assert errors("wallachen", rules={"trump_fixing": "announced"}, **other) == []
    found = report("wallachen", contract=played("Anna number 7"), tricks=led)
    assert [play["verdict"] for play in found["plays"]] == ["legal"]
    taken = {"tricks": led, "tricks_taken": {"Anna": 7}}
    found = report("wallachen", contract=played("Anna number 7"), **taken)
    assert found["result"]["trump"] == "G"
    assert errors("wallachen", contract=played("Anna mord G")) == ["W17 /contract/trump"]


def test_w18_the_declarer_leads_then_who_won():
    assert seven("Bert", "E7 E8 E9", lead="Bert") == ("illegal", "W18", [])
    assert seven("Anna", "H7 E8 E9") == ("legal", None, [])
    tricks = [{"cards": ["H7", "H8", "H9"]}, {"lead": "Bert", "cards": ["G7"]}]
    last = report("wallachen", contract=SEVEN, tricks=tricks)["plays"][-1]
    assert (last["player"], last["verdict"], last["rule"]) == ("Bert", "illegal", "W18")
    tricks[1]["lead"] = "Caro"
    assert report("wallachen", contract=SEVEN, tricks=tricks)["plays"][-1]["verdict"] == "legal"


def test_w19_who_can_follow_must():
    had = [{"player": "Bert", "cards": ["G7"], "after_trick": 0}]
    assert seven("Bert", "GA H7", held=had) == ("illegal", "W19", ["G7"])
    assert seven("Bert", "GA G7", held=had) == ("legal", None, [])
    assert seven("Bert", "GA H7") == ("open", "W19", [])


def test_w20_who_follows_beats_the_card_now_winning():
    had = [{"player": "Caro", "cards": ["GA"], "after_trick": 0}]
    assert seven("Caro", "G8 G9 G7", held=had) == ("illegal", "W20", ["GA"])
    assert seven("Caro", "G8 G9 GA", held=had) == ("legal", None, [])
    assert seven("Caro", "G8 H7 G7", held=had) == ("legal", None, [])
    for game in ("bettel", "mord"):
        told = {"contract": played(f"Anna {game}"), "held": had}
        assert judged("wallachen", "Caro", "G8 G9 G7", **told) == ("illegal", "W20", ["GA"])
        free = {"stichzwang_in_bettel_mord": "no"}
        loose = judged("wallachen", "Caro", "G8 G9 G7", rules=free, **told)
        assert loose == ("legal", None, [])


def test_w21_who_is_void_must_trump_and_overtrump():
    hand = {"Caro": [*EICHEL[1:], "HO", "H8", "H7"]}
    both = ["HO", "H8", "H7"]
    assert seven("Caro", "GA GK EK", hands=hand) == ("illegal", "W21", both)
    assert seven("Caro", "GA H9 H7", hands=hand) == ("illegal", "W21", ["HO"])
    assert seven("Caro", "GA HK EK", hands=hand) == ("illegal", "W21", both)
    assert seven("Caro", "GA HK H7", hands=hand) == ("legal", None, [])
    free = {"undertrump_duty": "free_if_cannot_overtrump"}
    assert seven("Caro", "GA HK EK", hands=hand, rules=free) == ("legal", None, [])
    assert seven("Caro", "GA H9 EK", hands=hand, rules=free) == ("illegal", "W21", ["HO"])


def test_w22_only_who_is_void_in_both_may_discard():
    void = {"Bert": [*EICHEL, "SA", "SK"]}
    assert seven("Bert", "GA E7", hands=void) == ("legal", None, [])
    trump = {"Bert": [*EICHEL, "SA", "H7"]}
    assert seven("Bert", "GA E7", hands=trump) == ("illegal", "W21", ["H7"])
    suit = {"Bert": [*EICHEL, "SA", "G7"]}
    assert seven("Bert", "GA E7", hands=suit) == ("illegal", "W19", ["G7"])


def test_w23_a_partner_who_is_winning_frees_nobody():
    had = [{"player": "Caro", "cards": ["GA"], "after_trick": 0}]
    exempt = {"partner_winning_exemption": "yes"}
    assert seven("Caro", "G8 GK G7", held=had) == ("illegal", "W20", ["GA"])
    assert seven("Caro", "G8 GK G7", held=had, rules=exempt) == ("legal", None, [])
    # It is the declarer who is winning here, and following is never spared.
    assert seven("Caro", "GK G8 G7", held=had, rules=exempt) == ("illegal", "W20", ["GA"])
    assert seven("Caro", "G8 GK E7", held=had, rules=exempt) == ("illegal", "W19", ["GA"])


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("GA H7 H8", "Caro"),
        ("GA H8 H7", "Bert"),
        ("G9 G10 EA", "Bert"),
        ("G7 EA SA", "Anna"),
        ("H7 GA HK", "Caro"),
    ],
)
def test_w24_the_highest_trump_wins_or_the_highest_of_the_suit_led(cards, expected):
    announced = {"trump_fixing": "announced"}
    assert winner("wallachen", SEVEN, *cards.split(), rules=announced) == expected


@pytest.mark.parametrize("tricks", range(7, 11))
def test_w25_a_number_made_pays_the_tricks_won(tricks):
    assert units("wallachen", "Anna number 7", tricks) == [2 * tricks, -tricks, -tricks]
    bid = units("wallachen", "Anna number 7", tricks, rules={"win_pays": "tricks_bid"})
    assert bid == [14, -7, -7]


@pytest.mark.parametrize("tricks", range(7))
def test_w26_a_number_failed_pays_the_tricks_bid(tricks):
    assert units("wallachen", "Anna number 7", tricks) == [-14, 7, 7]
    for how, amount in (("shortfall", 7 - tricks), ("bid_plus_shortfall", 14 - tricks)):
        found = units("wallachen", "Anna number 7", tricks, rules={"loss_pays": how})
        assert found == [-2 * amount, amount, amount]


def test_w29_doubles_multiply_what_is_paid_but_not_the_haferl():
    told = {"contract": played("Anna number 7"), "doubles": ["Bert"], "haferl": 50}
    made = report("wallachen", tricks_taken={"Anna": 7}, **told)
    assert made["money"] == {"Anna": 330, "Bert": -140, "Caro": -140}
    for touches, paid in (("no", 10), ("yes", 20)):
        rules = {"haferl_on_failure": "pay_stake", "double_touches_pot": touches}
        lost = report("wallachen", tricks_taken={"Anna": 5}, rules=rules, **told)
        assert lost["money"] == {"Anna": -280 - paid, "Bert": 140, "Caro": 140}
        assert lost["result"]["haferl"] == 50 + paid


@pytest.mark.parametrize(
    ("taker", "by_number", "by_bettel"),
    [("next_made", 60, 60), ("next_number_made", 60, 0), ("bettel_or_mord_made", 0, 60)],
)
def test_w31_who_makes_his_game_takes_the_haferl(taker, by_number, by_bettel):
    rules = {"haferl_taker": taker}
    for contract, tricks, taken in (
        ("Anna number 7", 7, by_number),
        ("Anna number 7", 6, 0),
        ("Anna bettel", 0, by_bettel),
        ("Anna bettel", 1, 0),
    ):
        told = {"contract": played(contract), "tricks_taken": {"Anna": tricks}, "haferl": 60}
        found = report("wallachen", rules=rules, **told)
        assert found["result"]["haferl"] == 60 - taken
        assert found["money"]["Anna"] == 10 * found["units"]["Anna"] + taken
    doubled = {**rules, "haferl_on_failure": "double_pot"}
    told = {"contract": played("Anna number 7"), "tricks_taken": {"Anna": 6}, "haferl": 60}
    assert report("wallachen", rules=doubled, **told)["result"]["haferl"] == 120
