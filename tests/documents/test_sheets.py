"""Sheets as people really hand them in, the cells in them, and files that are none."""

import csv
import io
import random
import zipfile
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import example
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl import load_workbook

from scorekeeper.documents import sheets
from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import decimal_mark
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.csv_sheet import csv_blocks
from scorekeeper.documents.listing import Column
from scorekeeper.documents.listing import Kind
from scorekeeper.documents.listing import Listing
from scorekeeper.documents.sheets import Sheet
from scorekeeper.documents.sheets import read_sheet
from scorekeeper.documents.xlsx_sheet import xlsx_blocks
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_check import People
from scorekeeper.services.import_check import check
from scorekeeper.services.import_columns import guessed
from scorekeeper.services.import_mapping import MappedSheet

CORPUS = Path(__file__).parents[1] / "corpus" / "sheets"
NOBODY = People(names={}, ids={})
LATEST = "2026-12-31"


def looked(name: str) -> Checked:
    return checked_of(read_sheet((CORPUS / name).read_bytes()))


def checked_of(sheet: Sheet, today: str = "2026-11-30") -> Checked:
    numbers = tuple(range(1, len(sheet.rows) + 1))
    mapping = guessed(sheet, {}, today)
    return check(MappedSheet(sheet=sheet, mapping=mapping, numbers=numbers), NOBODY, LATEST)


@pytest.mark.parametrize(
    ("name", "encoding", "delimiter", "people", "sums", "totals"),
    [
        (
            *("excel-german.csv", "cp1252", ";", ["Anni", "Bertl", "Cäcilie", "Ernst Größl"]),
            *([124_950, -124_870, -50, -30], [9]),
        ),
        ("utf8-bom.csv", "utf-8-sig", ";", ["Anni", "Bertl", "Caro"], [-160, -390, 550], []),
        ("tabs.txt", "utf-8", "\t", ["Anni", "Bertl", "Caro"], [120_150, -60_050, -60_100], []),
        ("excel-unicode.txt", "utf-16", "\t", ["Anni", "Bertl"], [200, -200], []),
        ("commas.csv", "utf-8", ",", ["Anni", "Bertl", "Caro"], [-50, 50, 0], []),
        ("season.xlsx", "", "", ["Anni", "Bertl", "Caro"], [-20, 40, -20], [5]),
    ],
)
def test_sheets_of_the_corpus(
    name: str, encoding: str, delimiter: str, people: list[str], sums: list[int], totals: list[int]
) -> None:
    sheet = read_sheet((CORPUS / name).read_bytes())
    assert (sheet.encoding, sheet.delimiter) == (encoding, delimiter)
    checked = looked(name)
    assert checked.problems.kept == []
    assert list(checked.names.values()) == people
    found = dict.fromkeys(checked.names, 0)
    for deal in checked.deals:
        for column, cents in deal.changes:
            found[column] += cents
    assert list(found.values()) == sums
    assert checked.totals == totals


def test_the_days_and_remarks_of_a_german_sheet() -> None:
    checked = looked("excel-german.csv")
    assert [(deal.day, deal.remark) for deal in checked.deals] == [
        ("2026-11-06", "Brand"),
        ("2026-11-06", "Bettel, verloren"),
        ("2026-11-06", ""),
        ("2026-11-13", "Verein: Übertrag"),
        ("2026-11-13", "zwei Zeilen"),
    ]


def test_a_worksheet_of_several_is_named() -> None:
    sheet = read_sheet((CORPUS / "season.xlsx").read_bytes())
    assert (sheet.name, sheet.others) == ("Saison", ("Notizen",))
    assert [deal.day for deal in looked("season.xlsx").deals] == [
        *("2026-11-06", "2026-11-06", "2026-11-13")
    ]


def test_every_problem_is_told() -> None:
    checked = looked("problems.csv")
    (question,) = checked.questions
    assert (question.code, question.rows) == ("difference", (2,))
    found = [(one.row, one.column, one.code) for one in checked.problems.kept]
    assert found == [
        (3, 0, "day"),
        (4, 1, "amount"),
        (5, 1, "fraction"),
        (5, 2, "fraction"),
        (6, 0, "future"),
    ]


def test_a_list_of_members() -> None:
    checked = looked("members.csv")
    assert checked.members == [(2, "Anni"), (3, "Bertl"), (4, "Cäcilie")]


