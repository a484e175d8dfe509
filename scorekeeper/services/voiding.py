"""Taking back everything that stands in a night's book, entry by entry."""

from dataclasses import replace

from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.services import purse_booking
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.store import bookings
from scorekeeper.store import entries
from scorekeeper.store.engine import Transaction
from scorekeeper.store.entries import EntryRow

# What is no result is taken back as what it is, so that no season counts it.
_KINDS = {
    EntryKind.PAYMENT.value: EntryKind.PAYMENT_TAKEN_BACK,
    EntryKind.PAYMENT_TAKEN_BACK.value: EntryKind.PAYMENT,
    EntryKind.CARRY.value: EntryKind.CARRY_TAKEN_BACK,
    EntryKind.ROUNDING.value: EntryKind.ROUNDING_TAKEN_BACK,
}


def take_back_all(tx: Transaction, desk: Desk, book: Book, reason: str, key: str) -> None:
    """Write a counter-entry for each entry of a night that stands; cash by way of the cash book."""
    postings: list[Posting] = []
    cash: list[purse_booking.Told] = []
    for row in entries.standing_of_night(tx, book.club_id, book.night):
        lines = reversed_lines(stored_lines(tx, book.club_id, row.number))
        kind = _KINDS.get(row.kind, EntryKind.VOID)
        if any(place in (CASH, BANK) for one in lines for place in (one.debit, one.credit)):
            cash.append(_from_cash_book(tx, desk, book, row, kind, reason))
            continue
        postings.append(
            Posting(
                kind=kind,
                lines=lines,
                about=row.about,
                table_id=row.table_id,
                reverses=row.number,
                why=reason,
            )
        )
    post(tx, desk, book, postings, key=key)
    if cash:
        purse_booking.book(tx, desk, book, cash, key=key)


def _from_cash_book(
    tx: Transaction, desk: Desk, book: Book, row: EntryRow, kind: EntryKind, reason: str
) -> purse_booking.Told:
    booked = bookings.plain(tx, book.club_id, row.number)
    assert booked is not None
    day = purse_booking.counter_day(tx, desk, book.club_id, booked.day)
    told = purse_booking.counter(tx, book.club_id, booked, day=day, why=reason)
    return replace(told, kind=kind, about=row.about)
