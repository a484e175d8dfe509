"""Adding to kept counts: a row that is not there yet begins at what is added."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared


class Adding:
    """The statement that adds to some columns of a row, for both kinds of database."""

    __slots__ = ("_postgresql", "_sqlite")

    def __init__(self, table: Table, columns: Sequence[str]) -> None:
        self._sqlite = _adding(table, columns, sqlite_insert)
        self._postgresql = _adding(table, columns, postgresql_insert)

    def for_(self, tx: Transaction) -> Prepared:
        """Return the statement this transaction's database takes."""
        return self._sqlite if tx.is_sqlite else self._postgresql


def _adding(table: Table, columns: Sequence[str], insert: Any) -> Prepared:
    whole = insert(table).values({c.name: bindparam(c.name) for c in table.columns})
    key = [column.name for column in table.primary_key.columns]
    more = {name: table.c[name] + whole.excluded[name] for name in columns}
    return Prepared(whole.on_conflict_do_update(index_elements=key, set_=more))
