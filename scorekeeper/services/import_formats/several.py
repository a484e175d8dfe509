"""Several lists in one file, one below the other; and one list whose headings come again."""

from dataclasses import replace

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.sheets import Sheet
from scorekeeper.services.import_formats.layout import DATES
from scorekeeper.services.import_formats.layout import HEADER_WITHIN
from scorekeeper.services.import_formats.layout import is_day
from scorekeeper.services.import_formats.layout import is_value
from scorekeeper.services.import_formats.layout import word
from scorekeeper.services.import_questions import Question

_NAMES = {"name", "spieler", "mitspieler", "mitglied", "player", "member", "person"}
_WIDE = 3


def without_repeated_headings(sheet: Sheet) -> tuple[Sheet, tuple[int, ...]]:
    """Return the sheet without headings that come again, and the numbers of the rows it has."""
    first = next((at for at, row in enumerate(sheet.rows) if any(map(is_value, row))), 0)
    heads = [row for row in sheet.rows[:first] if _is_heading(row)]
    if not heads:
        return sheet, tuple(range(1, len(sheet.rows) + 1))
    kept = [at for at, row in enumerate(sheet.rows) if at < first or row != heads[-1]]
    return replace(sheet, rows=tuple(sheet.rows[at] for at in kept)), tuple(at + 1 for at in kept)


def several_lists(sheet: Sheet) -> Question | None:
    """Return the question about a file with more than one list, each with headings of its own."""
    found: dict[tuple[str, ...], int] = {}
    for number, row in enumerate(sheet.rows, 1):
        if _begins_a_list(sheet, number, row):
            found.setdefault(_words(row), number)
    if len(found) < 2:
        return None
    return Question(code="lists", rows=tuple(found.values())[1:], options=("--mapping",))


def side_by_side(sheet: Sheet) -> Question | None:
    """Return the question about two lists beside each other, whose days differ."""
    heads = next((row for row in sheet.rows[:HEADER_WITHIN] if _is_heading(row)), ())
    words = [word(text_of(cell)) for cell in heads]
    days = [at for at, said in enumerate(words) if said in DATES and words.count(said) > 1]
    if len(days) < 2:
        return None
    rows = tuple(
        number
        for number, row in enumerate(sheet.rows, 1)
        if len({text_of(row[at]) if at < len(row) else "" for at in days}) > 1
        and any(at < len(row) and is_day(row[at]) for at in days)
    )
    columns = (text_of(heads[days[0]]),)
    if not rows:
        return None
    return Question(code="lists", rows=rows, columns=columns, options=("--mapping",))


def _begins_a_list(sheet: Sheet, number: int, row: tuple[Cell, ...]) -> bool:
    """Return whether headings stand in a row, above a row of their list.

    Above them is nothing, or a list that has begun to count: two rows of headings are one list.
    """
    if number >= len(sheet.rows) or sum(cell is not None for cell in row) < 2:
        return False
    at = number - 2
    while at >= 0 and _is_title(sheet.rows[at]):
        at -= 1
    above, below = sheet.rows[at] if at >= 0 else (), sheet.rows[number]
    if any(cell is not None for cell in above) and not any(map(is_value, above)):
        return False
    return _is_heading(row) and any(cell is not None for cell in below) and not _is_heading(below)


def _is_title(row: tuple[Cell, ...]) -> bool:
    said = [cell for cell in row if cell is not None]
    return len(said) == 1 and not is_value(said[0])


def _is_heading(row: tuple[Cell, ...]) -> bool:
    said = [cell for cell in row if cell is not None]
    if len(said) < 2 or row[0] is None:
        return False
    if not all(isinstance(cell, str) and not cell[0].isdigit() for cell in said):
        return False
    if any(map(is_value, said)):
        return False
    return len(said) >= _WIDE or bool(set(_words(row)) & (_NAMES | DATES))


def _words(row: tuple[Cell, ...]) -> tuple[str, ...]:
    return tuple(filter(None, (word(text_of(cell)) for cell in row)))
