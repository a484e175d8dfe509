"""Reading what is known of the cards: every error of stage 6, and a second opinion on them."""

import random
from typing import Any

import pytest

from scorekeeper.adjudication.knowledge import read_cards
from scorekeeper.adjudication.placement import Placement
from scorekeeper.cards import CARDS
from scorekeeper.cards import card_name
from scorekeeper.rules.obligations import card_play_of
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import DealRecord

BRAND: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "bolachen",
    "seats": ["Anna", "Bert", "Caro"],
    "dealer": "Caro",
    "contract": {"declarer": "Anna", "kind": "brand", "trump": "H"},
}
MORD = {**BRAND, "contract": {"declarer": "Anna", "kind": "mord"}}
WATTEN: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "watten",
    "seats": ["Anna", "Bert", "Caro", "Dora"],
    "dealer": "Dora",
    "contract": {"schlag": "10", "trump": "S"},
}
PASSED_OUT = {**BRAND, "contract": {"kind": "passed_out"}}
EIGHT = ["HA", "HK", "HO", "HU", "H10", "H9", "H8", "H7"]
TEN = ["EA", "EK", "EO", "EU", "E10", "E9", "E8", "E7", "GA", "GK"]


def errors(told: dict[str, Any]) -> list[tuple[str, str]]:
    record = read_object(told)
    assert isinstance(record, DealRecord), record
    trump = record.contract.trump if record.contract else None
    read = read_cards(record, card_play_of(record, trump))
    return sorted((finding.code, finding.path) for finding in read.findings)


def held(player: str, cards: str, after: int) -> dict[str, Any]:
    return {"player": player, "cards": cards.split(), "after_trick": after}


