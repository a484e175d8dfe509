"""Putting the API into the application: its resources, its document, its readable page."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from flask import Flask
from flask import current_app
from flask import render_template
from flask import request
from flask_smorest.spec.plugins import FlaskPlugin
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

from scorekeeper.api import account
from scorekeeper.api import bank
from scorekeeper.api import clubs
from scorekeeper.api import deals
from scorekeeper.api import disputes
from scorekeeper.api import documents
from scorekeeper.api import events
from scorekeeper.api import files
from scorekeeper.api import ledger
from scorekeeper.api import nights
from scorekeeper.api import papers
from scorekeeper.api import people
from scorekeeper.api import problems
from scorekeeper.api import proofs
from scorekeeper.api import purse
from scorekeeper.api import records
from scorekeeper.api import standings
from scorekeeper.api import tokens
from scorekeeper.api import trials
from scorekeeper.api import webhooks
from scorekeeper.api.asking import Wired
from scorekeeper.api.asking import wired
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import ProblemApi
from scorekeeper.api.blueprint import with_tag
from scorekeeper.api.problems import PATH
from scorekeeper.api.problems import ProblemError
from scorekeeper.schemas import api_shapes
from scorekeeper.schemas.api_problem import REQUEST_CODES
from scorekeeper.schemas.api_requests import Whole
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needed
from scorekeeper.services.permissions import needs

RESOURCES: tuple[Blueprint, ...] = (
    tokens.resources,
    account.resources,
    clubs.resources,
    nights.resources,
    deals.resources,
    ledger.resources,
    documents.resources,
    disputes.resources,
    records.resources,
    webhooks.resources,
    events.resources,
    bank.resources,
    proofs.resources,
    purse.resources,
    papers.resources,
    standings.resources,
    trials.resources,
    people.resources,
    files.resources,
)
BODY_BYTES = 256 * 1024
_QUERY_MAX = 100
FILE_BYTES = 8 * 1024 * 1024
# As the gate counts them; a test compares.
PAGE_RATE = "600 times a minute"
WORK_RATE = "40 times a minute and 400 times an hour"
_DESCRIPTION = """Everything the pages of scorekeeper can do, for other programs.

Send a key as `Authorization: Bearer sk_…`; make one on the page "Schlüssel" of your club. Money is
whole cents. What moves money needs an `Idempotency-Key`, so that sending it twice does it once.
What can be changed has an `ETag`; changes send it back in `If-Match`, and are refused when somebody
else was faster (412) or it is missing (428). What puts something where there may be nothing yet
needs `If-Match` once there is something. Lists come in pages: `next` is the cursor of the next
one. Errors are application/problem+json with a `code`; their sentences are in the language of
`Accept-Language`. 422 says that a request is wrong by itself, 409 that something is in its way.

The first key. On a machine nobody has an account on, programs on that machine itself need no
key: `POST /clubs` founds a club, `POST /clubs/{{club_id}}/tokens` makes its first key; so does
`scorekeeper token add NAME --scope all`. Once there are accounts, whoever signs in makes keys on
the page "Schlüssel", never with more rights than his own.

