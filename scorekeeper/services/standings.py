"""How a ladder stands: now or after any night, what parted those of equal value, who moved."""

from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.season import ladder as kinds
from scorekeeper.season import standings as places
from scorekeeper.season.ladder import AMONG_THEM
from scorekeeper.season.ladder import Ladder
from scorekeeper.season.ladder import TieBreak
from scorekeeper.season.ladder import tie_value
from scorekeeper.season.rating import Form
from scorekeeper.season.standings import Entrant
from scorekeeper.season.standings import Meeting
from scorekeeper.season.standings import Place
from scorekeeper.season.tiebreak import lot
from scorekeeper.services import bounds
from scorekeeper.services import meetings
from scorekeeper.services import people
from scorekeeper.services import ranking
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import RatingRow
from scorekeeper.services.ladder_views import RatingsView
from scorekeeper.services.ladder_views import SeasonNightView
from scorekeeper.services.ladder_views import StandingRow
from scorekeeper.services.ladder_views import StandingsView
from scorekeeper.services.ladders import ladder_of
from scorekeeper.services.ladders import view as ladder_view
from scorekeeper.services.ranking import Sheet
from scorekeeper.store import forms
from scorekeeper.store import ladders
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.ladders import LadderRow
from scorekeeper.store.ladders import PersonRow
from scorekeeper.store.season_nights import SeasonNightRow

_LOT_DIGITS = 8
_NIGHTS_MAX = 1_000
FEW_NIGHTS = "few_nights"
FEW_DEALS = "few_deals"


class _Moment(NamedTuple):
    """A season at one moment: everybody's sheet, and how those who are level are compared."""

    sheets: Mapping[str, Sheet]
    met: Meeting


_NOTHING = _Moment({}, places.nobody_met)


