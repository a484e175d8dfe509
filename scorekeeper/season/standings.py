"""Places: who stands where, what parted those of equal value, and how they moved.

Places are counted as in sport: two who share the first are followed by the third.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction

from scorekeeper.season.ladder import TieBreak
from scorekeeper.season.tiebreak import LAST_RESORT
from scorekeeper.season.tiebreak import deciding
from scorekeeper.season.tiebreak import lot


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody to be ranked: his value, and what he brings for each criterion but the lots."""

    id: str
    value: Fraction
    ties: Mapping[TieBreak, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where somebody stands.

    `tied_with` are all others of his value, `decided_by` what parted him from his neighbour among
    them: from the one above, for the first of them from the one below. None: nobody is equal, or
    the place is shared.
    """

    id: str
    place: int
    shared: bool
    tied_with: tuple[str, ...] = ()
    decided_by: TieBreak | None = None


def ranked(entrants: Sequence[Entrant], order: Sequence[TieBreak], seed: str) -> tuple[Place, ...]:
    """Rank people by value, then by the criteria in order, then by lot if that is one of them."""
    lots = {one.id: lot(seed, one.id) for one in entrants} if LAST_RESORT in order else {}
    criteria = [one for one in order if one is not LAST_RESORT]

    def key(one: Entrant) -> tuple[object, ...]:
        return (-one.value, *(-one.ties[c] for c in criteria), lots.get(one.id, 0), one.id)

    rows = sorted(entrants, key=key)
    groups: dict[Fraction, list[str]] = {}
    for one in rows:
        groups.setdefault(one.value, []).append(one.id)
    places: list[int] = []
    for at, one in enumerate(rows):
        above = rows[at - 1] if at else None
        equal = above is not None and above.value == one.value
        same = equal and above is not None and deciding(order, above.ties, one.ties) is None
        places.append(places[-1] if same else at + 1)
    found = []
    for at, one in enumerate(rows):
        group = groups[one.value]
        decided = None
        if len(group) > 1:
            other = rows[at + 1] if group[0] == one.id else rows[at - 1]
            decided = deciding(order, one.ties, other.ties)
        found.append(
            Place(
                id=one.id,
                place=places[at],
                shared=places.count(places[at]) > 1,
                tied_with=tuple(other for other in group if other != one.id),
                decided_by=decided,
            )
        )
    return tuple(found)


def movement(now: Sequence[Place], before: Sequence[Place]) -> dict[str, int | None]:
    """Return by how many places everybody rose, negative for who fell; None for who is new."""
    earlier = {one.id: one.place for one in before}
    return {one.id: earlier[one.id] - one.place if one.id in earlier else None for one in now}
