"""A club's settings, and what it says of itself to everybody: imprint and privacy."""

import unicodedata
from dataclasses import dataclass
from zoneinfo import available_timezones

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import ClubView
from scorekeeper.store import club_texts
from scorekeeper.store.engine import Transaction

IMPRINT, PRIVACY = "imprint", "privacy"
TEXT_MAX = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubTexts:
    """A club's own words, "" where it wrote none."""

    imprint: str = ""
    privacy: str = ""


def get_texts(desk: Desk, *, club_id: str) -> ClubTexts:
    """Return what a club says.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id)


def read(tx: Transaction, club_id: str) -> ClubTexts:
    """Return what a club says, within a transaction."""
    clubs.read(tx, club_id)
    kept = club_texts.of_club(tx, club_id)
    return ClubTexts(imprint=kept.get(IMPRINT, ""), privacy=kept.get(PRIVACY, ""))


def site_texts(desk: Desk) -> ClubTexts:
    """Return what stands for the whole service: the words of the oldest club that has some."""
    with desk.store.read() as tx:
        return ClubTexts(
            imprint=club_texts.first(tx, IMPRINT), privacy=club_texts.first(tx, PRIVACY)
        )


def set_texts(desk: Desk, *, club_id: str, imprint: str, privacy: str) -> ClubTexts:
    """Keep what a club says; an empty privacy text stands for the one of this software.

    Raises ScorekeeperError: NOT_FOUND, TEXT_TOO_LONG.
    """
    told = ClubTexts(imprint=plain(imprint, IMPRINT), privacy=plain(privacy, PRIVACY))

    def work(tx: Transaction) -> ClubTexts:
        clubs.read(tx, club_id)
        for kind, body in ((IMPRINT, told.imprint), (PRIVACY, told.privacy)):
            club_texts.put(tx, club_id, kind, body, who=desk.actor, at=desk.now())
        return told

    return written(desk, work)


def change_club(desk: Desk, *, club_id: str, name: str, language: str, time_zone: str) -> ClubView:
    """Say what a club is called, which language it speaks and what time it is there.

    Raises ScorekeeperError: NOT_FOUND, NAME_INVALID, VALUE_INVALID.
    """
    name = bounds.name(name)
    if language not in clubs.LANGUAGES:
        raise bounds.invalid("language", language)
    if time_zone not in available_timezones():
        raise bounds.invalid("time_zone", time_zone)

    def work(tx: Transaction) -> ClubView:
        clubs.read(tx, club_id)
        club_texts.change_club(tx, club_id, name=name, language=language, time_zone=time_zone)
        return clubs.read(tx, club_id)

    return written(desk, work)


def plain(value: str, place: str) -> str:
    """Return a text of several paragraphs: NFC, no control characters but line ends."""
    if len(value) > TEXT_MAX:
        raise ScorekeeperError(ErrorCode.TEXT_TOO_LONG, place, max=TEXT_MAX)
    told = unicodedata.normalize("NFC", value.replace("\r\n", "\n").replace("\r", "\n"))
    kept = "".join(c for c in told if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs"))
    return "\n".join(line.rstrip() for line in kept.strip().split("\n"))


def paragraphs(text: str) -> tuple[tuple[str, ...], ...]:
    """Take a text apart at empty lines, each paragraph into its lines."""
    parts = [part.strip("\n") for part in text.split("\n\n")]
    return tuple(tuple(part.split("\n")) for part in parts if part)
