"""How many tricks are certain before anything is searched.

The bounds hold under every set of duties, and in a game for most tricks only:

* Trumps: pair each of a side's trumps with a higher one of the other side; each that finds none
  takes a trick, since it is played in some trick and one card can beat it only once. Of the
  defenders the better hand counts, as two of their trumps may fall together.
* Running winners: the leader's highest cards of a plain suit, as long as whoever holds trumps
  follows; all of them, and every trump, when his trumps are enough to draw the others'. A
  fellow defender counts like an enemy here, since he may have to take the trick away.
* Crossing: the fellow defender's running winners, when the leader can reach him with a card that
  he can take and the declarer cannot.
* Waiting: who is alone with trumps takes these and his running winners, whoever leads. He follows
  with losers until he can win a trick, ruffs what he is void in, and then leads.
* Losers: a defender who keeps as many cards of each plain suit as the declarer holds beats, with
  each of them that no higher card of the declarer's can be paired with, one of the declarer's
  cards. This is counted only where the others leave a question open.

A bound is one number: at least (the low four bits) and at most of the tricks left.
"""

from collections.abc import Callable
from collections.abc import Sequence
from functools import cache

from scorekeeper.solver.suits import MASKS
from scorekeeper.solver.suits import SHIFTS
from scorekeeper.solver.suits import SLOTS
from scorekeeper.solver.suits import Table
from scorekeeper.solver.suits import decode

Bounds = Callable[[int, int], int]
"""From a position and the number of tricks left, at most 16 times and at least once."""

Losers = Callable[[int], int]
"""From a position a number of tricks that the declarer does not take."""

DECLARER = 0
PLAYERS = (0, 1, 2)
DEFENDERS = (1, 2)
_CROSSES = 16  # a flag above the number of tricks, which is at most 10


def no_bounds(position: int, left: int) -> int:
    """Know nothing but the number of tricks left."""
    return left << 4


def running(owners: Sequence[int], player: int, ruffing: frozenset[int]) -> int:
    """Count the tricks a player takes by leading a suit from the top.

    `ruffing` are the others who hold trumps and would use them when the suit is out.
    """
    held = owners.count(player)
    if not held:
        return 0
    top = 0
    while top < len(owners) and owners[top] == player:
        top += 1
    others = [other for other in PLAYERS if other != player]
    if top >= max(owners.count(other) for other in others):
        top = held
    return min([top, *(owners.count(other) for other in others if other in ruffing)])


def unpaired(owners: Sequence[int], player: int, enemies: Sequence[int]) -> int:
    """Count the cards of a player that find no higher card of the enemies to be paired with."""
    higher = sure = 0
    for owner in owners:
        if owner in enemies:
            higher += 1
        elif owner == player:
            if higher:
                higher -= 1
            else:
                sure += 1
    return sure


def _crosses(owners: Sequence[int], leader: int, partner: int, *, declarer_ruffs: bool) -> bool:
    """Say whether the leader can give his partner the lead in this suit."""
    if leader not in owners or owners[0] != partner:
        return False
    return DECLARER in owners or not declarer_ruffs


@cache
def _running(slot: int, player: int, ruffing: frozenset[int]) -> Table[int]:
    shift = SHIFTS[slot]
    return Table(lambda part: running(decode(part >> shift), player, ruffing))


@cache
def _running_across(
    slot: int, leader: int, ruffing: frozenset[int], *, declarer_ruffs: bool
) -> Table[int]:
    """Count the partner's running winners, with a flag where the leader can cross to him."""
    shift = SHIFTS[slot]
    partner = 3 - leader
    winners = _running(slot, partner, ruffing)

    def make(part: int) -> int:
        crosses = _crosses(decode(part >> shift), leader, partner, declarer_ruffs=declarer_ruffs)
        return winners[part] + (_CROSSES if crosses else 0)

    return Table(make)


@cache
def _losers(slot: int) -> Table[int]:
    """Count what each defender's best cards cost the declarer in a suit: 1 low, 2 by 256."""
    shift = SHIFTS[slot]

    def make(part: int) -> int:
        owners = decode(part >> shift)
        lost = []
        for defender in DEFENDERS:
            held = owners.count(defender)
            paired = held - unpaired(owners, defender, (DECLARER,))
            lost.append(max(0, min(held, owners.count(DECLARER)) - paired))
        return lost[0] | lost[1] << 8

    return Table(make)


Suits = tuple[Table[int], Table[int], Table[int]]


def _trumps_of(owners: Sequence[int], player: int) -> tuple[int, frozenset[int]]:
    """Give how many trumps the player takes if he can draw all others (else 0), and who ruffs."""
    ruffing = frozenset(other for other in PLAYERS if other != player and other in owners)
    held = owners.count(player)
    if not ruffing:
        return held, ruffing
    longest = max(owners.count(other) for other in ruffing)
    if held >= longest and running(owners, player, frozenset()) == held:
        return held, frozenset()
    return 0, ruffing


def _sure_trumps(owners: Sequence[int]) -> tuple[int, int]:
    """Give the trump tricks of the declarer and of the defenders."""
    best = max(unpaired(owners, defender, (DECLARER,)) for defender in DEFENDERS)
    return unpaired(owners, DECLARER, DEFENDERS), best


def _only_holder(owners: Sequence[int]) -> int | None:
    """Give the one player who holds trumps."""
    holders = set(owners)
    return holders.pop() if len(holders) == 1 else None


