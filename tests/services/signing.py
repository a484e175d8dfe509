"""Accounts for tests: made quickly, with a password where one is needed."""

from functools import cache

from argon2 import PasswordHasher

from scorekeeper.services.clubs import private_club
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import sign_in_device
from scorekeeper.services.permissions import Role
from scorekeeper.store import accounts
from scorekeeper.store import officers

PASSWORD = "vier Unter und ein Ober"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36"
)


@cache
def kept_password() -> str:
    """The hash of `PASSWORD`, worked out once: it is slow on purpose."""
    return PasswordHasher().hash(PASSWORD)


def person(desk: Desk, name: str, *roles: Role, club_id: str | None = None) -> str:
    """Put an account into the database that holds these roles in a club; return its id."""
    club_id = club_id or private_club(desk).id
    account_id = desk.new_id()
    with desk.store.write() as tx:
        accounts.add(
            tx,
            account_id=account_id,
            email=f"{name.lower()}@example.org",
            name=name,
            password=kept_password(),
            at=desk.now(),
        )
        for role in roles:
            officers.add(tx, club_id, account_id, role, by="Anna", at=desk.now())
    return account_id


def device_of(desk: Desk, account_id: str, user_agent: str = FIREFOX) -> str:
    """Sign an account in on a device without asking; return the token the device holds."""
    with desk.store.write() as tx:
        return sign_in_device(tx, desk, account_id, user_agent)
