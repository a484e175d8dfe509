"""`scorekeeper roles`: who may do what, as the gate decides it."""

from collections.abc import Iterator

import click

from scorekeeper.cli import language
from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator
from scorekeeper.services.permissions import ALLOWED
from scorekeeper.services.permissions import GUEST_SCOREKEEPER
from scorekeeper.services.permissions import GUEST_VIEWER
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role

_GUEST = "guest"
_HEAD = """\
# Who may do what / Wer darf was

Printed from the code by `scorekeeper roles --markdown`; a test compares. The gate asks this table
before every request, of pages and of the API alike, and a route that names no action is refused.
"""
_FOOT = """\
A guest has come in by the code of a table: what he may do he may do at that table and for that
evening only, and record only where the club lets guests write. Looking, he sees the whole evening
of his table. A key for another program may do what its maker may, and no more than it was made for.
Whoever is one of the members by his account also sees his own account with the club, reads, writes
and deletes his own bank details, and gets all that is kept about him. Bank details of others are
read with `see_purse` and written or deleted with `purse`; who did so when is kept, and shown to the
member. While nobody has an account the machine is private: whoever gets in may do everything.
"""


@click.command("roles")
@click.option("--markdown", is_flag=True, help="Print docs/ROLES.md.")
def command(markdown: bool) -> None:
    """Print every action and the roles that may do it."""
    lines = _document() if markdown else _list(translator(language()))
    click.echo("\n".join(lines))


def allowed(action: Action, role: str) -> bool:
    """Say whether a role, or a guest who writes, may do something."""
    return action in GUEST_SCOREKEEPER if role == _GUEST else Role(role) in ALLOWED[action]


def _document() -> Iterator[str]:
    de, en = translator("de"), translator("en")
    roles = [*(role.value for role in Role), _GUEST]
    yield _HEAD
    heads = [f"{en(f'gate.role.{role}')} / {de(f'gate.role.{role}')}" for role in roles]
    yield f"| action | {' | '.join(heads)} |"
    yield "|---|" + ":-:|" * len(roles)
    for action in Action:
        marks = [_mark(action, role) for role in roles]
        said = f"`{action}` {en(f'gate.action.{action}')} / {de(f'gate.action.{action}')}"
        yield f"| {said} | {' | '.join(marks)} |"
    yield ""
    yield _FOOT.rstrip("\n")


def _mark(action: Action, role: str) -> str:
    if not allowed(action, role):
        return ""
    return "writing" if role == _GUEST and action not in GUEST_VIEWER else "yes"


def _list(t: Translator) -> Iterator[str]:
    for action in Action:
        roles = [*(role.value for role in Role), _GUEST]
        named = [t(f"gate.role.{role}") for role in roles if allowed(action, role)]
        yield f"{action:<14} {t(f'gate.action.{action}')}: {', '.join(named)}"
