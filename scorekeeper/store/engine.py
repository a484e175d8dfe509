"""Opening the database and working in it, one transaction at a time.

SQLite lets one writer in at a time and makes the others poll for up to 100 ms; so writers queue
at a lock file before they begin, where the kernel wakes the next one at once.
"""

import fcntl
import os
import select
import sqlite3
import threading
import time
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import AbstractContextManager
from contextlib import contextmanager
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Connection
from sqlalchemy import Engine
from sqlalchemy import create_engine
from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.store import files
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.refusals import translated

BUSY_MS = 5_000
_CACHE_KIB = 16_000
_WALKING_KIB = 2_000
_STATEMENTS_KEPT = 512  # more than there are; the driver keeps 128 and parses the others again
_PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "recursive_triggers=ON",
    f"busy_timeout={BUSY_MS}",
    "temp_store=MEMORY",
    f"cache_size=-{_CACHE_KIB}",
)
# A server that is gone without a word is given up after so long, also in the middle of a statement.
_POSTGRES_LINE = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
_POSTGRES_SETTINGS = "-c lock_timeout=10s -c idle_in_transaction_session_timeout=60s"


class Transaction:
    """What one transaction can do. Prepared statements go to the driver without a detour."""

    __slots__ = ("_dialect", "_driver", "connection")

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._dialect = connection.dialect
        self._driver: Any = connection.connection.dbapi_connection

    @property
    def is_sqlite(self) -> bool:
        return self._dialect.name == "sqlite"

    def run(self, statement: Prepared, **values: Any) -> Any:
        """Run a statement; the answer is the driver's cursor."""
        return self._driver.execute(*statement.bound(self._dialect, values))

    def all(self, statement: Prepared, **values: Any) -> list[tuple[Any, ...]]:
        """Return every row."""
        rows: list[tuple[Any, ...]] = self.run(statement, **values).fetchall()
        return rows

    def one(self, statement: Prepared, **values: Any) -> tuple[Any, ...] | None:
        """Return the first row, or None."""
        row: tuple[Any, ...] | None = self.run(statement, **values).fetchone()
        return row

    def rows(
        self, statement: Prepared, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
    ) -> None:
        """Run a statement once for every row of values, which come in the order of `columns`."""
        sql, parameters = statement.bound_rows(self._dialect, columns, rows)
        if parameters:
            self._driver.cursor().executemany(sql, parameters)

    def many(self, statement: Prepared, rows: Iterable[Mapping[str, Any]]) -> None:
        """Run a statement once for every row of parameters."""
        sql, parameters = statement.bound_many(self._dialect, rows)
        if parameters:
            self._driver.cursor().executemany(sql, parameters)


class _Held(threading.local):
    """What a thread reads in, while all that it reads is to be of one moment."""

    wanted = False
    reading: AbstractContextManager[Transaction] | None = None
    tx: Transaction | None = None
    readers = 0
    over = False


