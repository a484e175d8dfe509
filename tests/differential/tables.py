"""Random tables: who sits there and which house rules hold."""

import random

from tests.oracle.words import OPTIONS
from tests.oracle.words import Json

NAMES = ["Anna", "Bert", "Caro", "Dora", "Emil", "Fritz"]
ODD_NAMES = ["Änne", "Bärbel", "Zo/e", "til~de", "G. Groß", "李", "bert b."]


def random_options(chance: random.Random, game: str) -> dict[str, Json]:
    """Return house rules: none, a few, or all of them at random."""
    share = chance.choice([0.0, 0.15, 0.4, 1.0])
    chosen: dict[str, Json] = {}
    for name, values in OPTIONS[game].items():
        if chance.random() < share:
            value = chance.choice(values)
            if isinstance(value, range):
                small = [v for v in value if v <= 20]
                value = chance.choice(small)
            chosen[name] = value
    return chosen


def random_seats(chance: random.Random, game: str) -> dict[str, Json]:
    """Return seats, dealer and sitting_out."""
    fewest, most = (2, 4) if game == "watten" else (3, 3)
    playing = chance.choice([most, most, most, chance.randint(fewest, most)])
    sitting = chance.choice([0, 0, 0, 1, chance.randint(0, 6 - playing)])
    pool = NAMES if chance.random() < 0.85 else ODD_NAMES
    seats = pool[: playing + sitting]
    if chance.random() < 0.3:
        chance.shuffle(seats)
    table: dict[str, Json] = {"seats": seats, "dealer": chance.choice(seats)}
    if sitting or chance.random() < 0.05:
        table["sitting_out"] = chance.sample(seats, sitting)
    return table


def random_base(chance: random.Random, game: str) -> dict[str, Json]:
    """Return a record of nothing but a table."""
    record: dict[str, Json] = {"format": "deal-record/1", "game": game}
    options = random_options(chance, game)
    if options:
        record["house_rules"] = options
    if chance.random() < 0.4:
        record["tariff"] = chance.choice([0, 1, 5, 10, 20, 50])
    return record | random_seats(chance, game)


def seated(record: dict[str, Json]) -> list[str]:
    """Return the players clockwise from the dealer's left."""
    place = record["seats"].index(record["dealer"])
    clockwise = record["seats"][place + 1 :] + record["seats"][: place + 1]
    return [seat for seat in clockwise if seat not in record.get("sitting_out", [])]
