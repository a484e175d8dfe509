"""Problems (RFC 9457): what the API answers when it does not do what was asked."""

import json
import logging
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask import current_app
from flask import request
from werkzeug.exceptions import HTTPException
from werkzeug.exceptions import InternalServerError
from werkzeug.wrappers import Response

from scorekeeper.api.field_words import in_words
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import asked_for
from scorekeeper.i18n import error_sentence
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence

PROBLEM = "application/problem+json"
PATH = "/api/"
log = logging.getLogger("scorekeeper.api")

_CONTENT = (
    *(ErrorCode.NAME_INVALID, ErrorCode.TEXT_TOO_LONG, ErrorCode.VALUE_INVALID),
    *(ErrorCode.OPTION_UNKNOWN, ErrorCode.OPTION_VALUE, ErrorCode.CLUB_UNCLEAR),
    *(ErrorCode.SEATS_COUNT, ErrorCode.REASON_NEEDED, ErrorCode.KEY_REUSED),
    *(ErrorCode.DEAL_INVALID, ErrorCode.DEAL_UNDECIDED, ErrorCode.ADDRESS_REFUSED),
    *(ErrorCode.IBAN_INVALID, ErrorCode.BIC_INVALID),
    *(ErrorCode.AMOUNT_LARGE, ErrorCode.AMOUNTS_UNBALANCED),
    *(ErrorCode.DAY_AHEAD, ErrorCode.DAY_BEFORE, ErrorCode.MONTH_NOT_OVER, ErrorCode.EMAIL_INVALID),
    *(ErrorCode.PASSWORD_LENGTH, ErrorCode.PASSWORD_COMMON, ErrorCode.PASSWORD_WRONG),
    *(ErrorCode.SIGN_IN_REFUSED, ErrorCode.PASSKEY_REFUSED),
    *(ErrorCode.SHEET_UNREADABLE, ErrorCode.SHEET_EMPTY),
    *(ErrorCode.SHEET_OLD, ErrorCode.SHEET_UNKNOWN, ErrorCode.SHEET_LONG, ErrorCode.IMPORT_RECORDS),
    *(ErrorCode.IMPORT_WHOLE_CLUB, ErrorCode.EXPORT_INVALID, ErrorCode.BACKUP_INVALID),
)
"""What is wrong with a request by itself, however things stand in the club."""

STATUS = {
    **dict.fromkeys(_CONTENT, 422),
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.ACCESS_DENIED: 403,
    ErrorCode.TABLE_CHANGED: 412,
    ErrorCode.CHANGED_MEANWHILE: 412,
    ErrorCode.SHEET_LARGE: 413,
    ErrorCode.TRY_LATER: 429,
    ErrorCode.STORE_BUSY: 503,
    ErrorCode.STORE_FULL: 507,
    ErrorCode.STORE_UNREADABLE: 503,
    ErrorCode.STORE_OUTDATED: 503,
    ErrorCode.STORE_NEWER: 503,
    ErrorCode.STORE_DAMAGED: 503,
    ErrorCode.STORE_MISSING: 503,
    ErrorCode.STORE_EMPTY: 503,
    ErrorCode.STORE_READ_ONLY: 503,
}
"""What a refusal of the services is in HTTP; whatever is not here is a conflict, 409."""

_BY_STATUS = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    422: "invalid",
    428: "condition_missing",
    429: "too_many_requests",
}
_COME_BACK = (ErrorCode.STORE_BUSY, ErrorCode.TRY_LATER)
_KEPT_HEADERS = ("Allow", "Retry-After", "WWW-Authenticate")


class ProblemError(HTTPException):
    """A request that never comes to a service: a code of `schemas.api_problem`, and its status."""

    def __init__(
        self,
        code: str,
        status: int,
        *,
        headers: dict[str, str] | None = None,
        place: str = "",
        errors: Any = None,
    ) -> None:
        super().__init__(code)
        self.code = status
        self.problem = code
        self.headers = headers or {}
        self.place = place
        self.errors = errors


def answer(app: Flask) -> None:
    """Answer under /api/ with problems; what goes wrong elsewhere stays with who had it before."""
    for kind in (ScorekeeperError, HTTPException, Exception):
        _before(app, kind)


def _before(app: Flask, kind: type[Exception]) -> None:
    """Put our answer before the one there is for this kind of error."""
    handlers = app.error_handler_spec[None][None]
    handlers[kind] = _or_else(handlers.get(kind))


def _or_else(other: Any) -> Callable[[Exception], Any]:
    def handle(error: Exception) -> Any:
        if request.path.startswith(PATH):
            return problem_of(error)
        if other is None:
            if isinstance(error, HTTPException):
                return error
            raise error
        return other(error)

    return handle


def problem_of(error: Exception) -> Response:
    """Return the problem an error is."""
    lang = _language()
    if isinstance(error, ScorekeeperError):
        return _refusal(error, lang)
    if not isinstance(error, HTTPException):
        log.exception("A request failed")
        error = InternalServerError()
    if error.code is not None and error.code < 400:
        found = error.get_response()
        assert isinstance(found, Response)
        return found
    return _http(error, lang)


def _refusal(error: ScorekeeperError, lang: str) -> Response:
    status = STATUS.get(error.code, 409)
    body = _body(status, error.code.value, error_sentence(error, lang))
    if error.place:
        body["place"] = error.place
    found = error.values.get("findings")
    if isinstance(found, tuple):
        t = translator(lang)
        body["findings"] = [
            {"code": one.code, "path": one.path, "message": finding_sentence(one, t)}
            for one in found
        ]
    later = error.values.get("deals")
    if isinstance(later, tuple):
        body["deals"] = [
            {"id": id_, "number": number, "message": sentence} for id_, number, sentence in later
        ]
    headers = {}
    if error.code in _COME_BACK:
        headers["Retry-After"] = str(error.values.get("seconds", 1))
    return _response(body, status, headers)


def _http(error: HTTPException, lang: str) -> Response:
    status = error.code or 500
    code = getattr(error, "problem", None) or _BY_STATUS.get(status, "broken")
    body = _body(status, code, translator(lang)(f"api.problem.{code}"))
    data = getattr(error, "data", None) or {}
    errors = getattr(error, "errors", None) or data.get("errors") or data.get("messages")
    if errors:
        body["errors"] = in_words(errors, translator(lang))
    if getattr(error, "place", ""):
        body["place"] = getattr(error, "place", "")
    made = error.get_response().headers
    headers = {name: made[name] for name in _KEPT_HEADERS if name in made}
    headers |= getattr(error, "headers", None) or {}
    if status == 401:
        headers.setdefault("WWW-Authenticate", "Bearer")
    return _response(body, status, headers)


def _body(status: int, code: str, detail: str) -> dict[str, Any]:
    return {
        "type": f"/api/v1/#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "code": code,
        "detail": detail,
        "instance": request.path,
    }


def _response(body: dict[str, Any], status: int, headers: dict[str, str]) -> Response:
    text = json.dumps(body, ensure_ascii=True, default=str)
    return Response(text, status, {**headers, "Vary": "Accept-Language"}, content_type=PROBLEM)


def _language() -> str:
    own: str = current_app.extensions["scorekeeper"].config.language
    return asked_for(request.accept_languages, own)
