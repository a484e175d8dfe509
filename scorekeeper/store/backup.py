"""A database as lines of JSON, the same from SQLite and PostgreSQL, and back into either.

The first line says what it is and at which migration the database was, then comes each table with
its columns and rows, and the last line has their number and a hash over everything before it.
"""

import hashlib
import json
from collections.abc import Iterable
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Boolean
from sqlalchemy import MetaData
from sqlalchemy import Table
from sqlalchemy import delete
from sqlalchemy import insert
from sqlalchemy import inspect
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.schema import metadata

FORMAT = "scorekeeper-backup/1"
# A device that was revoked and a link that was used must not come back to life either.
_ENDED = frozenset({"device", "invitation", "sign_in_link", "sign_in_try"})
# Nor may a guest of an evening.
_ENDED |= {"guest_code", "guest_device"}
# Jobs make files that are not in here; they are asked for again. What lets other programs in and
# what they are told under which secret stays with the machine: a copy must not act in its place.
_LEFT_OUT = frozenset({"job", "api_token", "webhook", "delivery", "import_content"})
_APPEND_ONLY = (
    *("entry", "line", "deal_version", "dispute_step", "person_step"),
    *("booking", "movement", "closing", "season_change"),
)
_BLOCK = 500


class DamagedError(ValueError):
    """The lines are no backup, or not all of one."""


def dump(tx: Transaction, revision: str) -> Iterator[str]:
    """Give the lines of a backup of what this transaction sees, each with its line end."""
    proof = hashlib.sha256()
    count = 0
    for line in _content(tx, revision):
        if line.startswith("["):
            count += 1
        proof.update(line.encode())
        yield line
    yield _line({"rows": count, "sha256": proof.hexdigest()})


def revision_of(lines: Iterable[str]) -> str:
    """Return the migration a backup was made at.

    Raises DamagedError when the first line is not that of a backup.
    """
    head = _read(next(iter(lines), ""))
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise DamagedError("not a backup")
    return str(head.get("revision"))


def load(tx: Transaction, lines: Iterable[str]) -> int:
    """Put a backup in the place of everything that is there; return the number of its rows.

    Raises DamagedError when a line is missing or another than it was.
    """
    tables = reflected_tables(tx)
    proof = hashlib.sha256()
    count, ended = 0, False
    table: Table | None = None
    columns: list[str] = []
    block: list[dict[str, Any]] = []
    with _writable(tx):
        for known in reversed(metadata.sorted_tables):
            if known.name in tables:
                tx.connection.execute(delete(tables[known.name]))
        for line in lines:
            told = _read(line)
            if isinstance(told, dict) and "sha256" in told:
                ended = told == {"rows": count, "sha256": proof.hexdigest()}
                continue
            proof.update(line.encode())
            if isinstance(told, list):
                if table is None or len(told) != len(columns):
                    raise DamagedError("a row without its table")
                count += 1
                block.append(values_of(table, columns, told))
            if block and (len(block) >= _BLOCK or not isinstance(told, list)):
                assert table is not None
                tx.connection.execute(insert(table), block)
                block = []
            if isinstance(told, dict) and "table" in told:
                table, columns = _target(tables, told)
        if block or not ended:
            raise DamagedError("it ends too early, or was changed")
    return count


def is_empty(tx: Transaction) -> bool:
    """Say whether no club is kept yet."""
    return tx.connection.execute(select(metadata.tables["club"].c.id).limit(1)).first() is None


def _content(tx: Transaction, revision: str) -> Iterator[str]:
    yield _line({"format": FORMAT, "revision": revision})
    for table in metadata.sorted_tables:
        if table.name in _LEFT_OUT | _ENDED:
            continue
        columns = [column.name for column in table.columns]
        yield _line({"table": table.name, "columns": columns})
        rows = tx.connection.execute(
            select(table).order_by(*table.primary_key.columns),
            execution_options={"yield_per": _BLOCK},
        )
        for row in rows:
            yield _line([int(value) if value is True or value is False else value for value in row])
    yield _line({"end": True})


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _read(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError as error:
        raise DamagedError("a line that cannot be read") from error


def reflected_tables(tx: Transaction) -> dict[str, Table]:
    """Return the tables as they are in the database, which may be at an older migration."""
    found = MetaData()
    names = set(inspect(tx.connection).get_table_names())
    wanted = [table.name for table in metadata.sorted_tables if table.name in names]
    found.reflect(tx.connection, only=wanted, resolve_fks=False)
    return {name: found.tables[name] for name in wanted}


def _target(tables: dict[str, Table], told: dict[str, Any]) -> tuple[Table, list[str]]:
    table, columns = tables.get(told["table"]), told.get("columns")
    if table is None or not isinstance(columns, list):
        raise DamagedError("a table nobody knows")
    if {*columns} != {column.name for column in table.columns}:
        raise DamagedError("a table with other columns")
    return table, columns


def values_of(table: Table, columns: list[str], told: list[Any]) -> dict[str, Any]:
    """Return a row of JSON as the table takes it."""
    return {
        name: bool(value)
        if value is not None and isinstance(table.c[name].type, Boolean)
        else value
        for name, value in zip(columns, told, strict=True)
    }


@contextmanager
def _writable(tx: Transaction) -> Iterator[None]:
    """Let the append-only tables be emptied; after an error the transaction undoes that too."""
    run = tx.connection.exec_driver_sql
    if not tx.is_sqlite:
        for table in _APPEND_ONLY:
            run(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield
        for table in _APPEND_ONLY:
            run(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        return
    triggers = run("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
    for name, _ in triggers:
        run(f"DROP TRIGGER {name}")
    yield
    for _, statement in triggers:
        run(statement)
