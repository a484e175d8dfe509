"""Documents: asked for, watched while they are made, fetched."""

from typing import Any

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import wired
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.nights import NIGHT
from scorekeeper.api.standings import SEASON
from scorekeeper.documents.file_names import attachment
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import documents
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("documents", "Printed ledgers, reports of a season and blank sheets as PDF.")
JOB = CLUB + "/jobs/<id:job_id>"


@resources.post(NIGHT + "/documents")
@heavy
@needs(Action.LOOK)
@resources.takes(asked.NewDocument, example={"language": "de"})
@resources.answers(202, answers.JOB)
def request_document(told: dict[str, Any], club_id: str, night_id: str) -> Any:
    """Ask for the printed ledger of a night; while nothing changed it is the same job."""
    made = documents.request_document(
        desk(),
        club_id=club_id,
        night_id=night_id,
        language=told["language"],
        public_url=wired().config.public_url,
    )
    return made, _where(club_id, made.id)


@resources.post(SEASON + "/documents")
@heavy
@needs(Action.LOOK)
@resources.takes(asked.NewDocument, example={"language": "de"})
@resources.answers(202, answers.JOB)
def request_season(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Ask for the report of a season; while nothing changed it is the same job."""
    made = documents.request_season(
        desk(),
        club_id=club_id,
        season_id=season_id,
        language=told["language"],
        public_url=wired().config.public_url,
    )
    return made, _where(club_id, made.id)


@resources.post(CLUB + "/sheets")
@heavy
@needs(Action.LOOK)
@resources.takes(
    asked.NewSheet, example={"game": "watten", "language": "de", "people": ["Anna", "Bert"]}
)
@resources.answers(202, answers.JOB)
def request_sheet(told: dict[str, Any], club_id: str) -> Any:
    """Ask for a blank score sheet."""
    told["people"] = tuple(told["people"])
    made = documents.request_sheet(desk(), club_id=club_id, **told)
    return made, _where(club_id, made.id)


@resources.get(JOB)
@needs(Action.LOOK)
@resources.answers(200, answers.JOB)
def get_job(club_id: str, job_id: str) -> Any:
    """Return how far a document is: queued, running, done, failed or cancelled."""
    return documents.get_job(desk(), club_id=club_id, job_id=job_id)


@resources.delete(JOB)
@needs(Action.LOOK)
@resources.answers(200, answers.JOB)
def cancel_job(club_id: str, job_id: str) -> Any:
    """Give a document up; one that is done stays."""
    return documents.cancel_job(desk(), club_id=club_id, job_id=job_id)


@resources.get(JOB + "/document")
@needs(Action.LOOK)
@resources.gives_file("The document.", "application/pdf")
def get_document(club_id: str, job_id: str) -> Any:
    """Fetch a document that is done."""
    content = documents.document_bytes(desk(), club_id=club_id, job_id=job_id)
    name = documents.name_of(documents.get_paper(desk(), club_id=club_id, job_id=job_id))
    return Response(
        content, mimetype="application/pdf", headers={"Content-Disposition": attachment(name)}
    )


def _where(club_id: str, job_id: str) -> dict[str, str]:
    root = request.path.partition("/clubs/")[0]
    return {"Location": f"{root}/clubs/{club_id}/jobs/{job_id}", "Retry-After": "1"}
