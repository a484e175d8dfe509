"""Finding a season or one of its ladders by what people call it."""

from scorekeeper.i18n.ladder_words import usual_names
from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.services.ladder_views import LadderView
from scorekeeper.services.ladders import list_ladders
from scorekeeper.services.seasons import list_seasons
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import SeasonView


def find_season(desk: Desk, club: ClubView, called: str | None) -> SeasonView:
    """Return the season of this name or id; without one the latest.

    Raises ScorekeeperError: NOT_FOUND.
    """
    found = list_seasons(desk, club_id=club.id)
    if called is not None:
        wanted = bounds.name_key(called.strip())
        found = tuple(
            one for one in found if one.id == called or bounds.name_key(one.name) == wanted
        )
    if not found:
        raise bounds.missing("season")
    return found[0]


def find_ladder(desk: Desk, club: ClubView, season: SeasonView, called: str) -> LadderView:
    """Return the ladder of this name, number or id; a usual one also by its name elsewhere.

    Raises ScorekeeperError: NOT_FOUND.
    """
    wanted = bounds.name_key(called.strip())
    for one in list_ladders(desk, club_id=club.id, season_id=season.id, retired=True):
        usual = usual_names(one.number)
        names = usual if one.name in usual else (one.name,)
        if called in (one.id, str(one.number)) or wanted in map(bounds.name_key, names):
            return one
    raise bounds.missing("ladder")
