"""What a sheet means: whose its columns are, how its amounts count, and what was answered about it.

A column is `date`, `remark`, `ignore`, `name` (of a list of members), `new` (a person called as in
the header, who becomes a member), `purse` (the club's), `?` (nobody knows), or a member: "=" and
his id.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import replace
from typing import Any

from scorekeeper.documents.cell_days import DAY_FIRST
from scorekeeper.documents.cell_days import MONTH_FIRST
from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.sheets import DELIMITERS
from scorekeeper.documents.sheets import ROWS_MAX
from scorekeeper.documents.sheets import Sheet
from scorekeeper.services import bounds
from scorekeeper.services.import_formats import Wrong
from scorekeeper.services.import_questions import Question
from scorekeeper.services.import_vocabulary import without_unit

AMOUNTS, MEMBERS, RECORDS, CLUB = "amounts", "members", "records", "club"
DATE, REMARK, IGNORE, NAME, NEW, UNNAMED = "date", "remark", "ignore", "name", "new", "?"
PURSE = "purse"
PLAIN = (DATE, REMARK, IGNORE, NAME, NEW, UNNAMED, PURSE)
EURO, CENT = "euro", "cent"
DEALS, RUNNING = "deals", "running"
AS_IT_STANDS = "plain"
_SAID = frozenset(
    {
        *("kind", "unit", "header", "columns", "day", "season_id", "rows", "difference", "totals"),
        *("deals", "only_new", "again", "replace", "sheet", "separator", "delimiter", "layout"),
        "dates",
    }
)
_ROWS_SAID_MAX = 1000
_NUMBER_MAX = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMapping:
    """What a sheet means: its kind, which row is the header (0 none), what each column is.

    `day` is the day of rows that name none, `unit` what the amounts are counted in. `layout` is the
    foreign layout the sheet was brought into shape from, `plain` where it is to stay as it stands.
    `said` names what somebody said; the rest is guessed. The rest are the answers to questions:
    `rows` are deals or running totals, `totals` and `deals` rows that are the one or the other,
    `replace` the number of the import this one stands instead of, `dates` what stands first in days
    like 3/4/2026, the day or the month.
    """

    kind: str
    header: int
    columns: tuple[str, ...]
    unit: str = EURO
    day: str = ""
    season_id: str = ""
    layout: str = ""
    sheet: str = ""
    separator: str = ""
    rows: str = ""
    totals: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()
    only_new: bool = False
    again: bool = False
    replace: int = 0
    difference: str = ""
    dates: str = ""
    said: tuple[str, ...] = ()

    def as_text(self) -> str:
        """Return the mapping as it is stored."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    def places(self, role: str) -> tuple[int, ...]:
        """Return the columns of a role."""
        return tuple(place for place, one in enumerate(self.columns) if one == role)


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedSheet:
    """A sheet with what it means; `numbers` are those its rows have in the file.

    What was found while a foreign layout was brought into shape comes with it; `are_deals` says
    that rows are deals, not how everybody stood, `certain` that every single one is.
    """

    sheet: Sheet
    mapping: SheetMapping
    numbers: tuple[int, ...]
    questions: tuple[Question, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    left_out: tuple[int, ...] = ()
    are_deals: bool = False
    certain: bool = False

    def headings(self) -> list[str]:
        """Return what stands over each column, without the money it is counted in."""
        width = len(self.mapping.columns)
        return [without_unit(one) for one in header_of(self.sheet, self.mapping.header, width)]


def from_text(text: str) -> SheetMapping:
    """Return a mapping that was stored."""
    told: dict[str, Any] = json.loads(text)
    for name in ("columns", "totals", "deals", "said"):
        told[name] = tuple(told.get(name, ()))
    return SheetMapping(**told)


def said_of_the_file(said: Mapping[str, object]) -> dict[str, str]:
    """Return how the file is to be read before its columns are looked at.

    Raises ScorekeeperError: VALUE_INVALID.
    """
    separator = said.get("separator", said.get("delimiter", ""))
    if separator == "tab":
        separator = "\t"
    if not isinstance(separator, str) or (separator and separator not in DELIMITERS):
        raise bounds.invalid("separator", separator)
    sheet, layout = said.get("sheet", ""), said.get("layout", "")
    if not isinstance(sheet, str):
        raise bounds.invalid("sheet", sheet)
    if not isinstance(layout, str):
        raise bounds.invalid("layout", layout)
    return {"separator": separator, "sheet": sheet, "layout": layout}


def changed(before: SheetMapping, sheet: Sheet, said: Mapping[str, object]) -> SheetMapping:
    """Return a mapping with what was said about it, which may be anything.

    Raises ScorekeeperError: VALUE_INVALID naming what cannot be.
    """
    columns = said.get("columns", before.columns)
    if not isinstance(columns, list | tuple) or len(columns) != len(before.columns):
        raise bounds.invalid("columns", "")
    for place, column in enumerate(columns):
        if not isinstance(column, str) or not (column in PLAIN or column.startswith("=")):
            raise bounds.invalid(f"columns/{place}", column)
    for name in said:
        if name not in _SAID:
            raise bounds.invalid("mapping", name)
    season = said.get("season_id", before.season_id)
    if not isinstance(season, str):
        raise bounds.invalid("season", season)
    return replace(
        before,
        kind=_one_of(said, "kind", (AMOUNTS, MEMBERS), before.kind),
        unit=_one_of(said, "unit", (EURO, CENT), before.unit),
        header=bounds.number(said.get("header", before.header), "header", 0, len(sheet.rows)),
        columns=tuple(columns),
        day=_day(said, before.day),
        season_id=season,
        rows=_one_of(said, "rows", ("", DEALS, RUNNING), before.rows),
        difference=_one_of(said, "difference", ("", PURSE), before.difference),
        dates=_one_of(said, "dates", ("", DAY_FIRST, MONTH_FIRST), before.dates),
        totals=_rows(said, "totals", before.totals),
        deals=_rows(said, "deals", before.deals),
        only_new=_yes(said, "only_new", before.only_new),
        again=_yes(said, "again", before.again),
        replace=bounds.number(said.get("replace", before.replace), "replace", 0, _NUMBER_MAX),
        said=tuple(sorted({*before.said, *said})),
    )


def remembered(guess: SheetMapping, kept: str, members: Mapping[str, str]) -> SheetMapping:
    """Return what the columns of a sheet with this header were said to be, as far as it holds.

    Nothing else goes from one file to the next: neither the unit nor an answer.
    """
    before = from_text(kept)
    if len(before.columns) != len(guess.columns) or before.header != guess.header:
        return guess
    ids = set(members.values())
    columns = tuple(
        now if was.startswith("=") and was[1:] not in ids else was
        for was, now in zip(before.columns, guess.columns, strict=True)
    )
    # Who was new has become a member since.
    columns = tuple(
        now if was == NEW and now.startswith("=") else was
        for was, now in zip(columns, guess.columns, strict=True)
    )
    return replace(guess, kind=before.kind, columns=columns, said=(*guess.said, "columns"))


def fingerprint(sheet: Sheet, mapping: SheetMapping) -> str:
    """Name a kind of sheet by its header, however its letters are written; "" without a header."""
    if not mapping.header:
        return ""
    names = header_of(sheet, mapping.header, len(mapping.columns))
    told = json.dumps([bounds.name_key(name) for name in names], ensure_ascii=False)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def header_of(sheet: Sheet, header: int, width: int) -> list[str]:
    """Return the header's text over every column; blank where there is none."""
    row: tuple[Cell, ...] = sheet.rows[header - 1] if header else ()
    return [text_of(row[place]) if place < len(row) else "" for place in range(width)]


def letter(column: int) -> str:
    """Return a column's letters as spreadsheets write them: 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _one_of(said: Mapping[str, object], name: str, known: tuple[str, ...], before: str) -> str:
    value = said.get(name, before)
    if not isinstance(value, str) or value not in known:
        raise bounds.invalid(name, value)
    return value


def _yes(said: Mapping[str, object], name: str, before: bool) -> bool:
    value = said.get(name, before)
    if not isinstance(value, bool):
        raise bounds.invalid(name, value)
    return value


def _rows(said: Mapping[str, object], name: str, before: tuple[int, ...]) -> tuple[int, ...]:
    value = said.get(name, before)
    if not isinstance(value, list | tuple) or len(value) > _ROWS_SAID_MAX:
        raise bounds.invalid(name, value)
    return tuple(sorted({bounds.number(one, name, 1, ROWS_MAX) for one in value}))


def _day(said: Mapping[str, object], before: str) -> str:
    value = said.get("day", before)
    if not isinstance(value, str):
        raise bounds.invalid("day", value)
    try:
        day = day_of(value)
    except CellError as error:
        raise bounds.invalid("day", value) from error
    return "" if day is None else day.isoformat()
