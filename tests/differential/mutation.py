"""Small changes to a record, as slips of the pen and of the program make them."""

import copy
import json
import random

from tests.differential.tables import NAMES
from tests.oracle.words import ALL_CARDS
from tests.oracle.words import FIELDS
from tests.oracle.words import OPTIONS
from tests.oracle.words import Json

WORDS: list[Json] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2.0,
    3.5,
    6,
    11,
    10**30,
    1e300,
    "6",
    "10",
    "",
    " ",
    "pass",
    "brand",
    "brand:L",
    "brand:h",
    "brand:",
    "names:H",
    "hold",
    "mord",
    "bettel",
    "number",
    "passed_out",
    "Anna",
    " Bert ",
    "anna",
    "haferl",
    "Haferl",
    "A\u0308nne",
    "B\ud800",
    "Nobody",
    "\u0007",
    "x" * 61,
    [],
    {},
    [None],
    {"a": 1},
    "french",
    "german",
    "misdeal",
    "revoke",
    "fold",
    "ha",
    "HX",
    "♥K",
    "DQ",
    "QD",
    "LK",
    "EUR",
    "euro",
]

ALIKE: dict[str | int, list[str]] = {
    "answer": ["accept", "fold"],
    "offence": ["revoke", "misdeal", "error", "gespannt_raise", "bluff"],
    "kind": ["brand", "number", "bettel", "mord", "passed_out"],
    "trump": ["E", "G", "H", "S", "b"],
    "schlag": ["A", "K", "O", "U", "10", "9", "8", "7"],
    1: ["pass", "brand", "brand:E", "names:S", "6", "7", "8", "9", "bettel", "mord", "hold"],
}


def paths(value: Json, here: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the places of all values inside."""
    found = [here] if here else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += paths(inner, (*here, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            found += paths(inner, (*here, i))
    return found


def at(value: Json, path: tuple[str | int, ...]) -> Json:
    """Return the value at a place."""
    for step in path:
        value = value[step]
    return value


def mutate(chance: random.Random, record: Json) -> Json:
    """Return a record with one or more things changed."""
    record = copy.deepcopy(record)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        if not isinstance(record, dict) or not record:
            return record
        ways = [_cards, _swap, _alter, _remove, _repeat, _replace, _field, _rename]
        chance.choices(ways, [4, 4, 10, 2, 2, 1, 1, 1])[0](chance, record)
    return record


def _put(record: Json, path: tuple[str | int, ...], value: Json) -> None:
    at(record, path[:-1])[path[-1]] = value


def _swap(chance: random.Random, record: Json) -> None:
    """Change two values of the same kind for each other: two cards, two names."""
    places = [p for p in paths(record) if not isinstance(at(record, p), dict | list)]
    one = chance.choice(places)
    alike = [
        p
        for p in places
        if type(at(record, p)) is type(at(record, one)) and len(p) > 1 and p[0] == one[0]
    ]
    if alike:
        other = chance.choice(alike)
        first, second = at(record, one), at(record, other)
        _put(record, one, second)
        if chance.random() < 0.7:
            _put(record, other, first)


def _cards(chance: random.Random, record: Json) -> None:
    """Write a card of one place at another, or change two of them for each other."""
    places = [
        p
        for p in paths(record)
        if len(p) > 1 and isinstance(at(record, p), str) and at(record, p) in ALL_CARDS
    ]
    if len(places) < 2:
        return
    one, other = chance.sample(places, 2)
    first, second = at(record, one), at(record, other)
    _put(record, one, second)
    if chance.random() < 0.5:
        _put(record, other, first)


def _replace(chance: random.Random, record: Json) -> None:
    """Write something quite different."""
    _put(record, chance.choice(paths(record)), copy.deepcopy(chance.choice(WORDS)))


def _alter(chance: random.Random, record: Json) -> None:
    """Write something else of the same kind."""
    spare = chance.random() < 0.95  # leave what makes it a record at all
    places = [
        p
        for p in paths(record)
        if not isinstance(at(record, p), dict | list)
        and not (spare and p[0] in ("format", "game", "seats"))
    ]
    if not places:
        return
    place = chance.choice(places)
    value = at(record, place)
    if isinstance(value, bool) or value is None:
        _put(record, place, chance.choice([True, False, "HK"]))
    elif isinstance(value, int | float):
        step = chance.choice([1, -1, 1, -1, 3, 0.0])
        _put(record, place, float(value) if step == 0.0 else value + step)
    elif value in ALL_CARDS:
        other = chance.choice(ALL_CARDS)
        spelled = chance.choice([other, other, other.lower(), other.replace("10", "T"), None])
        _put(record, place, spelled)
    elif value in NAMES:
        _put(record, place, chance.choice(NAMES))
    elif place[0] == "house_rules" and value is not None:
        values = OPTIONS.get(str(record.get("game")), {}).get(str(place[-1]), ["yes"])
        other = chance.choice(values)
        _put(record, place, chance.choice(other) if isinstance(other, range) else other)
    elif chance.random() < 0.8 and place[-1] in ALIKE:
        _put(record, place, chance.choice(ALIKE[place[-1]]))
    else:
        _put(record, place, copy.deepcopy(chance.choice(WORDS)))


def _remove(chance: random.Random, record: Json) -> None:
    place = chance.choice(paths(record))
    del at(record, place[:-1])[place[-1]]


def _repeat(chance: random.Random, record: Json) -> None:
    """Write an entry of a list twice."""
    lists = [p for p in paths(record) if isinstance(at(record, p), list) and at(record, p)]
    if lists:
        found = at(record, chance.choice(lists))
        found.insert(chance.randint(0, len(found)), copy.deepcopy(chance.choice(found)))


def _field(chance: random.Random, record: Json) -> None:
    """Add a field, mostly one that exists."""
    inside = [p for p in paths(record) if isinstance(at(record, p), dict)]
    if inside and chance.random() < 0.4:
        thing = at(record, chance.choice(inside))
        keys = ["n", "lead", "by", "trick", "waived", "card", "from", "given", "trump", "bid", "x"]
        thing[chance.choice(keys)] = copy.deepcopy(chance.choice(WORDS))
    else:
        name = chance.choice([*FIELDS, "note"])
        record[name] = copy.deepcopy(chance.choice([*WORDS, *record.values()]))


def _rename(chance: random.Random, record: Json) -> None:
    """Spell a key in another way."""
    inside = [()] + [p for p in paths(record) if isinstance(at(record, p), dict)]
    thing = at(record, chance.choice(inside))
    if thing:
        key = chance.choice(list(thing))
        other = chance.choice([key + " ", key.upper(), "A\u0308nne", "x/y~z", "Anna"])
        thing[other] = thing[key] if chance.random() < 0.5 else thing.pop(key)


def text_of(chance: random.Random, record: Json) -> bytes:
    """Write a record as text, now and then badly."""
    text = json.dumps(record, ensure_ascii=chance.random() < 0.7)
    slip = chance.random()
    if slip < 0.003:
        text = "\ufeff" + text
    elif slip < 0.006:
        text = text.replace('"seats"', '"dealer"', 1)
    elif slip < 0.009:
        text = text.replace("10", "NaN", 1)
    elif slip < 0.012:
        text = text[: chance.randrange(len(text))]
    elif slip < 0.014:
        text = text.replace("10", "1" + "0" * 5000, 1)
    elif slip < 0.016:
        text = text.replace("10", "10.0", 1)
    elif slip < 0.018:
        text = "[" * 50_000 + text
    return text.encode("utf-8", "surrogatepass")
