"""What a player looks at: his contracts and trumps, with and against whom, runs, nights.

Everything comes from what is kept of a season, and from the few nights that are not folded yet;
a series shows the last nights only. So a page costs the same at any number of deals.
"""

from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.season.ladder import ALL
from scorekeeper.season.ladder import GAMES
from scorekeeper.season.ladder import Kind
from scorekeeper.season.rating import Form
from scorekeeper.season.tally import NOTHING
from scorekeeper.season.tally import Facet
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import plus
from scorekeeper.season.tally import total
from scorekeeper.services import bounds
from scorekeeper.services import folding
from scorekeeper.services import people
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import MemberSeries
from scorekeeper.services.ladder_views import NightPoint
from scorekeeper.services.ladder_views import PersonStatistics
from scorekeeper.services.ladder_views import RunView
from scorekeeper.services.ladder_views import SeasonStatistics
from scorekeeper.services.ladder_views import SideView
from scorekeeper.services.standings import night_view
from scorekeeper.store import entries
from scorekeeper.store import forms
from scorekeeper.store import ladders
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.ladders import PersonRow
from scorekeeper.store.season_nights import SeasonNightRow
from scorekeeper.store.tallies import FacetRow

NIGHTS_SHOWN = 60
_NIGHTS_MAX = 400
_PERSONAL = ("against", "with")
_OF_SEASON = ("contract", "trump")
_ORDER = ("declarer", "defender", "contract", "trump", "with", "against")


class _Season(NamedTuple):
    """What a page of statistics asks for once: who is who, and what is not folded yet."""

    club_id: str
    id: str
    name: str
    aliases: Mapping[str, str]
    known: Mapping[str, PersonRow]
    fresh: tuple[SeasonNightRow, ...]

    def person(self, member: str) -> str:
        return self.aliases.get(member, member)


def person_statistics(
    desk: Desk, *, club_id: str, season_id: str, member_id: str, nights: int = NIGHTS_SHOWN
) -> PersonStatistics:
    """Return somebody's season, with a series of its last nights.

    Raises ScorekeeperError: NOT_FOUND.
    """
    shown = bounds.number(nights, "nights", 1, _NIGHTS_MAX)
    with desk.store.read() as tx:
        season = _season(tx, club_id, season_id)
        person = season.person(bounds.id_(member_id, "member"))
        if person not in season.known:
            raise bounds.missing("member")
        ids = (person, *sorted(one for one, into in season.aliases.items() if into == person))
        sums = _sums(tx, season, ids)
        points = _points(tx, season, ids, sums.get(ALL, NOTHING).cents, shown)
        found = {game: form for game in GAMES if (form := _form(tx, season, game, ids)) is not None}
        return PersonStatistics(
            season_id=season.id,
            season_name=season.name,
            member_id=person,
            name=season.known[person].name,
            nights=_nights(tx, season, ids),
            totals={game: tally._asdict() for game, tally in sums.items()},
            sides=_sides(season, _facets(tx, season, ids), _ORDER),
            runs=tuple(
                RunView(
                    game=game,
                    now=form.run,
                    longest_won=form.best_run,
                    longest_lost=form.worst_run,
                )
                for game, form in found.items()
            ),
            ratings=tuple((game, form.mu, form.sigma) for game, form in found.items()),
            best=_extreme(tx, season, ids, best=True),
            worst=_extreme(tx, season, ids, best=False),
            series=points,
        )


