"""The days people write into the cells of a sheet, with or without a weekday or a time.

`3/4/2026` is a day in April or in March: `day_order` finds out from the other days of the sheet,
and where they do not show it, the cell is unclear.
"""

import re
from collections.abc import Iterable
from datetime import date
from functools import lru_cache

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError

DAY_FIRST, MONTH_FIRST = "day", "month"
FIRST_YEAR, LAST_YEAR = 1900, 2999
_TWO_DIGITS_FROM = 70  # 70 to 99 are of the last century
_LONGEST = 60
_CENTURY = 100
_MONTHS = 12

_MONTH_WORDS = (
    ("jan", "januar", "january", "jän", "jänner", "jaenner"),
    ("feb", "februar", "february", "feber"),
    ("mär", "mrz", "märz", "maerz", "mar", "march"),
    ("apr", "april"),
    ("mai", "may"),
    ("jun", "juni", "june", "juno"),
    ("jul", "juli", "july", "julei"),
    ("aug", "august"),
    ("sep", "sept", "september"),
    ("okt", "oktober", "oct", "october"),
    ("nov", "november"),
    ("dez", "dezember", "dec", "december"),
)
_MONTH = {word: number for number, words in enumerate(_MONTH_WORDS, 1) for word in words}

_BEFORE = r"(?:[A-Za-zäöüÄÖÜ]{2,10}(?:[.,\s]+|(?=\d)))?"  # a weekday, or "am"
_ZONE = r"(?:\s*(?:Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?"
_CLOCK = rf"""
    (?:(?:T|,\s*|\s+)(?:um\s|ab\s|at\s)?
    (?P<hour>[01]?\d|2[0-3])
    (?:[:.][0-5]\d(?:[:.][0-5]\d(?:[.,]\d{{1,9}})?)?(?:\s*(?:Uhr|h|[ap]\.?m\.?))?|\s*(?:Uhr|h|[ap]m))
    {_ZONE})?
"""


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(_BEFORE + pattern + _CLOCK, re.ASCII | re.IGNORECASE | re.VERBOSE)


_YEAR = r"(?P<year>\d{4}|'?\d{2})"
_DOTTED = _form(rf"(?P<day>\d{{1,2}})\.\s?(?P<month>\d{{1,2}})\.\s?{_YEAR}")
_YEAR_FIRST = _form(r"(?P<year>\d{4})(?P<sign>[-/.])(?P<month>\d{1,2})(?P=sign)(?P<day>\d{1,2})")
_EITHER_WAY = _form(rf"(?P<first>\d{{1,2}})(?P<sign>[/-])(?P<second>\d{{1,2}})(?P=sign){_YEAR}")
_WORD = r"(?P<word>[A-Za-zäÄ]{3,9})"
_NAMED = _form(
    rf"(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?[\s-]*(?:of\s)?{_WORD}\.?,?(?:\s+|-|(?<=\.)){_YEAR}"
)
_NAMED_FIRST = _form(rf"{_WORD}\.?\s*(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?,?\s+{_YEAR}")


def day_of(cell: Cell, order: str = "") -> date | None:
    """Return the day in a cell, None in an empty one; a time of day is left out.

    `order` says which of `3/4/2026` is the day, as `day_order` found it.

    Raises CellError: `day` when it is none, `unclear` when day and month may be either way round.
    """
    if cell is None:
        return None
    if isinstance(cell, date):
        return _checked(cell.year, cell.month, cell.day)
    if not isinstance(cell, str):
        raise CellError("day")
    text = " ".join(cell.split())
    return _read(text, order) if text else None


def day_order(cells: Iterable[Cell]) -> str:
    """Return whether the day or the month stands first in days like `3/4/2026`.

    "" is returned when no cell shows it, or when two of them disagree.
    """
    found = set()
    for cell in {cell for cell in cells if isinstance(cell, str) and len(cell) <= _LONGEST}:
        if (told := _EITHER_WAY.fullmatch(" ".join(cell.split()))) is not None:
            first, second = int(told["first"]), int(told["second"])
            if (first > _MONTHS) is not (second > _MONTHS):
                found.add(DAY_FIRST if first > _MONTHS else MONTH_FIRST)
    return found.pop() if len(found) == 1 else ""


@lru_cache(maxsize=4096)
def _read(text: str, order: str) -> date:
    if len(text) > _LONGEST:
        raise CellError("day")
    for form in (_DOTTED, _YEAR_FIRST):
        if (found := form.fullmatch(text)) is not None:
            return _checked(_year(found["year"]), int(found["month"]), int(found["day"]))
    if (found := _EITHER_WAY.fullmatch(text)) is not None:
        return _either_way(found, order)
    for form in (_NAMED, _NAMED_FIRST):
        if (found := form.fullmatch(text)) is not None and found["word"].lower() in _MONTH:
            month = _MONTH[found["word"].lower()]
            return _checked(_year(found["year"]), month, int(found["day"]))
    raise CellError("day")


def _either_way(found: re.Match[str], order: str) -> date:
    first, second, year = int(found["first"]), int(found["second"]), found["year"]
    if found["sign"] == "-" and len(year) < len("2026"):
        raise CellError("unclear")  # 26-11-27 may begin with its year
    if first > _MONTHS:
        order = DAY_FIRST
    elif second > _MONTHS:
        order = MONTH_FIRST
    elif first == second:
        order = DAY_FIRST
    if not order:
        _checked(_year(year), 1, 1)
        raise CellError("unclear")
    day, month = (first, second) if order == DAY_FIRST else (second, first)
    return _checked(_year(year), month, day)


def _year(text: str) -> int:
    number = int(text.removeprefix("'"))
    if len(text) == len("2026"):
        return number
    return number + (_CENTURY * 19 if number >= _TWO_DIGITS_FROM else _CENTURY * 20)


def _checked(year: int, month: int, day: int) -> date:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise CellError("day")
    try:
        return date(year, month, day)
    except ValueError as error:
        raise CellError("day") from error
