"""Guests: the codes of tables and the devices that came in by them."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import card_table
from scorekeeper.store.schema import deal
from scorekeeper.store.schema import guest_code
from scorekeeper.store.schema import guest_device
from scorekeeper.store.schema import night


class CodeRow(NamedTuple):
    club_id: str
    table_id: str
    night_id: str
    code: str
    writes: bool


class SeenRow(NamedTuple):
    """What a guest's device is good for; `may_write` when both he and his table's code may."""

    club_id: str
    id: str
    night_id: str
    table_id: str
    name: str
    may_write: bool


class DeviceRow(NamedTuple):
    id: str
    name: str
    writes: bool
    came_at: str
    revoked_at: str | None


_code_columns = (
    guest_code.c.club_id,
    guest_code.c.table_id,
    guest_code.c.night_id,
    guest_code.c.code,
    guest_code.c.writes,
)
_of_table = (guest_code.c.club_id == bindparam("club_id")) & (
    guest_code.c.table_id == bindparam("table_id")
)
_its_night = (night.c.club_id == guest_code.c.club_id) & (night.c.id == guest_code.c.night_id)
_mine = guest_device.c.club_id == bindparam("club_id")

_ADD_CODE = insert_all(guest_code)
_ADD_DEVICE = insert_all(guest_device)
_CODE = Prepared(select(*_code_columns).where(_of_table))
# Only while the evening is open: a code or a device is good for nothing after it.
_OPEN_CODE = Prepared(
    select(*_code_columns)
    .select_from(guest_code.join(night, _its_night))
    .where(guest_code.c.code == bindparam("code"), night.c.state == "open")
)
_SEEN = Prepared(
    select(
        guest_device.c.club_id,
        guest_device.c.id,
        guest_device.c.night_id,
        guest_device.c.table_id,
        guest_device.c.name,
        guest_device.c.writes & guest_code.c.writes,
    )
    .select_from(
        guest_device.join(
            guest_code,
            (guest_code.c.club_id == guest_device.c.club_id)
            & (guest_code.c.table_id == guest_device.c.table_id),
        ).join(night, _its_night)
    )
    .where(
        guest_device.c.token == bindparam("token"),
        guest_device.c.revoked_at.is_(None),
        night.c.state == "open",
    )
)
_DEVICES = Prepared(
    select(
        guest_device.c.id,
        guest_device.c.name,
        guest_device.c.writes,
        guest_device.c.came_at,
        guest_device.c.revoked_at,
    )
    .where(
        _mine,
        guest_device.c.night_id == bindparam("night_id"),
        guest_device.c.table_id == bindparam("table_id"),
    )
    .order_by(guest_device.c.id),
    through=("guest_device", "ix_guest_device_night"),
)
_DROP_CODE = Prepared(delete(guest_code).where(_of_table))
_DROP_CODES = Prepared(
    delete(guest_code).where(
        guest_code.c.club_id == bindparam("club_id"), guest_code.c.night_id == bindparam("night_id")
    )
)
_SET_WRITES = Prepared(update(guest_code).where(_of_table).values(writes=bindparam("may")))
_SET_DEVICE = Prepared(
    update(guest_device)
    .where(_mine, guest_device.c.id == bindparam("device"), guest_device.c.revoked_at.is_(None))
    .values(writes=bindparam("may"))
)
_REVOKE = Prepared(
    update(guest_device)
    .where(_mine, guest_device.c.id == bindparam("device"), guest_device.c.revoked_at.is_(None))
    .values(revoked_at=bindparam("at"))
)
_REVOKE_NIGHT = Prepared(
    update(guest_device)
    .where(
        _mine,
        guest_device.c.night_id == bindparam("of_night"),
        guest_device.c.revoked_at.is_(None),
    )
    .values(revoked_at=bindparam("at"))
)
_DEAL_PLACE = Prepared(
    select(deal.c.night_id, deal.c.table_id).where(
        deal.c.club_id == bindparam("club_id"), deal.c.id == bindparam("id")
    )
)
_TABLE_NIGHT = Prepared(
    select(card_table.c.night_id).where(
        card_table.c.club_id == bindparam("club_id"), card_table.c.id == bindparam("id")
    )
)


def seen(tx: Transaction, token: str) -> SeenRow | None:
    """Return what the device with this hash is good for now, None for nothing."""
    row = tx.one(_SEEN, token=token)
    return None if row is None else SeenRow._make((*row[:5], bool(row[5])))


def code_of(tx: Transaction, club_id: str, table_id: str) -> CodeRow | None:
    """Return a table's code, None when it has none."""
    row = tx.one(_CODE, club_id=club_id, table_id=table_id)
    return None if row is None else CodeRow._make((*row[:4], bool(row[4])))


