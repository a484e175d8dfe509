"""A season for anybody with its link: to read, nothing else."""

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.schemas.forms import whole
from scorekeeper.services import public_seasons
from scorekeeper.services import season_page
from scorekeeper.services import statistics
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words
from scorekeeper.web.season_words import COURSE_NIGHTS
from scorekeeper.web.season_words import course_facts
from scorekeeper.web.season_words import season_facts

pages = Blueprint("public_seasons", __name__)
Hidden = tuple[str, int, dict[str, str]]


@pages.get("/s/<string(maxlength=32):token>")
@needs(Action.PUBLIC)
def show(token: str) -> Hidden:
    club, season_id = public_seasons.opened(desk(), token=token)
    found = season_page.season_page(
        desk(),
        club_id=club.id,
        season_id=season_id,
        ladder=whole(request.args.get("ladder")),
        night=whole(request.args.get("night")),
    )
    return _unlisted(
        page(
            "web/public_season.html",
            club=club,
            club_id=None,
            token=token,
            asked_night=request.args.get("night", ""),
            **season_facts(found, words()),
        )
    )


@pages.get("/s/<string(maxlength=32):token>/course")
@needs(Action.PUBLIC)
def course(token: str) -> Hidden:
    club, season_id = public_seasons.opened(desk(), token=token)
    found = statistics.season_statistics(
        desk(), club_id=club.id, season_id=season_id, nights=COURSE_NIGHTS
    )
    return _unlisted(
        page(
            "web/season_course.html",
            club_id=None,
            subtitle=f"{club.name}, {found.season_name}",
            back=url_for("public_seasons.show", token=token),
            **course_facts(found, words()),
        )
    )


@pages.post("/c/<string(length=36):club_id>/seasons/<string(length=36):season_id>/public")
@needs(Action.SEASONS)
def publish(club_id: str, season_id: str) -> Response:
    if request.form.get("public") == "yes":
        public_seasons.publish(desk(), club_id=club_id, season_id=season_id)
    else:
        public_seasons.withdraw(desk(), club_id=club_id, season_id=season_id)
    return go("seasons.show", club_id=club_id, season_id=season_id)


def _unlisted(shown: str) -> Hidden:
    """Answer with a page that search engines leave alone: who has the link was given it."""
    return shown, 200, {"X-Robots-Tag": "noindex, nofollow"}
