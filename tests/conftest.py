"""Databases for tests: built by migration once, copied for each test, on SQLite and PostgreSQL.

`TEST_PG_URL` names a PostgreSQL server to use; without it one is started for the session, on a
socket of its own. A machine without PostgreSQL fails the tests: they are not skipped.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from collections.abc import Iterator
from contextlib import contextmanager
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy import make_url

from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.store.engine import Store
from scorekeeper.store.engine import open_store
from scorekeeper.store.migrate import upgrade

MEMORY = Path("/dev/shm")
ROOM = 6 * 2**30
SETTINGS = "-c listen_addresses='' -c fsync=off -c synchronous_commit=off -c full_page_writes=off"


class TickingClock:
    """A clock that starts on an evening and goes on a second with every look at it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 27, 18, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@dataclass(frozen=True, slots=True)
class PostgresServer:
    """A server of this session and how to reach its databases."""

    url: str

    def database(self, name: str) -> str:
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)

    def run(self, statement: str) -> None:
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql(statement)
        finally:
            engine.dispose()


def _in_memory() -> str | None:
    """Return where thousands of databases that live for a second need no disk, if there is room."""
    if not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return None
    return str(MEMORY)


TEMPORARY = _in_memory()
if TEMPORARY is not None:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", TEMPORARY)  # read by pytest's tmp_path


@pytest.fixture
def clock() -> TickingClock:
    return TickingClock()


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server."""
    given = os.environ.get("TEST_PG_URL")
    if given:
        yield PostgresServer(given)
        return
    with _own_postgres() as (server, _):
        yield server


@pytest.fixture
def restarted_postgres() -> Iterator[tuple[PostgresServer, Callable[..., None]]]:
    """A PostgreSQL server of this test alone, and pg_ctl to stop and start it with."""
    with _own_postgres() as own:
        yield own


@contextmanager
def _own_postgres() -> Iterator[tuple[PostgresServer, Callable[..., None]]]:
    folder = tempfile.mkdtemp(prefix="scorekeeper-pg-", dir=TEMPORARY)
    account = _account()
    if account:
        shutil.chown(folder, account["user"], account["group"])
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    common: dict[str, Any] = {"check": True, "env": environment, "cwd": "/", **account}
    data = f"{folder}/data"

    def control(*what: str) -> None:
        subprocess.run(
            [
                *(_program("pg_ctl"), "-D", data, "-w", "-l", f"{folder}/log"),
                *("-o", f"-k {folder} {SETTINGS}", *what),
            ],
            stdout=subprocess.DEVNULL,
            **common,
        )

    subprocess.run(
        [
            *(_program("initdb"), "-D", data, "-U", "postgres"),
            *("--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"),
        ],
        capture_output=True,
        **common,
    )
    control("start")
    yield PostgresServer(f"postgresql+psycopg://postgres@/postgres?host={folder}"), control
    with suppress(subprocess.CalledProcessError):  # a test may have stopped it
        control("-m", "immediate", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def _account() -> dict[str, Any]:
    """Return whom to run the server as: PostgreSQL refuses root."""
    if os.geteuid():
        return {}
    for user, group in (("postgres", "postgres"), ("nobody", "nogroup")):
        try:
            pwd.getpwnam(user)
        except KeyError:
            continue
        return {"user": user, "group": group, "extra_groups": []}
    raise AssertionError("no account to run PostgreSQL as")


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
        assert installed, f"{name} is missing: install postgresql (make test does)"
        found = str(installed[-1])
    return found


@pytest.fixture(scope="session")
def postgres_template(postgres: PostgresServer) -> str:
    """The name of a migrated, empty database to copy."""
    name = f"template_{os.urandom(4).hex()}"
    postgres.run(f"CREATE DATABASE {name}")
    _migrate(postgres.database(name))
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated, empty database to copy."""
    path = tmp_path_factory.mktemp("template") / "template.db"
    _migrate(f"sqlite:///{path}")
    return path


def _migrate(url: str) -> None:
    store = open_store(url)
    upgrade(store)
    store.close()


@pytest.fixture
def sqlite_url(tmp_path: Path, sqlite_template: Path) -> str:
    path = tmp_path / "test.db"
    shutil.copy(sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture
def postgres_url(postgres: PostgresServer, postgres_template: str) -> Iterator[str]:
    name = f"test_{os.urandom(4).hex()}"
    postgres.run(f"CREATE DATABASE {name} TEMPLATE {postgres_template} STRATEGY=FILE_COPY")
    yield postgres.database(name)
    postgres.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated, empty database; every test that asks for it runs on both kinds."""
    name = "sqlite_url" if request.param == "sqlite" else "postgres_url"
    url: str = request.getfixturevalue(name)
    return url


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def desk(database_url: str, clock: TickingClock) -> Iterator[Desk]:
    """A desk with a clock that ticks, Anna at it."""
    opened = open_desk(database_url, clock, "Anna")
    yield opened
    opened.close()
