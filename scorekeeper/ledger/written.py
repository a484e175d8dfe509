"""Amounts as people write them, read one way in forms, cells and on the command line.

* `5`, `5,5`, `5.50`, `,50`, `5,-`: point or comma before at most two digits are cents.
* `1.234,56`, `1,234.56`, `1'234,50`, `1 234,50`, `1.000.000`: marks that can only part thousands.
* `5 €`, `EUR 5`, `5 Euro`, `50 ct`, `50 Cent`: a unit beside it; without one it is euros.
* `-5`, `−5`, `5-`, `(5)`, `+5`: signs before or behind, brackets for below zero.

All else is refused with the reason: `amount` for no number, `unclear` where a point or comma may
part thousands or cents (`1.234`), `fraction` for parts of a cent, `currency` for money of another
kind, `large` beyond what a row may hold, and for a price in cents `cents` where decimals leave
open which unit is meant.
"""

import re
from decimal import Decimal
from enum import Enum

from scorekeeper.ledger.money import AMOUNT_MAX

REASONS = ("amount", "unclear", "fraction", "currency", "large", "cents")

_LONGEST = 60
_DIGITS = 15  # before and behind the point, more than any amount of ours has

_MINUS = "-\N{MINUS SIGN}\N{EN DASH}\N{EM DASH}\N{FIGURE DASH}\N{NON-BREAKING HYPHEN}\N{HYPHEN}"
_BLANKS = dict.fromkeys(
    map(ord, " \t\r\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}")
)
_MARKS = str.maketrans({**dict.fromkeys(_MINUS, "-"), "’": "'", "‘": "'"})
_EURO = re.compile(r"€|euros?|eur", re.IGNORECASE)
_CENT = re.compile(r"(?<=[0-9.,\s])(?:cents?|ct)\.?\s*$", re.IGNORECASE)
_OTHER = re.compile(r"[$£¥]|chf|sfr\.?|fr\.|usd|gbp", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+(?:[.,'][0-9]+)*|[.,][0-9]+", re.ASCII)
_GROUPED = re.compile(r"[0-9]{1,3}(?:([.,'])[0-9]{3})(?:\1[0-9]{3})*", re.ASCII)


class Unit(Enum):
    """What was written beside a number."""

    EURO = "euro"
    CENT = "cent"
    NONE = ""


class AmountError(ValueError):
    """A text that is no amount; `code` is the reason, one of those above."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_amount(text: str, *, mark: str = "", most: int = AMOUNT_MAX) -> int:
    """Return the cents of an amount in euros, or in the unit written beside it.

    `mark` is what is known to part euros from cents, "" where nothing shows it.

    Raises AmountError.
    """
    number, unit = _parts(text, mark)
    return within(whole(number if unit is Unit.CENT else number * 100), most)


def read_price(text: str, *, most: int = AMOUNT_MAX) -> int:
    """Return the cents of a price in cents, or in the unit written beside it.

    Raises AmountError: `cents` for decimals without a unit, which may mean either.
    """
    number, unit = _parts(text, "")
    if unit is Unit.NONE and re.search(r"[.,]", text):
        raise AmountError("cents")
    return within(whole(number * 100 if unit is Unit.EURO else number), most)


def bare(text: str) -> tuple[str, bool, Unit]:
    """Return what is left of an amount without sign, blanks and unit; True below zero."""
    told, cent = _CENT.subn("", text)
    told, euro = _EURO.subn("", told)
    unit = Unit.CENT if cent and not euro else Unit.EURO if euro else Unit.NONE
    told = told.translate(_MARKS).translate(_BLANKS)
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
    return told, minus, unit


def hundredfold(number: Decimal) -> Decimal:
    """Return a hundred times a number of a usual size.

    Raises AmountError.
    """
    if not number.is_finite():
        raise AmountError("amount")
    if number and number.adjusted() > _DIGITS:
        raise AmountError("large")
    if number and number.adjusted() < -_DIGITS:
        return Decimal(0)  # what is left over where binary numbers should cancel out
    return number * 100


def whole(cents: Decimal) -> int:
    """Return a whole number of cents.

    Raises AmountError.
    """
    nearest = round(cents)
    # What a spreadsheet works out is binary: 0.1 + 0.2 is not quite 0.3.
    if abs(cents - nearest) > Decimal("0.000001"):
        raise AmountError("fraction")
    return nearest


def within(cents: int, most: int) -> int:
    """Return cents that are not more than allowed, either way.

    Raises AmountError.
    """
    if abs(cents) > most:
        raise AmountError("large")
    return cents


def _parts(text: str, mark: str) -> tuple[Decimal, Unit]:
    """Return an amount as a number and the unit beside it."""
    if len(text) > _LONGEST:
        raise AmountError("amount")
    told, minus, unit = bare(text)
    if not _NUMBER.fullmatch(told):
        other = _OTHER.sub("", told)
        foreign = other != told and _NUMBER.fullmatch(other.lstrip("-"))
        raise AmountError("currency" if foreign else "amount")
    number = Decimal(_plain(told, mark))
    hundredfold(number)
    return -number if minus else number, unit


def _plain(told: str, mark: str) -> str:
    """Return a number with a point before its decimals and nothing between its thousands."""
    points, commas = told.count("."), told.count(",")
    if points and commas:
        last = "." if told.rfind(".") > told.rfind(",") else ","
        first, _, rest = told.rpartition(last)
        if last in first or not _GROUPED.fullmatch(first):
            raise AmountError("amount")
        return "".join(filter(str.isdigit, first)) + "." + rest
    if "'" in told:
        sign = "." if points else ","
        first, _, rest = told.rpartition(sign) if points or commas else (told, "", "0")
        if not _GROUPED.fullmatch(first):
            raise AmountError("amount")
        return first.replace("'", "") + "." + rest
    if points + commas == 0:
        return told
    sign = "." if points else ","
    grouped = bool(_GROUPED.fullmatch(told)) and not told.startswith("0")
    if points + commas > 1:
        if not grouped or sign == mark:
            raise AmountError("amount")
        return told.replace(sign, "")
    if not grouped:
        return told.replace(",", ".")
    if not mark:
        raise AmountError("unclear")
    return told.replace(",", ".") if sign == mark else told.replace(sign, "")
