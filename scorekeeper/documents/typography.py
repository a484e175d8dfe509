"""Numbers, dates and lists of names as a printer would set them, in German and English.

What every page says in the same way comes from `i18n.formats`; here is what only paper needs.
"""

from collections.abc import Sequence
from datetime import date
from datetime import datetime

from scorekeeper.i18n import joined
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.i18n.season_values import standing_value

DASH = "\N{EN DASH}"
NARROW = "\N{NARROW NO-BREAK SPACE}"
HARD = "\N{NO-BREAK SPACE}"


def amount(cents: int, language: str) -> str:
    """Write an amount without plus and currency: 12,50 and −3,40."""
    return format_amount(cents, language)


def signed(cents: int, language: str) -> str:
    """Write what somebody won or lost: +1,60 and −1,60, and 0,00."""
    return format_amount(cents, language, sign=True)


def change(cents: int | None, language: str) -> str:
    """Write what one deal brought: as `signed`, a dash for nothing, empty for who was not there."""
    if cents is None:
        return ""
    return signed(cents, language) if cents else DASH


def points(count: int, language: str) -> str:
    """Write points of the soft score: +2, −7 and 0."""
    return standing_value("soft", count, 1, language)


def points_change(count: int | None, language: str) -> str:
    """Write what one deal brought in points, as `change` does an amount."""
    if count is None:
        return ""
    return points(count, language) if count else DASH


def money(cents: int, language: str, currency: str) -> str:
    """Write an amount with its currency, kept on one line: 12,50 €, €12.50."""
    return format_cents(cents, language, currency)


def long_date(day: date, language: str) -> str:
    """Write a day with its weekday, day and month kept together: Donnerstag, 26. November 2026."""
    weekday, rest = format_date(day, language).split(", ", 1)
    return f"{weekday}, {rest.replace(' ', HARD)}"


def moment(at: datetime, language: str, time_zone: str) -> str:
    """Write a moment as the club's clock showed it: Do., 26.11.2026, 21:14 Uhr."""
    return format_moment(at, language, time_zone)


def listed(names: Sequence[str], language: str) -> str:
    """Join names, the last two kept together: Anna, Bert und Caro."""
    text = joined(names, language)
    if len(names) < 2:
        return text
    return text[: -len(names[-1]) - 1] + HARD + names[-1]


def quoted(text: str, language: str) -> str:
    """Put a text in the language's quotation marks."""
    return f"„{text}“" if language == "de" else f"“{text}”"
