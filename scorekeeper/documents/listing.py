"""A list to be written into a file: what its columns are called and hold, and its rows."""

from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

Value = str | int | date | None
"""A cell: text, a number, cents, or a day."""


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"  # a whole number in between stays one
    NUMBER = "number"
    MONEY = "money"  # whole cents
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `width` is in characters of a spreadsheet."""

    header: str
    kind: Kind = Kind.TEXT
    width: int = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A list with its columns; the rows are read while it is written, and only once."""

    title: str
    columns: tuple[Column, ...]
    rows: Iterable[tuple[Value, ...]]


_FORMULA = frozenset("=+-@\t\r")


def harmless(text: str) -> str:
    """Return text that no spreadsheet takes for a formula.

    Text that already has apostrophes before a formula gets one more, so that `as_written` always
    gives back what it was.
    """
    return "'" + text if _is_formula(text) else text


def as_written(text: str) -> str:
    """Return what `harmless` was given."""
    return text[1:] if text.startswith("'") and _is_formula(text[1:]) else text


def _is_formula(text: str) -> bool:
    return text.lstrip("'")[:1] in _FORMULA


def joined(blocks: Iterable[str], size: int = 64 * 1024) -> Iterator[bytes]:
    """Put many short texts together into blocks worth sending."""
    kept: list[str] = []
    length = 0
    for text in blocks:
        kept.append(text)
        length += len(text)
        if length >= size:
            yield "".join(kept).encode()
            kept, length = [], 0
    if kept:
        yield "".join(kept).encode()
