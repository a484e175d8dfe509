"""Statements built and compiled once, then run on the driver itself.

Building and compiling a statement costs more than SQLite needs to run it, so the ones of every
request are module constants. Values go in and come out as the driver gives them: text, whole
numbers, bytes, and 0 or 1 for a yes or no.
"""

import re
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy import bindparam
from sqlalchemy import insert
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.expression import ClauseElement


class Prepared:
    """One statement, compiled at most once per kind of database.

    `through` names a table and the index SQLite must take for it: without statistics it takes
    nearly every index for equally good, and would rather walk through a whole club in the order
    of the key than pick the rows of one night.
    """

    __slots__ = ("_compiled", "_through", "statement")

    def __init__(self, statement: ClauseElement, through: tuple[str, str] | None = None) -> None:
        self.statement = statement
        self._through = through
        self._compiled: dict[str, tuple[str, tuple[str, ...] | None, dict[str, Any]]] = {}

    def sql(self, dialect: Dialect) -> str:
        """Return the statement's text for this kind of database."""
        return self._for(dialect)[0]

    def bound(self, dialect: Dialect, values: Mapping[str, Any]) -> tuple[str, Any]:
        """Return text and parameters as the driver takes them."""
        sql, names, fixed = self._for(dialect)
        if names is None:
            return sql, {**fixed, **values} if fixed else values
        if fixed:
            values = {**fixed, **values}
        return sql, tuple([values[name] for name in names])

    def bound_many(
        self, dialect: Dialect, rows: Iterable[Mapping[str, Any]]
    ) -> tuple[str, Sequence[Any]]:
        """Return text and one set of parameters for each row."""
        sql, names, fixed = self._for(dialect)
        if names is None:
            return sql, [{**fixed, **row} for row in rows]
        return sql, [
            tuple([row[name] if name in row else fixed[name] for name in names]) for row in rows
        ]

    def bound_rows(
        self, dialect: Dialect, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
    ) -> tuple[str, Sequence[Any]]:
        """Return text and parameters of rows whose values come in the order of `columns`."""
        sql, names, fixed = self._for(dialect)
        if names == columns and not fixed:
            return sql, rows
        return self.bound_many(dialect, (dict(zip(columns, row, strict=True)) for row in rows))

    def _for(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None, dict[str, Any]]:
        found = self._compiled.get(dialect.name)
        if found is None:
            compiled: Any = self.statement.compile(dialect=dialect)
            names = tuple(compiled.positiontup) if compiled.positional else None
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            found = (self._guided(str(compiled), dialect), names, fixed)
            self._compiled[dialect.name] = found
        return found

    def _guided(self, sql: str, dialect: Dialect) -> str:
        if self._through is None or dialect.name != "sqlite":
            return sql
        table, index = self._through
        # After FROM; the same table under another name is another place.
        place = rf"\bFROM {table}\b(?! AS\b)"
        guided, count = re.subn(place, f"FROM {table} INDEXED BY {index}", sql)
        assert count == 1
        return guided


def insert_all(table: Table) -> Prepared:
    """Return the insertion of a whole row: one parameter for every column, named like it."""
    return Prepared(insert(table).values({c.name: bindparam(c.name) for c in table.columns}))
