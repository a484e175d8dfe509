"""The page of one import: what is asked, what is wrong, what will be booked, what it means."""

import json
from collections.abc import Mapping
from typing import Any

from flask import request
from flask import url_for

from scorekeeper.documents.sheets import DELIMITERS
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n import joined
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services import seasons
from scorekeeper.services.import_questions import AGAIN_ANSWERS
from scorekeeper.services.import_views import ImportProblem
from scorekeeper.services.import_views import ImportView
from scorekeeper.services.views import ClubView
from scorekeeper.web.import_answers import Answer
from scorekeeper.web.import_answers import answered
from scorekeeper.web.import_answers import asked
from scorekeeper.web.import_answers import booked
from scorekeeper.web.import_answers import lines_around
from scorekeeper.web.import_answers import unit_words
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words

PROBLEMS_SHOWN = 50
_NIGHTS_SHOWN = 30
_LEFT_OUT_SHOWN = 30
_PROBLEM_ROWS = 6


def import_page(club_id: str, view: ImportView, errors: dict[str, str]) -> str:
    """Return the page of an import."""
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    people = members.list_members(desk(), club_id=club_id, include_inactive=True)
    job = view.job_state
    undecided = view.state == "new" and not view.looking
    return page(
        "web/import.html",
        here="files",
        club=club,
        one=view,
        open=undecided or (view.state == "queued" and job in ("failed", "cancelled", "")),
        looking=view.looking,
        waiting=job in ("queued", "running") or (job == "done" and view.state == "queued"),
        waits=t("files.import.looking" if view.looking else "files.import.waits"),
        failed=_failed(view, t),
        told=summary_words(view, club),
        held=t("files.import.deals", view.deals),
        state=t(f"files.state.{view.state}"),
        stopped=_stopped(view),
        left=_left(view),
        errors=errors,
        key=new_key(),
        members=[(f"={one.id}", one.name) for one in people],
        roles=[(role, t(f"files.role.{name}")) for role, name in _ROLES]
        + [(f"={one.id}", one.name) for one in people],
        seasons=[(one.id, one.name) for one in seasons.list_seasons(desk(), club_id=club_id)],
        again_answers=view.mapping is None
        and bool(view.questions)
        and all(one.code in AGAIN_ANSWERS for one in view.questions),
        questions=asked(view, t),
        answered=answered(view, t),
        **_problems(club_id, view),
        **_rows(view, t),
        **_choices(view, t),
        purse=format_amount(view.purse, t.lang, sign=True) if view.purse else "",
        people=[
            (one, format_amount(one.cents, t.lang, sign=True), one.cents < 0) for one in view.people
        ],
        nights=[
            (
                format_date(one.day, t.lang, short=True),
                t("files.import.deals", one.deals),
                one.known,
            )
            for one in view.nights[:_NIGHTS_SHOWN]
        ],
        more_nights=max(0, len(view.nights) - _NIGHTS_SHOWN),
    )


def _failed(view: ImportView, t: Translator) -> str:
    if view.job_state != "failed":
        return ""
    return t("files.import.looking.failed" if view.looking else "files.import.failed")


def _problems(club_id: str, view: ImportView) -> dict[str, Any]:
    """Return a page of problems, and the first of their rows as they stand in the file."""
    first = _page_number()
    shown = view.problems[first : first + PROBLEMS_SHOWN]
    rows = list(dict.fromkeys(one.row for one in shown if one.row))
    return {
        "problems": [_problem(one) for one in shown],
        "problem_lines": lines_around(view, rows[:_PROBLEM_ROWS]),
        "columns_open": any(not one.row or one.column < 0 for one in shown),
        "before": _problems_link(club_id, view, first - PROBLEMS_SHOWN) if first else "",
        "after": _problems_link(club_id, view, first + PROBLEMS_SHOWN)
        if len(view.problems) > first + PROBLEMS_SHOWN
        else "",
    }


def _rows(view: ImportView, t: Translator) -> dict[str, Any]:
    """Return the rows that will be booked, those that count for nothing, and the headings."""
    cells = dict(view.context)
    totals = set(view.totals)
    unit = "euro" if view.mapping is not None and view.mapping.unit == "cent" else "cent"
    return {
        "headings": [one.header or one.letter for one in view.columns],
        "width": len(view.columns),
        "booked": booked(view, t),
        "more_booked": max(0, view.deals - len(view.preview)),
        "unit": unit_words(view, t),
        "other_unit": Answer(label=t(f"files.press.unit.{unit}"), fields=(("unit", unit),)),
        "left_out": [
            (
                row,
                t("files.left_out.is_total" if row in totals else "files.left_out.is_known"),
                [one for one in cells.get(row, ()) if one],
                Answer(label=t("files.left_out.deal"), fields=((f"row-{row}", "deal"),))
                if row in totals
                else None,
            )
            for row in view.left_out[:_LEFT_OUT_SHOWN]
        ],
    }


def _choices(view: ImportView, t: Translator) -> dict[str, Any]:
    """Return what the form about columns lets choose besides them."""
    names = {"\t": t("files.separator.tab")}
    return {
        "separators": [(one, names.get(one, one)) for one in DELIMITERS]
        if view.form == "csv"
        else [],
        "sheets": [(one, one) for one in (view.sheet_name, *view.other_sheets)],
    }


def meant_otherwise(form: Mapping[str, str], view: ImportView) -> dict[str, object]:
    """Return what a form about columns says otherwise than it is understood now."""
    mapping = view.mapping
    if mapping is None:
        return {}
    header = form.get("header", "")
    said: dict[str, object] = {
        "header": int(header) if header.isascii() and header.isdigit() else -1,
        "columns": tuple(form.get(f"column-{place}", "") for place in range(len(view.columns))),
    }
    said |= {name: form[name] for name in _FIELDS if name in form}
    return {name: value for name, value in said.items() if value != getattr(mapping, name)}


_ROLES = (
    ("date", "date"),
    ("remark", "remark"),
    ("ignore", "ignore"),
    ("name", "name"),
    ("new", "new"),
    ("purse", "purse"),
    ("?", "unnamed"),
)
_FIELDS = ("kind", "unit", "rows", "separator", "sheet", "day", "season_id")


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
    """Return what was in the way when an import was tried last."""
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
    """Return, of an import that was taken back, who went with it, and who stays."""
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


def summary_words(view: ImportView, club: ClubView) -> str:
    """Return what an import holds and when it came."""
    t = words()
    at = format_moment(view.decided_at or view.at, t.lang, club.time_zone)
    held = (
        t("files.import.looking.held")
        if view.looking
        else t("files.import.members", len(view.members))
        if view.kind == "members"
        else t("files.import.deals", view.deals)
    )
    return f"{held} · {at}"
