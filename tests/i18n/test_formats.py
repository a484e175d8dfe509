"""Money and dates as people write them; money equal to what Babel writes."""

from datetime import UTC
from datetime import date
from datetime import datetime
from decimal import ROUND_FLOOR
from decimal import Decimal

import pytest
from babel import Locale
from babel.numbers import format_currency
from babel.numbers import format_percent
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.i18n.formats import MINUS
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_day
from scorekeeper.i18n.formats import format_moment
from scorekeeper.i18n.formats import format_month
from scorekeeper.i18n.formats import format_share


@pytest.mark.parametrize("lang", ["de", "en"])
@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_money_is_written_as_babel_writes_it(lang: str, cents: int) -> None:
    by_babel = format_currency(Decimal(cents) / 100, "EUR", locale=lang).replace("-", MINUS)
    assert format_cents(cents, lang) == by_babel


def test_signs_and_other_currencies() -> None:
    assert format_cents(160, "de", sign=True) == "+1,60\xa0€"
    assert format_cents(0, "de", sign=True) == "0,00\xa0€"
    assert format_cents(-160, "en", sign=True) == "−€1.60"
    assert format_cents(160, "en", sign=True) == "+€1.60"
    assert format_cents(5, "de", "CHF") == "0,05\xa0CHF"
    assert format_cents(5, "en", "CHF") == "CHF\xa00.05"
    assert format_amount(-123_456, "de") == "−1.234,56"
    assert format_amount(123_456, "en") == "1,234.56"


@pytest.mark.parametrize("lang", ["de", "en"])
@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_shares_are_written_as_babel_writes_percents(lang: str, one: int, other: int) -> None:
    part, whole = min(one, other), max(one, other)
    exact = Decimal(2000 * part + whole) / (2 * whole)
    tenths = exact.to_integral_value(ROUND_FLOOR)
    pattern = {"de": "#,##0.0\xa0%", "en": "#,##0.0%"}[lang]
    assert Locale.parse(lang).percent_formats[None].pattern == pattern.replace(".0", "")
    by_babel = format_percent(tenths / 1000, format=pattern, locale=lang)
    assert format_share(part, whole, lang) == by_babel


def test_dates_have_their_weekday() -> None:
    day = date(2026, 11, 26)
    assert format_date(day, "de") == "Donnerstag, 26. November 2026"
    assert format_date(day, "en") == "Thursday, 26 November 2026"
    assert format_date(day, "de", short=True) == "Do., 26.11.2026"
    assert format_date(day, "en", short=True) == "Thu, 26 Nov 2026"


def test_days_of_a_chart_and_months() -> None:
    day = date(2026, 7, 5)
    assert (format_day(day, "de"), format_day(day, "en")) == ("5.7.", "5 Jul")
    assert (format_month("2026-03", "de"), format_month("2026-03", "en")) == (
        *("März 2026", "March 2026"),
    )


def test_moments_are_told_by_the_clubs_clock() -> None:
    at = datetime(2026, 11, 26, 23, 14, tzinfo=UTC)
    assert format_moment(at, "de", "Europe/Berlin") == "Fr., 27.11.2026, 00:14\xa0Uhr"
    assert format_moment(at, "en", "UTC") == "Thu, 26 Nov 2026, 23:14"
