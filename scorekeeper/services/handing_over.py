"""Money of a settlement that is handed over: between two members, or to and from the club's purse.

What goes into the purse or out of it lies in the cash box or at the bank. It stands in the cash
book there, with a receipt, and what is taken back is taken back from where it went.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import member_account
from scorekeeper.services import bounds
from scorekeeper.services import purse_booking
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.purse_booking import Place
from scorekeeper.services.purse_booking import place_account
from scorekeeper.store import balances
from scorekeeper.store import bookings
from scorekeeper.store import entries
from scorekeeper.store.engine import Transaction
from scorekeeper.store.settlements import TransferRow


@dataclass(frozen=True, slots=True)
class _Share:
    """A part of what is handed over, and the account of the club it goes to or comes from."""

    till: Account
    cents: int
    day: str


def places(tx: Transaction, club_id: str) -> tuple[str, ...]:
    """Return where a club's money lies: the cash box, and the bank once anything was there."""
    bank = BANK in balances.of_book(tx, club_id, club_id)
    return (Place.CASH, Place.BANK) if bank else (Place.CASH,)


def checked_place(transfer: TransferRow, place: str | None) -> str | None:
    """Return where the club's money of a payment lies, None for one between two members.

    Raises ScorekeeperError: VALUE_INVALID for a place nobody knows, or where the purse has no part.
    """
    if PURSE in (transfer.payer_id, transfer.payee_id):
        place = place or Place.CASH
        place_account(place)
    elif place is not None:
        raise bounds.invalid("place", place)
    return place


def hand_over(
    tx: Transaction,
    desk: Desk,
    book: Book,
    transfer: TransferRow,
    more: int,
    key: str,
    place: str | None = None,
) -> None:
    """Post money handed over, or below zero not: who pays comes up to zero, who is paid down to it.

    Raises ScorekeeperError: VALUE_INVALID.
    """
    paid = more > 0
    kind = EntryKind.PAYMENT if paid else EntryKind.PAYMENT_TAKEN_BACK
    if PURSE not in (transfer.payer_id, transfer.payee_id):
        checked_place(transfer, place)
        payer, payee = member_account(transfer.payer_id), member_account(transfer.payee_id)
        lines = [line(payee, payer, more) if paid else line(payer, payee, -more)]
        post(tx, desk, book, [Posting(kind=kind, lines=lines, about=transfer.id)], key=key)
        return
    if paid:
        where = checked_place(transfer, place)
        assert where is not None
        today = purse_booking.club_today(desk, tx, book.club_id).isoformat()
        shares = [_Share(place_account(where), more, today)]
    else:
        shares = list(_taken_back(tx, desk, book, transfer, -more))
    told = [_told(book, transfer, share, kind, paid=paid) for share in shares]
    purse_booking.book(tx, desk, book, told, key=key)


def _told(
    book: Book, transfer: TransferRow, share: _Share, kind: EntryKind, *, paid: bool
) -> purse_booking.Told:
    comes = transfer.payee_id == PURSE
    member = transfer.payer_id if comes else transfer.payee_id
    mine = member_account(member)
    into = comes is paid
    moved = line(share.till, mine, share.cents) if into else line(mine, share.till, share.cents)
    return purse_booking.Told(
        kind=kind,
        day=share.day,
        lines=[moved],
        member_id=member,
        night_id=book.night,
        about=transfer.id,
    )


def _taken_back(
    tx: Transaction, desk: Desk, book: Book, transfer: TransferRow, cents: int
) -> Iterator[_Share]:
    """Give from where how much of a payment is taken back: what was paid last goes first.

    It is of the day it was paid on while that month is open, as any booking taken back.
    """
    sign = 1 if transfer.payee_id == PURSE else -1
    lies = {CASH: 0, BANK: 0}
    last: list[Account] = []
    days: dict[Account, str] = {}
    assert book.night is not None
    for row in entries.of_night(tx, book.club_id, book.night):
        booked = bookings.plain(tx, book.club_id, row.number) if row.about == transfer.id else None
        if booked is None:
            continue
        for till, moved in ((CASH, booked.cash), (BANK, booked.bank)):
            if moved:
                lies[till] += sign * moved
                last = [till, *(one for one in last if one != till)]
                days[till] = max(booked.day, days.get(till, ""))
    for till in last:
        share = min(lies[till], cents)
        if share > 0:
            cents -= share
            yield _Share(till, share, purse_booking.counter_day(tx, desk, book.club_id, days[till]))
    assert cents == 0
