"""`scorekeeper night`: evenings, how one stands, sheets from paper, coins and limits."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language
from scorekeeper.cli.purse.amount import AMOUNT
from scorekeeper.cli.purse.amount import named_amount

if TYPE_CHECKING:
    from scorekeeper.i18n import Translator
    from scorekeeper.services.views import NightView

_JSON = click.option("--json", "as_json", is_flag=True, help="For machines.")
_CLUB = click.option("--club", help="Name or id; left out where there is only one.")
_WHY = click.option("--why", required=True, help="What sheet it is, or why it changes.")


@click.group("night")
def command() -> None:
    """List evenings, say how one stands, enter sheets from paper."""


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
    """List the last evenings, those of the latest day first."""
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


@command.command("amounts")
@click.argument("changes", nargs=-1, required=True, metavar="NAME=AMOUNT...")
@_CLUB
@click.option("--night", help="Its number, date or id; the last when left out.")
@click.option("--on", type=click.DateTime(["%Y-%m-%d"]), help="Begin a new evening of this day.")
@click.option("--place", default="", help="Where the new evening was.")
@click.option("--correct", type=int, metavar="ENTRY", help="Tell this sheet anew.")
@_WHY
def amounts_(
    changes: Sequence[str],
    club: str | None,
    night: str | None,
    on: datetime | None,
    place: str,
    correct: int | None,
    why: str,
) -> None:
    """Enter a sheet's plus and minus in euros, as in: amounts Anna=3,40 Bert=-3,40.

    They must add up to zero. Who is no member yet becomes one.
    """
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.services import amounts
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.finding import find_night
    from scorekeeper.services.members import members_named
    from scorekeeper.services.nights import start_night

    lang = language()
    t = translator(lang)
    told = [named_amount(one) for one in changes]
    missing = -sum(cents for _, cents in told)
    if missing:
        amount = format_cents(missing, lang, sign=True)
        raise click.ClickException(t("settling.sheet.missing", amount=amount))
    desk = open_desk(read_config().database_url, system_clock, language=lang)
    try:
        where = find_club(desk, club)
        people = members_named(desk, club_id=where.id, names=[name for name, _ in told])
        cents = {one.id: amount for one, (_, amount) in zip(people, told, strict=True)}
        if correct is not None:
            sheet = amounts.correct_amounts(
                desk,
                club_id=where.id,
                entry=correct,
                changes=cents,
                why=why,
                key=_key(desk.new_id()),
            )
        else:
            found = (
                find_night(desk, where, night)
                if on is None
                else start_night(
                    desk, club_id=where.id, date=on.date(), place=place, key=_key(desk.new_id())
                )
            )
            sheet = amounts.record_amounts(
                desk,
                club_id=where.id,
                night_id=found.id,
                changes=cents,
                why=why,
                key=_key(desk.new_id()),
            )
    finally:
        desk.close()
    click.echo(t("settling.cli.booked", entry=sheet.entry))


@command.command("undo-amounts")
@click.argument("entry", type=int)
@_CLUB
@_WHY
def undo_(entry: int, club: str | None, why: str) -> None:
    """Take back the sheet that was booked as ENTRY."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services import amounts
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club

    desk = open_desk(read_config().database_url, system_clock, language=language())
    try:
        where = find_club(desk, club)
        amounts.undo_amounts(desk, club_id=where.id, entry=entry, why=why, key=_key(desk.new_id()))
    finally:
        desk.close()
    click.echo(translator(language())("settling.sheet.gone"))


@command.command("money-rules")
@_CLUB
@click.option("--night", help="Its number, date or id; for new evenings when left out.")
@click.option("--coin", type=click.Choice(["1", "5", "10"]), help="Smallest coin, in cents.")
@click.option("--limit", type=AMOUNT, help="The most anybody may lose, in euros; 0 for no limit.")
@click.option("--mode", type=click.Choice(["warn", "refuse"]), help="When a deal goes beyond.")
def rules_(
    club: str | None, night: str | None, coin: str | None, limit: int | None, mode: str | None
) -> None:
    """Say or show in which coins is paid and what the stake limit is."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.services import money_rules
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.finding import find_night
    from scorekeeper.services.views import MoneyRulesView
    from scorekeeper.services.views import NightView

    lang = language()
    t = translator(lang)
    desk = open_desk(read_config().database_url, system_clock, language=lang)
    try:
        where = find_club(desk, club)
        told: MoneyRulesView | NightView
        found = None if night is None else find_night(desk, where, night)
        told = found or money_rules.get_money_rules(desk, club_id=where.id)
        if coin or limit is not None or mode:
            cents = told.stake_limit if limit is None else limit or None
            wanted = {
                "coin": told.coin if coin is None else {"1": None, "5": 5, "10": 10}[coin],
                "stake_limit": cents,
                "stake_mode": mode or told.stake_mode or money_rules.WARN,
            }
            told = (
                money_rules.set_money_rules(desk, club_id=where.id, **wanted)  # type: ignore[arg-type]
                if found is None
                else money_rules.set_night_rules(
                    desk,
                    club_id=where.id,
                    night_id=found.id,
                    **wanted,  # type: ignore[arg-type]
                )
            )
    finally:
        desk.close()
    coin_ = t("settling.rules.cent") if told.coin is None else format_cents(told.coin, lang)
    click.echo(f"{t('settling.rules.coin')}: {coin_}")
    if told.stake_limit is not None:
        click.echo(f"{t('settling.rules.limit')}: {format_cents(told.stake_limit, lang)}")
        said = t("settling.rules.refuse" if told.stake_mode == "refuse" else "settling.rules.warn")
        click.echo(f"{t('settling.rules.mode')}: {said}")


def _key(made: str) -> str:
    return f"cli-{made}"


def _heading(night: "NightView", t: "Translator") -> str:
    from scorekeeper.i18n.formats import format_date
    from scorekeeper.i18n.night_words import held_words

    place = f", {night.place}" if night.place else ""
    return t(
        "cli.night.heading",
        held=held_words(t, night.deals, night.rows).replace("\N{NO-BREAK SPACE}", " "),
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
        "rows": night.rows,
    }
