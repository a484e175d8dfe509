"""The file of an SQLite database and those beside it: whether they are there, who may read them."""

import os
import stat
import time
from contextlib import suppress
from pathlib import Path

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError

_BESIDE = ("", "-wal", "-shm", "-journal", ".writers")
_MADE_WITHIN_SECONDS = 1.0  # another process may have made the file and not written to it yet


def require(path: Path) -> None:
    """Refuse a database that is not there, or a file of no bytes where one should be.

    Raises ScorekeeperError: STORE_MISSING, STORE_EMPTY, STORE_READ_ONLY.
    """
    if not path.exists():
        raise ScorekeeperError(ErrorCode.STORE_MISSING, str(path))
    require_usable(path)


def require_usable(path: Path) -> None:
    """Refuse a file in which nothing can be kept; that it is not there yet is no matter.

    Raises ScorekeeperError: STORE_EMPTY, STORE_READ_ONLY.
    """
    if path.parent.exists() and os.statvfs(path.parent).f_flag & os.ST_RDONLY:
        raise ScorekeeperError(ErrorCode.STORE_READ_ONLY, str(path))
    until = time.monotonic() + _MADE_WITHIN_SECONDS
    while path.exists() and path.stat().st_size == 0:
        if time.monotonic() > until:
            raise ScorekeeperError(ErrorCode.STORE_EMPTY, str(path))
        time.sleep(0.05)


def keep_private(path: Path) -> None:
    """Allow only the owner to read a database and the files beside it, whatever the umask."""
    for suffix in _BESIDE:
        one = path.with_name(path.name + suffix)
        with suppress(FileNotFoundError, PermissionError):  # another's file is his to look after
            mode = stat.S_IMODE(one.stat().st_mode)
            if mode & 0o077:
                one.chmod(0o600)


def set_aside(path: Path) -> Path:
    """Rename a damaged database and what belongs to it, so that a new one can take its place."""
    number = 1
    while path.with_name(f"{path.name}.damaged-{number}").exists():
        number += 1
    aside = path.with_name(f"{path.name}.damaged-{number}")
    for suffix in ("-wal", "-shm", "-journal", ""):
        with suppress(FileNotFoundError):
            there = path.with_name(path.name + suffix)
            with suppress(PermissionError):
                there.chmod(0o600)
            there.rename(aside.with_name(aside.name + suffix))
    return aside
