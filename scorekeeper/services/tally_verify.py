"""Proving what is kept of standings: seasons against their nights, money against the ledger.

Every deal is counted again too, and the sides of play and the ratings are worked out anew: always
with `records`, and without it as long as that takes no more than a second or two.
"""

import json
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Iterator

from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import member_of
from scorekeeper.season.tally import NOTHING
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import of_deal
from scorekeeper.season.tally import plus
from scorekeeper.services import folding
from scorekeeper.services import forming
from scorekeeper.services import tallying
from scorekeeper.store import balances
from scorekeeper.store import entries
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

Counted = dict[tuple[str, str, str], Tally]
"""Tallies by night, member and game."""

_DAMAGE = (KeyError, TypeError, ValueError)
COUNTED_AT_ONCE = 20_000
RATED_AT_ONCE = 3_000
"""So many deals of a club are counted again, and rated again, whenever its sums are proved."""

_LAST_DAY = "9999-12-31"
_NEAR = 2  # millionths: the last digit of a rating may differ from machine to machine


def problems(
    tx: Transaction, club_id: str, told: Collection[ToldRow], *, records: bool
) -> Iterator[str]:
    """Say what does not agree; `told` are all deals of the club that count."""
    counted: Counted = {}
    damaged: set[str] = set()
    rated = records or len(told) <= RATED_AT_ONCE
    records = records or len(told) <= COUNTED_AT_ONCE
    if records:
        yield from _count_deals(told, counted, damaged)
    for season in seasons.list_all(tx, club_id):
        nights = season_nights.of_season(tx, club_id, season.id)
        if records:
            _add_booked(tx, club_id, nights, counted)
            yield from _nights(tx, club_id, nights, counted)
        rows = tallies.up_to(tx, club_id, season.id, _LAST_DAY)
        yield from _money(tx, club_id, season.id, rows)
        yield from _sums(tx, club_id, season.id, nights, rows)
        if records:
            yield from _marks(tx, club_id, season.id, nights)
            whole = {night for night in nights if night.night_id not in damaged}
            yield from _sides(tx, club_id, season.id, nights, whole)
            if rated:
                yield from _forms(tx, club_id, season.id, sorted(whole))
    for night_id in sorted({night for night, _, _ in counted} - damaged):
        yield f"night {night_id}: its deals are in no season's standings"


def _count_deals(told: Iterable[ToldRow], counted: Counted, damaged: set[str]) -> Iterator[str]:
    for one in told:
        try:
            sums = of_deal(json.loads(one.version.record), json.loads(one.version.outcome))
        except _DAMAGE:
            damaged.add(one.deal.night_id)
            yield f"deal {one.deal.id}: what is kept of it cannot be counted"
            continue
        for member, tally in sums.items():
            _count(counted, (one.deal.night_id, member, one.deal.game), tally)


def _money(
    tx: Transaction, club_id: str, season_id: str, rows: Iterable[NightTally]
) -> Iterator[str]:
    """Compare everybody's money over the nights with his balance in the season's book."""
    found: dict[str, int] = {}
    for row in rows:
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


def _count(counted: Counted, where: tuple[str, str, str], tally: Tally) -> None:
    counted[where] = plus(counted.get(where, NOTHING), tally)


def _add_booked(
    tx: Transaction, club_id: str, nights: Iterable[SeasonNightRow], counted: Counted
) -> None:
    for night in nights:
        booked: dict[str, list[tuple[str, str, int]]] = {}
        for head, lines in entries.events_of_night(tx, club_id, night.night_id):
            game = tallying.game_of(EntryKind(head.kind))
            if game is not None:
                booked.setdefault(game, []).extend(lines)
        for game, told in booked.items():
            for member, tally in tallying.cents_of(told).items():
                _count(counted, (night.night_id, member, game), tally)


