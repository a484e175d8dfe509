"""`scorekeeper export`: deals, balances, the ledger, members, or all of a club as a file."""

import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from scorekeeper.cli import language

SUBJECTS = ("night", "season", "club", "ledger", "balances", "standings", "members")
FORMATS = ("csv", "xlsx", "json", "beancount", "hledger")
_USUAL = {"club": "json"}
_DAY = click.DateTime(["%Y-%m-%d"])


@click.command("export")
@click.argument("what", type=click.Choice(SUBJECTS))
@click.option("--format", "format_", type=click.Choice(FORMATS), help="csv; of a club json.")
@click.option("--club", help="Its name or id; left out where there is only one.")
@click.option("--night", help="Number, date or id of an evening; for night the last by default.")
@click.option("--season", help="Name or id of a season; for season the last by default.")
@click.option("--from", "first", type=_DAY, help="First day.")
@click.option("--until", "last", type=_DAY, help="Last day.")
@click.option("--lang", type=click.Choice(["de", "en"]), help="Language of what is written in it.")
@click.option(
    "-o",
    "--output",
    type=click.Path(allow_dash=True, path_type=Path),
    default="-",
    help="File or folder to write to; standard output by default.",
)
def command(what: str, format_: str | None, output: Path, **said: Any) -> None:
    """Write WHAT into a file.

    night and season are deals (csv, xlsx, json), ledger every line (csv, xlsx, beancount,
    hledger), balances, standings and members lists (csv, xlsx), club everything there is, complete
    and to be brought in elsewhere (json).
    """
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.paths import replacing
    from scorekeeper.services import exports
    from scorekeeper.services.desk import open_desk

    lang = said["lang"] or language()
    desk = open_desk(read_config().database_url, system_clock, "", lang)
    try:
        made = exports.export(
            desk,
            club_id=_club(desk, said["club"]),
            subject="deals" if what in ("night", "season") else what,
            format_=format_ or _USUAL.get(what, "csv"),
            span=_span(desk, what, said),
        )
        if str(output) == "-":
            for block in made.blocks:
                sys.stdout.buffer.write(block)
            sys.stdout.buffer.flush()
            return
        path = output / made.name if output.is_dir() else output
        try:
            with replacing(path) as file:
                file.writelines(made.blocks)
        except OSError as error:
            raise click.FileError(str(path), error.strerror) from error
        click.echo(str(path), err=True)
    finally:
        desk.close()


def _club(desk: Any, called: str | None) -> str:
    from scorekeeper.services.finding import find_club

    return find_club(desk, called).id


def _span(desk: Any, what: str, said: Any) -> Any:
    from scorekeeper.services.exports import Span
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.finding import find_night

    club = find_club(desk, said["club"])
    night = said["night"]
    season = said["season"]
    return Span(
        night_id=find_night(desk, club, night).id if night or what == "night" else None,
        season_id=_season(desk, club.id, season) if season or what == "season" else None,
        first=_day(said["first"]),
        last=_day(said["last"]),
    )


def _season(desk: Any, club_id: str, called: str | None) -> str:
    from scorekeeper.errors import ErrorCode
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.services.seasons import list_seasons

    for season in list_seasons(desk, club_id=club_id):
        if called is None or called in (season.id, season.name):
            return season.id
    raise ScorekeeperError(ErrorCode.NOT_FOUND, "season")


def _day(moment: datetime | None) -> Any:
    return None if moment is None else moment.date()
