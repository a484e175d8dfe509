"""Our ways with flask-smorest: problems instead of its errors, tags from views, opaque cursors."""

import base64
import http
import json
from collections.abc import Callable
from typing import Any
from typing import TypeVar
from urllib.parse import urlencode

from flask import g
from flask import request
from flask_smorest import Api
from flask_smorest import Blueprint as SmorestBlueprint
from flask_smorest.utils import prepare_response
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import ETags
from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.problems import PROBLEM
from scorekeeper.api.problems import ProblemError
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas.api_problem import Problem
from scorekeeper.schemas.api_views import example_of
from scorekeeper.services.bounds import KEY_SPAN
from scorekeeper.services.conditions import Thing
from scorekeeper.services.conditions import look
from scorekeeper.services.conditions import tag
from scorekeeper.services.conditions import unless_changed
from scorekeeper.services.desk import Desk

View = TypeVar("View", bound=Callable[..., Any])
T = TypeVar("T")
FILE = {"type": "string", "format": "binary"}
CLUB = "/clubs/<id:club_id>"
_CURSOR_MAX = 200


class ProblemApi(Api):  # type: ignore[misc]  # flask-smorest ships no types
    """An API whose errors are problems, in its document too. Pages keep their own errors."""

    ERROR_SCHEMA = Problem

    def _register_responses(self) -> None:
        for status in http.HTTPStatus:
            said: dict[str, Any] = {"description": status.phrase}
            if status >= 200 and status not in (204, 304):
                said["schema"] = self.ERROR_SCHEMA
            if status in (429, 503):
                said["headers"] = {"Retry-After": RETRY_AFTER}
            prepare_response(said, self.spec, PROBLEM)
            self.spec.components.response(status.name, said, lazy=True)
        said = {
            "description": "Not done; the problem says why.",
            "schema": self.ERROR_SCHEMA,
            "headers": {"Retry-After": RETRY_AFTER},
        }
        prepare_response(said, self.spec, PROBLEM)
        self.spec.components.response("DEFAULT_ERROR", said, lazy=True)

    def _register_error_handlers(self) -> None:
        """Do nothing: `problems` answers."""


class Parser(FlaskParser):
    """Reads JSON bodies; what cannot be read as JSON is a problem, whatever is wrong with it."""

    def _raw_load_json(self, req: Any) -> Any:
        try:
            return super()._raw_load_json(req)
        except (ValueError, RecursionError) as error:  # too deep, or a number with no end
            raise ProblemError("bad_request", 400) from error


