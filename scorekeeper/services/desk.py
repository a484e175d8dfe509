"""What every service is called with: the database, the time, and who is acting."""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.clock import Clock
from scorekeeper.store import files
from scorekeeper.store import revisions
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import Transaction
from scorekeeper.store.engine import open_store
from scorekeeper.store.engine import sqlite_path
from scorekeeper.store.ids import new_id
from scorekeeper.store.moments import text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Who does something, when and where it is kept.

    `actor` is the name the ledger shows as "who"; `language` that of sentences inside answers.
    `before` is looked at in the transaction of a change before anything else (`conditions`).
    """

    store: Store
    clock: Clock
    actor: str
    language: str = "de"
    before: Callable[[Transaction], None] | None = None

    def now(self) -> str:
        """Return the present moment as it is stored."""
        return text_of(self.clock())

    def new_id(self) -> str:
        """Return a new id."""
        return new_id(self.clock())

    def acting(self, actor: str, language: str | None = None) -> "Desk":
        """Return the same desk with somebody else at it."""
        return Desk(
            store=self.store,
            clock=self.clock,
            actor=actor,
            language=language or self.language,
            before=self.before,
        )

    def close(self) -> None:
        """Close the database."""
        self.store.close()


def open_desk(database_url: str, clock: Clock, actor: str = "", language: str = "de") -> Desk:
    """Open the database for services; its tables are not touched.

    Raises ScorekeeperError: STORE_MISSING, STORE_EMPTY, STORE_READ_ONLY, STORE_NEWER; nothing is
    set up here.
    """
    path = sqlite_path(database_url)
    if path is not None:
        files.require(path)
    store = open_store(database_url)
    try:
        revisions.refuse_newer(store)
    except BaseException:
        store.close()
        raise
    return Desk(store=store, clock=clock, actor=actor[:60], language=language)
