"""CSV as a German Excel opens it: semicolons, a byte order mark, decimal commas.

Text that looks like a formula has an apostrophe before it. Rows are written by our own code, held
equal to the standard library's by tests: amounts repeat, so each is put into words once.
"""

from collections.abc import Callable
from collections.abc import Iterator
from datetime import date

from scorekeeper.documents.listing import Kind
from scorekeeper.documents.listing import Listing
from scorekeeper.documents.listing import Value
from scorekeeper.documents.listing import harmless
from scorekeeper.documents.listing import joined

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
_SPECIAL = frozenset(';"\r\n')
_KEPT = 65_536


class _Words(dict[Value, str]):
    """How each value of a column is written; worked out at the first of its kind."""

    def __init__(self, write: Callable[[Value], str]) -> None:
        super().__init__()
        self._write = write

    def __missing__(self, value: Value) -> str:
        if len(self) >= _KEPT:
            self.clear()
        text = self[value] = self._write(value)
        return text


def csv_blocks(listing: Listing) -> Iterator[bytes]:
    """Write a list, block by block."""
    return joined(_lines(listing))


def amount(cents: int) -> str:
    """Write cents as a spreadsheet reads euros: -1234,05."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole},{rest:02}"


def _lines(listing: Listing) -> Iterator[str]:
    yield BOM + ";".join(_text(column.header) for column in listing.columns) + "\r\n"
    words = [_Words(_WRITE[column.kind]) for column in listing.columns]
    for row in listing.rows:
        yield ";".join([word[value] for word, value in zip(words, row, strict=True)]) + "\r\n"


def _text(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    text = harmless(str(value))
    if not _SPECIAL.isdisjoint(text) or text != text.strip():
        return '"' + text.replace('"', '""') + '"'
    return text


def _number(value: Value) -> str:
    return "" if value is None else str(value)


def _money(value: Value) -> str:
    return amount(value) if isinstance(value, int) else ""


def _day(value: Value) -> str:
    return f"{value:%d.%m.%Y}" if isinstance(value, date) else ""


_WRITE = {Kind.TEXT: _text, Kind.NUMBER: _number, Kind.MONEY: _money, Kind.DAY: _day}
