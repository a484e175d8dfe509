"""A file takes the place of another whole or not at all, and of nothing that is no file."""

import os
import stat
import threading
from pathlib import Path

import pytest

from scorekeeper.paths import replacing


def test_what_was_there_stays_when_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "club.json"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="no room"):
        half_written(path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def half_written(path: Path) -> None:
    with replacing(path) as file:
        file.write(b"half of the n")
        raise OSError("no room")


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    with replacing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    with replacing(path) as file:
        file.write(b"through")
    reader.join(timeout=10)
    assert read == [b"through"]
    assert stat.S_ISFIFO(path.stat().st_mode)
