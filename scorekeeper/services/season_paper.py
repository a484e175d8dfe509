"""A season's report: what it states, gathered once, set as a page."""

from scorekeeper.documents.season_facts import LadderFacts
from scorekeeper.documents.season_facts import SeasonFacts
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import ladders
from scorekeeper.services import public_seasons
from scorekeeper.services import seasons
from scorekeeper.services import standings
from scorekeeper.services import statistics
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import MemberSeries
from scorekeeper.services.ladder_views import SeasonStatistics
from scorekeeper.store import clubs as club_rows

NIGHTS = 40


def season_facts(desk: Desk, *, club_id: str, season_id: str, public_url: str = "") -> SeasonFacts:
    """State a season with every ladder that is shown.

    Raises ScorekeeperError: NOT_FOUND.
    """
    club = clubs.get_club(desk, club_id=club_id)
    season = seasons.get_season(desk, club_id=club_id, season_id=season_id)
    stood = [
        standings.standings(desk, club_id=club_id, season_id=season_id, ladder_id=one.id)
        for one in ladders.list_ladders(desk, club_id=club_id, season_id=season_id)
    ]
    course = statistics.season_statistics(desk, club_id=club_id, season_id=season_id, nights=NIGHTS)
    last = next((one.night for one in stood if one.night is not None), None)
    token = public_seasons.link_of(desk, club_id=club_id, season_id=season_id)
    with desk.store.read() as tx:
        entry, hash_ = club_rows.chain_end(tx, bounds.id_(club_id, "club"))
    return SeasonFacts(
        club=club.name,
        season=season.name,
        begins=season.begins,
        ends=season.ends,
        closed=any(one.closed for one in stood),
        night=None if last is None else (last.number, last.date),
        ladders=tuple(
            LadderFacts(
                name=one.ladder.name,
                version=one.ladder.version,
                ladder=one.ladder,
                rows=one.rows,
            )
            for one in stood
        ),
        days=tuple(night.date for night in course.nights),
        lines=tuple((one.name, sums_of(one, course)) for one in course.series),
        hash=hash_ if entry else "",
        entry=entry,
        url=f"{public_url}/s/{token}" if public_url and token else "",
    )


def sums_of(one: MemberSeries, course: SeasonStatistics) -> tuple[int, ...]:
    """Return where somebody stood after each night; a night without him changed nothing."""
    played = {point.night.id: point.sum for point in one.points}
    stands = one.points[0].sum - one.points[0].cents if one.points else one.cents
    sums = []
    for night in course.nights:
        stands = played.get(night.id, stands)
        sums.append(stands)
    return tuple(sums)
