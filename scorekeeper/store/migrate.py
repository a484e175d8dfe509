"""Bringing the database's tables to what this version of the program expects.

Only ever on an explicit command (`serve` is one), and under a lock: several processes may start
at once, the first does the work and the others find it done.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.paths import data_dir
from scorekeeper.store.engine import Store
from scorekeeper.store.refusals import translated
from scorekeeper.store.revisions import refuse_newer
from scorekeeper.store.schema import metadata

_LOCK = 0x5C0E_4EE9  # any fixed number will do; all processes must use the same


def head() -> str:
    """Return the newest migration there is."""
    revision = ScriptDirectory.from_config(_config()).get_current_head()
    assert revision is not None
    return revision


def current(store: Store) -> str | None:
    """Return the migration the database is at, None for an empty one."""
    with translated(), store.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def upgrade(store: Store, revision: str = "head") -> None:
    """Migrate up to this revision; nothing happens to a database that is there already.

    Raises ScorekeeperError: STORE_NEWER.
    """
    refuse_newer(store)
    with _migrating(store) as connection:
        command.upgrade(_config(connection), revision)


def downgrade(store: Store, revision: str) -> None:
    """Migrate down to this revision; a step that would lose entries refuses."""
    with _migrating(store) as connection:
        command.downgrade(_config(connection), revision)


def require_head(store: Store) -> None:
    """Refuse a database that is not at the newest migration.

    Raises ScorekeeperError: STORE_OUTDATED, STORE_NEWER.
    """
    refuse_newer(store)
    if current(store) != head():
        raise ScorekeeperError(ErrorCode.STORE_OUTDATED)


def _config(connection: Connection | None = None) -> Config:
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(data_dir("migrations")).replace("%", "%%"))
    config.set_main_option(
        "file_template", "%%(year)d%%(month).2d%%(day).2d_%%(hour).2d%%(minute).2d_%%(slug)s"
    )
    if connection is not None:
        config.attributes["connection"] = connection
        config.attributes["metadata"] = metadata
    return config


@contextmanager
def _migrating(store: Store) -> Iterator[Connection]:
    with translated():
        if store.is_sqlite:
            with store.turn(), store.writing.connect() as connection:
                yield from _on_sqlite(connection)
        else:
            with store.engine.connect() as connection, connection.begin():
                # Held until the transaction ends, whatever ends it.
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
                yield connection


def _on_sqlite(connection: Connection) -> Iterator[Connection]:
    driver: Any = connection.connection.dbapi_connection
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        with connection.begin():
            yield connection
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
            assert not broken, f"rows without their parent after migrating: {broken[:3]}"
    finally:
        driver.execute("PRAGMA foreign_keys=ON")
