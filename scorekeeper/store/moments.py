"""Moments as text: UTC, always the same width, so that they sort and hash as they stand."""

from datetime import UTC
from datetime import datetime


def text_of(moment: datetime) -> str:
    """Return the moment as `2026-11-30T20:15:00.000000Z`; a moment without a zone is a bug."""
    assert moment.tzinfo is not None
    plain = moment.astimezone(UTC).replace(tzinfo=None)
    return plain.isoformat(timespec="microseconds") + "Z"


def moment_of(text: str) -> datetime:
    """Return the moment that `text_of` wrote, aware of its zone."""
    return datetime.fromisoformat(text)
