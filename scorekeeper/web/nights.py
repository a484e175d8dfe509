"""The club's nights: the list, a new one, its tables, opening again, voiding."""

from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Keyed
from scorekeeper.schemas.forms import Named
from scorekeeper.schemas.forms import NewNight
from scorekeeper.schemas.forms import NewTable
from scorekeeper.schemas.forms import Reason
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.services import clubs
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import club_day
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.prices import PriceAskedError
from scorekeeper.web.prices import PriceQuestion
from scorekeeper.web.prices import price_of
from scorekeeper.web.prices import require_sure
from scorekeeper.web.rules_words import rules_choices
from scorekeeper.web.rules_words import rules_id_of
from scorekeeper.web.start import night_row

pages = Blueprint("nights", __name__, url_prefix="/c/<string(length=36):club_id>")

NIGHTS_A_PAGE = 50
SEATS = 6


@pages.get("/")
@needs(Action.LOOK)
def index(club_id: str) -> str:
    return _index(club_id)


@pages.post("/")
@needs(Action.CLUB)
def rename(club_id: str) -> Response | tuple[str, int]:
    """Give the club another name."""
    try:
        form = read(Named, request.form)
        clubs.rename_club(desk(), club_id=club_id, name=form["name"])
    except FormError as error:
        return _index(club_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _index(club_id, errors={"name": refusal(error)}), 422
    return go("nights.index", club_id=club_id)


def _index(club_id: str, errors: dict[str, str] | None = None) -> str:
    club = clubs.get_club(desk(), club_id=club_id)
    found = nights.list_nights(
        desk(),
        club_id=club_id,
        before=whole(request.args.get("before")),
        limit=NIGHTS_A_PAGE,
    )
    return page(
        "web/nights.html",
        club=club,
        here="nights",
        nights=[night_row(night) for night in found],
        before=found[-1].number if len(found) == NIGHTS_A_PAGE else None,
        typed=request.form.get("name", club.name),
        errors=errors or {},
        key=new_key(),
    )


@pages.get("/nights/new")
@needs(Action.HOST_NIGHT)
def new(club_id: str) -> str:
    return _new(club_id, {}, {})


@pages.post("/nights/new")
@needs(Action.HOST_NIGHT)
def start(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(NewNight, request.form)
        night = nights.start_night(
            desk(),
            club_id=club_id,
            date=form["date"],
            place=form["place"],
            season_id=form["season_id"] or None,
            key=form["key"],
        )
    except FormError as error:
        return _new(club_id, request.form.to_dict(), field_errors(error)), 422
    except ScorekeeperError as error:
        errors = {error.place or "date": refusal(error)}
        return _new(club_id, request.form.to_dict(), errors), 422
    return go("nights.new_table", club_id=club_id, night_id=night.id)


def _new(club_id: str, typed: dict[str, Any], errors: dict[str, str]) -> str:
    club = clubs.get_club(desk(), club_id=club_id)
    return page(
        "web/night_new.html",
        here="nights",
        typed={"date": club_day(club.time_zone).isoformat(), "place": "", "season_id": "", **typed},
        seasons=[(s.id, s.name) for s in seasons.list_seasons(desk(), club_id=club_id)],
        errors=errors,
        key=new_key(),
    )


@pages.get("/n/<string(length=36):night_id>/tables")
@needs(Action.HOST_NIGHT)
def new_table(club_id: str, night_id: str) -> str:
    return _new_table(club_id, night_id, {}, {})


@pages.post("/n/<string(length=36):night_id>/tables")
@needs(Action.HOST_NIGHT)
def open_table(club_id: str, night_id: str) -> Response | tuple[str, int]:
    try:
        form = read(NewTable, request.form)
        names = [" ".join(name.split()) for name in form["name"] if name.strip()]
        rules_id = rules_id_of(club_id, form["house_rules_id"])
        rules = house_rules.get_house_rules(desk(), club_id=club_id, house_rules_id=rules_id)
        cents = price_of(rules.game, rules.options, form["tariff"])
        require_sure(rules.game, cents, form["sure"], words())
        people = members.members_named(desk(), club_id=club_id, names=names)
        table = tables.open_table(
            desk(),
            club_id=club_id,
            night_id=night_id,
            game=rules.game,
            house_rules_id=rules_id,
            tariff=form["tariff"],
            member_ids=[person.id for person in people],
            name=form["table_name"],
            key=form["key"],
        )
    except FormError as error:
        return _new_table(club_id, night_id, _typed(), field_errors(error)), 422
    except ScorekeeperError as error:
        return _new_table(club_id, night_id, _typed(), {"name": refusal(error)}), 422
    except PriceAskedError as asked:
        return _new_table(club_id, night_id, _typed(), {}, asked.question), 422
    return go("tables.show", club_id=club_id, table_id=table.id)


def _typed() -> dict[str, Any]:
    return {**request.form.to_dict(), "name": request.form.getlist("name")}


def _new_table(
    club_id: str,
    night_id: str,
    typed: dict[str, Any],
    errors: dict[str, str],
    question: PriceQuestion | None = None,
) -> str:
    t = words()
    night = nights.get_night(desk(), club_id=club_id, night_id=night_id)
    names = [*typed.pop("name", []), *[""] * SEATS][:SEATS]
    shown = {"house_rules_id": "", "tariff": "10", "table_name": "", **typed}
    return page(
        "web/table_new.html",
        here="nights",
        night=night_row(night),
        known=members.list_members(desk(), club_id=club_id),
        rules=rules_choices(club_id, None, t),
        typed=shown,
        names=names,
        errors=errors,
        question=question,
        key=new_key(),
    )


@pages.post("/n/<string(length=36):night_id>/reopen")
@needs(Action.VOID_NIGHT)
def reopen(club_id: str, night_id: str) -> Response:
    form = read(Keyed, request.form)
    try:
        nights.reopen_night(desk(), club_id=club_id, night_id=night_id, key=form["key"])
    except ScorekeeperError as error:
        say("web.said", said=refusal(error))
    return go("ledger.show", club_id=club_id, night_id=night_id)


@pages.post("/n/<string(length=36):night_id>/void")
@needs(Action.VOID_NIGHT)
def void(club_id: str, night_id: str) -> Response:
    form = read(Reason, request.form)
    try:
        nights.void_night(
            desk(), club_id=club_id, night_id=night_id, reason=form["own"], key=form["key"]
        )
    except ScorekeeperError as error:
        say("web.said", said=refusal(error))
    return go("ledger.show", club_id=club_id, night_id=night_id)
