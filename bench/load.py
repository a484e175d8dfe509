"""A closed loop of clients on kept connections, one process, one selector, bounded in count.

Each client sends its next request as soon as the answer to the one before is complete. Requests
are bytes made beforehand, so the generator costs some 30 µs a request and leaves a core to the
service.
"""

import selectors
import socket
import time
from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

Request = Callable[[int], bytes]  # how many this client sent before -> the next request


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Times in milliseconds, in order of size, of all requests that were answered."""

    times: tuple[float, ...]
    failed: int
    seconds: float

    def at(self, share: float) -> float:
        """Return the time below which this share of the requests was answered."""
        return self.times[min(int(share * len(self.times)), len(self.times) - 1)]

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds


def get(path: str, cookie: str = "") -> Request:
    """Return a client's requests that always ask for the same page."""
    data = _head("GET", path, cookie).encode() + b"\r\n"
    return lambda _: data


def post(path: str, form: Callable[[int], dict[str, str]], cookie: str = "") -> Request:
    """Return a client's requests that send a form, a fresh one each time."""
    head = _head("POST", path, cookie) + "Content-Type: application/x-www-form-urlencoded\r\n"

    def make(sent: int) -> bytes:
        body = urlencode(form(sent)).encode()
        return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body

    return make


def _head(method: str, path: str, cookie: str) -> str:
    cookies = f"Cookie: {cookie}\r\n" if cookie else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{cookies}"


class Client:
    """One kept connection with one request under way."""

    def __init__(self, port: int, request: Request) -> None:
        self.request = request
        self.sent = 0
        self.began = 0.0
        self.missing = -1  # bytes of the answer still to come, -1 before its head is complete
        self.buffer = b""
        self.status = b""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self) -> None:
        data = self.request(self.sent)
        self.sent += 1
        self.missing = -1
        self.buffer = b""
        self.began = time.perf_counter()
        self.socket.sendall(data)

    def receive(self) -> bool:
        """Take what has come; return whether the answer is complete."""
        data = self.socket.recv(262_144)
        if not data:
            raise ConnectionError("the service closed the connection")
        if self.missing >= 0:
            self.missing -= len(data)
            return self.missing <= 0
        self.buffer += data
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        self.status = head[9:12]
        lowered = head.lower()
        at = lowered.find(b"content-length:")
        length = 0 if at < 0 else int(lowered[at + 15 :].split(b"\r\n", 1)[0])
        self.missing = length - len(body)
        return self.missing <= 0


def run(port: int, requests: Sequence[Request], count: int, good: bytes) -> Measured:
    """Let one client per entry of `requests` send until `count` are answered in all.

    An answer with another status than `good` counts as failed.
    """
    clients = [Client(port, request) for request in requests]
    selector = selectors.DefaultSelector()
    for client in clients:
        selector.register(client.socket, selectors.EVENT_READ, client)
    times: list[float] = []
    failed = 0
    begun = time.perf_counter()
    left = count - len(clients)
    under_way = len(clients)
    for client in clients:
        client.send()
    while under_way:
        events = selector.select(timeout=30)
        if not events:
            raise TimeoutError("no answer within 30 seconds")
        for key, _ in events:
            client = key.data
            if not client.receive():
                continue
            now = time.perf_counter()
            if client.status == good:
                times.append((now - client.began) * 1000)
            else:
                failed += 1
            if left > 0:
                left -= 1
                client.send()
            else:
                under_way -= 1
    seconds = time.perf_counter() - begun
    for client in clients:
        client.socket.close()
    return Measured(times=tuple(sorted(times)), failed=failed, seconds=seconds)
