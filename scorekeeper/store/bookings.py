"""The bookings of the purse, each with its entry: added, read, never changed."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import BigInteger
from sqlalchemy import and_
from sqlalchemy import bindparam
from sqlalchemy import cast
from sqlalchemy import func
from sqlalchemy import or_
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import booking
from scorekeeper.store.schema import entry
from scorekeeper.store.schema import line
from scorekeeper.store.schema import movement
from scorekeeper.store.schema import night


class BookingRow(NamedTuple):
    """A booking as it is stored; `cash` and `bank` are what came in, below zero what went out."""

    entry: int
    kind: str
    day: str
    year: int
    receipt: int | None
    cash: int
    bank: int
    member_id: str | None
    other_id: str | None
    night_id: str | None
    item_id: str | None
    category: str
    words: str
    voucher: str


class ToldRow(NamedTuple):
    """A booking with what its entry says and with the names of what it is about.

    `amount` is the sum of its lines, `of_night` the night in whose book it stands, `night_date` the
    day of the night it is about.
    """

    booking: BookingRow
    amount: int
    who: str
    at: str
    why: str
    reverses: int | None
    taken_back_by: int | None
    of_night: str | None
    night_number: int | None
    night_date: str | None


class MovedRow(NamedTuple):
    """What an entry did to an account, and the booking or the night it belongs to."""

    entry: int
    cents: int
    after: int
    kind: str
    who: str
    at: str
    why: str
    reverses: int | None
    taken_back_by: int | None
    night_id: str | None
    night_number: int | None
    night_date: str | None
    day: str | None
    year: int | None
    receipt: int | None
    member_id: str | None
    other_id: str | None
    category: str | None
    words: str | None


_columns = tuple(booking.c[name] for name in BookingRow._fields)
_B = len(_columns)
_mine = booking.c.club_id == bindparam("club_id")
_reversal = entry.alias("reversal")
_taken_back_by = (
    select(_reversal.c.number)
    .where(
        _reversal.c.club_id == entry.c.club_id,
        _reversal.c.reverses == entry.c.number,
        _reversal.c.reverses.is_not(None),
    )
    .correlate(entry)
    .scalar_subquery()
)
_amount = (
    select(cast(func.coalesce(func.sum(line.c.amount), 0), BigInteger))
    .where(line.c.club_id == booking.c.club_id, line.c.entry == booking.c.entry)
    .correlate(booking)
    .scalar_subquery()
)
_told = (
    select(
        *_columns,
        _amount,
        entry.c.who,
        entry.c.at,
        entry.c.why,
        entry.c.reverses,
        _taken_back_by,
        entry.c.night_id,
        night.c.number,
        night.c.date,
    )
    .join_from(
        booking,
        entry,
        and_(entry.c.club_id == booking.c.club_id, entry.c.number == booking.c.entry),
    )
    .join(
        night,
        and_(night.c.club_id == booking.c.club_id, night.c.id == booking.c.night_id),
        isouter=True,
    )
)
_later = or_(
    booking.c.day > bindparam("day"),
    and_(booking.c.day == bindparam("day"), booking.c.entry > bindparam("entry")),
)
_earlier = or_(
    booking.c.day < bindparam("day"),
    and_(booking.c.day == bindparam("day"), booking.c.entry <= bindparam("entry")),
)

_ADD = insert_all(booking)
_GET = Prepared(_told.where(_mine, booking.c.entry == bindparam("entry")))
_PLAIN = Prepared(select(*_columns).where(_mine, booking.c.entry == bindparam("entry")))
_LATEST = Prepared(
    _told.where(_mine, booking.c.entry < bindparam("before"))
    .order_by(booking.c.entry.desc())
    .limit(bindparam("count"))
)
_BETWEEN = Prepared(
    select(*_columns)
    .where(_mine, booking.c.entry > bindparam("after"))
    .order_by(booking.c.entry)
    .limit(bindparam("count"))
)
_LAST_RECEIPT = Prepared(
    select(func.max(booking.c.receipt)).where(_mine, booking.c.year == bindparam("year"))
)
_CASH_BOOK = Prepared(
    _told.where(
        _mine,
        booking.c.receipt.is_not(None),
        booking.c.day >= bindparam("day"),
        booking.c.day <= bindparam("last"),
        _later,
    )
    .order_by(booking.c.day, booking.c.entry)
    .limit(bindparam("count")),
    through=("booking", "ix_booking_day"),
)
_HELD = Prepared(
    select(
        cast(func.coalesce(func.sum(booking.c.cash), 0), BigInteger),
        cast(func.coalesce(func.sum(booking.c.bank), 0), BigInteger),
    ).where(_mine, booking.c.receipt.is_not(None), booking.c.day <= bindparam("day"), _earlier),
    through=("booking", "ix_booking_day"),
)
_MOVED = Prepared(
    select(
        movement.c.entry,
        movement.c.cents,
        movement.c.after,
        entry.c.kind,
        entry.c.who,
        entry.c.at,
        entry.c.why,
        entry.c.reverses,
        _taken_back_by,
        night.c.id,
        night.c.number,
        night.c.date,
        booking.c.day,
        booking.c.year,
        booking.c.receipt,
        booking.c.member_id,
        booking.c.other_id,
        booking.c.category,
        booking.c.words,
    )
    .join_from(
        movement,
        entry,
        and_(entry.c.club_id == movement.c.club_id, entry.c.number == movement.c.entry),
    )
    .join(
        booking,
        and_(booking.c.club_id == movement.c.club_id, booking.c.entry == movement.c.entry),
        isouter=True,
    )
    .join(
        night,
        and_(
            night.c.club_id == movement.c.club_id,
            night.c.id == func.coalesce(entry.c.night_id, booking.c.night_id),
        ),
        isouter=True,
    )
    .where(
        movement.c.club_id == bindparam("club_id"),
        movement.c.account == bindparam("account"),
        movement.c.entry < bindparam("before"),
    )
    .order_by(movement.c.entry.desc())
    .limit(bindparam("count"))
)


def add(tx: Transaction, club_id: str, rows: Iterable[BookingRow]) -> None:
    """Add bookings to entries that are there."""
    tx.many(_ADD, [{"club_id": club_id, **row._asdict()} for row in rows])


def get(tx: Transaction, club_id: str, number: int) -> ToldRow | None:
    """Return the booking of this entry, None where it has none."""
    row = tx.one(_GET, club_id=club_id, entry=number)
    return None if row is None else _split(row)


def plain(tx: Transaction, club_id: str, number: int) -> BookingRow | None:
    """Return the booking of this entry alone."""
    row = tx.one(_PLAIN, club_id=club_id, entry=number)
    return None if row is None else BookingRow._make(row)


def latest(tx: Transaction, club_id: str, *, before: int, count: int) -> list[ToldRow]:
    """Return bookings in the order they were entered, the last first."""
    rows = tx.all(_LATEST, club_id=club_id, before=before, count=count)
    return [_split(row) for row in rows]


def between(tx: Transaction, club_id: str, *, after: int, count: int) -> list[BookingRow]:
    """Return bookings in the order they were entered."""
    rows = tx.all(_BETWEEN, club_id=club_id, after=after, count=count)
    return [BookingRow._make(row) for row in rows]


def last_receipt(tx: Transaction, club_id: str, year: int) -> int:
    """Return the last receipt's number of a year, 0 before the first."""
    row = tx.one(_LAST_RECEIPT, club_id=club_id, year=year)
    return 0 if row is None or row[0] is None else int(row[0])


def cash_book(
    tx: Transaction, club_id: str, *, day: str, entry: int, last: str, count: int
) -> list[ToldRow]:
    """Return what moved money after this entry of this day up to the last day, in order."""
    rows = tx.all(_CASH_BOOK, club_id=club_id, day=day, entry=entry, last=last, count=count)
    return [_split(row) for row in rows]


def held(tx: Transaction, club_id: str, *, day: str, entry: int) -> tuple[int, int]:
    """Return what cash box and bank held after this entry of this day."""
    row = tx.one(_HELD, club_id=club_id, day=day, entry=entry)
    assert row is not None
    return int(row[0]), int(row[1])


def moved(
    tx: Transaction, club_id: str, account: str, *, before: int, count: int
) -> list[MovedRow]:
    """Return what was moved on an account of the club's own book, the last first."""
    rows = tx.all(_MOVED, club_id=club_id, account=account, before=before, count=count)
    return [MovedRow._make(row) for row in rows]


def _split(row: tuple[object, ...]) -> ToldRow:
    return ToldRow(BookingRow._make(row[:_B]), *row[_B:])  # type: ignore[arg-type]