def standings(
    desk: Desk,
    *,
    club_id: str,
    season_id: str,
    ladder_id: str | None = None,
    as_of: str | None = None,
) -> StandingsView:
    """Return how a ladder stands, by default a season's first, now or after the night `as_of`.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, season_id, ladder_id, as_of)


def read(
    tx: Transaction, club_id: str, season_id: str, ladder_id: str | None, as_of: str | None
) -> StandingsView:
    """Return how a ladder stands within a transaction."""
    season = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
    if season is None:
        raise bounds.missing("season")
    row = _ladder(tx, club_id, season_id, ladder_id)
    ladder = ladder_of(row)
    aliases = people.canonical(tx, club_id)
    last = next(iter(season_nights.latest(tx, club_id, season_id, 1)), None)
    if as_of is not None:
        asked = season_nights.get(tx, club_id, bounds.id_(as_of, "night"))
        if asked is None or asked.season_id != season_id:
            raise bounds.missing("night")
        before, now = _of_night(tx, club_id, season_id, ladder, aliases, asked)
        last = asked
    else:
        now = _now(tx, club_id, season_id, ladder, aliases, None)
        before = _NOTHING
        if last is not None:
            before = _now(tx, club_id, season_id, ladder, aliases, last)
    known = ladders.people(tx, club_id)
    return StandingsView(
        season_id=season.id,
        season_name=season.name,
        ladder=ladder_view(row),
        night=None if last is None else night_view(last),
        rows=_rows(ladder, row.seed, known, now, before),
        closed=season.closed_at is not None,
    )


def season_nights_of(
    desk: Desk, *, club_id: str, season_id: str, limit: int = 100
) -> tuple[SeasonNightView, ...]:
    """Return the last nights of a season with results, the newest first."""
    limit = bounds.number(limit, "limit", 1, _NIGHTS_MAX)
    with desk.store.read() as tx:
        if seasons.get(tx, club_id, bounds.id_(season_id, "season")) is None:
            raise bounds.missing("season")
        rows = season_nights.latest(tx, club_id, season_id, limit)
    return tuple(night_view(row) for row in rows)


def ratings(desk: Desk, *, club_id: str, season_id: str, game: str) -> RatingsView:
    """Return the ratings of a game, by the lower end of what somebody may be.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID for a game nobody knows.
    """
    game = bounds.game(game)
    with desk.store.read() as tx:
        if seasons.get(tx, club_id, bounds.id_(season_id, "season")) is None:
            raise bounds.missing("season")
        known = ladders.people(tx, club_id)
        played = {row.member_id for row in tallies.of_season(tx, club_id, season_id)}
        aliases = people.canonical(tx, club_id)
        found: dict[str, Form] = {}
        for member in sorted(played):
            form = forms.last(tx, club_id, season_id, game=game, member_id=member)
            person = aliases.get(member, member)
            # Of somebody with two ids the one who played more.
            if form is not None and (person not in found or form.deals > found[person].deals):
                found[person] = form
        behind = season_nights.count_unformed(tx, club_id, season_id)
    order = sorted(found, key=lambda one: (-found[one].cautious, known[one].name, one))
    return RatingsView(
        season_id=season_id,
        game=game,
        behind=behind,
        rows=tuple(
            RatingRow(
                member_id=one,
                name=known[one].name,
                place=place,
                mu=found[one].mu,
                low=found[one].cautious,
                high=found[one].mu + 2 * found[one].sigma,
                deals=found[one].deals,
            )
            for place, one in enumerate(order, 1)
        ),
    )


def _rows(
    ladder: Ladder, seed: str, known: Mapping[str, PersonRow], now: _Moment, before: _Moment
) -> tuple[StandingRow, ...]:
    """Rank sheets and say how everybody moved since the sheets before."""
    entrants, others = _entrants(ladder, known, now.sheets)
    ranked = places.ranked(tuple(entrants.values()), ladder.tie_breaks, seed, now.met)
    earlier = places.ranked(
        tuple(_entrants(ladder, known, before.sheets)[0].values()),
        ladder.tie_breaks,
        seed,
        before.met,
    )
    moved = places.movement(ranked, earlier)
    sheets = now.sheets
    rows = [
        _row(ladder, seed, known, sheets[one.id], one.id, one, moved[one.id], entrants[one.id])
        for one in ranked
    ]
    rows += [
        _row(ladder, seed, known, sheets[id_], id_, None, None, None, missing=missing)
        for id_, missing in others
    ]
    return tuple(rows)


def night_view(row: SeasonNightRow) -> SeasonNightView:
    """Return what lists show of a night."""
    return SeasonNightView(id=row.night_id, number=row.number, date=date.fromisoformat(row.date))


def _now(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    aliases: Mapping[str, str],
    without: SeasonNightRow | None,
) -> _Moment:
    return _Moment(
        ranking.now(tx, club_id, season_id, ladder, aliases, without=without),
        meetings.now(tx, club_id, season_id, ladder, aliases, without=without),
    )


def _of_night(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    aliases: Mapping[str, str],
    asked: SeasonNightRow,
) -> tuple[_Moment, _Moment]:
    """Return how a season stood before a night and after it."""
    place = (asked.date, asked.number)
    earlier = {
        row.night_id: row
        for row in season_nights.of_season(tx, club_id, season_id)
        if (row.date, row.number) < place
    }
    rows = tallies.up_to(tx, club_id, season_id, asked.date)

    def moment(nights: Mapping[str, SeasonNightRow]) -> _Moment:
        chosen = [row for row in rows if row.night_id in nights]
        return _Moment(
            ranking.as_of(tx, club_id, chosen, ladder, aliases),
            meetings.as_of(tx, club_id, season_id, ladder, aliases, nights.values()),
        )

    return moment(earlier), moment({**earlier, asked.night_id: asked})


def _ladder(tx: Transaction, club_id: str, season_id: str, ladder_id: str | None) -> LadderRow:
    if ladder_id is None:
        rows = ladders.of_season(tx, club_id, season_id)
        row = next((one for one in rows if not one.retired), None)
    else:
        row = ladders.get(tx, club_id, bounds.id_(ladder_id, "ladder"))
    if row is None or row.season_id != season_id:
        raise bounds.missing("ladder")
    return row


def _entrants(
    ladder: Ladder, known: Mapping[str, PersonRow], sheets: Mapping[str, Sheet]
) -> tuple[dict[str, Entrant], list[tuple[str, str]]]:
    """Part those who are ranked from those who have too little; the latter by value."""
    entrants: dict[str, Entrant] = {}
    others: list[tuple[Fraction, str, str]] = []
    for id_, sheet in sheets.items():
        measured = kinds.worth(ladder, sheet.whole, sheet.nights, sheet.extremes)
        if measured is None or (known[id_].guest and not ladder.guests):
            continue
        value = kinds.value_of(measured)
        if sheet.nights < ladder.min_nights:
            others.append((-value, id_, FEW_NIGHTS))
        elif sheet.whole.deals < ladder.min_deals:
            others.append((-value, id_, FEW_DEALS))
        else:
            ties: dict[TieBreak, Fraction] = {
                one: tie_value(one, sheet.whole, sheet.nights, sheet.best)
                for one in ladder.tie_breaks
                if one not in AMONG_THEM
            }
            entrants[id_] = Entrant(id=id_, value=value, ties=ties)
    return entrants, [(id_, missing) for _, id_, missing in sorted(others)]


def _row(
    ladder: Ladder,
    seed: str,
    known: Mapping[str, PersonRow],
    sheet: Sheet,
    id_: str,
    place: Place | None,
    moved: int | None,
    entrant: Entrant | None,
    *,
    missing: str = "",
) -> StandingRow:
    measured = kinds.worth(ladder, sheet.whole, sheet.nights, sheet.extremes)
    assert measured is not None
    chosen = [night.night_id for night in sheet.extremes]
    counted = tuple(chosen[: ladder.best]) if ladder.best is not None else ()
    dropped = tuple(chosen[: min(ladder.drop, len(chosen) - 1)]) if ladder.drop else ()
    tied = place.tied_with if place is not None else ()
    values = None
    if tied and place is not None and entrant is not None:
        worth = dict(entrant.ties)
        if place.direct is not None:
            worth[TieBreak.DIRECT] = place.direct
        values = {one.value: (value.numerator, value.denominator) for one, value in worth.items()}
    drawn = place is not None and place.decided_by is TieBreak.LOTS
    return StandingRow(
        member_id=id_,
        name=known[id_].name,
        active=bool(known[id_].active),
        guest=bool(known[id_].guest),
        place=None if place is None else place.place,
        shared=place is not None and place.shared,
        amount=measured.amount,
        per=measured.per,
        nights=sheet.nights,
        deals=sheet.whole.deals,
        counted=counted,
        dropped=dropped,
        moved=moved,
        tied_with=tuple(known[one].name for one in tied),
        decided_by=None if place is None or place.decided_by is None else place.decided_by.value,
        tie_values=values,
        lot=f"{lot(seed, id_):064x}"[:_LOT_DIGITS] if drawn else "",
        missing=missing,
    )
