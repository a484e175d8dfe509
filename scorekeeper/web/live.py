"""What phones ask for again and again: has anything changed?"""

from flask import Blueprint
from flask import Response
from flask import request
from werkzeug.wrappers import Response as Answer

from scorekeeper.services import clubs
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import wiring

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


@pages.get("/healthz")
@needs(Action.PUBLIC)
def health() -> Response:
    """Say that the service answers and reaches its database."""
    clubs.list_clubs(wiring().desk)
    return Response("ok\n", mimetype="text/plain")
