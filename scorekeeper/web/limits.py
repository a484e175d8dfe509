"""How often somebody may ask: generous for pages, tight for guessing and for hard work.

Counted in the memory of this process, over a window that moves: by device where one is known, by
address otherwise. Guessing is counted by address alone, whoever it is.
"""

import threading
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Any
from typing import TypeVar

from limits import RateLimitItem
from limits import parse_many
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

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
    Kind.GUESS: "20/minute;100/hour",
}
CROWD = 5  # as many times the rate for an address, behind which a whole club may sit


def limited(kind: Kind) -> Callable[[View], View]:
    """Say beside a route that it is counted apart. Put it under the route's own decorator."""

    def said(view: View) -> View:
        view.limit = kind  # type: ignore[attr-defined]
        return view

    return said


class Limits:
    """Counts who asked for what and when."""

    def __init__(self, rates: dict[Kind, str] = RATES) -> None:
        self._counter = MovingWindowRateLimiter(MemoryStorage())
        self._rates: dict[tuple[Kind, bool], tuple[RateLimitItem, ...]] = {}
        for kind, text in rates.items():
            items = parse_many(text)
            self._rates[kind, False] = tuple(items)
            crowd = 1 if kind is Kind.GUESS else CROWD
            self._rates[kind, True] = tuple(
                type(item)(item.amount * crowd, item.multiples, item.namespace) for item in items
            )

    def wait(self, kind: Kind, *, device: str | None, address: str) -> int:
        """Count a request; return for how many seconds its sender must wait, 0 when he need not."""
        by_address = device is None or kind is Kind.GUESS
        who = address if by_address else f"device {device}"
        for rate in self._rates[kind, by_address]:
            if not self._counter.hit(rate, kind.value, who):
                reset = self._counter.get_window_stats(rate, kind.value, who).reset_time
                return max(1, round(reset - time.time()))
        return 0


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
