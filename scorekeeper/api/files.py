"""Files: everything the club has as files for others, and sheets brought in."""

from typing import Any

from flask import request
from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import FILE
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import any_body
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_or_not
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import cursor_of
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import may_be_conditional
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import place_in
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.documents.file_names import attachment
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_money
from scorekeeper.schemas import api_more_answers as answers
from scorekeeper.schemas import api_people as asked
from scorekeeper.schemas.api_requests import Page
from scorekeeper.services import conditions
from scorekeeper.services import exports
from scorekeeper.services import imports
from scorekeeper.services.exports import Span
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("files", "Files: exports, and sheets brought in.")
IMPORT = CLUB + "/imports/<id:import_id>"
_DECIDED = (ErrorCode.IMPORT_STATE, ErrorCode.CHANGED_MEANWHILE)
_SHEET = {
    "required": True,
    "description": "The file: CSV, XLSX or our JSON.",
    "content": {"application/octet-stream": {"schema": FILE}},
}


@resources.get(
    CLUB
    + "/exports/<any(deals,balances,standings,ledger,members,club):subject>"
    + ".<any(csv,xlsx,json,beancount,hledger):format_>"
)
@heavy
@needs(Action.EXPORT)
@resources.takes(asked.ExportSpan, location="query")
@resources.gives_file("The file.", *exports.MEDIA_TYPES)
def export(told: dict[str, Any], club_id: str, subject: str, format_: str) -> Any:
    """Return deals, balances, the ledger, members, or with `club.json` all of the club."""
    found = exports.export(
        desk(), club_id=club_id, subject=subject, format_=format_, span=Span(**told)
    )
    response = Response(found.blocks, content_type=found.media_type)
    response.headers["Content-Disposition"] = attachment(found.name)
    return response


@resources.get(CLUB + "/imports")
@needs(Action.IMPORT)
@resources.takes(Page, location="query")
@resources.answers(200, answers.IMPORTS)
def list_imports(told: dict[str, Any], club_id: str) -> Any:
    """List what was brought in, the newest first."""
    place = place_in(told.get("cursor"), int)
    limit = told["limit"]
    found = imports.list_imports(
        desk(), club_id=club_id, before=None if place is None else place[0], limit=limit
    )
    return page_of(found, cursor_of(found[-1].number) if len(found) == limit else None)


@resources.post(CLUB + "/imports")
@any_body
@heavy
@needs(Action.IMPORT)
@resources.takes(asked.FileName, location="query")
@resources.takes_body(_SHEET)
@resources.answers(201, answers.IMPORT, etag=True)
def hand_in(told: dict[str, Any], club_id: str) -> Any:
    """Hand in a file and see what is in it; nothing is brought in yet.

    A large file is looked through by a worker: as long as `looking` is true, ask again.
    """
    made = imports.hand_in(
        desk(),
        club_id=club_id,
        file_name=told["file_name"],
        content=request.get_data(),
        by_worker=True,
    )
    return tagged(made), {"Location": f"{request.path}/{made.id}"}


@resources.get(IMPORT)
@needs(Action.IMPORT)
@resources.answers(200, answers.IMPORT, etag=True)
def get_import(club_id: str, import_id: str) -> Any:
    """Return an import: what was found, every problem by row and column, how far it is."""
    return tagged(conditions.look(desk(), conditions.sheet(club_id, import_id)))


@resources.put(IMPORT + "/columns")
@heavy
@needs(Action.IMPORT)
@conditional
@refuses(ErrorCode.IMPORT_STATE, ErrorCode.VALUE_INVALID, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.Columns, example={"said": {"header": 1}})
@resources.answers(200, answers.IMPORT, etag=True)
def map_columns(told: dict[str, Any], club_id: str, import_id: str) -> Any:
    """Answer what is asked about a sheet, or say what it means; it is looked through again.

    What is not said stays as it is. `options` of a question name what answers it, as on the command
    line: `--rows` is `rows`, `--total` is `totals`, `--only-new` is `only_new`.
    """
    at = as_seen(conditions.sheet(club_id, import_id), "import")
    said = told["said"]
    return tagged(
        imports.answer(at, club_id=club_id, import_id=import_id, said=said, by_worker=True)
    )


@resources.post(IMPORT + "/confirm")
@heavy
@needs(Action.IMPORT)
@keyed
@may_be_conditional
@refuses(*_DECIDED, ErrorCode.IMPORT_PROBLEMS, ErrorCode.IMPORT_ASKS, ErrorCode.IMPORT_AGAIN)
@resources.takes(asked.Confirmation, example={"again": False})
@resources.answers(202, answers.IMPORT, etag=True)
def confirm(told: dict[str, Any], club_id: str, import_id: str) -> Any:
    """Bring it in, all or nothing; a worker does it, and the import says how far it is.

    With If-Match only as it was looked at: what its columns mean may have been said anew since.
    """
    at = as_seen_or_not(conditions.sheet(club_id, import_id), "import")
    return tagged(imports.confirm(at, club_id=club_id, import_id=import_id, key=key(), **told))


@resources.post(IMPORT + "/undo")
@needs(Action.IMPORT)
@keyed
@may_be_conditional
@refuses(*_DECIDED, ErrorCode.REASON_NEEDED, ErrorCode.IMPORT_SETTLED, ErrorCode.IMPORT_CHANGED)
@resources.takes(api_money.TakenBackFor, example={"reason": "Falsche Datei"})
@resources.answers(200, answers.IMPORT, etag=True)
def undo(told: dict[str, Any], club_id: str, import_id: str) -> Any:
    """Take an import back by counter-entries."""
    at = as_seen_or_not(conditions.sheet(club_id, import_id), "import")
    return tagged(imports.undo(at, club_id=club_id, import_id=import_id, key=key(), **told))


@resources.delete(IMPORT)
@needs(Action.IMPORT)
@may_be_conditional
@refuses(*_DECIDED)
@resources.answers(204)
def drop(club_id: str, import_id: str) -> Any:
    """Throw a file away that was not brought in."""
    at = as_seen_or_not(conditions.sheet(club_id, import_id), "import")
    imports.drop(at, club_id=club_id, import_id=import_id)
    return Response(status=204)
