"""Deal records by the thousand: good in shape, and the same with one or more things wrong."""

import copy
import random
from typing import Any

from scorekeeper.cards import CARD_TEXTS
from scorekeeper.cards import RANK_TEXTS
from scorekeeper.cards import SUIT_TEXTS
from scorekeeper.cards import Pack
from scorekeeper.rules.declaration import call_texts
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game

NAMES = ("Anna", "Bert", "Caro", "Dora", "Emil", "Franzi", "Zoë", "  Max ", "a/b", "m~n", "Ärmel")


def setting(option: Any, rng: random.Random) -> str | int:
    """Choose a value an option takes."""
    values: list[str | int] = list(option.values)
    if option.span:
        values += [*option.span, rng.randint(*option.span)]
    return rng.choice(values)


class Maker:
    """Makes records that have the right shape; whether they make sense is another matter."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.game = rng.choice(list(Game))
        self.pack = rng.choice(list(Pack))
        self.seats = rng.sample(NAMES, rng.randint(2, 6))
        self.size = 5 if self.game is Game.WATTEN else 10

    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = {
            "format": "deal-record/1",
            "game": self.game.value,
            "seats": self.seats,
            "dealer": self.name(),
        }
        if self.pack is Pack.FRENCH or self.rng.random() < 0.3:
            record["pack"] = self.pack.value
        makers = {**self.for_all()}
        if self.game is Game.WATTEN:
            makers |= self.for_watten()
        else:
            makers |= self.for_three()
        for field, make in makers.items():
            if self.rng.random() < 0.4:
                record[field] = make()
        items = list(record.items())
        self.rng.shuffle(items)
        return dict(items)

    def for_all(self) -> dict[str, Any]:
        rng = self.rng
        return {
            "house_rules": lambda: {
                option.name: setting(option, rng)
                for option in OPTIONS[self.game]
                if rng.random() < 0.3
            },
            "tariff": lambda: rng.choice([0, 10, 10.0, 1_000_000]),
            "currency": lambda: "CHF",
            "sitting_out": lambda: rng.sample(self.seats, rng.randint(0, 2)),
            "contract": self.contract,
            "hands": lambda: {name: self.cards(10) for name in rng.sample(self.seats, 2)},
            "held": lambda: self.some(self.held),
            "tricks": lambda: self.some(self.trick),
            "tricks_taken": lambda: {name: self.count() for name in rng.sample(self.seats, 2)},
            "rulings": lambda: self.some(self.ruling),
            "ask": lambda: self.some(lambda: {"trick": self.n(), "player": self.name()}),
        }

    def for_three(self) -> dict[str, Any]:
        fields: dict[str, Any] = {
            "auction": lambda: self.some(lambda: [self.name(), self.call()]),
            "talon": lambda: self.cards(2),
            "discards": lambda: self.cards(2),
        }
        if self.game is Game.BOLACHEN:
            return {**fields, "call": self.called}
        return {
            **fields,
            "doubles": lambda: self.some(self.name),
            "haferl": lambda: self.rng.choice([0, 120, 1_000_000_000]),
        }

    def for_watten(self) -> dict[str, Any]:
        rng = self.rng
        return {
            "match": lambda: {name: rng.randint(0, 1000) for name in rng.sample(self.seats, 2)},
            "raises": lambda: self.some(self.raised),
            "gehen": self.name,
            "maschine": self.name,
            "schlecken": lambda: self.some(self.schleck),
        }

    def name(self) -> str:
        return self.rng.choice(self.seats)

    def card(self) -> str:
        return self.rng.choice(list(CARD_TEXTS[self.pack]))

    def cards(self, most: int) -> list[str]:
        return [self.card() for _ in range(self.rng.randint(0, most))]

    def suit(self) -> str:
        return self.rng.choice(list(SUIT_TEXTS[self.pack]))

    def n(self) -> int | float:
        number = self.rng.randint(1, self.size)
        return float(number) if self.rng.random() < 0.1 else number

    def count(self) -> int:
        return self.rng.randint(0, self.size)

    def call(self) -> str | int:
        return self.rng.choice(list(call_texts(self.game, self.pack)))

    def some(self, make: Any) -> list[Any]:
        return [make() for _ in range(self.rng.randint(0, 4))]

    def maybe(self, **fields: Any) -> dict[str, Any]:
        return {name: make() for name, make in fields.items() if self.rng.random() < 0.6}

    def contract(self) -> dict[str, Any]:
        if self.game is Game.WATTEN:
            ranks = [*RANK_TEXTS[self.pack], 10, 9, 8, 7, 10.0]
            return self.maybe(schlag=lambda: self.rng.choice(ranks), trump=self.suit)
        kind = self.rng.choice(
            ["brand", "bettel", "mord", "passed_out"]
            if self.game is Game.BOLACHEN
            else ["number", "bettel", "mord", "passed_out"]
        )
        if kind == "passed_out":
            return {"kind": kind}
        contract = {"declarer": self.name(), "kind": kind, **self.maybe(trump=self.suit)}
        if kind == "number":
            contract["bid"] = self.rng.choice([6, 7, 8, 9, 6.0])
        return contract

    def called(self) -> dict[str, Any]:
        holder = self.rng.choice([None, self.name()])
        return {"card": self.card(), **self.maybe(**{"from": lambda: holder, "given": self.card})}

    def held(self) -> dict[str, Any]:
        return {"player": self.name(), "cards": self.cards(4), "after_trick": self.count()}

    def trick(self) -> dict[str, Any]:
        cards: list[str | None] = list(self.cards(4))
        if cards and self.rng.random() < 0.3:
            cards[0] = None
        return {"cards": cards, **self.maybe(n=self.n, lead=self.name)}

    def raised(self) -> dict[str, Any]:
        answer = self.rng.choice(["accept", "fold"])
        return {"by": self.name(), "answer": answer, **self.maybe(in_trick=self.n)}

    def schleck(self) -> dict[str, Any]:
        card = self.rng.choice([None, self.card()])
        waived = self.rng.random() < 0.5
        return {"player": self.name(), **self.maybe(card=lambda: card, waived=lambda: waived)}

    def ruling(self) -> dict[str, Any]:
        offences = ["revoke", "misdeal"]
        if self.game is Game.WATTEN:
            offences += ["error", "gespannt_raise", "bluff"]
        offence = self.rng.choice(offences)
        ruling = {"offence": offence, **self.maybe(trick=self.n)}
        if offence != "misdeal" or self.rng.random() < 0.5:
            ruling["by"] = self.name()
        return ruling


def shaped_record(seed: int) -> dict[str, Any]:
    """Make a record that has the right shape."""
    return Maker(random.Random(seed)).record()


WEIRD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    6,
    10.0,
    10.5,
    11,
    1e300,
    10**50,
    "",
    " ",
    "pass",
    "hold",
    "brand:H",
    "brand:",
    "names:♥",
    "6",
    "06",
    "10",
    "HA",
    "ha",
    "H A",
    "♥A",
    "H",
    "haferl",
    "x" * 61,
    "Anna\u0000",
    "\ud800",
    "french",
    "watten",
    "bolachen",
    "passed_out",
    "misdeal",
    "eur",
    [],
    {},
    ["Anna", "Anna"],
    [["Anna", "pass", 1]],
    {"Anna": 1, " Anna": 2},
    {"kind": "brand"},
    [None],
    [{}],
)

WEIRD_KEYS = (
    "doubles", "auction", "call", "match", "raises", "haferl", "kind", "bid", "declarer", "trump",
    "schlag", "x", "", "a/b~c", "mord_factor", "target", "by", "from", "pack",
)  # fmt: skip


def _places(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in list(items):
        found.append((value, key))
        if isinstance(one, dict | list):
            _places(one, found)
    return found


def spoil(record: dict[str, Any], rng: random.Random) -> None:
    """Change one thing of a record, mostly for the worse."""
    places = _places(record, [])
    if not places:
        return
    holder, key = rng.choice(places)
    what = rng.random()
    if what < 0.2:
        del holder[key]
    elif what < 0.35 and isinstance(holder, dict):
        holder[rng.choice(WEIRD_KEYS)] = copy.deepcopy(rng.choice(WEIRD))
    elif what < 0.5:
        other, other_key = rng.choice(places)
        holder[key] = copy.deepcopy(other[other_key])
    else:
        holder[key] = copy.deepcopy(rng.choice(WEIRD))


def mutated_record(seed: int) -> dict[str, Any]:
    """Make a record with one to three things changed."""
    rng = random.Random(seed)
    record = copy.deepcopy(Maker(rng).record())
    for _ in range(rng.randint(1, 3)):
        spoil(record, rng)
    return record
