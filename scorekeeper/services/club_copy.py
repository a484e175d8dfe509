"""A complete export of a club brought into a database that does not have the club yet."""

import itertools
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextlib import suppress
from pathlib import Path

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import problems_in
from scorekeeper.services.views import ClubView
from scorekeeper.store import club_copy
from scorekeeper.store import clubs as club_rows
from scorekeeper.store.backup import DamagedError
from scorekeeper.store.engine import open_store
from scorekeeper.store.migrate import head
from scorekeeper.store.migrate import upgrade


def is_club_copy(path: Path) -> bool:
    """Say whether a file is a complete export of a club."""
    try:
        with _lines(path) as lines:
            club_copy.head_of(lines)
    except (DamagedError, UnicodeDecodeError):
        return False
    return True


class _NotKeptError(Exception):
    """All of it was there and right, and is given up again."""


def restore_club(desk: Desk, path: Path, *, keep: bool = True) -> ClubView:
    """Put a complete export into this database and prove its ledger.

    All in one transaction: whatever goes wrong, the database stays as it was, and so it does in any
    case without `keep`. An export of an older version is brought up to date.

    Raises ScorekeeperError: EXPORT_INVALID, CLUB_THERE, STORE_UNREADABLE.
    """
    try:
        with _lines(path) as lines:
            revision, club_id = club_copy.head_of(lines)
        if revision == head():
            return _load(desk, path, club_id, keep=keep)
        with _brought_up(path, revision, club_id) as fresh:
            return _load(desk, fresh, club_id, keep=keep)
    except (DamagedError, UnicodeDecodeError, LookupError, TypeError) as error:
        raise ScorekeeperError(ErrorCode.EXPORT_INVALID, str(path)) from error
    except OSError as error:
        raise ScorekeeperError(ErrorCode.STORE_UNREADABLE, str(path)) from error


def _load(desk: Desk, path: Path, club_id: str, *, keep: bool) -> ClubView:
    with suppress(_NotKeptError), desk.store.write() as tx:
        there = club_rows.get(tx, club_id)
        if there is not None:
            raise ScorekeeperError(ErrorCode.CLUB_THERE, "club", name=there.name)
        private = club_rows.private(tx) is not None
        with _lines(path) as lines:
            club_copy.load(tx, lines, private=not private)
        problems = problems_in(tx, club_id=club_id)
        if problems:
            raise DamagedError(problems[0])
        restored = clubs.read(tx, club_id)
        if not keep:
            raise _NotKeptError
    return restored


@contextmanager
def _brought_up(path: Path, revision: str, club_id: str) -> Iterator[Path]:
    """Give the export as this version would have written it."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        store = open_store(f"sqlite:///{folder}/old.db")
        try:
            try:
                upgrade(store, revision)
            except Exception as error:
                # Alembic's own error for a migration it does not know: of a newer version.
                raise DamagedError(f"made at {revision}") from error
            with store.write() as tx, _lines(path) as lines:
                club_copy.load(tx, lines, private=True, reflected=True)
            upgrade(store)
            fresh = Path(folder) / "fresh.json"
            with store.read() as tx, fresh.open("w", encoding="utf-8") as file:
                file.writelines(club_copy.dump(tx, club_id))
            yield fresh
        finally:
            store.close()


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[str]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        yield itertools.chain.from_iterable(iter(lambda: file.readlines(1 << 20), []))
