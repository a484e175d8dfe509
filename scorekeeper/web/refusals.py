"""Friendly pages for whatever goes wrong, each with what to do next."""

import logging

from flask import Flask
from flask import g
from flask import request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import TooManyRequests
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import FormError
from scorekeeper.web import gate
from scorekeeper.web import live
from scorekeeper.web import menu
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words

log = logging.getLogger("scorekeeper.web")

STATUS = {
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.ACCESS_DENIED: 403,
    ErrorCode.STORE_BUSY: 503,
    ErrorCode.STORE_FULL: 507,
    ErrorCode.STORE_UNREADABLE: 503,
    ErrorCode.STORE_OUTDATED: 503,
    ErrorCode.STORE_NEWER: 503,
    ErrorCode.STORE_DAMAGED: 503,
    ErrorCode.STORE_MISSING: 503,
    ErrorCode.STORE_EMPTY: 503,
    ErrorCode.STORE_READ_ONLY: 503,
    ErrorCode.VALUE_INVALID: 422,
    ErrorCode.NAME_INVALID: 422,
    ErrorCode.TEXT_TOO_LONG: 422,
}
KNOWN = frozenset({400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503, 507})


def answer(app: Flask) -> None:
    """Register a page for every kind of refusal."""
    app.register_error_handler(ScorekeeperError, _refused)
    app.register_error_handler(FormError, _form)
    app.register_error_handler(CSRFError, _stale)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _refused(error: ScorekeeperError) -> tuple[str | Response, int]:
    status = STATUS.get(error.code, 409)
    if request.endpoint == live.HEALTH:
        return live.plain(refusal(error)), status
    return _page(status, refusal(error)), status


def _form(error: FormError) -> tuple[str, int]:
    return _page(422, " ".join(dict.fromkeys(field_errors(error).values()))), 422


def _stale(error: CSRFError) -> Response | tuple[str, int]:
    if request.path.startswith(gate.API):
        return gate.problem(400, words()("gate.api.csrf"))
    return _page(400, words()("web.error.stale")), 400


def _http(error: HTTPException) -> HTTPException | Response | tuple[str, int, dict[str, str]]:
    status = error.code or 500
    if status < 400:
        return error
    if request.path.startswith(gate.API):
        return gate.problem(status)
    said = (error.description or "") if isinstance(error, gate.Refused | TooManyRequests) else ""
    wait = error.retry_after if isinstance(error, TooManyRequests) else None
    return _page(status, said), status, {"Retry-After": str(wait)} if wait else {}


def _broken(error: Exception) -> tuple[str, int]:
    log.exception("A request failed")
    return _page(500, ""), 500


def _page(status: int, said: str) -> str:
    t = words()
    known = status if status in KNOWN else 500 if status >= 500 else 400
    club_id = g.get("club_id")
    known_here = bool(club_id) and bool(menu.visitor().roles_in(club_id))
    return page(
        "web/error.html",
        club_id=club_id if known_here else None,
        status=status,
        title=t("web.error." + f"{known}.title"),
        said=said or t("web.error." + str(known)),
    )
