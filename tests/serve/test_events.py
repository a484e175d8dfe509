"""Watching a table through the real service: told at once, never all threads, ended with it."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from contextlib import contextmanager
from pathlib import Path

from scorekeeper.api.events import STREAMS
from tests.serve.service import Service
from tests.serve.visitor import Visitor
from tests.serve.visitor import quick_night
from tests.serve.visitor import record_brand


def key_of(service: Service) -> str:
    made = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "token", "add", "Anzeige", "--scope", "look"],
        env=service.env | {"PATH": os.environ["PATH"]},
        cwd=service.data.parent,
        capture_output=True,
        check=True,
        text=True,
    )
    return made.stdout.strip()


@contextmanager
def watching(service: Service, table: str, key: str) -> Iterator[http.client.HTTPResponse]:
    _, _, club, _, one = table.split("/")[:5]
    line = http.client.HTTPConnection("127.0.0.1", service.port, timeout=20)
    line.request(
        "GET",
        f"/api/v1/clubs/{club}/tables/{one}/events",
        headers={"Authorization": f"Bearer {key}"},
    )
    answer = line.getresponse()
    try:
        yield answer
    finally:
        answer.close()
        line.close()


def next_revision(answer: http.client.HTTPResponse) -> int:
    while True:
        line = answer.readline()
        assert line, "the stream ended"
        if line.startswith(b"data: "):
            return int(json.loads(line[6:])["revision"])


def test_changes_are_told_and_the_stream_ends_with_the_service(tmp_path: Path) -> None:
    with Service(tmp_path / "data", "--threads", "4") as service:
        visitor = Visitor(service.url)
        table = quick_night(visitor, "Anna", "Bert", "Caro")
        key = key_of(service)
        with watching(service, table, key) as one, watching(service, table, key) as other:
            assert (one.getheader("Content-Type") or "").startswith("text/event-stream")
            first = next_revision(one)
            assert next_revision(other) == first
            assert record_brand(visitor, table).status == 200
            assert next_revision(one) == next_revision(other) == first + 1
            assert visitor.get("/healthz").status == 200
            began = time.monotonic()
            assert service.stop() == 0
            assert time.monotonic() - began < 10
            assert one.read().endswith(b"\n\n") or one.read() == b""


def test_streams_take_no_thread_of_saving_and_who_goes_away_makes_room(tmp_path: Path) -> None:
    with Service(tmp_path / "data", "--threads", "1") as service, ExitStack() as all_but_one:
        visitor = Visitor(service.url)
        table = quick_night(visitor, "Anna", "Bert", "Caro")
        key = key_of(service)
        with watching(service, table, key) as one:
            next_revision(one)
            for _ in range(STREAMS - 1):
                next_revision(all_but_one.enter_context(watching(service, table, key)))
            # All that may be streams are; who comes now is told to ask now and then.
            with watching(service, table, key) as late:
                assert (late.status, late.getheader("Retry-After")) == (204, "5")
            # With one thread for everything else, saving goes on, and the stream tells of it.
            before = int(visitor.get(f"{table}/rev").text)
            assert record_brand(visitor, table).status == 200
            assert next_revision(one) == before + 1
        deadline = time.monotonic() + 30
        while True:
            with watching(service, table, key) as again:
                if again.status == 200:
                    next_revision(again)
                    break
            assert time.monotonic() < deadline
            time.sleep(0.5)
