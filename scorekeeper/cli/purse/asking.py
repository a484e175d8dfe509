"""What every command of the purse asks for, and how it says what it did."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from datetime import datetime
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.services.desk import Desk
    from scorekeeper.services.purse_views import BookingView
    from scorekeeper.services.views import ClubView

CLUB = click.option("--club", help="Its name or id; left out where there is only one.")
JSON = click.option("--json", "as_json", is_flag=True, help="For machines.")
DAY = click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), help="Day it was paid on; today if left out."
)
WHO = click.option("--as", "who", default="", help="Name the ledger shows as who booked it.")
BANK = click.option("--bank", is_flag=True, help="At the bank instead of in cash.")
WORDS = click.option("--text", "words", default="", help="What the booking says.")
REASON = click.option("--reason", default="", help="Why.")


@contextmanager
def at(club: str | None, who: str = "") -> Iterator[tuple["Desk", "ClubView"]]:
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club

    desk = open_desk(read_config().database_url, system_clock, who, language())
    try:
        yield desk, find_club(desk, club)
    finally:
        desk.close()


def member_id(desk: "Desk", club: "ClubView", called: str) -> str:
    from scorekeeper.services import bounds
    from scorekeeper.services.members import list_members

    wanted = bounds.name_key(called.strip())
    for one in list_members(desk, club_id=club.id, include_inactive=True):
        if one.id == called or bounds.name_key(one.name) == wanted:
            return one.id
    raise bounds.missing("member")


def season_id(desk: "Desk", club: "ClubView", called: str) -> str:
    from scorekeeper.services import bounds
    from scorekeeper.services.seasons import list_seasons

    for one in list_seasons(desk, club_id=club.id):
        if called in (one.id, one.name):
            return one.id
    raise bounds.missing("season")


def said(booking: "BookingView") -> str:
    from scorekeeper.i18n import translator

    t = translator(language())
    key = f"purse.kind.{booking.kind}"
    people = " → ".join(one.name for one in (booking.member, booking.other) if one is not None)
    kind = t(key if t.has(key) else "purse.kind.other")
    parts = (kind, booking.category, people, booking.words)
    return " · ".join(part for part in parts if part)


def plain(booking: "BookingView") -> dict[str, object]:
    return {
        "entry": booking.entry,
        "receipt": booking.receipt,
        "day": booking.day.isoformat(),
        "kind": booking.kind,
        "category": booking.category,
        "text": booking.words,
        "voucher": booking.voucher,
        "cash": booking.cash,
        "bank": booking.bank,
        "member": booking.member.name if booking.member else None,
    }


def tell(desk: "Desk", club: "ClubView", booking: "BookingView") -> None:
    """Print what was booked; what the purse must be looked at for goes beside it, not into it."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.services.cash_book import below_zero

    click.echo(f"{booking.entry}  {booking.receipt or '-'}  {said(booking)}")
    t = translator(language())
    for place, cents in below_zero(desk, booking, club_id=club.id):
        click.echo(t(f"purse.below.{place}", amount=format_cents(cents, t.lang)), err=True)


def place_of(bank: bool) -> str:
    return "bank" if bank else "cash"


def date_of(day: datetime | None) -> date | None:
    return None if day is None else day.date()


def new_key() -> str:
    return secrets.token_urlsafe(16)