def trick(n: int, lead: str, cards: str) -> dict[str, Any]:
    return {"n": n, "lead": lead, "cards": [c if c != "-" else None for c in cards.split()]}


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({**BRAND, "hands": {"Anna": [*TEN[:9], "EA"]}}, [("card_twice", "/hands/Anna/9")]),
        (
            {**BRAND, "hands": {"Anna": TEN, "Bert": [*TEN[:2], *EIGHT]}},
            [("card_twice", "/hands/Bert/0"), ("card_twice", "/hands/Bert/1")],
        ),
        ({**BRAND, "discards": ["EA", "EA"]}, [("card_twice", "/discards/1")]),
        ({**BRAND, "talon": ["EA", "EA"]}, [("card_twice", "/talon/1")]),
        ({**BRAND, "talon": ["EA", "EK"], "discards": ["EK", "EA"]}, []),
        (
            {**BRAND, "hands": {"Bert": TEN}, "talon": ["EA", "HA"], "discards": ["HK", "GA"]},
            [("card_twice", "/discards/1"), ("card_twice", "/talon/0")],
        ),
        ({**BRAND, "held": [held("Anna", "HA", 3), held("Anna", "HA HK", 5)]}, []),
        (
            {**BRAND, "held": [held("Anna", "HA", 3), held("Bert", "HK HA HK", 5)]},
            [("card_twice", "/held/1/cards/1"), ("card_twice", "/held/1/cards/2")],
        ),
        (
            {**BRAND, "held": [held("Anna", "HA", 3)], "tricks": [trick(2, "Anna", "HA")]},
            [("contradiction", "/tricks/0/cards/0")],
        ),
        (
            {**BRAND, "held": [held("Anna", "HA", 2)], "tricks": [trick(3, "Anna", "HA")]},
            [],
        ),
        (
            {**BRAND, "tricks": [trick(2, "Anna", "HA - -"), trick(4, "Anna", "HA")]},
            [("card_twice", "/tricks/1/cards/0")],
        ),
        ({**BRAND, "tricks": [trick(2, "Anna", "HA HA")]}, [("card_twice", "/tricks/0/cards/1")]),
        (
            {**BRAND, "hands": {"Anna": TEN}, "held": [held("Anna", "HA EA", 0)]},
            [("contradiction", "/held/0")],
        ),
        (
            {**BRAND, "hands": {"Anna": TEN}, "tricks": [trick(2, "Anna", "HA")]},
            [("contradiction", "/tricks/0/cards/0")],
        ),
        (
            {**BRAND, "hands": {"Anna": TEN}, "tricks": [trick(2, "Bert", "EA")]},
            [("card_twice", "/tricks/0/cards/0")],
        ),
        ({**BRAND, "hands": {"Anna": TEN}, "talon": ["HO", "HU"]}, []),
        (
            {**BRAND, "hands": {"Anna": TEN}, "talon": ["HO", "HU"], "discards": ["HA", "HK"]},
            [("contradiction", "/discards")],
        ),
        (
            # four cards for the three tricks after the seventh
            {**BRAND, "held": [held("Anna", "HA HK", 7), held("Anna", "HO HU", 7)]},
            [("contradiction", "/held/1")],
        ),
        (
            {
                **BRAND,
                "held": [held("Anna", "HA HK HO", 7)],
                "tricks": [trick(8, "Anna", "GA - -"), trick(9, "Anna", "HA")],
            },
            [("contradiction", "/tricks/0/cards/0")],
        ),
        ({**PASSED_OUT, "talon": ["EA", "EK"]}, []),
        (
            {**PASSED_OUT, "hands": {"Bert": TEN}, "talon": ["EA", "HA"]},
            [("card_twice", "/talon/0")],
        ),
        (
            {k: v for k, v in BRAND.items() if k != "contract"}
            | {"hands": {"Bert": TEN}, "talon": ["EA", "EA"]},
            [("card_twice", "/talon/1")],
        ),
    ],
    ids=str,
)
def test_cards_in_two_places_and_deals_that_do_not_fit(
    told: dict[str, Any], wrong: list[tuple[str, str]]
) -> None:
    assert errors(told) == wrong


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"call": {"card": "E7", "from": "Bert", "given": "HA"}}, []),
        (
            {"call": {"card": "E7", "from": "Bert"}, "talon": ["E7", "HA"]},
            [("card_twice", "/talon/0")],
        ),
        ({"call": {"card": "E7", "from": None}, "talon": ["E7", "HA"]}, []),
        (
            {"call": {"card": "E7", "from": None}, "talon": ["E8", "HA"]},
            [("contradiction", "/talon")],
        ),
        (
            {"call": {"card": "E7", "from": None}, "talon": ["E8", "E8"]},
            [("card_twice", "/talon/1"), ("contradiction", "/talon")],
        ),
        ({"call": {"card": "E7"}, "talon": ["E7", "HA"]}, []),
        (
            {"call": {"card": "EA"}, "hands": {"Bert": TEN}},
            [("card_twice", "/hands/Bert/0")],
        ),
        (
            {"call": {"card": "E7", "given": "HA"}, "tricks": [trick(3, "Anna", "HA - -")]},
            [("card_twice", "/tricks/0/cards/0")],
        ),
        ({"call": {"card": "E7", "given": "HA"}, "tricks": [trick(3, "Caro", "HA")]}, []),
        (
            {
                "call": {"card": "E7", "from": "Bert", "given": "HA"},
                "tricks": [trick(3, "Caro", "HA")],
            },
            [("card_twice", "/tricks/0/cards/0")],
        ),
        (
            {"call": {"card": "E7", "given": "HA"}, "talon": ["HA", "HK"]},
            [("card_twice", "/talon/0")],
        ),
    ],
    ids=str,
)
def test_a_called_card(told: dict[str, Any], wrong: list[tuple[str, str]]) -> None:
    assert errors({**MORD, **told}) == wrong


