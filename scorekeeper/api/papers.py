"""Papers of the purse: asked for, watched while they are made, fetched."""

from typing import Any

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.purse import PURSE
from scorekeeper.documents.file_names import attachment
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_money as asked
from scorekeeper.services import purse_documents
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("papers", "The cash book and members' accounts as PDF.")
PAPER = PURSE + "/papers/<id:purse_job_id>"


@resources.post(PURSE + "/papers")
@heavy
@needs(Action.SEE_PURSE)
@refuses(ErrorCode.VALUE_INVALID, ErrorCode.NOT_FOUND)
@resources.takes(asked.NewPaper, example={"kind": "month", "of": "2026-11", "language": "de"})
@resources.answers(202, answers.JOB)
def request_paper(told: dict[str, Any], club_id: str) -> Any:
    """Ask for a month's or season's cash book, or an account; unchanged it is the same job."""
    made = purse_documents.request_paper(desk(), club_id=club_id, **told)
    return made, {"Location": f"{request.path}/{made.id}", "Retry-After": "1"}


@resources.get(PAPER)
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.JOB)
def get_paper(club_id: str, purse_job_id: str) -> Any:
    """Return how far a paper is: queued, running, done, failed or cancelled."""
    return purse_documents.get_job(desk(), club_id=club_id, job_id=purse_job_id)


@resources.delete(PAPER)
@needs(Action.SEE_PURSE)
@resources.answers(200, answers.JOB)
def cancel_paper(club_id: str, purse_job_id: str) -> Any:
    """Give a paper up; one that is done stays."""
    return purse_documents.cancel_job(desk(), club_id=club_id, job_id=purse_job_id)


@resources.get(PAPER + "/document")
@needs(Action.SEE_PURSE)
@resources.gives_file("The paper.", "application/pdf")
def fetch_paper(club_id: str, purse_job_id: str) -> Any:
    """Fetch a paper that is done."""
    content = purse_documents.paper_bytes(desk(), club_id=club_id, job_id=purse_job_id)
    paper = purse_documents.get_paper(desk(), club_id=club_id, job_id=purse_job_id)
    name = purse_documents.name_of(paper)
    return Response(
        content, mimetype="application/pdf", headers={"Content-Disposition": attachment(name)}
    )
