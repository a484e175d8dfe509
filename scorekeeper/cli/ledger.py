"""`scorekeeper ledger`: an evening deal by deal."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.services.desk import Desk
    from scorekeeper.services.views import LedgerView


@click.command("ledger")
@click.argument("night", required=False)
@click.option("--club", help="Name or id; left out where there is only one.")
@click.option("--json", "as_json", is_flag=True, help="One deal a line, for machines.")
def command(night: str | None, club: str | None, *, as_json: bool) -> None:
    """Print the ledger of a NIGHT: its number, date or id; the last when left out."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.finding import find_night

    desk = open_desk(read_config().database_url, system_clock)
    try:
        where = find_club(desk, club)
        found = find_night(desk, where, night)
        for page in _pages(desk, where.id, found.id):
            _print(page, as_json=as_json)
        if not as_json:
            _print_end(page)
    finally:
        desk.close()


def _pages(desk: "Desk", club_id: str, night_id: str) -> "Iterator[LedgerView]":
    from scorekeeper.services.ledger import night_ledger

    after: str | None = None
    while True:
        page = night_ledger(desk, club_id=club_id, night_id=night_id, after=after, limit=500)
        yield page
        after = page.next_after
        if after is None:
            return


def _print(page: "LedgerView", *, as_json: bool) -> None:
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_amount
    from scorekeeper.i18n.sentences import deal_sentence

    lang = language()
    t = translator(lang)
    names = {member.id: member.name for member in page.members}
    for deal in page.deals:
        if as_json:
            told = {
                "id": deal.id,
                "number": deal.number,
                "table": deal.table_name,
                "state": deal.state,
                "record": deal.record,
                "result": deal.outcome,
                "changes": {names.get(id_, id_): cents for id_, cents in deal.changes.items()},
                "haferl": deal.haferl_after,
                "who": deal.who,
                "at": deal.at.isoformat(),
                "reason": deal.reason,
            }
            click.echo(json.dumps(told, ensure_ascii=False))
            continue
        moved = ", ".join(
            f"{names.get(id_, id_)} {format_amount(cents, lang, sign=True)}"
            for id_, cents in deal.changes.items()
            if cents
        )
        struck = f" [{t('cli.ledger.undone')}]" if deal.state == "undone" else ""
        reason = f" ({deal.reason})" if deal.reason else ""
        click.echo(f"{deal.number:>4}  {deal_sentence(deal, t)}{struck}{reason}")
        if moved:
            click.echo(f"      {moved}")


def _print_end(page: "LedgerView") -> None:
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.ledger.journal import printed_hash

    lang = language()
    t = translator(lang)
    for member in page.members:
        amount = format_cents(page.balances.get(member.id, 0), lang, sign=True)
        click.echo(f"{member.name}: {amount}")
    if page.haferl:
        click.echo(t("cli.ledger.haferl", amount=format_cents(page.haferl, lang)))
    if page.hash:
        click.echo(t("cli.ledger.hash", hash=printed_hash(page.hash)))
