"""The club's seasons: their ladders as they stand, and how the money went."""

from collections.abc import Mapping

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import NewSeason
from scorekeeper.schemas.forms import SeasonChanged
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services import public_seasons
from scorekeeper.services import season_changes
from scorekeeper.services import season_page
from scorekeeper.services import seasons
from scorekeeper.services import statistics
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import SeasonView
from scorekeeper.web.pages import club_day
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words
from scorekeeper.web.season_words import COURSE_NIGHTS
from scorekeeper.web.season_words import change_words
from scorekeeper.web.season_words import course_facts
from scorekeeper.web.season_words import season_facts
from scorekeeper.web.season_words import span
from scorekeeper.web.seen import as_seen
from scorekeeper.web.seen import changed_meanwhile
from scorekeeper.web.seen import mark

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
        seasons.create_season(desk(), club_id=club_id, **form)
    except FormError as error:
        return _list(club_id, field_errors(error)), 422
    except ScorekeeperError as error:
        return _list(club_id, _said(error)), 422
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


@pages.get("/<string(length=36):season_id>/change")
@needs(Action.SEASONS)
def edit(club_id: str, season_id: str) -> str:
    season = seasons.get_season(desk(), club_id=club_id, season_id=season_id)
    return _change_form(club_id, season, _as_it_is(season), {})


@pages.post("/<string(length=36):season_id>/change")
@needs(Action.SEASONS)
def change(club_id: str, season_id: str) -> Response | tuple[str, int]:
    season = seasons.get_season(desk(), club_id=club_id, season_id=season_id)
    try:
        form = read(SeasonChanged, request.form)
        season_changes.change_season(
            as_seen(conditions.season(club_id, season_id), _named_and_days, "name"),
            club_id=club_id,
            season_id=season_id,
            open_end=form["ends"] is None,
            **form,
        )
    except FormError as error:
        return _change_form(club_id, season, request.form, field_errors(error)), 422
    except ScorekeeperError as error:
        if changed_meanwhile(error):
            now = seasons.get_season(desk(), club_id=club_id, season_id=season_id)
            return _change_form(club_id, now, _as_it_is(now), _said(error)), 409
        return _change_form(club_id, season, request.form, _said(error)), 422
    say("season.edit.saved")
    return go("seasons.show", club_id=club_id, season_id=season_id)


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


def _named_and_days(season: SeasonView) -> tuple[object, ...]:
    """Return what the form changes; evenings and money go on meanwhile and are nobody's change."""
    return season.name, season.begins, season.ends


def _as_it_is(season: SeasonView) -> dict[str, str]:
    ends = "" if season.ends is None else season.ends.isoformat()
    return {"name": season.name, "begins": season.begins.isoformat(), "ends": ends}


def _said(error: ScorekeeperError) -> dict[str, str]:
    """Say what cannot be where it was typed."""
    place = error.place if error.place in ("begins", "ends", "reason") else "name"
    if error.code is ErrorCode.VALUE_INVALID and place == "ends":
        return {place: words()("season.edit.ends_first")}
    return {place: refusal(error)}


def _change_form(
    club_id: str, season: SeasonView, typed: Mapping[str, str], errors: dict[str, str]
) -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    found = season_changes.season_history(desk(), club_id=club_id, season_id=season.id)
    return page(
        "web/season_change.html",
        here="seasons",
        season=season,
        typed=typed,
        errors=errors,
        history=[change_words(one, club.time_zone, t) for one in found],
        seen=mark(_named_and_days(season), anew=typed is not request.form),
        key=new_key(),
    )


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
            "ends": request.form.get("ends", ""),
        },
        errors=errors,
        key=new_key(),
    )
