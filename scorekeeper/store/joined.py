"""Many services in one transaction: a store whose every transaction is one that is open already."""

from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.store.engine import Store
from scorekeeper.store.engine import Transaction


class JoinedStore(Store):
    """A store for services that are to be kept together or not at all."""

    def __init__(self, store: Store, tx: Transaction) -> None:
        super().__init__(store.engine, None)
        self._tx = tx

    @contextmanager
    def read(self) -> Iterator[Transaction]:
        yield self._tx

    @contextmanager
    def write(self) -> Iterator[Transaction]:
        yield self._tx
