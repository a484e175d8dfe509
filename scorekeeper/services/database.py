"""The database as a whole: bringing it up to date, and saying whether it is."""

from scorekeeper.store.engine import open_store
from scorekeeper.store.migrate import current
from scorekeeper.store.migrate import head
from scorekeeper.store.migrate import upgrade as migrate_up


def upgrade(database_url: str) -> tuple[str | None, str]:
    """Bring the database to what this version expects; return the migration before and after.

    Several processes may do so at once: one works, the others wait and find it done.

    Raises:
        ScorekeeperError: the database cannot be opened or written.
    """
    store = open_store(database_url)
    try:
        before = current(store)
        if before != head():
            migrate_up(store)
        return before, head()
    finally:
        store.close()
