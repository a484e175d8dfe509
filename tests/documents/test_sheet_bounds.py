"""Files made to be slow or large: each is refused with a sentence, or read in bounded time."""

import io
import os
import time
import zipfile
from collections.abc import Sequence

import pytest

from scorekeeper.documents import sheets
from scorekeeper.documents.sheets import read_sheets
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
HEAD = "".join(f"<c t='inlineStr'><is><t>{one}</t></is></c>" for one in ("Datum", "Anna", "Bert"))
DEAL = "<row><c t='inlineStr'><is><t>1.10.2026</t></is></c><c><v>1</v></c><c><v>-1</v></c></row>"
GOOD = f"<row>{HEAD}</row>{DEAL}"


def book(worksheets: Sequence[str], texts: str = "") -> bytes:
    """Pack worksheets, each given by its rows, as an XLSX file."""
    places = range(len(worksheets))
    parts = {
        "[Content_Types].xml": f"<Types xmlns='{_PACKAGE}/content-types'>"
        "<Default Extension='rels'"
        " ContentType='application/vnd.openxmlformats-package.relationships+xml'/>"
        f"<Override PartName='/xl/workbook.xml' ContentType='{_TYPE}.sheet.main+xml'/>"
        f"<Override PartName='/xl/sharedStrings.xml' ContentType='{_TYPE}.sharedStrings+xml'/>"
        + "".join(
            f"<Override PartName='/xl/worksheets/sheet{n}.xml'"
            f" ContentType='{_TYPE}.worksheet+xml'/>"
            for n in places
        )
        + "</Types>",
        "_rels/.rels": f"<Relationships xmlns='{_PACKAGE}/relationships'><Relationship Id='r'"
        f" Type='{_OFFICE}/officeDocument' Target='xl/workbook.xml'/></Relationships>",
        "xl/workbook.xml": f"<workbook xmlns='{_MAIN}' xmlns:r='{_OFFICE}'><sheets>"
        + "".join(f"<sheet name='S{n}' sheetId='{n + 1}' r:id='r{n}'/>" for n in places)
        + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f"<Relationships xmlns='{_PACKAGE}/relationships'>"
        + "".join(
            f"<Relationship Id='r{n}' Type='{_OFFICE}/worksheet' Target='worksheets/sheet{n}.xml'/>"
            for n in places
        )
        + f"<Relationship Id='t' Type='{_OFFICE}/sharedStrings' Target='sharedStrings.xml'/>"
        "</Relationships>",
        "xl/sharedStrings.xml": f"<sst xmlns='{_MAIN}'>{texts}</sst>",
    }
    for n, rows in enumerate(worksheets):
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f"<worksheet xmlns='{_MAIN}'><sheetData>{rows}</sheetData></worksheet>"
        )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in parts.items():
            packed.writestr(name, text)
    return out.getvalue()


def noise(size: int) -> str:
    """Return a comment that cannot be packed, so that a part looks like no bomb."""
    return f"<!--{os.urandom(size // 2).hex()}-->"


def test_a_book_made_by_hand_is_read() -> None:
    (sheet,) = read_sheets(book([GOOD]))
    assert sheet.rows == (("Datum", "Anna", "Bert"), ("1.10.2026", 1, -1))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (lambda: book([GOOD] * (sheets.WORKSHEETS_MAX + 1)), ErrorCode.SHEET_LONG),
        (lambda: book([GOOD + "<row>" + "<c/>" * 300_000 + "</row>"]), ErrorCode.SHEET_LARGE),
        (
            lambda: book([GOOD + f"<row>{'<c/>' * 200}</row>" * 20_100 + noise(100_000)]),
            ErrorCode.SHEET_LONG,
        ),
        (lambda: book([GOOD + "<row><c r='XFD9'/></row>" * 2000]), ErrorCode.SHEET_LONG),
        (lambda: book([GOOD, "<row r='900000'><c><v>1</v></c></row>"]), ErrorCode.SHEET_LONG),
        (lambda: book(["<row><c/></row>" * 30_000] * 90), ErrorCode.SHEET_LONG),
        (
            lambda: book([GOOD], "<si><t>a</t></si>" * 3_300_000 + noise(400_000)),
            ErrorCode.SHEET_LARGE,
        ),
        (lambda: book([GOOD], "<si><t>" + "a" * 3_000_000 + "</t></si>"), ErrorCode.SHEET_LARGE),
        (lambda: book([GOOD + DEAL.replace("1.10", "x" * 2000)]), ErrorCode.SHEET_LONG),
    ],
    ids=[
        *("worksheets", "bomb of cells", "blank cells", "far columns", "far rows", "blank rows"),
        *("shared texts", "bomb of texts", "long text"),
    ],
)
def test_what_would_take_long_is_refused_with_a_sentence(content: object, code: ErrorCode) -> None:
    made = content()  # type: ignore[operator]
    begun = time.perf_counter()
    with pytest.raises(ScorekeeperError) as caught:
        read_sheets(made)
    print(f"{time.perf_counter() - begun:.2f} s")
    assert caught.value.code is code
    for language in ("de", "en"):
        said = translator(language)(f"errors.{code.value}", **caught.value.values)
        assert "{" not in said


def test_formulas_count_as_what_they_last_gave() -> None:
    rows = (
        f"<row>{HEAD}</row>"
        "<row><c t='inlineStr'><is><t>1.10.2026</t></is></c>"
        "<c><f>SUM(A1:A9)*2</f><v>1</v></c><c><f>-B2</f></c></row>"
    )
    (sheet,) = read_sheets(book([rows]))
    assert sheet.rows[1] == ("1.10.2026", 1)
