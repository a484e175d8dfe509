"""What of two reports must be the same."""

import json
import random

from scorekeeper.adjudication.check import check_text
from scorekeeper.adjudication.writing import report_as_json
from tests.differential.mutation import mutate
from tests.differential.mutation import text_of
from tests.differential.records import random_record
from tests.differential.records import whole_record
from tests.differential.spelling import respell
from tests.oracle import TOO_MANY
from tests.oracle import reference_check
from tests.oracle.words import Json

GAMES = ["bolachen", "wallachen", "watten"]


def product_check(data: bytes) -> dict[str, Json]:
    """Return the product's report."""
    report: dict[str, Json] = json.loads(json.dumps(report_as_json(check_text(data), str)))
    return report


def differences(data: bytes) -> list[tuple[str, Json, Json]]:
    """Return (key, by the second implementation, by the product) for each key that differs."""
    expected, got = reference_check(data), product_check(data)
    for report in (expected, got):
        report["errors"] = sorted([error["code"], error["path"]] for error in report["errors"])
    return [
        (key, expected[key], got.get(key))
        for key in expected
        if expected[key] != TOO_MANY and expected[key] != got.get(key)
    ] + [("unknown key", None, key) for key in got if key not in expected]


def random_text(seed: int, published: list[Json]) -> bytes:
    """Return the record of this seed as text."""
    chance = random.Random(seed)
    game = chance.choice(GAMES)
    record: Json = (
        whole_record(chance, game) if chance.random() < 0.15 else random_record(chance, game)
    )
    if published and chance.random() < 0.1:
        record = mutate(chance, chance.choice(published))
    elif chance.random() < 0.35:
        record = mutate(chance, record)
    if isinstance(record, dict) and chance.random() < 0.15:
        record = respell(chance, record)
    return text_of(chance, record)
