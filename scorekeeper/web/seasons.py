"""The club's seasons: their ladders as they stand, and how the money went."""

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import NewSeason
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.services import clubs
from scorekeeper.services import public_seasons
from scorekeeper.services import season_page
from scorekeeper.services import seasons
from scorekeeper.services import statistics
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import club_day
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words
from scorekeeper.web.season_words import COURSE_NIGHTS
from scorekeeper.web.season_words import course_facts
from scorekeeper.web.season_words import season_facts
from scorekeeper.web.season_words import span

pages = Blueprint("seasons", __name__, url_prefix="/c/<string(length=36):club_id>/seasons")


@pages.get("/")
@needs(Action.LOOK)
def index(club_id: str) -> str:
    return _list(club_id, {})


@pages.post("/")
@needs(Action.SEASONS)
def start(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(NewSeason, request.form)
        seasons.create_season(
            desk(), club_id=club_id, name=form["name"], begins=form["begins"], key=form["key"]
        )
    except FormError as error:
        return _list(club_id, field_errors(error)), 422
    except ScorekeeperError as error:
        return _list(club_id, {error.place or "name": refusal(error)}), 422
    return go("seasons.index", club_id=club_id)


@pages.get("/<string(length=36):season_id>")
@needs(Action.LOOK)
def show(club_id: str, season_id: str) -> str:
    found = season_page.season_page(
        desk(),
        club_id=club_id,
        season_id=season_id,
        ladder=whole(request.args.get("ladder")),
        night=whole(request.args.get("night")),
    )
    return page(
        "web/season.html",
        here="seasons",
        asked_night=request.args.get("night", ""),
        public=_public(club_id, season_id),
        **season_facts(found, words()),
    )


@pages.get("/<string(length=36):season_id>/course")
@needs(Action.LOOK)
def course(club_id: str, season_id: str) -> str:
    found = statistics.season_statistics(
        desk(), club_id=club_id, season_id=season_id, nights=COURSE_NIGHTS
    )
    return page(
        "web/season_course.html",
        here="seasons",
        subtitle=found.season_name,
        back=url_for("seasons.show", club_id=club_id, season_id=season_id),
        **course_facts(found, words()),
    )


def _public(club_id: str, season_id: str) -> str:
    """Return the address anybody may read this season at, "" while nobody may."""
    token = public_seasons.link_of(desk(), club_id=club_id, season_id=season_id)
    if token is None:
        return ""
    path = url_for("public_seasons.show", token=token)
    return (wiring().config.public_url or request.host_url.rstrip("/")) + path


def _list(club_id: str, errors: dict[str, str]) -> str:
    club = clubs.get_club(desk(), club_id=club_id)
    found = seasons.list_seasons(desk(), club_id=club_id)
    t = words()
    return page(
        "web/seasons.html",
        here="seasons",
        club=club,
        seasons=[(season, span(season, t)) for season in found],
        typed={
            "name": request.form.get("name", ""),
            "begins": request.form.get("begins") or club_day(club.time_zone).isoformat(),
        },
        errors=errors,
        key=new_key(),
    )
