"""`scorekeeper club`: clubs and the people in them."""

import json

import click

from scorekeeper.cli import language

_JSON = click.option("--json", "as_json", is_flag=True, help="For machines.")
_CLUB = click.option("--club", help="Its name or id; left out where there is only one.")


@click.group("club")
def command() -> None:
    """List clubs and their members, found or rename a club, add a member."""


@command.command("list")
@_JSON
def list_(*, as_json: bool) -> None:
    """List every club."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.clubs import list_clubs
    from scorekeeper.services.desk import open_desk

    desk = open_desk(read_config().database_url, system_clock)
    clubs = list_clubs(desk)
    desk.close()
    if as_json:
        told = [
            {
                "id": club.id,
                "name": club.name,
                "members": club.member_count,
                "nights": club.night_count,
            }
            for club in clubs
        ]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    t = translator(language())
    for club in clubs:
        people = t("cli.club.members", club.member_count)
        click.echo(f"{club.name}  ({people}, {t('cli.club.nights', club.night_count)})")
    if not clubs:
        click.echo(t("cli.club.none"))


@command.command("add")
@click.argument("name")
@click.option(
    "--language",
    "spoken",
    type=click.Choice(["de", "en"]),
    default="de",
    show_default=True,
    help="Language of what the program itself names.",
)
@click.option(
    "--time-zone",
    default="Europe/Berlin",
    show_default=True,
    help="Where the club plays: a night belongs to the evening it began.",
)
def add(name: str, spoken: str, time_zone: str) -> None:
    """Found the club NAME and print its id."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.clubs import create_club
    from scorekeeper.services.desk import open_desk

    desk = open_desk(read_config().database_url, system_clock)
    try:
        made = create_club(desk, name=name, language=spoken, time_zone=time_zone)
    finally:
        desk.close()
    click.echo(made.id)


@command.command("members")
@click.argument("club", required=False)
@click.option("--all", "everybody", is_flag=True, help="Those who play no more too.")
@_JSON
def members_(club: str | None, *, everybody: bool, as_json: bool) -> None:
    """List the members of a CLUB (its name or id; left out where there is only one)."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.members import list_members

    desk = open_desk(read_config().database_url, system_clock)
    try:
        found = find_club(desk, club)
        people = list_members(desk, club_id=found.id, include_inactive=everybody)
    finally:
        desk.close()
    if as_json:
        told = [
            {"id": one.id, "name": one.name, "active": one.active, "nights": one.nights}
            for one in people
        ]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for one in people:
        click.echo(one.name if one.active else f"({one.name})")


@command.command("rename")
@click.argument("name")
@_CLUB
def rename(name: str, club: str | None) -> None:
    """Give a club the NAME that stands on its pages and documents."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.clubs import rename_club
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club

    desk = open_desk(read_config().database_url, system_clock)
    try:
        renamed = rename_club(desk, club_id=find_club(desk, club).id, name=name)
    finally:
        desk.close()
    click.echo(renamed.name)


@command.command("add-member")
@click.argument("name")
@_CLUB
def add_member_(name: str, club: str | None) -> None:
    """Add a member of this NAME to a club and print his id."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.members import add_member

    desk = open_desk(read_config().database_url, system_clock)
    try:
        added = add_member(desk, club_id=find_club(desk, club).id, name=name)
    finally:
        desk.close()
    click.echo(added.id)
