"""One suit of a deal as the row of its owners, and everything that can happen inside it.

Only the order of the cards still held matters, never their faces: A and 9 of one hand with nothing
between them are the same as K and O. So a suit is the row of owners of its cards from top to
bottom, written as one number (its *code*). Equal cards, and deals that differ only in faces, fall
together by themselves, and what can happen in a suit is worked out once for all deals and kept.

A position is one whole number: the leader in its two lowest bits, then the four codes of 14 bits.
With trumps slot 0 is the trump suit. What a trick changes is written as a *change*, to be
combined with the position by exclusive or; the change of the leader is in it. Changes in different
suits are combined in the same way.
"""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any
from typing import Generic
from typing import TypeVar

from scorekeeper.solver.duties import VoidDuty

SLOTS = (0, 1, 2, 3)
CODE_BITS = 14
SHIFTS = tuple(2 + CODE_BITS * slot for slot in SLOTS)
MASKS = tuple(((1 << CODE_BITS) - 1) << shift for shift in SHIFTS)

Changes = tuple[int, ...]
Groups = Sequence[Changes]
Places = list[int]

_FIRST_CODE: tuple[int, ...] = tuple((3**length - 1) // 2 for length in range(10))
_KEPT = 100_000

T = TypeVar("T")


class Table(dict[int, T], Generic[T]):
    """A table that works an entry out when it is first wanted."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[int], T]) -> None:
        """Begin empty; `make` works out the entry of a key."""
        super().__init__()
        self.make = make
        _tables.append(self)

    def __missing__(self, key: int) -> T:
        """Work out an entry and keep it."""
        value = self[key] = self.make(key)
        return value


_tables: list[dict[int, Any]] = []


def forget_if_full() -> None:
    """Empty all shared tables when they hold too much; what is needed is worked out again."""
    if sum(map(len, _tables)) > _KEPT:
        for table in _tables:
            table.clear()


def encode(owners: Sequence[int]) -> int:
    """Give the code of a suit, the owners 0 to 2 of its cards from top to bottom."""
    number = 0
    for owner in owners:
        number = 3 * number + owner
    return _FIRST_CODE[len(owners)] + number


@cache
def decode(code: int) -> tuple[int, ...]:
    """Give the owners that a code stands for."""
    length = 0
    while _FIRST_CODE[length + 1] <= code:
        length += 1
    number = code - _FIRST_CODE[length]
    owners = []
    for _ in range(length):
        number, owner = divmod(number, 3)
        owners.append(owner)
    return tuple(reversed(owners))


def distinct(changes: Iterable[T]) -> tuple[T, ...]:
    """Drop repeated entries, keeping the order."""
    return tuple(dict.fromkeys(changes))


class Row:
    """The cards of one suit, known by their places from the top, and what playing them changes."""

    __slots__ = ("_code", "_shift", "owners")

    def __init__(self, part: int, slot: int) -> None:
        """Read the suit of a slot from the part of a position that is its own."""
        self._shift = SHIFTS[slot]
        self._code = part >> self._shift
        self.owners = decode(self._code)

    def places(self, player: int, *, top_first: bool = True) -> Places:
        """List where a player's cards are, of cards that are equal only the lowest."""
        owners = self.owners
        places = [
            place
            for place, owner in enumerate(owners)
            if owner == player and owners[place + 1 : place + 2] != (player,)
        ]
        return places if top_first else places[::-1]

    def without(self, *places: int) -> int:
        """Give the change that takes away these cards."""
        code = self._code
        for place in sorted(places, reverse=True):
            code = _shorter(code)[place]
        return (self._code ^ code) << self._shift


@cache
def _shorter(code: int) -> tuple[int, ...]:
    """Give the codes that are left when the card at each place is taken away."""
    owners = decode(code)
    return tuple(encode(owners[:place] + owners[place + 1 :]) for place in range(len(owners)))


def _moved(change: int, shift: int) -> int:
    """Write a change in the first slot as the same change in another one."""
    return (change & ~3) << shift | change & 3


@cache
def removals(slot: int, player: int, *, top_first: bool) -> Table[Changes]:
    """Give a table of what changes when a player's card leaves the suit, equal cards once."""

    def make(part: int) -> Changes:
        row = Row(part, slot)
        return distinct(map(row.without, row.places(player, top_first=top_first)))

    if not slot:
        return Table(make)
    first_slot = removals(0, player, top_first=top_first)
    shift = SHIFTS[slot] - SHIFTS[0]
    return Table(lambda part: tuple(change << shift for change in first_slot[part >> shift]))


@dataclass(frozen=True, slots=True)
class Leads:
    """What leading the suit of one slot can come to, as far as it happens inside the suit.

    One of the four is filled, by who besides the leader holds the suit: `both`, only the `third`
    player, only the `second`, nobody (`alone`).

    * `both`: groups of changes, each change by three cards. When the declarer leads, one list with
      a group for each card he may lead, holding what the two defenders can make of it. When
      defender 1 leads, one list with a group for each lead and answer of the two defenders,
      holding the declarer's choices. When defender 2 leads, a list for each lead, with a group for
      each answer of the declarer, holding the choices of defender 1.
    * `third`: for every card, the changes by the third's answers if the second discards, and if
      he trumps.
    * `second`: for every card and answer, the change if the third discards, the change if he
      trumps, and whether the answer beat the card led.
    * `alone`: the change for every card.
    """

    both: Sequence[Groups] = ()
    third: Sequence[tuple[Changes, Changes]] = ()
    second: Sequence[Sequence[tuple[int, int, bool]]] = ()
    alone: Changes = ()

    def moved(self, shift: int) -> "Leads":
        """Give the same leads of another slot, so many bits further up."""

        def move(changes: Changes) -> Changes:
            return tuple([_moved(change, shift) for change in changes])

        return Leads(
            both=[[move(group) for group in groups] for groups in self.both],
            third=[(move(plain), move(ruffed)) for plain, ruffed in self.third],
            second=[
                [
                    (_moved(plain, shift), _moved(ruffed, shift), beats)
                    for plain, ruffed, beats in answers
                ]
                for answers in self.second
            ],
            alone=move(self.alone),
        )


@cache
def leads(
    slot: int,
    leader: int,
    second_released: bool,
    third_released: tuple[bool, bool],
    *,
    top_first: bool,
) -> Table[Leads | None]:
    """Give a table of the leads from a suit; None where the leader does not hold it.

    `top_first` says which answers come first, the highest or the lowest.
    """
    first_slot = _leads_of_first_slot(leader, second_released, third_released, top_first)
    if not slot:
        return first_slot
    shift = SHIFTS[slot] - SHIFTS[0]

    def make_from_first_slot(part: int) -> Leads | None:
        same = first_slot[part >> shift]
        return None if same is None else same.moved(shift)

    return Table(make_from_first_slot)


@cache
def _leads_of_first_slot(
    leader: int, second_released: bool, third_released: tuple[bool, bool], top_first: bool
) -> Table[Leads | None]:
    """Work the leads out once; the other slots' differ from these by their place only."""
    second, third = (leader + 1) % 3, (leader + 2) % 3
    to_second, to_third = leader ^ second, leader ^ third

    def make(part: int) -> Leads | None:
        row = Row(part, 0)
        mine = row.places(leader)
        seconds = row.places(second, top_first=top_first)
        thirds = row.places(third, top_first=top_first)
        if not mine:
            return None
        if seconds and thirds:
            return Leads(both=_arrange([_both(row, led, seconds, thirds) for led in mine], leader))
        if thirds:
            return Leads(third=distinct(_third_only(row, led, thirds) for led in mine))
        if seconds:
            return Leads(second=distinct(_second_only(row, led, seconds) for led in mine))
        return Leads(alone=distinct(row.without(led) for led in mine))

    def _both(row: Row, led: int, seconds: Places, thirds: Places) -> list[Changes]:
        groups = []
        for answer in _heading(seconds, led, second_released):
            beaten = answer < led
            high, won = (answer, to_second) if beaten else (led, 0)
            lasts = _heading(thirds, high, third_released[beaten])
            groups.append(
                distinct(
                    row.without(led, answer, last) ^ (to_third if last < high else won)
                    for last in lasts
                )
            )
        return groups

    def _third_only(row: Row, led: int, thirds: Places) -> tuple[Changes, Changes]:
        after_discard = distinct(
            row.without(led, last) ^ (to_third if last < led else 0)
            for last in _heading(thirds, led, third_released[False])
        )
        return after_discard, distinct(row.without(led, last) ^ to_second for last in thirds)

    def _second_only(row: Row, led: int, seconds: Places) -> tuple[tuple[int, int, bool], ...]:
        return distinct(
            (
                row.without(led, answer) ^ (to_second if answer < led else 0),
                row.without(led, answer) ^ to_third,
                answer < led,
            )
            for answer in _heading(seconds, led, second_released)
        )

    return Table(make)


def _heading(places: Places, high: int, released: bool) -> Places:
    """Give the cards with which a suit may be followed, `high` winning the trick so far."""
    if released:
        return places
    return [place for place in places if place < high] or places


def _arrange(tree: list[list[Changes]], leader: int) -> tuple[Groups, ...]:
    """Bring leads, second and third answers into the form that the search wants.

    What cannot matter is left out: a choice that leaves the next more than another one does.
    """
    if leader == 0:
        return (_least([distinct(chain.from_iterable(groups)) for groups in tree]),)
    if leader == 1:
        return (_least(list(chain.from_iterable(tree))),)
    return distinct(_least(groups) for groups in tree)


def _least(groups: list[Changes]) -> tuple[Changes, ...]:
    """Keep the groups that contain no other one; of equal groups the first."""
    sets = [frozenset(group) for group in groups]
    return tuple(
        group
        for place, group in enumerate(groups)
        if not any(
            other < sets[place] or (other == sets[place] and before < place)
            for before, other in enumerate(sets)
        )
    )


Ruffs = tuple[int, Changes, bool]


@cache
def ruffs(leader: int, duty: VoidDuty, *, top_first: bool) -> Table[tuple[Ruffs, ...]]:
    """Give a table of the second player's ruffs of a plain lead that the third is void in, too.

    For each ruff the change it makes (he wins), the changes it makes together with each trump
    that the third may answer with, and whether the third may discard instead. `duty` binds the
    third once the led card is beaten. The leader's card is not in these changes.
    """
    second, third = (leader + 1) % 3, (leader + 2) % 3
    to_second, to_third = leader ^ second, leader ^ third

    def make(part: int) -> tuple[Ruffs, ...]:
        row = Row(part, 0)
        thirds = row.places(third, top_first=top_first)
        found = []
        for ruff in row.places(second, top_first=top_first):
            higher = [place for place in thirds if place < ruff]
            bound = duty is not VoidDuty.NOTHING
            answers = higher if bound and higher else thirds
            must = bool(bound and (higher or (thirds and duty is VoidDuty.TRUMP)))
            changes = distinct(
                row.without(ruff, last) ^ (to_third if last < ruff else to_second)
                for last in answers
            )
            found.append((row.without(ruff) ^ to_second, changes, not must))
        return distinct(found)

    return Table(make)
