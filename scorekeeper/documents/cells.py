"""What people write into the cells of a sheet: amounts of money (days are in `cell_days`).

Nothing is guessed away: a cell that can be read in two ways, or not at all, is a `CellError` that
says which. A sheet has one decimal mark; `decimal_mark` finds it in the amounts that leave no
doubt.
"""

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal

Cell = str | int | Decimal | date | None
"""A cell as a file holds it: text, a number, a day, or nothing."""

CENTS_MAX = 10**12
_DIGITS = 15  # before and behind the point, more than any amount of ours has

_MINUS = "-\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{FIGURE DASH}\N{NON-BREAKING HYPHEN}\N{HYPHEN}"
_BLANKS = dict.fromkeys(
    map(ord, " \t\r\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}")
)
_MARKS = str.maketrans({**dict.fromkeys(_MINUS, "-"), "’": "'", "‘": "'"})
_CURRENCY = re.compile(r"€|euro?s?|\$|£|chf|sfr\.?|fr\.", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+(?:[.,'][0-9]+)*[.,]?|[.,][0-9]+", re.ASCII)
_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,'])[0-9]{3})(?:\1[0-9]{3})*", re.ASCII)
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
        body = _body(cell)[0]
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


def amount_of(cell: Cell, mark: str = "") -> int:
    """Return the cents in a cell that holds euros; an empty one holds none.

    Raises CellError: `amount` when it is no number, `fraction` for parts of a cent, `unclear` when
    a point or comma may part thousands or cents, `large` beyond ten thousand million euros.
    """
    if cell is None:
        return 0
    if isinstance(cell, str):
        cents = _cents_of(cell, mark)
    elif isinstance(cell, bool | date):
        raise CellError("amount")
    else:
        cents = _whole(_hundredfold(Decimal(cell)))
    if abs(cents) > CENTS_MAX:
        raise CellError("large")
    return cents


def whole_of(cell: Cell, mark: str = "") -> int:
    """Return the cents in a cell that holds cents."""
    cents = amount_of(cell, mark)
    if cents % 100:
        raise CellError("fraction")
    return cents // 100


def text_of(cell: Cell) -> str:
    """Return a cell as text on one line."""
    if cell is None:
        return ""
    if isinstance(cell, Decimal):
        return f"{cell:f}"
    if isinstance(cell, date):
        return cell.isoformat()[:10]
    return " ".join(str(cell).split())


def _body(text: str) -> tuple[str, bool]:
    """Return what is left of an amount without sign, blanks and currency; True below zero."""
    told = _CURRENCY.sub("", text).translate(_MARKS).translate(_BLANKS)
    minus = False
    if told.startswith("(") and told.endswith(")"):
        told, minus = told[1:-1], True
    if told.startswith("-") and len(told) > 1:
        told, minus = told[1:], not minus
    elif told.endswith("-") and len(told) > 1 and not told.endswith((",-", ".-", "--")):
        told, minus = told[:-1], not minus
    elif told.startswith("+"):
        told = told[1:]
    if told.endswith((",-", ".-", ",--", ".--")):  # "5,-" is five euros
        told = told.rstrip("-")[:-1]
    return told, minus


def _cents_of(text: str, mark: str) -> int:
    if len(text) > 60:
        raise CellError("amount")
    body, minus = _body(text)
    if body.lower() in _NOTHING:
        return 0
    if not _NUMBER.fullmatch(body):
        raise CellError("amount")
    cents = _whole(_hundredfold(Decimal(_plain(body, mark))))
    return -cents if minus else cents


def _plain(body: str, mark: str) -> str:
    """Return a number with a point before its decimals and nothing between its thousands."""
    points, commas = body.count("."), body.count(",")
    if points and commas:
        last = "." if body.rfind(".") > body.rfind(",") else ","
        whole, _, rest = body.rpartition(last)
        if last in whole or not _GROUPED.fullmatch(whole):
            raise CellError("amount")
        return "".join(filter(str.isdigit, whole)) + "." + rest
    if "'" in body:
        whole, sign, rest = body, "", ""
        for one in ".,":
            if one in body:
                whole, sign, rest = body.rpartition(one)
        if not _GROUPED.fullmatch(whole):
            raise CellError("amount")
        return whole.replace("'", "") + "." + rest if sign else whole.replace("'", "")
    if points + commas == 0:
        return body
    sign = "." if points else ","
    grouped = bool(_GROUPED.fullmatch(body)) and not body.startswith("0")
    if points + commas > 1:
        if not grouped or sign == mark:
            raise CellError("amount")
        return body.replace(sign, "")
    if not grouped:
        return body.replace(",", ".")
    if not mark:
        raise CellError("unclear")
    return body.replace(",", ".") if sign == mark else body.replace(sign, "")


def _hundredfold(number: Decimal) -> Decimal:
    if not number.is_finite():
        raise CellError("amount")
    if number and number.adjusted() > _DIGITS:
        raise CellError("large")
    if number and number.adjusted() < -_DIGITS:
        return Decimal(0)  # what is left over where binary numbers should cancel out
    return number * 100


def _whole(cents: Decimal) -> int:
    nearest = round(cents)
    # What a spreadsheet works out is binary: 0.1 + 0.2 is not quite 0.3.
    if abs(cents - nearest) > Decimal("0.000001"):
        raise CellError("fraction")
    return nearest
