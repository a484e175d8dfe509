"""All of one club as a JSON document, the same from either database, and back into an empty one.

The document is one object; each of its rows stands on a line of its own, so it is written and
read line by line whatever its size. What lets people or programs in (accounts, devices, keys) and
what only helps the machine (jobs, requests) stays where it is: a copy of a club's books opens no
door.
"""

import hashlib
import json
from collections.abc import Iterable
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Table
from sqlalchemy import insert
from sqlalchemy import select
from sqlalchemy.exc import DataError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import InterfaceError
from sqlalchemy.exc import ProgrammingError

from scorekeeper.store.backup import DamagedError
from scorekeeper.store.backup import reflected_tables
from scorekeeper.store.backup import values_of
from scorekeeper.store.engine import Transaction
from scorekeeper.store.migrate import head
from scorekeeper.store.schema import metadata

FORMAT = "scorekeeper-club/1"
LEFT_OUT = frozenset(
    {
        *("job", "request", "access_code", "import_content"),
        *("account", "device", "passkey", "sign_in_link", "sign_in_try", "invitation"),
        *("officer", "account_member", "api_token", "webhook", "delivery"),
        *("guest_code", "guest_device"),
    }
)
"""Tables that are no part of a copy. A test wants every other table to belong to a club."""
_BLOCK = 500


def tables() -> list[Table]:
    """Return the tables of a copy, each after those it refers to."""
    return [table for table in metadata.sorted_tables if table.name not in LEFT_OUT]


def dump(tx: Transaction, club_id: str) -> Iterator[str]:
    """Give the lines of a copy of what this transaction sees of a club, each with its line end."""
    yield f'{{"format":"{FORMAT}","revision":{_text(head())},"club":{_text(club_id)},"tables":[\n'
    proof, count = hashlib.sha256(), 0
    for place, table in enumerate(tables()):
        columns = [column.name for column in table.columns]
        opening = f'{{"name":{_text(table.name)},"columns":{_text(columns)},"rows":['
        proof.update(opening.encode())
        yield ("," if place else "") + opening + "\n"
        own = table.c.id if table.name == "club" else table.c.club_id
        rows = tx.connection.execute(
            select(table).where(own == club_id).order_by(*table.primary_key.columns),
            execution_options={"yield_per": _BLOCK},
        )
        before = ""
        for row in rows:
            text = _text([int(one) if isinstance(one, bool) else one for one in row])
            proof.update(text.encode())
            count += 1
            yield before + text + "\n"
            before = ","
        yield "]}\n"
    yield f'],"rows":{count},"sha256":"{proof.hexdigest()}"}}\n'


def head_of(lines: Iterable[str]) -> tuple[str, str]:
    """Return the migration a copy was made at, and the club's id.

    Raises DamagedError when the first line is not that of a copy.
    """
    first = next(iter(lines), "").rstrip("\n")
    told = _read(first + "]}") if first.endswith("[") else None
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise DamagedError("not a copy of a club")
    return str(told.get("revision")), str(told.get("club"))


def load(tx: Transaction, lines: Iterable[str], *, private: bool, reflected: bool = False) -> int:
    """Put a copy into a database that has no such club; return the number of its rows.

    Without `private` the club is not the one of a private machine, which has one already. With
    `reflected` the tables are taken as the database has them, at an older migration.

    Raises DamagedError when a line is missing, or another than it was.
    """
    reading = _Reading(tx, private=private, reflected=reflected)
    lines = iter(lines)
    head_of([next(lines, "")])
    for line in lines:
        if not reading.take(line.strip()):
            break
    if not reading.ended or any(line.strip() for line in lines):
        raise DamagedError("it ends too early, or goes on")
    return reading.count


class _Reading:
    """A copy being read: the table whose rows come, and what was proved so far."""

    def __init__(self, tx: Transaction, *, private: bool, reflected: bool) -> None:
        self._tx = tx
        self._private = private
        found = reflected_tables(tx) if reflected else {table.name: table for table in tables()}
        self._known = {name: table for name, table in found.items() if name not in LEFT_OUT}
        self._proof = hashlib.sha256()
        self._table: Table | None = None
        self._columns: list[str] = []
        self._block: list[dict[str, Any]] = []
        self.count = 0
        self.ended = False

    def take(self, line: str) -> bool:
        """Take a line; False after the last one."""
        if line == "]}":
            self._write()
            self._table = None
        elif line.startswith("],"):
            self._end(_read("{" + line[2:]))
            return False
        elif line.lstrip(",").startswith("{"):
            self._open(line.removeprefix(","))
        else:
            self._row(line.removeprefix(","))
        return True

    def _open(self, line: str) -> None:
        told = _read(line + "]}")
        name = told.get("name") if isinstance(told, dict) else None
        table = self._known.pop(str(name), None)
        if self._table is not None or table is None or not isinstance(told, dict):
            raise DamagedError("a table nobody knows")
        self._columns = told["columns"] if isinstance(told.get("columns"), list) else []
        if sorted(map(str, self._columns)) != sorted(column.name for column in table.columns):
            raise DamagedError("a table with other columns")
        self._table = table
        self._proof.update(line.encode())

    def _row(self, line: str) -> None:
        told = _read(line)
        if self._table is None or not isinstance(told, list) or len(told) != len(self._columns):
            raise DamagedError("a row without its table")
        self._proof.update(line.encode())
        self.count += 1
        values = values_of(self._table, self._columns, told)
        if self._table.name == "club" and not self._private:
            values["private"] = False
        self._block.append(values)
        if len(self._block) >= _BLOCK:
            self._write()

    def _write(self) -> None:
        if self._block:
            assert self._table is not None
            try:
                self._tx.connection.execute(insert(self._table), self._block)
            except (IntegrityError, DataError, InterfaceError, ProgrammingError) as error:
                raise DamagedError("a row that cannot be") from error
            self._block = []

    def _end(self, told: Any) -> None:
        proved = {"rows": self.count, "sha256": self._proof.hexdigest()}
        if self._table is not None or self._known or told != proved:
            raise DamagedError("it was changed")
        self.ended = True


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise DamagedError("a line that cannot be read") from error
