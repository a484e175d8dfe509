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


class SlowReader:
    """Reads facts about single cards once more: domains as sets, fitting by the textbook."""

    def __init__(self, players: list[str]) -> None:
        self.slots = [(name, n) for name in players for n in range(1, 11)]
        self.slots += [("", spot) for spot in range(32 - len(self.slots))]
        self.domains = [set(range(32)) for _ in CARDS]
        self.found: list[tuple[str, str]] = []

    def where(self, wanted: Any) -> set[int]:
        return {i for i, (name, n) in enumerate(self.slots) if wanted(name, n)}

    def take(self, cards: list[int], places: set[int], path: str, inside: str | None) -> None:
        good = []
        for j, card in enumerate(cards):
            place = path if inside is None else f"{path}{inside}/{j}"
            before = {self.slots[spot][0] for spot in self.domains[card]}
            if card in cards[:j] or not before & {self.slots[spot][0] for spot in places}:
                self.found.append(("card_twice", place))
            elif not self.domains[card] & places:
                self.found.append(("contradiction", place))
            else:
                good.append(card)
        narrowed = [*self.domains]
        for card in good:
            narrowed[card] = self.domains[card] & places
        if fits(narrowed):
            self.domains = narrowed
        else:
            self.found.append(("contradiction", path))


def some_facts(rng: random.Random) -> dict[str, Any]:
    """Tell hands, talon, discards, held cards and tricks of few cards, so that they collide."""
    names = [card_name(card) for card in rng.sample(CARDS, rng.choice((14, 20, 32)))]

    def some(least: int, most: int) -> list[str]:
        return [rng.choice(names) for _ in range(rng.randint(least, most))]

    told: dict[str, Any] = {**BRAND}
    if rng.random() < 0.5:
        told["hands"] = {"Bert": rng.sample(names, 10)}
    if rng.random() < 0.4:
        told["talon"] = some(2, 2)
    if rng.random() < 0.4:
        told["discards"] = some(2, 2)
    told["held"] = [
        {"player": rng.choice(BRAND["seats"]), "cards": some(1, 10 - after), "after_trick": after}
        for after in (rng.randint(0, 9) for _ in range(rng.randint(0, 3)))
    ]
    numbers = sorted(rng.sample(range(1, 11), rng.randint(0, 4)))
    told["tricks"] = [
        {
            "n": n,
            "lead": rng.choice(BRAND["seats"]),
            "cards": [rng.choice([None, *some(2, 2)]) for _ in range(3)],
        }
        for n in numbers
    ]
    return told


def read_slowly(told: dict[str, Any]) -> list[tuple[str, str]]:
    number = {card_name(card): card for card in CARDS}
    reader = SlowReader(BRAND["seats"])
    for name, cards in told.get("hands", {}).items():
        places = reader.where(lambda who, _n, name=name: who == name)
        reader.take([number[card] for card in cards], places, f"/hands/{name}", "")
    for field, owners in (("talon", ("", "Anna")), ("discards", ("",))):
        if field in told:
            places = reader.where(lambda who, _n, owners=owners: who in owners)
            reader.take([number[card] for card in told[field]], places, f"/{field}", "")
    for i, one in enumerate(told["held"]):
        places = reader.where(
            lambda who, n, one=one: who == one["player"] and n > one["after_trick"]
        )
        reader.take([number[card] for card in one["cards"]], places, f"/held/{i}", "/cards")
    played: list[int] = []
    for i, one in enumerate(told["tricks"]):
        first = BRAND["seats"].index(one["lead"])
        for j, card in enumerate(one["cards"]):
            if card is None:
                continue
            path = f"/tricks/{i}/cards/{j}"
            if number[card] in played:
                reader.found.append(("card_twice", path))
                continue
            spot = reader.slots.index((BRAND["seats"][(first + j) % 3], one["n"]))
            before = len(reader.found)
            reader.take([number[card]], {spot}, path, None)
            if len(reader.found) == before:
                played.append(number[card])
    return sorted(reader.found)


def test_facts_that_collide_are_found_as_by_the_slow_reader() -> None:
    rng = random.Random(7)
    codes = set()
    for _ in range(250):
        told = some_facts(rng)
        found = errors(told)
        assert found == read_slowly(told), told
        codes |= {(code, path.split("/")[1]) for code, path in found}
    assert len(codes) > 5
