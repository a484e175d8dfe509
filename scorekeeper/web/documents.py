"""Documents: asked for here, made by the worker, watched and fetched here."""

from flask import Blueprint
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.documents.file_names import attachment
from scorekeeper.services import documents
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import limited
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import page
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words

pages = Blueprint("documents", __name__, url_prefix="/c/<string(length=36):club_id>")


@pages.post("/n/<string(length=36):night_id>/document")
@needs(Action.LOOK)
@limited(Kind.WORK)
def order(club_id: str, night_id: str) -> Response:
    job = documents.request_document(
        desk(),
        club_id=club_id,
        night_id=night_id,
        language=language(),
        public_url=wiring().config.public_url,
    )
    return go("documents.watch", club_id=club_id, job_id=job.id)


@pages.post("/t/<string(length=36):table_id>/sheet")
@needs(Action.HOST_NIGHT)
@limited(Kind.WORK)
def order_sheet(club_id: str, table_id: str) -> Response:
    """Ask for a blank score sheet with this table's people on it."""
    table = tables.get_table(desk(), club_id=club_id, table_id=table_id, deals=0)
    names = {person.member_id: person.name for person in table.people}
    job = documents.request_sheet(
        desk(),
        club_id=club_id,
        game=table.game,
        language=language(),
        people=tuple(names[member] for member in table.seats),
        tariff=table.tariff,
    )
    return go("documents.watch", club_id=club_id, job_id=job.id)


@pages.post("/seasons/<string(length=36):season_id>/document")
@needs(Action.LOOK)
def order_season(club_id: str, season_id: str) -> Response:
    job = documents.request_season(
        desk(),
        club_id=club_id,
        season_id=season_id,
        language=language(),
        public_url=wiring().config.public_url,
    )
    return go("documents.watch", club_id=club_id, job_id=job.id)


@pages.get("/jobs/<string(length=36):job_id>")
@needs(Action.LOOK)
def watch(club_id: str, job_id: str) -> Response | tuple[str, int, dict[str, str]]:
    """Show how far a document is; without script the page asks again by itself."""
    job = documents.get_job(desk(), club_id=club_id, job_id=job_id)
    t = words()
    running = job.state in ("queued", "running")
    shown = page(
        "web/job.html",
        job=job,
        running=running,
        state=t("web.document.state." + job.state),
        link=url_for("documents.fetch", club_id=club_id, job_id=job_id),
        cancel=url_for("documents.cancel", club_id=club_id, job_id=job_id),
    )
    return shown, 200, {"Refresh": "1"} if running else {}


@pages.post("/jobs/<string(length=36):job_id>/cancel")
@needs(Action.LOOK)
def cancel(club_id: str, job_id: str) -> Response:
    documents.cancel_job(desk(), club_id=club_id, job_id=job_id)
    return go("documents.watch", club_id=club_id, job_id=job_id)


@pages.get("/jobs/<string(length=36):job_id>/file")
@needs(Action.LOOK)
def fetch(club_id: str, job_id: str) -> Response:
    data = documents.document_bytes(desk(), club_id=club_id, job_id=job_id)
    name = documents.name_of(documents.get_paper(desk(), club_id=club_id, job_id=job_id))
    return Response(
        data, mimetype="application/pdf", headers={"Content-Disposition": attachment(name)}
    )
