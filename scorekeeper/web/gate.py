"""The one gate before every request: who asks, which club it is about, whether he may.

Who asks is known by his device, by a guest's code or by another program's key. While nobody has an
account the machine is private: on the machine itself nobody is asked, any other address needs the
access code, and whoever is in may do everything. That a request comes from the machine itself is
believed only when everything says so: its address, no sign of a proxy, a name for this machine in
`Host` (a page from elsewhere that rebinds its name to 127.0.0.1 keeps its own name there), and no
public address in the settings.

What a route needs stands beside it (`permissions.needs`); one that says nothing lets nobody in.
"""

import json
from collections.abc import Mapping
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from flask import Flask
from flask import Request
from flask import Response as Answer
from flask import current_app
from flask import g
from flask import redirect
from flask import request
from flask import session
from flask import url_for
from werkzeug.exceptions import Forbidden
from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import NotFound
from werkzeug.exceptions import TooManyRequests
from werkzeug.exceptions import Unauthorized
from werkzeug.wrappers import Response

from scorekeeper.config import Config
from scorekeeper.i18n import joined
from scorekeeper.services import guests
from scorekeeper.services.access import access_mark
from scorekeeper.services.accounts import any_account
from scorekeeper.services.devices import visitor_of_device
from scorekeeper.services.guests import visitor_of_guest
from scorekeeper.services.permissions import ALLOWED
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import Visitor
from scorekeeper.services.permissions import needed
from scorekeeper.services.tokens import visitor_of_token
from scorekeeper.web.limits import LIMITS
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import Limits
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words

API = "/api/"
API_SAID = frozenset({400, 401, 403, 404, 405, 413})
SIGN_IN = "accounts.sign_in"
NOBODY = Visitor()
# What a guest reaches beside his evening: how the club plays it.
FOR_GUESTS = frozenset({"rulebook.club_index", "rulebook.club_book"})
_PLACES = ("night_id", "table_id", "deal_id", "job_id")
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
# As the server names the headers a proxy adds.
_PROXY_HEADERS = (
    *("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO"),
    *("HTTP_FORWARDED", "HTTP_VIA"),
)


class Refused(Forbidden):
    """A refusal with a sentence that says who may."""


def guard(app: Flask) -> None:
    """Put the gate before every request of this application, before a form is even read."""
    app.extensions.setdefault(LIMITS, Limits())
    app.before_request_funcs.setdefault(None, []).insert(0, admit)
    app.teardown_request(_leave)


def admit() -> Response | None:
    """Let a request in, or refuse it."""
    wiring().desk.store.hold()
    view = request.view_args or {}
    g.club_id = club_id = view.get("club_id")
    g.private = False
    g.visitor = visitor = _visitor()
    if visitor is None:
        g.visitor = NOBODY
        return _answer(Unauthorized())
    route = current_app.view_functions.get(request.endpoint or "")
    limit = getattr(route, "limit", Kind.PAGE)
    refusal = _too_often(limit)
    if refusal is None and route is not None:
        refusal = refused(visitor, action_of(route, request.method), club_id, view)
    return None if refusal is None else _answer(refusal)


def _leave(_error: BaseException | None) -> None:
    wiring().desk.store.let_go()


def action_of(route: Any, method: str) -> Action | None:
    """Return what a route needs for a method; a class of methods may say it at each of them."""
    found = needed(route)
    shape = getattr(route, "view_class", None)
    if found is not None or shape is None:
        return found
    if method == "OPTIONS":
        return Action.PUBLIC
    name = "get" if method == "HEAD" else method.lower()
    return needed(getattr(shape, name, None)) or needed(shape)


def refused(
    visitor: Visitor, action: Action | None, club_id: str | None, view: Mapping[str, Any]
) -> HTTPException | None:
    """Return why somebody may not do this there, None when he may.

    A club one does not belong to is as good as none: its ids tell nothing.
    """
    if action is Action.PUBLIC:
        return None
    if action is None:
        return Forbidden()
    if visitor == NOBODY:
        return Unauthorized()
    if club_id is None:
        return None if visitor.may(action, None) else Forbidden()
    grant = visitor.grant if visitor.grant and visitor.grant.club_id == club_id else None
    if grant is None and not visitor.roles_in(club_id):
        return NotFound()
    beside = grant is not None and request.endpoint not in FOR_GUESTS
    if beside and not _reaches(visitor, action, view):
        return NotFound() if _names_things(view) else Refused(words()("gate.refused.guest"))
    if not visitor.may(action, club_id):
        return Refused(who_may(action, visitor))
    return None


def holds(action: Action) -> bool:
    """Say whether this visitor may do something in the club this request is about."""
    visitor: Visitor = g.get("visitor", NOBODY)
    return visitor.may(action, g.get("club_id"))


def require(action: Action) -> None:
    """Refuse a visitor who may not do this here."""
    if not holds(action):
        raise Refused(who_may(action, g.get("visitor", NOBODY)))