def open_code(tx: Transaction, code: str) -> CodeRow | None:
    """Return where a code leads while its evening is open."""
    row = tx.one(_OPEN_CODE, code=code)
    return None if row is None else CodeRow._make((*row[:4], bool(row[4])))


def put_code(tx: Transaction, row: CodeRow, *, who: str, at: str) -> None:
    """Give a table another code in the place of what it had."""
    tx.run(_DROP_CODE, club_id=row.club_id, table_id=row.table_id)
    tx.run(_ADD_CODE, **row._asdict(), made_by=who, made_at=at)


def drop_code(tx: Transaction, club_id: str, table_id: str) -> None:
    tx.run(_DROP_CODE, club_id=club_id, table_id=table_id)


def set_writes(tx: Transaction, club_id: str, table_id: str, *, may: bool) -> None:
    """Say whether guests of a table may record."""
    tx.run(_SET_WRITES, club_id=club_id, table_id=table_id, may=may)


def add_device(
    tx: Transaction, code: CodeRow, *, device_id: str, token: str, name: str, writes: bool, at: str
) -> None:
    """Keep the device of a guest who came in by a code."""
    tx.run(
        _ADD_DEVICE,
        club_id=code.club_id,
        id=device_id,
        night_id=code.night_id,
        table_id=code.table_id,
        token=token,
        name=name,
        writes=writes,
        came_at=at,
        revoked_at=None,
    )


def devices(tx: Transaction, club_id: str, night_id: str, table_id: str) -> list[DeviceRow]:
    """Return every guest of a table, in the order in which they came."""
    rows = tx.all(_DEVICES, club_id=club_id, night_id=night_id, table_id=table_id)
    return [DeviceRow(row[0], row[1], bool(row[2]), row[3], row[4]) for row in rows]


def set_device(tx: Transaction, club_id: str, device_id: str, *, may: bool) -> bool:
    """Say whether one guest may record; False when he is not there any more."""
    changed: int = tx.run(_SET_DEVICE, club_id=club_id, device=device_id, may=may).rowcount
    return bool(changed)


def revoke(tx: Transaction, club_id: str, device_id: str, at: str) -> bool:
    """End a guest's device; False when there was none to end."""
    changed: int = tx.run(_REVOKE, club_id=club_id, device=device_id, at=at).rowcount
    return bool(changed)


def end_night(tx: Transaction, club_id: str, night_id: str, at: str) -> None:
    """End every code and every guest of an evening, for good."""
    tx.run(_DROP_CODES, club_id=club_id, night_id=night_id)
    tx.run(_REVOKE_NIGHT, club_id=club_id, of_night=night_id, at=at)


def place_of_deal(tx: Transaction, club_id: str, deal_id: str) -> tuple[str, str] | None:
    """Return the night and the table a deal was played at."""
    row = tx.one(_DEAL_PLACE, club_id=club_id, id=deal_id)
    return None if row is None else (row[0], row[1])


def night_of_table(tx: Transaction, club_id: str, table_id: str) -> str | None:
    row = tx.one(_TABLE_NIGHT, club_id=club_id, id=table_id)
    return None if row is None else row[0]
