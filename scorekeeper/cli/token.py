"""`scorekeeper token`: keys for other programs."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.services.desk import Desk

_CLUB = click.option("--club", help="Its name or id; left out where there is only one.")


@click.group("token")
def command() -> None:
    """Make keys for other programs, list and end them."""


@command.command("list")
@_CLUB
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def list_(club: str | None, *, as_json: bool) -> None:
    """List the keys of a club that are good."""
    from scorekeeper.i18n import translator
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.tokens import list_tokens

    with _desk() as desk:
        found = list_tokens(desk, club_id=find_club(desk, club).id)
    if as_json:
        told = [
            {
                "id": one.id,
                "name": one.name,
                "scopes": [scope.value for scope in one.scopes],
                "account_id": one.account_id,
                "table_id": one.table_id,
                "used_on": None if one.used_on is None else one.used_on.isoformat(),
            }
            for one in found
        ]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for one in found:
        used = "-" if one.used_on is None else one.used_on.isoformat()
        click.echo(f"{one.id}  {one.name}  {used}  {' '.join(one.scopes)}")
    if not found:
        click.echo(translator(language())("programs.cli.none"))


@command.command("add")
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    help="What it may do; repeatable. Left out: look. `all` is everything but `account`.",
)
@click.option("--account", help="Whose rights it has, by e-mail; needed once there are accounts.")
@click.option("--table", help="The id of the one table it is good for.")
@_CLUB
def add(
    name: str, scopes: tuple[str, ...], account: str | None, table: str | None, club: str | None
) -> None:
    """Make a key called NAME and print it, this once."""
    from scorekeeper.errors import ErrorCode
    from scorekeeper.errors import ScorekeeperError
    from scorekeeper.i18n import translator
    from scorekeeper.services.accounts import any_account
    from scorekeeper.services.accounts import list_accounts
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.permissions import Action
    from scorekeeper.services.tokens import SCOPES
    from scorekeeper.services.tokens import TABLE_SCOPES
    from scorekeeper.services.tokens import create_token

    offered = SCOPES if table is None else TABLE_SCOPES
    chosen = list(scopes) or ["look"]
    if "all" in chosen:
        chosen = [scope.value for scope in offered if scope is not Action.ACCOUNT]
    with _desk() as desk:
        owner = None
        if account is not None:
            known = [one for one in list_accounts(desk) if one.email == account.strip().lower()]
            if not known:
                raise ScorekeeperError(ErrorCode.NOT_FOUND, "account")
            owner = known[0].id
        elif table is None and any_account(desk):
            raise click.UsageError(translator(language())("programs.cli.needs-account"))
        elif Action.ACCOUNT in chosen:
            raise click.UsageError(translator(language())("programs.cli.no-account"))
        club_id = find_club(desk, club).id
        if owner is not None and "all" not in scopes:
            _require_rights(desk, club_id, owner, chosen)
        made = create_token(
            desk,
            club_id=club_id,
            name=name,
            scopes=chosen,
            account_id=owner,
            table_id=table,
        )
    click.echo(made.text)


def _require_rights(desk: "Desk", club_id: str, account_id: str, scopes: list[str]) -> None:
    """Refuse scopes that the roles of an account do not hold: the key could do nothing with them.

    A scope nobody knows is refused where the key is made.
    """
    from scorekeeper.i18n import translator
    from scorekeeper.services.officers import list_officers
    from scorekeeper.services.permissions import ALLOWED
    from scorekeeper.services.permissions import Action
    from scorekeeper.services.permissions import may

    t = translator(language())
    held = {one.account_id: one.roles for one in list_officers(desk, club_id=club_id)}
    roles = held.get(account_id)
    if not roles:
        raise click.UsageError(t("programs.cli.no-role"))
    beyond = [one.value for one in ALLOWED if one.value in scopes and not may(roles, Action(one))]
    if beyond:
        raise click.UsageError(t("programs.cli.beyond", scopes=", ".join(beyond)))


@command.command("revoke")
@click.argument("token_id", metavar="ID")
@_CLUB
def revoke(token_id: str, club: str | None) -> None:
    """End the key with this ID, which `list` shows."""
    from scorekeeper.i18n import translator
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.tokens import revoke_token

    with _desk() as desk:
        ended = revoke_token(desk, club_id=find_club(desk, club).id, token_id=token_id)
    click.echo(translator(language())("programs.cli.ended", name=ended.name))


@contextmanager
def _desk() -> "Iterator[Desk]":
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.services.desk import open_desk

    desk = open_desk(read_config().database_url, system_clock)
    try:
        yield desk
    finally:
        desk.close()