def who_may(action: Action, visitor: Visitor) -> str:
    """Say who may do something that this visitor may not."""
    t = words()
    if visitor.grant is not None:
        return t("gate.refused.guest")
    if visitor.scopes is not None and action not in visitor.scopes:
        return t("gate.refused.scope", what=t(f"gate.action.{action}"))
    roles = [t(f"gate.role.{role}") for role in Role if role in ALLOWED[action]]
    return t("gate.refused", what=t(f"gate.action.{action}"), who=joined(roles, t.lang, word="and"))


def from_this_machine(asked: Request, config: Config) -> bool:
    """Say whether a request was made on the machine the service runs on, for certain."""
    if config.public_url or config.proxies:
        return False
    if any(name in asked.environ for name in _PROXY_HEADERS):
        return False
    host = asked.host.rsplit(":", 1)[0] if not asked.host.endswith("]") else asked.host
    return host.lower() in _LOOPBACK_NAMES and _is_loopback(asked.remote_addr)


def knows_the_code() -> bool:
    """Say whether the present access code was entered on this phone."""
    mark = session.get("access")
    return bool(mark) and mark == access_mark(wiring().desk)


def problem(status: int, detail: str = "", wait: int | None = None) -> Response:
    """Refuse another program, in the form it reads (RFC 9457)."""
    phrase = HTTPStatus(status)
    body = {
        "type": "about:blank",
        "title": phrase.phrase,
        "status": status,
        "code": phrase.name.lower(),
        "detail": detail or words()(_sentence(status)),
    }
    made = Answer(
        json.dumps(body, ensure_ascii=False), status=status, mimetype="application/problem+json"
    )
    made.headers["Vary"] = "Accept-Language"
    if status == HTTPStatus.UNAUTHORIZED:
        made.headers["WWW-Authenticate"] = "Bearer"
    if wait:
        made.headers["Retry-After"] = str(wait)
    return made


def _sentence(status: int) -> str:
    """Return which message a refusal gives; a private machine says how its first key is made."""
    if status == HTTPStatus.UNAUTHORIZED and not any_account(wiring().desk):
        return "gate.api.401.private"
    return f"gate.api.{status if status in API_SAID else 400}"


def _visitor() -> Visitor | None:
    """Return who asks, NOBODY for a stranger, None for a key that is not good."""
    desk = wiring().desk
    if request.path.startswith(API) and "Authorization" in request.headers:
        scheme, _, key = request.headers["Authorization"].partition(" ")
        return visitor_of_token(desk, key.strip()) if scheme.lower() == "bearer" else None
    for name, visitor_of in (("device", visitor_of_device), ("guest", visitor_of_guest)):
        token = session.get(name)
        if isinstance(token, str):
            found = visitor_of(desk, token)
            if found is not None:
                return found
    if any_account(desk):
        return NOBODY
    g.private = True
    local = from_this_machine(request, wiring().config)
    if local or knows_the_code():
        g.local = local
        return Visitor(name=str(session.get("who", "")), everywhere=True)
    return NOBODY


def _too_often(kind: Kind) -> HTTPException | None:
    if g.get("local"):
        return None
    counted: Limits = current_app.extensions[LIMITS]
    wait = counted.wait(kind, device=g.visitor.device_id, address=request.remote_addr or "")
    if not wait:
        return None
    return TooManyRequests(words()("gate.too_often", wait), retry_after=wait)


def _names_things(view: Mapping[str, Any]) -> bool:
    return any(name.endswith("_id") and name != "club_id" for name in view)


def _reaches(visitor: Visitor, action: Action, view: Mapping[str, Any]) -> bool:
    """Say whether all that is asked for lies within a guest's evening, and is of a kind we know."""
    assert visitor.grant is not None
    things = {name: value for name, value in view.items() if name.endswith("_id")}
    things.pop("club_id", None)
    if not things or not things.keys() <= set(_PLACES):
        return False
    own = action is not Action.LOOK
    return guests.within_grant(wiring().desk, visitor.grant, own_table=own, **things)


def _answer(refusal: HTTPException) -> Response:
    """Refuse as the one who asks can read it: a program, a page that can be asked for again."""
    status = refusal.code or 500
    if request.path.startswith(API):
        said = isinstance(refusal, Refused | TooManyRequests)
        wait = refusal.retry_after if isinstance(refusal, TooManyRequests) else None
        return problem(status, (refusal.description or "") if said else "", _seconds(wait))
    if status == HTTPStatus.UNAUTHORIZED:
        if request.method in ("GET", "HEAD"):
            back = request.full_path.rstrip("?")
            sign_in = SIGN_IN in current_app.view_functions and not g.private
            return redirect(url_for(SIGN_IN if sign_in else "access.ask", back=back), 303)
        if g.private:
            raise Forbidden
    raise refusal


def _seconds(wait: object) -> int | None:
    return wait if isinstance(wait, int) else None


def _is_loopback(address: str | None) -> bool:
    if address == "127.0.0.1":
        return True
    try:
        found = ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)
