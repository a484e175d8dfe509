"""What every reader of a foreign layout works with: its table, and the plain sheet made of it.

A plain sheet has one row of headings and below it a row for each deal or evening: the day, a
remark, a column for everybody, perhaps one for the purse.
"""

import re
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import decimal_mark
from scorekeeper.documents.cells import is_bare
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.cells import unit_of_cell
from scorekeeper.documents.sheets import Sheet
from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.ledger.written import Unit
from scorekeeper.services.import_questions import Question
from scorekeeper.services.import_vocabulary import days_within

DATE, REMARK, PERSON, PURSE = "date", "remark", "person", "purse"
EURO, CENT = "euro", "cent"
BARE_MAX = 100 * AMOUNT_MAX  # a number that may be in cents
HEADER_WITHIN = 15
_UNIT = re.compile(r"\s*(?:\(|\[|\bin\s|\s)\s*(?:€|eur|euros?|ct|cents?)\s*[)\]]?$", re.IGNORECASE)

DATES = frozenset(
    {
        *("datum", "date", "tag", "abend", "spielabend", "spieltag", "day", "evening", "wann"),
        *("datumuhrzeit", "datumunduhrzeit", "datumzeit", "dateandtime", "datetime", "dateheure"),
        "expensedate",
    }
)
TITLES = frozenset(
    {
        *("titel", "title", "titre", "beschreibung", "description", "bezeichnung", "what"),
        *("bemerkung", "bemerkungen", "notiz", "kommentar", "remark", "note", "comment"),
        *("spielart", "ansage", "spiel", "game", "deal", "was", "zweck"),
    }
)
CURRENCIES = frozenset({"währung", "waehrung", "currency", "devise"})
_NO_CURRENCY = 3 * "x"  # the code of ISO 4217 for none
_EUROS = frozenset({"", "€", "eur", "euro", "euros", _NO_CURRENCY})


