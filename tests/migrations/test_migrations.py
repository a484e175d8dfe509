"""Migrations: one line of them, both ways, equal to the declared tables, losing nothing."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import database
from scorekeeper.services import ledger
from scorekeeper.services.desk import Desk
from scorekeeper.store import migrate
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import open_store
from scorekeeper.store.schema import metadata
from tests.conftest import PostgresServer
from tests.services.play import brand
from tests.services.play import quick


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An address where no table is yet."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/empty.db"
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    name = f"empty_{os.urandom(4).hex()}"
    server.run(f"CREATE DATABASE {name}")
    yield server.database(name)
    server.run(f"DROP DATABASE {name} WITH (FORCE)")


def revisions() -> list[str]:
    return [
        one.revision
        for one in ScriptDirectory.from_config(migrate._config()).walk_revisions("base", "heads")
    ][::-1]


def test_there_is_one_head_and_names_are_dated() -> None:
    script = ScriptDirectory.from_config(migrate._config())
    assert len(script.get_heads()) == 1
    for path in Path(script.versions).glob("*.py"):
        day, time, slug = path.stem.split("_", 2)
        assert (len(day), len(time), bool(slug)) == (8, 4, True)
        text = path.read_text(encoding="utf-8")
        assert "import scorekeeper" not in text
        assert "from scorekeeper" not in text


def test_every_step_goes_up_and_down(empty_url: str) -> None:
    store = open_store(empty_url)
    for revision in revisions():
        before = migrate.current(store) or "base"
        migrate.upgrade(store, revision)
        migrate.downgrade(store, before)
        migrate.upgrade(store, revision)
    assert migrate.current(store) == migrate.head()
    migrate.downgrade(store, "base")
    with store.engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    store.close()


def test_the_declared_tables_are_the_migrated_ones(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "render_as_batch": True}
        )
        assert compare_metadata(context, metadata) == []
        found = inspect(connection)
        for table in metadata.sorted_tables:
            named = {one["name"] for one in found.get_check_constraints(table.name)}
            declared = {
                one.name
                for one in table.constraints
                if one.__visit_name__ in ("check_constraint", "table_or_column_check_constraint")
            }
            assert declared <= named, table.name


def test_sqlite_tables_are_strict(sqlite_url: str) -> None:
    store = open_store(sqlite_url)
    with store.engine.connect() as connection:
        rows = connection.exec_driver_sql("PRAGMA table_list").mappings().all()
    store.close()
    declared = set(metadata.tables)
    assert {row["name"] for row in rows if row["strict"]} >= declared


def test_the_triggers_are_there(store: Store) -> None:
    catalogue = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        if store.is_sqlite
        else "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
    )
    with store.engine.connect() as connection:
        found = set(connection.exec_driver_sql(catalogue).scalars())
    assert len([name for name in found if name.startswith(("entry", "line", "deal_version"))]) == 6


def test_going_back_would_lose_entries_and_is_refused(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    with pytest.raises(RuntimeError, match="would lose them"):
        migrate.downgrade(desk.store, "base")
    assert ledger.verify(desk, records=True) == []
    assert table.balances()["Anna"] == 20


def test_a_filled_database_survives_migrating_to_where_it_is(desk: Desk, database_url: str) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    assert database.upgrade(database_url) == (migrate.head(), migrate.head())
    migrate.upgrade(desk.store)
    assert ledger.verify(desk, records=True) == []
    assert table.see().next_number == 2


def test_several_may_migrate_at_once(empty_url: str) -> None:
    code = (
        "import sys; from scorekeeper.services.database import upgrade; "
        "print(upgrade(sys.argv[1])[1])"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, empty_url], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(3)
    ]
    for process in running:
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, b""), err.decode()
        assert out.decode().strip() == migrate.head()


def test_children_are_kept_when_their_parent_is_copied(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    if not desk.store.is_sqlite:
        return
    # What a later migration of `club` will do on SQLite: copy it, drop it, rename the copy.
    with migrate._migrating(desk.store) as connection:
        for statement in (
            "CREATE TABLE other AS SELECT * FROM club",
            "DELETE FROM club",
            "INSERT INTO club SELECT * FROM other",
            "DROP TABLE other",
        ):
            connection.exec_driver_sql(statement)
    assert ledger.verify(desk, records=True) == []
    with desk.store.read() as tx:
        assert tx.connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_an_outdated_database_says_so(empty_url: str) -> None:
    store = open_store(empty_url)
    with pytest.raises(ScorekeeperError) as caught:
        migrate.require_head(store)
    assert caught.value.code is ErrorCode.STORE_OUTDATED
    store.close()


def test_waiting_for_another_who_migrates_does_not_fail(empty_url: str) -> None:
    results: list[object] = []

    def work() -> None:
        results.append(database.upgrade(empty_url)[1])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [migrate.head()] * 4
