"""Guessing what the columns of a sheet are, from its header, the rows above it, and its cells."""

import re
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import date
from difflib import SequenceMatcher

from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.sheets import Sheet
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import import_vocabulary as words
from scorekeeper.services.import_formats import Reshaped
from scorekeeper.services.import_formats.layout import PERSON
from scorekeeper.services.import_formats.layout import day_above
from scorekeeper.services.import_mapping import AMOUNTS
from scorekeeper.services.import_mapping import CENT
from scorekeeper.services.import_mapping import DATE
from scorekeeper.services.import_mapping import EURO
from scorekeeper.services.import_mapping import IGNORE
from scorekeeper.services.import_mapping import MEMBERS
from scorekeeper.services.import_mapping import NAME
from scorekeeper.services.import_mapping import NEW
from scorekeeper.services.import_mapping import PURSE
from scorekeeper.services.import_mapping import REMARK
from scorekeeper.services.import_mapping import UNNAMED
from scorekeeper.services.import_mapping import MappedSheet
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.services.import_mapping import header_of
from scorekeeper.services.import_mapping import letter
from scorekeeper.services.import_vocabulary import plain
from scorekeeper.services.import_vocabulary import without_unit

_LOOKED_AT = 200
_HEADER_WITHIN = 15
_SIMILAR = 0.75
_SUGGESTED = 3
_MISTYPED = re.compile(r"(?:[+\-−]\s*[\doOlI]+|[\doOlI]+[.,])[\doOlI.,\s]*[^\W\d_]{0,2}[\d€\s]*")


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
    day = day_above(sheet, header) or today
    columns = _without_sums(names, columns)
    people = [place for place, one in enumerate(columns) if is_person(one)]
    if people and (NAME not in columns or DATE in columns):
        columns = [IGNORE if one == NAME else one for one in columns]
        return SheetMapping(
            kind=AMOUNTS,
            header=header,
            # The first text beside amounts says what was played; a second day is none.
            columns=tuple(_only_one(_only_one(columns, DATE), PURSE)),
            unit=_unit(sheet, header, [names[place] for place in people]),
            day=day,
        )
    if NAME not in columns and DATE not in columns:
        # Any text may be names, but for what a heading calls remarks; lists of days have none.
        texts = [
            place
            for place, one in enumerate(columns)
            if one == REMARK and plain(names[place]) not in words.REMARKS
        ]
        if texts:
            columns[texts[0]] = NAME
    first = columns.index(NAME) if NAME in columns else -1
    rest = [NAME if place == first else IGNORE for place in range(width)]
    return SheetMapping(kind=MEMBERS, header=header, columns=tuple(rest), day=day)


def guessed_of_layout(shape: Reshaped, members: Mapping[str, str], today: str) -> SheetMapping:
    """Return what a sheet made of a foreign layout means; what it leaves open is guessed."""
    headings = header_of(shape.sheet, 1, max(map(len, shape.sheet.rows)))
    body = shape.sheet.rows[1 : 1 + _LOOKED_AT]
    columns = []
    for place, (heading, role) in enumerate(zip(headings, shape.roles, strict=True)):
        if role == PERSON:
            role = _member(heading, members) or (NEW if _is_name(heading) else UNNAMED)
        elif not role:
            cells = [row[place] if place < len(row) else None for row in body]
            role = _column(heading, cells, members)
        columns.append(role)
    undated = any(one.code == "balances" for one in shape.questions)
    return SheetMapping(
        kind=AMOUNTS,
        header=1,
        columns=tuple(columns),
        unit=shape.unit or EURO,
        day=shape.day or ("" if undated else today),
        layout=shape.name,
    )


def is_person(column: str) -> bool:
    """Return whether a column is somebody's, known or not."""
    return column in (NEW, UNNAMED) or column.startswith("=")


def has_amounts(mapped: MappedSheet) -> bool:
    """Return whether a sheet is one of amounts, and has a row with some of at least two people."""
    mapping = mapped.mapping
    if mapping.kind != AMOUNTS:
        return False
    places = [place for place, one in enumerate(mapping.columns) if is_person(one) or one == PURSE]
    return any(
        sum(1 for place in places if place < len(row) and _is_number(row[place])) > 1
        for row in mapped.sheet.rows[mapping.header :]
    )


def balances_of_names(sheet: Sheet, mapping: SheetMapping) -> list[str]:
    """Return the headings of amounts in a list of members, who would come in without them."""
    body = sheet.rows[mapping.header : mapping.header + _LOOKED_AT]
    headings = header_of(sheet, mapping.header, len(mapping.columns))
    found = []
    for place, heading in enumerate(headings):
        cells = [row[place] for row in body if place < len(row) and row[place] is not None]
        word = plain(heading)
        money = word in words.WORTH | words.MONEY | words.PURSES or words.is_total(heading)
        money = money or (words.is_money(cells) and not words.counts_no_money(heading))
        if cells and mapping.columns[place] == IGNORE and _share(cells, _is_number) > 0.5:
            signed = any(text_of(cell).startswith(("-", "−", "+")) for cell in cells)
            if money or signed:
                found.append(heading or letter(place))
    return found


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
        if len(texts) >= 2 or (texts and plain(texts[0]) in words.NAMES):
            # A list of members has texts below its header too: the first row is the header then.
            if last and not _amounts_follow(sheet, number):
                return last
            last = number
    return last if last and _known_words(sheet.rows[last - 1]) else 0


