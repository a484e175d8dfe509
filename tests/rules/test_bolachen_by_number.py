"""Each rule of Bolachen by its number: the exact error, verdict or payment that follows from it."""

from itertools import pairwise

import pytest

from tests.rules.told import THREE
from tests.rules.told import errors
from tests.rules.told import judged
from tests.rules.told import played
from tests.rules.told import report
from tests.rules.told import said
from tests.rules.told import units
from tests.rules.told import winner

HERZ = played("Anna brand H")
DECLARER = ["B11 /contract/declarer"]
EICHEL = ["EA", "EK", "EO", "EU", "E10", "E9", "E8", "E7"]


def agreed(auction, contract, **rules):
    """The errors of a contract against its auction."""
    return errors("bolachen", auction=said(auction), contract=played(contract), rules=rules)


@pytest.mark.parametrize("declarer", THREE)
def test_b1_one_plays_against_two_whoever_it_is(declarer):
    contract = played(f"{declarer} brand H")
    found = report("bolachen", contract=contract, tricks_taken={declarer: 6})["units"]
    assert found == {name: 2 if name == declarer else -1 for name in THREE}


@pytest.mark.parametrize(("high", "low"), tuple(pairwise("HSGE")))
def test_b4_the_order_of_suits_decides_between_two_brands(high, low):
    spoken = f"Anna brand:{low}, Bert brand:{high}, Caro pass"
    assert agreed(spoken, f"Bert brand {high}") == []
    assert agreed(spoken, f"Anna brand {low}") == DECLARER


@pytest.mark.parametrize(
    ("kind", "least", "most", "value"),
    [("brand H", 6, 10, 1), ("bettel", 0, 0, 2), ("mord", 10, 10, 3)],
)
def test_b8_what_each_game_needs_and_is_worth(kind, least, most, value):
    for tricks in range(11):
        sign = 1 if least <= tricks <= most else -1
        expected = [2 * value * sign, -value * sign, -value * sign]
        assert units("bolachen", f"Anna {kind}", tricks) == expected
    five = {"mord_factor": 5}
    expected = [10, -5, -5] if kind == "mord" else [2 * value, -value, -value]
    assert units("bolachen", f"Anna {kind}", most, rules=five) == expected


@pytest.mark.parametrize(("high", "low"), tuple(pairwise(["mord", "bettel", "brand"])))
def test_b9_mord_goes_before_bettel_and_bettel_before_brand(high, low):
    spoken = f"Anna {low}, Bert {high}, Caro pass"
    assert agreed(spoken, f"Bert {high}") == []
    assert agreed(spoken, f"Anna {low}") == DECLARER


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("Bert pass", ["B10 /auction/0"]),
        ("Anna pass, Caro pass", ["B10 /auction/1"]),
        ("Anna brand, Bert pass, Anna mord", ["B10 /auction/2"]),
        ("Anna brand, Bert pass, Caro pass", []),
    ],
)
def test_b10_each_speaks_once_beginning_with_forehand(spoken, expected):
    assert errors("bolachen", auction=said(spoken)) == expected
    assert agreed("Anna brand, Bert pass", "Anna brand H") == ["B10 /auction"]


@pytest.mark.parametrize("game", ["bettel", "mord"])
def test_b11_of_equal_games_the_earlier_plays(game):
    spoken = f"Anna pass, Bert {game}, Caro {game}"
    assert agreed(spoken, f"Bert {game}") == []
    assert agreed(spoken, f"Caro {game}") == DECLARER
    both = "Anna brand:G, Bert pass, Caro brand:G"
    assert agreed(both, "Anna brand G") == []
    assert agreed(both, "Caro brand G") == DECLARER


def test_b12_behind_two_passes_the_dealer_must_play():
    passed = said("Anna pass, Bert pass, Caro pass")
    assert errors("bolachen", auction=passed) == ["B12 /auction/2"]
    assert errors("bolachen", auction=passed, rules={"dealer_forced": "throw_in"}) == []
    assert agreed("Anna pass, Bert pass, Caro mord", "Caro mord") == []
    brand_only = errors(
        "bolachen",
        auction=said("Anna pass, Bert pass, Caro mord"),
        rules={"dealer_forced": "brand_only"},
    )
    assert brand_only == ["B12 /auction/2"]
    assert errors("bolachen", contract=played("passed_out")) == ["B12 /contract/kind"]


