"""What the page of a season shows, read at one moment, and the course of its money."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.ledger.journal import member_of
from scorekeeper.services import bounds
from scorekeeper.services import ladders as ladder_services
from scorekeeper.services import people
from scorekeeper.services import seasons as season_services
from scorekeeper.services import standings
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import LadderView
from scorekeeper.services.ladder_views import SeasonNightView
from scorekeeper.services.ladder_views import StandingsView
from scorekeeper.services.views import SeasonView
from scorekeeper.store import balances
from scorekeeper.store import ladders
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction

NIGHTS_SHOWN = 60
COURSE_NIGHTS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    """A season with its ladders, one of them as it stands; `nights` newest first, to choose from.

    `standings` is None while the season has no ladder that is shown.
    """

    season: SeasonView
    ladders: tuple[LadderView, ...]
    standings: StandingsView | None
    nights: tuple[SeasonNightView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseLine:
    """Where somebody's money of the season stood after each night, in cents; the last is now."""

    member_id: str
    name: str
    sums: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseView:
    """The last nights of a season, the oldest first, and everybody's line, best first."""

    season: SeasonView
    nights: tuple[SeasonNightView, ...]
    lines: tuple[CourseLine, ...]


def season_page(
    desk: Desk,
    *,
    club_id: str,
    season_id: str,
    ladder: int | None = None,
    night: int | None = None,
) -> SeasonPage:
    """Return a season's page: the ladder of this number, by default the first, as it stands now
    or stood after the night of this number.

    Raises ScorekeeperError: NOT_FOUND for a season, ladder or night there is not.
    """
    with desk.store.read() as tx:
        return page_of(tx, club_id, season_id, ladder=ladder, night=night)


def page_of(
    tx: Transaction, club_id: str, season_id: str, *, ladder: int | None, night: int | None
) -> SeasonPage:
    """Return a season's page within a transaction."""
    season = _season(tx, club_id, season_id)
    rows = [row for row in ladders.of_season(tx, club_id, season_id) if not row.retired]
    nights = season_nights.latest(tx, club_id, season_id, NIGHTS_SHOWN)
    chosen = next((row for row in rows if ladder in (None, row.number)), None)
    if chosen is None and ladder is not None:
        raise bounds.missing("ladder")
    as_of = next((row.night_id for row in nights if row.number == night), None)
    if as_of is None and night is not None:
        raise bounds.missing("night")
    return SeasonPage(
        season=season,
        ladders=tuple(ladder_services.view(row) for row in rows),
        standings=None
        if chosen is None
        else standings.read(tx, club_id, season_id, chosen.id, as_of),
        nights=tuple(standings.night_view(row) for row in nights),
    )


def course(desk: Desk, *, club_id: str, season_id: str) -> CourseView:
    """Return how everybody's money went over the last nights of a season.

    What came before them is in their first sum, so that the last one is what the season's book
    says now.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return course_of(tx, club_id, season_id)


def course_of(tx: Transaction, club_id: str, season_id: str) -> CourseView:
    """Return the course of a season within a transaction."""
    season = _season(tx, club_id, season_id)
    nights = season_nights.latest(tx, club_id, season_id, COURSE_NIGHTS)
    aliases = people.canonical(tx, club_id)
    known = ladders.people(tx, club_id)
    now: dict[str, int] = {}
    for account, cents in balances.of_book(tx, club_id, season_id).items():
        member = member_of(account)
        if member is not None:
            person = aliases.get(member, member)
            now[person] = now.get(person, 0) + cents
    sums: dict[str, list[int]] = {person: [cents] for person, cents in now.items()}
    for night in nights[:-1]:  # from the newest back: before a night stood what it did not bring
        brought: dict[str, int] = {}
        for row in tallies.of_night(tx, club_id, night.night_id):
            person = aliases.get(row.member_id, row.member_id)
            brought[person] = brought.get(person, 0) + row.tally.cents
        for person, line in sums.items():
            line.append(line[-1] - brought.get(person, 0))
    return CourseView(
        season=season,
        nights=tuple(standings.night_view(row) for row in reversed(nights)),
        lines=_best_first(
            CourseLine(member_id=person, name=known[person].name, sums=tuple(reversed(line)))
            for person, line in sums.items()
            if nights
        ),
    )


def _best_first(lines: Iterable[CourseLine]) -> tuple[CourseLine, ...]:
    return tuple(sorted(lines, key=lambda one: (-one.sums[-1], one.name, one.member_id)))


def _season(tx: Transaction, club_id: str, season_id: str) -> SeasonView:
    row = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
    if row is None:
        raise bounds.missing("season")
    return season_services.view(row)