def season_statistics(
    desk: Desk, *, club_id: str, season_id: str, nights: int = NIGHTS_SHOWN
) -> SeasonStatistics:
    """Return a season over all: its contracts and trumps, and everybody's last nights.

    Raises ScorekeeperError: NOT_FOUND.
    """
    shown = bounds.number(nights, "nights", 1, _NIGHTS_MAX)
    with desk.store.read() as tx:
        season = _season(tx, club_id, season_id)
        sums: dict[str, int] = {}
        for row in tallies.of_season(tx, club_id, season_id):
            # Nothing is left of whoever was only there on nights that were struck out since.
            if row.game == ALL and (any(row.tally) or row.nights):
                person = season.person(row.member_id)
                sums[person] = sums.get(person, 0) + row.tally.cents
        for fresh in season.fresh:
            for person, tally in _by_person(tx, season, fresh.night_id).items():
                sums[person] = sums.get(person, 0) + tally.cents
        rows = tallies.facets_of_season(tx, club_id, season_id)
        for fresh in season.fresh:
            rows += folding.facet_rows(list(folding.valid_deals(tx, club_id, fresh.night_id)))
        last = season_nights.latest(tx, club_id, season_id, shown)
        return SeasonStatistics(
            season_id=season.id,
            season_name=season.name,
            sides=_sides(season, rows, _OF_SEASON),
            series=_everybody(tx, season, last, sums),
            nights=tuple(night_view(row) for row in reversed(last)),
        )


def _season(tx: Transaction, club_id: str, season_id: str) -> _Season:
    row = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
    if row is None:
        raise bounds.missing("season")
    return _Season(
        club_id=club_id,
        id=row.id,
        name=row.name,
        aliases=people.canonical(tx, club_id),
        known=ladders.people(tx, club_id),
        fresh=tuple(
            one for one in season_nights.unfolded(tx, club_id) if one.season_id == season_id
        ),
    )


def _sums(tx: Transaction, season: _Season, ids: Sequence[str]) -> dict[str, Tally]:
    sums: dict[str, Tally] = {}

    def add(game: str, tally: Tally) -> None:
        sums[game] = plus(sums.get(game, NOTHING), tally)

    for row in tallies.of_season(tx, season.club_id, season.id):
        if row.member_id in ids:
            add(row.game, row.tally)
    for fresh in season.fresh:
        for member in ids:
            for one in tallies.of_member_at(tx, season.club_id, fresh.night_id, member):
                add(ALL, one.tally)
                if one.game in GAMES:
                    add(one.game, one.tally)
    return {game: tally for game, tally in sums.items() if any(tally)}


def _nights(tx: Transaction, season: _Season, ids: Sequence[str]) -> int:
    """Count the nights somebody played; two of his ids at one night make one."""
    if len(ids) > 1:
        rows = [
            row
            for member in ids
            for row in tallies.of_member(tx, season.club_id, season.id, member)
            if row.tally.deals
        ]
        return len({row.night_id for row in rows})
    kept = sum(
        row.nights
        for row in tallies.of_season(tx, season.club_id, season.id)
        if row.game == ALL and row.member_id in ids
    )
    return kept + sum(
        any(
            one.tally.deals
            for one in tallies.of_member_at(tx, season.club_id, fresh.night_id, ids[0])
        )
        for fresh in season.fresh
    )


def _facets(tx: Transaction, season: _Season, ids: Sequence[str]) -> list[FacetRow]:
    rows = [
        row
        for member in ids
        for row in tallies.facets_of_member(tx, season.club_id, season.id, member)
    ]
    for fresh in season.fresh:
        told = list(folding.valid_deals(tx, season.club_id, fresh.night_id))
        rows += [row for row in folding.facet_rows(told) if row.member_id in ids]
    return rows


def _sides(season: _Season, rows: Iterable[FacetRow], order: Sequence[str]) -> tuple[SideView, ...]:
    """Add up sides of play by game and what they are about, in a fixed order."""
    summed: dict[tuple[str, str, str], Facet] = {}
    for row in rows:
        side, _, what = row.facet.partition(":")
        if side in order:
            what = season.person(what) if side in _PERSONAL else what
            one = summed.get((row.game, side, what), Facet())
            summed[row.game, side, what] = Facet._make(
                a + b for a, b in zip(one, row.counts, strict=True)
            )
    views = [
        SideView(
            game=game,
            side=side,
            what=season.known[what].name if side in _PERSONAL else what,
            deals=counts.deals,
            won=counts.won,
            soft=counts.soft,
            cents=counts.cents,
            member_id=what if side in _PERSONAL else "",
        )
        for (game, side, what), counts in summed.items()
        if counts.deals
    ]
    views.sort(key=lambda one: (GAMES.index(one.game), order.index(one.side), one.what))
    return tuple(views)


