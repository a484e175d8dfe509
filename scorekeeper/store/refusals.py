"""What the database refuses, in the words of this project.

A full disk, a lock that does not open and a file that cannot be read are refusals with a code;
two transactions that met are `Conflict`, and whoever sees it may simply try again. Everything
else the driver raises is a bug and passes through.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError


class Conflict(Exception):  # noqa: N818 - not an error for people, a reason to try again
    """Two transactions met: the same key twice, or each waited for the other."""


_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
_FULL = ("SQLITE_FULL",)
_UNREADABLE = ("SQLITE_CANTOPEN", "SQLITE_IOERR", "SQLITE_PERM")
_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_READ_ONLY = ("SQLITE_READONLY",)
_MET = (
    psycopg.errors.UniqueViolation,
    psycopg.errors.DeadlockDetected,
    psycopg.errors.SerializationFailure,
)


@contextmanager
def translated() -> Iterator[None]:
    """Turn the refusals of either driver, wrapped by SQLAlchemy or not, into ours."""
    try:
        yield
    except DBAPIError as error:
        if error.orig is None:
            raise
        meaning = _meaning(error.orig)
        if meaning is None:
            raise
        raise meaning from error
    except (sqlite3.Error, psycopg.Error) as error:
        meaning = _meaning(error)
        if meaning is None:
            raise
        raise meaning from error
    except PoolTimeoutError as error:
        raise ScorekeeperError(ErrorCode.STORE_BUSY) from error
    except FileNotFoundError as error:
        raise ScorekeeperError(ErrorCode.STORE_UNREADABLE, str(error.filename or "")) from error
    except OSError as error:
        if error.errno == errno.EROFS:
            raise ScorekeeperError(ErrorCode.STORE_READ_ONLY) from error
        if not isinstance(error, PermissionError):
            raise
        raise ScorekeeperError(ErrorCode.STORE_UNREADABLE, str(error.filename or "")) from error


def _meaning(error: BaseException) -> Exception | None:
    if isinstance(error, sqlite3.Error):
        return _meaning_on_sqlite(error)
    if isinstance(error, _MET):
        return Conflict()
    if isinstance(error, psycopg.errors.UndefinedTable | psycopg.errors.UndefinedColumn):
        return ScorekeeperError(ErrorCode.STORE_OUTDATED)
    if isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted):
        return ScorekeeperError(ErrorCode.STORE_DAMAGED)
    if isinstance(error, psycopg.errors.DiskFull):
        return ScorekeeperError(ErrorCode.STORE_FULL)
    if isinstance(error, psycopg.errors.LockNotAvailable | psycopg.errors.QueryCanceled):
        return ScorekeeperError(ErrorCode.STORE_BUSY)
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return ScorekeeperError(ErrorCode.STORE_UNREADABLE)
    return None


def _meaning_on_sqlite(error: sqlite3.Error) -> Exception | None:
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY")):
        return Conflict()
    if name.startswith(_BUSY):
        return ScorekeeperError(ErrorCode.STORE_BUSY)
    if name.startswith(_FULL):
        return ScorekeeperError(ErrorCode.STORE_FULL)
    if name.startswith(_DAMAGED):
        return ScorekeeperError(ErrorCode.STORE_DAMAGED)
    if name.startswith(_READ_ONLY):
        return ScorekeeperError(ErrorCode.STORE_READ_ONLY)
    if name.startswith(_UNREADABLE):
        return ScorekeeperError(ErrorCode.STORE_UNREADABLE)
    # Statements are made from the declared tables, so only a database from before them lacks one.
    if str(error).startswith(("no such table", "no such column")):
        return ScorekeeperError(ErrorCode.STORE_OUTDATED)
    return None
