"""Money and dates as people write them, in German and English.

Money is written by our own code: it stands on every page many times, and Babel takes 30 times
as long. Tests hold it equal to Babel.
"""

from datetime import date
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

MINUS = "\N{MINUS SIGN}"
_HARD = "\N{NO-BREAK SPACE}"

_SYMBOLS = {
    "de": {"EUR": "€", "USD": "$", "GBP": "£"},
    "en": {"EUR": "€", "USD": "$", "GBP": "£"},
}


def format_amount(cents: int, lang: str, *, sign: bool = False) -> str:
    """Write an amount of cents without its currency: 12,50; with `sign` also a plus above 0."""
    if cents < 0:
        mark, cents = MINUS, -cents
    else:
        mark = "+" if sign and cents else ""
    whole, rest = divmod(cents, 100)
    if whole < 1000:
        return f"{mark}{whole},{rest:02}" if lang == "de" else f"{mark}{whole}.{rest:02}"
    if lang == "de":
        return f"{mark}{whole:,}".replace(",", ".") + f",{rest:02}"
    return f"{mark}{whole:,}.{rest:02}"


def format_cents(cents: int, lang: str, currency: str = "EUR", *, sign: bool = False) -> str:
    """Write an amount of cents with its currency: 12,50 € and €12.50, kept on one line."""
    if lang == "de":
        symbol = _SYMBOLS["de"].get(currency, currency)
        return f"{format_amount(cents, lang, sign=sign)}{_HARD}{symbol}"
    symbol = _SYMBOLS["en"].get(currency) or currency + _HARD
    amount = format_amount(abs(cents), lang)
    mark = MINUS if cents < 0 else "+" if sign and cents else ""
    return f"{mark}{symbol}{amount}"


def format_share(part: int, whole: int, lang: str) -> str:
    """Write a share that is not below nothing, rounded half up to the tenth: 63,3 %, 63.3%."""
    tenths = (2000 * part + whole) // (2 * whole)
    percent, tenth = divmod(tenths, 10)
    return f"{percent},{tenth}{_HARD}%" if lang == "de" else f"{percent}.{tenth}%"


_LONG_DATE = {"de": "EEEE, d. MMMM y", "en": "EEEE, d MMMM y"}
_SHORT_DATE = {"de": "EE, d.M.y", "en": "EE, d MMM y"}


@lru_cache(maxsize=4096)
def _date_text(day: date, pattern: str, lang: str) -> str:
    from babel.dates import format_date as babel_date

    return babel_date(day, pattern, locale=lang)


def format_date(day: date, lang: str, *, short: bool = False) -> str:
    """Write a day with its weekday: Donnerstag, 26. November 2026; short: Do., 26.11.2026."""
    day = date(day.year, day.month, day.day)
    return _date_text(day, (_SHORT_DATE if short else _LONG_DATE)[lang], lang)


def format_day(day: date, lang: str) -> str:
    """Write a day without its year, short enough for a chart: 26.11., 26 Nov."""
    return _date_text(date(day.year, day.month, day.day), {"de": "d.M.", "en": "d MMM"}[lang], lang)


def format_month(month: str, lang: str) -> str:
    """Write a month kept as 2026-11: November 2026."""
    return _date_text(date(int(month[:4]), int(month[5:]), 1), "MMMM y", lang)


def format_time(at: datetime, lang: str, time_zone: str) -> str:
    """Write the time of day as the club's clock showed it: 21:14 Uhr, 21:14."""
    local = at.astimezone(ZoneInfo(time_zone))
    return f"{local:%H:%M}{_HARD}Uhr" if lang == "de" else f"{local:%H:%M}"


def format_moment(at: datetime, lang: str, time_zone: str) -> str:
    """Write a moment as the club's clock showed it: Do., 26.11.2026, 21:14 Uhr."""
    local = at.astimezone(ZoneInfo(time_zone))
    return f"{format_date(local.date(), lang, short=True)}, {format_time(at, lang, time_zone)}"
