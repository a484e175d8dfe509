"""A full disk and bodies that are too large: a sentence, nothing lost, and on it goes."""

import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.serve.service import Service
from tests.serve.visitor import Visitor
from tests.serve.visitor import quick_night
from tests.serve.visitor import record_brand

DISK_MEBIBYTES = 6


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Give a folder on a disk of a few mebibytes; only root may make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    size = f"size={DISK_MEBIBYTES}m"
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill_up(folder: Path) -> Path:
    """Take all that is left of the disk; return the file that has it."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 4096)
        except OSError:
            return ballast


def test_a_full_disk_gives_a_sentence_and_loses_nothing(small_disk: Path) -> None:
    with Service(small_disk / "data") as service:
        visitor = Visitor(service.url)
        table = quick_night(visitor, "Anna", "Bert", "Caro")
        for _ in range(3):
            assert record_brand(visitor, table).url.endswith(table)
        ballast = fill_up(small_disk)

        refused = None
        recorded = 3
        for _ in range(200):  # what the journal has room for still goes in
            answer = record_brand(visitor, table)
            if answer.status != 200:
                refused = answer
                break
            recorded += 1
        assert refused is not None
        assert refused.status in (422, 503, 507)
        assert "Traceback" not in refused.text
        assert "Speicher" in refused.text or "Platte" in refused.text
        assert visitor.get(table).status == 200

        ballast.unlink()
        assert record_brand(visitor, table).status == 200
        recorded += 1
        assert f"{recorded}" in visitor.get(table).text
        service.stop()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with Service(tmp_path / "data") as running:
        yield running


def test_a_body_that_is_too_large_is_refused(service: Service) -> None:
    visitor = Visitor(service.url)
    answer = visitor.post("/", {"name": ["x" * 150_000]})
    assert answer.status == 413
    assert "Traceback" not in answer.text


def test_a_form_with_too_many_fields_is_refused(service: Service) -> None:
    visitor = Visitor(service.url)
    answer = visitor.post("/", {f"n{i}": ["x"] for i in range(5_000)})
    assert answer.status == 400  # without the page's token nobody gets further
    assert "Traceback" not in answer.text


def test_what_is_no_request_harms_nobody(service: Service) -> None:
    for data in (
        b"\x16\x03\x01\x02\x00",
        b"GET /\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"x" * 70_000,
    ):
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as raw:
            raw.sendall(data)
            raw.shutdown(socket.SHUT_WR)
            raw.settimeout(10)
            try:
                while raw.recv(4096):
                    pass
            except ConnectionResetError:
                pass
    assert Visitor(service.url).get("/healthz").status == 200


def test_a_page_of_another_host_is_not_let_in(service: Service) -> None:
    """A name rebound to this machine keeps its own name in Host; it has to know the code."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=10) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        head = raw.recv(4096).decode()
    assert " 303 " in head.splitlines()[0]
    assert "/access" in head
