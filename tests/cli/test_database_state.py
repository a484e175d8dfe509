"""A database that is damaged, newer, empty, missing or on a read-only disk: a sentence each.

Each is met by a command, by `serve` and, where it can happen while the service runs, by /healthz;
and nothing is set up anew in its place.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from scorekeeper.api.asking import Wired
from scorekeeper.app import create_app
from scorekeeper.config import read_config
from scorekeeper.services.database import upgrade
from scorekeeper.store.engine import open_store
from tests.conftest import PostgresServer
from tests.serve.service import Service
from tests.serve.service import free_port
from tests.serve.visitor import Visitor
from tests.serve.visitor import quick_night
from tests.serve.visitor import record_brand

COMMANDS = {
    "serve": ("serve", "--port"),
    "verify": ("db", "verify"),
    "upgrade": ("db", "upgrade"),
    "list": ("night", "list"),
}
RESTORE = "scorekeeper db restore"


def run(folder: Path, *said: str, lang: str = "de", **settings: str) -> tuple[int, str]:
    """Run a command on this data folder; return its status and all it said."""
    given = {k: v for k, v in os.environ.items() if not k.startswith("SCOREKEEPER_")}
    words = [*said, str(free_port())] if said[-1] == "--port" else [*said]
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        env={**given, "SCOREKEEPER_DATA": str(folder), "SCOREKEEPER_LANGUAGE": lang, **settings},
        capture_output=True,
        text=True,
        timeout=60,
    )
    said_all = done.stdout + done.stderr
    assert "Traceback" not in said_all, said_all
    return done.returncode, said_all


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a database that is up to date."""
    data = tmp_path / "data"
    data.mkdir()
    upgrade(f"sqlite:///{data}/scorekeeper.db")
    return data


@pytest.mark.parametrize("command", COMMANDS)
def test_a_data_folder_mistyped(tmp_path: Path, command: str) -> None:
    status, said = run(tmp_path / "mistyped", *COMMANDS[command])
    assert status == 2
    assert "mistyped gibt es nicht" in said
    assert not (tmp_path / "mistyped").exists()
    assert "does not exist" in run(tmp_path / "mistyped", *COMMANDS[command], lang="en")[1]


def test_a_folder_without_a_database(tmp_path: Path) -> None:
    status, said = run(tmp_path, "night", "list")
    assert (status, "keine Datenbank" in said) == (1, True)
    assert "no database" in run(tmp_path, "db", "verify", lang="en")[1]
    assert "no database" in run(tmp_path, "db", "backup", str(tmp_path / "b"), lang="en")[1]
    assert [one.name for one in tmp_path.iterdir()] == ["secret"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_of_no_bytes(folder: Path, command: str) -> None:
    database = folder / "scorekeeper.db"
    database.write_bytes(b"")
    status, said = run(folder, *COMMANDS[command])
    assert status == 1
    assert "leer (0 Byte)" in said
    assert RESTORE in said
    assert database.stat().st_size == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_damaged_database(folder: Path, command: str) -> None:
    database = folder / "scorekeeper.db"
    content = b"\0" * 100 + database.read_bytes()[100:]
    database.write_bytes(content)
    status, said = run(folder, *COMMANDS[command])
    assert status == 1
    assert "beschädigt" in said
    assert RESTORE in said
    assert database.read_bytes() == content
    assert "damaged" in run(folder, *COMMANDS[command], lang="en")[1]


@pytest.mark.parametrize("how", ["empty", "first page", "middle"])
def test_what_the_sentence_advises_brings_the_book_back(tmp_path: Path, how: str) -> None:
    with Service(tmp_path / "data") as service:
        visitor = Visitor(service.url)
        table = quick_night(visitor, "Anna", "Bert", "Caro")
        record_brand(visitor, table)
        assert run(service.data, "db", "backup", str(tmp_path / "b"))[0] == 0
        assert service.stop() == 0
        database = service.data / "scorekeeper.db"
        whole = database.read_bytes()
        at = {"empty": 0, "first page": 4096, "middle": len(whole)}[how]
        kept = whole[:4096] if how == "middle" else b""
        database.write_bytes(b"" if how == "empty" else kept + b"\xa5" * (at - len(kept)))
        status, said = run(service.data, "db", "restore", "--replace", str(tmp_path / "b"))
        assert status == 0, said
        aside = list(service.data.glob("scorekeeper.db.damaged-1"))
        assert len(aside) == (0 if how == "empty" else 1)
        service.start()
        assert visitor.get(table).status == 200
        assert run(service.data, "db", "verify", "--records")[0] == 0


@pytest.fixture
def app(folder: Path) -> Iterator[Flask]:
    """A service that has no file open at the moment."""
    made = create_app(read_config({"SCOREKEEPER_DATA": str(folder)}))
    yield made
    wired(made).desk.close()


def wired(app: Flask) -> Wired:
    found: Wired = app.extensions["scorekeeper"]
    return found


def health(app: Flask) -> tuple[int, str]:
    wired(app).desk.close()
    answer = app.test_client().get("/healthz")
    return answer.status_code, answer.text


def test_damage_while_the_service_runs_is_told_by_health(app: Flask, folder: Path) -> None:
    assert health(app) == (200, "ok\n")
    database = folder / "scorekeeper.db"
    wired(app).desk.close()
    database.write_bytes(b"\xa5" * database.stat().st_size)
    status, said = health(app)
    assert (status, "beschädigt" in said) == (503, True), said
    database.unlink()
    status, said = health(app)
    assert (status, "SCOREKEEPER_DATA" in said) == (503, True)
    assert not database.exists()


@pytest.fixture(params=["sqlite", "postgresql"])
def newer(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """A database that a version to come has migrated."""
    url = f"sqlite:///{folder}/scorekeeper.db"
    if request.param == "postgresql":
        server: PostgresServer = request.getfixturevalue("postgres")
        name = f"newer_{os.urandom(4).hex()}"
        server.run(f"CREATE DATABASE {name}")
        url = server.database(name)
        upgrade(url)
    store = open_store(url)
    with store.write() as tx:
        tx.connection.execute(text("UPDATE alembic_version SET version_num = 'of_next_year'"))
    store.close()
    yield folder, {"SCOREKEEPER_DATABASE_URL": url}
    if request.param == "postgresql":
        server.run(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_of_a_newer_version(newer: tuple[Path, dict[str, str]], command: str) -> None:
    folder, settings = newer
    status, said = run(folder, *COMMANDS[command], **settings)
    assert (status, "neueren Fassung" in said) == (1, True), said
    assert "newer version" in run(folder, *COMMANDS[command], lang="en", **settings)[1]


@pytest.fixture
def disk(folder: Path) -> Iterator[Path]:
    """The data folder on a disk of its own."""
    if os.geteuid() != 0:
        pytest.skip("only root may mount a disk")
    database = (folder / "scorekeeper.db").read_bytes()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", str(folder)], check=True)
    (folder / "scorekeeper.db").write_bytes(database)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_can_only_be_read(disk: Path, app: Flask) -> None:
    """A disk is often made so by the system after a fault."""
    assert health(app) == (200, "ok\n")
    wired(app).desk.close()
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    status, said = health(app)
    assert (status, "schreibgeschützt" in said) == (503, True), said
    for command in COMMANDS.values():
        status, said = run(disk, *command)
        assert (status, "schreibgeschützt" in said) == (1, True), said
    assert "write-protected" in run(disk, "night", "list", lang="en")[1]
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    assert health(app) == (200, "ok\n")
