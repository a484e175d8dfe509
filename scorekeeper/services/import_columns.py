"""What the columns of a sheet are: guessed from header and cells, said by people, remembered.

A column is `date`, `remark`, `ignore`, `name` (of a list of members), `new` (a person called as in
the header, who becomes a member), `?` (a person nobody named), or a member: "=" and his id.
"""

import hashlib
import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import asdict
from dataclasses import dataclass
from dataclasses import replace
from datetime import date
from difflib import SequenceMatcher
from typing import Any

from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.sheets import Sheet
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds

AMOUNTS, MEMBERS, RECORDS, CLUB = "amounts", "members", "records", "club"
DATE, REMARK, IGNORE, NAME, NEW, UNNAMED = "date", "remark", "ignore", "name", "new", "?"
PLAIN = (DATE, REMARK, IGNORE, NAME, NEW, UNNAMED)
EURO, CENT = "euro", "cent"
_LOOKED_AT = 200
_HEADER_WITHIN = 15
_SIMILAR = 0.75
_SUGGESTED = 3

_DATES = {"datum", "date", "tag", "abend", "spielabend", "spieltag", "day", "evening", "wann"}
_REMARKS = {
    *("bemerkung", "bemerkungen", "notiz", "notizen", "kommentar", "anmerkung", "anmerkungen"),
    *("remark", "remarks", "note", "notes", "comment", "spielart", "ansage", "was", "text", "ort"),
}
_IGNORED = {
    *("nr", "nummer", "no", "number", "spiel", "spielnr", "runde", "#", "lfd", "lfdnr", "id"),
    *("summe", "gesamt", "total", "sum", "kontrolle", "probe", "check", "differenz", "saldo"),
    *("deal", "abendnr", "uhrzeit", "zeit", "time", "tisch", "table"),
}
_NAMES = {"name", "namen", "mitspieler", "mitglied", "mitglieder", "spieler", "names", "member"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetMapping:
    """What a sheet means: its kind, which row is the header (0 none), what each column is.

    `day` is the day of rows that name none; `unit` says what the amounts are counted in.
    """

    kind: str
    header: int
    columns: tuple[str, ...]
    unit: str = EURO
    day: str = ""
    season_id: str = ""

    def as_text(self) -> str:
        """Return the mapping as it is stored."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> SheetMapping:
    """Return a mapping that was stored."""
    told: dict[str, Any] = json.loads(text)
    return SheetMapping(**{**told, "columns": tuple(told["columns"])})


def changed(before: SheetMapping, sheet: Sheet, said: Mapping[str, object]) -> SheetMapping:
    """Return a mapping with what was said about it, which may be anything.

    Raises ScorekeeperError: VALUE_INVALID naming what cannot be.
    """
    kind = str(said.get("kind", before.kind))
    if kind not in (AMOUNTS, MEMBERS):
        raise bounds.invalid("kind", kind)
    unit = str(said.get("unit", before.unit))
    if unit not in (EURO, CENT):
        raise bounds.invalid("unit", unit)
    header = bounds.number(said.get("header", before.header), "header", 0, len(sheet.rows))
    columns = said.get("columns", before.columns)
    if not isinstance(columns, list | tuple) or len(columns) != len(before.columns):
        raise bounds.invalid("columns", "")
    for place, column in enumerate(columns):
        if not isinstance(column, str) or not (column in PLAIN or column.startswith("=")):
            raise bounds.invalid(f"columns/{place}", column)
    day = said.get("day", before.day)
    if not isinstance(day, str) or (day and not _is_day(day)):
        raise bounds.invalid("day", day)
    season = said.get("season_id", before.season_id)
    if not isinstance(season, str):
        raise bounds.invalid("season", season)
    return SheetMapping(
        kind=kind, header=header, columns=tuple(columns), unit=unit, day=day, season_id=season
    )


def guessed(sheet: Sheet, members: Mapping[str, str], today: str) -> SheetMapping:
    """Guess what a sheet means; `members` are ids by the key of their names."""
    header = _header(sheet)
    width = max(map(len, sheet.rows))
    body = [row for row in sheet.rows[header : header + _LOOKED_AT] if row]
    names = header_of(sheet, header, width)
    columns = [
        _column(names[place], [row[place] if place < len(row) else None for row in body], members)
        for place in range(width)
    ]
    people = [place for place, one in enumerate(columns) if _is_person(one)]
    if people and (NAME not in columns or DATE in columns):
        columns = [IGNORE if one == NAME else one for one in columns]
        # The first text beside amounts says what was played; a second day is none.
        return SheetMapping(
            kind=AMOUNTS, header=header, columns=tuple(_one_date(columns)), day=today
        )
    if NAME not in columns:
        texts = [place for place, one in enumerate(columns) if one == REMARK]
        if texts:
            columns[texts[0]] = NAME
    first = columns.index(NAME) if NAME in columns else -1
    rest = [NAME if place == first else IGNORE for place in range(width)]
    return SheetMapping(kind=MEMBERS, header=header, columns=tuple(rest), day=today)


def remembered(guess: SheetMapping, kept: str, members: Mapping[str, str]) -> SheetMapping:
    """Return what was said before of a sheet with this header, as far as it still holds."""
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
    return replace(before, columns=columns, day=guess.day, season_id="")


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


def similar(name: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the members' names that look much like this one, the likest first."""
    wanted = bounds.name_key(name)
    scored = []
    for other in known:
        key = bounds.name_key(other)
        ratio = SequenceMatcher(None, wanted, key).ratio()
        first, second = wanted.split(" ")[0], key.split(" ")[0]
        if first == second or ratio >= _SIMILAR:
            scored.append((-max(ratio, _SIMILAR if first == second else 0.0), other))
    return tuple(other for _, other in sorted(scored)[:_SUGGESTED])


def letter(column: int) -> str:
    """Return a column's letters as spreadsheets write them: 0 is A, 26 is AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _header(sheet: Sheet) -> int:
    """Return the number of the header's row: the last one of texts before the first amounts."""
    last = 0
    for number, row in enumerate(sheet.rows[:_HEADER_WITHIN], 1):
        told = [cell for cell in row if cell is not None]
        if len([cell for cell in told if _is_amount(cell)]) >= 2:
            return last
        if any(_is_amount(cell) or _is_day(cell) for cell in told):
            continue
        texts = [cell for cell in told if isinstance(cell, str)]
        if len(texts) >= 2 or (texts and _plain(texts[0]) in _NAMES):
            # A list of members has texts below its header too: the first row is the header then.
            if last and not _amounts_follow(sheet, number):
                return last
            last = number
    return last if last and _known_words(sheet.rows[last - 1]) else 0


def _amounts_follow(sheet: Sheet, number: int) -> bool:
    rows = sheet.rows[number : number + _HEADER_WITHIN]
    return any(len([c for c in row if c is not None and _is_amount(c)]) >= 2 for row in rows)


def _known_words(row: tuple[Cell, ...]) -> bool:
    known = _DATES | _REMARKS | _IGNORED | _NAMES
    return any(_plain(cell) in known for cell in row if isinstance(cell, str))


def _column(name: str, cells: list[Cell], members: Mapping[str, str]) -> str:
    told: list[Cell] = [cell for cell in cells if cell is not None]
    word = _plain(name)
    if word in _IGNORED or (not told and not name):
        return IGNORE
    if word in _NAMES:
        return NAME
    if word in _REMARKS:
        return REMARK
    if word in _DATES or (told and _share(told, _is_day) > 0.6):
        return DATE
    if told and _share(told, _is_amount) < 0.5:
        return REMARK
    if not name:
        return UNNAMED if told else IGNORE
    try:
        key = bounds.name_key(bounds.name(name))
    except ScorekeeperError:
        return UNNAMED
    return "=" + members[key] if key in members else NEW


def _one_date(columns: list[str]) -> list[str]:
    found = False
    kept = []
    for one in columns:
        kept.append(IGNORE if one == DATE and found else one)
        found = found or one == DATE
    return kept


def _is_person(column: str) -> bool:
    return column in (NEW, UNNAMED) or column.startswith("=")


def _plain(cell: Cell) -> str:
    return "".join(sign for sign in text_of(cell).casefold() if sign.isalnum() or sign == "#")


def _share(cells: list[Cell], fits: Any) -> float:
    return sum(1 for cell in cells if fits(cell)) / len(cells)


def _is_day(cell: Cell) -> bool:
    try:
        return day_of(cell) is not None
    except CellError as error:
        return error.code == "unclear" and isinstance(cell, str)


def _is_amount(cell: Cell) -> bool:
    if isinstance(cell, date):
        return False
    try:
        amount_of(cell)
    except CellError as error:
        return error.code in ("unclear", "fraction")
    return True
