"""Looking through a sheet with its mapping: the deals in it, and every problem by row and column.

Nothing is stored here. The same sheet and mapping always give the same, so that what was shown to
somebody is what is posted later.
"""

import re
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from typing import Any

from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cell_days import day_order
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import decimal_mark
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.cells import whole_of
from scorekeeper.documents.sheets import Sheet
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services.import_columns import CENT
from scorekeeper.services.import_columns import DATE
from scorekeeper.services.import_columns import IGNORE
from scorekeeper.services.import_columns import NAME
from scorekeeper.services.import_columns import NEW
from scorekeeper.services.import_columns import REMARK
from scorekeeper.services.import_columns import UNNAMED
from scorekeeper.services.import_columns import SheetMapping
from scorekeeper.services.import_columns import header_of
from scorekeeper.services.import_questions import Question

DEALS_MAX = 50_000
PROBLEMS_KEPT = 1000
_TOTALS = re.compile(
    r"(?:summe|gesamt|total|saldo|stand|endstand|ergebnis|übertrag|uebertrag|zwischensumme|sum)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the file that keeps it from being taken: where, which, and what it is about.

    `row` counts from 1 and is 0 for a whole column, `column` counts from 0 and is -1 for a row.
    """

    row: int
    column: int
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """A row that moves money: its day, what it brings which column, and its remark."""

    row: int
    day: str
    changes: tuple[tuple[int, int], ...]  # column, cents
    remark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The members of a club: names by id, and ids by the key of every name anybody has or had."""

    names: Mapping[str, str]
    ids: Mapping[str, str]


@dataclass(slots=True, kw_only=True)
class Checked:
    """What a look through a sheet found."""

    deals: list[SheetDeal] = field(default_factory=list)
    people: dict[int, str] = field(default_factory=dict)  # column -> member id, "" for a new one
    names: dict[int, str] = field(default_factory=dict)  # column -> name as it will stand
    problems: list[Problem] = field(default_factory=list)
    count: int = 0  # of problems, also of those not kept
    misses: dict[int, int] = field(default_factory=dict)  # row -> what it adds up to
    totals: list[int] = field(default_factory=list)  # rows of totals, left out
    empty: int = 0  # rows that move nothing, left out
    members: list[tuple[int, str]] = field(default_factory=list)  # row, name of a list of members

    def questions(self) -> tuple[Question, ...]:
        """Return what has to be answered before the sheet can be stored."""
        if not self.misses:
            return ()
        amounts = {str(row): cents for row, cents in self.misses.items()}
        return (Question(code="sum", rows=tuple(self.misses), values={"cents": amounts}),)

    def problem(self, row: int, column: int, code: str, **values: Any) -> None:
        self.count += 1
        if len(self.problems) < PROBLEMS_KEPT:
            self.problems.append(Problem(row, column, code, values))


@dataclass(slots=True, kw_only=True)
class _Reading:
    """A sheet being read: the day of the row before, amounts already understood."""

    sheet: Sheet
    mapping: SheetMapping
    checked: Checked
    mark: str
    latest: str
    day: str
    columns: tuple[int, ...] = ()
    dates: tuple[int, ...] = ()
    remarks: tuple[int, ...] = ()
    order: str = ""  # of day and month in 3/4/2026
    known: dict[Cell, int] = field(default_factory=dict)
    sums: dict[int, int] = field(default_factory=dict)


def check(sheet: Sheet, mapping: SheetMapping, people: People, latest: str) -> Checked:
    """Look through a sheet; `latest` is the last day there may be."""
    if mapping.kind == "members":
        return _check_members(sheet, mapping, people)
    checked = Checked()
    _people(sheet, mapping, people, checked)
    body = sheet.rows[mapping.header :]
    reading = _Reading(
        sheet=sheet,
        mapping=mapping,
        checked=checked,
        mark=decimal_mark(
            row[place] for row in body for place in checked.people if place < len(row)
        ),
        latest=latest,
        day=mapping.day,
        columns=tuple(checked.people),
        dates=_places(mapping, DATE),
        remarks=_places(mapping, REMARK),
    )
    reading.order = day_order(
        row[place] for row in body for place in reading.dates if place < len(row)
    )
    if not reading.columns:
        checked.problem(0, -1, "nobody")
        return checked
    if not reading.dates and not mapping.day:
        checked.problem(0, -1, "no_day")
    for number, row in enumerate(body, mapping.header + 1):
        _row(reading, number, row)
    if not checked.deals and not checked.count and not checked.misses:
        checked.problem(0, -1, "no_deals")
    if len(checked.deals) > DEALS_MAX:
        checked.problem(0, -1, "too_many", max=DEALS_MAX)
    return checked


def _places(mapping: SheetMapping, kind: str) -> tuple[int, ...]:
    return tuple(place for place, one in enumerate(mapping.columns) if one == kind)


def _people(sheet: Sheet, mapping: SheetMapping, people: People, checked: Checked) -> None:
    """Find out whose every column is; two columns of one person are a problem."""
    header = header_of(sheet, mapping.header, len(mapping.columns))
    taken: dict[str, int] = {}
    for place, column in enumerate(mapping.columns):
        if column in (DATE, REMARK, IGNORE, NAME):
            continue
        member, name = column[1:] if column.startswith("=") else "", header[place]
        if column == UNNAMED:
            checked.problem(mapping.header, place, "unnamed")
            continue
        if member:
            if member not in people.names:
                checked.problem(mapping.header, place, "unknown_member")
                continue
            name = people.names[member]
        else:
            try:
                name = bounds.name(name)
            except ScorekeeperError:
                checked.problem(mapping.header, place, "name", max=bounds.NAME_MAX)
                continue
            member = people.ids.get(bounds.name_key(name), "")
            name = people.names.get(member, name)
        key = member or bounds.name_key(name)
        if key in taken:
            checked.problem(mapping.header, place, "twice", name=name)
            continue
        taken[key] = place
        checked.people[place], checked.names[place] = member, name


def _row(reading: _Reading, number: int, row: tuple[Cell, ...]) -> None:
    checked = reading.checked
    if not any(cell is not None for cell in row):
        return
    if _is_totals(row):
        checked.totals.append(number)
        return
    before = checked.count
    day = _day(reading, number, row)
    changes = []
    total = 0
    for place in reading.columns:
        cell = row[place] if place < len(row) else None
        if cell is None:
            continue
        cents = reading.known.get(cell)
        if cents is None or isinstance(cell, date):
            cents = _amount(reading, number, place, cell)
            if cents is None:
                continue
            reading.known[cell] = cents
        if cents:
            changes.append((place, cents))
            total += cents
    if checked.count > before:
        return
    if not changes:
        checked.empty += 1
        return
    if total:
        if _is_sum_so_far(reading, number, changes):
            checked.totals.append(number)
            return
        checked.misses[number] = total
        return
    if _is_sum_so_far(reading, number, changes):
        checked.totals.append(number)
        return
    for place, cents in changes:
        reading.sums[place] = reading.sums.get(place, 0) + cents
    try:
        remark = bounds.text(_remark(reading, row), "remark", bounds.REASON_MAX)
    except ScorekeeperError:
        checked.problem(number, reading.remarks[0], "long", max=bounds.REASON_MAX)
        return
    checked.deals.append(SheetDeal(number, day, tuple(changes), remark))


def _is_totals(row: tuple[Cell, ...]) -> bool:
    """Say whether the first thing a row says is that it holds totals."""
    first = next(cell for cell in row if cell is not None)
    return isinstance(first, str) and bool(_TOTALS.match(first))


def _is_sum_so_far(reading: _Reading, number: int, changes: Sequence[tuple[int, int]]) -> bool:
    """Say whether the file's last row is the sum of all before it, without saying so."""
    last = number == len(reading.sheet.rows)
    moved = {place: cents for place, cents in reading.sums.items() if cents}
    return last and len(reading.checked.deals) > 2 and dict(changes) == moved


def _day(reading: _Reading, number: int, row: tuple[Cell, ...]) -> str:
    """Return the day of a row; a blank one is that of the row above."""
    for place in reading.dates:
        cell = row[place] if place < len(row) else None
        try:
            found = day_of(cell, reading.order)
        except CellError as error:
            code = "day" if error.code == "day" else "day_unclear"
            reading.checked.problem(number, place, code, text=text_of(cell)[:40])
            return reading.day
        if found is not None:
            reading.day = found.isoformat()
            if reading.day > reading.latest:
                reading.checked.problem(number, place, "future", text=text_of(cell)[:40])
    if reading.dates and not reading.day:
        reading.checked.problem(number, reading.dates[0], "day_missing")
    return reading.day


def _amount(reading: _Reading, number: int, place: int, cell: Cell) -> int | None:
    read = whole_of if reading.mapping.unit == CENT else amount_of
    try:
        return read(cell, reading.mark)
    except CellError as error:
        reading.checked.problem(number, place, error.code, text=text_of(cell)[:40])
        return None


def _remark(reading: _Reading, row: tuple[Cell, ...]) -> str:
    told = [text_of(row[place]) for place in reading.remarks if place < len(row)]
    return " · ".join(one for one in told if one)


def _check_members(sheet: Sheet, mapping: SheetMapping, people: People) -> Checked:
    checked = Checked()
    places = _places(mapping, NAME) + _places(mapping, NEW)
    if len(places) != 1:
        checked.problem(0, -1, "name_column")
        return checked
    place = places[0]
    seen: dict[str, int] = {}
    for number, row in enumerate(sheet.rows[mapping.header :], mapping.header + 1):
        text = text_of(row[place]) if place < len(row) else ""
        if not text:
            continue
        try:
            name = bounds.name(text)
        except ScorekeeperError:
            checked.problem(number, place, "name", max=bounds.NAME_MAX)
            continue
        key = bounds.name_key(name)
        if key in seen:
            checked.problem(number, place, "name_twice", name=name, before=seen[key])
            continue
        seen[key] = number
        if key in people.ids:
            checked.empty += 1
        else:
            checked.members.append((number, name))
    if not checked.members and not checked.count:
        checked.problem(0, -1, "no_members")
    return checked
