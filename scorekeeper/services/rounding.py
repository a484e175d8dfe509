"""Rounding what stands open in a night to whole coins (docs/ROUNDING.md), and taking that back."""

from scorekeeper.ledger.amounts import lines_between
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.ledger.rounding import differences
from scorekeeper.ledger.rounding import round_balances
from scorekeeper.services import carrying
from scorekeeper.services import people
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.store import entries
from scorekeeper.store.engine import Transaction
from scorekeeper.store.entries import EntryRow
from scorekeeper.store.nights import NightRow


def round_off(
    tx: Transaction, desk: Desk, book: Book, night: NightRow, *, exact: bool, key: str | None
) -> None:
    """Bring what stands open to the night's coins; with `exact` to the cent again.

    A rounding that still holds stays, so that working it out twice says the same.
    """
    standing = _standing(tx, book)
    moved = moved_in(tx, book.club_id, book.night)
    wanted: dict[str, int] = {}
    if night.coin is not None and not exact:
        open_ = carrying.open_balances(tx, book)
        told = {
            party: open_.get(party, 0) - moved.get(party, 0) for party in sorted({*open_, *moved})
        }
        seed = seed_of(tx, book.club_id, night)
        wanted = dict(differences(told, round_balances(told, night.coin, seed)))
    if wanted == {party: cents for party, cents in moved.items() if cents}:
        return
    postings = [_counter(tx, book, row) for row in standing]
    if wanted:
        lines = lines_between({account_of(party): cents for party, cents in wanted.items()})
        postings.append(Posting(kind=EntryKind.ROUNDING, lines=lines))
    post(tx, desk, book, postings, key=key)


def take_back(tx: Transaction, desk: Desk, book: Book, *, key: str | None) -> None:
    """Take back whatever of a night was rounded."""
    postings = [_counter(tx, book, row) for row in _standing(tx, book)]
    if postings:
        post(tx, desk, book, postings, key=key)


def seed_of(tx: Transaction, club_id: str, night: NightRow) -> str:
    """Return the hash lots are drawn from: that of the last entry before the night was closed."""
    assert night.closed_at is not None
    return entries.hash_until(tx, club_id, night.id, night.closed_at)


def account_of(party: str) -> Account:
    """Return the account of a member, or of the purse, in a night's book."""
    return PURSE if party == PURSE else member_account(party)


def _standing(tx: Transaction, book: Book) -> list[EntryRow]:
    return [
        row
        for row in entries.standing_of_night(tx, book.club_id, book.night)
        if row.kind == EntryKind.ROUNDING
    ]


def moved_in(tx: Transaction, club_id: str, night_id: str) -> dict[str, int]:
    """Return what rounding gives and takes in a night, by person and the purse."""
    moved: dict[str, int] = {}
    for kind in (EntryKind.ROUNDING, EntryKind.ROUNDING_TAKEN_BACK):
        for _, lines in entries.of_kind(tx, club_id, night_id, kind):
            for debit, credit, amount in lines:
                for account, cents in ((debit, -amount), (credit, amount)):
                    party = member_of(account) or PURSE
                    moved[party] = moved.get(party, 0) + cents
    return people.together(moved, people.canonical(tx, club_id) if moved else {})


def _counter(tx: Transaction, book: Book, row: EntryRow) -> Posting:
    return Posting(
        kind=EntryKind.ROUNDING_TAKEN_BACK,
        lines=reversed_lines(stored_lines(tx, book.club_id, row.number)),
        reverses=row.number,
    )
