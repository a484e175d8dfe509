"""Where members want to be paid by bank: personal data, given and deleted by themselves."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import func
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import bank_change
from scorekeeper.store.schema import bank_detail


class BankRow(NamedTuple):
    """An account of a member with a bank; `bic` is "" where none was given."""

    member_id: str
    holder: str
    iban: str
    bic: str
    at: str


class ChangeRow(NamedTuple):
    """That bank details were given, changed or deleted, by whom and when."""

    member_id: str
    number: int
    kind: str
    who: str
    at: str


_columns = tuple(bank_detail.c[name] for name in BankRow._fields)
_mine = bank_detail.c.club_id == bindparam("club_id")
_GET = Prepared(select(*_columns).where(_mine, bank_detail.c.member_id == bindparam("member_id")))
_ANY = Prepared(select(bank_detail.c.member_id).where(_mine).limit(1))
_DELETE = Prepared(
    delete(bank_detail).where(_mine, bank_detail.c.member_id == bindparam("member_id"))
)
_ADD = insert_all(bank_detail)
_ADD_CHANGE = insert_all(bank_change)
_of_member = (
    bank_change.c.club_id == bindparam("club_id"),
    bank_change.c.member_id == bindparam("member_id"),
)
_CHANGES = Prepared(
    select(*(bank_change.c[name] for name in ChangeRow._fields))
    .where(*_of_member)
    .order_by(bank_change.c.number.desc())
    .limit(bindparam("count"))
)
_LAST_CHANGE = Prepared(select(func.coalesce(func.max(bank_change.c.number), 0)).where(*_of_member))


def get(tx: Transaction, club_id: str, member_id: str) -> BankRow | None:
    """Return where a member wants to be paid, None where he said nothing."""
    row = tx.one(_GET, club_id=club_id, member_id=member_id)
    return None if row is None else BankRow._make(row)


def any_(tx: Transaction, club_id: str) -> bool:
    """Say whether anybody in a club said where he wants to be paid."""
    return tx.one(_ANY, club_id=club_id) is not None


def of_members(tx: Transaction, club_id: str, member_ids: Iterable[str]) -> list[BankRow]:
    """Return where those of these members want to be paid who said it."""
    found = (get(tx, club_id, one) for one in member_ids)
    return [row for row in found if row is not None]


def put(tx: Transaction, club_id: str, row: BankRow) -> None:
    """Keep where a member wants to be paid, in place of what he said before."""
    remove(tx, club_id, row.member_id)
    tx.run(_ADD, club_id=club_id, **row._asdict())


def remove(tx: Transaction, club_id: str, member_id: str) -> None:
    """Forget where a member wants to be paid."""
    tx.run(_DELETE, club_id=club_id, member_id=member_id)


def add_change(
    tx: Transaction, club_id: str, member_id: str, *, kind: str, who: str, at: str
) -> None:
    """Keep that a member's bank details were given, changed or deleted."""
    row = tx.one(_LAST_CHANGE, club_id=club_id, member_id=member_id)
    assert row is not None
    change = ChangeRow(member_id, row[0] + 1, kind, who, at)
    tx.run(_ADD_CHANGE, club_id=club_id, **change._asdict())


def changes(tx: Transaction, club_id: str, member_id: str, *, count: int) -> list[ChangeRow]:
    """Return the last changes of a member's bank details, the newest first."""
    rows = tx.all(_CHANGES, club_id=club_id, member_id=member_id, count=count)
    return [ChangeRow._make(row) for row in rows]
