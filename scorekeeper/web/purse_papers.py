"""Papers of the purse: asked for here, made by the worker, fetched here when they are done."""

from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.documents.file_names import attachment
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_purse import Period
from scorekeeper.services import purse_documents
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words

pages = Blueprint(
    "purse_papers", __name__, url_prefix="/c/<string(length=36):club_id>/purse/papers"
)


@pages.post("/")
@needs(Action.SEE_PURSE)
def order(club_id: str) -> Response:
    form = read(Period, request.form)
    job = purse_documents.request_paper(
        desk(), club_id=club_id, kind=form["kind"], of=form["of"], language=language()
    )
    return go("purse_papers.watch", club_id=club_id, purse_job_id=job.id)


@pages.get("/<string(length=36):purse_job_id>")
@needs(Action.SEE_PURSE)
def watch(club_id: str, purse_job_id: str) -> tuple[str, int, dict[str, str]]:
    """Show how far a paper is; without script the page asks again by itself."""
    job = purse_documents.get_job(desk(), club_id=club_id, job_id=purse_job_id)
    running = job.state in ("queued", "running")
    ids: dict[str, Any] = {"club_id": club_id, "purse_job_id": purse_job_id}
    shown = page(
        "web/job.html",
        job=job,
        running=running,
        state=words()("web.document.state." + job.state),
        link=url_for("purse_papers.fetch", **ids),
        cancel=url_for("purse_papers.cancel", **ids),
    )
    return shown, 200, {"Refresh": "1"} if running else {}


@pages.post("/<string(length=36):purse_job_id>/cancel")
@needs(Action.SEE_PURSE)
def cancel(club_id: str, purse_job_id: str) -> Response:
    purse_documents.cancel_job(desk(), club_id=club_id, job_id=purse_job_id)
    return go("purse_papers.watch", club_id=club_id, purse_job_id=purse_job_id)


@pages.get("/<string(length=36):purse_job_id>/file")
@needs(Action.SEE_PURSE)
def fetch(club_id: str, purse_job_id: str) -> Response:
    data = purse_documents.paper_bytes(desk(), club_id=club_id, job_id=purse_job_id)
    paper = purse_documents.get_paper(desk(), club_id=club_id, job_id=purse_job_id)
    return Response(
        data,
        mimetype="application/pdf",
        headers={"Content-Disposition": attachment(purse_documents.name_of(paper))},
    )
