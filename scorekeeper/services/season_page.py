"""What the page of a season shows, read at one moment."""

from dataclasses import dataclass

from scorekeeper.services import bounds
from scorekeeper.services import seasons as season_services
from scorekeeper.services import standings
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import SeasonNightView
from scorekeeper.services.ladder_views import StandingsView
from scorekeeper.services.views import SeasonView
from scorekeeper.store import ladders
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction

NIGHTS_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonPage:
    """A season, the numbers and names of its ladders, and one of them as it stands.

    `nights` are the newest first, to choose from.

    `standings` is None while the season has no ladder that is shown.
    """

    season: SeasonView
    ladders: tuple[tuple[int, str], ...]
    standings: StandingsView | None
    nights: tuple[SeasonNightView, ...]


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
        return _page(tx, club_id, season_id, ladder=ladder, night=night)


def _page(
    tx: Transaction, club_id: str, season_id: str, *, ladder: int | None, night: int | None
) -> SeasonPage:
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
        ladders=tuple((row.number, row.name) for row in rows),
        standings=None
        if chosen is None
        else standings.read(tx, club_id, season_id, chosen.id, as_of),
        nights=tuple(standings.night_view(row) for row in nights),
    )


def _season(tx: Transaction, club_id: str, season_id: str) -> SeasonView:
    row = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
    if row is None:
        raise bounds.missing("season")
    return season_services.view(row)
