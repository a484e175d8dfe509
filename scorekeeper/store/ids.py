"""Ids: UUID version 7, so that rows made later sort later and pages of an index stay together."""

import os
import threading
from datetime import datetime

_lock = threading.Lock()
_last_ms = 0
_last_tail = 0

_TAIL_BITS = 74
_TAIL_MAX = (1 << _TAIL_BITS) - 1


def new_id(now: datetime) -> str:
    """Return a new UUIDv7 for this moment, higher than every id this process made before."""
    global _last_ms, _last_tail
    ms = int(now.timestamp() * 1000)
    with _lock:
        if ms > _last_ms:
            # The top bit stays free, so that counting up within one millisecond never overflows.
            _last_ms = ms
            _last_tail = int.from_bytes(os.urandom(10), "big") & (_TAIL_MAX >> 1)
        else:
            ms = _last_ms
            _last_tail += 1 + int.from_bytes(os.urandom(4), "big")
        tail = _last_tail
    high = tail >> 62
    low = tail & ((1 << 62) - 1)
    value = (ms << 80) | (7 << 76) | (high << 64) | (2 << 62) | low
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"
