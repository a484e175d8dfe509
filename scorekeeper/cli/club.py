"""`scorekeeper club`: clubs and the people in them."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import uuid4

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.services.desk import Desk

_JSON = click.option("--json", "as_json", is_flag=True, help="For machines.")
_CLUB = click.option("--club", help="Its name or id; left out where there is only one.")
_WHY = click.option("--why", default="", help="The reason, which is kept.")


@click.group("club")
def command() -> None:
    """List clubs and their members, found or rename a club; add, merge or anonymise members."""


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
@click.option(
    "--owner",
    help="The e-mail of the account that leads it; needed as soon as there are accounts.",
)
def add(name: str, spoken: str, time_zone: str, owner: str | None) -> None:
    """Found the club NAME and print its id."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.accounts import find_account
    from scorekeeper.services.clubs import create_club
    from scorekeeper.services.desk import open_desk

    desk = open_desk(read_config().database_url, system_clock)
    try:
        leads = None if owner is None else find_account(desk, owner).id
        made = create_club(desk, name=name, language=spoken, time_zone=time_zone, owner=leads)
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


@command.command("merge")
@click.argument("name")
@click.argument("into")
@_WHY
@_CLUB
def merge(name: str, into: str, why: str, club: str | None) -> None:
    """Let NAME be a duplicate of INTO: they are counted together, and nothing is rewritten."""
    from scorekeeper.services.merging import merge_members

    with _opened(club) as (desk, club_id):
        kept = merge_members(
            desk,
            club_id=club_id,
            member_id=_person(desk, club_id, name),
            into_id=_person(desk, club_id, into),
            why=why,
            key=_key(),
        )
    click.echo(kept.name)


@command.command("unmerge")
@click.argument("name")
@_WHY
@_CLUB
def unmerge(name: str, why: str, club: str | None) -> None:
    """Let the duplicate NAME be a person of his own again, as he was before."""
    from scorekeeper.errors import ErrorCode
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.services.bounds import name_key
    from scorekeeper.services.merging import unmerge_member
    from scorekeeper.services.person_card import person_card

    with _opened(club) as (desk, club_id):
        card = person_card(desk, club_id=club_id, member_id=_person(desk, club_id, name))
        found = [one for one in card.duplicates if name_key(one.name) == name_key(name)]
        if not found:
            raise ScorekeeperError(ErrorCode.MERGE_NONE, "member", name=card.member.name)
        parted = unmerge_member(desk, club_id=club_id, member_id=found[0].id, why=why, key=_key())
    click.echo(parted.name)


@command.command("anonymise")
@click.argument("name")
@click.option("--also", multiple=True, help="Another name he is called by in notes.")
@click.option("--money-open", is_flag=True, help="Also while money stands open.")
@click.option("--yes", is_flag=True, help="Do not ask: it cannot be taken back.")
@_WHY
@_CLUB
def anonymise(
    name: str, also: tuple[str, ...], why: str, club: str | None, *, money_open: bool, yes: bool
) -> None:
    """Call NAME a former member everywhere; every sum stays as it is.

    Rows of the ledger that its checksums protect keep what was typed into them; it is not shown
    any more.
    """
    from scorekeeper.i18n import translator
    from scorekeeper.services.anonymity import make_anonymous

    t = translator(language())
    if not yes:
        click.confirm(t("people.anonymise.sure", name=name), abort=True)
    with _opened(club) as (desk, club_id):
        gone = make_anonymous(
            desk,
            club_id=club_id,
            member_id=_person(desk, club_id, name),
            also=also,
            why=why,
            confirmed=money_open,
            key=_key(),
        )
    click.echo(gone.name)


@command.command("export-person")
@click.argument("name")
@_CLUB
def export_person_(name: str, club: str | None) -> None:
    """Write everything that is kept about NAME to the standard output, as JSON."""
    from scorekeeper.services.person_export import export_person

    with _opened(club) as (desk, club_id):
        made = export_person(desk, club_id=club_id, member_id=_person(desk, club_id, name))
        for piece in made.pieces:
            sys.stdout.write(piece)


@contextmanager
def _opened(called: str | None) -> "Iterator[tuple[Desk, str]]":
    """Open the database and find the club."""
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk
    from scorekeeper.services.finding import find_club

    desk = open_desk(read_config().database_url, system_clock, language=language())
    try:
        yield desk, find_club(desk, called).id
    finally:
        desk.close()


def _person(desk: "Desk", club_id: str, name: str) -> str:
    from scorekeeper.services.search import person_named

    return person_named(desk, club_id=club_id, name=name)


def _key() -> str:
    return f"shell-{uuid4()}"
