"""Calling other programs: only where we may, only what was checked, never longer than a moment.

The name of the host is resolved here and every address it has is checked; then the connection is
made to one of those very addresses, whatever the name means by then. Nothing is followed, little
is read.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import SplitResult

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import addresses

CONNECT_SECONDS = 3.0
READ_SECONDS = 5.0
WHOLE_SECONDS = 10.0
ANSWER_BYTES = 4096
Place = tuple[socket.AddressFamily, tuple[str, int]]


class UnreachableError(RuntimeError):
    """Nobody answered, or not in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Calls other programs; `local` allows this machine's own network, for tests."""

    local: bool = False
    seconds: float = WHOLE_SECONDS

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Send a body and return the status that was answered.

        Raises ScorekeeperError: ADDRESS_REFUSED; UnreachableError.
        """
        parts = addresses.checked(url, local=self.local)
        port = addresses.port_of(parts)
        place = self._resolved(parts, port)
        try:
            return self._send(parts, place, body, headers)
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError(f"{type(error).__name__}: {error}"[:200]) from error

    def _resolved(self, parts: SplitResult, port: int) -> Place:
        """Return where the host is; if any of its addresses may not be called, none is."""
        host = parts.hostname or ""
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise UnreachableError(f"{host}: {error}"[:200]) from error
        places = [(family, (str(where[0]), port)) for family, _, _, _, where in found]
        for _, (address, _) in places:
            if not self.local and not addresses.is_public(ip_address(address)):
                raise ScorekeeperError(ErrorCode.ADDRESS_REFUSED, "url", address=host[:60])
        return places[0]

    def _send(
        self,
        parts: SplitResult,
        place: Place,
        body: bytes,
        headers: Mapping[str, str],
    ) -> int:
        family, where = place
        connection = http.client.HTTPConnection(parts.hostname or "", where[1])
        plain = socket.socket(family, socket.SOCK_STREAM)
        # Each read has its own patience; who sends a byte now and then is ended by the clock.
        lines = [plain]
        late = threading.Event()
        end = threading.Timer(self.seconds, _hang_up, (lines, late))
        end.daemon = True
        end.start()
        try:
            plain.settimeout(min(CONNECT_SECONDS, self.seconds))
            plain.connect(where)
            plain.settimeout(min(READ_SECONDS, self.seconds))
            connection.sock = plain
            if parts.scheme == "https":
                context = ssl.create_default_context()
                safe = context.wrap_socket(
                    plain, server_hostname=parts.hostname, do_handshake_on_connect=False
                )
                lines[0] = connection.sock = safe
                safe.do_handshake()
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, body, {**headers, "Host": parts.netloc})
            answer = connection.getresponse()
            answer.read(ANSWER_BYTES)
            if late.is_set():  # what was read may look whole all the same
                raise UnreachableError(f"no answer in {self.seconds:g} s")
            return answer.status
        finally:
            end.cancel()
            connection.close()
            lines[0].close()


def _hang_up(lines: list[socket.socket], late: threading.Event) -> None:
    late.set()
    with suppress(OSError):
        lines[0].shutdown(socket.SHUT_RDWR)
