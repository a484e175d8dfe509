"""HTTP in front of the application: requests are taken in whole before a thread works on them.

gunicorn keeps the processes: it starts them, replaces one that ended and stops them gracefully.
In each of them waitress takes requests in with one thread and a poll, so that a request half sent
costs a connection and no thread. What waitress leaves open is added here: the whole time for a
request is bounded, not only the pauses in it; when too many connections are open, the oldest that
asks for nothing is closed; streams have threads of their own; processes end gracefully.
"""

import logging
import os
import resource
import time
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.receiver import FixedStreamReceiver
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge

from scorekeeper.api.events import STREAM_PATH
from scorekeeper.api.events import STREAMS

RECEIVE_SECONDS = 20  # for a request, from its first byte to its last
BODY_RATE = 32 * 1024  # bytes a second a phone manages at least; so much longer for large bodies
IDLE_SECONDS = 20  # phones ask every second; a proxy keeps its connections
STALLED_SECONDS = 30  # an answer of which nothing was taken for so long is given up
CONNECTIONS = 512
HEAD_BYTES = 32 * 1024
BODY_BYTES = 21 * 1024 * 1024  # the largest file and what is around it; the pages are stricter
DRAINED_BYTES = 4 * BODY_BYTES
HALF_SENT_BYTES = 256 * 1024 * 1024  # of all bodies under way
_LOOK_SECONDS = 1.0


class _Sink:
    """Takes what is too much and keeps nothing of it."""

    def append(self, data: bytes) -> None:
        """Forget it."""

    def __len__(self) -> int:
        return 0

    def getfile(self) -> BytesIO:
        return BytesIO()

    def close(self) -> None:
        """Do nothing: nothing is held."""


class _Request(HTTPRequestParser):  # type: ignore[misc]  # waitress ships no types
    """A request under way. The application refuses a body too large, in the visitor's language.

    That answer arrives only when the body has been read, so it is read and forgotten.
    """

    error: Any
    body_rcv: Any

    def received(self, data: bytes) -> int:
        taken: int = super().received(data)
        refused = isinstance(self.error, RequestEntityTooLarge) and not self.chunked
        if refused and self.content_length <= DRAINED_BYTES:
            if not isinstance(self.body_rcv.buf, _Sink):
                self.body_rcv = FixedStreamReceiver(self.content_length, _Sink())
                self.headers["CONNECTION"] = "close"
            self.error = None
            self.completed = self.body_rcv.completed
        return taken


class _Task(WSGITask):  # type: ignore[misc]  # waitress ships no types
    """An answer. One without a body (304: nothing changed) leaves the connection open."""

    def set_close_on_finish(self) -> None:
        if self.has_body or self.request.connection_close:
            super().set_close_on_finish()


class _Connection(HTTPChannel):  # type: ignore[misc]  # waitress ships no types
    """A connection; `began` is when the first byte of the request under way came."""

    parser_class = _Request
    task_class = _Task
    began = 0.0

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.began = time.time()
        return bool(super().received(data))

    def overdue(self, now: float) -> bool:
        """Return whether nothing more is to be expected of who is at the other end."""
        if self.requests or self.total_outbufs_len:
            return bool(self.total_outbufs_len and self.last_activity < now - STALLED_SECONDS)
        if self.request is None:
            return bool(self.last_activity < now - IDLE_SECONDS)
        body = min(self.request.content_length, BODY_BYTES)
        return bool(self.began < now - RECEIVE_SECONDS - body / BODY_RATE)

    def readable(self) -> bool:
        """Return whether to read: not during a request, but a stream may be given up."""
        if self.streams and len(self.requests) == 1:
            return not self.will_close and not self.close_when_flushed
        return bool(super().readable())

    @property
    def streams(self) -> bool:
        """Return whether what it asked for is a stream."""
        # A thread may take it off the list meanwhile, and what is no request has no path.
        return bool(getattr(next(iter(self.requests), None), "path", "").endswith(STREAM_PATH))

    @property
    def asks(self) -> bool:
        """Return whether a whole request is being worked on or its answer is on its way."""
        return bool(self.requests or self.total_outbufs_len)

    @property
    def half_sent(self) -> int:
        """Return how many bytes of a body came for a request that is not whole."""
        return self.request.body_bytes_received if self.request is not None else 0


