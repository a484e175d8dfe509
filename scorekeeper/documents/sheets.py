"""Reading sheets: CSV as any program writes it, and XLSX. Bounded before anything is unpacked.

The rows come out as they stand in the file, blank ones too, so that a problem can name its cell.
"""

import codecs
import csv
import io
import re
import zipfile
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from datetime import datetime
from datetime import time
from decimal import Decimal
from typing import Any

from scorekeeper.documents.cells import Cell
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError

FILE_MAX = 20 * 1024 * 1024
ROWS_MAX = 200_000
COLUMNS_MAX = 200
CELL_MAX = 1000
UNPACKED_MAX = 200 * 1024 * 1024
WORKSHEETS_MAX = 100
CELLS_MAX = 4_000_000  # of all worksheets together, blank ones too: each takes a moment to read
_WORDS_MAX = 50 * 1024 * 1024  # texts of a packed file are read whole before any cell
_PARTS_MAX = 2000
_RATIO_MAX = 400  # a sheet of blanks packs well, a bomb a thousandfold
_TRIAL = 64 * 1024
DELIMITERS = ";\t|,"
_CLEARLY = 0.2  # by so many rows of the same width more a delimiter is the better one
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PACKED = b"PK\x03\x04"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The cells of a file, row by row, and how the file was written."""

    rows: tuple[tuple[Cell, ...], ...]
    form: str  # csv or xlsx
    encoding: str = ""
    delimiter: str = ""
    name: str = ""  # of the worksheet that was read
    others: tuple[str, ...] = ()  # worksheets that were not


def read_sheets(content: bytes, delimiter: str = "") -> tuple[Sheet, ...]:
    """Return the worksheets of a file that have cells, one of a CSV file, whatever it is called.

    `delimiter` is what parts the cells of a CSV file where somebody says so.

    Raises ScorekeeperError: SHEET_LARGE, SHEET_LONG, SHEET_EMPTY, SHEET_OLD, SHEET_UNREADABLE.
    """
    require_harmless(content)
    if content.startswith(_PACKED):
        return _read_xlsx(content)
    return (_read_csv(content, delimiter),)


def read_sheet(content: bytes) -> Sheet:
    """Return the first worksheet of a file that has cells; raises as `read_sheets`."""
    return read_sheets(content)[0]


def unreadable(why: str) -> ScorekeeperError:
    """Return the refusal of a file that is no sheet; `why` is for the log."""
    code = {"empty": ErrorCode.SHEET_EMPTY, "old_excel": ErrorCode.SHEET_OLD}
    return ScorekeeperError(code.get(why, ErrorCode.SHEET_UNREADABLE), why)


def too_large(what: str) -> ScorekeeperError:
    """Return the refusal of a file with too much of something."""
    if what in ("file", "unpacked"):
        mib = (FILE_MAX if what == "file" else UNPACKED_MAX) // (1024 * 1024)
        return ScorekeeperError(ErrorCode.SHEET_LARGE, what, max=mib)
    return ScorekeeperError(
        ErrorCode.SHEET_LONG,
        what,
        rows=ROWS_MAX,
        columns=COLUMNS_MAX,
        signs=CELL_MAX,
        sheets=WORKSHEETS_MAX,
        cells=CELLS_MAX,
    )


def decoded(content: bytes) -> tuple[str, str]:
    """Return a file's text and its encoding: UTF-8, UTF-16 if it says so, else Windows-1252."""
    if content.startswith(_UTF_16):
        encoding = "utf-16"
    elif content.startswith(codecs.BOM_UTF8):
        encoding = "utf-8-sig"
    else:
        encoding = "utf-8"
    try:
        return content.decode(encoding), encoding
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise unreadable("encoding") from error
    try:
        return content.decode("cp1252"), "cp1252"
    except UnicodeDecodeError as error:
        raise unreadable("encoding") from error


def _read_csv(content: bytes, wanted: str) -> Sheet:
    text, encoding = decoded(content)
    if "\0" in text:
        raise unreadable("binary")
    if not text.strip():
        raise unreadable("empty")
    told, text = _told_delimiter(text)
    delimiter = wanted or told or _delimiter(text)
    stream = io.StringIO(text, newline="")
    limit = csv.field_size_limit(FILE_MAX)
    try:
        reader = csv.reader(stream, delimiter=delimiter, strict=True)
        rows = tuple(_bounded((tuple(_text(cell) for cell in row) for row in reader), _Room()))
    except csv.Error as error:
        raise unreadable("quotes") from error
    finally:
        csv.field_size_limit(limit)
    return Sheet(rows=_trimmed(rows), form="csv", encoding=encoding, delimiter=delimiter)


def _told_delimiter(text: str) -> tuple[str, str]:
    """Return the delimiter an Excel file names in its first line ("sep=;"), and the rest."""
    found = re.match(r"sep=([;,\t|])\r?\n", text, re.IGNORECASE)
    return (found[1], text[found.end() :]) if found else ("", text)


