"""Friendly pages for whatever goes wrong, each with what to do next."""

import logging

from flask import Flask
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.forms import FormError
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
    ErrorCode.VALUE_INVALID: 422,
    ErrorCode.NAME_INVALID: 422,
    ErrorCode.TEXT_TOO_LONG: 422,
}
KNOWN = frozenset({400, 403, 404, 405, 409, 413, 422, 429, 500, 503, 507})


def answer(app: Flask) -> None:
    """Register a page for every kind of refusal."""
    app.register_error_handler(ScorekeeperError, _refused)
    app.register_error_handler(FormError, _form)
    app.register_error_handler(CSRFError, _stale)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def _refused(error: ScorekeeperError) -> tuple[str, int]:
    status = STATUS.get(error.code, 409)
    return _page(status, refusal(error)), status


def _form(error: FormError) -> tuple[str, int]:
    return _page(422, " ".join(dict.fromkeys(field_errors(error).values()))), 422


def _stale(error: CSRFError) -> tuple[str, int]:
    return _page(400, words()("web.error.stale")), 400


def _http(error: HTTPException) -> HTTPException | tuple[str, int]:
    status = error.code or 500
    if status < 400:
        return error
    return _page(status, ""), status


def _broken(error: Exception) -> tuple[str, int]:
    log.exception("A request failed")
    return _page(500, ""), 500


def _page(status: int, said: str) -> str:
    t = words()
    known = status if status in KNOWN else 500 if status >= 500 else 400
    return page(
        "web/error.html",
        status=status,
        title=t("web.error." + f"{known}.title"),
        said=said or t("web.error." + str(known)),
    )