AMOUNTS = [
    *(("3,40", "", 340), ("-3,40", "", -340), ("−3,40 €", "", -340), ("3,40-", "", -340)),
    *(("(3,40)", "", -340), ("1.234,56", "", 123_456), ("1,234.56", "", 123_456)),
    *(("1.234", ",", 123_400), ("1.000.000", ",", 100_000_000), ("5,-", "", 500)),
    *(("", "", 0), ("-", "", 0), ("1'234.50", "", 123_450), ("EUR 5", "", 500), ("-€5", "", -500)),
    *(("+0,5", "", 50), (",50", "", 50), ("7", "", 700), ("1 234,50", "", 123_450)),
]


@pytest.mark.parametrize(("text", "mark", "cents"), AMOUNTS)
def test_amounts_as_people_write_them(text: str, mark: str, cents: int) -> None:
    assert amount_of(text, mark) == cents


@pytest.mark.parametrize(
    ("cell", "mark", "code"),
    [
        *(("1.234", "", "unclear"), ("1,234", "", "unclear"), ("1.234", ".", "fraction")),
        *(("1.234.567", ",", "large"), ("5 CHF", "", "currency"), ("$5", "", "currency")),
        *(("0.123", "", "fraction"), ("abc", "", "amount"), ("1e5", "", "amount")),
        *(("--5", "", "amount"), ("1.23.45", "", "amount"), ("1.2.3,4", "", "amount")),
        *(("9" * 59, "", "large"), ("9" * 61, "", "amount"), ("٣", "", "amount")),
        *((Decimal("0.001"), "", "fraction"), (Decimal("NaN"), "", "amount")),
        *((date(2026, 1, 1), "", "amount"), (10**15, "", "large"), (Decimal("1e999"), "", "large")),
    ],
)
def test_what_is_no_amount_says_why(cell: Cell, mark: str, code: str) -> None:
    with pytest.raises(CellError) as caught:
        amount_of(cell, mark)
    assert caught.value.code == code


def written(cents: int, mark: str, *, grouped: bool, minus: str) -> str:
    whole, rest = divmod(abs(cents), 100)
    text = f"{whole:,}" if grouped else str(whole)
    text = text.replace(",", "." if mark == "," else ",") + f"{mark}{rest:02}"
    if cents >= 0:
        return text
    return f"({text})" if minus == "()" else text + "-" if minus == "after" else minus + text


@given(
    cents=st.integers(-AMOUNT_MAX, AMOUNT_MAX),
    mark=st.sampled_from(",."),
    grouped=st.booleans(),
    minus=st.sampled_from(["-", "−", "after", "()"]),
    around=st.sampled_from(["{}", " {} ", "{} €", "€ {}", "{}€"]),
)
@settings(max_examples=300)
def test_whatever_is_written_is_read(
    cents: int, mark: str, grouped: bool, minus: str, around: str
) -> None:
    text = around.format(written(cents, mark, grouped=grouped, minus=minus))
    assert amount_of(text) == cents
    assert decimal_mark([text]) in (mark, "")
    assert amount_of(text, mark) == cents


def outcome(read: Callable[..., object], *cell: Cell) -> str:
    """Return why a cell is refused, "" when it is not."""
    try:
        read(*cell)
    except CellError as error:
        return error.code
    return ""


@given(st.one_of(st.text(max_size=30), st.integers(), st.decimals(), st.dates(), st.none()))
def test_any_cell_is_an_amount_or_says_why_not(cell: Cell) -> None:
    for mark in ("", ",", "."):
        assert outcome(amount_of, cell, mark) in (
            *("", "amount", "fraction", "unclear", "large", "currency"),
        )
    assert outcome(day_of, cell) in ("", "day", "unclear")
    text_of(cell)


CELLS = st.one_of(
    st.none(),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12),
    st.sampled_from(["=1+1", "+A1", "-x", "@SUM(A1)", 'say "hi"', "a;b", " x ", "a\nb", "\t=1"]),
)


@given(
    st.lists(
        st.tuples(CELLS, st.integers(-(10**9), 10**9) | st.none(), st.dates() | st.none()),
        max_size=8,
    )
)
@example([("=1+1", -5, date(2026, 11, 27))])
def test_csv_is_what_the_standard_library_reads(
    rows: list[tuple[str | None, int | None, date | None]],
) -> None:
    columns = (Column("T"), Column("€", Kind.MONEY), Column("D", Kind.DAY))
    data = b"".join(csv_blocks(Listing(title="x", columns=columns, rows=rows)))
    text = data.decode("utf-8-sig")
    told = list(csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True))
    assert told[0] == ["T", "€", "D"]
    for (said, cents, day), cells in zip(rows, told[1:], strict=True):
        assert cells[0] == (said or "") or cells[0] == "'" + (said or "")
        assert not cells[0].startswith(("=", "+", "-", "@", "\t", "\r"))
        assert cells[1] == (
            "" if cents is None else f"{Decimal(cents) / 100:.2f}".replace(".", ",")
        )
        assert cells[2] == ("" if day is None else day.strftime("%d.%m.%Y"))


