"""`scorekeeper account`: who may sign in, from the machine the service runs on.

This is the way back in for whoever forgot his password: who may run this may do anything anyway.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from scorekeeper.cli import language

if TYPE_CHECKING:
    from scorekeeper.services.desk import Desk

_ROLES = ("owner", "treasurer", "referee", "scorekeeper", "viewer")
_ROLE = click.Choice(_ROLES)
_CLUB = click.option("--club", help="Its name or id; left out where there is only one.")
_PROMPT = click.option(
    "--prompt", is_flag=True, help="Ask for the password; otherwise one is made and printed."
)


@click.group("account")
def command() -> None:
    """Make accounts, give them roles and passwords, end them."""


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def list_(*, as_json: bool) -> None:
    """List every account with its roles."""
    from scorekeeper.i18n import joined
    from scorekeeper.i18n import translator
    from scorekeeper.services.accounts import list_accounts
    from scorekeeper.services.clubs import list_clubs
    from scorekeeper.services.officers import roles_of

    t = translator(language())
    with _desk() as desk:
        people = list_accounts(desk)
        held = {one.id: roles_of(desk, account_id=one.id) for one in people}
        names = {club.id: club.name for club in list_clubs(desk)}
    if as_json:
        told = [
            {
                "id": one.id,
                "email": one.email,
                "name": one.name,
                "active": one.active,
                "roles": {club: sorted(roles) for club, roles in held[one.id].items()},
            }
            for one in people
        ]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for one in people:
        roles = [
            f"{names[club]}: {joined([t(f'gate.role.{role}') for role in _ordered(found)], t.lang)}"
            for club, found in held[one.id].items()
        ]
        active = "" if one.active else f" ({t('accounts.cli.inactive')})"
        said = "; ".join(roles) or t("accounts.cli.no-role")
        click.echo(f"{one.email}  {one.name}{active}  {said}")
    if not people:
        click.echo(t("accounts.cli.none"))


@command.command("add")
@click.argument("email")
@click.option("--name", help="As it stands in the book; the e-mail's first part when left out.")
@click.option("--role", "roles", type=_ROLE, multiple=True, help="A role in the club; repeatable.")
@_CLUB
@_PROMPT
def add(
    email: str, name: str | None, roles: tuple[str, ...], club: str | None, *, prompt: bool
) -> None:
    """Make an account for EMAIL. The very first one leads every club."""
    from scorekeeper.i18n import translator
    from scorekeeper.services import accounts
    from scorekeeper.services.devices import revoke_other_devices
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.officers import give_role

    t = translator(language())
    called = name or email.partition("@")[0]
    with _desk() as desk:
        where = find_club(desk, club).id if roles or club else None
        password, chosen = _password(prompt=prompt)
        if not accounts.any_account(desk):
            made = accounts.create_first_account(
                desk, email=email, name=called, password=password
            ).account
            revoke_other_devices(desk, account_id=made.id, here=None)
        else:
            made = accounts.create_account(desk, email=email, name=called, password=password)
        for role in roles:
            assert where is not None
            give_role(desk, club_id=where, account_id=made.id, role=role)
    click.echo(t("accounts.cli.added", email=made.email))
    if not chosen:
        click.echo(t("accounts.cli.made", email=made.email, password=password))


@command.command("password")
@click.argument("email")
@_PROMPT
def password_(email: str, *, prompt: bool) -> None:
    """Give the account of EMAIL a new password and sign its devices out."""
    from scorekeeper.i18n import translator
    from scorekeeper.services.accounts import find_account
    from scorekeeper.services.accounts import set_password

    t = translator(language())
    with _desk() as desk:
        found = find_account(desk, email)
        password, chosen = _password(prompt=prompt)
        set_password(desk, account_id=found.id, password=password)
    click.echo(t("accounts.cli.set", email=found.email))
    if not chosen:
        click.echo(t("accounts.cli.made", email=found.email, password=password))


@command.command("role")
@click.argument("email")
@click.option("--give", type=_ROLE, multiple=True, help="A role to give; repeatable.")
@click.option("--take", type=_ROLE, multiple=True, help="A role to take away; repeatable.")
@_CLUB
def role_(email: str, give: tuple[str, ...], take: tuple[str, ...], club: str | None) -> None:
    """Give the account of EMAIL roles in a club or take them away, and say which it holds."""
    from scorekeeper.i18n import joined
    from scorekeeper.i18n import translator
    from scorekeeper.services.accounts import find_account
    from scorekeeper.services.finding import find_club
    from scorekeeper.services.officers import give_role
    from scorekeeper.services.officers import roles_of
    from scorekeeper.services.officers import take_role

    t = translator(language())
    with _desk() as desk:
        found, where = find_account(desk, email), find_club(desk, club)
        for role in give:
            give_role(desk, club_id=where.id, account_id=found.id, role=role)
        for role in take:
            take_role(desk, club_id=where.id, account_id=found.id, role=role)
        held = roles_of(desk, account_id=found.id).get(where.id, frozenset())
    roles = joined([t(f"gate.role.{role}") for role in _ordered(held)], t.lang)
    click.echo(
        t(
            "accounts.cli.roles",
            email=found.email,
            club=where.name,
            roles=roles or t("accounts.cli.no-role"),
        )
    )


@command.command("deactivate")
@click.argument("email")
@click.option("--undo", is_flag=True, help="Let it sign in again.")
def deactivate(email: str, *, undo: bool) -> None:
    """Let the account of EMAIL sign in no more; what it wrote stays."""
    from scorekeeper.i18n import translator
    from scorekeeper.services.accounts import deactivate_account
    from scorekeeper.services.accounts import find_account
    from scorekeeper.services.accounts import reactivate_account

    t = translator(language())
    with _desk() as desk:
        found = find_account(desk, email)
        if undo:
            reactivate_account(desk, account_id=found.id)
        else:
            deactivate_account(desk, account_id=found.id)
    said = "accounts.cli.reactivated" if undo else "accounts.cli.deactivated"
    click.echo(t(said, email=found.email))


@contextmanager
def _desk() -> "Iterator[Desk]":
    from scorekeeper.clock import system_clock
    from scorekeeper.config import read_config
    from scorekeeper.i18n import translator
    from scorekeeper.services.desk import open_desk

    actor = translator(language())("accounts.cli.actor")
    desk = open_desk(read_config().database_url, system_clock, actor, language())
    try:
        yield desk
    finally:
        desk.close()


def _password(*, prompt: bool) -> tuple[str, bool]:
    """Return a password and whether it was chosen."""
    from scorekeeper.i18n import translator
    from scorekeeper.services.passwords import by_chance

    if not prompt:
        return by_chance(), False
    asked = translator(language())("accounts.cli.password")
    return str(click.prompt(asked, hide_input=True, confirmation_prompt=True)), True


def _ordered(roles: "frozenset[str]") -> list[str]:
    return [role for role in _ROLES if role in roles]
