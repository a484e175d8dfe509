"""The club's seasons and what each brought everybody."""

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import NewSeason
from scorekeeper.schemas.forms import read
from scorekeeper.services import clubs
from scorekeeper.services import seasons
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
from scorekeeper.web.pages import words

pages = Blueprint("seasons", __name__, url_prefix="/c/<string(length=36):club_id>/seasons")


@pages.get("/")
@needs(Action.LOOK)
def index(club_id: str) -> str:
    return _show(club_id, {})


@pages.post("/")
@needs(Action.SEASONS)
def start(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(NewSeason, request.form)
        seasons.create_season(
            desk(), club_id=club_id, name=form["name"], begins=form["begins"], key=form["key"]
        )
    except FormError as error:
        return _show(club_id, field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, {error.place or "name": refusal(error)}), 422
    return go("seasons.index", club_id=club_id)


@pages.get("/<string(length=36):season_id>")
@needs(Action.LOOK)
def show(club_id: str, season_id: str) -> str:
    t = words()
    season = seasons.get_season(desk(), club_id=club_id, season_id=season_id)
    return page(
        "web/season.html",
        here="seasons",
        season=season,
        span=_span(season),
        totals=[
            (member.name, format_amount(cents, t.lang, sign=True), cents < 0)
            for member, cents in season.totals
        ],
    )


def _span(season: SeasonView) -> str:
    t = words()
    begins = format_date(season.begins, t.lang, short=True)
    if season.ends is None:
        return t("web.season.since", day=begins)
    return f"{begins} – {format_date(season.ends, t.lang, short=True)}"


def _show(club_id: str, errors: dict[str, str]) -> str:
    club = clubs.get_club(desk(), club_id=club_id)
    found = seasons.list_seasons(desk(), club_id=club_id)
    return page(
        "web/seasons.html",
        here="seasons",
        club=club,
        seasons=[(season, _span(season)) for season in found],
        typed={
            "name": request.form.get("name", ""),
            "begins": request.form.get("begins") or club_day(club.time_zone).isoformat(),
        },
        errors=errors,
        key=new_key(),
    )
