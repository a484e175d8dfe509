"""What pages of the purse say of bookings, closings and amounts."""

from typing import Any

from flask import url_for

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.services import cash_book
from scorekeeper.services.purse_views import BookingView
from scorekeeper.services.purse_views import ClosingView
from scorekeeper.services.purse_views import MovementView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import money
from scorekeeper.web.pages import say


def say_below_zero(club_id: str, booked: BookingView) -> None:
    """Keep for the next page that a booking took the cash box or the bank below zero."""
    for place, cents in cash_book.below_zero(desk(), booked, club_id=club_id):
        say(f"purse.below.{place}", amount=money(cents))


def reopening(club_id: str, error: ScorekeeperError) -> str:
    """Return where a closed month that stands in the way is opened again, "" where none does."""
    if error.code is not ErrorCode.MONTH_CLOSED:
        return ""
    return url_for("purse_closings.index", club_id=club_id)


def kind_words(kind: str, t: Translator) -> str:
    """Name a kind of booking; one nobody named here is a movement of an evening."""
    key = f"purse.kind.{kind}"
    return t(key if t.has(key) else "purse.kind.other")


def month_words(month: str, t: Translator) -> str:
    """Write a month: November 2026."""
    return t("purse.month", month=t(f"purse.month.{int(month[5:])}"), year=month[:4])


def about(booking: BookingView, t: Translator) -> str:
    """Say what a booking is about, in one line: whom, what for, in which words."""
    people = " → ".join(one.name for one in (booking.member, booking.other) if one is not None)
    night = "" if booking.night_number is None else t("purse.night", number=booking.night_number)
    parts = [kind_words(booking.kind, t), booking.category, people, night, booking.words]
    return " · ".join(dict.fromkeys(part for part in parts if part))


def moved(row: MovementView, t: Translator) -> str:
    """Say what a movement of an account was."""
    night = ""
    if row.night_number is not None:
        night = t("purse.night", number=row.night_number)
    parts = [kind_words(row.kind, t), row.category, night, row.other, row.words]
    return " · ".join(dict.fromkeys(part for part in parts if part))


def booking_row(booking: BookingView, club_id: str, t: Translator) -> dict[str, Any]:
    """Return a booking as a list shows it."""
    came = booking.cash + booking.bank
    return {
        "link": url_for("purse.booking", club_id=club_id, booking=booking.entry),
        "day": format_date(booking.day, t.lang, short=True),
        "about": about(booking, t),
        "receipt": booking.receipt,
        "voucher": booking.voucher,
        "amount": format_cents(came, t.lang, sign=True)
        if came
        else format_cents(booking.amount, t.lang),
        "minus": came < 0,
        "struck": booking.taken_back_by is not None,
        "back": booking.takes_back is not None,
    }


def signed(cents: int, t: Translator) -> str:
    """Write an amount with its sign."""
    return format_amount(cents, t.lang, sign=True)


def closing_words(step: ClosingView, time_zone: str, t: Translator) -> dict[str, Any]:
    """Return a step of the log of closings in words."""
    what = month_words(step.month, t) if step.month else step.season
    difference = ""
    if step.counted is not None:
        difference = t("purse.closing.counted", amount=format_cents(step.counted, t.lang))
    return {
        "what": t(f"purse.closing.{step.kind}", what=what),
        "when": format_moment(step.at, t.lang, time_zone),
        "who": step.who,
        "why": step.why,
        "counted": difference,
        "money": t(
            "purse.closing.money",
            cash=format_cents(step.cash, t.lang),
            bank=format_cents(step.bank, t.lang),
        ),
    }
