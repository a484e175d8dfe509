"""A sheet from an evening on paper: plus and minus per person, typed in, told anew, taken back."""

from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from flask import Blueprint
from flask import g
from flask import request
from flask import url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_settling import Sheet
from scorekeeper.schemas.forms_settling import SheetRow
from scorekeeper.services import amounts
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import AmountsView
from scorekeeper.services.views import LedgerView
from scorekeeper.services.views import NightView
from scorekeeper.web.gate import require
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words
from scorekeeper.web.rows import Columns
from scorekeeper.web.rows import cells_of

pages = Blueprint("amounts", __name__, url_prefix="/c/<string(length=36):club_id>/n")

SPARE = 4  # empty lines for people who are no members yet


@pages.get("/<string(length=36):night_id>/sheet")
@needs(Action.CHANGE)
def show(club_id: str, night_id: str) -> str:
    return _show(_night(club_id, night_id), _blank(club_id, night_id, {}), "", {})


@pages.post("/<string(length=36):night_id>/sheet")
@needs(Action.CHANGE)
def record(club_id: str, night_id: str) -> Response | tuple[str, int]:
    return _save(club_id, _night(club_id, night_id), None)


@pages.get("/<string(length=36):night_id>/sheet/<int:entry>")
@needs(Action.CHANGE)
def look(club_id: str, night_id: str, entry: int) -> str:
    told = _told(club_id, night_id, entry)
    night = _night(club_id, night_id)
    return _show(night, _blank(club_id, night_id, told.changes), "", {}, told)


@pages.post("/<string(length=36):night_id>/sheet/<int:entry>")
@needs(Action.CHANGE)
def correct(club_id: str, night_id: str, entry: int) -> Response | tuple[str, int]:
    told = _told(club_id, night_id, entry)
    return _save(club_id, _night(club_id, night_id), told)


def _told(club_id: str, night_id: str, entry: int) -> AmountsView:
    """Return a sheet of this very night."""
    told = amounts.get_amounts(desk(), club_id=club_id, entry=entry)
    if told.night_id != night_id:
        raise NotFound
    return told


def _night(club_id: str, night_id: str) -> NightView:
    """Return the night, if this visitor may change what its book says."""
    night = nights.get_night(desk(), club_id=club_id, night_id=night_id)
    require(amounts.action_needed(night.state))
    return night


def _save(club_id: str, night: NightView, told: AmountsView | None) -> Response | tuple[str, int]:
    try:
        form = read(Sheet, request.form)
    except FormError as error:
        return _show(night, _typed(), request.form.get("why", ""), field_errors(error), told), 422
    rows: list[SheetRow] = form["rows"]
    purse = 0 if told is None else told.purse
    errors = _wrong(rows, purse) if form["do"] == "save" else {}
    if not errors:
        try:
            _write(club_id, night, told, form)
        except ScorekeeperError as error:
            errors = {"why" if error.place == "why" else "rows": refusal(error)}
    if errors:
        shown = [*rows, *_spare(SPARE)]
        return _show(night, shown, form["why"], errors, told), 422
    return go("ledger.show", club_id=club_id, night_id=night.id)


def _write(
    club_id: str, night: NightView, told: AmountsView | None, form: Mapping[str, Any]
) -> None:
    at, why, key = desk(), form["why"], form["key"]
    if form["do"] == "undo" and told is not None:
        amounts.undo_amounts(at, club_id=club_id, entry=told.entry, why=why, key=key)
        return
    changes = _changes(club_id, form["rows"])
    if told is None:
        amounts.record_amounts(
            at, club_id=club_id, night_id=night.id, changes=changes, why=why, key=key
        )
    else:
        amounts.correct_amounts(
            at, club_id=club_id, entry=told.entry, changes=changes, why=why, key=key
        )


def _changes(club_id: str, rows: Iterable[SheetRow]) -> dict[str, int]:
    """Return cents by member; who has a line by name and is no member yet becomes one."""
    told = [row for row in rows if row.cents]
    changes = {row.member: row.cents for row in told if row.member}
    named = [row for row in told if not row.member]
    if named:
        found = members.members_named(desk(), club_id=club_id, names=[row.name for row in named])
        for member, row in zip(found, named, strict=True):
            changes[member.id] = changes.get(member.id, 0) + row.cents
    return changes


