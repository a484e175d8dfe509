"""How often somebody may ask: generous for pages, tight for guessing and for hard work.

Counted in the memory of this process, over a window that moves: by device where one is known, by
address otherwise. Guessing is counted by address alone, whoever it is.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from typing import TypeVar

from limits import parse_many

from scorekeeper.services.tries import network

View = TypeVar("View", bound=Callable[..., Any])

LIMITS = "scorekeeper.limits"


class Kind(StrEnum):
    """What is asked for, by what it costs us or could give away."""

    PAGE = "page"  # a phone at a table asks once a second whether anything changed
    WORK = "work"  # documents, disputes, files: seconds of a processor
    GUESS = "guess"  # codes and passwords


RATES = {
    Kind.PAGE: "600/minute",
    Kind.WORK: "40/minute;400/hour",
    Kind.GUESS: "60/minute;600/hour",
}
SWEEP = 10_000
CROWD = 5  # as many times the rate for an address, behind which a whole club may sit


def limited(kind: Kind) -> Callable[[View], View]:
    """Say beside a route that it is counted apart. Put it under the route's own decorator."""

    def said(view: View) -> View:
        view.limit = kind  # type: ignore[attr-defined]
        return view

    return said


class Limits:
    """Counts who asked for what and when.

    The library says what a rate is. Its own counter in memory begins a thread for every request
    that comes alone, which costs more than most answers.
    """

    def __init__(self, rates: Mapping[Kind, str] = RATES) -> None:
        self._rates = {
            kind: tuple((one.amount, one.get_expiry()) for one in parse_many(text))
            for kind, text in rates.items()
        }
        self._longest = max(seconds for rates in self._rates.values() for _, seconds in rates)
        self._asked: dict[tuple[Kind, str], deque[float]] = {}
        self._lock = threading.Lock()
        self._count = 0

    def wait(self, kind: Kind, *, device: str | None, address: str) -> int:
        """Count a request; return for how many seconds its sender must wait, 0 when he need not."""
        by_address = device is None or kind is Kind.GUESS
        who = network(address) if by_address else f"device {device}"
        crowd = CROWD if by_address and kind is not Kind.GUESS else 1
        now = time.monotonic()
        with self._lock:
            self._sweep(now)
            asked = self._asked.setdefault((kind, who), deque())
            for amount, seconds in self._rates[kind]:
                many = amount * crowd
                if len(asked) >= many and now - asked[-many] < seconds:
                    return int(seconds - (now - asked[-many])) + 1
            asked.append(now)
            while len(asked) > max(amount for amount, _ in self._rates[kind]) * crowd:
                asked.popleft()
        return 0

    def _sweep(self, now: float) -> None:
        """Forget who has not come for long; once in a while is often enough."""
        self._count += 1
        if self._count % SWEEP == 0:
            for key, asked in list(self._asked.items()):
                if now - asked[-1] >= self._longest:
                    del self._asked[key]


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
        now, address = time.monotonic(), network(address)
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
            self._failures.append((time.monotonic(), network(address)))
