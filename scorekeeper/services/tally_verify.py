"""Proving what is kept of standings: seasons against their nights, money against the ledger.

Every deal is counted again too, and the sides of play and the ratings are worked out anew: always
with `records`, and without it as long as that takes no more than a second or two.
"""

import json
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence

from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import member_of
from scorekeeper.season.rating import Form
from scorekeeper.season.tally import NOTHING
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import of_deal
from scorekeeper.season.tally import plus
from scorekeeper.services import folding
from scorekeeper.services import forming
from scorekeeper.services import tallying
from scorekeeper.store import balances
from scorekeeper.store import forms
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store import seats
from scorekeeper.store import tallies
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.season_nights import SeasonNightRow
from scorekeeper.store.tallies import FacetRow
from scorekeeper.store.tallies import NightTally
from scorekeeper.store.tallies import SeasonTally

Moved = Mapping[tuple[str | None, str], Mapping[str, int]]
"""What the entries of a night of one kind move on each account, by night and kind."""

Counted = dict[tuple[str, str], Tally]
"""Tallies of a night by member and game."""

Rows = Mapping[str, Sequence[NightTally]]
"""What each night of a season is kept to have brought everybody."""

DAMAGE = (KeyError, TypeError, ValueError)
"""What reading a row raises that is not as it was written."""
COUNTED_AT_ONCE = 20_000
RATED_AT_ONCE = 3_000
"""So many deals of a club are counted again, and rated again, whenever its sums are proved."""

_LAST_DAY = "9999-12-31"
_NEAR = 2  # millionths: the last digit of a rating may differ from machine to machine
_GAMES = {kind.value: game for kind in EntryKind if (game := tallying.game_of(kind)) is not None}


class DealCount:
    """Counts the deals of a club again, night by night; what money comes without one is added."""

    def __init__(
        self, tx: Transaction, club_id: str, moved: Moved, *, deals: int, records: bool
    ) -> None:
        self._tx = tx
        self._club_id = club_id
        self.whole = records or deals <= COUNTED_AT_ONCE
        self.rated = records or deals <= RATED_AT_ONCE
        self.nights: dict[str, Counted] = {}
        self.played: set[str] = set()
        self.damaged: set[str] = set()
        self._booked: dict[str, list[tuple[str, Mapping[str, int]]]] = {}
        if self.whole:
            for (night_id, kind), sums in moved.items():
                if night_id is not None and kind in _GAMES:
                    self._booked.setdefault(night_id, []).append((_GAMES[kind], sums))

    def problems(self, night_id: str, told: Sequence[ToldRow]) -> Iterator[str]:
        """Count the deals of a night that count, and say what is wrong with them."""
        if not self.whole or not told:
            return
        self.played.add(night_id)
        counted: Counted = {}
        for one in told:
            try:
                sums = of_deal(json.loads(one.version.record), json.loads(one.version.outcome))
            except DAMAGE:
                self.damaged.add(night_id)
                yield f"deal {one.deal.id}: what is kept of it cannot be counted"
                continue
            for member, tally in sums.items():
                _count(counted, member, one.deal.game, tally)
        if counted:
            self.nights[night_id] = counted
        if night_id not in self.damaged:
            yield from self._sides(night_id, told)

    def _sides(self, night_id: str, told: Sequence[ToldRow]) -> Iterator[str]:
        night = season_nights.get(self._tx, self._club_id, night_id)
        if night is None or not night.folded:
            return
        rows = tallies.facets_of_night(self._tx, self._club_id, night_id)
        try:
            right = folding.facet_rows(told) == sorted(rows)
        except DAMAGE:
            right = False
        if not right:
            yield _sides_wrong(night_id)

    def of_night(self, night_id: str) -> Counted:
        """Take out what a night should have brought everybody, with and without deals."""
        counted = self.nights.pop(night_id, {})
        for game, sums in self._booked.get(night_id, ()):
            for account, cents in sums.items():
                member = member_of(account)
                if member is not None:
                    _count(counted, member, game, Tally(cents=cents))
        return counted


def problems(tx: Transaction, club_id: str, count: DealCount) -> Iterator[str]:
    """Say what does not agree with the deals and bookings that were counted."""
    for season in seasons.list_all(tx, club_id):
        nights = season_nights.of_season(tx, club_id, season.id)
        rows: dict[str, list[NightTally]] = {}
        for row in tallies.up_to(tx, club_id, season.id, _LAST_DAY):
            rows.setdefault(row.night_id, []).append(row)
        if count.whole:
            yield from _nights(nights, rows, count)
        yield from _money(tx, club_id, season.id, rows)
        yield from _sums(tx, club_id, season.id, nights, rows)
        if count.whole:
            yield from _marks(tx, club_id, season.id, nights, rows)
            yield from _sides(tx, club_id, season.id, nights, count.played)
        if count.rated:
            whole = [night for night in nights if night.night_id not in count.damaged]
            yield from _forms(tx, club_id, season.id, whole, count.played)
    for night_id in sorted(count.nights.keys() - count.damaged):
        yield f"night {night_id}: its deals are in no season's standings"