def _amounts_follow(sheet: Sheet, number: int) -> bool:
    rows = sheet.rows[number : number + _HEADER_WITHIN]
    return any(len([c for c in row if c is not None and _is_amount(c)]) >= 2 for row in rows)


def _known_words(row: tuple[Cell, ...]) -> bool:
    known = words.DATES | words.REMARKS | words.NUMBERS | words.CHECKS | words.NAMES
    return any(plain(cell) in known for cell in row if isinstance(cell, str))


def _column(heading: str, cells: list[Cell], members: Mapping[str, str]) -> str:
    told: list[Cell] = [cell for cell in cells if cell is not None]
    word = plain(heading)
    if not told and not heading:
        return IGNORE
    if word in words.NAMES:
        return NAME
    member = _member(heading, members)
    amounts = bool(told) and _share(told, _is_amount) >= 0.5
    if member and (amounts or not told):
        # Somebody called as the purse is asked about, and so is a pot.
        return UNNAMED if word in words.PURSES else member
    if (role := _by_word(heading, word, told)) is not None:
        return role
    if told and _share(told, _is_day) > 0.6:
        return DATE
    if told and not amounts and not (_is_name(heading) and _share(told, _may_be_amount) >= 0.5):
        return REMARK
    if not heading or words.is_pot(heading):
        return UNNAMED if told else IGNORE
    return member or (NEW if _is_name(heading) else UNNAMED)


def _by_word(heading: str, word: str, told: list[Cell]) -> str | None:
    """Return what a column's heading alone says it is, None when that is nothing."""
    numbered = bool(told) and _share(told, _is_number) > 0.5
    if word in words.DATES:
        # "Abend 1, 2, 3" counts the evenings.
        return IGNORE if numbered and not any(_is_day(cell) for cell in told) else DATE
    if word in words.REMARKS:
        return REMARK
    if word in words.NUMBERS:
        return REMARK if told and not numbered and _is_text(told) else IGNORE
    if word in words.WORTH or word in words.CHECKS or words.is_total(heading):
        return IGNORE
    if word in words.PURSES:
        return PURSE
    return None


def _member(heading: str, members: Mapping[str, str]) -> str:
    try:
        key = bounds.name_key(bounds.name(without_unit(heading)))
    except ScorekeeperError:
        return ""
    return "=" + members[key] if key in members else ""


def _is_name(heading: str) -> bool:
    try:
        bounds.name(without_unit(heading))
    except ScorekeeperError:
        return False
    return True


def _without_sums(names: Sequence[str], columns: Sequence[str]) -> list[str]:
    """Return the columns with those asked about that seem to hold somebody's sum: "Anna gesamt"."""
    people = {plain(names[place]) for place, one in enumerate(columns) if is_person(one)}
    return [
        UNNAMED
        if one == NEW and (rest := words.without_totals(name)) in people and rest != plain(name)
        else one
        for name, one in zip(names, columns, strict=True)
    ]


def _unit(sheet: Sheet, header: int, names: Sequence[str]) -> str:
    """Return cents where the file says so: over everybody's column, or in a row above the header.

    Nothing else makes bare numbers cents.
    """
    titles = [text_of(cell) for row in sheet.rows[: max(0, header - 1)] for cell in row if cell]
    if any(map(words.titled_in_cents, titles)):
        return CENT
    return CENT if names and all(map(words.counted_in_cents, names)) else EURO


def _only_one(columns: Sequence[str], role: str) -> list[str]:
    """Return the columns with all but the first of a role left out or, if money, asked about."""
    found = False
    kept = []
    for one in columns:
        if one == role and found:
            one = UNNAMED if role == PURSE else IGNORE
        kept.append(one)
        found = found or one == role
    return kept


def _share(cells: Sequence[Cell], fits: Callable[[Cell], bool]) -> float:
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
        return error.code != "amount"
    return True


def _is_number(cell: Cell) -> bool:
    """Return whether a cell is an amount with a digit in it."""
    return cell is not None and _is_amount(cell) and any(map(str.isdigit, text_of(cell)))


def _may_be_amount(cell: Cell) -> bool:
    """Return whether a cell is an amount or a mistyped one: "-1,OO"."""
    if not isinstance(cell, str) or _is_amount(cell):
        return cell is not None and _is_amount(cell)
    return _MISTYPED.fullmatch(cell.strip()) is not None and any(map(str.isdigit, cell))


def _is_text(cells: Sequence[Cell]) -> bool:
    return any(isinstance(cell, str) and not _is_amount(cell) for cell in cells)
