"""The kept sums of every book."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.schema import balance

_values: dict[str, Any] = {c.name: bindparam(c.name) for c in balance.columns}
_on_sqlite = sqlite_insert(balance).values(_values)
_ADD_SQLITE = Prepared(
    _on_sqlite.on_conflict_do_update(
        index_elements=["club_id", "book", "account"],
        set_={"cents": balance.c.cents + _on_sqlite.excluded.cents},
    )
)
_on_postgresql = postgresql_insert(balance).values(_values)
_ADD_POSTGRESQL = Prepared(
    _on_postgresql.on_conflict_do_update(
        index_elements=["club_id", "book", "account"],
        set_={"cents": balance.c.cents + _on_postgresql.excluded.cents},
    )
)
_OF_BOOK = Prepared(
    select(balance.c.account, balance.c.cents).where(
        balance.c.club_id == bindparam("club_id"), balance.c.book == bindparam("book")
    )
)
_OF_ACCOUNT = Prepared(
    select(balance.c.cents).where(
        balance.c.club_id == bindparam("club_id"),
        balance.c.book == bindparam("book"),
        balance.c.account == bindparam("account"),
    )
)
_ALL = Prepared(
    select(balance.c.book, balance.c.account, balance.c.cents).where(
        balance.c.club_id == bindparam("club_id")
    )
)


def add(tx: Transaction, club_id: str, moved: Mapping[tuple[str, str], int]) -> None:
    """Add to balances by book and account, always in one order, so that none wait in a ring."""
    tx.many(
        _ADD_SQLITE if tx.is_sqlite else _ADD_POSTGRESQL,
        [
            {"club_id": club_id, "book": book, "account": account, "cents": cents}
            for (book, account), cents in sorted(moved.items())
        ],
    )


def of_book(tx: Transaction, club_id: str, book: str) -> dict[str, int]:
    """Return every account of a book."""
    return dict(tx.all(_OF_BOOK, club_id=club_id, book=book))


def of_account(tx: Transaction, club_id: str, book: str, account: str) -> int:
    """Return what one account of a book stands at."""
    row = tx.one(_OF_ACCOUNT, club_id=club_id, book=book, account=account)
    return 0 if row is None else int(row[0])


def every(tx: Transaction, club_id: str) -> dict[tuple[str, str], int]:
    """Return every balance of a club by book and account."""
    return {(book, account): cents for book, account, cents in tx.all(_ALL, club_id=club_id)}
