"""Documents: asked for here, made by the worker, watched and fetched here."""

from flask import Blueprint
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.services import documents
from scorekeeper.services import tables
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import page
from scorekeeper.web.pages import wiring
from scorekeeper.web.pages import words

pages = Blueprint("documents", __name__, url_prefix="/c/<string(length=36):club_id>")


@pages.post("/n/<string(length=36):night_id>/document")
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


@pages.get("/jobs/<string(length=36):job_id>")
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
    )
    return shown, 200, {"Refresh": "1"} if running else {}


@pages.get("/jobs/<string(length=36):job_id>/file")
def fetch(club_id: str, job_id: str) -> Response:
    data = documents.document_bytes(desk(), club_id=club_id, job_id=job_id)
    name = words()("web.document.file")
    return Response(
        data,
        mimetype="application/pdf",
        headers={"Content-Disposition": f'attachment; filename="{name}.pdf"'},
    )
