"""Best play after a revoke, against a plain search written from the specification alone."""

import random

import pytest

from scorekeeper.adjudication.check import check_object
from scorekeeper.cards import CARD_NAMES
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from tests.oracle import reference_check
from tests.rules.told import errors
from tests.rules.told import record
from tests.rules.told import report

PEOPLE = ["Anna", "Bert", "Caro"]
CHANGING_PLAY = {
    "bolachen": ("release_from_stichzwang", "void_must_trump", "stichzwang_in_bettel_mord"),
    "wallachen": ("undertrump_duty", "partner_winning_exemption", "stichzwang_in_bettel_mord"),
}
KINDS = {"bolachen": ["brand", "bettel", "mord"], "wallachen": ["number", "bettel", "mord"]}


def winner_of(cards, leader, trump):
    best = 0
    for place in (1, 2):
        suit, lead = cards[place][0], cards[best][0]
        higher = CARD_NAMES.index(cards[place]) < CARD_NAMES.index(cards[best])
        if (suit == lead and higher) or (suit == trump and lead != trump):
            best = place
    return PEOPLE[(PEOPLE.index(leader) + best) % 3]


def played_at_random(chance, game):
    """A whole deal played without regard to any duty, and a revoke somebody is found guilty of."""
    pack = list(CARD_NAMES)
    chance.shuffle(pack)
    hands = {name: pack[10 * i : 10 * i + 10] for i, name in enumerate(PEOPLE)}
    left = {name: list(hand) for name, hand in hands.items()}
    kind = chance.choice(KINDS[game])
    declarer = chance.choice(PEOPLE)
    trump = chance.choice("EGHS") if kind in ("brand", "number") else None
    if kind == "number":
        trump = left[declarer][0][0]
    leader, tricks = declarer, []
    for n in range(10):
        cards = []
        for i in range(3):
            name = PEOPLE[(PEOPLE.index(leader) + i) % 3]
            suits = [card for card in left[name] if cards and card[0] == cards[0][0]]
            card = left[name][0] if n == 0 and i == 0 else chance.choice(suits or left[name])
            left[name].remove(card)
            cards.append(card)
        tricks.append({"lead": leader, "cards": cards})
        leader = winner_of(cards, leader, trump)
    options = {
        option.name: chance.choice(list(option.values))
        for option in OPTIONS[Game(game)]
        if option.name in CHANGING_PLAY[game]
    }
    contract = {"declarer": declarer, "kind": kind}
    contract |= {"trump": trump} if trump else {}
    contract |= {"bid": chance.choice([6, 7])} if kind == "number" else {}
    ruling = {"offence": "revoke", "by": chance.choice(PEOPLE), "trick": chance.randint(6, 10)}
    return record(
        game,
        rules={**options, "revoke_remedy": "double_dummy"},
        contract=contract,
        hands=hands,
        tricks=tricks,
        rulings=[ruling],
        ask=[],
    )


@pytest.mark.parametrize("game", ["bolachen", "wallachen"])
def test_best_play_is_that_of_a_plain_search(game):
    chance = random.Random(f"remedy of {game}")
    ruled = 0
    for _ in range(50):
        deal = played_at_random(chance, game)
        expected, found = reference_check(deal), check_object(deal)
        assert expected["errors"] == []
        assert found.result == expected["result"], deal
        assert found.money == expected["money"], deal
        ruled += found.result["by"] == "ruling"
    assert ruled > 5


# Anna, Brand in Herz, leads from nine tricks played to the end; Bert has HA and the EA left.
def late_revoke(**changes):
    """Anna has five tricks after nine; in the tenth Bert must follow, whatever he did."""
    tricks = [
        ["HK", "H7", "H8"],
        ["HO", "H9", "H10"],
        ["HU", "EU", "S7"],
        ["SA", "S8", "S9"],
        ["SK", "S10", "SU"],
        ["G7", "GA", "GK"],
    ]
    leads = ["Anna", "Anna", "Anna", "Anna", "Anna", "Anna"]
    fields = {
        "contract": {"declarer": "Anna", "kind": "brand", "trump": "H"},
        "rules": {"revoke_remedy": "double_dummy"},
        "hands": {
            "Anna": ["HK", "HO", "HU", "SA", "SK", "G7", "G8", "E7", "E8", "E9"],
            "Bert": ["H7", "H9", "EU", "S8", "S10", "GA", "HA", "EA", "EK", "EO"],
            "Caro": ["H8", "H10", "S7", "S9", "SU", "GK", "GO", "GU", "G10", "G9"],
        },
        "tricks": [
            {"lead": lead, "cards": cards} for lead, cards in zip(leads, tricks, strict=True)
        ],
        "rulings": [{"offence": "revoke", "by": "Caro", "trick": 6}],
        "ask": [],
    }
    return {**fields, **changes}


def test_the_number_best_play_gives_is_paid_by_the_ordinary_rules():
    found = report("bolachen", **late_revoke())
    assert found["result"] == {
        "declarer": "Anna",
        "kind": "brand",
        "trump": "H",
        "tricks": 5,
        "made": False,
        "by": "ruling",
    }
    assert found["units"] == {"Anna": -2, "Bert": 1, "Caro": 1}


def test_without_every_hand_or_earlier_trick_the_side_loses():
    whole = late_revoke()
    hands = {name: whole["hands"][name] for name in ("Anna", "Bert")}
    unknown = [{"player": "Caro", "cards": ["GO"], "after_trick": 5}]
    ruling = {"offence": "revoke", "by": "Caro"}
    for changes in (
        {"hands": hands, "held": unknown},
        {"tricks": [{"n": 2, **whole["tricks"][1]}, *whole["tricks"][2:]]},
        {"tricks": [*whole["tricks"][:4], {"lead": "Anna", "cards": ["SK", None, "SU"]}]},
        {"tricks": [*whole["tricks"][:5], {"lead": "Anna", "cards": ["G7", None, "GK"]}]},
        {"tricks": whole["tricks"][:5]},
        {"rulings": [ruling]},
    ):
        fields = late_revoke(**changes)
        assert errors("bolachen", **fields) == []
        found = report("bolachen", **fields)
        assert found["result"]["made"] is True, changes
        assert found["units"] == {"Anna": 2, "Bert": 0, "Caro": -2}, changes


def test_the_irregular_card_itself_need_not_be_remembered():
    whole = late_revoke()
    tricks = [*whole["tricks"][:5], {"lead": "Anna", "cards": ["G7", "GA"]}]
    assert report("bolachen", **late_revoke(tricks=tricks))["result"]["made"] is False


def test_what_was_decided_before_comes_first():
    whole = late_revoke()
    more = [*whole["tricks"][:5], {"lead": "Anna", "cards": ["G7", "GA", "GK"]}]
    lost = {"contract": {"declarer": "Anna", "kind": "mord"}, "tricks": more}
    lost["rulings"] = [{"offence": "revoke", "by": "Caro", "trick": 7}]
    assert report("bolachen", **late_revoke(**lost))["result"]["by"] == "tricks"


def test_a_misdeal_among_the_rulings_scores_nothing():
    whole = late_revoke()
    rulings = [{"offence": "misdeal", "trick": 3}, *whole["rulings"]]
    assert report("bolachen", **late_revoke(rulings=rulings))["result"] is None