@given(st.lists(st.tuples(CELLS, st.integers(-(10**9), 10**9) | st.none()), min_size=1, max_size=5))
@settings(max_examples=30, deadline=None)
def test_xlsx_keeps_text_as_text(rows: list[tuple[str | None, int | None]]) -> None:
    columns = (Column("T"), Column("€", Kind.MONEY))
    data = b"".join(xlsx_blocks(Listing(title="a/b", columns=columns, rows=rows)))
    sheet = load_workbook(io.BytesIO(data)).active
    for place, (said, cents) in enumerate(rows, 2):
        text, amount = sheet.cell(place, 1), sheet.cell(place, 2)
        assert text.data_type in ("s", "n", "inlineStr")
        assert (text.value or "") == (said or "")
        assert cents is None or round(amount.value * 100) == cents


def packed(rows: list[list[object]]) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("x")
    for row in rows:
        sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def code_of(content: bytes) -> ErrorCode:
    with pytest.raises(ScorekeeperError) as caught:
        read_sheet(content)
    return caught.value.code


def test_what_is_too_large_is_refused_before_it_is_unpacked() -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("[Content_Types].xml", "<x/>")
        bomb.writestr("xl/worksheets/sheet1.xml", b"\0" * 50_000_000)
    assert code_of(stream.getvalue()) is ErrorCode.SHEET_LARGE
    assert code_of(b"x" * (sheets.FILE_MAX + 1)) is ErrorCode.SHEET_LARGE
    assert code_of(b"a;b\n" * (sheets.ROWS_MAX + 1)) is ErrorCode.SHEET_LONG
    assert code_of(b"a;" * (sheets.COLUMNS_MAX + 1) + b"b") is ErrorCode.SHEET_LONG
    assert code_of(b'"' + b"x" * (sheets.CELL_MAX + 1) + b'";1') is ErrorCode.SHEET_LONG
    assert code_of(packed([["x" * 2000, 1]])) is ErrorCode.SHEET_LONG


def test_what_is_no_sheet_says_so() -> None:
    good = packed([["Datum", "Anna", "Bert"], [date(2026, 1, 1), 1, -1]])
    assert len(read_sheet(good).rows) == 2
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as file:
        file.writestr("letter.txt", "Grüß Gott")
    for content in (good[:500], good[:-50], other.getvalue(), b"\0\1\2", b'"open'):
        assert code_of(content) is ErrorCode.SHEET_UNREADABLE
    assert code_of(b"") is code_of(b"\n\n;;\n") is code_of(packed([])) is ErrorCode.SHEET_EMPTY
    assert code_of(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest") is ErrorCode.SHEET_OLD


@pytest.mark.parametrize("seed", range(40))
def test_spoilt_files_are_read_or_refused(seed: int) -> None:
    dice = random.Random(seed)
    path = dice.choice(sorted(CORPUS.iterdir()))
    data = bytearray(path.read_bytes())
    for _ in range(dice.randrange(1, 12)):
        place = dice.randrange(len(data))
        match dice.randrange(4):
            case 0:
                data[place] = dice.randrange(256)
            case 1:
                del data[place : place + dice.randrange(40)]
            case 2:
                data[place:place] = dice.randbytes(dice.randrange(20))
            case _:
                data[place:place] = dice.choice([b";", b"\n", b'"', b"\t", b"\xef\xbb\xbf", b"-"])
        if not data:
            break
    try:
        sheet = read_sheet(bytes(data))
    except ScorekeeperError:
        return
    checked = checked_of(sheet)
    asked = {row for one in checked.questions for row in one.rows}
    columns = any(one.code == "column" for one in checked.questions)
    for deal in checked.deals:
        assert deal.row in asked or columns or sum(cents for _, cents in deal.changes) == 0


def test_a_remark_is_one_line_without_signs_nobody_sees() -> None:
    rows = [["Datum", "Anna", "Bert", "Notiz"], [date(2026, 1, 1), 1, -1, "a\u200bb\u202ec"]]
    rows.append([None, 1, -1, "x" * 501])
    sheet = read_sheet(packed(rows))
    checked = checked_of(sheet, "")
    assert [deal.remark for deal in checked.deals] == ["abc"]
    assert [(one.row, one.column, one.code) for one in checked.problems.kept] == [(3, 3, "long")]
