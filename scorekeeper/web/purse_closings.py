"""Closing months and seasons, opening them again, and the log of it."""

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_purse import MonthClosed
from scorekeeper.schemas.forms_purse import SeasonClosed
from scorekeeper.schemas.forms_purse import TakenBackFor
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import clubs
from scorekeeper.services import seasons
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.purse_words import closing_words
from scorekeeper.web.purse_words import month_words

pages = Blueprint(
    "purse_closings", __name__, url_prefix="/c/<string(length=36):club_id>/purse/closings"
)

Answer = Response | tuple[str, int]


@pages.get("/")
@needs(Action.SEE_PURSE)
def index(club_id: str) -> str:
    return _show(club_id, "", {})


@pages.post("/month")
@needs(Action.PURSE)
def close_month(club_id: str) -> Answer:
    try:
        form = read(MonthClosed, request.form)
        closings.close_month(desk(), club_id=club_id, **form)
    except FormError as error:
        return _show(club_id, "month", field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, "month", {error.place or "counted": refusal(error)}), 422
    say("purse.said.closed")
    return go("purse_closings.index", club_id=club_id)


@pages.post("/month/open")
@needs(Action.PURSE)
def reopen_month(club_id: str) -> Answer:
    try:
        form = read(TakenBackFor, request.form)
        closings.reopen_month(desk(), club_id=club_id, **form)
    except FormError as error:
        return _show(club_id, "open", field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, "open", {"reason": refusal(error)}), 422
    say("purse.said.opened")
    return go("purse_closings.index", club_id=club_id)


@pages.post("/season/<string(length=36):season_id>")
@needs(Action.CLOSE_SEASON)
def close_season(club_id: str, season_id: str) -> Answer:
    try:
        form = read(SeasonClosed, request.form)
        closings.close_season(desk(), club_id=club_id, season_id=season_id, **form)
    except FormError as error:
        return _show(club_id, season_id, field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, season_id, {"reason": refusal(error)}), 422
    say("purse.said.closed")
    return go("purse_closings.index", club_id=club_id)


@pages.post("/season/<string(length=36):season_id>/open")
@needs(Action.CLOSE_SEASON)
def reopen_season(club_id: str, season_id: str) -> Answer:
    try:
        form = read(TakenBackFor, request.form)
        closings.reopen_season(desk(), club_id=club_id, season_id=season_id, **form)
    except FormError as error:
        return _show(club_id, season_id, field_errors(error)), 422
    except ScorekeeperError as error:
        return _show(club_id, season_id, {"reason": refusal(error)}), 422
    say("purse.said.opened")
    return go("purse_closings.index", club_id=club_id)


def _show(club_id: str, where: str, errors: dict[str, str]) -> str:
    """Show what may be closed; `where` is the form that something is wrong with."""
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    ahead = closings.next_month(desk(), club_id=club_id)
    closed = cash_book.get_purse(desk(), club_id=club_id).closed_month
    log = closings.closing_log(desk(), club_id=club_id)
    return page(
        "web/purse_closings.html",
        here="purse",
        club=club,
        ahead=ahead
        and {
            "over": ahead.over,
            "opens": format_date(ahead.opens, t.lang),
            "month": ahead.month,
            "words": month_words(ahead.month, t),
            "day": format_date(ahead.last, t.lang),
            "cash": format_cents(ahead.cash, t.lang),
            "counted": format_amount(ahead.cash, t.lang) if ahead.cash >= 0 else "",
            "bank": format_cents(ahead.bank, t.lang),
        },
        closed=closed,
        closed_words=month_words(closed, t) if closed else "",
        seasons=[
            {"id": one.id, "name": one.name, "closed": one.closed}
            for one in seasons.list_seasons(desk(), club_id=club_id)
        ],
        log=[closing_words(step, club.time_zone, t) for step in log],
        where=where,
        errors=errors,
        typed=request.form,
        key=new_key(),
    )
