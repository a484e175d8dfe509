"""Showing the purse: how it stands, the cash book, accounts, and both on paper."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language
from scorekeeper.cli.purse.asking import CLUB
from scorekeeper.cli.purse.asking import JSON
from scorekeeper.cli.purse.asking import at
from scorekeeper.cli.purse.asking import member_id
from scorekeeper.cli.purse.asking import plain
from scorekeeper.cli.purse.asking import said
from scorekeeper.cli.purse.asking import season_id

if TYPE_CHECKING:
    from scorekeeper.services.purse_views import CashRow
    from scorekeeper.services.purse_views import MovementView


@click.command("show")
@CLUB
@JSON
def show(club: str | None, *, as_json: bool) -> None:
    """Say what lies where, whose it is, and who owes what."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.services.cash_book import get_purse
    from scorekeeper.services.cash_book import list_accounts

    with at(club) as (desk, where):
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


@click.command("list")
@click.argument("month", required=False)
@CLUB
@JSON
def list_(month: str | None, club: str | None, *, as_json: bool) -> None:
    """List the cash book of a MONTH (2026-11; the present one when left out)."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_amount
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.services.cash_book import get_cash_book
    from scorekeeper.services.cash_book import month_span

    with at(club) as (desk, where):
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
            {**plain(row.booking), "cash_after": row.cash, "bank_after": row.bank} for row in rows
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
        click.echo(f"{one.receipt}  {day}  {said(one)}  {', '.join(amounts)}")


@click.command("statement")
@click.argument("member")
@CLUB
@JSON
def statement(member: str, club: str | None, *, as_json: bool) -> None:
    """List a MEMBER's account, the last movement first."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_amount
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.services.cash_book import get_statement

    with at(club) as (desk, where):
        whose = member_id(desk, where, member)
        rows: list[MovementView] = []
        before = None
        while True:
            page = get_statement(desk, club_id=where.id, member_id=whose, before=before, limit=500)
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
        what = " · ".join(part for part in parts if part)
        amount, after = format_amount(row.cents, lang, sign=True), format_amount(row.after, lang)
        click.echo(f"{format_date(row.day, lang, short=True)}  {what}  {amount} ({after})")


@click.command("print")
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
@CLUB
def print_(kind: str, what: str, output: Path, lang: str | None, club: str | None) -> None:
    """Print the cash book of a month or season, or the account of a member, as PDF.

    WHAT is a month as 2026-11, the name of a season, or that of a member.
    """
    from scorekeeper.documents.child import RenderError
    from scorekeeper.documents.child import render_pdf
    from scorekeeper.documents.purse_html import purse_html
    from scorekeeper.i18n import translator
    from scorekeeper.paths import replacing
    from scorekeeper.services.purse_documents import facts_for

    t = translator(language())
    with at(club) as (desk, where):
        of = what
        if kind == "season":
            of = season_id(desk, where, what)
        elif kind == "account":
            of = member_id(desk, where, what)
        facts = facts_for(desk, club_id=where.id, args={"kind": kind, "of": of})
    try:
        pdf = render_pdf(purse_html(facts, language=lang or where.language))
    except RenderError as error:
        raise click.ClickException(t("documents.cli.failed", why=str(error))) from error
    if str(output) == "-":
        sys.stdout.buffer.write(pdf)
        return
    try:
        with replacing(output) as file:
            file.write(pdf)
    except OSError as error:
        raise click.FileError(str(output), error.strerror) from error
    click.echo(t("documents.cli.written", file=str(output)), err=True)
