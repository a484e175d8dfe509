"""Splitwise: a row a bill, below everybody's name what it brought him, already in cents."""

import re

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import text_of
from scorekeeper.services.import_formats.layout import DATE
from scorekeeper.services.import_formats.layout import EURO
from scorekeeper.services.import_formats.layout import PERSON
from scorekeeper.services.import_formats.layout import REMARK
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import exact
from scorekeeper.services.import_formats.layout import foreign_currency
from scorekeeper.services.import_formats.layout import is_amount
from scorekeeper.services.import_formats.layout import is_day
from scorekeeper.services.import_formats.layout import plain

_HEADINGS = {
    ("date", "description", "category", "cost", "currency"),
    ("datum", "beschreibung", "kategorie", "kosten", "währung"),
}
_DAY, _WHAT, _COST, _CURRENCY, _FIRST = 0, 1, 3, 4, 5
_CODE = re.compile(r"[A-Z]{3}")


def read(table: Table) -> Reshaped | None:
    """Return an export of Splitwise as a plain sheet; payments count as any other row."""
    if table.words[:_FIRST] not in _HEADINGS and not _looks_alike(table):
        return None
    people = [
        place
        for place, head in enumerate(table.heads[_FIRST:], _FIRST)
        if head or table.column(place)
    ]
    if not people:
        return None
    columns = [(table.heads[_DAY], DATE), (table.heads[_WHAT], REMARK)]
    columns += [(table.heads[place], PERSON) for place in people]
    body = [
        (number, (row[_DAY], row[_WHAT], *(row[place] for place in people)))
        for number, row in table.body()
    ]
    questions = foreign_currency(table, _CURRENCY)
    return plain(table, "splitwise", columns, body, unit=EURO, questions=questions, deals=True)


def _looks_alike(table: Table) -> bool:
    """Return whether this is Splitwise in another language: the same columns, rows of zero."""
    named = len(table.heads) > _FIRST and not any(map(is_amount, table.heads[_FIRST:]))
    return named and bool(table.column(_DAY)) and all(_is_bill(row) for _, row in table.body())


def _is_bill(row: tuple[Cell, ...]) -> bool:
    try:
        balanced = sum(exact(cell, ".") for cell in row[_FIRST:]) == 0
    except CellError:
        return False
    cost = text_of(row[_COST]) == "" or is_amount(row[_COST])
    return (
        balanced
        and is_day(row[_DAY])
        and cost
        and bool(_CODE.fullmatch(text_of(row[_CURRENCY])))
        and not is_amount(row[_WHAT])
    )
