"""`scorekeeper purse`: the club's money as its treasurer keeps it."""

import json
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from typing import Any

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.services.desk import Desk
    from scorekeeper.services.purse_views import BookingView
    from scorekeeper.services.purse_views import CashRow
    from scorekeeper.services.purse_views import MovementView
    from scorekeeper.services.views import ClubView

_CLUB = click.option("--club", help="Its name or id; left out where there is only one.")
_JSON = click.option("--json", "as_json", is_flag=True, help="For machines.")
_DAY = click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), help="Day it was paid on; today if left out."
)
_WHO = click.option("--as", "who", default="", help="Name the ledger shows as who booked it.")
_BANK = click.option("--bank", is_flag=True, help="At the bank instead of in cash.")
_WORDS = click.option("--text", "words", default="", help="What the booking says.")
_REASON = click.option("--reason", default="", help="Why.")


class Amount(click.ParamType[int]):
    """An amount as people write it: 5, 5,00 or 5.00."""

    name = "amount"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        from scorekeeper.errors import ErrorCode
        from scorekeeper.errors import ScorekeeperError
        from scorekeeper.i18n import error_sentence
        from scorekeeper.schemas.forms_purse import money_of

        cents = value if isinstance(value, int) else money_of(str(value))
        if cents is None:
            error = ScorekeeperError(ErrorCode.AMOUNT_UNREADABLE, "amount", value=value)
            self.fail(error_sentence(error, language()), param, ctx)
        return cents


_AMOUNT = Amount()


@click.group("purse")
def command() -> None:
    """Show and keep the club's purse."""


@command.command("show")
@_CLUB
@_JSON
def show(club: str | None, *, as_json: bool) -> None:
    """Say what lies where, whose it is, and who owes what."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.services.cash_book import get_purse
    from scorekeeper.services.cash_book import list_accounts

    with _at(club) as (desk, where):
        seen = get_purse(desk, club_id=where.id)
        accounts = list_accounts(desk, club_id=where.id)
    if as_json:
        told = {
            "cash": seen.cash,
            "bank": seen.bank,
            "purse": seen.purse,
            "nights": seen.nights,
            "closed_month": seen.closed_month,
            "accounts": {one.member.name: one.cents for one in accounts},
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    lang = language()
    t = translator(lang)
    for name, cents in (("cash", seen.cash), ("bank", seen.bank), ("together", seen.holdings)):
        click.echo(f"{t('purse.' + name)}: {format_cents(cents, lang)}")
    click.echo(t("purse.belongs"))
    parts = [("club", seen.purse), ("credit", seen.credit), ("debt", seen.debt)]
    for name, cents in [*parts, *([("nights", seen.nights)] if seen.nights else [])]:
        click.echo(f"  {t('purse.owned.' + name)}: {format_cents(cents, lang)}")
    for one in accounts:
        if one.cents:
            click.echo(f"{one.member.name}: {format_cents(one.cents, lang, sign=True)}")


@command.command("list")
@click.argument("month", required=False)
@_CLUB
@_JSON
def list_(month: str | None, club: str | None, *, as_json: bool) -> None:
    """List the cash book of a MONTH (2026-11; the present one when left out)."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_amount
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.services.cash_book import get_cash_book
    from scorekeeper.services.cash_book import month_span

    with _at(club) as (desk, where):
        first, last = month_span(month or desk.clock().date().isoformat()[:7])
        rows: list[CashRow] = []
        after = None
        while True:
            page = get_cash_book(
                desk, club_id=where.id, first=first, last=last, after=after, limit=500
            )
            rows += page.rows
            after = page.next_after
            if after is None:
                break
    if as_json:
        told = [
            {**_plain(row.booking), "cash_after": row.cash, "bank_after": row.bank} for row in rows
        ]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    lang = language()
    t = translator(lang)
    for row in rows:
        one = row.booking
        places = [("cash", one.cash, row.cash), ("bank", one.bank, row.bank)]
        amounts = [
            f"{t('purse.' + name)} {format_amount(came, lang, sign=True)} "
            f"({format_amount(stands, lang)})"
            for name, came, stands in places
            if came
        ]
        day = format_date(one.day, lang, short=True)
        click.echo(f"{one.receipt}  {day}  {_said(one)}  {', '.join(amounts)}")