@dataclass(frozen=True, slots=True)
class Wrong:
    """What cannot be right: where in the file, which sentence (`files.problem.*`), its values."""

    row: int
    column: int
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshaped:
    """A plain sheet made of a foreign layout.

    `rows[i]` is the number in the file of row i of the sheet, `roles[i]` what its column i is, and
    `left_out` are rows of the file that count for nothing. `unit` and `day` are "" where the file
    leaves them open. `deals` says that rows are deals, not how everybody stood; `certain` that
    every single one is, also where it moves nothing or has a word for a total.
    """

    name: str
    sheet: Sheet
    rows: tuple[int, ...]
    roles: tuple[str, ...] = ()
    unit: str = ""
    day: str = ""
    questions: tuple[Question, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    left_out: tuple[int, ...] = ()
    deals: bool = False
    certain: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A sheet from the row of its headings on."""

    sheet: Sheet
    header: int  # counts from 0
    heads: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def number(self) -> int:
        """Return the number in the file of the row of headings."""
        return self.header + 1

    def place(self, words: Iterable[str]) -> int:
        """Return the first column with one of these headings, -1 when there is none."""
        known = frozenset(words)
        return next((place for place, word in enumerate(self.words) if word in known), -1)

    def body(self) -> Iterator[tuple[int, tuple[Cell, ...]]]:
        """Give the rows below the headings that hold anything, each as wide as the table."""
        width = len(self.heads)
        for number, row in enumerate(self.sheet.rows[self.header + 1 :], self.header + 2):
            if any(cell is not None for cell in row):
                yield number, (*row, *(None,) * (width - len(row)))[:width]

    def column(self, place: int) -> list[Cell]:
        """Return the cells below a heading, without blank ones."""
        return [row[place] for _, row in self.body() if row[place] is not None]

    def mark(self, places: Sequence[int]) -> str:
        """Return what parts euros and cents in these columns, "" when nothing shows it."""
        return decimal_mark(row[place] for _, row in self.body() for place in places)


def tables(sheet: Sheet) -> Iterator[Table]:
    """Give the sheet from each row on that may hold its headings."""
    width = max(map(len, sheet.rows))
    for header, row in enumerate(sheet.rows[:HEADER_WITHIN]):
        if sum(isinstance(cell, str) for cell in row) > 1 and not any(map(is_value, row)):
            heads = tuple(map(text_of, row)) + ("",) * (width - len(row))
            yield Table(sheet, header, heads, tuple(word(without_unit(head)) for head in heads))


def word(text: str) -> str:
    """Return what a heading says, however it is written."""
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def without_unit(heading: str) -> str:
    """Return a heading without the money it is counted in: "Betrag (€)" is "Betrag"."""
    return _UNIT.sub("", heading)


def is_day(cell: Cell) -> bool:
    """Return whether a cell holds a day, perhaps one that may be read two ways."""
    try:
        return day_of(cell) is not None
    except CellError as error:
        return error.code == "unclear"


def is_amount(cell: Cell) -> bool:
    """Return whether a cell holds an amount, perhaps one that may be read two ways."""
    try:
        amount_of(cell)
    except CellError as error:
        return error.code in ("unclear", "fraction")
    return cell is not None


def is_value(cell: Cell) -> bool:
    """Return whether a cell holds a day, or an amount with digits: what stands below headings."""
    if isinstance(cell, str) and not any(map(str.isdigit, cell)):
        return False  # most texts are told by that
    return is_amount(cell) or is_day(cell)


def exact(cell: Cell, mark: str) -> Fraction:
    """Return the euros in a cell exactly, also parts of a cent.

    Raises CellError when it holds no amount, or one that can be read two ways.
    """
    try:
        return Fraction(amount_of(cell, mark), 100)
    except CellError as error:
        if error.code != "fraction":
            raise
    if isinstance(cell, str):
        plain = cell.strip().replace(",", ".")
        if plain.count(".") != 1 or not plain.removeprefix("-").replace(".", "").isdecimal():
            raise CellError("fraction")
        return Fraction(plain)
    assert isinstance(cell, int | Decimal)
    return Fraction(cell)


def euros(cents: int) -> Decimal:
    """Return cents as a cell in euros."""
    return Decimal(cents).scaleb(-2)


def number(hundredths: int, written: Iterable[Cell], mark: str) -> Cell:
    """Return an amount made of cells, with as much of a unit as they show.

    One made of whole numbers without a unit may turn out to be in cents. Raises CellError when
    some of these are added to cents.
    """
    cells = [cell for cell in written if cell is not None and amount_of(cell, mark, most=BARE_MAX)]
    units = {unit_of_cell(cell) for cell in cells}
    bare = any(map(is_bare, cells))
    if Unit.CENT in units and bare:
        raise CellError("unclear")
    if units == {Unit.CENT}:
        return f"{hundredths} ct"
    if not cells or (bare and all(map(is_bare, cells))):
        return hundredths // 100
    if Unit.EURO not in units and hundredths % 100:
        return euros(hundredths)
    text = str(euros(hundredths)).replace(".", mark or ",")
    return f"{text} €" if Unit.EURO in units else text


def day_above(sheet: Sheet, header: int) -> str:
    """Return the day above the row of headings or in the worksheet's name, if it is only one."""
    found = set()
    cells = [cell for row in sheet.rows[: max(0, header - 1)] for cell in row]
    for cell in (*cells, sheet.name or None):
        for said in (cell, *days_within(cell)):
            try:
                day = day_of(said)
            except CellError:
                continue
            if day is not None:
                found.add(day.isoformat())
    return found.pop() if len(found) == 1 else ""


def unit_of(headings: Iterable[str]) -> str:
    """Return the unit that headings name, "" when they name none or both."""
    said = set()
    for part in re.split(r"[^\w€]+", " ".join(headings).casefold()):
        if part in ("cent", "cents", "ct"):
            said.add(CENT)
        elif part in ("euro", "euros", "eur", "€"):
            said.add(EURO)
    return said.pop() if len(said) == 1 else ""


def foreign_currency(table: Table, place: int) -> tuple[Question, ...]:
    """Return the question about amounts in anything but euros, if a column of currencies has it."""
    if place < 0:
        return ()
    other: dict[str, list[int]] = {}
    for number, row in table.body():
        said = text_of(row[place])
        if said.casefold() not in _EUROS:
            other.setdefault(said, []).append(number)
    if not other:
        return ()
    rows = tuple(sorted(number for numbers in other.values() for number in numbers))
    values = {"currencies": ", ".join(sorted(other))[:80]}
    columns = (table.heads[place],)
    return (
        Question(code="currency", rows=rows, columns=columns, options=("--unit",), values=values),
    )


def plain(
    table: Table,
    name: str,
    columns: Sequence[tuple[str, str]],
    body: Iterable[tuple[int, tuple[Cell, ...]]],
    **rest: Any,
) -> Reshaped:
    """Return a plain sheet with these columns (heading, role) and rows (number, cells)."""
    rows = [(table.number, tuple(heading for heading, _ in columns)), *body]
    sheet = replace(table.sheet, rows=tuple(cells for _, cells in rows))
    numbers = tuple(number for number, _ in rows)
    roles = tuple(role for _, role in columns)
    return Reshaped(name=name, sheet=sheet, rows=numbers, roles=roles, **rest)
