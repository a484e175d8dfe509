"""Pieces of pages that are made once and kept by everything they are made from.

A ledger shows a hundred deals and all but one of them stood there the last time somebody looked.
A piece's key holds whatever its text depends on, so nothing ever has to be thrown away because
it has become wrong; when there are too many, keeping begins anew.
"""

from collections.abc import Callable
from collections.abc import Hashable

from markupsafe import Markup


class Pieces:
    """At most so many pieces of HTML."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, Markup] = {}

    def get(self, key: Hashable, make: Callable[[], Markup]) -> Markup:
        """Return the piece of this key, made now if it is new."""
        found = self._kept.get(key)
        if found is None:
            found = make()
            if len(self._kept) >= self._most:
                self._kept = {}
            self._kept[key] = found
        return found
