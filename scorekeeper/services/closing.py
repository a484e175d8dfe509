"""What closing a night does to a table's Haferl, and how that is taken back."""

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import haferl_account
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.ledger.purse import haferl_division
from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.services.standing import Standing
from scorekeeper.services.views import NightState
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction
from scorekeeper.store.nights import NightRow
from scorekeeper.store.tables import TableRow


def lock_night(tx: Transaction, club_id: str, night_id: str) -> NightRow:
    """Return a night that nobody else changes until this transaction ends."""
    row = nights.lock(tx, club_id, bounds.id_(night_id, "night"))
    if row is None:
        raise bounds.missing("night")
    return row


def require_open(night: NightRow) -> None:
    """Refuse a night that was closed or voided."""
    if night.state != NightState.OPEN:
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=night.number)


def require_closed(night: NightRow) -> None:
    """Refuse a night that still goes on or was voided."""
    if night.state not in (NightState.CLOSED, NightState.SETTLED):
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_CLOSED, "night", number=night.number)


def book_of(club_id: str, night: NightRow) -> Book:
    """Return where a night's entries go."""
    return Book(club_id=club_id, night_id=night.id, season_id=night.season_id)


def divide(
    tx: Transaction,
    desk: Desk,
    book: Book,
    table_id: str,
    standing: Standing,
    *,
    key: str,
    why: str = "",
) -> int | None:
    """Divide what lies in a table's Haferl among those who paid into it; return the entry."""
    pot = standing.table.haferl
    if not pot:
        return None
    payers = [member_account(name) for name, _ in standing.table.haferl_payers]
    posting = Posting(
        kind=EntryKind.HAFERL_DIVIDED,
        lines=haferl_division(pot, payers, haferl_account(table_id)),
        about=table_id,
        table_id=table_id,
        why=why,
    )
    return post(tx, desk, book, [posting], key=key)[0]


def put_back(
    tx: Transaction, desk: Desk, book: Book, table: TableRow, *, key: str, why: str = ""
) -> None:
    """Put what was divided back into a table's Haferl."""
    if table.divided_by is None:
        return
    posting = Posting(
        kind=EntryKind.HAFERL_RESTORED,
        lines=reversed_lines(stored_lines(tx, book.club_id, table.divided_by)),
        about=table.id,
        table_id=table.id,
        reverses=table.divided_by,
        why=why,
    )
    post(tx, desk, book, [posting], key=key)
