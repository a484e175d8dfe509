"""A sheet with the people below each other and the days side by side, which is to be turned."""

from scorekeeper.documents.cells import text_of
from scorekeeper.documents.sheets import Sheet
from scorekeeper.services.import_formats.layout import HEADER_WITHIN
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Wrong
from scorekeeper.services.import_formats.layout import is_amount
from scorekeeper.services.import_formats.layout import is_day
from scorekeeper.services.import_vocabulary import NAMES
from scorekeeper.services.import_vocabulary import plain


def days_across(sheet: Sheet) -> Reshaped | None:
    """Return the sheet with what is wrong about it, None when its days stand below each other."""
    for number, row in enumerate(sheet.rows[:HEADER_WITHIN], 1):
        days = [at for at, cell in enumerate(row) if at and cell is not None and is_day(cell)]
        over_names = bool(row) and plain(row[0]) in NAMES
        blank = bool(row) and row[0] is None and len(days) > 1
        if days and (over_names or blank) and _people_below(sheet, number, days):
            rows = tuple(range(1, len(sheet.rows) + 1))
            wrong = (Wrong(number, -1, "days_across"),)
            return Reshaped(name="days-across", sheet=sheet, rows=rows, wrong=wrong)
    return None


def _people_below(sheet: Sheet, number: int, days: list[int]) -> bool:
    """Return whether every row below a number begins with a text, and some hold amounts."""
    body = [row for row in sheet.rows[number:] if any(cell is not None for cell in row)]
    texts = all(text_of(row[0]) and not is_amount(row[0]) and not is_day(row[0]) for row in body)
    return texts and any(at < len(row) and is_amount(row[at]) for row in body for at in days)
