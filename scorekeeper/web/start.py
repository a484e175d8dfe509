"""The first page: a quick night, and the nights one can go on with."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import g
from flask import request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.night_words import held_words
from scorekeeper.rules.house import Game
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import QuickNight
from scorekeeper.schemas.forms import read
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import NightState
from scorekeeper.services.views import NightView
from scorekeeper.web.gate import require
from scorekeeper.web.menu import visitor
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words
from scorekeeper.web.prices import PriceAskedError
from scorekeeper.web.prices import PriceQuestion
from scorekeeper.web.prices import price_of
from scorekeeper.web.prices import require_sure

pages = Blueprint("start", __name__)

SEATS = 6


@pages.get("/")
@needs(Action.ENTER_SITE)
def home() -> str | Response:
    """Show the club one belongs to; a guest's first page is his table."""
    grant = visitor().grant
    if grant is not None:
        return go("tables.show", club_id=grant.club_id, table_id=grant.table_id)
    return _show({}, {})


@pages.post("/")
@needs(Action.ENTER_SITE)
def begin() -> Response | tuple[str, int]:
    club = _club() or _new_club()
    g.club_id = club.id
    require(Action.HOST_NIGHT)
    try:
        form = read(QuickNight, request.form)
    except FormError as error:
        return _again(field_errors(error))
    tariff, options = _price(form)
    cents = price_of(form["game"], options, tariff)
    try:
        require_sure(form["game"], cents, form["sure"], words())
        table = nights.quick_night(
            desk(),
            names=form["names"],
            game=form["game"],
            tariff=tariff,
            options=options,
            place=form["place"],
            club_id=club.id,
            key=form["key"],
        )
    except ScorekeeperError as error:
        return _again({_field(error): refusal(error)})
    except PriceAskedError as asked:
        return _again({}, asked.question)
    return go("tables.show", club_id=table.club.id, table_id=table.id)


@pages.post("/club")
@needs(Action.ENTER_SITE)
def found() -> Response:
    """Found the first club of a private machine, to get it ready before anybody plays."""
    club = _club() or _new_club()
    return go("members.index", club_id=club.id)


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


def _again(errors: Mapping[str, str], question: PriceQuestion | None = None) -> tuple[str, int]:
    typed: dict[str, Any] = request.form.to_dict()
    typed["name"] = request.form.getlist("name")
    return _show(typed, errors, question), 422


def _clubs() -> tuple[ClubView, ...]:
    """Return the clubs this visitor belongs to; on a private machine all there are."""
    here = visitor()
    if here.everywhere:
        return clubs.home_clubs(desk())
    mine = [clubs.get_club(desk(), club_id=club_id) for club_id in here.roles]
    return tuple(sorted(mine, key=lambda club: (clubs.is_empty(club), club.name)))


def _club() -> ClubView | None:
    """Return the club asked for, by default the first one; None for who belongs to none."""
    mine, asked = _clubs(), request.values.get("club", "")
    if not asked:
        return mine[0] if mine else None
    return next((club for club in mine if club.id == asked), None)


def _new_club() -> ClubView:
    """Return the first club of a private machine, made now; nobody else founds one here."""
    if not visitor().everywhere or request.values.get("club"):
        raise NotFound
    return clubs.private_club(desk())


def _show(
    typed: dict[str, Any], errors: Mapping[str, str], question: PriceQuestion | None = None
) -> str:
    club = _club()
    if club is not None:
        g.club_id = club.id
    elif not visitor().everywhere or request.args.get("club"):
        return page("web/no_club.html")
    known = members.list_members(desk(), club_id=club.id) if club and club.member_count else ()
    recent = (
        nights.list_nights(desk(), club_id=club.id, limit=8) if club and club.night_count else ()
    )
    names = [*typed.pop("name", ()), *[""] * SEATS][:SEATS]
    return page(
        "web/start.html",
        club_id=club.id if club else "",
        club=club,
        key=new_key(),
        typed={"game": Game.BOLACHEN.value, "tariff": "10", **typed, "name": names},
        errors=errors,
        question=question,
        known=known,
        open_nights=[night_row(n) for n in recent if n.state == NightState.OPEN],
        other_nights=[night_row(n) for n in recent if n.state == NightState.CLOSED],
        fresh=not recent,
        other_clubs=[c for c in _clubs() if club and c.id != club.id],
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
        "held": held_words(words(), night.deals, night.rows),
        "tables": ", ".join(night.table_names),
    }
