"""What each entry did to an account of the club's own book, and where the account then stood."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import movement


class MovementRow(NamedTuple):
    """What an entry moved on an account, and what it stood at afterwards."""

    account: str
    entry: int
    cents: int
    after: int


_ADD = insert_all(movement)
_ALL = Prepared(
    select(movement.c.account, movement.c.entry, movement.c.cents, movement.c.after)
    .where(movement.c.club_id == bindparam("club_id"))
    .order_by(movement.c.account, movement.c.entry)
)


def add(tx: Transaction, club_id: str, rows: Iterable[MovementRow]) -> None:
    """Add what entries moved."""
    tx.many(_ADD, [{"club_id": club_id, **row._asdict()} for row in rows])


def every(tx: Transaction, club_id: str) -> list[MovementRow]:
    """Return every movement of a club, account by account in the order of the entries."""
    return [MovementRow._make(row) for row in tx.all(_ALL, club_id=club_id)]
