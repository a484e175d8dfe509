"""What phones ask for again and again: has anything changed?"""

from collections.abc import Callable

from flask import Blueprint
from flask import Flask
from flask import Response
from flask import current_app
from flask import request
from werkzeug.wrappers import Response as Answer

from scorekeeper.services import database
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words

JOBS = "scorekeeper.jobs"
HEALTH = "live.health"
pages = Blueprint("live", __name__)


@pages.get("/c/<string(length=36):club_id>/t/<string(length=36):table_id>/rev")
@needs(Action.LOOK)
def revision(club_id: str, table_id: str) -> Answer:
    """Answer a table's revision; 304 without a body while it is the one already known."""
    now = tables.get_revision(wiring().desk, club_id=club_id, table_id=table_id)
    response = Response(str(now), mimetype="text/plain")
    response.set_etag(str(now))
    response.headers["Cache-Control"] = "no-cache"
    return response.make_conditional(request)


def watch_jobs(app: Flask, well: Callable[[], bool]) -> None:
    """Have /healthz ask whether the worker for long jobs in this process is well."""
    app.extensions[JOBS] = well


@pages.get("/healthz")
@needs(Action.PUBLIC)
def health() -> tuple[Response, int]:
    """Answer 200 while the service reaches its database and its jobs get done, else 503 and why."""
    database.check(wiring().desk)
    well: Callable[[], bool] | None = current_app.extensions.get(JOBS)
    if well is not None and not well():
        return plain(words()("web.health.jobs")), 503
    return plain("ok"), 200


def plain(text: str) -> Response:
    """Return an answer for a program that looks at the status, and whoever looks at the program."""
    return Response(f"{text}\n", mimetype="text/plain")
