"""The catalogue of fees and fines, and where a Haferl left over goes."""

import json

import click

from scorekeeper.cli import language
from scorekeeper.cli.purse.amount import AMOUNT
from scorekeeper.cli.purse.asking import CLUB
from scorekeeper.cli.purse.asking import JSON
from scorekeeper.cli.purse.asking import at


@click.command("items")
@CLUB
@JSON
def items(club: str | None, *, as_json: bool) -> None:
    """List fees and fines with what they cost."""
    from scorekeeper.i18n import translator
    from scorekeeper.i18n.formats import format_cents
    from scorekeeper.services.purse_items import list_items

    with at(club) as (desk, where):
        found = list_items(desk, club_id=where.id, include_inactive=as_json)
    if as_json:
        told = [
            {"kind": x.kind, "name": x.name, "amount": x.amount, "active": x.active} for x in found
        ]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    t = translator(language())
    for one in found:
        click.echo(f"{t('purse.kind.' + one.kind)}: {one.name}  {format_cents(one.amount, t.lang)}")


@click.command("add-item")
@click.argument("kind", type=click.Choice(["fee", "fine"]))
@click.argument("name")
@click.argument("amount", type=AMOUNT)
@CLUB
def add_item_(kind: str, name: str, amount: int, club: str | None) -> None:
    """Add a fee or fine of this NAME and AMOUNT to the catalogue."""
    from scorekeeper.services.purse_items import add_item

    with at(club) as (desk, where):
        made = add_item(desk, club_id=where.id, kind=kind, name=name, amount=amount)
    click.echo(made.id)


@click.command("haferl")
@click.argument("to", type=click.Choice(["purse", "payers"]))
@CLUB
def haferl(to: str, club: str | None) -> None:
    """Say whether a Haferl left over is the purse's, or divided among who paid into it."""
    from scorekeeper.services.purse import set_haferl

    with at(club) as (desk, where):
        set_haferl(desk, club_id=where.id, to_purse=to == "purse")
    click.echo(to)
