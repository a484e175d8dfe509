"""The first page: a quick night, and the nights one can go on with."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.rules.house import Game
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import QuickNight
from scorekeeper.schemas.forms import read
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import NightState
from scorekeeper.services.views import NightView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal

pages = Blueprint("start", __name__)

SEATS = 6


@pages.get("/")
@needs(Action.ENTER_SITE)
def home() -> str:
    return _show({}, {})


@pages.post("/")
@needs(Action.ENTER_SITE)
def begin() -> Response | tuple[str, int]:
    try:
        form = read(QuickNight, request.form)
    except FormError as error:
        return _again(field_errors(error))
    tariff, options = _price(form)
    try:
        table = nights.quick_night(
            desk(),
            names=form["names"],
            game=form["game"],
            tariff=tariff,
            options=options,
            place=form["place"],
            club_id=clubs.private_club(desk()).id,
            key=form["key"],
        )
    except ScorekeeperError as error:
        return _again({_field(error): refusal(error)})
    return go("tables.show", club_id=table.club.id, table_id=table.id)


def _field(error: ScorekeeperError) -> str:
    return "tariff" if error.place == "tariff" else "name"


def _price(form: Mapping[str, Any]) -> tuple[int, dict[str, str | int]]:
    """Turn what people agree on into a tariff and options: in Watten only a Bummerl costs money."""
    if form["game"] == Game.WATTEN:
        if form["bummerl"]:
            return form["bummerl"], {"bummerl_stake": 1}
        return 10, {}
    if form["game"] == Game.WALLACHEN and form["pass_out"] == "haferl":
        return form["tariff"], {"pass_out": "haferl"}
    return form["tariff"], {}


def _again(errors: Mapping[str, str]) -> tuple[str, int]:
    typed: dict[str, Any] = request.form.to_dict()
    typed["name"] = request.form.getlist("name")
    return _show(typed, errors), 422


def _show(typed: dict[str, Any], errors: Mapping[str, str]) -> str:
    club = clubs.private_club(desk())
    known = members.list_members(desk(), club_id=club.id) if club.member_count else ()
    recent = nights.list_nights(desk(), club_id=club.id, limit=8) if club.night_count else ()
    names = [*typed.pop("name", ()), *[""] * SEATS][:SEATS]
    return page(
        "web/start.html",
        club_id=club.id,
        key=new_key(),
        typed={"game": Game.BOLACHEN.value, "tariff": "10", **typed, "name": names},
        errors=errors,
        known=known,
        open_nights=[night_row(n) for n in recent if n.state == NightState.OPEN],
        other_nights=[night_row(n) for n in recent if n.state == NightState.CLOSED],
        fresh=not recent,
        other_clubs=[c for c in clubs.list_clubs(desk()) if c.id != club.id],
    )


def night_row(night: NightView) -> dict[str, Any]:
    """Lay out a night for a list of nights."""
    return {
        "id": night.id,
        "table_id": night.table_ids[0] if len(night.table_ids) == 1 else None,
        "number": night.number,
        "date": format_date(night.date, language(), short=True),
        "place": night.place,
        "state": night.state.value,
        "deals": night.deals,
        "tables": ", ".join(night.table_names),
    }
