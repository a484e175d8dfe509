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


class _Void:
    """What players who are void in the suit led can do to a trick led by `leader`."""

    __slots__ = (
        "discard_second",
        "discard_third",
        "must_second",
        "must_third",
        "ruff_both",
        "ruff_second",
        "ruff_third",
        "to_third",
    )

    def __init__(self, leader: int, duties: Duties, *, trumps: bool, top_first: bool) -> None:
        second, third = (leader + 1) % 3, (leader + 2) % 3

        def bound(released: bool) -> VoidDuty:
            return duties.void_released if released else duties.void_bound

        self.to_third = leader ^ third
        self.discard_second = _discards(second, trumps=trumps, top_first=top_first)
        self.discard_third = _discards(third, trumps=trumps, top_first=top_first)
        self.must_second = bound(duties.second_released[leader]) is not VoidDuty.NOTHING
        self.must_third = [
            bound(released) is not VoidDuty.NOTHING for released in duties.third_released[leader]
        ]
        none: Mapping[int, Changes] = _Nothing()
        no_ruffs: Mapping[int, tuple[Ruffs, ...]] = _Nothing()
        after_ruff = bound(duties.third_released[leader][True])
        self.ruff_second = removals(0, second, top_first=top_first) if trumps else none
        self.ruff_third = removals(0, third, top_first=top_first) if trumps else none
        self.ruff_both = ruffs(leader, after_ruff, top_first=top_first) if trumps else no_ruffs

    def second_void(self, lead: Leads, position: int, trumps: int) -> Iterator[list[list[int]]]:
        """Give the groups of each lead that only the third player can follow."""
        with_trump = self.ruff_second[trumps]
        others = () if with_trump and self.must_second else self.discard_second(position)
        for plain, ruffed in lead.third:
            groups = [[change ^ last for last in ruffed] for change in with_trump]
            groups += [[change ^ last for last in plain] for change in others]
            yield groups

    def third_void(self, lead: Leads, position: int, trumps: int) -> Iterator[list[list[int]]]:
        """Give the groups of each lead that only the second player can follow."""
        with_trump = self.ruff_third[trumps]
        others = self.discard_third(position)
        for answers in lead.second:
            groups = []
            for plain, ruffed, beaten in answers:
                group = [ruffed ^ change for change in with_trump]
                if not (with_trump and self.must_third[beaten]):
                    group += [plain ^ change for change in others]
                groups.append(group)
            yield groups

    def both_void(self, lead: Leads, position: int, trumps: int) -> Iterator[list[list[int]]]:
        """Give the groups of each lead that nobody can follow."""
        second_ruffs = self.ruff_both[trumps]
        without_lead = []
        for ruff, answers, may_discard in second_ruffs:
            group = list(answers)
            if may_discard:
                group += [ruff ^ change for change in self.discard_third(position)]
            without_lead.append(group)
        if not (second_ruffs and self.must_second):
            with_trump = self.ruff_third[trumps]
            must = with_trump and self.must_third[False]
            for change in self.discard_second(position):
                group = [change ^ self.to_third ^ last for last in with_trump]
                if not must:
                    after = position ^ change
                    group += [change ^ last for last in self.discard_third(after)]
                without_lead.append(group)
        for led in lead.alone:
            yield [[led ^ change for change in group] for group in without_lead]


class _Nothing(dict[int, tuple[()]]):
    """Stands for the trump suit of a game that has none."""

    def __missing__(self, key: int) -> tuple[()]:
        return ()


Trees = Callable[[int], Iterator[tuple[bool, Iterable[Sequence[Group]]]]]


@cache
def _trees(leader: int, duties: Duties, *, trumps: bool, top_first: bool) -> Trees:
    """Give the function that lists, suit by suit, the groups of each lead.

    With each suit it says whether its groups are arranged for the leader already.
    """
    released = duties.second_released[leader], duties.third_released[leader]
    suits = [
        (mask, leads(slot, leader, *released, top_first=top_first).__getitem__)
        for slot, mask in zip(SLOTS, MASKS, strict=True)
    ]
    void = _Void(leader, duties, trumps=trumps, top_first=top_first)
    trump_mask = MASKS[0] if trumps else 0

    def trees(position: int) -> Iterator[tuple[bool, Iterable[Sequence[Group]]]]:
        for mask, table in suits:
            lead = table(position & mask)
            if lead is None:
                continue
            if lead.both:
                yield True, lead.both
                continue
            # On a trump lead a void player has no trump to ruff with.
            trump_part = position & trump_mask if mask != trump_mask else 0
            if lead.third:
                yield False, void.second_void(lead, position, trump_part)
            elif lead.second:
                yield False, void.third_void(lead, position, trump_part)
            else:
                yield False, void.both_void(lead, position, trump_part)

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
