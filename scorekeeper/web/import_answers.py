"""The questions a file leaves open as a page asks them, and what was pressed as an answer.

Each way to answer is a button of a form of its own, so that it works without JavaScript.
"""

import re
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.import_words import answer_sentence
from scorekeeper.i18n.import_words import question_sentence
from scorekeeper.services.import_questions import Question
from scorekeeper.services.import_views import ImportView

_ROWS_SHOWN = 12
_FIRST_SHOWN = 5
_ROW_FIELD = re.compile(r"row-([0-9]{1,6})")
_YES = "yes"
_COLUMN_ROLES = ("ignore", "new", "purse", "remark")
_FLAGS = ("only_new", "again")
_WORDS = ("rows", "unit", "sheet", "separator", "difference", "layout", "dates", "kind")

Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A button that answers: what it says, and the fields its form sends."""

    label: str
    fields: Fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A row of the file as it stands there; `marked` where it is in doubt."""

    number: int
    cells: tuple[str, ...]
    marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with the rows it is about, the ways to answer, and what is chosen row by row."""

    words: str
    lines: tuple[Line, ...]
    more: int  # rows in doubt that are not shown
    answers: tuple[Answer, ...]
    told: str = ""  # what to do, where no button answers
    rows: tuple[int, ...] = ()
    columns: tuple[tuple[int, str], ...] = ()
    roles: tuple[tuple[str, str], ...] = ()


def asked(view: ImportView, t: Translator) -> list[Asked]:
    """Return what is asked about a file, in order."""
    return [_asked(one, view, t) for one in view.questions]


def _asked(one: Question, view: ImportView, t: Translator) -> Asked:
    choosing = "--total" in one.options and len(one.rows) > 1
    columns = _columns(one, view) if one.code == "column" else ()
    answers = (
        tuple(answer for option in one.options for answer in _answers(option, one, t))
        if view.mapping is not None
        else ()
    )
    told = ""
    if not answers and not columns and view.mapping is not None:
        lists = one.code == "lists"
        told = t("files.press.lists") if lists else answer_sentence(one, t, t.lang)
    return Asked(
        words=question_sentence(one, t, t.lang),
        told=told,
        lines=lines_around(view, one.rows[:_ROWS_SHOWN]) if one.rows else _first_lines(one, view),
        more=max(0, len(one.rows) - _ROWS_SHOWN),
        answers=answers,
        rows=one.rows[:_ROWS_SHOWN] if choosing else (),
        columns=columns,
        roles=tuple((role, t(f"files.press.column.{role}")) for role in _COLUMN_ROLES)
        if columns
        else (),
    )


def lines_around(view: ImportView, rows: Sequence[int]) -> tuple[Line, ...]:
    """Return rows with those before and after each, as they stand in the file."""
    kept = dict(view.context)
    order = {number: place for place, number in enumerate(sorted(kept))}
    numbers = sorted(kept)
    wanted: set[int] = set()
    for row in rows:
        if row in order:
            wanted.update(numbers[max(0, order[row] - 1) : order[row] + 2])
    return tuple(
        Line(number=number, cells=kept[number], marked=number in rows) for number in sorted(wanted)
    )


def _first_lines(one: Question, view: ImportView) -> tuple[Line, ...]:
    """Return the first rows below the headings, for a question that is about no row."""
    if one.sheets or view.mapping is None:
        return ()
    below = view.sample[view.mapping.header :][:_FIRST_SHOWN]
    return tuple(Line(number=number, cells=cells, marked=False) for number, cells in below)


def _answers(option: str, one: Question, t: Translator) -> list[Answer]:
    """Return the buttons for an option of the command line."""
    match option:
        case "--rows":
            choices = [("rows", "running"), ("rows", "deals")]
        case "--unit":
            choices = [("unit", "euro"), ("unit", "cent")]
        case "--dates":
            choices = [("dates", "day"), ("dates", "month")]
        case "--mapping" if one.code == "balances":
            choices = [("kind", "members")]
        case "--difference":
            choices = [("difference", "purse")]
        case "--only-new":
            choices = [("only_new", _YES)]
        case "--again":
            choices = [("again", _YES)]
        case "--sheet":
            return [
                Answer(label=t("files.press.sheet", name=name), fields=(("sheet", name),))
                for name in one.sheets
            ]
        case "--replace":
            return [
                Answer(
                    label=t("files.press.replace", number=number),
                    fields=(("replace", str(number)),),
                )
                for number in one.values.get("imports", ())
            ]
        case "--total" | "--deal":
            kind = option.removeprefix("--")
            return [
                Answer(
                    label=t(f"files.press.{kind}", len(one.rows)),
                    fields=tuple((f"row-{row}", kind) for row in one.rows),
                )
            ]
        case _:
            return []
    return [
        Answer(label=t(f"files.press.{name}.{value}"), fields=((name, value),))
        for name, value in choices
    ]


def _columns(one: Question, view: ImportView) -> tuple[tuple[int, str], ...]:
    """Return place and heading of the columns a question is about."""
    return tuple(
        (place, column.header or column.letter)
        for place, column in enumerate(view.columns)
        if column.header in one.columns or column.letter in one.columns
    )


def answered(view: ImportView, t: Translator) -> list[tuple[str, Answer]]:
    """Return what was answered so far, each with the button that takes it back."""
    mapping = view.mapping
    if mapping is None:
        return []
    again = t("files.answered.not")
    found = []
    for name, nothing in (("rows", ""), ("difference", ""), ("dates", ""), ("unit", "euro")):
        value = getattr(mapping, name)
        if value != nothing and name in mapping.said:
            found.append((t(f"files.answered.{name}.{value}"), _back(again, name, nothing)))
    for name in _FLAGS:
        if getattr(mapping, name):
            found.append((t(f"files.answered.{name}"), _back(again, name, "")))
    if mapping.replace:
        said = t("files.answered.replace", number=mapping.replace)
        found.append((said, _back(again, "replace", "0")))
    for kind, rows in (("total", mapping.totals), ("deal", mapping.deals)):
        for row in rows:
            said = t(f"files.answered.{kind}", row=row)
            found.append((said, _back(again, f"row-{row}", "")))
    return found


def _back(label: str, name: str, nothing: str) -> Answer:
    return Answer(label=label, fields=((name, nothing),))


def said_of(form: Mapping[str, str], view: ImportView) -> dict[str, object]:
    """Return what was pressed as the answer it is."""
    said: dict[str, object] = {name: form[name] for name in _WORDS if name in form}
    said |= {name: form[name] == _YES for name in _FLAGS if name in form}
    if "replace" in form:
        said["replace"] = _number(form["replace"])
    mapping = view.mapping
    if mapping is not None and any(_ROW_FIELD.fullmatch(name) for name in form):
        kinds = dict.fromkeys(mapping.totals, "total") | dict.fromkeys(mapping.deals, "deal")
        for name, value in form.items():
            if found := _ROW_FIELD.fullmatch(name):
                kinds[int(found[1])] = value
        said["totals"] = sorted(row for row, kind in kinds.items() if kind == "total")
        said["deals"] = sorted(row for row, kind in kinds.items() if kind == "deal")
    if mapping is not None and any(name.startswith("as-") for name in form):
        said["columns"] = [
            form.get(f"as-{place}", role) for place, role in enumerate(mapping.columns)
        ]
    return said


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def booked(view: ImportView, t: Translator) -> list[dict[str, Any]]:
    """Return the first rows as they will be booked, in words."""
    return [
        {
            "row": one.row,
            "day": format_date(one.day, t.lang, short=True),
            "remark": one.remark,
            "amounts": [
                (some.name, format_cents(some.cents, t.lang, sign=True), some.cents < 0)
                for some in one.amounts
            ],
            "purse": format_cents(one.purse, t.lang, sign=True) if one.purse else "",
        }
        for one in view.preview
    ]


def unit_words(view: ImportView, t: Translator) -> str:
    """Return how an amount of the file is understood: „150“ = 1,50 €; "" without one to show."""
    if view.mapping is None or view.mapping.rows == "running":
        return ""
    for one in view.preview:
        for some in one.amounts:
            if some.text:
                amount = format_cents(some.cents, t.lang)
                return t("files.booked.unit", text=some.text, amount=amount)
    return ""
