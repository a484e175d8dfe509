"""What every page needs: the desk it works at, its language, its words, its money, its look."""

import secrets
from dataclasses import dataclass
from datetime import date
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from flask import Flask
from flask import Response as Answer
from flask import current_app
from flask import flash
from flask import g
from flask import get_flashed_messages
from flask import redirect
from flask import request
from flask import session
from flask import url_for
from jinja2 import Template
from werkzeug.wrappers import Response

from scorekeeper.config import LANGUAGES
from scorekeeper.config import Config
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n import asked_for
from scorekeeper.i18n import error_sentence
from scorekeeper.i18n import translator
from scorekeeper.i18n.formats import format_cents
from scorekeeper.schemas.forms import FormError
from scorekeeper.services.desk import Desk
from scorekeeper.web import menu
from scorekeeper.web.security import csrf_token

EXTENSION = "scorekeeper"
MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wiring:
    """What the application was made of."""

    config: Config
    desk: Desk
    static_url: str


def wiring() -> Wiring:
    found: Wiring = current_app.extensions[EXTENSION]
    return found


def desk() -> Desk:
    """Return the desk this request works at, with the writer's name on it."""
    return wiring().desk.acting(writer(), language())


def writer() -> str:
    """Return who writes: the name of the account or the guest, else as said on this phone."""
    visitor = menu.visitor()
    return visitor.name or str(session.get("who", ""))


def language() -> str:
    """Return the language of this request: what was chosen here, else the service's own.

    A program chooses with every request (Accept-Language), also where the gate refuses it.
    """
    lang: str | None = g.get("lang")
    if lang is None:
        own = wiring().config.language
        if request.path.startswith("/api/"):
            lang = asked_for(request.accept_languages, own)
        else:
            chosen = session.get("lang")
            lang = chosen if chosen in LANGUAGES else own
        g.lang = lang
    return lang


def words() -> Translator:
    return translator(language())


def money(cents: int) -> str:
    """Write an amount with its currency: "0,10 €"."""
    return format_cents(cents, language())


def club_day(time_zone: str) -> date:
    """Return the day it is in a club; up to six in the morning that is still the night before."""
    now = wiring().desk.clock().astimezone(ZoneInfo(time_zone))
    return (now - timedelta(hours=6)).date()


def new_key() -> str:
    """Make the key that lets a form be sent twice and count once."""
    return secrets.token_urlsafe(16)


def page(template: str, **context: Any) -> str:
    """Render a page with what all of them share."""
    lang = language()
    club_id = context.pop("club_id", g.get("club_id"))
    root = request.script_root
    notices = get_flashed_messages() if "_flashes" in session else ()
    return template_of(template).render(
        lang=lang,
        t=translator(lang),
        csrf_token=csrf_token,
        root=root,
        static=wiring().static_url,
        club_id=club_id,
        request_path=request.full_path.rstrip("?") if request.method == "GET" else "/",
        who=writer(),
        may=menu.doings(g.get("club_id")).__getitem__,
        visitor=menu.visitor(),
        nav=menu.entries(club_id),
        address=menu.address,
        legal=context.pop("legal", f"{root}/c/{club_id}" if club_id else root),
        here=context.pop("here", ""),
        notice=" ".join(map(str, notices)),
        **context,
    )


def template_of(name: str) -> Template:
    """Return a template as it is read in the language of this request."""
    app: Any = current_app
    found: Template = app.templates[language()].get_template(name)
    return found


def say(key: str, **values: Any) -> None:
    """Keep a sentence for the next page."""
    flash(words()(key, **values))


def go(endpoint: str, **values: Any) -> Response:
    """Send the browser on after something was recorded; nobody reads the page of a redirect."""
    return Answer(status=303, headers={"Location": url_for(endpoint, **values)})


def back_to(target: str) -> Response:
    """Send the browser back to a page of ours, home when the address is anybody else's."""
    parts = urlsplit(target)
    ours = target.startswith("/") and not target.startswith(("//", "/\\"))
    if not ours or parts.scheme or parts.netloc:
        target = url_for("start.home")
    return redirect(target, 303)


def refusal(error: ScorekeeperError) -> str:
    """Say a refusal of the services in the reader's language.

    Where a value sits is shown by the page; the field's own name means nothing to a reader.
    """
    if error.code is ErrorCode.VALUE_INVALID:
        return words()("web.form.value")
    if error.code is ErrorCode.CHANGED_MEANWHILE:
        return words()("web.form.changed")
    return error_sentence(error, language())


def field_errors(error: FormError) -> dict[str, str]:
    """Say what is wrong with each field in the reader's language."""
    t = words()
    return {name: t(key) for name, key in error.errors.items()}


def bind(app: Flask, wired: Wiring) -> None:
    """Make the wiring known to the pages of this application."""
    app.extensions[EXTENSION] = wired
