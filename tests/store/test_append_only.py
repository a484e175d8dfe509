"""What the database itself refuses, whoever writes into it."""

from collections.abc import Callable

import pytest
from sqlalchemy.exc import DBAPIError

from scorekeeper.services.desk import Desk
from scorekeeper.store.engine import Store
from scorekeeper.store.refusals import Conflict
from tests.services.play import brand
from tests.services.play import quick


@pytest.fixture
def filled(desk: Desk) -> Store:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    return desk.store


def attempt(store: Store, statement: str) -> Callable[[], None]:
    def run() -> None:
        with store.write() as tx:
            tx.connection.exec_driver_sql(statement)

    return run


@pytest.mark.parametrize("table", ["entry", "line", "deal_version"])
@pytest.mark.parametrize("verb", ["UPDATE", "DELETE"])
def test_nothing_of_the_ledger_is_changed_or_deleted(filled: Store, table: str, verb: str) -> None:
    column = {"entry": "why", "line": "debit", "deal_version": "record"}[table]
    statement = f"UPDATE {table} SET {column} = 'x'" if verb == "UPDATE" else f"DELETE FROM {table}"
    with pytest.raises(DBAPIError, match="append-only"):
        attempt(filled, statement)()


@pytest.mark.parametrize("table", ["entry", "line", "deal_version"])
def test_nothing_is_replaced_by_an_insertion(filled: Store, table: str) -> None:
    if filled.is_sqlite:
        with pytest.raises(DBAPIError, match="append-only"):
            attempt(filled, f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")()
    else:
        key = {"entry": "club_id, number", "line": "club_id, entry, number"}.get(
            table, "club_id, deal_id, version"
        )
        with pytest.raises(DBAPIError, match="append-only"):
            attempt(
                filled,
                f"INSERT INTO {table} SELECT * FROM {table} "
                f"ON CONFLICT ({key}) DO UPDATE SET club_id = excluded.club_id",
            )()


def test_postgresql_does_not_truncate_either(filled: Store) -> None:
    if not filled.is_sqlite:
        with pytest.raises(DBAPIError, match="append-only"):
            attempt(filled, "TRUNCATE line")()


@pytest.mark.parametrize("amount", [0, -5])
def test_a_line_moves_a_positive_amount(filled: Store, amount: int) -> None:
    statement = f"INSERT INTO line SELECT club_id, entry, 99, debit, credit, {amount} FROM line"
    with pytest.raises(DBAPIError, match="ck_line_amount"):
        attempt(filled, statement)()


def test_a_line_has_two_accounts(filled: Store) -> None:
    statement = "INSERT INTO line SELECT club_id, entry, 98, debit, debit, amount FROM line"
    with pytest.raises(DBAPIError, match="ck_line_accounts"):
        attempt(filled, statement)()


def test_an_entry_is_reversed_once(filled: Store) -> None:
    reverse = (
        "INSERT INTO entry SELECT club_id, number + {0}, kind, night_id, table_id, about, 1, who, "
        "at, why, key, digest, hash FROM entry WHERE number = 1"
    )
    attempt(filled, reverse.format(1))()
    with pytest.raises(Conflict):
        attempt(filled, reverse.format(2))()


def test_sqlite_takes_no_text_for_a_number(filled: Store) -> None:
    if filled.is_sqlite:
        with pytest.raises(DBAPIError, match="cannot store TEXT"):
            attempt(filled, "UPDATE balance SET cents = 'much'")()


def test_a_line_of_no_entry_is_refused(filled: Store) -> None:
    statement = "INSERT INTO line SELECT club_id, 4711, 1, debit, credit, amount FROM line LIMIT 1"
    with pytest.raises(DBAPIError, match=r"FOREIGN KEY|fk_line_entry"):
        attempt(filled, statement)()
