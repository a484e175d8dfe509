"""Where members want to be paid by bank: personal data, given and deleted by themselves."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import bank_detail


class BankRow(NamedTuple):
    """An account of a member with a bank; `bic` is "" where none was given."""

    member_id: str
    holder: str
    iban: str
    bic: str
    at: str


_columns = tuple(bank_detail.c[name] for name in BankRow._fields)
_mine = bank_detail.c.club_id == bindparam("club_id")
_GET = Prepared(select(*_columns).where(_mine, bank_detail.c.member_id == bindparam("member_id")))
_ANY = Prepared(select(bank_detail.c.member_id).where(_mine).limit(1))
_DELETE = Prepared(
    delete(bank_detail).where(_mine, bank_detail.c.member_id == bindparam("member_id"))
)
_ADD = insert_all(bank_detail)


def get(tx: Transaction, club_id: str, member_id: str) -> BankRow | None:
    """Return where a member wants to be paid, None where he said nothing."""
    row = tx.one(_GET, club_id=club_id, member_id=member_id)
    return None if row is None else BankRow._make(row)


def any_(tx: Transaction, club_id: str) -> bool:
    """Say whether anybody in a club said where he wants to be paid."""
    return tx.one(_ANY, club_id=club_id) is not None


def known(tx: Transaction, club_id: str, member_ids: Iterable[str]) -> set[str]:
    """Return who of these members said where he wants to be paid."""
    return {one for one in member_ids if get(tx, club_id, one) is not None}


def put(tx: Transaction, club_id: str, row: BankRow) -> None:
    """Keep where a member wants to be paid, in place of what he said before."""
    remove(tx, club_id, row.member_id)
    tx.run(_ADD, club_id=club_id, **row._asdict())


def remove(tx: Transaction, club_id: str, member_id: str) -> None:
    """Forget where a member wants to be paid."""
    tx.run(_DELETE, club_id=club_id, member_id=member_id)
