"""Writing entries into the ledger: numbered, chained by hashes, balances kept along.

A night's book has everything that happened to the night. A season's book has what the games
brought each member, and the accounts that nights were carried to. The club's own book, named by
the club, has its purse, the places where its money lies and every member's account, whatever moved
them.
"""

from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import canonical_text
from scorekeeper.ledger.journal import entry_hash
from scorekeeper.ledger.journal import is_clubs
from scorekeeper.ledger.journal import line as make_line
from scorekeeper.services import tallying
from scorekeeper.services.announcing import announce_entries
from scorekeeper.services.desk import Desk
from scorekeeper.store import balances
from scorekeeper.store import clubs
from scorekeeper.store import entries
from scorekeeper.store import movements
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction
from scorekeeper.store.entries import EntryRow
from scorekeeper.store.entries import LineRow
from scorekeeper.store.movements import MovementRow

_RESULTS = frozenset(
    {
        EntryKind.DEAL,
        EntryKind.CORRECTION,
        EntryKind.UNDO,
        EntryKind.RULING,
        EntryKind.AMOUNTS,
        EntryKind.HAFERL_DIVIDED,
        EntryKind.HAFERL_TO_PURSE,
        EntryKind.HAFERL_RESTORED,
        EntryKind.VOID,
    }
)
_CARRYING = frozenset({EntryKind.CARRY, EntryKind.CARRY_TAKEN_BACK})
_SEASON = "account:"
# A deal is recorded and undone in an open night only, and a season with an open night stays open.
_IN_AN_OPEN_NIGHT = frozenset({EntryKind.DEAL, EntryKind.UNDO})


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """An entry to be: what it is about, what it moves, why, and which entry it takes back.

    `digest` is the hash of what was told of a deal, so that the chain proves that too.
    """

    kind: EntryKind
    lines: Sequence[Line]
    about: str | None = None
    table_id: str | None = None
    reverses: int | None = None
    why: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """Where entries go: the night they belong to and its season, or neither, the club's own book.

    `season_closed` is what was known when the night was read.
    """

    club_id: str
    night_id: str | None = None
    season_id: str | None = None
    season_closed: bool = False

    @property
    def night(self) -> str:
        """Return the night of a book that has one."""
        assert self.night_id is not None
        return self.night_id


def post(
    tx: Transaction, desk: Desk, book: Book, postings: Iterable[Posting], *, key: str | None
) -> list[int]:
    """Write entries in order and return their numbers.

    Raises ScorekeeperError: SEASON_CLOSED for a night whose season was closed.
    """
    number, hash_ = clubs.lock_chain(tx, book.club_id)
    at = desk.now()
    postings = tuple(postings)
    _require_season(tx, book, postings)
    rows: list[EntryRow] = []
    lines: list[LineRow] = []
    moved: dict[str, dict[str, int]] = {}
    clubs_own: dict[str, dict[int, int]] = {}
    for posting in postings:
        number += 1
        row = EntryRow(
            number=number,
            kind=posting.kind.value,
            night_id=book.night_id,
            table_id=posting.table_id,
            about=posting.about,
            reverses=posting.reverses,
            who=desk.actor,
            at=at,
            why=posting.why,
            key=key or "",
            digest=posting.digest,
            hash="",
        )
        told = [(line.debit, line.credit, line.amount) for line in posting.lines]
        hash_ = chained(hash_, book.club_id, row, told)
        rows.append(row._replace(hash=hash_))
        sums = moved.setdefault(row.kind, {})
        for place, (debit, credit, amount) in enumerate(told, start=1):
            lines.append(LineRow(number, place, debit, credit, amount))
            for account, cents in ((debit, -amount), (credit, amount)):
                sums[account] = sums.get(account, 0) + cents
                if is_clubs(account):
                    by_entry = clubs_own.setdefault(account, {})
                    by_entry[number] = by_entry.get(number, 0) + cents
    if rows:
        entries.add(tx, book.club_id, rows, lines)
        balances.add(tx, book.club_id, _by_book(book, moved))
        booked = [(one.kind, one.lines) for one in postings if tallying.game_of(one.kind)]
        if booked:
            tallying.keep_booked(tx, book.club_id, book.night_id, booked)
        if clubs_own:
            movements.add(tx, book.club_id, _movements(tx, book.club_id, clubs_own))
        clubs.move_chain(tx, book.club_id, number, hash_)
        announce_entries(
            tx,
            desk,
            book.club_id,
            [(EntryKind(r.kind), r.number, r.night_id, r.table_id, r.about) for r in rows],
        )
    return [row.number for row in rows]


def _by_book(book: Book, moved: Mapping[str, Mapping[str, int]]) -> dict[tuple[str, str], int]:
    """Say what moves in which book, told what each kind of entry moves on each account."""
    found: dict[tuple[str, str], int] = {}
    for kind, sums in moved.items():
        for account, cents in sums.items():
            for name in books_of(kind, account, book.club_id, book.night_id, book.season_id):
                found[name, account] = found.get((name, account), 0) + cents
    return found


def books_of(
    kind: str, account: str, club_id: str, night_id: str | None, season_id: str | None
) -> tuple[str, ...]:
    """Name the books in which an entry of this kind moves this account."""
    own = (club_id,) if is_clubs(account) else ()
    if night_id is None or season_id is None:
        return own
    if kind in _RESULTS or (kind in _CARRYING and account.startswith(_SEASON)):
        return (night_id, season_id, *own)
    return (night_id, *own)


def _movements(
    tx: Transaction, club_id: str, moved: dict[str, dict[int, int]]
) -> Iterator[MovementRow]:
    """Say where each account of the club's book stands after each entry, told what it is now."""
    for account, by_entry in moved.items():
        after = balances.of_account(tx, club_id, club_id, account) - sum(by_entry.values())
        for entry, cents in by_entry.items():
            after += cents
            yield MovementRow(account, entry, cents, after)


def _require_season(tx: Transaction, book: Book, postings: Sequence[Posting]) -> None:
    """Refuse a season that is closed by now; who closes one holds the chain too."""
    if book.season_id is None:
        return
    closed = book.season_closed
    if not closed and any(posting.kind not in _IN_AN_OPEN_NIGHT for posting in postings):
        closed = seasons.is_closed(tx, book.club_id, book.season_id)
    if closed:
        raise ScorekeeperError(ErrorCode.SEASON_CLOSED, "season")


def chained(
    previous: str, club_id: str, row: EntryRow, lines: Iterable[tuple[str, str, int]]
) -> str:
    """Return the hash an entry has after the one before it. Everything stored of it is hashed.

    `lines` are debit, credit and amount; the moment is stored as it is hashed, but for its zone.
    """
    text = canonical_text(
        at=row.at.removesuffix("Z") + "+00:00",
        book=row.night_id or club_id,
        club=club_id,
        id_=str(row.number),
        key=row.key,
        kind=row.kind,
        lines=lines,
        reference=(
            f"{row.about or '-'} {row.table_id or '-'} {row.reverses or '-'} {row.digest or '-'}"
        ),
        who=row.who,
        why=row.why,
    )
    return entry_hash(previous, text)


def stored_lines(tx: Transaction, club_id: str, number: int) -> tuple[Line, ...]:
    """Return the lines of an entry as values."""
    rows = entries.lines_of(tx, club_id, number)
    return tuple(make_line(row.debit, row.credit, row.amount) for row in rows)
