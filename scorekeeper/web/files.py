"""Files in and out: sheets handed in, looked through and decided about; lists to take away."""

import json
from datetime import date
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.documents.file_names import attachment
from scorekeeper.documents.sheets import FILE_MAX
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import joined
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.i18n.import_words import question_sentence
from scorekeeper.schemas.forms import day_of
from scorekeeper.services import clubs
from scorekeeper.services import exports
from scorekeeper.services import imports
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services.import_questions import AGAIN_ANSWERS
from scorekeeper.services.import_views import ImportProblem
from scorekeeper.services.import_views import ImportView
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import ClubView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words

PROBLEMS_SHOWN = 50
_NIGHTS_SHOWN = 30
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
        view = imports.hand_in(desk(), club_id=club_id, file_name=file.filename, content=content)
    except ScorekeeperError as error:
        return _index(club_id, {"file": refusal(error)}), 422
    return go("files.show", club_id=club_id, import_id=view.id)


@pages.get("/import/<string(length=36):import_id>")
@needs(Action.IMPORT)
def show(club_id: str, import_id: str) -> Response | tuple[str, int, dict[str, str]]:
    view = imports.get_import(desk(), club_id=club_id, import_id=import_id)
    waiting = view.job_state in ("queued", "running")
    return _import(club_id, view, {}), 200, {"Refresh": "1"} if waiting else {}


@pages.post("/import/<string(length=36):import_id>/columns")
@needs(Action.IMPORT)
def columns(club_id: str, import_id: str) -> Response | tuple[str, int]:
    form = request.form
    view = imports.get_import(desk(), club_id=club_id, import_id=import_id)
    header = form.get("header", "")
    said: dict[str, object] = {
        "kind": form.get("kind", ""),
        "unit": form.get("unit", ""),
        "day": form.get("day", ""),
        "season_id": form.get("season_id", ""),
        "header": int(header) if header.isascii() and header.isdigit() else -1,
        "columns": [form.get(f"column-{place}", "") for place in range(len(view.columns))],
    }
    try:
        imports.answer(desk(), club_id=club_id, import_id=import_id, said=said)
    except ScorekeeperError as error:
        return _import(club_id, view, {error.place or "columns": refusal(error)}), 422
    return go("files.show", club_id=club_id, import_id=import_id, _anchor="found")


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
        return _import(club_id, view, {"confirm": refusal(error)}), 422
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
        return _import(club_id, view, {"undo": refusal(error)}), 422
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
            (one, _told(one, club), t(f"files.state.{one.state}"))
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


def _told(view: ImportView, club: ClubView) -> str:
    """Say of an import what it holds and when it came."""
    t = words()
    at = format_moment(view.decided_at or view.at, t.lang, club.time_zone)
    held = (
        t("files.import.members", len(view.members))
        if view.kind == "members"
        else t("files.import.deals", view.deals)
    )
    return f"{held} · {at}"


def _import(club_id: str, view: ImportView, errors: dict[str, str]) -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    people = members.list_members(desk(), club_id=club_id, include_inactive=True)
    first = _page_number()
    job = view.job_state
    return page(
        "web/import.html",
        here="files",
        club=club,
        one=view,
        open=view.state == "new" or (view.state == "queued" and job in ("failed", "cancelled", "")),
        waiting=job in ("queued", "running", "done"),
        failed=job == "failed",
        told=_told(view, club),
        state=t(f"files.state.{view.state}"),
        stopped=_stopped(view),
        left=_left(view),
        errors=errors,
        key=new_key(),
        roles=[(role, t(f"files.role.{name}")) for role, name in _ROLES]
        + [(f"={one.id}", one.name) for one in people],
        seasons=[(one.id, one.name) for one in seasons.list_seasons(desk(), club_id=club_id)],
        problems=[_problem(one) for one in view.problems[first : first + PROBLEMS_SHOWN]],
        again_answers=bool(view.questions)
        and all(one.code in AGAIN_ANSWERS for one in view.questions),
        questions=[question_sentence(one, t, t.lang) for one in view.questions],
        first=first,
        before=_problems_link(club_id, view, first - PROBLEMS_SHOWN) if first else "",
        after=_problems_link(club_id, view, first + PROBLEMS_SHOWN)
        if len(view.problems) > first + PROBLEMS_SHOWN
        else "",
        people=[
            (one, format_amount(one.cents, t.lang, sign=True), one.cents < 0) for one in view.people
        ],
        nights=[
            (format_date(one.day, t.lang, short=True), one.deals, one.known)
            for one in view.nights[:_NIGHTS_SHOWN]
        ],
        more_nights=max(0, len(view.nights) - _NIGHTS_SHOWN),
    )


_ROLES = (
    ("date", "date"),
    ("remark", "remark"),
    ("ignore", "ignore"),
    ("name", "name"),
    ("new", "new"),
    ("?", "unnamed"),
)


def _problem(one: ImportProblem) -> tuple[str, str, str]:
    """Return where a problem is, under which header, and what it is."""
    t = words()
    values = dict(one.values)
    if "cents" in values:
        values["amount"] = format_cents(values["cents"], t.lang, sign=True)
    where = one.cell
    if one.column < 0 and one.row:
        where = t("files.problem.row", row=one.row)
    return where, one.header, t(f"files.problem.{one.code}").format_map(_Blank(values))


class _Blank(dict[str, Any]):
    """Values of a sentence that may lack one."""

    def __missing__(self, name: str) -> str:
        return "…"


def _stopped(view: ImportView) -> str:
    """Say what was in the way when an import was tried last."""
    if view.state != "new" or not view.why:
        return ""
    try:
        told = json.loads(view.why)
        code = ErrorCode(told.pop("code"))
    except (ValueError, AttributeError, KeyError):
        return words()("files.import.stopped")
    place = told.pop("place", None)
    return refusal(ScorekeeperError(code, place, **told))


def _left(view: ImportView) -> list[str]:
    """Say of an import that was taken back who went with it, and who stays."""
    t = words()
    told = (("files.undone.gone", view.gone), ("files.undone.stayed", view.stayed))
    return [t(key, len(names), names=joined(names, t.lang)) for key, names in told if names]


def _problems_link(club_id: str, view: ImportView, first: int) -> str:
    at = max(0, first)
    return url_for(
        "files.show", club_id=club_id, import_id=view.id, first=at or None, _anchor="problems"
    )


def _page_number() -> int:
    text = request.args.get("first", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
