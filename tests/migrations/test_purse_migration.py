"""A filled database of before the purse goes up and down and loses no line, on both kinds."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData
from sqlalchemy import insert
from sqlalchemy import inspect
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from scorekeeper.services import cash_book
from scorekeeper.services import database
from scorekeeper.services import settlement
from scorekeeper.services import verify
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.store import migrate
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import open_store
from scorekeeper.store.schema import metadata
from tests.conftest import PostgresServer
from tests.conftest import TickingClock
from tests.services.play import Keys
from tests.services.play import brand
from tests.services.play import quick
from tests.services.treasurer import Club
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in

BEFORE, AFTER = "accounts", "purse"
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database as it was before the purse."""
    if request.param == "sqlite":
        url, server, name = f"sqlite:///{tmp_path}/old.db", None, ""
    else:
        server = request.getfixturevalue("postgres")
        assert isinstance(server, PostgresServer)
        name = f"old_{os.urandom(4).hex()}"
        server.run(f"CREATE DATABASE {name}")
        url = server.database(name)
    store = open_store(url)
    migrate.upgrade(store, BEFORE)
    yield store
    store.close()
    if server is not None:
        server.run(f"DROP DATABASE {name} WITH (FORCE)")


def fill(desk: Desk) -> None:
    """Play three nights, one of them carried to the season's accounts."""
    keys = Keys()
    for carried in (True, False):
        table = quick(desk, "Anna Bert Caro", "bolachen", keys=keys)
        deal = table.record(brand(table.id("Anna"), 7))
        table.record(brand(table.id("Bert"), 4))
        table.correct(deal.id, brand(table.id("Caro"), 8))
        table.close()
        if carried:
            settlement.propose_settlement(
                desk, club_id=table.club_id, night_id=table.night_id, mode="carry", key=table.keys()
            )
            table = quick(desk, "Anna Bert Caro", "bolachen", keys=keys)
            table.record(brand(table.id("Anna"), 7))


def copied(source: Store, target: Store) -> None:
    """Copy what the older tables know."""
    with target.engine.connect() as connection:
        known = MetaData()
        known.reflect(connection, resolve_fks=False)
    with source.read() as seen, target.write() as tx:
        for table in metadata.sorted_tables:
            there = known.tables.get(table.name)
            if there is None:
                continue
            columns = [c for c in table.columns if c.name in there.columns]
            rows = [
                row
                for row in seen.connection.execute(select(*columns)).mappings()
                if table.name != "balance" or row["book"] != row["club_id"]
            ]
            if rows:
                tx.connection.execute(insert(there), [dict(row) for row in rows])


def everything(store: Store) -> Rows:
    """Return every row of every table, by the names of its columns."""
    found: Rows = {}
    with store.read() as tx:
        known = MetaData()
        known.reflect(tx.connection, resolve_fks=False)
        for name, table in known.tables.items():
            if name != "alembic_version":
                rows = tx.connection.execute(select(table).order_by(*table.primary_key.columns))
                found[name] = [dict(row) for row in rows.mappings()]
    return found


def as_of(rows: Rows, before: Rows) -> Rows:
    """Leave out what the older tables do not know, and the balances they did not keep."""
    clubs = {row["id"] for row in before["club"]}
    return {
        name: [
            {column: row[column] for column in (before[name][0] if before[name] else row)}
            for row in rows[name]
            if name != "balance" or row["book"] not in clubs
        ]
        for name in before
    }


def test_a_filled_database_goes_up_and_down_and_loses_nothing(
    desk: Desk, old: Store, clock: TickingClock
) -> None:
    fill(desk)
    copied(desk.store, old)
    before = everything(old)
    assert len(before["entry"]) > 8
    assert len(before["line"]) > 8
    migrate.upgrade(old, AFTER)
    between = everything(old)
    assert as_of(between, before) == before
    assert between["movement"]
    migrate.downgrade(old, BEFORE)
    assert everything(old) == before
    _still_append_only(old)
    migrate.upgrade(old)
    database.complete(old)
    _still_append_only(old)
    again = open_desk(old.url.render_as_string(hide_password=False), clock, "Anna")
    try:
        club_id = before["club"][0]["id"]
        _say_the_same(desk, again, club_id)
    finally:
        again.close()


def _say_the_same(desk: Desk, again: Desk, club_id: str) -> None:
    assert verify.verify(again) == verify.verify(desk) == []
    accounts = cash_book.list_accounts(again, club_id=club_id)
    assert accounts == cash_book.list_accounts(desk, club_id=club_id)
    assert any(one.cents for one in accounts)
    for one in accounts:
        told = {"club_id": club_id, "member_id": one.member.id}
        assert cash_book.get_statement(again, **told) == cash_book.get_statement(desk, **told)


def test_entries_keep_their_shape(old: Store) -> None:
    def shape() -> Any:
        with old.engine.connect() as connection:
            found = inspect(connection)
            return (
                [(one["name"], str(one["type"])) for one in found.get_columns("entry")],
                found.get_pk_constraint("entry"),
                found.get_foreign_keys("entry"),
                found.get_foreign_keys("line"),
                sorted(
                    (one["name"] or "", tuple(one["column_names"]), bool(one["unique"]))
                    for one in found.get_indexes("entry")
                ),
            )

    before = shape()
    migrate.upgrade(old, AFTER)
    assert shape() == before
    migrate.downgrade(old, BEFORE)
    assert shape() == before


def test_a_purse_with_something_in_it_does_not_go_back(desk: Desk) -> None:
    club: Club = found_club(desk)
    pay_in(club, "Anna", 500)
    at = migrate.current(desk.store)
    with pytest.raises(RuntimeError, match="going back would lose"):
        migrate.downgrade(desk.store, BEFORE)
    assert migrate.current(desk.store) == at
    assert verify.verify(desk) == []


def _still_append_only(store: Store) -> None:
    for statement in ("UPDATE entry SET why = 'x'", "DELETE FROM entry", "DELETE FROM line"):
        with pytest.raises(DBAPIError, match="append-only"), store.write() as tx:
            tx.connection.exec_driver_sql(statement)
