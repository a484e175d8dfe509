"""Where the files that are not code lie: inside the wheel, or beside the package in a checkout."""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_PACKAGE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """Return the folder `templates` or `migrations`, installed or in a checkout.

    A wheel carries both inside the package; an editable install does not copy them, there they
    are beside it.

    Raises:
        FileNotFoundError: neither place has the folder, so the installation is incomplete.
    """
    for parent in (_PACKAGE, _PACKAGE.parent):
        folder = parent / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"{name} is neither in {_PACKAGE} nor in {_PACKAGE.parent}")


def open_private(path: Path) -> BinaryIO:
    """Open a file to write that nobody but its owner can read, whatever the umask and it was."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        with suppress(PermissionError):  # another's file is his to look after
            os.fchmod(descriptor, 0o600)
    return os.fdopen(descriptor, "wb")


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """Give a private file to write that takes the place of another when the block ends well.

    A link is followed. What is no usual file, a pipe or a device, is written to as it is.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    aside = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with open_private(aside) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


def checkout() -> Path | None:
    """Return the root of the checkout this package runs from, None when it is installed."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "migrations").is_dir() else None
