"""The club's purse: how it stands, the cash book, everybody's account, and single bookings."""

from datetime import date
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_amount
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Keyed
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.schemas.forms_purse import BookingTakenBack
from scorekeeper.services import cash_book
from scorekeeper.services import clubs
from scorekeeper.services import purse
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.purse_views import CashRow
from scorekeeper.services.purse_views import MovementView
from scorekeeper.services.purse_views import PurseView
from scorekeeper.web.gate import holds
from scorekeeper.web.own import require_own
from scorekeeper.web.pages import club_day
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import say
from scorekeeper.web.pages import words
from scorekeeper.web.purse_words import about
from scorekeeper.web.purse_words import booking_row
from scorekeeper.web.purse_words import kind_words
from scorekeeper.web.purse_words import month_words
from scorekeeper.web.purse_words import moved
from scorekeeper.web.purse_words import reopening
from scorekeeper.web.purse_words import say_below_zero
from scorekeeper.web.purse_words import signed

pages = Blueprint("purse", __name__, url_prefix="/c/<string(length=36):club_id>/purse")

_ROWS = 100
_MONTHS = 12


@pages.get("/")
@needs(Action.SEE_PURSE)
def index(club_id: str) -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    seen = cash_book.get_purse(desk(), club_id=club_id)
    latest = cash_book.list_bookings(desk(), club_id=club_id, limit=10)
    return page(
        "web/purse.html",
        here="purse",
        club=club,
        purse=seen,
        lies=_lies(seen, t),
        owned=_owned(seen, t),
        total=format_cents(seen.holdings, t.lang),
        closed=month_words(seen.closed_month, t) if seen.closed_month else "",
        head=printed_hash(seen.hash),
        bookings=[booking_row(one, club_id, t) for one in latest],
        key=new_key(),
    )


@pages.post("/haferl")
@needs(Action.PURSE)
def haferl(club_id: str) -> Response:
    """Say where a Haferl left over goes from now on."""
    read(Keyed, request.form)
    purse.set_haferl(desk(), club_id=club_id, to_purse=request.form.get("to") == "purse")
    return go("purse.index", club_id=club_id)


@pages.get("/book")
@needs(Action.SEE_PURSE)
def book(club_id: str) -> str:
    """Show a month of the cash book, by default the present one."""
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    today = club_day(club.time_zone)
    month = request.args.get("month") or today.isoformat()[:7]
    first, last = cash_book.month_span(month)
    found = cash_book.get_cash_book(
        desk(),
        club_id=club_id,
        first=first,
        last=last,
        after=request.args.get("after") or None,
        limit=_ROWS,
    )
    return page(
        "web/purse_book.html",
        here="purse",
        club=club,
        month=month,
        month_words=month_words(month, t),
        months=_months(month, today, t),
        before=_stands(found.cash_before, found.bank_before, t),
        after=_stands(found.cash_after, found.bank_after, t),
        rows=[_cash_row(row, club_id, t) for row in found.rows],
        more=found.next_after
        and url_for("purse.book", club_id=club_id, month=month, after=found.next_after),
        key=new_key(),
    )


@pages.get("/accounts")
@needs(Action.SEE_PURSE)
def accounts(club_id: str) -> str:
    t = words()
    found = cash_book.list_accounts(desk(), club_id=club_id)
    seen = cash_book.get_purse(desk(), club_id=club_id)
    return page(
        "web/purse_accounts.html",
        here="purse",
        club=clubs.get_club(desk(), club_id=club_id),
        accounts=[
            {
                "name": one.member.name,
                "link": url_for("purse.account", club_id=club_id, member_id=one.member.id),
                "amount": signed(one.cents, t),
                "minus": one.cents < 0,
                "gone": not one.member.active,
            }
            for one in sorted(found, key=lambda one: (one.cents, one.member.name))
        ],
        credit=format_cents(seen.credit, t.lang),
        debt=format_cents(-seen.debt, t.lang),
    )


@pages.get("/accounts/<string(length=36):member_id>")
@needs(Action.LOOK)
def account(club_id: str, member_id: str) -> str:
    """Show every movement of a member's account, the last first; everybody may see his own."""
    require_own(club_id, member_id, Action.SEE_PURSE)
    return _statement(club_id, member_id)


@pages.get("/own")
@needs(Action.SEE_PURSE)
def own(club_id: str) -> str:
    """Show what made the purse what it is."""
    return _statement(club_id, None)


@pages.get("/bookings/<int:booking>")
@needs(Action.SEE_PURSE)
def booking(club_id: str, booking: int) -> str:
    return _booking(club_id, booking, {})


@pages.post("/bookings/<int:booking>")
@needs(Action.PURSE)
def take_back(club_id: str, booking: int) -> Response | tuple[str, int]:
    """Take a booking back by a counter-entry."""
    try:
        form = read(BookingTakenBack, request.form)
        made = purse.take_back(desk(), club_id=club_id, entry=booking, **form)
    except FormError as error:
        return _booking(club_id, booking, field_errors(error)), 422
    except ScorekeeperError as error:
        wrong = {"day" if error.place == "day" else "reason": refusal(error)}
        return _booking(club_id, booking, wrong, reopen=reopening(club_id, error)), 422
    say("purse.said.taken_back")
    say_below_zero(club_id, made)
    return go("purse.booking", club_id=club_id, booking=made.entry)


