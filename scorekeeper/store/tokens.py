"""The keys of other programs, found by the hash of what they bring along."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import account
from scorekeeper.store.schema import api_token
from scorekeeper.store.schema import officer


class TokenRow(NamedTuple):
    """A key as it is kept. `used_on` is the last day it was used, "" before the first."""

    club_id: str
    id: str
    hash: str
    name: str
    account_id: str | None
    night_id: str | None
    table_id: str | None
    scopes: str
    who: str
    created_at: str
    used_on: str
    revoked_at: str | None


class HeldRow(NamedTuple):
    """A key with the name of its account, "" without one, and the roles that has in its club."""

    token: TokenRow
    person: str
    roles: tuple[str, ...]


_COLUMNS = tuple(api_token.c[name] for name in TokenRow._fields)
_ADD = insert_all(api_token)
_BY_HASH = Prepared(
    select(*_COLUMNS, account.c.name.label("person"), officer.c.role)
    .select_from(
        api_token.outerjoin(
            account,
            (account.c.id == api_token.c.account_id) & account.c.deactivated_at.is_(None),
        ).outerjoin(
            officer,
            (officer.c.club_id == api_token.c.club_id) & (officer.c.account_id == account.c.id),
        )
    )
    .where(api_token.c.hash == bindparam("digest"))
)
_OF_CLUB = Prepared(
    select(*_COLUMNS).where(api_token.c.club_id == bindparam("club_id")).order_by(api_token.c.id)
)
_COUNT = Prepared(
    select(func.count())
    .select_from(api_token)
    .where(api_token.c.club_id == bindparam("club_id"), api_token.c.revoked_at.is_(None))
)
_GET = Prepared(
    select(*_COLUMNS).where(
        api_token.c.club_id == bindparam("club_id"), api_token.c.id == bindparam("token_id")
    )
)
_REVOKE = Prepared(
    update(api_token)
    .where(api_token.c.club_id == bindparam("club"), api_token.c.id == bindparam("token_id"))
    .values(revoked_at=bindparam("at"))
)
_USED = Prepared(
    update(api_token)
    .where(api_token.c.club_id == bindparam("club"), api_token.c.id == bindparam("token_id"))
    .values(used_on=bindparam("day"))
)


def add(tx: Transaction, row: TokenRow) -> None:
    """Keep a new key."""
    tx.run(_ADD, **row._asdict())


def by_hash(tx: Transaction, digest: str) -> HeldRow | None:
    """Return the key with this hash, whatever its club; None for one nobody made."""
    rows = tx.all(_BY_HASH, digest=digest)
    if not rows:
        return None
    wide = len(TokenRow._fields)
    roles = tuple(row[wide + 1] for row in rows if row[wide + 1] is not None)
    return HeldRow(token=TokenRow._make(rows[0][:wide]), person=rows[0][wide] or "", roles=roles)


def get(tx: Transaction, club_id: str, token_id: str) -> TokenRow | None:
    """Return a key of a club."""
    row = tx.one(_GET, club_id=club_id, token_id=token_id)
    return None if row is None else TokenRow._make(row)


def of_club(tx: Transaction, club_id: str) -> list[TokenRow]:
    """Return a club's keys in the order they were made, those that ended too."""
    return [TokenRow._make(row) for row in tx.all(_OF_CLUB, club_id=club_id)]


def count(tx: Transaction, club_id: str) -> int:
    """Return how many keys of a club are good."""
    row = tx.one(_COUNT, club_id=club_id)
    return 0 if row is None else int(row[0])


def revoke(tx: Transaction, club_id: str, token_id: str, at: str) -> None:
    """End a key."""
    tx.run(_REVOKE, club=club_id, token_id=token_id, at=at)


def used(tx: Transaction, club_id: str, token_id: str, day: str) -> None:
    """Keep the day a key was last used."""
    tx.run(_USED, club=club_id, token_id=token_id, day=day)
