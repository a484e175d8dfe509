"""Finding a club or a night by what people call it."""

from datetime import date

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services.clubs import home_clubs
from scorekeeper.services.clubs import list_clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.nights import get_night
from scorekeeper.services.nights import get_numbered
from scorekeeper.services.nights import list_nights
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import NightView


def find_club(desk: Desk, called: str | None) -> ClubView:
    """Return the club of this name or id; without one the only club there is.

    Raises ScorekeeperError: NOT_FOUND, and CLUB_UNCLEAR with their names when several would do.
    """
    clubs = home_clubs(desk) if called is None else list_clubs(desk)
    if called is not None:
        wanted = bounds.name_key(called.strip())
        clubs = tuple(
            club for club in clubs if club.id == called or bounds.name_key(club.name) == wanted
        )
    if not clubs:
        raise bounds.missing("club")
    if len(clubs) > 1:
        names = tuple(f"{club.name} ({club.id})" for club in clubs)
        raise ScorekeeperError(ErrorCode.CLUB_UNCLEAR, "club", names=names)
    return clubs[0]


def find_night(desk: Desk, club: ClubView, called: str | None) -> NightView:
    """Return the night of this number, date or id; without one that of the latest day.

    Raises ScorekeeperError: NOT_FOUND, also when several were on that day.
    """
    if called is None:
        found = list_nights(desk, club_id=club.id, limit=1)
    elif called.isascii() and called.isdigit() and len(called) < 10:
        return get_numbered(desk, club_id=club.id, number=int(called))
    elif _is_day(called):
        found = _on(desk, club, date.fromisoformat(called))
    else:
        return get_night(desk, club_id=club.id, night_id=called)
    if len(found) != 1:
        raise bounds.missing("night")
    return found[0]


def _is_day(text: str) -> bool:
    try:
        return len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False


def _on(desk: Desk, club: ClubView, day: date) -> tuple[NightView, ...]:
    found: list[NightView] = []
    before = None
    while True:
        page = list_nights(desk, club_id=club.id, before=before, limit=200)
        found += [night for night in page if night.date == day]
        if not page:
            return tuple(found)
        before = page[-1].number
