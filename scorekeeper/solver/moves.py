"""Everything a trick can come to, from a position between two tricks.

A position's moves are lists of groups of changes, by who leads (see `suits.Leads.both`): the
search asks of each group whether all or any of its changes are good. They are given one suit after
the other, so that what is not looked at is not worked out.
"""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from functools import cache

from scorekeeper.solver.duties import Duties
from scorekeeper.solver.duties import VoidDuty
from scorekeeper.solver.suits import MASKS
from scorekeeper.solver.suits import SLOTS
from scorekeeper.solver.suits import Changes
from scorekeeper.solver.suits import Leads
from scorekeeper.solver.suits import Ruffs
from scorekeeper.solver.suits import leads
from scorekeeper.solver.suits import removals
from scorekeeper.solver.suits import ruffs

Group = Iterable[int]
Moves = Callable[[int], Iterator[Group]]
"""For who leads as declarer or as defender 1: the groups of a position."""
NestedMoves = Callable[[int], Iterator[Sequence[Group]]]
"""For who leads as defender 2: for each lead, a group for each answer of the declarer."""

Cards = Callable[[int], list[int]]


@cache
def _discards(player: int, *, trumps: bool, top_first: bool) -> Cards:
    """Give the function that lists the changes by a discard of the player, trumps apart."""
    first, second, third, fourth = (
        removals(slot, player, top_first=top_first).__getitem__ for slot in SLOTS
    )
    mask0, mask1, mask2, mask3 = MASKS

    def plain(position: int) -> list[int]:
        return [
            *second(position & mask1),
            *third(position & mask2),
            *fourth(position & mask3),
        ]

    def anything(position: int) -> list[int]:
        return [
            *first(position & mask0),
            *second(position & mask1),
            *third(position & mask2),
            *fourth(position & mask3),
        ]

    return plain if trumps else anything


Tree = Sequence[Sequence[Group]]
Voids = Callable[[Leads, int, int], Tree]
"""For the leads from a suit, a position and its part of trumps to ruff with: groups by lead."""


class _Nothing(dict[int, tuple[()]]):
    """Stands for the trump suit of a game that has none."""

    def __missing__(self, key: int) -> tuple[()]:
        return ()


_no_trumps: Mapping[int, Changes] = _Nothing()
_no_ruffs: Mapping[int, tuple[Ruffs, ...]] = _Nothing()


def _bound(duties: Duties, released: bool) -> VoidDuty:
    return duties.void_released if released else duties.void_bound


def _second_void(leader: int, duties: Duties, *, trumps: bool, top_first: bool) -> Voids:
    """Give the function for suits that only the third player can follow."""
    second = (leader + 1) % 3
    discards = _discards(second, trumps=trumps, top_first=top_first)
    ruffing = removals(0, second, top_first=top_first) if trumps else _no_trumps
    must = _bound(duties, duties.second_released[leader]) is not VoidDuty.NOTHING

    def groups(lead: Leads, position: int, trump_part: int) -> Tree:
        with_trump = ruffing[trump_part]
        others = () if with_trump and must else discards(position)
        return [
            [[change ^ last for last in ruffed] for change in with_trump]
            + [[change ^ last for last in plain] for change in others]
            for plain, ruffed in lead.third
        ]

    return groups


def _third_void(leader: int, duties: Duties, *, trumps: bool, top_first: bool) -> Voids:
    """Give the function for suits that only the second player can follow."""
    third = (leader + 2) % 3
    discards = _discards(third, trumps=trumps, top_first=top_first)
    ruffing = removals(0, third, top_first=top_first) if trumps else _no_trumps
    not_beaten, beaten = duties.third_released[leader]
    must = (
        _bound(duties, not_beaten) is not VoidDuty.NOTHING,
        _bound(duties, beaten) is not VoidDuty.NOTHING,
    )

    def groups(lead: Leads, position: int, trump_part: int) -> Tree:
        with_trump = ruffing[trump_part]
        if not with_trump:
            others = discards(position)
            return [
                [[plain ^ change for change in others] for plain, _, _ in answers]
                for answers in lead.second
            ]
        others = [] if must == (True, True) else discards(position)
        return [
            [
                [ruffed ^ change for change in with_trump]
                if must[beats]
                else [ruffed ^ change for change in with_trump]
                + [plain ^ change for change in others]
                for plain, ruffed, beats in answers
            ]
            for answers in lead.second
        ]

    return groups