class Blueprint(SmorestBlueprint):  # type: ignore[misc]  # flask-smorest ships no types
    """Resources of one noun."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, name: str, description: str) -> None:
        super().__init__(f"api_{name}", __name__, url_prefix="/api/v1", description=description)
        self.noun = name

    def get(self, rule: str) -> Callable[[View], View]:
        return self._operation(rule, "GET")

    def post(self, rule: str) -> Callable[[View], View]:
        return self._operation(rule, "POST")

    def put(self, rule: str) -> Callable[[View], View]:
        return self._operation(rule, "PUT")

    def patch(self, rule: str) -> Callable[[View], View]:
        return self._operation(rule, "PATCH")

    def delete(self, rule: str) -> Callable[[View], View]:
        return self._operation(rule, "DELETE")

    def _operation(self, rule: str, method: str) -> Callable[[View], View]:
        routed: Callable[[View], View] = self.route(rule, methods=[method], tags=[self.noun])
        return routed

    def answers(
        self, status: int, schema: Any = None, *, etag: bool = False, **more: Any
    ) -> Callable[[View], View]:
        """Document what is answered: an example, and the headers it comes with."""
        if schema is not None and "example" not in more:
            more["example"] = example_of(schema)
        headers = {}
        if etag:
            headers["ETag"] = _ETAG
        if status in (201, 202):
            headers["Location"] = _LOCATION
        if status == 202:
            headers["Retry-After"] = RETRY_AFTER
        if schema is not None and _is_page(schema):
            headers["Link"] = _LINK
        if headers:
            more["headers"] = headers
        return self.gives(status, schema, **more)

    def gives_file(self, description: str, *content_types: str) -> Callable[[View], View]:
        """Document that a file of one of these types is answered, under a name of its own."""
        answer = {
            "description": description,
            "headers": {"Content-Disposition": _CONTENT_DISPOSITION},
            "content": {kind: {"schema": FILE} for kind in content_types},
        }
        return lambda view: _noted(view, responses={"200": answer})

    def gives(self, status: int, schema: Any = None, **more: Any) -> Callable[[View], View]:
        """Say what is answered."""
        said: Callable[[View], View] = self.response(status, schema, **more)
        return said

    def also(self, status: int, description: str, **headers: Any) -> Callable[[View], View]:
        """Say what else may be answered, without a body."""
        said: Callable[[View], View] = self.alt_response(
            status, description=description, success=True, headers=headers or None
        )
        return said

    def takes(self, schema: Any, **more: Any) -> Callable[[View], View]:
        """Say what is sent."""
        said: Callable[[View], View] = self.arguments(schema, **more)
        return said

    def takes_body(self, body: dict[str, Any]) -> Callable[[View], View]:
        """Say what is sent, where a service reads it itself."""
        said: Callable[[View], View] = self.doc(requestBody=body)
        return said


def _noted(view: View, **documented: Any) -> View:
    """Add to what the OpenAPI document says of an operation."""
    noted: View = SmorestBlueprint.doc(**documented)(view)
    for name in ("action", "refusals"):
        if hasattr(view, name):
            setattr(noted, name, getattr(view, name))
    return noted


def _with_header(view: View, header: dict[str, Any]) -> View:
    """Document a header beside those that were documented before."""
    said = getattr(view, "_apidoc", {}).get("manual_doc", {}).get("parameters", [])
    return _noted(view, parameters=[*said, header])


def keyed(view: View) -> View:
    """Say that an operation needs an Idempotency-Key."""
    return _with_header(view, {**_KEY, "required": True})


def may_be_keyed(view: View) -> View:
    """Say that an operation takes an Idempotency-Key."""
    return _with_header(view, _KEY)


def conditional(view: View) -> View:
    """Say that an operation needs an If-Match."""
    return _with_header(view, {**_IF_MATCH, "required": True})


def may_be_conditional(view: View) -> View:
    """Say that an operation takes an If-Match."""
    return _with_header(view, _IF_MATCH)


def conditional_once_there(view: View) -> View:
    """Say that an operation needs an If-Match as soon as there is something to change."""
    return _with_header(_with_header(view, _IF_MATCH_ONCE_THERE), _IF_NONE_MATCH)


def refuses(*codes: ErrorCode) -> Callable[[View], View]:
    """Write down with which codes an operation refuses, beside what any may be refused with."""

    def said(view: View) -> View:
        return _noted(view, **{"x-error-codes": sorted(code.value for code in codes)})

    return said


def heavy(view: View) -> View:
    """Say that an operation costs seconds of a processor, so that it is counted apart."""
    view.heavy = True  # type: ignore[attr-defined]
    return view


def any_body(view: View) -> View:
    """Say that what is sent is a file of any kind, and may be large."""
    view.any_body = True  # type: ignore[attr-defined]
    return view


def _is_page(schema: Any) -> bool:
    return "next" in schema._declared_fields


def _text(description: str, example: str) -> dict[str, Any]:
    return {"description": description, "schema": {"type": "string"}, "example": example}


_ETAG = _text("Of what is answered; send it back in If-Match.", '"5d41402abc4b2a76"')
_LOCATION = _text("Where it is, if it has an address of its own.", "/api/v1/clubs/…")
RETRY_AFTER = {
    "description": "In how many seconds to ask again, where that helps.",
    "schema": {"type": "integer"},
}
_LINK = _text('The next page, `rel="next"`; not there on the last one.', '</api/v1/…>; rel="next"')
_CONTENT_DISPOSITION = _text("The file's name.", "attachment; filename=\"…\"; filename*=UTF-8''…")

_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "By chance, one for each thing to be done: sent twice it is done once.",
    "schema": {
        "type": "string",
        "minLength": KEY_SPAN[0],
        "maxLength": KEY_SPAN[1],
        "pattern": "^[!-~]*$",
        "example": "3f0c7a52-6f0e-4d7c-9a55-1c1f1f9a2c11",
    },
}
_IF_MATCH = {
    "name": "If-Match",
    "in": "header",
    "description": "The ETag of what is to be changed, as it was read: by a GET of this address, "
    "or of what it is part of (a table, a night). `*` changes whatever stands there.",
    "schema": {"type": "string", "example": '"5d41402abc4b2a76b9719d911017c592"'},
}

_IF_MATCH_ONCE_THERE = {
    **_IF_MATCH,
    "description": "Needed as soon as there is something (428 without it): the ETag of it, as it "
    "was read. `*` changes whatever stands there, and is refused (412) where nothing does.",
}
_IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "`*` puts something here only where there is nothing yet (412 otherwise).",
    "schema": {"type": "string", "enum": ["*"]},
}


def tagged(view: T) -> T:
    """Answer with the ETag of a view, or with 304 where the asker has that already."""
    mark = tag(view)
    g.etag = mark
    if request.method in ("GET", "HEAD") and request.if_none_match.contains_weak(mark):
        raise _Unchanged
    return view


class _UnchangedError(ProblemError):
    def __init__(self) -> None:
        super().__init__("unchanged", 304)

    def get_response(self, *_args: Any, **_more: Any) -> Any:
        return Response(status=304)


_Unchanged = _UnchangedError()


def with_tag(response: Any) -> Any:
    """Put the ETag of a view on its answer."""
    mark = g.pop("etag", None)
    if mark is not None and response.status_code < 400:
        response.set_etag(mark)
    return response


def as_seen(thing: Thing[Any], place: str) -> Desk:
    """Return a desk at which the next change is made only to what If-Match says was seen.

    Raises ProblemError: there is no If-Match.
    """
    if "If-Match" not in request.headers:
        raise ProblemError("condition_missing", 428)
    return as_seen_or_not(thing, place)


def as_seen_or_not(thing: Thing[Any], place: str) -> Desk:
    """Return a desk that holds to If-Match where there is one."""
    told: ETags = request.if_match
    if "If-Match" not in request.headers or told.star_tag:
        return desk()
    # A proxy that compresses turns "x" into W/"x"; it is the same view.
    tags = frozenset(told.as_set(include_weak=True))
    return unless_changed(desk(), thing, tags, place)


def as_seen_once_there(thing: Thing[Any], place: str) -> Desk:
    """Return a desk at which something is put where nothing was, or changed as it was seen.

    Whatever comes there meanwhile, the change is refused as CHANGED_MEANWHILE.

    Raises ProblemError: there is something, and no condition.
    """
    told = request.if_match
    if "If-Match" in request.headers and not told.star_tag:
        return as_seen_or_not(thing, place)
    if "If-Match" in request.headers:
        return unless_changed(desk(), thing, None, place)
    free = unless_changed(desk(), thing, frozenset({tag(None)}), place)
    if not request.if_none_match.star_tag and look(desk(), thing) is not None:
        raise ProblemError("condition_missing", 428)
    return free


def cursor_of(*place: int | str) -> str:
    """Write down where a page ended, for nobody to read but us."""
    text = json.dumps(place, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def place_in(cursor: str | None, *kinds: type) -> tuple[Any, ...] | None:
    """Read where a page ended.

    Raises ScorekeeperError: VALUE_INVALID for what we never wrote.
    """
    if cursor is None:
        return None
    try:
        if len(cursor) > _CURSOR_MAX:
            raise ValueError(cursor)
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        told = json.loads(text)
        if not isinstance(told, list) or [type(part) for part in told] != list(kinds):
            raise ValueError(cursor)
    except (ValueError, RecursionError) as error:
        raise ScorekeeperError(ErrorCode.VALUE_INVALID, "cursor", value="") from error
    return tuple(told)


def page_of(items: Any, after: str | None) -> Any:
    """Return a page: its items and the cursor of the next one, which `Link` names too."""
    headers = {}
    if after is not None:
        query = {**request.args.to_dict(), "cursor": after}
        headers["Link"] = f'<{request.path}?{urlencode(query)}>; rel="next"'
    return {"items": items, "next": after}, headers
