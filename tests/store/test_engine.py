"""Transactions, the writers' queue, and what becomes of a database that does not answer."""

import fcntl
import os
import sqlite3
import threading
import time
from datetime import UTC
from datetime import datetime
from pathlib import Path

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.store import clubs
from scorekeeper.store import engine
from scorekeeper.store import requests
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import database_url
from scorekeeper.store.engine import open_store
from scorekeeper.store.engine import sqlite_path
from scorekeeper.store.ids import new_id
from scorekeeper.store.moments import moment_of
from scorekeeper.store.moments import text_of


def add_club(store: Store, number: int) -> None:
    with store.write() as tx:
        clubs.add(
            tx,
            club_id=f"club-{number}",
            name="Club",
            language="de",
            time_zone="Europe/Berlin",
            private=False,
            at="2026-11-30T18:00:00.000000Z",
            genesis="0" * 64,
        )


def count(store: Store) -> int:
    with store.read() as tx:
        return len(clubs.list_all(tx))


def test_what_raises_is_undone(store: Store) -> None:
    add_club(store, 1)

    def work() -> None:
        with store.write() as tx:
            clubs.rename(tx, "club-1", "Other")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    with store.read() as tx:
        assert [row.name for row in clubs.list_all(tx)] == ["Club"]


def test_a_read_sees_one_state(store: Store) -> None:
    add_club(store, 1)
    with store.read() as tx:
        assert len(clubs.list_all(tx)) == 1
        add_club(store, 2)
        assert len(clubs.list_all(tx)) == 1
    assert count(store) == 2


def test_what_is_held_is_one_state_until_it_is_written_or_let_go(store: Store) -> None:
    other = open_store(store.url.render_as_string(hide_password=False))
    add_club(other, 1)
    store.hold()
    assert count(store) == 1
    add_club(other, 2)
    assert count(store) == 1  # still the state of the first question
    add_club(store, 3)
    assert count(store) == 3  # what was written here is seen, and what came before it
    with store.read() as tx:
        add_club(store, 4)
        assert len(clubs.list_all(tx)) == 3  # whoever still reads goes on reading what was
    assert count(store) == 4
    with store.walk() as tx:
        add_club(other, 5)
        assert len(clubs.list_all(tx)) in (4, 5)
    assert count(store) == 4
    store.let_go()
    assert count(store) == 5
    other.close()


def test_what_is_held_is_held_for_one_thread(store: Store) -> None:
    add_club(store, 1)
    store.hold()
    assert count(store) == 1
    seen: list[int] = []

    def work() -> None:
        add_club(store, 2)
        seen.append(count(store))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert (seen, count(store)) == ([2], 1)
    store.let_go()


def test_after_a_refusal_what_is_held_begins_anew(store: Store) -> None:
    add_club(store, 1)
    store.hold()

    def work() -> None:
        with store.read() as tx:
            assert len(clubs.list_all(tx)) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        work()
    add_club_elsewhere(store)
    assert count(store) == 2
    store.let_go()
    assert store.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def add_club_elsewhere(store: Store) -> None:
    other = open_store(store.url.render_as_string(hide_password=False))
    add_club(other, 2)
    other.close()


def test_many_writers_at_once_all_get_their_turn(store: Store) -> None:
    errors: list[BaseException] = []

    def work(first: int) -> None:
        try:
            for number in range(first, first + 20):
                add_club(store, number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(100 * one,)) for one in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert count(store) == 160


def test_the_settings_of_every_sqlite_connection(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    with store.read() as tx:
        said = {
            name: tx.connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers")
        }
    store.close()
    assert said == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
    }


def test_a_locked_file_is_a_refusal_and_loses_nothing(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_MS", 200)
    monkeypatch.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, "busy_timeout=200"))
    store = open_store(sqlite_url)
    path = sqlite_path(sqlite_url)
    other = sqlite3.connect(str(path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(ScorekeeperError) as caught:
        add_club(store, 1)
    assert caught.value.code is ErrorCode.STORE_BUSY
    other.execute("ROLLBACK")
    other.close()
    add_club(store, 1)
    assert count(store) == 1
    store.close()


def test_who_waited_in_the_queue_does_not_wait_as_long_again(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "BUSY_MS", 1_500)
    monkeypatch.setattr(engine, "_PRAGMAS", (*engine._PRAGMAS, "busy_timeout=1500"))
    store = open_store(sqlite_url)
    path = sqlite_path(sqlite_url)
    assert path is not None
    other = sqlite3.connect(str(path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    queue = os.open(f"{path}.writers", os.O_RDWR | os.O_CREAT)
    fcntl.flock(queue, fcntl.LOCK_EX)
    threading.Timer(1.3, os.close, (queue,)).start()
    began = time.monotonic()
    with pytest.raises(ScorekeeperError) as caught:
        add_club(store, 1)
    assert caught.value.code is ErrorCode.STORE_BUSY
    assert time.monotonic() - began < 2.4
    other.close()
    store.close()


def test_a_full_disk_is_a_refusal_and_loses_nothing(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    add_club(store, 1)
    with store.read() as tx:
        pages = tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    def work() -> None:
        with store.write() as tx:
            # SQLite's own limit answers like a disk without room.
            tx.connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
            for number in range(2000):
                requests.add(tx, "club-1", f"key-{number}", body="x" * 64, answer="", at="")

    with pytest.raises(ScorekeeperError) as caught:
        work()
    assert caught.value.code is ErrorCode.STORE_FULL
    assert count(store) == 1
    store.close()


@pytest.mark.parametrize("content", [b"this is no database, but it is long enough to be read" * 9])
def test_a_file_that_is_no_database_is_a_refusal(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.db"
    path.write_bytes(content)
    store = open_store(f"sqlite:///{path}")
    with pytest.raises(ScorekeeperError) as caught:
        count(store)
    assert caught.value.code is ErrorCode.STORE_DAMAGED
    assert path.read_bytes() == content
    store.close()


def test_a_folder_that_is_not_there_is_a_refusal(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path}/missing/cards.db")
    for call in (lambda: count(store), lambda: add_club(store, 1)):
        with pytest.raises(ScorekeeperError) as caught:
            call()
        assert caught.value.code is ErrorCode.STORE_UNREADABLE
    store.close()


def test_a_server_that_is_not_there_is_a_refusal(tmp_path: Path) -> None:
    store = open_store(f"postgresql://nobody@/none?host={tmp_path}")
    with pytest.raises(ScorekeeperError) as caught:
        count(store)
    assert caught.value.code is ErrorCode.STORE_UNREADABLE
    store.close()


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("postgres://u@h/d", "postgresql+psycopg"),
        ("postgresql://u@h/d", "postgresql+psycopg"),
        ("postgresql+psycopg://u@h/d", "postgresql+psycopg"),
        ("sqlite:///x.db", "sqlite"),
    ],
)
def test_every_spelling_of_an_address_is_understood(given: str, driver: str) -> None:
    assert database_url(given).drivername == driver


def test_ids_are_in_the_order_they_were_made() -> None:
    now = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
    made = [new_id(now) for _ in range(5000)]
    assert made == sorted(made)
    assert len(set(made)) == 5000
    assert {(len(one), one[14], one[19] in "89ab") for one in made} == {(36, "7", True)}


def test_moments_are_text_that_sorts_and_comes_back() -> None:
    moment = datetime(2026, 11, 30, 20, 15, 1, 5, tzinfo=UTC)
    assert text_of(moment) == "2026-11-30T20:15:01.000005Z"
    assert moment_of(text_of(moment)) == moment
