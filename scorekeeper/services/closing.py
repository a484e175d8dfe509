"""What closing a night does to a table's Haferl, and how that is taken back."""

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import haferl_account
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.ledger.purse import haferl_division
from scorekeeper.ledger.purse import haferl_to_purse
from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.services.standing import Standing
from scorekeeper.services.views import NightState
from scorekeeper.store import entries
from scorekeeper.store import nights
from scorekeeper.store import purse
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction
from scorekeeper.store.nights import NightRow
from scorekeeper.store.tables import TableRow


def lock_night(tx: Transaction, club_id: str, night_id: str) -> NightRow:
    """Return a night that nobody else changes until this transaction ends."""
    row = nights.lock(tx, club_id, bounds.id_(night_id, "night"))
    if row is None:
        raise bounds.missing("night")
    if row.season_closed_at is None and seasons.is_closed(tx, club_id, row.season_id):
        # It was closed while this waited for its turn.
        row = row._replace(season_closed_at=row.closed_at or "")
    return row


def require_open(night: NightRow) -> None:
    """Refuse a night that was closed or voided, or whose season was closed."""
    require_season(night)
    if night.state != NightState.OPEN:
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=night.number)


def require_closed(night: NightRow) -> None:
    """Refuse a night that still goes on or was voided, or whose season was closed."""
    require_season(night)
    if night.state not in (NightState.CLOSED, NightState.SETTLED):
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_CLOSED, "night", number=night.number)


def require_season(night: NightRow) -> None:
    """Refuse a night whose season was closed: nothing of it changes any more."""
    if night.season_closed_at is not None:
        raise ScorekeeperError(ErrorCode.SEASON_CLOSED, "season", season=night.season_name)


def book_of(club_id: str, night: NightRow) -> Book:
    """Return where a night's entries go."""
    return Book(
        club_id=club_id,
        night_id=night.id,
        season_id=night.season_id,
        season_closed=night.season_closed_at is not None,
    )


def divide(
    tx: Transaction,
    desk: Desk,
    book: Book,
    table: TableRow,
    standing: Standing,
    *,
    key: str,
    why: str = "",
) -> int | None:
    """Divide what lies in a table's Haferl among those who paid into it; return the entry."""
    kind, lines = division(tx, book.club_id, table, standing)
    if not lines:
        return None
    posting = Posting(kind=kind, lines=lines, about=table.id, table_id=table.id, why=why)
    return post(tx, desk, book, [posting], key=key)[0]


def division(
    tx: Transaction, club_id: str, table: TableRow, standing: Standing
) -> tuple[EntryKind, tuple[Line, ...]]:
    """Return how a Haferl that is left over is divided: the kind of entry and its lines.

    Where the club says so it goes to the purse instead. What was corrected after the night goes
    the way it went then, whatever the club has said since.
    """
    to_purse = goes_to_purse(tx, club_id, table.divided_by)
    kind = EntryKind.HAFERL_TO_PURSE if to_purse else EntryKind.HAFERL_DIVIDED
    pot, haferl = standing.table.haferl, haferl_account(table.id)
    if not pot:
        return kind, ()
    if to_purse:
        return kind, tuple(haferl_to_purse(pot, haferl))
    payers = [member_account(name) for name, _ in standing.table.haferl_payers]
    return kind, tuple(haferl_division(pot, payers, haferl))


def goes_to_purse(tx: Transaction, club_id: str, before: int | None) -> bool:
    """Say whether a Haferl left over is the purse's; `before` is the entry that divided it."""
    if before is None:
        return purse.get(tx, club_id).haferl
    entry = entries.get(tx, club_id, before)
    assert entry is not None
    return entry.kind == EntryKind.HAFERL_TO_PURSE


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