def test_b14_who_announced_brand_without_a_suit_names_one_in_turn():
    both = "Anna brand, Bert brand, Caro pass"
    assert errors("bolachen", auction=said(f"{both}, Bert names:H")) == ["B14 /auction/3"]
    assert agreed(f"{both}, Anna names:E", "Anna brand E") == ["B14 /auction"]
    named = f"{both}, Anna names:E, Bert names:G"
    assert agreed(named, "Bert brand G") == []
    assert agreed(named, "Anna brand E") == DECLARER
    higher = "Anna brand, Bert brand, Caro bettel, Anna names:E"
    assert errors("bolachen", auction=said(higher)) == ["B14 /auction/3"]


@pytest.mark.parametrize(
    ("contract", "expected"),
    [
        ("Anna brand E", ["B15 /contract/trump"]),
        ("Anna brand G", []),
        ("Anna brand S", []),
        ("Anna brand H", []),
        ("Anna bettel", []),
        ("Anna mord", []),
    ],
)
def test_b15_after_two_brands_the_declarer_goes_only_up(contract, expected):
    spoken = "Anna brand, Bert brand, Caro pass, Anna names:G, Bert names:E"
    assert agreed(spoken, contract) == expected


def test_b16_an_uncontested_brand_may_be_any_suit_or_go_up():
    alone = "Anna brand:H, Bert pass, Caro pass"
    for contract in ("Anna brand E", "Anna brand H", "Anna bettel", "Anna mord"):
        assert agreed(alone, contract) == []
    stays = {"uncontested_upgrade": "brand_stays"}
    assert agreed(alone, "Anna mord", **stays) == ["B16 /contract/kind"]
    assert agreed(alone, "Anna brand E", **stays) == []
    assert agreed("Anna bettel, Bert pass, Caro pass", "Anna mord", **stays) == []
    down = agreed("Anna mord, Bert pass, Caro pass", "Anna bettel")
    assert down == ["B16 /contract/kind"]
    # The game finally declared is the one paid.
    fields = {
        "auction": said(alone),
        "contract": played("Anna bettel"),
        "tricks_taken": {"Anna": 0},
    }
    assert report("bolachen", **fields)["units"] == {"Anna": 4, "Bert": -2, "Caro": -2}


def test_b18_one_card_may_be_called_in_bettel_and_mord():
    call = {"card": "E7", "from": "Bert", "given": "HA"}
    bettel = {"contract": played("Anna bettel")}
    hand = {"Anna": [*EICHEL, "SA", "SK"]}
    assert errors("bolachen", call=call, hands=hand, **bettel) == []
    given_away = {"Anna": [*EICHEL, "SA", "HA"]}
    kept = errors("bolachen", call=call, hands=given_away, **bettel)
    assert kept == ["card_twice /hands/Anna/9"]
    own = {"card": "E7", "from": "Anna"}
    assert errors("bolachen", call=own, **bettel) == ["B18 /call/from"]
    spent = {"card": "E7", "from": None}
    assert errors("bolachen", call=spent, talon=["E7", "G7"], **bettel) == []
    paid = {**spent, "given": "HA"}
    assert errors("bolachen", call=paid, **bettel) == ["B18 /call/given"]
    assert errors("bolachen", call=call, contract=HERZ) == ["B18 /call"]
    assert errors("bolachen", call=call, rules={"call_right": "off"}, **bettel) == ["B18 /call"]


@pytest.mark.parametrize("game", ["bettel", "mord"])
def test_b19_who_switched_from_brand_has_no_call(game):
    told = {
        "auction": said("Anna brand, Bert pass, Caro pass"),
        "contract": played(f"Anna {game}"),
        "call": {"card": "E7", "from": "Bert"},
    }
    assert errors("bolachen", **told) == ["B19 /call"]
    assert errors("bolachen", rules={"call_right": "also_after_switch"}, **told) == []
    told["auction"] = said(f"Anna {game}, Bert pass, Caro pass")
    assert errors("bolachen", **told) == []


