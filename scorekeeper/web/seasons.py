"""The club's seasons: their ladders as they stand, and how the money went."""

from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.documents.charts import Series
from scorekeeper.documents.charts import line_chart
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import NewSeason
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.services import clubs
from scorekeeper.services import public_seasons
from scorekeeper.services import season_page
from scorekeeper.services import seasons
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.season_page import CourseView
from scorekeeper.services.season_page import SeasonPage
from scorekeeper.services.views import SeasonView
from scorekeeper.web.pages import club_day
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words
from scorekeeper.web.standing_words import ladder_rules
from scorekeeper.web.standing_words import night_words
from scorekeeper.web.standing_words import standing_rows

CHART_LINES = 8

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
    found = season_page.course(desk(), club_id=club_id, season_id=season_id)
    t = words()
    return page(
        "web/season_course.html",
        here="seasons",
        season=found.season,
        span=span(found.season, t),
        back=url_for("seasons.show", club_id=club_id, season_id=season_id),
        **course_facts(found, t),
    )


def season_facts(found: SeasonPage, t: Translator) -> dict[str, Any]:
    """Return what a season's page is made of, for the club's own and the public one."""
    standings = found.standings
    return {
        "season": found.season,
        "span": span(found.season, t),
        "ladders": [(one.number, one.name) for one in found.ladders],
        "standings": standings,
        "rows": [] if standings is None else standing_rows(standings, t),
        "rules": [] if standings is None else ladder_rules(standings.ladder, t),
        "column": "" if standings is None else t(f"season.kind.{standings.ladder.kind}"),
        "after": ""
        if standings is None or standings.night is None
        else night_words(standings.night, t),
        "nights": [(night.number, night_words(night, t)) for night in found.nights],
    }


def course_facts(found: CourseView, t: Translator) -> dict[str, Any]:
    """Return a chart of the best and the worst, and the numbers of all in a table."""
    drawn = found.lines
    if len(drawn) > CHART_LINES:
        half = CHART_LINES // 2
        drawn = (*drawn[:half], *drawn[-half:])
    labels = [f"{night.date.day}.{night.date.month}." for night in found.nights]
    chart = ""
    if labels and drawn:
        best, last = drawn[0], drawn[-1]
        chart = line_chart(
            [Series(name=line.name, values=line.sums) for line in drawn],
            labels,
            title=t("season.course.chart", season=found.season.name),
            description=t(
                "season.course.told",
                best=best.name,
                most=format_amount(best.sums[-1], t.lang, sign=True),
                last=last.name,
                least=format_amount(last.sums[-1], t.lang, sign=True),
            ),
            number=lambda cents: format_amount(cents, t.lang, sign=True),
        )
    return {
        "chart": chart,
        "left_out": len(found.lines) - len(drawn),
        "days": labels,
        "lines": [
            (line.name, [(format_amount(c, t.lang, sign=True), c < 0) for c in line.sums])
            for line in found.lines
        ],
    }


def span(season: SeasonView, t: Translator) -> str:
    """Say from when to when a season goes."""
    begins = format_date(season.begins, t.lang, short=True)
    if season.ends is None:
        return t("web.season.since", day=begins)
    return f"{begins} – {format_date(season.ends, t.lang, short=True)}"


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