def _lies(seen: PurseView, t: Translator) -> list[tuple[str, str, bool]]:
    """Say what lies where."""
    places = [("purse.cash", seen.cash), ("purse.bank", seen.bank)]
    return [(t(name), format_cents(cents, t.lang), cents < 0) for name, cents in places]


def _owned(seen: PurseView, t: Translator) -> list[tuple[str, str, bool]]:
    """Say whose it is; together it is what lies there."""
    parts = [
        ("purse.owned.club", seen.purse),
        ("purse.owned.credit", seen.credit),
        ("purse.owned.debt", seen.debt),
    ]
    if seen.nights:
        parts.append(("purse.owned.nights", seen.nights))
    return [(t(name), format_cents(cents, t.lang), cents < 0) for name, cents in parts]


def _months(month: str, today: date, t: Translator) -> list[tuple[str, str]]:
    """Offer the last months, and the one that is shown."""
    year, number = today.year, today.month
    found = []
    for _ in range(_MONTHS):
        found.append(f"{year:04}-{number:02}")
        year, number = (year, number - 1) if number > 1 else (year - 1, 12)
    return [(one, month_words(one, t)) for one in sorted({*found, month}, reverse=True)]


def _stands(cash: int, bank: int, t: Translator) -> dict[str, str]:
    return {
        "cash": format_amount(cash, t.lang),
        "bank": format_amount(bank, t.lang),
        "both": format_amount(cash + bank, t.lang),
    }


def _cash_row(row: CashRow, club_id: str, t: Translator) -> dict[str, Any]:
    told = row.booking
    return {
        **booking_row(told, club_id, t),
        "cash": signed(told.cash, t) if told.cash else "",
        "bank": signed(told.bank, t) if told.bank else "",
        "stands": _stands(row.cash, row.bank, t),
    }


def _statement(club_id: str, member_id: str | None) -> str:
    t = words()
    found = cash_book.get_statement(
        desk(), club_id=club_id, member_id=member_id, before=whole(request.args.get("before"))
    )
    endpoint = "purse.own" if member_id is None else "purse.account"
    args: dict[str, Any] = {} if member_id is None else {"member_id": member_id}
    name = t("purse.own") if found.member is None else found.member.name
    return page(
        "web/purse_account.html",
        here="purse",
        name=name,
        member=found.member,
        amount=format_cents(found.cents, t.lang, sign=True),
        meaning=_meaning(found.cents, name, t) if found.member else "",
        minus=found.cents < 0,
        rows=[_movement(row, club_id, t) for row in found.rows],
        more=found.next_before
        and url_for(endpoint, club_id=club_id, before=found.next_before, **args),
        key=new_key(),
    )


def _meaning(cents: int, name: str, t: Translator) -> str:
    amount = format_cents(abs(cents), t.lang)
    if not cents:
        return t("purse.account.even", name=name)
    key = "purse.account.owes" if cents < 0 else "purse.account.credit"
    return t(key, name=name, amount=amount)


def _movement(row: MovementView, club_id: str, t: Translator) -> dict[str, Any]:
    link = ""
    if row.night_id is not None:
        link = url_for("ledger.show", club_id=club_id, night_id=row.night_id)
    elif holds(Action.SEE_PURSE):
        link = url_for("purse.booking", club_id=club_id, booking=row.entry)
    return {
        "day": format_date(row.day, t.lang, short=True),
        "said": moved(row, t),
        "why": row.why,
        "link": link,
        "receipt": row.receipt,
        "amount": signed(row.cents, t),
        "minus": row.cents < 0,
        "after": format_amount(row.after, t.lang),
        "struck": row.taken_back_by is not None,
    }


def _booking(club_id: str, entry: int, errors: dict[str, str], *, reopen: str = "") -> str:
    t = words()
    club = clubs.get_club(desk(), club_id=club_id)
    told = purse.get_booking(desk(), club_id=club_id, entry=entry)
    facts = [
        ("purse.field.day", format_date(told.day, t.lang)),
        ("purse.field.amount", format_cents(told.amount, t.lang)),
        ("purse.cash", signed(told.cash, t) if told.cash else ""),
        ("purse.bank", signed(told.bank, t) if told.bank else ""),
        ("purse.field.category", told.category),
        ("purse.field.member", told.member.name if told.member else ""),
        ("purse.field.payee", told.other.name if told.other else ""),
        ("purse.field.words", told.words),
        ("purse.field.receipt", told.receipt),
        ("purse.field.voucher", told.voucher),
        (
            "purse.field.night",
            t("purse.night", number=told.night_number) if told.night_number else "",
        ),
        ("purse.field.entry", str(told.entry)),
        ("purse.field.who", told.who),
        ("purse.field.at", format_moment(told.at, t.lang, club.time_zone)),
        ("purse.field.why", told.why),
    ]
    return page(
        "web/purse_booking.html",
        here="purse",
        title=kind_words(told.kind, t),
        sub=about(told, t),
        facts=[(t(name), value) for name, value in facts if value],
        booking=told,
        back_link=told.takes_back
        and url_for("purse.booking", club_id=club_id, booking=told.takes_back),
        gone_link=told.taken_back_by
        and url_for("purse.booking", club_id=club_id, booking=told.taken_back_by),
        errors=errors,
        typed=request.form.get("reason", ""),
        day=request.form.get("day")
        or purse.day_to_take_back(desk(), club_id=club_id, entry=entry).isoformat(),
        reopen=reopen,
        key=new_key(),
    )
