"""The database as a whole: bringing it up to date, and saying whether it is."""

from scorekeeper.clock import system_clock
from scorekeeper.services import ladders
from scorekeeper.services import tallying
from scorekeeper.services.desk import Desk
from scorekeeper.store import clubs
from scorekeeper.store import files
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import open_store
from scorekeeper.store.engine import sqlite_path
from scorekeeper.store.migrate import current
from scorekeeper.store.migrate import head
from scorekeeper.store.migrate import upgrade as migrate_up


def upgrade(database_url: str) -> tuple[str | None, str]:
    """Bring the database to what this version expects; return the migration before and after.

    Several processes may do so at once: one works, the others wait and find it done.

    Raises:
        ScorekeeperError: the database cannot be opened or written, or a newer version wrote it.
    """
    path = sqlite_path(database_url)
    if path is not None:
        files.require_usable(path)
    store = open_store(database_url)
    try:
        before = current(store)
        if before != head():
            migrate_up(store)
            complete(store)
        return before, head()
    finally:
        store.close()


def check(desk: Desk) -> None:
    """Refuse a database in which the service cannot work.

    Raises ScorekeeperError: what is wrong with it.
    """
    path = sqlite_path(desk.store.url.render_as_string(hide_password=False))
    if path is not None:
        files.require(path)
    with desk.store.read() as tx:
        clubs.list_all(tx)


def complete(store: Store) -> None:
    """Fill in what this version keeps of evenings that an earlier one recorded."""
    desk = Desk(store=store, clock=system_clock, actor="")
    with store.read() as tx:
        found = [club.id for club in clubs.list_all(tx)]
    for club_id in found:
        with store.write() as tx:
            clubs.lock_chain(tx, club_id)
            ladders.complete(tx, desk, club_id)
            tallying.complete(tx, club_id)