def _wrong(rows: Sequence[SheetRow], purse: int) -> dict[str, str]:
    """Return what is wrong with a sheet, by its field, before anybody new on it is a member."""
    t = words()
    found = {f"row-{place}": t(row.wrong) for place, row in enumerate(rows) if row.wrong}
    total = sum(row.cents for row in rows) + purse
    if not found and total:
        missing = format_cents(-total, t.lang, sign=True)
        found["rows"] = t("settling.sheet.missing", amount=missing)
    elif not found and not any(row.cents for row in rows):
        found["rows"] = t("settling.sheet.empty")
    return found


def _blank(club_id: str, night_id: str, changes: Mapping[str, int]) -> list[SheetRow]:
    """Return a line for each member, those of the night first, and some for others."""
    here = {one.id for one, _ in ledger.balances(desk(), club_id=club_id, night_id=night_id)}
    here |= set(changes)
    found = members.list_members(desk(), club_id=club_id, include_inactive=True)
    lang = words().lang
    rows = [
        SheetRow(
            member=one.id,
            name=one.name,
            plus=format_amount(cents, lang) if cents > 0 else "",
            minus=format_amount(-cents, lang) if cents < 0 else "",
        )
        for one in sorted(found, key=lambda one: one.id not in here)
        if one.active or one.id in here
        for cents in (changes.get(one.id, 0),)
    ]
    return [*rows, *_spare(SPARE)]


def _spare(count: int) -> list[SheetRow]:
    return [SheetRow(member="", name="", plus="", minus="")] * count


def _typed() -> list[SheetRow]:
    """Return what was typed into a form that could not be read."""
    lists = [request.form.getlist(name) for name in ("member", "name", "plus", "minus")]
    return [
        SheetRow(member=member, name=name, plus=plus, minus=minus)
        for member, name, plus, minus in zip(*lists, strict=False)
    ]


def _show(
    night: NightView,
    rows: list[SheetRow],
    why: str,
    errors: Mapping[str, str],
    told: AmountsView | None = None,
) -> str:
    t = words()
    day = format_date(night.date, t.lang)
    return page(
        "web/amounts.html",
        night=night,
        here="ledger",
        sub=f"{day}, {night.place}" if night.place else day,
        back=url_for("ledger.show", club_id=g.club_id, night_id=night.id),
        rows=rows,
        why=why,
        told=told,
        purse=format_cents(told.purse, t.lang, sign=True) if told and told.purse else "",
        errors=errors,
        key=new_key(),
    )


def written_once(book: LedgerView, t: Translator) -> str:
    """Return who entered all sheets of a night and when, "" where that differs, or for one."""
    told = {_written(sheet, book, t) for sheet in book.amounts}
    return told.pop() if len(told) == 1 and len(book.amounts) > 1 else ""


def _written(sheet: AmountsView, book: LedgerView, t: Translator) -> str:
    return t(
        "web.deal.written",
        who=sheet.who or t("web.somebody"),
        at=format_moment(sheet.at, t.lang, book.club.time_zone),
    )


def sheet_lines(
    book: LedgerView, columns: Columns, person: str, t: Translator
) -> list[dict[str, Any]]:
    """Return a night's sheets as the last lines of its list, each with where all stand then."""
    stands: dict[str, int] = dict.fromkeys((member for member, _ in columns), 0)
    if book.deals:
        stands.update(book.deals[-1].balances_after)
    lines = []
    once = written_once(book, t)
    for number, sheet in enumerate(book.amounts, 1):
        if not sheet.taken_back:
            for member, cents in sheet.changes.items():
                stands[member] = stands.get(member, 0) + cents
        if person and not sheet.changes.get(person):
            continue
        after = {} if sheet.taken_back else dict(stands)
        lines.append(
            {
                "link": url_for(
                    "amounts.look",
                    club_id=book.club.id,
                    night_id=book.night.id,
                    entry=sheet.entry,
                ),
                "said": (sheet.reason or t("settling.sheet.row"))
                if sheet.import_id
                else t("settling.sheet.said", reason=sheet.reason),
                "number": "" if book.deals else number,
                "purse": t(
                    "settling.sheet.purse", amount=format_cents(sheet.purse, t.lang, sign=True)
                )
                if sheet.purse
                else "",
                "taken_back": sheet.taken_back,
                "written": "" if once else _written(sheet, book, t),
                "cells": cells_of(sheet.changes, after, columns, t.lang),
            }
        )
    return lines
