"""`scorekeeper demo`: a half season to look at, invented."""

from datetime import date
from datetime import datetime

import click

from scorekeeper.cli import language


@click.command("demo")
@click.option("--seed", type=int, default=1, show_default=True, help="Same seed, same season.")
@click.option(
    "--until",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Date of the last evening, which is left open; today when left out.",
)
@click.option("--once", is_flag=True, help="Do nothing where the invented club exists already.")
@click.option("--owner", help="The e-mail of the account that leads it, where there are accounts.")
def command(seed: int, until: datetime | None, once: bool, owner: str | None) -> None:
    """Fill a club with 20 invented evenings of all three games, and what its treasurer booked."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services import demo
    from scorekeeper.services.accounts import find_account
    from scorekeeper.services.clubs import list_clubs
    from scorekeeper.services.database import upgrade
    from scorekeeper.services.desk import open_desk

    t = translator(language())
    config = read_config()
    upgrade(config.database_url)
    desk = open_desk(config.database_url, system_clock, t("cli.demo.actor"))
    if once and any(club.name == demo.CLUB for club in list_clubs(desk)):
        desk.close()
        return
    last = until.date() if until else date.today()
    try:
        leads = None if owner is None else find_account(desk, owner).id
        with click.progressbar(length=demo.NIGHTS, label=t("cli.demo.label")) as bar:
            club = demo.fill(
                desk,
                seed=seed,
                last_evening=last,
                owner=leads,
                progress=lambda _done, _all: bar.update(1),
            )
    finally:
        desk.close()
    click.echo(t("cli.demo.done", club=club.name, nights=club.night_count))