def _form(tx: Transaction, season: _Season, game: str, ids: Sequence[str]) -> Form | None:
    found = [
        form
        for member in ids
        if (form := forms.last(tx, season.club_id, season.id, game=game, member_id=member))
        is not None
    ]
    return max(found, key=lambda form: form.deals, default=None)


def _night_of(tx: Transaction, season: _Season, night_id: str, ids: Sequence[str]) -> Tally:
    return total(
        row.tally
        for member in ids
        for row in tallies.of_member_at(tx, season.club_id, night_id, member)
    )


def _points(
    tx: Transaction, season: _Season, ids: Sequence[str], cents: int, shown: int
) -> tuple[NightPoint, ...]:
    """Return the last nights with their sums, reckoned back from what the season stands at."""
    points = []
    latest = season_nights.latest(tx, season.club_id, season.id, shown)
    held = _rows_of(tx, season, latest)
    for row in latest:
        tally = _night_of(tx, season, row.night_id, ids)
        if any(tally):
            points.append(_point(row, tally, cents, held))
        cents -= tally.cents
    return tuple(reversed(points))


def _rows_of(
    tx: Transaction, season: _Season, nights: Sequence[SeasonNightRow]
) -> Mapping[str, int]:
    """Count the rows without a deal of nights, all of which lie between the first and the last."""
    places = [(row.date, row.number) for row in nights]
    return entries.rows_of_nights(tx, season.club_id, min(places), max(places)) if places else {}


def _point(row: SeasonNightRow, tally: Tally, sum_: int, held: Mapping[str, int]) -> NightPoint:
    return NightPoint(
        night=night_view(row),
        deals=tally.deals,
        rows=held.get(row.night_id, 0),
        cents=tally.cents,
        soft=tally.soft,
        sum=sum_,
    )


def _extreme(
    tx: Transaction, season: _Season, ids: Sequence[str], *, best: bool
) -> tuple[NightPoint, ...]:
    """Return somebody's best or worst night by money; none where he has none."""
    nights = {
        row.night_id
        for member in ids
        for row in tallies.extremes(
            tx,
            season.club_id,
            season.id,
            measure=Kind.MONEY.value,
            game=ALL,
            member_id=member,
            count=1,
            best=best,
        )
    }
    nights |= {fresh.night_id for fresh in season.fresh}
    found = {night: _night_of(tx, season, night, ids) for night in nights}
    found = {night: tally for night, tally in found.items() if tally.deals or tally.cents}
    if not found:
        return ()
    sign = 1 if best else -1
    night = max(found, key=lambda one: (sign * found[one].cents, one))
    row = season_nights.get(tx, season.club_id, night)
    assert row is not None
    return (_point(row, found[night], found[night].cents, _rows_of(tx, season, [row])),)


def _by_person(tx: Transaction, season: _Season, night_id: str) -> dict[str, Tally]:
    found: dict[str, Tally] = {}
    for row in tallies.of_night(tx, season.club_id, night_id):
        person = season.person(row.member_id)
        found[person] = plus(found.get(person, NOTHING), row.tally)
    return found


def _everybody(
    tx: Transaction, season: _Season, last: Sequence[SeasonNightRow], sums: Mapping[str, int]
) -> tuple[MemberSeries, ...]:
    left = dict(sums)
    held = _rows_of(tx, season, last)
    points: dict[str, list[NightPoint]] = {person: [] for person in sums}
    for row in last:
        for person, tally in _by_person(tx, season, row.night_id).items():
            if any(tally):
                points.setdefault(person, []).append(_point(row, tally, left.get(person, 0), held))
            left[person] = left.get(person, 0) - tally.cents
    order = sorted(points, key=lambda one: (-sums.get(one, 0), season.known[one].name))
    return tuple(
        MemberSeries(
            member_id=person,
            name=season.known[person].name,
            cents=sums.get(person, 0),
            points=tuple(reversed(points[person])),
        )
        for person in order
    )
