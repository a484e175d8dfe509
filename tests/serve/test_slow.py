"""Hundreds who send half a request and drip the rest: they cost no thread, and not for ever."""

import http.client
import select
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from scorekeeper.server import BODY_BYTES
from scorekeeper.server import CONNECTIONS
from scorekeeper.server import IDLE_SECONDS
from scorekeeper.server import RECEIVE_SECONDS
from tests.serve.service import Service
from tests.serve.visitor import Visitor
from tests.serve.visitor import quick_night
from tests.serve.visitor import record_brand

HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
HALF_SENT = (
    b"",
    HEAD,
    HEAD + b"X-Drip: ",
    POST + b"Content-Length: 5000\r\n\r\nname=",
    POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nfff\r\n",
)
ATTACKERS = 400
ROUNDS = 20
PATIENCE_SECONDS = 5.0  # of an honest visitor; usually it takes milliseconds


class Attack:
    """So many connections that each send half a request and then a byte a second."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        self._sockets = [self._half(HALF_SENT[i % len(HALF_SENT)]) for i in range(count)]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._drip)
        self.began = time.monotonic()
        self._thread.start()

    def _half(self, said: bytes) -> socket.socket:
        made = socket.create_connection(("127.0.0.1", self._port), timeout=10)
        made.sendall(said)
        made.setblocking(False)
        return made

    def _drip(self) -> None:
        while not self._over.wait(1.0):
            for one in self._sockets[len(self._sockets) // 8 :]:
                try:
                    one.send(b"a")
                except OSError:
                    continue  # it was closed, which `open` counts

    def open(self) -> int:
        """Return how many the service has not closed."""
        poller = select.poll()
        for one in self._sockets:
            poller.register(one, select.POLLIN)
        return len(self._sockets) - len(poller.poll(0))

    def end(self) -> None:
        self._over.set()
        self._thread.join()
        for one in self._sockets:
            one.close()


@contextmanager
def attacked(port: int, count: int) -> Iterator[Attack]:
    attack = Attack(port, count)
    try:
        yield attack
    finally:
        attack.end()


def honest(service: Service, table: str, rounds: int) -> list[float]:
    """Look and save, each time on a connection of one's own; return the milliseconds it took."""
    visitor = Visitor(service.url)
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        assert visitor.get(f"{table}/rev").status == 200
        assert record_brand(visitor, table).url.endswith(table)
        took.append((time.perf_counter() - began) * 1000)
    return sorted(took)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_honest_visitors_save_while_hundreds_drip(tmp_path: Path, workers: str) -> None:
    with Service(tmp_path / "data", "--workers", workers) as service:
        table = quick_night(Visitor(service.url), "Anna", "Bert", "Caro")
        quiet = honest(service, table, ROUNDS)
        with attacked(service.port, ATTACKERS) as attack:
            during = honest(service, table, ROUNDS)
            assert time.monotonic() - attack.began < RECEIVE_SECONDS, "it was over before"
            assert attack.open() > ATTACKERS // 2
            print(f"{workers} processes, {ATTACKERS} half-sent requests; look and save, ms:")
            for name, took in (("quiet", quiet), ("attacked", during)):
                print(f"  {name}: median {took[ROUNDS // 2]:.1f}, most {took[-1]:.1f}")
            assert during[-1] < PATIENCE_SECONDS * 1000
            # A byte a second buys nobody more than the whole time there is.
            latest = attack.began + max(RECEIVE_SECONDS, IDLE_SECONDS) + 5
            while attack.open() and time.monotonic() < latest:
                time.sleep(0.2)
            assert attack.open() == 0
        assert service.stop() == 0


def test_more_than_may_be_open_push_out_each_other_and_not_who_asks(tmp_path: Path) -> None:
    with Service(tmp_path / "data") as service:
        table = quick_night(Visitor(service.url), "Anna", "Bert", "Caro")
        with attacked(service.port, CONNECTIONS + 100) as attack:
            assert honest(service, table, 5)[-1] < PATIENCE_SECONDS * 1000
            assert 0 < attack.open() <= CONNECTIONS


def test_a_slow_phone_is_waited_for(tmp_path: Path) -> None:
    with Service(tmp_path / "data") as service:
        request = HEAD + b"Connection: close\r\n\r\n"
        with socket.create_connection(("127.0.0.1", service.port), timeout=10) as phone:
            for at in range(len(request)):
                phone.sendall(request[at : at + 1])
                time.sleep(0.05)
            assert phone.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_a_file_far_too_large_is_refused_with_the_page_that_says_so(tmp_path: Path) -> None:
    with Service(tmp_path / "data") as service:
        answer = Visitor(service.url).post("/", {"name": ["x" * (BODY_BYTES + 1)]})
        assert answer.status == 413
        assert "</html>" in answer.text


def test_nothing_new_leaves_the_connection_open(tmp_path: Path) -> None:
    """A phone asks once a second; it need not connect anew each time."""
    with Service(tmp_path / "data") as service:
        path = quick_night(Visitor(service.url), "Anna", "Bert", "Caro") + "/rev"
        phone = http.client.HTTPConnection("127.0.0.1", service.port, timeout=10)
        phone.request("GET", path)
        first = phone.getresponse()
        first.read()
        used = phone.sock
        for _ in range(3):
            phone.request("GET", path, headers={"If-None-Match": first.headers["ETag"]})
            again = phone.getresponse()
            again.read()
            assert again.status == 304
            assert phone.sock is used
        phone.close()
