"""Accounts, and the devices they are signed in on."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import account
from scorekeeper.store.schema import device
from scorekeeper.store.schema import officer


class AccountRow(NamedTuple):
    """An account; `password` is a hash, empty for who signs in without one."""

    id: str
    email: str
    name: str
    password: str
    created_at: str
    deactivated_at: str | None


class DeviceRow(NamedTuple):
    """A device somebody is signed in on."""

    id: str
    account_id: str
    name: str
    created_at: str
    seen_on: str
    revoked_at: str | None


class SeenRow(NamedTuple):
    """Who asks on a device: a row for each role, one without a role for who has none."""

    device_id: str
    seen_on: str
    account_id: str
    name: str
    club_id: str | None
    role: str | None


_columns = tuple(account.c[name] for name in AccountRow._fields)
_device = tuple(device.c[name] for name in DeviceRow._fields)
_this = account.c.id == bindparam("account")

_ADD = insert_all(account)
_ANY = Prepared(select(account.c.id).limit(1))
_ALL = Prepared(select(*_columns).order_by(account.c.email))
_GET = Prepared(select(*_columns).where(account.c.id == bindparam("id")))
_LOCK = Prepared(select(*_columns).where(account.c.id == bindparam("id")).with_for_update())
_BY_EMAIL = Prepared(select(*_columns).where(account.c.email == bindparam("email")))
_PASSWORD = Prepared(update(account).where(_this).values(password=bindparam("hash")))
_EMAIL = Prepared(update(account).where(_this).values(email=bindparam("to")))
_RENAME = Prepared(update(account).where(_this).values(name=bindparam("to")))
_DEACTIVATE = Prepared(update(account).where(_this).values(deactivated_at=bindparam("at")))

_ADD_DEVICE = insert_all(device)
_SEEN = Prepared(
    select(
        device.c.id,
        device.c.seen_on,
        account.c.id,
        account.c.name,
        officer.c.club_id,
        officer.c.role,
    )
    .select_from(
        device.join(account, account.c.id == device.c.account_id).outerjoin(
            officer, officer.c.account_id == device.c.account_id
        )
    )
    .where(
        device.c.token == bindparam("token"),
        device.c.revoked_at.is_(None),
        account.c.deactivated_at.is_(None),
    )
)
_LOOK = Prepared(
    update(device).where(device.c.id == bindparam("device")).values(seen_on=bindparam("day"))
)
_DEVICES = Prepared(
    select(*_device)
    .where(device.c.account_id == bindparam("account_id"), device.c.revoked_at.is_(None))
    .order_by(device.c.seen_on.desc(), device.c.id.desc())
)
_REVOKE = Prepared(
    update(device)
    .where(
        device.c.id == bindparam("device"),
        device.c.account_id == bindparam("account"),
        device.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("at"))
)
_REVOKE_OTHERS = Prepared(
    update(device)
    .where(
        device.c.account_id == bindparam("account"),
        device.c.id != bindparam("device"),
        device.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("at"))
)


def add(tx: Transaction, *, account_id: str, email: str, name: str, password: str, at: str) -> None:
    """Add an account; its e-mail must be free."""
    tx.run(
        _ADD,
        id=account_id,
        email=email,
        name=name,
        password=password,
        created_at=at,
        deactivated_at=None,
    )


def any_(tx: Transaction) -> bool:
    """Say whether there is an account at all, deactivated or not."""
    return tx.one(_ANY) is not None


def list_all(tx: Transaction) -> list[AccountRow]:
    """Return every account by e-mail."""
    return [AccountRow._make(row) for row in tx.all(_ALL)]


def get(tx: Transaction, account_id: str, *, lock: bool = False) -> AccountRow | None:
    """Return an account, None if there is none; with `lock` others wait until we are done."""
    row = tx.one(_LOCK if lock else _GET, id=account_id)
    return None if row is None else AccountRow._make(row)


def by_email(tx: Transaction, email: str) -> AccountRow | None:
    """Return the account with this e-mail."""
    row = tx.one(_BY_EMAIL, email=email)
    return None if row is None else AccountRow._make(row)


def set_password(tx: Transaction, account_id: str, hash_: str) -> None:
    """Keep the hash of another password."""
    tx.run(_PASSWORD, account=account_id, hash=hash_)


def set_email(tx: Transaction, account_id: str, email: str) -> None:
    """Keep another e-mail, which must be free."""
    tx.run(_EMAIL, account=account_id, to=email)


def rename(tx: Transaction, account_id: str, name: str) -> None:
    """Call somebody otherwise."""
    tx.run(_RENAME, account=account_id, to=name)


def deactivate(tx: Transaction, account_id: str, at: str | None) -> None:
    """Let an account sign in no more, or again with None."""
    tx.run(_DEACTIVATE, account=account_id, at=at)


def add_device(
    tx: Transaction, *, device_id: str, account_id: str, token: str, name: str, at: str, day: str
) -> None:
    """Keep that an account is signed in on a device, which holds what `token` is the hash of."""
    tx.run(
        _ADD_DEVICE,
        id=device_id,
        account_id=account_id,
        token=token,
        name=name,
        created_at=at,
        seen_on=day,
        revoked_at=None,
    )


def seen(tx: Transaction, token: str) -> list[SeenRow]:
    """Return who asks on the device with this token and all his roles; nothing if it has ended."""
    return [SeenRow._make(row) for row in tx.all(_SEEN, token=token)]


def look(tx: Transaction, device_id: str, *, day: str) -> None:
    """Keep the day a device was last seen."""
    tx.run(_LOOK, device=device_id, day=day)


def devices(tx: Transaction, account_id: str) -> list[DeviceRow]:
    """Return the devices an account is signed in on, the one last seen first."""
    return [DeviceRow._make(row) for row in tx.all(_DEVICES, account_id=account_id)]


def revoke(tx: Transaction, account_id: str, device_id: str, at: str) -> bool:
    """End one device of an account; False when it has none like that."""
    return bool(tx.run(_REVOKE, account=account_id, device=device_id, at=at).rowcount)


def revoke_others(tx: Transaction, account_id: str, device_id: str, at: str) -> int:
    """End every device of an account but one (all with ""); return how many that were."""
    return int(tx.run(_REVOKE_OTHERS, account=account_id, device=device_id, at=at).rowcount)


def lock_all(tx: Transaction) -> None:
    """Let nobody else add an account until we are done; on SQLite nobody else writes anyway."""
    if not tx.is_sqlite:
        tx.connection.exec_driver_sql("LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE")
