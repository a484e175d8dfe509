"""Writing bookings of the purse: each one an entry, its facts hashed into it, receipts numbered.

Receipts count within a club and the year of the booking's day, without gaps, because whoever books
holds the end of the club's chain until his transaction ends.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from zoneinfo import ZoneInfo

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.store import bookings
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import purse
from scorekeeper.store.bookings import BookingRow
from scorekeeper.store.engine import Transaction

WORDS_MAX = 200
CATEGORY_MAX = 60
VOUCHER_MAX = 60

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


class Place(StrEnum):
    """Where the club's money lies."""

    CASH = "cash"
    BANK = "bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A booking to be: what it moves, on which day, and what was told of it."""

    kind: EntryKind
    day: str
    lines: Sequence[Line]
    member_id: str | None = None
    other_id: str | None = None
    night_id: str | None = None
    item_id: str | None = None
    category: str = ""
    words: str = ""
    voucher: str = ""
    why: str = ""
    reverses: int | None = None
    about: str | None = None  # what the entry is about, as the payment of a night's settlement


def place_account(place: object) -> Account:
    """Return the account of a place where money lies.

    Raises ScorekeeperError: VALUE_INVALID.
    """
    if place not in (Place.CASH, Place.BANK):
        raise bounds.invalid("place", place)
    return CASH if place == Place.CASH else BANK


def club_today(desk: Desk, tx: Transaction, club_id: str) -> date:
    """Return the day it is where the club plays."""
    return desk.clock().astimezone(ZoneInfo(clubs.read(tx, club_id).time_zone)).date()


def book(
    tx: Transaction, desk: Desk, where: Book, told: Sequence[Told], *, key: str | None
) -> list[int]:
    """Write bookings in order and return their entries; all of them or none.

    Raises ScorekeeperError: DAY_AHEAD, MONTH_CLOSED, SEASON_CLOSED.
    """
    club_id = where.club_id
    club_rows.lock_chain(tx, club_id)
    _require_days(tx, desk, club_id, [one.day for one in told])
    receipts: dict[int, int] = {}
    rows: list[BookingRow] = []
    postings: list[Posting] = []
    for one in told:
        row = _row(tx, club_id, one, receipts)
        rows.append(row)
        postings.append(
            Posting(
                kind=one.kind,
                lines=one.lines,
                about=one.about,
                reverses=one.reverses,
                why=one.why,
                digest=digest_of(row),
            )
        )
    numbers = post(tx, desk, where, postings, key=key)
    bookings.add(
        tx,
        club_id,
        [row._replace(entry=number) for row, number in zip(rows, numbers, strict=True)],
    )
    return numbers


def counter(tx: Transaction, club_id: str, row: BookingRow, *, day: str, why: str) -> Told:
    """Return the booking that takes another one back."""
    return Told(
        kind=EntryKind.TAKEN_BACK,
        day=day,
        lines=reversed_lines(stored_lines(tx, club_id, row.entry)),
        member_id=row.member_id,
        other_id=row.other_id,
        night_id=row.night_id,
        item_id=row.item_id,
        category=row.category,
        words=row.words,
        voucher=row.voucher,
        why=why,
        reverses=row.entry,
    )


def digest_of(row: BookingRow) -> str:
    """Return the hash of a booking's facts, which its entry carries and the chain so proves."""
    facts = row._asdict()
    del facts["entry"]
    text = _ENCODER.encode(facts)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def moved_in(lines: Sequence[Line], place: Account) -> int:
    """Return what lines bring into a place, below zero what they take out of it."""
    came = sum(line.amount for line in lines if line.debit == place)
    return came - sum(line.amount for line in lines if line.credit == place)


def _row(tx: Transaction, club_id: str, one: Told, receipts: dict[int, int]) -> BookingRow:
    cash, bank = moved_in(one.lines, CASH), moved_in(one.lines, BANK)
    year = int(one.day[:4])
    receipt = None
    if cash or bank:
        if year not in receipts:
            receipts[year] = bookings.last_receipt(tx, club_id, year)
        receipts[year] += 1
        receipt = receipts[year]
    return BookingRow(
        entry=0,
        kind=one.kind.value,
        day=one.day,
        year=year,
        receipt=receipt,
        cash=cash,
        bank=bank,
        member_id=one.member_id,
        other_id=one.other_id,
        night_id=one.night_id,
        item_id=one.item_id,
        category=one.category,
        words=one.words,
        voucher=one.voucher,
    )


def counter_day(tx: Transaction, desk: Desk, club_id: str, day: str) -> str:
    """Return when a booking of this day is taken back: that day while its month is open, or today.

    So what lay in the cash box on any day is, as long as that may be, what should have lain there.
    """
    closed = purse.get(tx, club_id).closed_month
    if closed is None or day[:7] > closed:
        return day
    return club_today(desk, tx, club_id).isoformat()


def _require_days(tx: Transaction, desk: Desk, club_id: str, days: Sequence[str]) -> None:
    """Refuse days ahead and days of a month that is closed; asked under the chain's lock."""
    closed = purse.get(tx, club_id).closed_month
    today = club_today(desk, tx, club_id).isoformat()
    for day in days:
        if day > today:
            raise ScorekeeperError(ErrorCode.DAY_AHEAD, "day")
        if closed is not None and day[:7] <= closed:
            raise ScorekeeperError(ErrorCode.MONTH_CLOSED, "day", month=closed)