def _money(tx: Transaction, club_id: str, season_id: str, rows: Rows) -> Iterator[str]:
    """Compare everybody's money over the nights with his balance in the season's book."""
    found: dict[str, int] = {}
    for brought in rows.values():
        for row in brought:
            found[row.member_id] = found.get(row.member_id, 0) + row.tally.cents
    book = {
        member: cents
        for account, cents in balances.of_book(tx, club_id, season_id).items()
        if (member := member_of(account)) is not None
    }
    for member in sorted({*found, *book}):
        one, other = found.get(member, 0), book.get(member, 0)
        if one != other:
            yield (
                f"season {season_id}: the nights of {member} bring {one}, the ledger says {other}"
            )


def _count(counted: Counted, member: str, game: str, tally: Tally) -> None:
    counted[member, game] = plus(counted.get((member, game), NOTHING), tally)


def _nights(nights: Iterable[SeasonNightRow], rows: Rows, count: DealCount) -> Iterator[str]:
    for night in nights:
        should = count.of_night(night.night_id)
        kept = {(row.member_id, row.game): row.tally for row in rows.get(night.night_id, ())}
        for member, game in sorted({*should, *kept}):
            one, other = kept.get((member, game), NOTHING), should.get((member, game), NOTHING)
            if one != other:
                yield (
                    f"night {night.night_id}: {game} of {member} is kept as {tuple(one)}, "
                    f"its deals say {tuple(other)}"
                )


def _sums(
    tx: Transaction, club_id: str, season_id: str, nights: Iterable[SeasonNightRow], rows: Rows
) -> Iterator[str]:
    """Compare a season's sums with those of its folded nights."""
    came = seats.substitutes_of_season(tx, club_id, season_id)
    sums: dict[tuple[str, str], list[int]] = {}
    for night in nights:
        if not night.folded:
            continue
        brought, others = rows.get(night.night_id, ()), came.get(night.night_id, frozenset())
        for added in folding.season_rows(brought, others):
            mine = sums.setdefault((added.game, added.member_id), [0] * len(_numbers(added)))
            for place, count in enumerate(_numbers(added)):
                mine[place] += count
    kept = {
        (row.game, row.member_id): _numbers(row)
        for row in tallies.of_season(tx, club_id, season_id)
    }
    for key in sorted({*sums, *kept}):
        one, other = kept.get(key), sums.get(key)
        if one != other and any([*(one or ()), *(other or ())]):
            yield f"season {season_id}: {key} is kept as {one}, its nights say {other}"


def _marks(
    tx: Transaction, club_id: str, season_id: str, nights: Iterable[SeasonNightRow], rows: Rows
) -> Iterator[str]:
    marks = set()
    for night in nights:
        if night.folded:
            marks.update(folding.mark_rows(rows.get(night.night_id, ())))
    for mark in sorted(marks ^ set(tallies.every_mark(tx, club_id, season_id))):
        yield f"season {season_id}: the worth of a night is kept wrongly: {tuple(mark)}"


def _numbers(row: SeasonTally) -> list[int]:
    return [*row.tally, row.nights, row.booked, row.substituted]


def _sides(
    tx: Transaction,
    club_id: str,
    season_id: str,
    nights: Iterable[SeasonNightRow],
    played: Collection[str],
) -> Iterator[str]:
    """Compare a season's sides with those of its nights; `played` were compared with their deals.

    A night without a deal has none.
    """
    unplayed = {night.night_id for night in nights if night.folded} - set(played)
    wrong = set()
    sums: dict[tuple[str, str, str], list[int]] = {}
    for night_id, row in tallies.facets_of_nights(tx, club_id, season_id):
        if night_id in unplayed:
            wrong.add(night_id)
        mine = sums.setdefault(_side(row), [0, 0, 0, 0])
        for place, count in enumerate(row.counts):
            mine[place] += count
    for night_id in sorted(wrong):
        yield _sides_wrong(night_id)
    kept = {
        _side(row): list(row.counts) for row in tallies.facets_of_season(tx, club_id, season_id)
    }
    for key in sorted({*sums, *kept}):
        one, other = kept.get(key), sums.get(key)
        if one != other and any([*(one or ()), *(other or ())]):
            yield f"season {season_id}: {key} is kept as {one}, its nights say {other}"


def _sides_wrong(night_id: str) -> str:
    return f"night {night_id}: the sides of its deals are kept wrongly"


def _side(row: FacetRow) -> tuple[str, str, str]:
    return (row.member_id, row.game, row.facet)


def _forms(
    tx: Transaction,
    club_id: str,
    season_id: str,
    nights: Iterable[SeasonNightRow],
    played: Collection[str],
) -> Iterator[str]:
    """Compare the ratings after each night with what its deals make of those before it."""
    stored: dict[tuple[str, int], dict[tuple[str, str], Form]] = {}
    for row in forms.of_season(tx, club_id, season_id):
        stored.setdefault((row.date, row.number), {})[row.game, row.member_id] = row.form
    for night in nights:
        if not night.formed:
            continue
        should: dict[tuple[str, str], Form] = {}
        if night.night_id in played:
            for game, people in forming.formed(tx, club_id, night).items():
                should.update(((game, member), form) for member, form in people.items())
        kept = stored.get((night.date, night.number), {})
        for key in sorted({*should, *kept}):
            one, other = kept.get(key), should.get(key)
            if one is None or other is None or not _alike(one, other):
                yield f"night {night.night_id}: the rating {key} is {one}, its deals say {other}"


def _alike(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    near = all(abs(a - b) <= _NEAR for a, b in zip(one[:2], other[:2], strict=True))
    return near and one[2:] == other[2:]
