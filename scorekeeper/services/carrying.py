"""Carrying a night's balances to the season's accounts, and taking that back."""

from collections.abc import Callable
from collections.abc import Mapping
from typing import TypeVar

from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.ledger.journal import season_account
from scorekeeper.services import people
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.store import balances
from scorekeeper.store import entries
from scorekeeper.store.engine import Transaction

T = TypeVar("T")
Work = Callable[[Transaction], tuple[str, T]]


def open_balances(tx: Transaction, book: Book) -> dict[str, int]:
    """Return who of a night is not at zero, with what he is owed: members, and the purse.

    What several ids of one person stand at is added up. Whatever the members do not have among
    themselves is the club's: a Haferl that went to the purse is owed to it. What was carried to
    the members' accounts with the club is settled with the purse too.
    """
    found = _open(people.book_of(tx, book.club_id, book.night))
    purse = -sum(found.values())
    return {**found, PURSE: purse} if purse else found


def _open(book: Mapping[str, int]) -> dict[str, int]:
    found = {}
    for account, cents in book.items():
        member = member_of(account)
        if member is not None and cents:
            found[member] = cents
    return found


def carry(tx: Transaction, desk: Desk, book: Book, *, about: str, key: str | None) -> None:
    """Move what still stands open in a night to everybody's account of the season."""
    stands = balances.of_book(tx, book.club_id, book.night)
    lines = [
        line(member_account(member), season_account(member), cents)
        if cents > 0
        else line(season_account(member), member_account(member), -cents)
        for member, cents in sorted(_open(stands).items())
    ]
    if lines:
        post(tx, desk, book, [Posting(kind=EntryKind.CARRY, lines=lines, about=about)], key=key)


def take_back(tx: Transaction, desk: Desk, book: Book, *, key: str | None) -> None:
    """Move back whatever of a night was carried."""
    postings = [
        Posting(
            kind=EntryKind.CARRY_TAKEN_BACK,
            lines=reversed_lines(stored_lines(tx, book.club_id, row.number)),
            about=row.about,
            reverses=row.number,
        )
        for row in entries.standing_of_night(tx, book.club_id, book.night)
        if row.kind == EntryKind.CARRY
    ]
    if postings:
        post(tx, desk, book, postings, key=key)