def _both_void(leader: int, duties: Duties, *, trumps: bool, top_first: bool) -> Voids:
    """Give the function for suits that nobody can follow."""
    second, third = (leader + 1) % 3, (leader + 2) % 3
    to_third = leader ^ third
    discards_second = _discards(second, trumps=trumps, top_first=top_first)
    discards_third = _discards(third, trumps=trumps, top_first=top_first)
    ruffing_third = removals(0, third, top_first=top_first) if trumps else _no_trumps
    not_beaten, beaten = duties.third_released[leader]
    after_ruff = _bound(duties, beaten)
    ruffing = ruffs(leader, after_ruff, top_first=top_first) if trumps else _no_ruffs
    must_second = _bound(duties, duties.second_released[leader]) is not VoidDuty.NOTHING
    must_third = _bound(duties, not_beaten) is not VoidDuty.NOTHING

    def groups(lead: Leads, position: int, trump_part: int) -> Tree:
        second_ruffs = ruffing[trump_part]
        without_lead = []
        for ruff, answers, may_discard in second_ruffs:
            group = list(answers)
            if may_discard:
                group += [ruff ^ change for change in discards_third(position)]
            without_lead.append(group)
        if not (second_ruffs and must_second):
            with_trump = ruffing_third[trump_part]
            must = with_trump and must_third
            for change in discards_second(position):
                group = [change ^ to_third ^ last for last in with_trump]
                if not must:
                    group += [change ^ last for last in discards_third(position ^ change)]
                without_lead.append(group)
        return [
            [[led ^ change for change in group] for group in without_lead] for led in lead.alone
        ]

    return groups


Trees = Callable[[int], Iterator[tuple[bool, Tree]]]


@cache
def _trees(leader: int, duties: Duties, *, trumps: bool, top_first: bool) -> Trees:
    """Give the function that lists, suit by suit, the groups of each lead.

    With each suit it says whether its groups are arranged for the leader already.
    """
    released = duties.second_released[leader], duties.third_released[leader]
    suits = [
        (mask, leads(slot, leader, *released, top_first=top_first))
        for slot, mask in zip(SLOTS, MASKS, strict=True)
    ]
    second_void = _second_void(leader, duties, trumps=trumps, top_first=top_first)
    third_void = _third_void(leader, duties, trumps=trumps, top_first=top_first)
    both_void = _both_void(leader, duties, trumps=trumps, top_first=top_first)
    trump_mask = MASKS[0] if trumps else 0

    def trees(position: int) -> Iterator[tuple[bool, Tree]]:
        for mask, table in suits:
            lead = table[position & mask]
            if lead is None:
                continue
            if lead.both:
                yield True, lead.both
                continue
            # On a trump lead a void player has no trump to ruff with.
            trump_part = position & trump_mask if mask != trump_mask else 0
            if lead.third:
                yield False, second_void(lead, position, trump_part)
            elif lead.second:
                yield False, third_void(lead, position, trump_part)
            else:
                yield False, both_void(lead, position, trump_part)

    return trees


@cache
def declarer_moves(duties: Duties, *, trumps: bool, top_first: bool) -> Moves:
    """Give the moves when the declarer leads: a group for each lead, of the defenders' choices."""
    trees = _trees(0, duties, trumps=trumps, top_first=top_first)

    def moves(position: int) -> Iterator[Group]:
        for arranged, tree in trees(position):
            if arranged:
                for groups in tree:
                    yield from groups
            else:
                for groups in tree:
                    yield dict.fromkeys([change for group in groups for change in group])

    return moves


@cache
def first_defender_moves(duties: Duties, *, trumps: bool, top_first: bool) -> Moves:
    """Give the moves when defender 1 leads: for each choice of both defenders the declarer's."""
    trees = _trees(1, duties, trumps=trumps, top_first=top_first)

    def moves(position: int) -> Iterator[Group]:
        for _, tree in trees(position):
            for groups in tree:
                yield from groups

    return moves


@cache
def second_defender_moves(duties: Duties, *, trumps: bool, top_first: bool) -> NestedMoves:
    """Give the moves when defender 2 leads: for each lead, for each answer, the last cards."""
    trees = _trees(2, duties, trumps=trumps, top_first=top_first)

    def moves(position: int) -> Iterator[Sequence[Group]]:
        for _, tree in trees(position):
            yield from tree

    return moves
