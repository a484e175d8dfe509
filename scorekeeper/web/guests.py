"""Guests: the door of a table with its code, and how one comes in and leaves."""

from io import BytesIO

import segno
from flask import Blueprint
from flask import Response as Answer
from flask import g
from flask import request
from flask import session
from flask import url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_moment
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_club import ComingIn
from scorekeeper.services import guests
from scorekeeper.services import tables
from scorekeeper.services.guests import DoorView
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Visitor
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import NightState
from scorekeeper.services.views import TableView
from scorekeeper.web.gate import from_this_machine
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import Throttle
from scorekeeper.web.limits import limited
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words
from scorekeeper.web.tables import headings
from scorekeeper.web.tables import table_links

pages = Blueprint("guests", __name__)

TRIES = Throttle(each=10, everyone=300, seconds=60)
_DOOR = "/c/<string(length=36):club_id>/t/<string(length=36):table_id>/guests"


@pages.get("/join")
@needs(Action.PUBLIC)
def ask() -> str:
    """Ask for a code."""
    return _ask("")


@pages.post("/join")
@needs(Action.PUBLIC)
@limited(Kind.GUESS)
def knock() -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    door = _door(request.form.get("code", ""))
    if not isinstance(door, DoorView):
        return door
    return go("guests.door", code=door.code)


@pages.get("/join/<string(maxlength=40):code>")
@needs(Action.PUBLIC)
def door(code: str) -> str | Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Where a QR code leads: ask who comes in, or let in at once who may look anyway."""
    found = _door(code)
    if not isinstance(found, DoorView):
        return found
    visitor: Visitor = g.visitor
    grant = visitor.grant
    inside = grant.table_id == found.table_id if grant else visitor.may(Action.LOOK, found.club_id)
    if inside:
        return go("tables.show", club_id=found.club_id, table_id=found.table_id)
    return _come_in(found, {})


@pages.post("/join/<string(maxlength=40):code>")
@needs(Action.PUBLIC)
@limited(Kind.GUESS)
def come_in(code: str) -> Response | tuple[str, int] | tuple[str, int, dict[str, str]]:
    found = _door(code)
    if not isinstance(found, DoorView):
        return found
    try:
        form = read(ComingIn, request.form)
        token, inside = guests.come_in(
            desk(), code=found.code, name=form["name"], writes=form["part"] == "scorekeeper"
        )
    except FormError as error:
        return _come_in(found, field_errors(error)), 422
    except ScorekeeperError as error:
        return _come_in(found, {"name": refusal(error)}), 422
    session.permanent = True
    session["guest"] = token
    return go("tables.show", club_id=inside.club_id, table_id=inside.table_id)


@pages.post("/leave")
@needs(Action.PUBLIC)
def leave() -> Response:
    """Leave as a guest; the device is forgotten."""
    guests.leave(desk(), visitor=g.visitor)
    session.pop("guest", None)
    return go("guests.ask")


@pages.get(_DOOR)
@needs(Action.GUESTS)
def show(club_id: str, table_id: str) -> str:
    table = tables.get_table(desk(), club_id=club_id, table_id=table_id, deals=0)
    return _show(table, guests.get_door(desk(), club_id=club_id, table_id=table_id))


@pages.post(_DOOR)
@needs(Action.GUESTS)
def act(club_id: str, table_id: str) -> Response:
    """Open the door with a new code, shut it, say who writes, send somebody away."""
    do, _, guest_id = request.form.get("do", "").partition(":")
    where = {"club_id": club_id, "table_id": table_id}
    try:
        if do == "open":
            writes = request.form.get("writes", "yes") == "yes"
            guests.open_door(desk(), **where, writes=writes)
        elif do == "shut":
            guests.shut_door(desk(), **where)
        elif do in ("write", "look"):
            guests.let_write(desk(), **where, writes=do == "write", guest_id=guest_id or None)
        elif do == "away":
            guests.send_away(desk(), **where, guest_id=guest_id)
        else:
            raise NotFound
    except ScorekeeperError as error:
        if error.code is ErrorCode.NOT_FOUND and error.place == "table":
            raise
        say("web.said", said=refusal(error))
    return go("guests.show", **where)


@pages.get(_DOOR + "/code.svg")
@needs(Action.GUESTS)
def code_image(club_id: str, table_id: str) -> Answer:
    """Draw the way to the door for a camera."""
    found = guests.get_door(desk(), club_id=club_id, table_id=table_id)
    link = _link(found)
    if not link:
        raise NotFound
    drawn = BytesIO()
    segno.make(link, error="m").save(drawn, kind="svg", scale=8, border=4, light="#fff")
    return Answer(drawn.getvalue(), mimetype="image/svg+xml")


def _door(code: str) -> DoorView | tuple[str, int] | tuple[str, int, dict[str, str]]:
    """Find the door of a code, or answer who guessed wrong."""
    t = words()
    address = request.remote_addr or ""
    wait = TRIES.wait(address)
    if wait:
        return _ask(t("web.access.wait", wait)), 429, {"Retry-After": str(wait)}
    try:
        return guests.find_door(desk(), code=code)
    except ScorekeeperError:
        TRIES.failed(address)
        return _ask(t("gate.join.wrong")), 404


def _ask(error: str) -> str:
    return page("web/join.html", error=error, club_id=None)


def _come_in(found: DoorView, errors: dict[str, str]) -> str:
    table = tables.get_table(desk(), club_id=found.club_id, table_id=found.table_id, deals=0)
    return page(
        "web/come_in.html",
        club_id=None,
        legal=f"{request.script_root}/c/{found.club_id}",
        code=found.code,
        writes=found.writes,
        typed=request.form.get("name", ""),
        part=request.form.get("part", "viewer"),
        errors=errors,
        **headings(table, words()),
    )


def _show(table: TableView, door: DoorView) -> str:
    t = words()
    return page(
        "web/guests.html",
        door=door,
        code=guests.shown(door.code) if door.code else "",
        link=_link(door),
        image=url_for("guests.code_image", club_id=door.club_id, table_id=door.table_id),
        open=table.open and table.night.state is NightState.OPEN,
        guests=[
            {
                "id": one.id,
                "name": one.name,
                "writes": one.writes,
                "since": format_moment(one.since, t.lang, table.club.time_zone),
            }
            for one in door.guests
        ],
        links=table_links(table.club.id, table.id, table.night.id),
        **headings(table, t),
    )


def _link(door: DoorView) -> str:
    """Return the address a phone can open, "" where nobody else reaches this one."""
    if not door.code:
        return ""
    config = wiring().config
    way = url_for("guests.door", code=door.code)
    if config.public_url:
        return config.public_url + way.removeprefix(request.script_root)
    return "" if from_this_machine(request, config) else request.host_url.rstrip("/") + way