def test_who_led_must_be_known_or_given() -> None:
    def told(*tricks: dict[str, Any]) -> dict[str, Any]:
        return {**BRAND, "tricks": list(tricks)}

    full = {"cards": ["HA", "EA", "GA"]}
    assert errors(told(full)) == []
    assert errors(told(full, {"cards": ["HK"]})) == []
    assert errors(told({**full, "n": 2})) == [("format", "/tricks/0/lead")]
    assert errors(told(full, {"n": 3, "cards": []})) == [("format", "/tricks/1/lead")]
    forgotten = {"cards": ["HA", None, "GA"]}
    assert errors(told(forgotten, {"cards": ["HK"]})) == [("format", "/tricks/1/lead")]
    # cards of a trick that cannot be read are no facts, and who took it is not known
    unread = {"n": 2, "cards": ["HA", "HA", "HA"]}
    assert errors(told(unread, {"cards": ["HA", "EA", "GA"]})) == [
        ("format", "/tricks/0/lead"),
        ("format", "/tricks/1/lead"),
    ]


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"schlecken": [{"player": "Caro", "card": "HK"}]}, []),
        (
            {"schlecken": [{"player": "Caro", "card": "HK"}, {"player": "Dora", "card": "HK"}]},
            [("card_twice", "/schlecken/1/card")],
        ),
        (
            {
                "schlecken": [{"player": "Caro", "card": "HK"}],
                "tricks": [{"cards": ["HK"]}],
            },
            [("card_twice", "/schlecken/0/card")],
        ),
        (
            {
                "schlecken": [{"player": "Caro", "card": "HK", "waived": True}],
                "tricks": [{"cards": ["HK"]}],
            },
            [],
        ),
        (
            {
                "schlecken": [{"player": "Caro", "card": "HK"}],
                "hands": {"Caro": ["S7", "E7", "GA", "GK", "GO"]},
            },
            [("contradiction", "/schlecken/0/card")],
        ),
        ({"maschine": "Anna", "hands": {"Anna": ["HK", "S7", "E7", "GA", "GK"]}}, []),
        (
            {"maschine": "Anna", "hands": {"Anna": ["HK", "S7", "EA", "GA", "GK"]}},
            [("T17", "/maschine")],
        ),
        ({"maschine": "Anna", "held": [held("Bert", "E7", 0)]}, [("T17", "/maschine")]),
        (
            {
                "maschine": "Anna",
                "held": [held("Bert", "E7", 0)],
                "house_rules": {"maschine_extended": "any_sure_three"},
            },
            [],
        ),
    ],
    ids=str,
)
def test_watten(told: dict[str, Any], wrong: list[tuple[str, str]]) -> None:
    assert errors({**WATTEN, **told}) == wrong


def fits(domains: list[set[int]]) -> bool:
    """Is there a place for every card? The textbook way, one card after another."""
    at: dict[int, int] = {}

    def place(card: int, tried: set[int]) -> bool:
        for spot in sorted(domains[card]):
            if spot in tried:
                continue
            tried.add(spot)
            if spot not in at or place(at[spot], tried):
                at[spot] = card
                return True
        return False

    return all(place(card, set()) for card in range(32))


def test_narrowing_finds_a_deal_exactly_when_there_is_one() -> None:
    rng = random.Random(5)
    for _ in range(60):
        placement = Placement()
        domains = [set(range(32)) for _ in CARDS]
        for _ in range(40):
            card = rng.choice(CARDS)
            size = rng.choice((1, 2, 3, 10, 20))
            low = rng.randrange(32)
            places = {spot % 32 for spot in range(low, low + size)}
            mask = sum(1 << spot for spot in places)
            narrowed = [*domains]
            narrowed[card] = domains[card] & places
            found = placement.with_narrowed([(card, mask)])
            assert (found is not None) == fits(narrowed)
            if found is not None:
                placement, domains = found, narrowed
            assert sorted(placement.place_of) == list(range(32))
            assert all(
                placement.place_of[one] in domains[one]
                and placement.card_at[placement.place_of[one]] == one
                for one in range(32)
            )
        possible = placement.possible()
        for one in rng.sample(CARDS, 6):
            for spot in range(32):
                alone = [*domains]
                alone[one] = domains[one] & {spot}
                assert bool(possible[one] >> spot & 1) == fits(alone)


def test_a_deal_recorded_to_the_last_card_is_read_without_searching() -> None:
    rng = random.Random(6)
    pack = [card_name(card) for card in CARDS]
    rng.shuffle(pack)
    hands = {name: pack[i * 10 : i * 10 + 10] for i, name in enumerate(BRAND["seats"])}
    tricks = [
        {"lead": "Anna", "cards": [hands[name][n] for name in BRAND["seats"]]} for n in range(10)
    ]
    full = {**BRAND, "tricks": tricks, "hands": hands, "discards": pack[30:]}
    assert errors(full) == []
    assert errors({**full, "talon": [pack[0], pack[30]]}) == []
    assert errors({**full, "talon": [pack[10], pack[30]]}) == [("card_twice", "/talon/0")]
    assert errors({**full, "discards": [pack[30], pack[0]]}) == [("card_twice", "/discards/1")]
    assert errors({**full, "discards": [pack[30], pack[30]]}) == [("card_twice", "/discards/1")]
    swapped = {**hands, "Anna": hands["Bert"], "Bert": hands["Anna"]}
    assert len(errors({**full, "hands": swapped})) == 20
