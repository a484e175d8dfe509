"""What a page shows of a file beside what was found in it: rows in doubt among their neighbours,
and the first rows as they will be booked.
"""

from collections.abc import Iterable
from typing import Any

from scorekeeper.documents.cells import text_of
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_check import SheetDeal
from scorekeeper.services.import_mapping import MappedSheet

_CONTEXT_ROWS = 120
_PREVIEW_DEALS = 6
_SHOWN_CELL = 60


def context_of(mapped: MappedSheet, checked: Checked) -> list[tuple[int, list[str]]]:
    """Return the rows in doubt and those that cannot be right, each with the rows around it.

    Rows come by their number in the file, with the text of every cell.
    """
    places = {number: place for place, number in enumerate(mapped.numbers)}
    wanted: dict[int, None] = {}
    for number in _in_doubt(checked):
        place = places.get(number)
        if place is None:
            continue
        around = range(max(mapped.mapping.header, place - 1), min(len(mapped.numbers), place + 2))
        wanted.update(dict.fromkeys(around))
        if len(wanted) >= _CONTEXT_ROWS:
            break
    return [(mapped.numbers[place], _cells(mapped, place)) for place in sorted(wanted)]


def preview_of(mapped: MappedSheet, checked: Checked) -> list[dict[str, Any]]:
    """Return the first deals as they will be booked, each amount with what the cell says."""
    places = {number: place for place, number in enumerate(mapped.numbers)}
    return [
        _booked(mapped, checked, deal, places[deal.row]) for deal in checked.deals[:_PREVIEW_DEALS]
    ]


def _in_doubt(checked: Checked) -> Iterable[int]:
    for question in checked.questions:
        yield from question.rows
    for problem in checked.problems.kept:
        yield problem.row
    yield from checked.totals


def _booked(mapped: MappedSheet, checked: Checked, deal: SheetDeal, place: int) -> dict[str, Any]:
    cells = _cells(mapped, place)
    return {
        "row": deal.row,
        "day": deal.day,
        "remark": deal.remark,
        "amounts": [
            [checked.names[column], cents, cells[column] if column < len(cells) else ""]
            for column, cents in deal.changes
            if column in checked.names
        ],
        "purse": -sum(cents for column, cents in deal.changes if column in checked.names),
    }


def _cells(mapped: MappedSheet, place: int) -> list[str]:
    return [text_of(cell)[:_SHOWN_CELL] for cell in mapped.sheet.rows[place]]
