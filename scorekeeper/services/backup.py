"""Backups: taken while the service runs, proved before they take the place of anything."""

import errno
import gzip
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.paths import open_private
from scorekeeper.paths import replacing
from scorekeeper.services.database import complete
from scorekeeper.services.verify import problems_in
from scorekeeper.store import files
from scorekeeper.store.backup import DamagedError
from scorekeeper.store.backup import dump
from scorekeeper.store.backup import is_empty
from scorekeeper.store.backup import load
from scorekeeper.store.backup import revision_of
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import open_store
from scorekeeper.store.engine import sqlite_path
from scorekeeper.store.files import set_aside
from scorekeeper.store.migrate import current
from scorekeeper.store.migrate import head
from scorekeeper.store.migrate import require_head
from scorekeeper.store.migrate import upgrade


def backup(database_url: str, path: Path) -> int:
    """Write everything the database holds into a file, as it stood at one moment.

    The service may run meanwhile. The file takes its name only when it is whole; it can be
    restored into SQLite and PostgreSQL alike. Returns its size in bytes.

    Raises ScorekeeperError: STORE_OUTDATED, STORE_FULL, STORE_UNREADABLE.
    """
    at = sqlite_path(database_url)
    if at is not None:
        files.require(at)
    with _opened(database_url) as store:
        require_head(store)
        try:
            with replacing(path) as file:
                _write(store, file)
        except OSError as error:
            raise _refusal(error, path) from error
    return path.stat().st_size


def restore(database_url: str, path: Path, *, replace: bool = False) -> int:
    """Put a backup into a database and prove its ledger; return the number of its rows.

    All in one transaction: whatever goes wrong, the database stays as it was. What is there
    already is only given up with `replace`; a damaged file of SQLite is then set aside. A backup of
    an older version is brought up to date.

    Raises ScorekeeperError: STORE_NOT_EMPTY, BACKUP_INVALID, STORE_UNREADABLE, STORE_FULL,
    STORE_DAMAGED.
    """
    try:
        return _restore(database_url, path, replace=replace)
    except ScorekeeperError as error:
        damaged = sqlite_path(database_url)
        if error.code is not ErrorCode.STORE_DAMAGED or damaged is None or not replace:
            raise
        aside = set_aside(damaged)
        try:
            return _restore(database_url, path, replace=replace)
        except ScorekeeperError:
            aside.rename(damaged)
            raise


def _restore(database_url: str, path: Path, *, replace: bool) -> int:
    try:
        with _opened(database_url) as store:
            if current(store) != head():
                upgrade(store)
            revision = revision_of(_lines(path))
            if revision == head():
                return _load(store, path, replace=replace)
            with _brought_up(path, revision) as fresh:
                return _load(store, fresh, replace=replace)
    except (DamagedError, EOFError, gzip.BadGzipFile, UnicodeDecodeError, zlib.error) as error:
        raise ScorekeeperError(ErrorCode.BACKUP_INVALID, str(path)) from error
    except OSError as error:
        raise _refusal(error, path) from error


def _load(store: Store, path: Path, *, replace: bool) -> int:
    with store.write() as tx:
        if not replace and not is_empty(tx):
            raise ScorekeeperError(ErrorCode.STORE_NOT_EMPTY)
        count = load(tx, _lines(path))
        problems = problems_in(tx)
        if problems:
            raise DamagedError(problems[0])
    return count


@contextmanager
def _brought_up(path: Path, revision: str) -> Iterator[Path]:
    """Give the backup as this version would have written it."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        store = open_store(f"sqlite:///{folder}/old.db")
        try:
            try:
                upgrade(store, revision)
            except Exception as error:
                # Alembic's own error for a migration it does not know: of a newer version.
                raise DamagedError(f"made at {revision}") from error
            with store.write() as tx:
                load(tx, _lines(path))
            upgrade(store)
            complete(store)
            fresh = Path(folder) / "fresh.gz"
            with open_private(fresh) as file:
                _write(store, file)
            yield fresh
        finally:
            store.close()


def _write(store: Store, plain: BinaryIO) -> None:
    with (
        store.read() as tx,
        gzip.open(plain, "wt", encoding="utf-8", compresslevel=4) as file,
    ):
        file.writelines(dump(tx, head()))


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        yield from file


@contextmanager
def _opened(database_url: str) -> Iterator[Store]:
    store = open_store(database_url)
    try:
        yield store
    finally:
        store.close()


def _refusal(error: OSError, path: Path) -> ScorekeeperError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ScorekeeperError(ErrorCode.STORE_FULL, str(path))
    return ScorekeeperError(ErrorCode.STORE_UNREADABLE, str(path))
