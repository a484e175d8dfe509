"""A server that ends a connection: a refusal, and the next transaction has a new one."""

import pytest
from sqlalchemy import text

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import Transaction
from scorekeeper.store.engine import open_store
from scorekeeper.store.prepared import Prepared
from tests.conftest import PostgresServer

# With a time it waits until they have ended.
END = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{}'"


def by_sqlalchemy(tx: Transaction) -> None:
    tx.connection.execute(text("SELECT 1"))


def by_driver(tx: Transaction) -> None:
    tx.run(Prepared(text("SELECT 1")))


@pytest.mark.parametrize("way", ["read", "write", "walk"])
@pytest.mark.parametrize("run", [by_sqlalchemy, by_driver])
def test_a_connection_that_ends_in_the_middle_is_a_refusal(
    postgres: PostgresServer, postgres_url: str, way: str, run: object
) -> None:
    assert callable(run)
    store = open_store(postgres_url)
    name = postgres_url.partition("?")[0].rsplit("/", 1)[1]

    def twice() -> None:
        with getattr(store, way)() as tx:
            run(tx)
            postgres.run(END.format(name))
            run(tx)

    with pytest.raises(ScorekeeperError) as refused:
        twice()
    assert refused.value.code is ErrorCode.STORE_UNREADABLE
    with getattr(store, way)() as tx:
        run(tx)
    store.close()


def test_a_connection_that_ended_while_nobody_used_it_is_replaced(
    postgres: PostgresServer, postgres_url: str
) -> None:
    store = open_store(postgres_url)
    name = postgres_url.partition("?")[0].rsplit("/", 1)[1]
    for _ in range(3):
        for way in (store.read, store.write, store.walk):
            with way() as tx:
                by_driver(tx)
            postgres.run(END.format(name))
    store.close()


def test_what_a_thread_holds_is_let_go_when_its_connection_ends(
    postgres: PostgresServer, postgres_url: str
) -> None:
    store: Store = open_store(postgres_url)
    name = postgres_url.partition("?")[0].rsplit("/", 1)[1]
    for _ in range(2):
        store.hold()
        with store.read() as tx:
            by_driver(tx)
        postgres.run(END.format(name))
        store.let_go()  # the request is over: nobody is to see an error for it
    store.close()