@command.command("book")
@click.argument("kind", type=click.Choice(["income", "expense"]))
@click.argument("amount", type=_AMOUNT)
@click.argument("category")
@click.option("--voucher", default="", help="Number on the paper receipt.")
@_WORDS
@_BANK
@_DAY
@_WHO
@_CLUB
def book(
    kind: str,
    amount: int,
    category: str,
    voucher: str,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
    *,
    bank: bool,
) -> None:
    """Book an income or expense of an AMOUNT for a CATEGORY and print its receipt's number."""
    from scorekeeper.services.purse import enter

    with _at(club, who) as (desk, where):
        booked = enter(
            desk,
            club_id=where.id,
            kind=kind,
            amount=amount,
            category=category,
            place=_place(bank),
            words=words,
            voucher=voucher,
            day=_date(day),
            key=_key(),
        )
    _tell(booked)


@command.command("charge")
@click.argument("item")
@click.argument("members", nargs=-1, required=True)
@click.option("--amount", type=_AMOUNT, help="Another amount than the catalogue has.")
@_WORDS
@_DAY
@_WHO
@_CLUB
def charge(
    item: str,
    members: tuple[str, ...],
    amount: int | None,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
) -> None:
    """Charge an ITEM of the catalogue to MEMBERS, all by name."""
    from scorekeeper.services import bounds
    from scorekeeper.services.purse import charge as charged
    from scorekeeper.services.purse_items import list_items

    with _at(club, who) as (desk, where):
        wanted = bounds.name_key(item.strip())
        found = [
            one
            for one in list_items(desk, club_id=where.id)
            if one.id == item or bounds.name_key(one.name) == wanted
        ]
        if len(found) != 1:
            raise bounds.missing("item")
        booked = charged(
            desk,
            club_id=where.id,
            kind=found[0].kind,
            member_ids=[_member(desk, where, name) for name in members],
            item_id=found[0].id,
            amount=amount,
            words=words,
            day=_date(day),
            key=_key(),
        )
    for one in booked:
        _tell(one)


@command.command("pay")
@click.argument("member")
@click.argument("amount", type=_AMOUNT)
@click.option("--out", "paid_out", is_flag=True, help="He is paid out instead of paying in.")
@_WORDS
@_BANK
@_DAY
@_WHO
@_CLUB
def pay(
    member: str,
    amount: int,
    words: str,
    day: datetime | None,
    who: str,
    club: str | None,
    *,
    bank: bool,
    paid_out: bool,
) -> None:
    """Book that a MEMBER paid an AMOUNT into his account."""
    from scorekeeper.services.purse import member_pays

    with _at(club, who) as (desk, where):
        booked = member_pays(
            desk,
            club_id=where.id,
            member_id=_member(desk, where, member),
            amount=amount,
            place=_place(bank),
            paid_out=paid_out,
            words=words,
            day=_date(day),
            key=_key(),
        )
    _tell(booked)


@command.command("take-back")
@click.argument("entry", type=int)
@click.argument("reason")
@_WHO
@_CLUB
def take_back_(entry: int, reason: str, who: str, club: str | None) -> None:
    """Take a booking back by its ENTRY's number, for a REASON."""
    from scorekeeper.services.purse import take_back

    with _at(club, who) as (desk, where):
        booked = take_back(desk, club_id=where.id, entry=entry, reason=reason, key=_key())
    _tell(booked)


@command.command("close-month")
@click.argument("month")
@click.argument("counted", type=_AMOUNT)
@_REASON
@_WHO
@_CLUB
def close_month_(month: str, counted: int, reason: str, who: str, club: str | None) -> None:
    """Close a MONTH (2026-11) with what was COUNTED in the cash box."""
    from scorekeeper.services.closings import close_month

    with _at(club, who) as (desk, where):
        close_month(desk, club_id=where.id, month=month, counted=counted, reason=reason, key=_key())
    click.echo(month)


@command.command("open-month")
@click.argument("reason")
@_WHO
@_CLUB
def open_month_(reason: str, who: str, club: str | None) -> None:
    """Open the month closed last again, for a REASON."""
    from scorekeeper.services.closings import reopen_month

    with _at(club, who) as (desk, where):
        step = reopen_month(desk, club_id=where.id, reason=reason, key=_key())
    click.echo(step.month)


@command.command("close-season")
@click.argument("season")
@click.option("--open", "reopen", is_flag=True, help="Open it again; needs a reason.")
@_REASON
@_WHO
@_CLUB
def close_season_(season: str, reason: str, who: str, club: str | None, *, reopen: bool) -> None:
    """Close a SEASON by its name: nothing of its evenings changes any more."""
    from scorekeeper.services.closings import close_season
    from scorekeeper.services.closings import reopen_season

    with _at(club, who) as (desk, where):
        found = _season(desk, where, season)
        work = reopen_season if reopen else close_season
        step = work(desk, club_id=where.id, season_id=found, reason=reason, key=_key())
    click.echo(step.season)


