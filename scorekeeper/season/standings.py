"""Places: who stands where, what parted those of equal value, and how they moved.

Places are counted as in sport: two who share the first are followed by the third.
"""

from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction

from scorekeeper.season.ladder import TieBreak
from scorekeeper.season.tiebreak import LAST_RESORT
from scorekeeper.season.tiebreak import deciding
from scorekeeper.season.tiebreak import lot

Meeting = Callable[[Sequence[str]], Mapping[str, Fraction]]
"""Compares those who are level by the deals they met in (G9); asked only where it matters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Somebody to be ranked: his value, and his for each criterion that looks at him alone."""

    id: str
    value: Fraction
    ties: Mapping[TieBreak, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where somebody stands.

    `tied_with` are all others of his value, `decided_by` what parted him from his neighbour among
    them: from the one above, for the first of them from the one below. None: nobody is equal, or
    the place is shared. `direct` is what he has in the direct comparison, None: it was not asked.
    """

    id: str
    place: int
    shared: bool
    tied_with: tuple[str, ...] = ()
    decided_by: TieBreak | None = None
    direct: Fraction | None = None


def nobody_met(group: Sequence[str]) -> dict[str, Fraction]:
    """Compare people who have not met."""
    return dict.fromkeys(group, Fraction(0))


def ranked(
    entrants: Sequence[Entrant], order: Sequence[TieBreak], seed: str, met: Meeting = nobody_met
) -> tuple[Place, ...]:
    """Rank people by value, then by the criteria in order, then by lot if that is one of them.

    `met` compares those who are level where the direct comparison is asked for.
    """
    known = {one.id: one for one in entrants}
    ties: dict[str, dict[TieBreak, Fraction]] = {one.id: dict(one.ties) for one in entrants}
    tied = _parted(list(known), lambda id_: known[id_].value)
    level = tied
    for criterion in order:
        if criterion is TieBreak.DIRECT:
            for group in level:
                if len(group) > 1:
                    for id_, value in met(group).items():
                        ties[id_][criterion] = value
        if criterion is not LAST_RESORT:
            level = [part for group in level for part in _by(criterion, group, ties)]
    drawn = LAST_RESORT in order
    rows: list[tuple[str, int, bool]] = []
    for group in level:
        group.sort(key=lambda id_: (lot(seed, id_) if drawn else 0, id_))
        place = len(rows) + 1
        rows += [
            (id_, place + at if drawn else place, len(group) > 1 and not drawn)
            for at, id_ in enumerate(group)
        ]
    return _places(rows, tied, order, ties)


def _by(
    criterion: TieBreak, group: list[str], ties: Mapping[str, Mapping[TieBreak, Fraction]]
) -> list[list[str]]:
    return [group] if len(group) == 1 else _parted(group, lambda id_: ties[id_][criterion])


def _parted(ids: list[str], value: Callable[[str], Fraction]) -> list[list[str]]:
    """Part people by a value, the greatest first; those of the same stay together."""
    groups: dict[Fraction, list[str]] = {}
    for id_ in ids:
        groups.setdefault(value(id_), []).append(id_)
    return [groups[one] for one in sorted(groups, reverse=True)]


def _places(
    rows: Sequence[tuple[str, int, bool]],
    tied: Sequence[Sequence[str]],
    order: Sequence[TieBreak],
    ties: Mapping[str, Mapping[TieBreak, Fraction]],
) -> tuple[Place, ...]:
    """Say of everybody with whom he is level and what parted him from his neighbour among them."""
    of_his_value = {id_: group for group in tied for id_ in group}
    ordered = [id_ for id_, _, _ in rows]
    found = []
    for at, (id_, place, shared) in enumerate(rows):
        others = [other for other in ordered if other != id_ and other in of_his_value[id_]]
        decided = None
        if others:
            above = ordered[at - 1] if at else None
            neighbour = above if above in others else ordered[at + 1]
            decided = deciding(order, ties[id_], ties[neighbour])
        found.append(
            Place(
                id=id_,
                place=place,
                shared=shared,
                tied_with=tuple(others),
                decided_by=decided,
                direct=ties[id_].get(TieBreak.DIRECT),
            )
        )
    return tuple(found)


def movement(now: Sequence[Place], before: Sequence[Place]) -> dict[str, int | None]:
    """Return by how many places everybody rose, negative for who fell; None for who is new."""
    earlier = {one.id: one.place for one in before}
    return {one.id: earlier[one.id] - one.place if one.id in earlier else None for one in now}
