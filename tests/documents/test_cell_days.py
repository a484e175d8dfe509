"""Days as people write them into cells: read, refused, or settled by the rest of the column."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.documents.cell_days import DAY_FIRST
from scorekeeper.documents.cell_days import MONTH_FIRST
from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cell_days import day_order
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError

GERMAN = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September"),
    *("Oktober", "November", "Dezember"),
)
ENGLISH = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September"),
    *("October", "November", "December"),
)
TIMES = (
    *("", " 20:30", " 20:30:15", ", 20:30 Uhr", " um 20.30 Uhr", " 20 Uhr", " 8:30 pm"),
    *("T20:30", "T20:30:00Z", "T20:30:00.123+01:00", " 00:00:00", " 20:30:00 +0100"),
)


def spellings(day: date) -> list[str]:
    """Return a day as people write it, each spelling without doubt."""
    german, english = GERMAN[day.month - 1], ENGLISH[day.month - 1]
    weekday = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"][day.weekday()]
    return [
        *(day.strftime(form) for form in ("%d.%m.%Y", "%d.%m.%y", "%d. %m. %Y", "%Y-%m-%d")),
        *(day.strftime(form) for form in ("%Y/%m/%d", "%Y.%m.%d")),
        *(f"{day.day}.{day.month}.{day.year}", f"{day.day}. {german} {day.year}"),
        *(f"{day.day}.{german} {day.year}", f"{day.day}. {german[:3]}. {day.year}"),
        *(f"{day.day:02} {german} {day.year}", f"{weekday}, {day.day}. {german} {day.year}"),
        *(f"{weekday}, {day:%d.%m.%y}", f"{weekday}. {day:%d.%m.%Y}", f"{day:%A}, {day:%Y-%m-%d}"),
        *(f"{english} {day.day}, {day.year}", f"{day:%A}, {english} {day.day}, {day.year}"),
        *(f"{day.day} {english[:3]} {day.year}", f"{day.day}-{english[:3]}-{day.year}"),
        *(f"{day.day}th of {english} {day.year}", f"{english[:3]} {day.day}th, {day.year}"),
        f"{day.day}-{english[:3]}-{day:%y}",
    ]


@given(st.dates(date(1970, 1, 1), date(2069, 12, 31)), st.sampled_from(TIMES))
def test_days_as_people_write_them(day: date, time: str) -> None:
    for text in spellings(day):
        assert day_of(text) == day
        assert day_of(text + time) == day, text + time
        assert day_of(f"  {text}\N{NO-BREAK SPACE}") == day
    assert day_of(day) == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("27. November 2026", date(2026, 11, 27)),
        ("27. Nov. 2026", date(2026, 11, 27)),
        ("27.11.2026 20:30", date(2026, 11, 27)),
        ("2026-11-27T20:30:00+01:00", date(2026, 11, 27)),
        ("2026-11-27T23:59Z", date(2026, 11, 27)),
        ("27-11-2026", date(2026, 11, 27)),
        ("2026/11/27", date(2026, 11, 27)),
        ("Fr, 27.11.26", date(2026, 11, 27)),
        ("27. Nov '26", date(2026, 11, 27)),
        ("Nov. 27th, 2026", date(2026, 11, 27)),
        ("am 1. Jänner 2027", date(2027, 1, 1)),
        ("5 mrz 2026", date(2026, 3, 5)),
        ("11/27/2026", date(2026, 11, 27)),
        ("4/4/2026", date(2026, 4, 4)),
        ("31.12.99", date(1999, 12, 31)),
    ],
)
def test_spellings_of_their_own(text: str, day: date) -> None:
    assert day_of(text) == day


@pytest.mark.parametrize(
    "text",
    [
        *("31.2.2026", "32.1.2026", "gestern", "2026-13-01", "1.1.1800", "30. Februar 2026"),
        *("29.2.2026", "13/13/2026", "0.11.2026", "27.11.", "November 2026", "27. Brand 2026"),
        *("27.11.2026 25:00", "27.11.2026 20:75", "1,50", "Summe", "27.11.2026 27.11.2026"),
        *("2026-11/27", "27/11-2026", "31 June 2026", "x" * 500, "99-99-2026"),
    ],
)
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(CellError, match="day"):
        day_of(text)
    with pytest.raises(CellError, match="day"):
        day_of(text, DAY_FIRST)


@given(st.one_of(st.none(), st.integers(), st.decimals(), st.dates(), st.text(max_size=80)))
def test_any_cell_is_a_day_or_says_why_not(cell: Cell) -> None:
    try:
        found, code = day_of(cell), ""
    except CellError as error:
        found, code = None, error.code
    assert code in ("", "day", "unclear")
    assert found is None or (type(found) is date and found == day_of(found.isoformat()))


@pytest.mark.parametrize("text", ["3/4/2026", "03/04/26", "3-4-2026", "Fri 03/04/2026 20:30"])
def test_a_day_that_may_be_two_is_unclear_until_the_column_shows_it(text: str) -> None:
    with pytest.raises(CellError, match="unclear"):
        day_of(text)
    assert day_of(text, DAY_FIRST) == date(2026, 4, 3)
    assert day_of(text, MONTH_FIRST) == date(2026, 3, 4)


def test_two_digits_and_dashes_may_begin_with_the_year() -> None:
    for order in ("", DAY_FIRST, MONTH_FIRST):
        with pytest.raises(CellError, match="unclear"):
            day_of("26-11-27", order)


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["3/4/2026", None, "17/4/2026"], DAY_FIRST),
        (["3/4/2026", "4/17/2026 20:30", Decimal(3)], MONTH_FIRST),
        (["3/4/2026", "10/4/2026"], ""),
        (["17/4/2026", "4/17/2026"], ""),  # they disagree
        (["27.11.2026", date(2026, 11, 27), "99/99/2026"], ""),
    ],
)
def test_the_rest_of_the_column_shows_what_stands_first(cells: list[Cell], order: str) -> None:
    assert day_order(cells) == order