@command.command("statement")
@click.argument("member")
@_CLUB
@_JSON
def statement(member: str, club: str | None, *, as_json: bool) -> None:
    """List a MEMBER's account, the last movement first."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_amount
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.services.cash_book import get_statement

    with _at(club) as (desk, where):
        member_id = _member(desk, where, member)
        rows: list[MovementView] = []
        before = None
        while True:
            page = get_statement(
                desk, club_id=where.id, member_id=member_id, before=before, limit=500
            )
            rows += page.rows
            before = page.next_before
            if before is None:
                break
    if as_json:
        told = [
            {
                "entry": row.entry,
                "kind": row.kind,
                "day": row.day.isoformat(),
                "cents": row.cents,
                "after": row.after,
                "receipt": row.receipt,
                "night": row.night_number,
                "category": row.category,
                "text": row.words,
            }
            for row in rows
        ]
        click.echo(json.dumps({"cents": page.cents, "rows": told}, ensure_ascii=False))
        return
    lang = language()
    t = translator(lang)
    for row in rows:
        kind = f"purse.kind.{row.kind}"
        night = t("purse.night", number=row.night_number) if row.night_number else ""
        parts = (t(kind if t.has(kind) else "purse.kind.other"), row.category, night, row.words)
        said = " · ".join(part for part in parts if part)
        amount, after = format_amount(row.cents, lang, sign=True), format_amount(row.after, lang)
        click.echo(f"{format_date(row.day, lang, short=True)}  {said}  {amount} ({after})")


@command.command("print")
@click.argument("kind", type=click.Choice(["month", "season", "account"]))
@click.argument("what")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    required=True,
    help="File to write; - is standard output.",
)
@click.option("--lang", type=click.Choice(["de", "en"]), help="Language of the paper.")
@_CLUB
def print_(kind: str, what: str, output: Path, lang: str | None, club: str | None) -> None:
    """Print the cash book of a month or season, or the account of a member, as PDF.

    WHAT is a month as 2026-11, the name of a season, or that of a member.
    """
    from scorekeeper.documents.child import RenderError
    from scorekeeper.documents.child import render_pdf
    from scorekeeper.documents.purse_html import purse_html
    from scorekeeper.i18n import translator
    from scorekeeper.services.purse_documents import facts_for

    t = translator(language())
    with _at(club) as (desk, where):
        of = what
        if kind == "season":
            of = _season(desk, where, what)
        elif kind == "account":
            of = _member(desk, where, what)
        facts = facts_for(desk, club_id=where.id, args={"kind": kind, "of": of})
    try:
        pdf = render_pdf(purse_html(facts, language=lang or where.language))
    except RenderError as error:
        raise click.ClickException(t("documents.cli.failed", why=str(error))) from error
    if str(output) == "-":
        sys.stdout.buffer.write(pdf)
        return
    try:
        output.write_bytes(pdf)
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error
    click.echo(t("documents.cli.written", file=str(output)), err=True)


@contextmanager
def _at(club: str | None, who: str = "") -> Iterator[tuple["Desk", "ClubView"]]:
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club

    desk = open_desk(read_config().database_url, system_clock, who, language())
    try:
        yield desk, find_club(desk, club)
    finally:
        desk.close()


def _member(desk: "Desk", club: "ClubView", called: str) -> str:
    from scorekeeper.services import bounds
    from scorekeeper.services.members import list_members

    wanted = bounds.name_key(called.strip())
    for one in list_members(desk, club_id=club.id, include_inactive=True):
        if one.id == called or bounds.name_key(one.name) == wanted:
            return one.id
    raise bounds.missing("member")


def _season(desk: "Desk", club: "ClubView", called: str) -> str:
    from scorekeeper.services import bounds
    from scorekeeper.services.seasons import list_seasons

    for one in list_seasons(desk, club_id=club.id):
        if called in (one.id, one.name):
            return one.id
    raise bounds.missing("season")


def _said(booking: "BookingView") -> str:
    from scorekeeper.i18n import translator

    t = translator(language())
    key = f"purse.kind.{booking.kind}"
    people = " → ".join(one.name for one in (booking.member, booking.other) if one is not None)
    kind = t(key if t.has(key) else "purse.kind.other")
    parts = (kind, booking.category, people, booking.words)
    return " · ".join(part for part in parts if part)


def _plain(booking: "BookingView") -> dict[str, object]:
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


def _tell(booking: "BookingView") -> None:
    click.echo(f"{booking.entry}  {booking.receipt or '-'}  {_said(booking)}")


def _place(bank: bool) -> str:
    return "bank" if bank else "cash"


def _date(day: datetime | None) -> date | None:
    return None if day is None else day.date()


def _key() -> str:
    return secrets.token_urlsafe(16)
