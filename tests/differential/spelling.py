"""The same record as other people would write it: other packs, other letters."""

import random

from tests.oracle.words import ALL_CARDS
from tests.oracle.words import RANK_SPELLING
from tests.oracle.words import SUIT_SPELLING
from tests.oracle.words import Json


def _spell(chance: random.Random, meant: str, spelling: dict[str, str]) -> str:
    """Write a suit or a rank in one of the ways that mean it."""
    written = chance.choice([word for word, meaning in spelling.items() if meaning == meant])
    return written.lower() if chance.random() < 0.3 else written


def respell(chance: random.Random, record: dict[str, Json]) -> dict[str, Json]:
    """Return the record with every card, suit and rank written anew in a pack."""
    pack = chance.choice(["german", "french"])
    suits, ranks = SUIT_SPELLING[pack], RANK_SPELLING[pack]

    def rewrite(value: Json, key: str | None) -> Json:
        if isinstance(value, dict):
            return {inner: rewrite(item, inner) for inner, item in value.items()}
        if isinstance(value, list):
            return [rewrite(item, key) for item in value]
        if not isinstance(value, str):
            return value
        if key == "trump" and value in set(suits.values()):
            return _spell(chance, value, suits)
        if key == "schlag" and value in set(ranks.values()):
            return _spell(chance, value, ranks)
        if key == "auction" and value[:6] in ("brand:", "names:") and value[6:] in suits.values():
            return value[:6] + _spell(chance, value[6:], suits)
        if value in ALL_CARDS:
            return _spell(chance, value[0], suits) + _spell(chance, value[1:], ranks)
        return value

    rewritten: dict[str, Json] = rewrite(record, None)
    if pack == "french" or chance.random() < 0.5:
        rewritten["pack"] = pack
    return rewritten
