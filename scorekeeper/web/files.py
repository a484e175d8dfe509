"""Files in and out: sheets handed in, looked through and decided about; lists to take away."""

from datetime import date
from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.documents.file_names import attachment
from scorekeeper.documents.sheets import FILE_MAX
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas.forms import day_of
from scorekeeper.services import clubs
from scorekeeper.services import exports
from scorekeeper.services import imports
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.import_answers import said_of
from scorekeeper.web.import_page import import_page
from scorekeeper.web.import_page import meant_otherwise
from scorekeeper.web.import_page import summary_words
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words

_AROUND = 64 * 1024  # what a form has besides the file

pages = Blueprint("files", __name__, url_prefix="/c/<string(length=36):club_id>/files")


@pages.url_value_preprocessor
def _let_files_in(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Let this one form be as large as a file, before anything reads it."""
    if endpoint == "files.hand_in" and request.method == "POST":
        request.max_content_length = FILE_MAX + _AROUND
        # A file passes in blocks of 64 KiB, each with what is left over of the one before.
        request.max_form_memory_size = 4 * _AROUND


@pages.get("/")
@needs(Action.EXPORT)
def index(club_id: str) -> str:
    return _index(club_id, {})


@pages.post("/import")
@needs(Action.IMPORT)
def hand_in(club_id: str) -> Response | tuple[str, int]:
    file = request.files.get("file")
    if file is None or not file.filename:
        return _index(club_id, {"file": words()("files.import.no_file")}), 422
    with file.stream as stream:
        content = stream.read()
    try:
        view = imports.hand_in(
            desk(), club_id=club_id, file_name=file.filename, content=content, by_worker=True
        )
    except ScorekeeperError as error:
        return _index(club_id, {"file": refusal(error)}), 422
    return go("files.show", club_id=club_id, import_id=view.id)


@pages.get("/import/<string(length=36):import_id>")
@needs(Action.IMPORT)
def show(club_id: str, import_id: str) -> Response | tuple[str, int, dict[str, str]]:
    view = imports.get_import(desk(), club_id=club_id, import_id=import_id)
    waiting = view.job_state in ("queued", "running")
    return import_page(club_id, view, {}), 200, {"Refresh": "1"} if waiting else {}


@pages.post("/import/<string(length=36):import_id>/answer")
@needs(Action.IMPORT)
def answer(club_id: str, import_id: str) -> Response | tuple[str, int]:
    view = imports.get_import(desk(), club_id=club_id, import_id=import_id)
    try:
        imports.answer(
            desk(),
            club_id=club_id,
            import_id=import_id,
            said=said_of(request.form, view),
            by_worker=True,
        )
    except ScorekeeperError as error:
        return import_page(club_id, view, {"answer": refusal(error)}), 422
    return go("files.show", club_id=club_id, import_id=import_id)


@pages.post("/import/<string(length=36):import_id>/columns")
@needs(Action.IMPORT)
def columns(club_id: str, import_id: str) -> Response | tuple[str, int]:
    view = imports.get_import(desk(), club_id=club_id, import_id=import_id)
    said = meant_otherwise(request.form, view)
    try:
        imports.answer(desk(), club_id=club_id, import_id=import_id, said=said, by_worker=True)
    except ScorekeeperError as error:
        return import_page(club_id, view, {"columns": refusal(error)}), 422
    return go("files.show", club_id=club_id, import_id=import_id)


@pages.post("/import/<string(length=36):import_id>/confirm")
@needs(Action.IMPORT)
def confirm(club_id: str, import_id: str) -> Response | tuple[str, int]:
    form = request.form
    try:
        imports.confirm(
            desk(),
            club_id=club_id,
            import_id=import_id,
            key=form.get("key", ""),
            again=bool(form.get("again")),
        )
    except ScorekeeperError as error:
        view = imports.get_import(desk(), club_id=club_id, import_id=import_id)
        return import_page(club_id, view, {"confirm": refusal(error)}), 422
    return go("files.show", club_id=club_id, import_id=import_id)


@pages.post("/import/<string(length=36):import_id>/drop")
@needs(Action.IMPORT)
def drop(club_id: str, import_id: str) -> Response:
    imports.drop(desk(), club_id=club_id, import_id=import_id)
    say("files.import.dropped")
    return go("files.index", club_id=club_id)


@pages.post("/import/<string(length=36):import_id>/undo")
@needs(Action.IMPORT)
def undo(club_id: str, import_id: str) -> Response | tuple[str, int]:
    form = request.form
    try:
        imports.undo(
            desk(),
            club_id=club_id,
            import_id=import_id,
            reason=form.get("reason", ""),
            key=form.get("key", ""),
        )
    except ScorekeeperError as error:
        view = imports.get_import(desk(), club_id=club_id, import_id=import_id)
        return import_page(club_id, view, {"undo": refusal(error)}), 422
    return go("files.show", club_id=club_id, import_id=import_id)


@pages.get("/export/<subject>.<format_>")
@needs(Action.EXPORT)
def export(club_id: str, subject: str, format_: str) -> Response:
    asked = request.args
    made = exports.export(
        desk(),
        club_id=club_id,
        subject=subject,
        format_=format_,
        span=exports.Span(
            night_id=asked.get("night") or None,
            season_id=asked.get("season") or None,
            first=_day(asked.get("first"), "first"),
            last=_day(asked.get("last"), "last"),
        ),
    )
    return Response(
        made.blocks,
        content_type=made.media_type,
        headers={"Content-Disposition": attachment(made.name)},
    )


@pages.get("/export")
@needs(Action.EXPORT)
def choose(club_id: str) -> Response:
    """Lead a form's choice to the address of its file."""
    asked = request.args
    subject, _, format_ = asked.get("what", "").partition(".")
    chosen = {name: asked[name] for name in ("season", "first", "last") if asked.get(name)}
    return go("files.export", club_id=club_id, subject=subject, format_=format_, **chosen)


def _day(text: str | None, place: str) -> date | None:
    found = day_of(text or "")
    if found is None and text:
        raise ScorekeeperError(ErrorCode.VALUE_INVALID, place, value=text[:40])
    return found


def _index(club_id: str, errors: dict[str, str]) -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    return page(
        "web/files.html",
        here="files",
        club=club,
        errors=errors,
        imports=[
            (one, summary_words(one, club), t(f"files.state.{one.state}"))
            for one in imports.list_imports(desk(), club_id=club_id, limit=20)
        ],
        seasons=[(one.id, one.name) for one in seasons.list_seasons(desk(), club_id=club_id)],
        nights=[
            (one, format_date(one.date, t.lang, short=True))
            for one in nights.list_nights(desk(), club_id=club_id, limit=10)
        ],
        choices=[
            (
                t(f"files.subject.{subject}"),
                [(f"{subject}.{one}", t(f"files.format.{one}")) for one in formats],
            )
            for subject, formats in exports.FORMATS.items()
            if subject != exports.CLUB
        ],
    )
