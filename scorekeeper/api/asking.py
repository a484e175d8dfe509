"""What every operation needs of a request: at which desk, who asks, in which language."""

import hashlib
import secrets
from typing import Any
from typing import Protocol

from flask import current_app
from flask import g
from flask import request

from scorekeeper.api.problems import ProblemError
from scorekeeper.config import Config
from scorekeeper.i18n import asked_for
from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Visitor

PREFIX = "/api/"


class Wired(Protocol):
    """What the application was made of."""

    config: Config
    desk: Desk
    static_url: str


def wired() -> Wired:
    """Return what this application was made of."""
    found: Wired = current_app.extensions["scorekeeper"]
    return found


def visitor() -> Visitor:
    """Return who asks, as the gate has it."""
    found: Visitor = g.visitor
    return found


def require(action: Action, club_id: str) -> None:
    """Refuse who may not do this here, where what is needed depends on what is asked."""
    if not visitor().may(action, club_id):
        raise ProblemError("forbidden", 403)


def language() -> str:
    """Return the language of the answer: of those we speak the one asked for, else our own."""
    own = wired().config.language
    return asked_for(request.accept_languages, own)


def desk() -> Desk:
    """Return the desk this request works at, with the name of who asks on it."""
    return wired().desk.acting(visitor().name or "", language())


def key() -> str:
    """Return the Idempotency-Key, which must be there.

    Raises ProblemError: it is missing; ScorekeeperError: it cannot be used.
    """
    told = request.headers.get("Idempotency-Key")
    if told is None:
        raise ProblemError("key_missing", 400)
    return _of_this_key(bounds.key(told))


def key_or_new() -> str:
    """Return the Idempotency-Key, a new one when there is none."""
    told = request.headers.get("Idempotency-Key")
    return secrets.token_urlsafe(16) if told is None else _of_this_key(bounds.key(told))


def _of_this_key(told: str) -> str:
    """Keep the keys of two programs apart: each has its own, whatever it calls them."""
    bearer = request.headers.get("Authorization", "")
    if not bearer:
        return told
    return hashlib.sha256(f"{bearer}\n{told}".encode()).hexdigest()


def arguments(told: Any) -> dict[str, Any]:
    """Return what was sent, as the services take it."""
    return dict(told)
