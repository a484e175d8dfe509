"""Reading the rows of a sheet whose columns are known: amounts, days, words, by row number.

A row that is called a total is read leniently: it is either left out or asked about.
"""

import re
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from typing import Any

from scorekeeper.documents.cell_days import DAY_FIRST
from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cell_days import day_order
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import decimal_mark
from scorekeeper.documents.cells import is_bare
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.cells import unit_of_cell
from scorekeeper.documents.cells import whole_of
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.written import Unit
from scorekeeper.ledger.written import bare
from scorekeeper.services import bounds
from scorekeeper.services.import_mapping import CENT
from scorekeeper.services.import_mapping import DATE
from scorekeeper.services.import_mapping import REMARK
from scorekeeper.services.import_mapping import MappedSheet
from scorekeeper.services.import_vocabulary import days_within
from scorekeeper.services.import_vocabulary import is_total

PROBLEMS_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the file that keeps it from being taken: where, which, and what it is about.

    `row` is a number of the file and 0 for a whole column, `column` counts from 0 and is -1 for a
    row.
    """

    row: int
    column: int
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Problems:
    """The problems of a file: the first ones, and how many there are."""

    kept: list[Problem] = field(default_factory=list)
    count: int = 0

    def add(self, row: int, column: int, code: str, **values: Any) -> None:
        self.extend([Problem(row, column, code, values)])

    def extend(self, found: Sequence[Problem]) -> None:
        self.count += len(found)
        self.kept.extend(found[: PROBLEMS_KEPT - len(self.kept)])


@dataclass(slots=True, kw_only=True)
class SheetRow:
    """A row with amounts, or one that is called a total.

    `changes` has the cents by column without those of nothing, `given` the columns that say
    anything; `evening` is the day a total is about. One that is not `readable` has a cell that is
    no amount.
    """

    number: int
    day: str
    evening: str
    changes: dict[int, int]
    given: frozenset[int]
    is_total: bool
    readable: bool
    remark: str


@dataclass(slots=True, kw_only=True)
class SheetRows:
    """The rows of a sheet, how many move nothing, and where another list begins.

    `either_way` are rows whose day may be two, with what stands there.
    """

    rows: list[SheetRow] = field(default_factory=list)
    either_way: dict[int, str] = field(default_factory=dict)
    empty: int = 0
    other_list: int = 0
    bare: bool = True  # no amount has decimals or names its money
    bare_rows: list[int] = field(default_factory=list)  # with an amount of which that is true
    cents: bool = False  # some amount names cents


@dataclass(slots=True, kw_only=True)
class _Reading:
    """A sheet being read: the day of the row before, amounts and words already understood."""

    mapped: MappedSheet
    problems: Problems
    people: tuple[int, ...]
    latest: str
    day: str
    mark: str
    order: str  # of day and month in 3/4/2026
    heading: list[Problem] = field(default_factory=list)  # of a row without amounts, its day
    amounts: dict[Cell, int] = field(default_factory=dict)
    bare_cells: set[Cell] = field(default_factory=set)
    words: dict[str, bool] = field(default_factory=dict)
    found: SheetRows = field(default_factory=SheetRows)

    def is_deal(self, number: int) -> bool:
        """Return whether a row is a deal whatever it is called."""
        return self.mapped.certain or number in self.mapped.mapping.deals


def read_rows(
    mapped: MappedSheet, people: Sequence[int], latest: str, problems: Problems
) -> SheetRows:
    """Return the rows of a sheet; `people` are the columns with amounts."""
    mapping = mapped.mapping
    body = mapped.sheet.rows[mapping.header :]
    reading = _Reading(
        mapped=mapped,
        problems=problems,
        people=tuple(people),
        latest=latest,
        # The day of today is no answer to a date that is missing above the first one.
        day=mapping.day if not mapping.places(DATE) or "day" in mapping.said else "",
        mark=decimal_mark(row[place] for row in body for place in people if place < len(row)),
        order=mapping.dates
        or day_order(
            row[place] for row in body for place in mapping.places(DATE) if place < len(row)
        ),
    )
    reading.found.cents = any(
        unit_of_cell(row[place]) is Unit.CENT
        for row in body
        for place in people
        if place < len(row)
    )
    for number, row in zip(mapped.numbers[mapping.header :], body, strict=True):
        if any(cell is not None for cell in row):
            if _begins_another_list(reading, row):
                reading.found.other_list = number
                break
            _read_row(reading, number, row)
    return reading.found


def _begins_another_list(reading: _Reading, row: tuple[Cell, ...]) -> bool:
    """Return whether a row is the header of a list of another kind: words where amounts belong."""
    told = [row[place] for place in reading.people if place < len(row) and row[place] is not None]
    if len(told) < 2 or not all(isinstance(cell, str) for cell in told):
        return False
    if any(_is_word(reading, place, cell) for place, cell in enumerate(row)):
        return False
    return not any(sign.isdigit() for cell in told for sign in str(cell)) and not any(
        cell in reading.amounts or _is_amount(reading, cell) or is_total(cell) for cell in told
    )


def _is_amount(reading: _Reading, cell: Cell) -> bool:
    try:
        amount_of(cell, reading.mark)
    except CellError as error:
        return error.code != "amount"
    return True


def _read_row(reading: _Reading, number: int, row: tuple[Cell, ...]) -> None:
    found: list[Problem] = []
    changes: dict[int, int] = {}
    given: list[int] = []
    called = [cell for place, cell in enumerate(row) if _is_word(reading, place, cell)]
    for place in reading.people:
        cell = row[place] if place < len(row) else None
        if cell is None:
            continue
        cents = reading.amounts.get(cell)
        if cents is None or isinstance(cell, date):
            try:
                cents = _amount(reading, cell)
            except CellError as error:
                if is_total(cell):
                    called.append(cell)
                else:
                    found.append(Problem(number, place, error.code, {"text": text_of(cell)[:40]}))
                continue
            reading.amounts[cell] = cents
        given.append(place)
        if cents:
            changes[place] = cents
            if cell in reading.bare_cells and number not in reading.found.bare_rows[-1:]:
                reading.found.bare_rows.append(number)
    word = bool(called)
    if not given and not found:
        if not word:
            _day_of_no_amounts(reading, number, row)
        return
    lenient = number in reading.mapped.mapping.totals or (word and not reading.is_deal(number))
    day = _day(reading, number, row, found, lenient=lenient)
    remark = _remark(reading, number, row, found)
    if not lenient:
        reading.problems.extend(found)
        if found:
            return
    reading.found.rows.append(
        SheetRow(
            number=number,
            day=day,
            evening=_day_within(called) or day,
            changes=changes,
            given=frozenset(given),
            is_total=word,
            readable=not found,
            remark=remark,
        )
    )


def _is_word(reading: _Reading, place: int, cell: Cell) -> bool:
    """Return whether a cell beside the amounts is a word for a total."""
    if not isinstance(cell, str) or place in reading.people:
        return False
    known = reading.words.get(cell)
    if known is None:
        known = reading.words[cell] = is_total(cell)
    return known


def _amount(reading: _Reading, cell: Cell) -> int:
    mapping, read = reading.mapped.mapping, amount_of
    if mapping.unit == CENT:
        read = whole_of
        if "unit" in mapping.said and _has_decimals(cell):
            # Beside amounts that name cents, decimals are those of euros; else cents have none.
            if not reading.found.cents:
                raise CellError("decimals")
            read = amount_of
    cents = read(cell, reading.mark)
    if is_bare(cell):
        reading.bare_cells.add(cell)
    else:
        reading.found.bare = False
    return cents


def _has_decimals(cell: Cell) -> bool:
    """Return whether an amount without a unit is written with one or two decimals."""
    if isinstance(cell, str):
        told, _, unit = bare(cell)
        return unit is Unit.NONE and re.search(r"[.,]\d{1,2}$", told) is not None
    return not is_bare(cell)


def _day(
    reading: _Reading,
    number: int,
    row: tuple[Cell, ...],
    found: list[Problem],
    *,
    lenient: bool,
) -> str:
    """Return the day of a row with amounts; a blank one is that of the row above."""
    for place in reading.mapped.mapping.places(DATE):
        cell = row[place] if place < len(row) else None
        try:
            day = _day_in(reading, number, cell)
        except CellError as error:
            if not lenient:
                code = "day" if error.code == "day" else "day_unclear"
                found.append(Problem(number, place, code, {"text": text_of(cell)[:40]}))
            return reading.day
        if day is None:
            continue
        reading.heading = []
        reading.day = day.isoformat()
        sure = number not in reading.found.either_way
        if not lenient and sure and reading.day > reading.latest:
            found.append(Problem(number, place, "future", {"text": text_of(cell)[:40]}))
        return reading.day
    if not lenient:
        found.extend(reading.heading)
        reading.heading = []
    if reading.mapped.mapping.places(DATE) and not reading.day and not lenient:
        found.append(Problem(number, reading.mapped.mapping.places(DATE)[0], "day_missing"))
    return reading.day


def _day_in(reading: _Reading, number: int, cell: Cell) -> date | None:
    """Return the day in a cell; one that may be two is kept to be asked about.

    Raises CellError.
    """
    try:
        return day_of(cell, reading.order)
    except CellError as error:
        if error.code != "unclear":
            raise
    day = day_of(cell, DAY_FIRST)
    reading.found.either_way[number] = text_of(cell)[:40]
    return day


def _day_of_no_amounts(reading: _Reading, number: int, row: tuple[Cell, ...]) -> None:
    """Keep the day of a row that has nothing else.

    What cannot be read is a note, unless rows below it lack a day of their own.
    """
    if not reading.mapped.mapping.places(DATE):
        # "Abend vom 13.11.2026" above its deals, in a sheet without a column of days.
        reading.day = _day_within(row) or reading.day
    for place in reading.mapped.mapping.places(DATE):
        cell = row[place] if place < len(row) else None
        if cell is None:
            continue
        found: list[Problem] = []
        _day(reading, number, row, found, lenient=False)
        reading.heading = [one for one in found if any(map(str.isdigit, text_of(cell)))]
    reading.found.empty += 1


def _day_within(cells: Sequence[Cell]) -> str:
    """Return the day named beside a word for a total: "Summe 13.11.2026"."""
    for word in (word for cell in cells for word in days_within(cell)):
        try:
            day = day_of(word)
        except CellError:
            continue
        if day is not None:
            return day.isoformat()
    return ""


def _remark(reading: _Reading, number: int, row: tuple[Cell, ...], found: list[Problem]) -> str:
    places = reading.mapped.mapping.places(REMARK)
    told = [text_of(row[place]) for place in places if place < len(row)]
    try:
        return bounds.text(" · ".join(filter(None, told)), "remark", bounds.REASON_MAX)
    except ScorekeeperError:
        found.append(Problem(number, places[0], "long", {"max": bounds.REASON_MAX}))
        return ""
