"""Webhooks: whom the club tells what happened, what was told, and telling it once more."""

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_moment
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_programs import ListenerChange
from scorekeeper.schemas.forms_programs import NewListener
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services import webhooks
from scorekeeper.services.announcing import Event
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.webhooks import WebhookView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words
from scorekeeper.web.seen import as_seen
from scorekeeper.web.seen import changed_meanwhile
from scorekeeper.web.seen import mark

pages = Blueprint("webhooks", __name__, url_prefix="/c/<string(length=36):club_id>/webhooks")
_ONE = "/<string(length=36):webhook_id>"
_SHOWN = 50


@pages.get("/")
@needs(Action.WEBHOOKS)
def index(club_id: str) -> str:
    return _list(club_id, {})


@pages.post("/")
@needs(Action.WEBHOOKS)
def create(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(NewListener, request.form)
        made = webhooks.create_webhook(
            desk(),
            club_id=club_id,
            url=form["url"],
            events=form["event"],
            local=wiring().config.webhooks_local,
        )
    except FormError as error:
        return _list(club_id, field_errors(error)), 422
    except ScorekeeperError as error:
        return _list(club_id, _refused(error)), 422
    return go("webhooks.show", club_id=club_id, webhook_id=made.id)


@pages.get(_ONE)
@needs(Action.WEBHOOKS)
def show(club_id: str, webhook_id: str) -> str:
    return _one(club_id, webhook_id, {})


@pages.post(_ONE)
@needs(Action.WEBHOOKS)
def change(club_id: str, webhook_id: str) -> Response | tuple[str, int]:
    """Change where and what, or tell no more for a while, or for ever: `do` says which."""
    do = request.form.get("do", "save")
    at = desk()
    if do == "remove":
        webhooks.remove_webhook(at, club_id=club_id, webhook_id=webhook_id)
        return go("webhooks.index", club_id=club_id)
    if do in ("on", "off"):
        webhooks.change_webhook(at, club_id=club_id, webhook_id=webhook_id, active=do == "on")
        return go("webhooks.show", club_id=club_id, webhook_id=webhook_id)
    try:
        form = read(ListenerChange, request.form)
        webhooks.change_webhook(
            as_seen(conditions.webhook(club_id, webhook_id), _told, "url"),
            club_id=club_id,
            webhook_id=webhook_id,
            url=form["url"],
            events=form["event"],
            local=wiring().config.webhooks_local,
        )
    except FormError as error:
        return _one(club_id, webhook_id, field_errors(error)), 422
    except ScorekeeperError as error:
        if error.code is ErrorCode.NOT_FOUND:
            raise
        if changed_meanwhile(error):
            return _one(club_id, webhook_id, _refused(error), anew=True), 409
        return _one(club_id, webhook_id, _refused(error)), 422
    return go("webhooks.show", club_id=club_id, webhook_id=webhook_id)


@pages.post(_ONE + "/deliveries/<string(length=36):delivery_id>")
@needs(Action.WEBHOOKS)
def resend(club_id: str, webhook_id: str, delivery_id: str) -> Response:
    webhooks.resend(desk(), club_id=club_id, webhook_id=webhook_id, delivery_id=delivery_id)
    say("programs.hook.again")
    return go("webhooks.show", club_id=club_id, webhook_id=webhook_id)


def _refused(error: ScorekeeperError) -> dict[str, str]:
    if error.place == "events":
        return {"event": words()("programs.events.needed")}
    return {"url": refusal(error)}


def _events() -> list[tuple[str, str]]:
    return [(event.value, words()(f"programs.event.{event.value}")) for event in Event]


def _list(club_id: str, errors: dict[str, str]) -> str:
    t = words()
    return page(
        "web/webhooks.html",
        here="tokens",
        club=clubs.get_club(desk(), club_id=club_id),
        hooks=[
            (one, ", ".join(t(f"programs.event.{event}") for event in one.events))
            for one in webhooks.list_webhooks(desk(), club_id=club_id)
        ],
        events=_events(),
        typed={
            "url": request.form.get("url", "https://"),
            "event": request.form.getlist("event") if errors else ["deal.recorded"],
        },
        errors=errors,
        key=new_key(),
    )


def _told(hook: WebhookView) -> tuple[object, ...]:
    return hook.url, hook.events


def _one(club_id: str, webhook_id: str, errors: dict[str, str], *, anew: bool = False) -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    hook = webhooks.get_webhook(desk(), club_id=club_id, webhook_id=webhook_id)
    found = webhooks.list_deliveries(desk(), club_id=club_id, webhook_id=webhook_id, limit=_SHOWN)
    return page(
        "web/webhook.html",
        here="tokens",
        club=club,
        hook=hook,
        events=_events(),
        typed={
            "url": hook.url if anew else request.form.get("url", hook.url),
            "event": request.form.getlist("event") if errors and not anew else list(hook.events),
        },
        seen=mark(_told(hook), anew=anew or not errors),
        deliveries=[
            {
                "id": one.id,
                "event": t(f"programs.event.{one.event}"),
                "state": t(f"programs.state.{one.state}", one.attempts),
                "bad": one.state == "failed",
                "error": one.error,
                "at": format_moment(one.created_at, t.lang, club.time_zone),
            }
            for one in found
        ],
        errors=errors,
    )