def _delimiter(text: str) -> str:
    """Return what parts the cells: what gives the most rows of the same, greatest width."""
    trial = text[:_TRIAL]
    if len(text) > _TRIAL:
        trial = trial[: trial.rfind("\n") + 1] or trial
    best, most = ";", (0.0, 0)
    for delimiter in DELIMITERS:
        try:
            rows = csv.reader(io.StringIO(trial, newline=""), delimiter=delimiter)
            widths = [len(row) for row in rows if any(map(str.strip, row))]
        except csv.Error:
            continue
        usual = max(set(widths), key=lambda width: (widths.count(width), width), default=1)
        if usual > 1:
            score = (widths.count(usual) / len(widths), usual)
            # Decimal commas part cells as well: of two that fit, the earlier in the list wins.
            if score[0] > most[0] + _CLEARLY or most == (0.0, 0):
                best, most = delimiter, score
    return best


def _text(cell: str) -> Cell:
    told = cell.strip()
    return told or None


@dataclass(slots=True)
class _Room:
    """How many rows and cells there may still be, in all worksheets together."""

    rows: int = ROWS_MAX
    cells: int = CELLS_MAX


def _bounded(rows: Iterable[tuple[Cell, ...]], room: _Room) -> Iterator[tuple[Cell, ...]]:
    for row in rows:
        room.rows -= 1
        room.cells -= len(row)
        if room.rows < 0:
            raise too_large("rows")
        if room.cells < 0:
            raise too_large("cells")
        if len(row) > COLUMNS_MAX:
            row = _without_end(row)
            if len(row) > COLUMNS_MAX:
                raise too_large("columns")
        for cell in row:
            if isinstance(cell, str) and len(cell) > CELL_MAX:
                raise too_large("cell")
        yield row


def _without_end(row: tuple[Cell, ...]) -> tuple[Cell, ...]:
    end = len(row)
    while end and row[end - 1] is None:
        end -= 1
    return row[:end]


def _trimmed(rows: tuple[tuple[Cell, ...], ...]) -> tuple[tuple[Cell, ...], ...]:
    """Leave out blank rows at the end and blank cells at the end of rows."""
    short = [_without_end(row) for row in rows]
    while short and not short[-1]:
        short.pop()
    if not short:
        raise unreadable("empty")
    return tuple(short)


def _read_xlsx(content: bytes) -> tuple[Sheet, ...]:
    """Read the worksheets that have cells; formulas count as what they last gave."""
    from openpyxl import load_workbook  # type: ignore[import-untyped]

    try:
        book: Any = load_workbook(
            io.BytesIO(content), read_only=True, data_only=True, keep_links=False
        )
    except Exception as error:  # whatever its many parsers raise at a damaged file
        raise unreadable("xlsx") from error
    try:
        read = {}
        room = _Room()
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # a file may claim a million columns
            cells = sheet.iter_rows(values_only=True)
            rows = tuple(_bounded((tuple(map(_value, row)) for row in cells), room))
            if any(cell is not None for row in rows for cell in row):
                read[str(sheet.title)] = _trimmed(rows)
    except ScorekeeperError:
        raise
    except Exception as error:
        raise unreadable("xlsx") from error
    finally:
        book.close()
    if not read:
        raise unreadable("empty")
    names = [str(sheet.title) for sheet in book.worksheets]
    return tuple(
        Sheet(
            rows=rows,
            form="xlsx",
            name=title,
            others=tuple(name for name in names if name != title),
        )
        for title, rows in read.items()
    )


def unpacked_size(content: bytes) -> int | None:
    """Return how much a packed file says it unpacks to, None for one that is not packed."""
    if not content.startswith(_PACKED):
        return None
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return sum(part.file_size for part in packed.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return 0  # it will be refused at once


def require_harmless(content: bytes) -> None:
    """Refuse a file that is too large, packed or not, or of no kind we read.

    It looks at sizes alone, and takes no time.

    Raises ScorekeeperError: SHEET_LARGE, SHEET_LONG, SHEET_OLD, SHEET_UNREADABLE.
    """
    if len(content) > FILE_MAX:
        raise too_large("file")
    if content.startswith(_OLD_EXCEL):
        raise unreadable("old_excel")
    if content.startswith(_PACKED):
        _require_harmless_parts(content)


def _require_harmless_parts(content: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > _PARTS_MAX:
                raise too_large("unpacked")
            names = {part.filename for part in parts}
            if sum(name.startswith("xl/worksheets/") for name in names) > WORKSHEETS_MAX:
                raise too_large("worksheets")
            whole = 0
            for part in parts:
                if part.flag_bits & 1:
                    raise unreadable("locked")
                whole += part.file_size
                bomb = part.file_size > max(1_000_000, _RATIO_MAX * part.compress_size)
                words = part.filename == "xl/sharedStrings.xml" and part.file_size > _WORDS_MAX
                if whole > UNPACKED_MAX or bomb or words:
                    raise too_large("unpacked")
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise unreadable("xlsx") from error
    if "xl/workbook.xml" not in names and "[Content_Types].xml" not in names:
        raise unreadable("zip")


def _value(cell: Any) -> Cell:
    if cell is None or isinstance(cell, bool):
        return None if cell is None else str(cell)
    if isinstance(cell, int):
        return cell
    if isinstance(cell, float):
        return Decimal(repr(cell))
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    if isinstance(cell, time):
        return cell.isoformat()
    text = str(cell).strip()
    return text or None