def test_b20_the_declarer_leads_then_who_won():
    out_of_turn = judged("bolachen", "Bert", "E7 E8 E9", lead="Bert", contract=HERZ)
    assert out_of_turn == ("illegal", "B20", [])
    assert judged("bolachen", "Anna", "E7 E8 E9", contract=HERZ) == ("legal", None, [])
    tricks = [{"cards": ["E7", "E8", "E9"]}, {"lead": "Anna", "cards": ["G7"]}]
    plays = report("bolachen", contract=HERZ, tricks=tricks)["plays"]
    assert (plays[-1]["player"], plays[-1]["verdict"], plays[-1]["rule"]) == (
        "Anna",
        "illegal",
        "B20",
    )
    tricks[1]["lead"] = "Caro"
    assert report("bolachen", contract=HERZ, tricks=tricks)["plays"][-1]["verdict"] == "legal"


@pytest.mark.parametrize("game", ["bettel", "mord"])
def test_b21_there_are_trumps_only_in_brand(game):
    assert errors("bolachen", contract=played(f"Anna {game} H")) == ["B21 /contract/trump"]
    assert winner("bolachen", played(f"Anna {game}"), "E7", "HA", "SA") == "Anna"
    assert winner("bolachen", HERZ, "E7", "H7", "SA") == "Bert"


@pytest.mark.parametrize(("led", "held", "played_card"), [("G7", "G8", "EA"), ("H7", "H8", "EA")])
def test_b22_who_holds_the_suit_led_plays_it(led, held, played_card):
    had = [{"player": "Bert", "cards": [held], "after_trick": 0}]
    told = {"contract": HERZ, "held": had}
    assert judged("bolachen", "Bert", f"{led} {played_card}", **told) == ("illegal", "B22", [held])
    assert judged("bolachen", "Bert", f"{led} {held}", **told) == ("legal", None, [])
    unknown = judged("bolachen", "Bert", f"{led} {played_card}", contract=HERZ)
    assert unknown == ("open", "B22", [])


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("GA H7 H8", "Caro"),
        ("GA H8 H7", "Bert"),
        ("G9 GA EA", "Bert"),
        ("G7 EA SA", "Anna"),
        ("H7 GA HK", "Caro"),
    ],
)
def test_b26_the_highest_trump_wins_or_the_highest_of_the_suit_led(cards, expected):
    assert winner("bolachen", HERZ, *cards.split()) == expected


@pytest.mark.parametrize(
    ("kind", "made"), [("brand H", range(6, 11)), ("bettel", [0]), ("mord", [10])]
)
def test_b28_with_how_many_tricks_a_game_is_made(kind, made):
    for tricks in range(11):
        told = {"contract": played(f"Anna {kind}"), "tricks_taken": {"Anna": tricks}}
        result = report("bolachen", **told)["result"]
        assert (result["made"], result["by"]) == (tricks in made, "tricks")


def test_b29_each_defender_pays_or_is_paid_value_times_tariff():
    told = {"contract": played("Anna bettel"), "tariff": 25}
    made = report("bolachen", tricks_taken={"Anna": 0}, **told)
    assert made["money"] == {"Anna": 100, "Bert": -50, "Caro": -50}
    assert made["payments"] == [
        {"from": "Bert", "to": "Anna", "amount": 50},
        {"from": "Caro", "to": "Anna", "amount": 50},
    ]
    lost = report("bolachen", tricks_taken={"Anna": 1}, **told)
    assert lost["payments"] == [
        {"from": "Anna", "to": "Bert", "amount": 50},
        {"from": "Anna", "to": "Caro", "amount": 50},
    ]


def test_i6_a_misdeal_scores_nothing():
    misdeal = [{"offence": "misdeal"}]
    for game, contract in (("bolachen", HERZ), ("wallachen", played("Anna number 6 H"))):
        found = report(game, contract=contract, tricks_taken={"Anna": 7}, rulings=misdeal)
        assert found["errors"] == []
        assert found["payments"] == []
        assert [found[key] for key in ("result", "units", "soft", "money")] == [None] * 4
    found = report("watten", tricks_taken={"Anna": 3}, rulings=misdeal)
    assert (found["errors"], found["result"], found["soft"]) == ([], None, None)