def _nights(
    tx: Transaction, club_id: str, nights: Iterable[SeasonNightRow], counted: Counted
) -> Iterator[str]:
    by_night: dict[str, dict[tuple[str, str], Tally]] = {}
    for (night_id, member, game), tally in counted.items():
        by_night.setdefault(night_id, {})[member, game] = tally
    for night in nights:
        should = by_night.get(night.night_id, {})
        kept = {
            (row.member_id, row.game): row.tally
            for row in tallies.of_night(tx, club_id, night.night_id)
        }
        for member, game in sorted({*should, *kept}):
            counted.pop((night.night_id, member, game), None)
            one, other = kept.get((member, game), NOTHING), should.get((member, game), NOTHING)
            if one != other:
                yield (
                    f"night {night.night_id}: {game} of {member} is kept as {tuple(one)}, "
                    f"its deals say {tuple(other)}"
                )


def _sums(
    tx: Transaction,
    club_id: str,
    season_id: str,
    nights: Iterable[SeasonNightRow],
    rows: Iterable[NightTally],
) -> Iterator[str]:
    """Compare a season's sums with those of its folded nights."""
    by_night: dict[str, list[NightTally]] = {}
    for row in rows:
        by_night.setdefault(row.night_id, []).append(row)
    sums: dict[tuple[str, str], list[int]] = {}
    for night in nights:
        if not night.folded:
            continue
        came = seats.substitutes(tx, club_id, night.night_id)
        for added in folding.season_rows(by_night.get(night.night_id, ()), came):
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
    tx: Transaction, club_id: str, season_id: str, nights: Iterable[SeasonNightRow]
) -> Iterator[str]:
    marks = set()
    for night in nights:
        if night.folded:
            marks |= set(folding.mark_rows(tallies.of_night(tx, club_id, night.night_id)))
    for mark in sorted(marks ^ set(tallies.every_mark(tx, club_id, season_id))):
        yield f"season {season_id}: the worth of a night is kept wrongly: {tuple(mark)}"


def _numbers(row: SeasonTally) -> list[int]:
    return [*row.tally, row.nights, row.booked, row.substituted]


def _sides(
    tx: Transaction,
    club_id: str,
    season_id: str,
    nights: Iterable[SeasonNightRow],
    again: Collection[SeasonNightRow],
) -> Iterator[str]:
    sums: dict[tuple[str, str, str], list[int]] = {}
    for night in nights:
        rows = tallies.facets_of_night(tx, club_id, night.night_id)
        if night.folded and night in again:
            told = list(folding.valid_deals(tx, club_id, night.night_id))
            if folding.facet_rows(told) != sorted(rows):
                yield f"night {night.night_id}: the sides of its deals are kept wrongly"
        for row in rows:
            mine = sums.setdefault(_side(row), [0, 0, 0, 0])
            for place, count in enumerate(row.counts):
                mine[place] += count
    kept = {
        _side(row): list(row.counts) for row in tallies.facets_of_season(tx, club_id, season_id)
    }
    for key in sorted({*sums, *kept}):
        one, other = kept.get(key), sums.get(key)
        if one != other and any([*(one or ()), *(other or ())]):
            yield f"season {season_id}: {key} is kept as {one}, its nights say {other}"


def _side(row: FacetRow) -> tuple[str, str, str]:
    return (row.member_id, row.game, row.facet)


def _forms(
    tx: Transaction, club_id: str, season_id: str, nights: Iterable[SeasonNightRow]
) -> Iterator[str]:
    for night in nights:
        if not night.formed:
            continue
        should = {
            (game, member): form
            for game, people in forming.formed(tx, club_id, night).items()
            for member, form in people.items()
        }
        kept = {
            (row.game, row.member_id): row.form
            for row in forms.of_night(tx, club_id, season_id, night.date, night.number)
        }
        for key in sorted({*should, *kept}):
            one, other = kept.get(key), should.get(key)
            if one is None or other is None or not _alike(one, other):
                yield f"night {night.night_id}: the rating {key} is {one}, its deals say {other}"


def _alike(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    near = all(abs(a - b) <= _NEAR for a, b in zip(one[:2], other[:2], strict=True))
    return near and one[2:] == other[2:]
