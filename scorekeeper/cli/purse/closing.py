"""Closing months and seasons, and opening them again."""

import click

from scorekeeper.cli.purse.amount import COUNTED
from scorekeeper.cli.purse.asking import CLUB
from scorekeeper.cli.purse.asking import REASON
from scorekeeper.cli.purse.asking import WHO
from scorekeeper.cli.purse.asking import at
from scorekeeper.cli.purse.asking import new_key
from scorekeeper.cli.purse.asking import season_id


@click.command("close-month")
@click.argument("month")
@click.argument("counted", type=COUNTED)
@REASON
@WHO
@CLUB
def close_month_(month: str, counted: int, reason: str, who: str, club: str | None) -> None:
    """Close a MONTH (2026-11) with what was COUNTED in the cash box."""
    from scorekeeper.services.closings import close_month

    with at(club, who) as (desk, where):
        close_month(
            desk, club_id=where.id, month=month, counted=counted, reason=reason, key=new_key()
        )
    click.echo(month)


@click.command("open-month")
@click.argument("reason")
@WHO
@CLUB
def open_month_(reason: str, who: str, club: str | None) -> None:
    """Open the month closed last again, for a REASON."""
    from scorekeeper.services.closings import reopen_month

    with at(club, who) as (desk, where):
        step = reopen_month(desk, club_id=where.id, reason=reason, key=new_key())
    click.echo(step.month)


@click.command("close-season")
@click.argument("season")
@click.option("--open", "reopen", is_flag=True, help="Open it again; needs a reason.")
@REASON
@WHO
@CLUB
def close_season_(season: str, reason: str, who: str, club: str | None, *, reopen: bool) -> None:
    """Close a SEASON by its name: nothing of its evenings changes any more."""
    from scorekeeper.services.closings import close_season
    from scorekeeper.services.closings import reopen_season

    with at(club, who) as (desk, where):
        found = season_id(desk, where, season)
        work = reopen_season if reopen else close_season
        step = work(desk, club_id=where.id, season_id=found, reason=reason, key=new_key())
    click.echo(step.season)