class Store:
    """A database that is open: hands out transactions, one a time to each thread."""

    def __init__(self, engine: Engine, lock_path: Path | None) -> None:
        self._held = _Held()
        self.engine = engine
        self.writing = engine.execution_options(sqlite_begin="IMMEDIATE")
        self.reading = engine
        if engine.dialect.name == "postgresql":
            self.reading = engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        self._lock_path = lock_path

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def url(self) -> URL:
        return self.engine.url

    def close(self) -> None:
        """Close every connection nobody uses."""
        self.engine.dispose()

    def hold(self) -> None:
        """Let this thread read one state of the database, until it writes or lets go.

        A page asks who is there, what may be shown and what there is: three questions, one
        transaction. It begins with the first of them.
        """
        self.let_go()
        self._held.wanted = True

    def let_go(self) -> None:
        """End what `hold` began."""
        self._held.wanted = False
        self._end_held()

    def _end_held(self) -> None:
        """End what is held, as soon as nobody reads in it any more."""
        held = self._held
        held.over = held.readers > 0
        if held.over or held.reading is None:
            return
        reading = held.reading
        held.reading = held.tx = None
        with suppress(
            ScorekeeperError
        ):  # all was read; that the connection then ended is no matter
            reading.__exit__(None, None, None)

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        """Give a transaction that sees one state of the database from its first statement on.

        Nothing may still read in it when the request ends: `walk` is for that.
        """
        held = self._held
        if not held.wanted:
            with self._read() as tx:
                yield tx
            return
        if held.tx is None:
            reading = self._read()
            held.tx = reading.__enter__()
            held.reading = reading
        held.readers += 1
        try:
            with translated():
                yield held.tx
        except BaseException:
            held.over = True  # a statement that failed ends the transaction on PostgreSQL
            raise
        finally:
            held.readers -= 1
            if held.over:
                self._end_held()

    @contextmanager
    def _read(self) -> Iterator[Transaction]:
        with translated(), self.reading.connect() as connection, connection.begin():
            try:
                yield Transaction(connection)
            except Exception:
                _drop_if_broken(connection)
                raise

    @contextmanager
    def walk(self) -> Iterator[Transaction]:
        """Give a reading transaction for a long way, on which nothing passed is kept in memory.

        It is always one of its own.
        """
        with self._read() as tx:
            if not self.is_sqlite:
                yield tx
                return
            driver: Any = tx.connection.connection.dbapi_connection
            driver.execute(f"PRAGMA cache_size=-{_WALKING_KIB}")
            try:
                yield tx
            finally:
                driver.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        """Give a transaction that is kept when the block ends and undone when it raises."""
        self._end_held()  # what is read after this is what is then there
        with translated(), self.turn() as waited, self.writing.connect() as connection:
            with _patience(connection, waited):
                transaction = connection.begin()
            with transaction:
                try:
                    yield Transaction(connection)
                except Exception:
                    _drop_if_broken(connection)
                    raise

    @contextmanager
    def turn(self) -> Iterator[float]:
        """Wait in the queue of writers; the block then has its turn, after so many seconds."""
        if self._lock_path is None:
            yield 0.0
            return
        began = time.monotonic()
        # A description of its own for each writer, so that threads queue like processes do.
        handle = os.open(self._lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield time.monotonic() - began
        finally:
            os.close(handle)


def open_store(url: str) -> Store:
    """Open the database at `url` without changing its tables; SQLite's file is made if missing."""
    address = database_url(url)
    if address.get_backend_name() == "sqlite":
        path = Path(address.database or "").absolute()
        address = address.set(database=str(path))
        engine = create_engine(
            address,
            pool_size=64,
            max_overflow=64,
            pool_timeout=10,
            pool_use_lifo=True,
            connect_args={
                "check_same_thread": False,
                "timeout": BUSY_MS / 1000,
                "cached_statements": _STATEMENTS_KEPT,
            },
        )
        _prepare_sqlite(engine, path)
        return Store(engine, path.with_name(path.name + ".writers"))
    if "options" not in address.query:
        address = address.update_query_dict({"options": _POSTGRES_SETTINGS})
    engine = create_engine(
        address,
        pool_size=16,
        max_overflow=32,
        pool_timeout=10,
        pool_use_lifo=True,
        isolation_level="READ COMMITTED",
        connect_args=_POSTGRES_LINE,
    )
    event.listen(engine, "checkout", _refuse_closed)
    return Store(engine, None)


def database_url(url: str) -> URL:
    """Return the address with the driver this project uses, whatever spelling came in."""
    address = make_url(url)
    if address.drivername in ("postgres", "postgresql"):
        return address.set(drivername="postgresql+psycopg")
    return address


def sqlite_path(url: str) -> Path | None:
    """Return the file behind an SQLite address, None for any other database."""
    address = database_url(url)
    if address.get_backend_name() != "sqlite":
        return None
    return Path(address.database or "").absolute()


def _refuse_closed(driver: Any, _record: Any, _proxy: Any) -> None:
    """Have the pool open another connection in the place of one the server has closed.

    Before it ends a server says goodbye, so there is something to read; asking it a question
    each time would cost every transaction a round trip.
    """
    waiting = select.poll()
    try:
        waiting.register(driver.fileno(), select.POLLIN)
        while waiting.poll(0):  # first the word, then the end
            driver.pgconn.consume_input()
    except psycopg.Error as error:
        raise DisconnectionError from error


def _prepare_sqlite(engine: Engine, path: Path) -> None:
    seen = path.exists()

    @event.listens_for(engine, "do_connect")
    def _open(_dialect: Any, _record: Any, _arguments: Any, _named: Any) -> None:
        nonlocal seen
        if path.exists():
            seen = True
        elif seen:  # SQLite would begin an empty one in its place
            raise ScorekeeperError(ErrorCode.STORE_MISSING, str(path))

    @event.listens_for(engine, "connect")
    def _connect(driver: Any, _record: Any) -> None:
        # Python's own idea of when a transaction begins would leave DDL and reads outside of it.
        driver.isolation_level = None
        try:
            for pragma in _PRAGMAS:
                driver.execute("PRAGMA " + pragma)
        except sqlite3.OperationalError:
            files.require_usable(path)  # says what is wrong more exactly, where it can
            raise
        files.keep_private(path)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
        driver: Any = connection.connection.dbapi_connection
        driver.execute("BEGIN " + mode)


@contextmanager
def _patience(connection: Connection, waited: float) -> Iterator[None]:
    """Spend on the database's own lock only what the queue has left over of the patience."""
    if waited < 1.0:
        yield
        return
    driver: Any = connection.connection.dbapi_connection
    driver.execute(f"PRAGMA busy_timeout={max(0, BUSY_MS - int(waited * 1000))}")
    try:
        yield
    finally:
        driver.execute(f"PRAGMA busy_timeout={BUSY_MS}")


def _drop_if_broken(connection: Connection) -> None:
    """Keep a connection the server has closed from going back into the pool."""
    if connection.invalidated:
        return  # SQLAlchemy ran the statement and saw it; asking for the driver would raise
    driver: Any = connection.connection.dbapi_connection
    if connection.dialect.name == "postgresql" and (driver is None or driver.broken):
        connection.invalidate()
