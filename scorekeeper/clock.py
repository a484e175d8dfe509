"""The time is an argument: whoever needs it is handed a clock."""

from collections.abc import Callable
from datetime import UTC
from datetime import datetime

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Return the present moment in UTC, aware of its zone."""
    return datetime.now(UTC)