class _Threads:
    """The threads that work on requests, and those of streams, so that neither waits for others."""

    def __init__(self, threads: int) -> None:
        self._work = ThreadedTaskDispatcher()
        self._streams = ThreadedTaskDispatcher()
        self._work.set_thread_count(threads)
        # One more than may be streams, for who is told that there are enough.
        self._streams.set_thread_count(STREAMS + 1)

    def add_task(self, connection: _Connection) -> None:
        (self._streams if connection.streams else self._work).add_task(connection)

    def shutdown(self) -> None:
        """End threads that have nothing to do, and wait a moment for the others."""
        self._streams.shutdown(timeout=1)
        self._work.shutdown(timeout=1)


class _Receiver(TcpWSGIServer):  # type: ignore[misc]  # waitress ships no types
    """Listens, and looks once a second which connections are to be closed."""

    channel_class = _Connection

    def handle_accept(self) -> None:
        """Accept a connection; of too many the oldest one that asks for nothing goes."""
        super().handle_accept()
        if len(self.active_channels) >= CONNECTIONS:
            for connection in list(self.active_channels.values()):
                if not connection.asks:
                    connection.handle_close()
                    return

    def maintenance(self, now: float) -> None:
        """Close what is overdue, and the largest half-sent bodies while they are too much."""
        connections = list(self.active_channels.values())
        for connection in connections:
            if connection.overdue(now):
                connection.will_close = True
        held = sum(connection.half_sent for connection in connections)
        while held > HALF_SENT_BYTES:
            largest = max(connections, key=lambda one: one.half_sent)
            connections.remove(largest)
            held -= largest.half_sent
            largest.will_close = True

    def stop(self) -> None:
        """Listen no more, and close every connection that asks for nothing."""
        self.del_channel()
        self.socket.close()
        for connection in list(self.active_channels.values()):
            if not connection.asks:
                connection.will_close = True


class ReceivingWorker(Worker):  # type: ignore[misc]  # gunicorn ships no types
    """One of gunicorn's processes, with waitress in it."""

    alive: bool
    _receivers: Sequence[_Receiver] = ()

    def run(self) -> None:
        """Serve until told to end; then answer what was asked."""
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a queue is no news
        _allow_files()
        everything: dict[int, Any] = {}
        threads = _Threads(self.cfg.threads)
        receivers = [
            _Receiver(
                self.wsgi,
                everything,
                _sock=listener.sock,
                dispatcher=threads,
                adj=_adjustments(),
                sockinfo=(listener.sock.family, listener.sock.type, 0, listener.sock.getsockname()),
                bind_socket=False,
            )
            for listener in self.sockets
        ]
        self._receivers = receivers
        looked = 0.0
        while self.alive:
            if time.monotonic() > looked + _LOOK_SECONDS:
                looked = time.monotonic()
                self.notify()
                if self.ppid != os.getppid():  # gunicorn itself is gone
                    self.alive = False
            wasyncore.poll2(_LOOK_SECONDS, everything)
        for receiver in receivers:
            receiver.stop()
        until = time.monotonic() + self.cfg.graceful_timeout
        while any(r.active_channels for r in receivers) and time.monotonic() < until:
            self.notify()
            wasyncore.poll2(0.1, everything)
            for receiver in receivers:
                for connection in list(receiver.active_channels.values()):
                    connection.will_close = connection.will_close or not connection.asks
        threads.shutdown()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """End gracefully, and notice it now."""
        super().handle_exit(sig, frame)
        for receiver in self._receivers:
            receiver.pull_trigger()


def _adjustments() -> Adjustments:
    return Adjustments(
        backlog=1024,
        # More than are ever open: of too many the oldest is closed, and the new one is let in.
        connection_limit=2 * CONNECTIONS,
        cleanup_interval=1,
        max_request_header_size=HEAD_BYTES,
        max_request_body_size=BODY_BYTES,
        inbuf_overflow=64 * 1024,
        recv_bytes=64 * 1024,
        asyncore_use_poll=True,
        # The gate looks at what a proxy adds, and the application believes as many as are set.
        clear_untrusted_proxy_headers=False,
        log_socket_errors=False,
        ident=None,
    )


def _allow_files() -> None:
    """Allow this process to open as many files as it has connections, and its database besides."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * CONNECTIONS
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