Limits. A key may ask {page}; what costs seconds of a processor (it says
so) {work}. Beyond that 429 comes, with `Retry-After` in seconds; 503 carries it too.
A body has at most {body} KiB, a file handed in at most {file} MiB (413). Lists give 50 things at a
time, with `limit` up to 200. A watch on a table ends after {stream} minutes: ask again."""

_FREE = """What acts at a thing as it stands (recording, closing, reopening, voiding, ending) does
so only once, so `If-Match` is optional there, and with it refuses all the same: {}. Taking back
the last deal or a booking, and ending keys, devices, passkeys and jobs take none: they name what
they end."""


class Id(BaseConverter):
    """An id of ours in a path: nothing else comes as far as a service."""

    regex = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


def mount(app: Flask) -> None:
    """Serve the API under /api/v1 of this application. Its pages have their error pages by now."""
    app.url_map.converters["id"] = Id
    for resources in RESOURCES:
        app.register_blueprint(resources)
    app.add_url_rule("/api/v1/", "api_reference", reference)
    app.add_url_rule("/api/v1/openapi.json", "api_openapi", openapi)
    app.before_request(_require_json)
    app.after_request(with_tag)
    wiring: Wired = app.extensions["scorekeeper"]
    events.install(app, wiring.desk)
    problems.answer(app)


def heavy(app: Flask) -> Iterator[Any]:
    """Give the operations that cost seconds of a processor, so that they are counted apart."""
    for endpoint, view in app.view_functions.items():
        if endpoint.startswith("api_") and getattr(view, "heavy", False):
            yield view


@needs(Action.PUBLIC)
def openapi() -> Response:
    """Return the OpenAPI document."""
    text = json.dumps(document(), ensure_ascii=False)
    return Response(text, mimetype="application/json")


@needs(Action.PUBLIC)
def reference() -> str:
    """Show the API to a reader: all of it, or the operations a word stands in (`?q=`)."""
    query = request.args.get("q", "")[:_QUERY_MAX].strip()
    shown = [one for one in _operations() if _has(one, query.casefold())]
    return render_template(
        "api/reference.html",
        spec=document(),
        shown=shown,
        tags={tag for _, _, operation in shown for tag in operation["tags"]},
        query=query,
        webhook_headers=api_shapes.WEBHOOK_HEADERS,
        codes=REQUEST_CODES,
        static=wired().static_url,
        dumps=lambda value: json.dumps(value, ensure_ascii=False, indent=2),
        resolve=_resolve,
    )


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document: made once, of an application that serves nothing else."""
    app = Flask("scorekeeper")
    app.url_map.converters["id"] = Id
    app.config |= {
        "API_TITLE": "scorekeeper",
        "API_VERSION": "v1",
        "OPENAPI_VERSION": "3.1.0",
        "API_SPEC_OPTIONS": {
            "info": {
                "description": _DESCRIPTION.format(
                    page=PAGE_RATE,
                    work=WORK_RATE,
                    body=BODY_BYTES // 1024,
                    file=FILE_BYTES // 1024**2,
                    stream=int(events.STREAM_SECONDS // 60),
                ),
                "license": {"name": "MIT"},
            },
            "servers": [{"url": "/"}],
        },
    }
    api = ProblemApi(app)
    api.register_converter(Id, lambda _: {"type": "string", "format": "uuid", "pattern": Id.regex})
    api.register_field(Whole, "integer", None)
    api.spec.components.security_scheme(
        "key", {"type": "http", "scheme": "bearer", "description": "A key: sk_…"}
    )
    for resources in RESOURCES:
        api.register_blueprint(resources)
    spec = _with_rights(api.spec.to_dict(), _actions(app))
    spec["components"]["schemas"] |= api_shapes.components()
    spec["webhooks"] = api_shapes.webhooks()
    api_shapes.refer(spec)
    for tag in spec["tags"]:  # as the operations are tagged
        tag["name"] = tag["name"].removeprefix("api_")
    spec["info"]["description"] += "\n\n" + _FREE.format(", ".join(_free(spec)))
    return spec


def _operations() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            if isinstance(operation, dict) and "responses" in operation:
                yield path, method, operation


def _has(one: tuple[str, str, dict[str, Any]], query: str) -> bool:
    path, method, operation = one
    read = (method, path, operation["summary"], operation["description"], *operation["tags"])
    return query in " ".join(read).casefold()


def _free(spec: dict[str, Any]) -> Iterator[str]:
    """Name the operations that take an If-Match and need none."""
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            told = operation.get("parameters", ()) if isinstance(operation, dict) else ()
            named = {one["name"]: one for one in told if "name" in one}
            if "If-Match" not in named or "If-None-Match" in named:
                continue
            if not named["If-Match"].get("required"):
                yield f"`{method.upper()} {path.removeprefix('/api/v1')}`"


def _resolve(schema: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference within the document."""
    target = schema.get("$ref")
    if target is None:
        return schema
    found: Any = document()
    for part in target.removeprefix("#/").split("/"):
        found = found[part]
    return {**found, "ref": target.rpartition("/")[2]}


def _with_rights(
    spec: dict[str, Any], actions: dict[tuple[str, str], tuple[Action, str, bool]]
) -> dict[str, Any]:
    """Write into the document which right each operation needs."""
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            if not isinstance(operation, dict) or "responses" not in operation:
                continue
            action, name, heavy = actions[path, method]
            operation["operationId"] = name
            operation["security"] = [] if action is Action.PUBLIC else [{"key": []}]
            said = [operation.get("description", ""), f"Needs the scope `{action.value}`."]
            if heavy:
                said.append("Costs seconds of a processor: see the limits.")
            codes = operation.get("x-error-codes")
            if codes:
                said.append("Refused with: " + ", ".join(f"`{code}`" for code in codes) + ".")
            if action is Action.PUBLIC:
                said[1] = "Open to everybody."
            operation["description"] = "\n\n".join(part for part in said if part)
    return spec


def _actions(app: Flask) -> dict[tuple[str, str], tuple[Action, str, bool]]:
    found: dict[tuple[str, str], tuple[Action, str, bool]] = {}
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/api/v1/"):
            continue
        view = app.view_functions[rule.endpoint]
        action = needed(view)
        if action is None:
            continue
        path = FlaskPlugin.flaskpath2openapi(rule.rule)
        for method in rule.methods or ():
            name = rule.endpoint.replace(".", "_")
            found[path, method.lower()] = (action, name, getattr(view, "heavy", False))
    return found


def _require_json() -> None:
    """Refuse bodies that are no JSON, and those that are too large, before anybody reads them."""
    if not request.path.startswith(PATH):
        return
    view = current_app.view_functions.get(request.endpoint or "")
    file = getattr(view, "any_body", False)
    request.max_content_length = most = FILE_BYTES if file else BODY_BYTES
    if request.method not in ("POST", "PUT", "PATCH", "DELETE"):
        return
    if (request.content_length or 0) > most:
        raise RequestEntityTooLarge
    if request.content_length and not request.is_json and not file:
        raise ProblemError("unsupported_media_type", 415)
