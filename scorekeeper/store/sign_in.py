"""How people sign in: passkeys, links by mail, and how often somebody tried."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select
from sqlalchemy import update
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import passkey
from scorekeeper.store.schema import sign_in_link
from scorekeeper.store.schema import sign_in_try


class PasskeyRow(NamedTuple):
    """A passkey; credential and public key in base64url."""

    id: str
    account_id: str
    credential: str
    public_key: str
    sign_count: int
    name: str
    created_at: str
    used_on: str | None


class LinkRow(NamedTuple):
    """A link sent by mail."""

    account_id: str
    purpose: str
    expires_at: str
    used_at: str | None


class TryRow(NamedTuple):
    """How often somebody tried, and until when he has to wait; in milliseconds since 1970."""

    tries: int
    last: int
    blocked_until: int


_passkey = tuple(passkey.c[name] for name in PasskeyRow._fields)

_ADD_PASSKEY = insert_all(passkey)
_PASSKEYS = Prepared(
    select(*_passkey)
    .where(passkey.c.account_id == bindparam("account_id"))
    .order_by(passkey.c.created_at)
)
_BY_CREDENTIAL = Prepared(
    select(*_passkey).where(passkey.c.credential == bindparam("credential")).with_for_update()
)
_USED = Prepared(
    update(passkey)
    .where(passkey.c.id == bindparam("passkey"))
    .values(sign_count=bindparam("count"), used_on=bindparam("day"))
)
_REMOVE = Prepared(
    delete(passkey).where(
        passkey.c.id == bindparam("passkey"), passkey.c.account_id == bindparam("account")
    )
)

_ADD_LINK = insert_all(sign_in_link)
_LINK = Prepared(
    select(*(sign_in_link.c[name] for name in LinkRow._fields)).where(
        sign_in_link.c.token == bindparam("token")
    )
)
_USE_LINK = Prepared(
    update(sign_in_link)
    .where(sign_in_link.c.token == bindparam("hash"), sign_in_link.c.used_at.is_(None))
    .values(used_at=bindparam("at"))
)
_FORGET_LINKS = Prepared(
    delete(sign_in_link).where(
        sign_in_link.c.account_id == bindparam("account"),
        sign_in_link.c.expires_at < bindparam("before"),
    )
)

_empty = {"who": bindparam("who"), "tries": 0, "last": bindparam("now"), "blocked_until": 0}
_BEGIN_SQLITE = Prepared(sqlite.insert(sign_in_try).values(_empty).on_conflict_do_nothing())
_BEGIN_POSTGRES = Prepared(postgresql.insert(sign_in_try).values(_empty).on_conflict_do_nothing())
_TRIES = Prepared(
    select(*(sign_in_try.c[name] for name in TryRow._fields))
    .where(sign_in_try.c.who == bindparam("who"))
    .with_for_update()
)
_COUNT = Prepared(
    update(sign_in_try)
    .where(sign_in_try.c.who == bindparam("whose"))
    .values(tries=bindparam("times"), last=bindparam("since"), blocked_until=bindparam("until"))
)
_FORGET_TRIES = Prepared(delete(sign_in_try).where(sign_in_try.c.last < bindparam("before")))


def add_passkey(tx: Transaction, row: PasskeyRow) -> None:
    """Keep a passkey; its credential must be new."""
    tx.run(_ADD_PASSKEY, **row._asdict())


def passkeys(tx: Transaction, account_id: str) -> list[PasskeyRow]:
    """Return the passkeys of an account, the oldest first."""
    return [PasskeyRow._make(row) for row in tx.all(_PASSKEYS, account_id=account_id)]


def passkey_of(tx: Transaction, credential: str) -> PasskeyRow | None:
    """Return the passkey with this credential; others who want it wait until we are done."""
    row = tx.one(_BY_CREDENTIAL, credential=credential)
    return None if row is None else PasskeyRow._make(row)


def passkey_used(tx: Transaction, passkey_id: str, *, sign_count: int, day: str) -> None:
    """Keep how often a passkey has signed, and when it was last used."""
    tx.run(_USED, passkey=passkey_id, count=sign_count, day=day)


def remove_passkey(tx: Transaction, account_id: str, passkey_id: str) -> bool:
    """Remove a passkey of an account; False when it has none like that."""
    return bool(tx.run(_REMOVE, account=account_id, passkey=passkey_id).rowcount)


def add_link(
    tx: Transaction, *, token: str, account_id: str, purpose: str, expires_at: str, now: str
) -> None:
    """Keep a link that was sent by mail; those of the account that ran out are forgotten."""
    tx.run(_FORGET_LINKS, account=account_id, before=now)
    tx.run(
        _ADD_LINK,
        token=token,
        account_id=account_id,
        purpose=purpose,
        expires_at=expires_at,
        used_at=None,
    )


def link(tx: Transaction, token: str) -> LinkRow | None:
    """Return the link of a token, whether it can still be used or not."""
    row = tx.one(_LINK, token=token)
    return None if row is None else LinkRow._make(row)


def use_link(tx: Transaction, token: str, *, at: str) -> bool:
    """Use a link up; False when somebody was first."""
    return bool(tx.run(_USE_LINK, hash=token, at=at).rowcount)


def lock_tries(tx: Transaction, who: str, *, now: int) -> TryRow:
    """Return how often somebody tried; others who count the same wait until we are done."""
    tx.run(_BEGIN_SQLITE if tx.is_sqlite else _BEGIN_POSTGRES, who=who, now=now)
    row = tx.one(_TRIES, who=who)
    assert row is not None
    return TryRow._make(row)


def keep_tries(tx: Transaction, who: str, row: TryRow) -> None:
    """Keep how often somebody tried."""
    tx.run(_COUNT, whose=who, times=row.tries, since=row.last, until=row.blocked_until)


def forget_tries(tx: Transaction, before: int) -> None:
    """Forget who has not tried for long."""
    tx.run(_FORGET_TRIES, before=before)
