"""XLSX: numbers are numbers, days are days, text is text even where it looks like a formula.

openpyxl writes row by row into a file of its own and packs it at the end, so memory stays flat.
"""

import copy
import re
import tempfile
from collections.abc import Iterator
from datetime import date
from typing import Any

from scorekeeper.documents.listing import Kind
from scorekeeper.documents.listing import Listing
from scorekeeper.documents.listing import Value

_FORMATS = {Kind.TEXT: "@", Kind.NUMBER: "0", Kind.MONEY: "#,##0.00", Kind.DAY: "DD.MM.YYYY"}
_BLOCK = 64 * 1024
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NO_TITLE = re.compile(r"[\\/*?:\[\]']")
_EARLIEST = date(1900, 3, 1)  # before that, what spreadsheets count days from is not agreed


def xlsx_blocks(listing: Listing) -> Iterator[bytes]:
    """Write a list, block by block; it is complete before the first one is given."""
    from openpyxl import Workbook  # type: ignore[import-untyped]
    from openpyxl.cell import WriteOnlyCell  # type: ignore[import-untyped]
    from openpyxl.styles import Font  # type: ignore[import-untyped]
    from openpyxl.utils import get_column_letter  # type: ignore[import-untyped]

    book = Workbook(write_only=True)
    sheet = book.create_sheet(_NO_TITLE.sub(" ", listing.title)[:31] or "1")
    sheet.freeze_panes = "A2"
    for place, column in enumerate(listing.columns, 1):
        sheet.column_dimensions[get_column_letter(place)].width = column.width
    heads = []
    for column in listing.columns:
        cell = _text_cell(WriteOnlyCell(sheet), column.header)
        cell.font = Font(bold=True)
        heads.append(cell)
    sheet.append(heads)
    makers = [_maker(sheet, column.kind, WriteOnlyCell) for column in listing.columns]
    for row in listing.rows:
        sheet.append([make(value) for make, value in zip(makers, row, strict=True)])
    with tempfile.TemporaryFile() as file:
        book.save(file)
        file.seek(0)
        while block := file.read(_BLOCK):
            yield block


def _maker(sheet: Any, kind: Kind, cell_type: Any) -> Any:
    pattern = cell_type(sheet)
    pattern.number_format = _FORMATS[kind]
    style = pattern._style

    def make(value: Value) -> Any:
        if value is None:
            return None
        cell = cell_type(sheet)
        if kind is Kind.MONEY and isinstance(value, int):
            cell.value = value / 100
        elif isinstance(value, int):
            cell.value = value
        elif kind is Kind.TEXT or (isinstance(value, date) and value < _EARLIEST):
            _text_cell(cell, str(value))
        else:
            cell.value = value
        cell._style = copy.copy(style)
        return cell

    return make


def _text_cell(cell: Any, text: str) -> Any:
    cell.value = _UNPRINTABLE.sub("", text)
    cell.data_type = "s"
    return cell
