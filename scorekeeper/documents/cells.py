"""What people write into the cells of a sheet: amounts of money (days are in `cell_days`).

Nothing is guessed away: a cell that can be read in two ways, or not at all, is a `CellError` that
says which. A sheet has one decimal mark; `decimal_mark` finds it in the amounts that leave no
doubt.
"""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.ledger.written import AmountError
from scorekeeper.ledger.written import Unit
from scorekeeper.ledger.written import bare
from scorekeeper.ledger.written import hundredfold
from scorekeeper.ledger.written import read_amount
from scorekeeper.ledger.written import whole
from scorekeeper.ledger.written import within

Cell = str | int | Decimal | date | None
"""A cell as a file holds it: text, a number, a day, or nothing."""

_NOTHING = frozenset({"", "-", "--", "/", "x"})


class CellError(ValueError):
    """A cell that cannot be used: `code` names why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def decimal_mark(cells: Iterable[Cell]) -> str:
    """Return what separates the cents in these cells: "," or ".", "" when nothing shows it."""
    found = set()
    for cell in {cell for cell in cells if isinstance(cell, str)}:
        body = bare(cell)[0]
        marks = [sign for sign in body if sign in ".,"]
        if not marks:
            continue
        tail = len(body) - 1 - max(body.rfind("."), body.rfind(","))
        if len(set(marks)) == 2 and marks.count(marks[-1]) == 1:
            found.add(marks[-1])
        elif len(marks) == 1 and tail != 3 and "'" not in body:
            found.add(marks[0])
        elif len(marks) > 1 and len(set(marks)) == 1:
            found.add("." if marks[0] == "," else ",")
    return found.pop() if len(found) == 1 else ""


def amount_of(cell: Cell, mark: str = "", *, most: int = AMOUNT_MAX) -> int:
    """Return the cents in a cell that holds euros; an empty one holds none.

    Raises CellError with the reason, as `ledger.written` has them.
    """
    if cell is None or (isinstance(cell, str) and bare(cell)[0].lower() in _NOTHING):
        return 0
    if isinstance(cell, bool | date):
        raise CellError("amount")
    try:
        if isinstance(cell, str):
            return read_amount(cell, mark=mark, most=most)
        return within(whole(hundredfold(Decimal(cell))), most)
    except AmountError as error:
        raise CellError(error.code) from error


def whole_of(cell: Cell, mark: str = "", *, most: int = AMOUNT_MAX) -> int:
    """Return the cents in a cell that holds cents, unless it names another unit itself."""
    if unit_of_cell(cell) is not Unit.NONE:
        return amount_of(cell, mark, most=most)
    cents = amount_of(cell, mark, most=100 * most)
    if cents % 100:
        raise CellError("fraction")
    return cents // 100


def unit_of_cell(cell: Cell) -> Unit:
    """Return the unit a cell names."""
    return bare(cell)[2] if isinstance(cell, str) else Unit.NONE


def is_bare(cell: Cell) -> bool:
    """Return whether an amount names no unit and has no decimals: nothing shows what it counts."""
    if isinstance(cell, str):
        return all(sign.isdigit() or sign in "+-−() " for sign in cell)
    return isinstance(cell, int | Decimal) and cell == int(cell)


def text_of(cell: Cell) -> str:
    """Return a cell as text on one line."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    if isinstance(cell, date):
        return cell.isoformat()[:10]
    return " ".join(str(cell).split())
