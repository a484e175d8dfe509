"""`scorekeeper night`: evenings, and how one stands."""

import json
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language
from scorekeeper.cli.amounts import amounts_
from scorekeeper.cli.amounts import rules_
from scorekeeper.cli.amounts import undo_

if TYPE_CHECKING:
    from scorekeeper.i18n import Translator
    from scorekeeper.services.views import NightView

_JSON = click.option("--json", "as_json", is_flag=True, help="For machines.")
_CLUB = click.option("--club", help="Name or id; left out where there is only one.")


@click.group("night")
def command() -> None:
    """List evenings and say how one stands."""


@command.command("list")
@_CLUB
@click.option(
    "--limit",
    type=click.IntRange(1, 200),
    default=20,
    show_default=True,
    help="How many.",
)
@_JSON
def list_(club: str | None, limit: int, *, as_json: bool) -> None:
    """List the last evenings, the newest first."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.nights import list_nights

    desk = open_desk(read_config().database_url, system_clock)
    try:
        nights = list_nights(desk, club_id=find_club(desk, club).id, limit=limit)
    finally:
        desk.close()
    if as_json:
        click.echo(json.dumps([_plain(night) for night in nights], ensure_ascii=False))
        return
    t = translator(language())
    for night in nights:
        click.echo(_heading(night, t))
    if not nights:
        click.echo(t("cli.night.none"))


@command.command("show")
@click.argument("night", required=False)
@_CLUB
@_JSON
def show(night: str | None, club: str | None, *, as_json: bool) -> None:
    """Say who stands where in a NIGHT: its number, date or id; the last when left out."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.finding import find_night
    from scorekeeper.services.ledger import balances
    from scorekeeper.services.settlement import get_settlement

    desk = open_desk(read_config().database_url, system_clock, language=language())
    try:
        where = find_club(desk, club)
        found = find_night(desk, where, night)
        people = balances(desk, club_id=where.id, night_id=found.id)
        plan = get_settlement(desk, club_id=where.id, night_id=found.id)
    finally:
        desk.close()
    if as_json:
        told = {
            **_plain(found),
            "balances": {one.name: cents for one, cents in people},
            "transfers": [
                {"from": one.payer, "to": one.payee, "amount": one.amount, "paid": one.paid}
                for one in (plan.transfers if plan else ())
            ],
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    lang = language()
    t = translator(lang)
    click.echo(_heading(found, t))
    for one, cents in people:
        click.echo(f"  {one.name}: {format_cents(cents, lang, sign=True)}")
    for part in plan.transfers if plan else ():
        amount = format_cents(part.amount, lang)
        paid = format_cents(part.paid, lang)
        click.echo(
            "  "
            + t("cli.night.transfer", payer=part.payer, payee=part.payee, amount=amount, paid=paid)
        )


command.add_command(amounts_)
command.add_command(undo_)
command.add_command(rules_)


def _heading(night: "NightView", t: "Translator") -> str:
    from scorekeeper.i18n.formats import format_date

    place = f", {night.place}" if night.place else ""
    return t(
        "cli.night.heading",
        night.deals,
        number=night.number,
        date=format_date(night.date, t.lang),
        place=place,
        state=t(f"cli.night.{night.state.value}"),
    )


def _plain(night: "NightView") -> dict[str, object]:
    return {
        "id": night.id,
        "number": night.number,
        "date": night.date.isoformat(),
        "place": night.place,
        "state": night.state.value,
        "season": night.season_name,
        "deals": night.deals,
    }