def _plain(player: int, ruffing: frozenset[int]) -> Suits:
    first, second, third = (_running(slot, player, ruffing) for slot in SLOTS[1:])
    return first, second, third


_NOBODY: frozenset[int] = frozenset()


@cache
def _declarer_trumps() -> Table[tuple[int, int, Suits, Suits | None]]:
    """For the declarer's lead: his trump tricks, the defenders', tables for his plain suits.

    Then tables for the plain suits of a defender who is the only one with trumps.
    """

    def make(part: int) -> tuple[int, int, Suits, Suits | None]:
        owners = decode(part >> SHIFTS[0])
        declarer, defenders = _sure_trumps(owners)
        drawing, ruffing = _trumps_of(owners, DECLARER)
        only = _only_holder(owners)
        waiting = None if only is None or only == DECLARER else _plain(only, _NOBODY)
        return max(declarer, drawing), defenders, _plain(DECLARER, ruffing), waiting

    return Table(make)


@cache
def _defender_trumps(leader: int) -> Table[tuple[int, int, Suits, int, Suits, Suits | None]]:
    """For a defender's lead: the declarer's trump tricks; then twice the defenders' and tables.

    The first time for the leader's own winners, then for his partner's across the table; without
    a flag for crossing where the partner, alone with trumps, need not be reached. Then tables for
    the plain suits of the declarer, if he is the only one with trumps.
    """
    partner = 3 - leader

    def make(part: int) -> tuple[int, int, Suits, int, Suits, Suits | None]:
        owners = decode(part >> SHIFTS[0])
        declarer, defenders = _sure_trumps(owners)
        drawing, ruffing = _trumps_of(owners, leader)
        drawing_across, ruffing_across = _trumps_of(owners, partner)
        first, second, third = (
            _running_across(slot, leader, ruffing_across, declarer_ruffs=DECLARER in owners)
            for slot in SLOTS[1:]
        )
        across = max(defenders, drawing_across)
        only = _only_holder(owners)
        if only == partner or _crosses(owners, leader, partner, declarer_ruffs=False):
            across += _CROSSES
        waiting = _plain(DECLARER, _NOBODY) if only == DECLARER else None
        own = _plain(leader, ruffing)
        return declarer, max(defenders, drawing), own, across, (first, second, third), waiting

    return Table(make)


@cache
def trump_bounds() -> Bounds:
    """Give the bounds of a game with trumps."""
    declarer_leads = _declarer_trumps()
    defender_leads = _defender_trumps(1), _defender_trumps(2)
    mask0, mask1, mask2, mask3 = MASKS

    def bounds(position: int, left: int) -> int:
        leader = position & 3
        first, second, third = position & mask1, position & mask2, position & mask3
        if leader == DECLARER:
            sure, lost, (own1, own2, own3), waiting = declarer_leads[position & mask0]
            if waiting is not None:
                wait1, wait2, wait3 = waiting
                lost += wait1[first] + wait2[second] + wait3[third]
            return (left - lost) << 4 | sure + own1[first] + own2[second] + own3[third]
        sure, lost, (own1, own2, own3), across, (far1, far2, far3), waiting = defender_leads[
            leader - 1
        ][position & mask0]
        lost += own1[first] + own2[second] + own3[third]
        across += far1[first] + far2[second] + far3[third]
        if across >= _CROSSES:
            across %= _CROSSES
            if across > lost:
                lost = across
        if waiting is not None:
            wait1, wait2, wait3 = waiting
            sure += wait1[first] + wait2[second] + wait3[third]
        return (left - lost) << 4 | sure

    return bounds


@cache
def no_trump_bounds() -> Bounds:
    """Give the bounds of a game for most tricks without trumps."""
    mask0, mask1, mask2, mask3 = MASKS
    own = [[_running(slot, player, _NOBODY) for slot in SLOTS] for player in PLAYERS]
    far = [
        [_running_across(slot, leader, _NOBODY, declarer_ruffs=False) for slot in SLOTS]
        for leader in DEFENDERS
    ]

    def bounds(position: int, left: int) -> int:
        first, second = position & mask0, position & mask1
        third, fourth = position & mask2, position & mask3
        leader = position & 3
        table0, table1, table2, table3 = own[leader]
        sure = table0[first] + table1[second] + table2[third] + table3[fourth]
        if leader == DECLARER:
            return left << 4 | sure
        table0, table1, table2, table3 = far[leader - 1]
        across = table0[first] + table1[second] + table2[third] + table3[fourth]
        if across >= _CROSSES:
            across %= _CROSSES
            if across > sure:
                sure = across
        return (left - sure) << 4

    return bounds


@cache
def losers(*, trumps: bool) -> Losers:
    """Give the count of tricks that the declarer's plain cards will lose, in a game for most."""
    mask0, mask1, mask2, mask3 = MASKS
    lost0, lost1, lost2, lost3 = (_losers(slot) for slot in SLOTS)

    def plain(position: int) -> int:
        both = lost1[position & mask1] + lost2[position & mask2] + lost3[position & mask3]
        first, second = both & 255, both >> 8
        return first if first > second else second

    def everything(position: int) -> int:
        both = lost0[position & mask0] + lost1[position & mask1]
        both += lost2[position & mask2] + lost3[position & mask3]
        first, second = both & 255, both >> 8
        return first if first > second else second

    return plain if trumps else everything


def no_losers(position: int) -> int:
    """Count no losers, in a game for fewest."""
    return 0
