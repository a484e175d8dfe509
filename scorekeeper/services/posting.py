"""Writing entries into the ledger: numbered, chained by hashes, balances kept along.

A night's book has everything that happened to the night. A season's book has what the games
brought each member, and the accounts that nights were carried to.
"""

from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.ledger.journal import Entry
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import canonical_json
from scorekeeper.ledger.journal import entry_hash
from scorekeeper.ledger.journal import line as make_line
from scorekeeper.services.desk import Desk
from scorekeeper.store import balances
from scorekeeper.store import clubs
from scorekeeper.store import entries
from scorekeeper.store.engine import Transaction
from scorekeeper.store.entries import EntryRow
from scorekeeper.store.entries import LineRow
from scorekeeper.store.moments import moment_of

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
    """Where entries go: the night they belong to and its season."""

    club_id: str
    night_id: str
    season_id: str


def post(
    tx: Transaction, desk: Desk, book: Book, postings: Iterable[Posting], *, key: str | None
) -> list[int]:
    """Write entries in order and return their numbers."""
    number, hash_ = clubs.lock_chain(tx, book.club_id)
    at = desk.now()
    rows: list[EntryRow] = []
    lines: list[LineRow] = []
    moved: dict[tuple[str, str], int] = {}
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
        hash_ = chained(hash_, book.club_id, row, posting.lines)
        rows.append(row._replace(hash=hash_))
        for place, line in enumerate(posting.lines, start=1):
            lines.append(LineRow(number, place, line.debit, line.credit, line.amount))
            for account, cents in ((line.debit, -line.amount), (line.credit, line.amount)):
                for name in books_of(posting.kind, account, book.night_id, book.season_id):
                    moved[name, account] = moved.get((name, account), 0) + cents
    if rows:
        entries.add(tx, book.club_id, rows, lines)
        balances.add(tx, book.club_id, moved)
        clubs.move_chain(tx, book.club_id, number, hash_)
    return [row.number for row in rows]


def books_of(kind: str, account: str, night_id: str, season_id: str) -> tuple[str, ...]:
    """Name the books in which an entry of this kind moves this account."""
    if kind in _RESULTS or (kind in _CARRYING and account.startswith(_SEASON)):
        return (night_id, season_id)
    return (night_id,)


def chained(previous: str, club_id: str, row: EntryRow, lines: Iterable[Line]) -> str:
    """Return the hash an entry has after the one before it. Everything stored of it is hashed."""
    reference = " ".join(
        str(part or "-") for part in (row.about, row.table_id, row.reverses, row.digest)
    )
    whole = Entry(
        id=str(row.number),
        club_id=club_id,
        book=row.night_id,
        kind=EntryKind(row.kind),
        reference=reference,
        lines=tuple(lines),
        who=row.who,
        at=moment_of(row.at),
        why=row.why,
        key=row.key,
    )
    return entry_hash(previous, canonical_json(whole))


def stored_lines(tx: Transaction, club_id: str, number: int) -> tuple[Line, ...]:
    """Return the lines of an entry as values."""
    rows = entries.lines_of(tx, club_id, number)
    return tuple(make_line(row.debit, row.credit, row.amount) for row in rows)
