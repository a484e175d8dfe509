"""Accounts: the first one, signing in and up, passwords."""

from scorekeeper.services.desk import Desk
from scorekeeper.store import accounts


def any_account(desk: Desk) -> bool:
    """Say whether anybody has an account; until then the machine is private."""
    with desk.store.read() as tx:
        return accounts.any_(tx)
