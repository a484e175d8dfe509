"""Veiling names in texts that may not be changed.

Who wrote an entry and why is hashed into the ledger, so those rows keep what was written. Whoever
was made anonymous is veiled where they are shown: of every name given up there is a salted hash,
and a word (or words) in a text from before that day that has it is shown as the name he has since.
"""

import hashlib
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.services import bounds
from scorekeeper.store import person_steps
from scorekeeper.store.engine import Transaction
from scorekeeper.store.person_steps import MarkRow

_PARTS = re.compile(r"(\s+)")
_EDGE = re.compile(r"^(\W*)(.*?)((?:['\u2019]?s)?)(\W*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Mark:
    """A name given up: how many words it has and its hash; texts up to `until` are veiled."""

    words: int
    salt: str
    digest: str
    until: str
    name: str

    def fits(self, words: str) -> bool:
        """Say whether these words are the name."""
        return _digest(self.salt, words) == self.digest


class Veil:
    """Shows texts without the names that were given up."""

    __slots__ = ("_marks",)

    def __init__(self, rows: Iterable[MarkRow] = ()) -> None:
        self._marks = tuple(
            Mark(int(count), salt, digest, row.at, row.name)
            for row in rows
            for count, salt, digest in (one.split(":") for one in row.marks.split())
        )

    def text(self, told: str, at: str) -> str:
        """Return a text written at this moment as it may be shown now."""
        for mark in self._marks:
            if told and at <= mark.until:
                told = _veiled(told, mark)
        return told


CLEAR = Veil()


def veil_of(tx: Transaction, club_id: str) -> Veil:
    """Return the veil over a club's texts."""
    rows = person_steps.marks(tx, club_id)
    return Veil(rows) if rows else CLEAR


def mark(name: str) -> str:
    """Return what is kept of a name that is given up."""
    salt = secrets.token_hex(8)
    return f"{len(name.split())}:{salt}:{_digest(salt, name)}"


def _digest(salt: str, name: str) -> str:
    return hashlib.sha256((salt + bounds.name_key(name)).encode()).hexdigest()


def _veiled(told: str, mark: Mark) -> str:
    """Put the new name where the old one stands, also with a comma after it or an s for whose."""
    parts = _PARTS.split(told)  # words at even places, what is between them at odd ones
    span = 2 * mark.words - 1
    out: list[str] = []
    place = 0
    while place < len(parts):
        run = "".join(parts[place : place + span])
        veiled = None if place % 2 or not run else _instead(run, mark)
        if veiled is None:
            out.append(parts[place])
            place += 1
        else:
            out.append(veiled)
            place += span
    return "".join(out)


def _instead(run: str, mark: Mark) -> str | None:
    if mark.fits(run):
        return mark.name
    edge = _EDGE.match(run)
    assert edge is not None
    before, middle, ending, after = edge.groups()
    for name, rest in ((middle + ending, ""), (middle, ending)):
        if name and mark.fits(name):
            return f"{before}{mark.name}{rest}{after}"
    return None
