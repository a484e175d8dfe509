"""The gate before every request: from where it comes, which club it is about, what it may do.

On the machine itself nobody is asked. Any other address needs the access code, asked once a
phone. That a request comes from the machine itself is believed only when everything says so: its
address, no sign of a proxy, a name for this machine in `Host` (a page from elsewhere that rebinds
its name to 127.0.0.1 keeps its own name there), and no public address in the settings.
"""

import threading
import time
from enum import StrEnum
from ipaddress import ip_address

from flask import Flask
from flask import Request
from flask import g
from flask import redirect
from flask import request
from flask import session
from flask import url_for
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Response

from scorekeeper.config import Config
from scorekeeper.services.access import access_mark
from scorekeeper.web.pages import wiring

OPEN_TO_ALL = frozenset({"access.ask", "access.enter", "live.health", "preferences.language"})
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_PROXY_HEADERS = ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "Via")


class Right(StrEnum):
    """What a visitor may do. Everybody the gate admits may do everything, so far."""

    OFFICER = "officer"
    REFEREE = "referee"  # decides disputes


def guard(app: Flask) -> None:
    """Put the gate before every request of this application."""
    app.before_request(admit)


def admit() -> Response | None:
    """Let a request in, or send it to the page that asks for the code."""
    view = request.view_args
    g.club_id = view.get("club_id") if view else None
    if request.endpoint in OPEN_TO_ALL or request.endpoint is None:
        return None
    if from_this_machine(request, wiring().config) or knows_the_code():
        g.right = Right.OFFICER
        return None
    if request.method in ("GET", "HEAD"):
        return redirect(url_for("access.ask", back=request.full_path.rstrip("?")), 303)
    raise Forbidden


def holds(right: Right) -> bool:
    """Say whether this visitor has a right. Who is admitted has every one, so far."""
    return right in Right and g.get("right") is Right.OFFICER


def require(right: Right) -> None:
    """Refuse a visitor without this right."""
    if not holds(right):
        raise Forbidden


def from_this_machine(asked: Request, config: Config) -> bool:
    """Say whether a request was made on the machine the service runs on, for certain."""
    if config.public_url or config.proxies:
        return False
    if any(name in asked.headers for name in _PROXY_HEADERS):
        return False
    host = asked.host.rsplit(":", 1)[0] if not asked.host.endswith("]") else asked.host
    return host.lower() in _LOOPBACK_NAMES and _is_loopback(asked.remote_addr)


def knows_the_code() -> bool:
    """Say whether the present access code was entered on this phone."""
    mark = session.get("access")
    return bool(mark) and mark == access_mark(wiring().desk)


def _is_loopback(address: str | None) -> bool:
    if address == "127.0.0.1":
        return True
    try:
        found = ip_address(address or "")
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


class Throttle:
    """Counts failures in a window of time, by address and in all."""

    def __init__(self, *, each: int, everyone: int, seconds: float) -> None:
        self._each = each
        self._everyone = everyone
        self._seconds = seconds
        self._failures: list[tuple[float, str]] = []
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """Return for how many seconds this address must wait, 0 when it may try."""
        now = time.monotonic()
        with self._lock:
            self._failures = [f for f in self._failures if now - f[0] < self._seconds]
            mine = [at for at, who in self._failures if who == address]
            if len(mine) >= self._each:
                return int(self._seconds - (now - mine[-self._each])) + 1
            if len(self._failures) >= self._everyone:
                return int(self._seconds - (now - self._failures[-self._everyone][0])) + 1
        return 0

    def failed(self, address: str) -> None:
        with self._lock:
            self._failures.append((time.monotonic(), address))
