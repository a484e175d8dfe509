"""Backups: whole while others write, the same from either database, nothing lost by a bad one."""

import gzip
import hashlib
import json
import os
import threading
from pathlib import Path

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import ledger
from scorekeeper.services.backup import backup
from scorekeeper.services.backup import restore
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.store.backup import dump
from scorekeeper.store.migrate import head
from tests.conftest import TickingClock
from tests.services.play import PASSED_OUT
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import number
from tests.services.play import quick


def fill(desk: Desk) -> Round:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    first = table.record(PASSED_OUT)
    table.record(number(table.id("Anna"), 6, 8))
    table.correct(first.id, number(table.id("Bert"), 6, 6))
    table.undo()
    return table


def content(desk: Desk) -> list[str]:
    with desk.store.read() as tx:
        return list(dump(tx, head()))


@pytest.mark.parametrize("target", ["sqlite_url", "postgres_url"])
def test_a_backup_comes_back_on_either_database(
    desk: Desk,
    database_url: str,
    target: str,
    tmp_path: Path,
    clock: TickingClock,
    request: pytest.FixtureRequest,
) -> None:
    table = fill(desk)
    path = tmp_path / "cards.backup"
    assert backup(database_url, path) == path.stat().st_size
    before = content(desk)
    url = request.getfixturevalue(target)
    restore(url, path, replace=url == database_url)
    other = open_desk(url, clock, "Anna")
    assert content(other) == before
    assert ledger.verify(other, records=True) == []
    again = Round(desk=other, table=table.table, keys=Keys("after-it"))
    again.record(number(table.id("Anna"), 6, 8))
    assert ledger.verify(other, records=True) == []
    with pytest.raises(Exception, match="append-only"), other.store.write() as tx:
        tx.connection.exec_driver_sql("DELETE FROM line")
    other.close()


def test_a_backup_taken_while_others_write_is_whole(
    desk: Desk, database_url: str, tmp_path: Path, clock: TickingClock
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    anna = table.id("Anna")
    stop = threading.Event()

    def write() -> None:
        count = 0
        while not stop.is_set():
            count += 1
            table.record(
                {
                    "contract": {"declarer": anna, "kind": "brand"},
                    "tricks_taken": {anna: 7},
                },
                key=f"while-{count:06d}",
            )

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for turn in range(3):
            backup(database_url, tmp_path / f"{turn}.backup")
    finally:
        stop.set()
        writer.join()
    for turn in range(3):
        url = f"sqlite:///{tmp_path}/{turn}.db"
        restore(url, tmp_path / f"{turn}.backup")
        other = open_desk(url, clock)
        assert ledger.verify(other, records=True) == []
        other.close()


def test_what_is_there_is_only_given_up_when_told(
    desk: Desk, database_url: str, tmp_path: Path
) -> None:
    table = fill(desk)
    path = tmp_path / "cards.backup"
    backup(database_url, path)
    table.record(number(table.id("Anna"), 6, 8))
    with pytest.raises(ScorekeeperError) as caught:
        restore(database_url, path)
    assert caught.value.code is ErrorCode.STORE_NOT_EMPTY
    assert table.see().next_number == 3
    restore(database_url, path, replace=True)
    assert table.see().next_number == 2


def damaged(path: Path, how: str) -> None:
    lines = gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True)
    if how == "cut off":
        lines = lines[: len(lines) // 2]
    elif how == "a row is missing":
        lines = [line for line in lines if '"deal"' not in line and '"undo"' not in line]
    elif how == "an amount was changed":
        lines = [line.replace(",60]", ",61]") for line in lines]
    elif how == "rewritten with a right sum":
        at = next(place for place, line in enumerate(lines) if line.endswith(",60]\n"))
        lines[at] = lines[at].replace(",60]", ",61]")
        whole = "".join(lines[:-1]).encode()
        end = json.loads(lines[-1])
        end["sha256"] = hashlib.sha256(whole).hexdigest()
        lines[-1] = json.dumps(end, separators=(",", ":")) + "\n"
    elif how == "another file":
        lines = ["What is this?\n"]
    elif how == "of a newer version":
        lines[0] = lines[0].replace(head(), "not_invented_yet")
    if how == "not packed":
        path.write_text("".join(lines))
    elif how == "half a file":
        path.write_bytes(path.read_bytes()[:-200])
    else:
        path.write_bytes(gzip.compress("".join(lines).encode()))


@pytest.mark.parametrize(
    "how",
    [
        *("cut off", "a row is missing", "an amount was changed", "rewritten with a right sum"),
        *("another file", "of a newer version", "not packed", "half a file"),
    ],
)
def test_a_damaged_backup_changes_nothing(
    desk: Desk, database_url: str, tmp_path: Path, how: str
) -> None:
    fill(desk)
    path = tmp_path / "cards.backup"
    backup(database_url, path)
    damaged(path, how)
    before = content(desk)
    with pytest.raises(ScorekeeperError) as caught:
        restore(database_url, path, replace=True)
    assert caught.value.code is ErrorCode.BACKUP_INVALID
    assert content(desk) == before
    assert ledger.verify(desk) == []


def test_a_place_that_cannot_be_written_is_a_refusal(sqlite_url: str, tmp_path: Path) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        backup(sqlite_url, tmp_path / "missing" / "cards.backup")
    assert caught.value.code is ErrorCode.STORE_UNREADABLE
    with pytest.raises(ScorekeeperError) as caught:
        restore(sqlite_url, tmp_path / "missing.backup")
    assert caught.value.code is ErrorCode.STORE_UNREADABLE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a full device")
def test_a_full_disk_leaves_no_half_a_backup(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.paths.secrets.token_hex", lambda _: "aside")
    aside = tmp_path / f".cards.backup.{os.getpid()}.aside"
    aside.symlink_to("/dev/full")
    with pytest.raises(ScorekeeperError) as caught:
        backup(sqlite_url, tmp_path / "cards.backup")
    assert caught.value.code is ErrorCode.STORE_FULL
    assert list(tmp_path.glob("*cards.backup*")) == []
    with pytest.raises(ScorekeeperError) as caught:
        backup(sqlite_url, Path("/dev/full"))
    assert caught.value.code is ErrorCode.STORE_FULL
    assert Path("/dev/full").is_char_device()
