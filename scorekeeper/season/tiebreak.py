"""Who is ahead of whom at equal value: criteria in order, and at last lots.

The lots are drawn from a seed that is told before the season decides anything and printed with
the standings, so that anybody can draw them again: the SHA-256 of the seed, a line end and the
id of the person, the smallest first.
"""

import hashlib
from collections.abc import Mapping
from collections.abc import Sequence
from fractions import Fraction

from scorekeeper.season.ladder import TieBreak

LAST_RESORT = TieBreak.LOTS


def lot(seed: str, person: str) -> int:
    """Draw a person's lot; the smallest goes first."""
    return int.from_bytes(hashlib.sha256(f"{seed}\n{person}".encode()).digest())


def deciding(
    order: Sequence[TieBreak],
    one: Mapping[TieBreak, Fraction],
    other: Mapping[TieBreak, Fraction],
) -> TieBreak | None:
    """Name what parts two people of equal value; None when nothing does.

    Whoever was parted from all others before a criterion was asked has no value for it.
    """
    for criterion in order:
        if criterion is LAST_RESORT:
            return criterion
        if one.get(criterion) != other.get(criterion):
            return criterion
    return None


def checked(order: Sequence[TieBreak]) -> tuple[TieBreak, ...]:
    """Return an order of criteria, each once and nothing after the lots.

    Raises ValueError when it is none.
    """
    if len(set(order)) != len(order):
        raise ValueError("a criterion twice")
    if LAST_RESORT in order[:-1]:
        raise ValueError("a criterion after the lots")
    return tuple(order)
