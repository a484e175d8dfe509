"""The entries of the ledger and their lines: added, read, never changed."""

from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence
from typing import Any
from typing import NamedTuple

from sqlalchemy import BigInteger
from sqlalchemy import bindparam
from sqlalchemy import case
from sqlalchemy import cast
from sqlalchemy import func
from sqlalchemy import literal_column
from sqlalchemy import or_
from sqlalchemy import select
from sqlalchemy import tuple_

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import entry
from scorekeeper.store.schema import line
from scorekeeper.store.schema import night


class EntryRow(NamedTuple):
    """An entry as it is stored, without the club's id."""

    number: int
    kind: str
    night_id: str | None
    table_id: str | None
    about: str | None
    reverses: int | None
    who: str
    at: str
    why: str
    key: str
    digest: str
    hash: str


class LineRow(NamedTuple):
    """A line of an entry."""

    entry: int
    number: int
    debit: str
    credit: str
    amount: int


Booked = tuple[EntryRow, list[tuple[str, str, int]]]
"""An entry with its lines as debit, credit and amount."""

_PAYING = (
    *("payment", "payment_taken_back", "carry", "carry_taken_back"),
    *("rounding", "rounding_taken_back"),
)
_columns = tuple(entry.c[name] for name in EntryRow._fields)
_line_columns = tuple(line.c[name] for name in LineRow._fields)
_mine = entry.c.club_id == bindparam("club_id")
_its_lines = (line.c.club_id == entry.c.club_id) & (line.c.entry == entry.c.number)

_BY_NIGHT = ("entry", "ix_entry_night")

_ADD = insert_all(entry)
_GET = Prepared(select(*_columns).where(_mine, entry.c.number == bindparam("number")))
_ADD_LINES = insert_all(line)
_LINES = Prepared(
    select(*_line_columns)
    .where(line.c.club_id == bindparam("club_id"), line.c.entry == bindparam("entry"))
    .order_by(line.c.number)
)
_within = entry.alias("within")
_LAST_OF_NIGHT = Prepared(
    select(entry.c.number, entry.c.at, entry.c.hash).where(
        _mine,
        entry.c.number
        == select(func.max(_within.c.number))
        .where(
            _within.c.club_id == bindparam("club_id"),
            _within.c.night_id == bindparam("night_id"),
        )
        .scalar_subquery(),
    ),
    through=("entry AS within", "ix_entry_night"),
)
_PAGE = Prepared(
    select(*_columns)
    .where(_mine, entry.c.number > bindparam("after"))
    .order_by(entry.c.number)
    .limit(bindparam("count"))
)
_PAGE_OF_NIGHTS = Prepared(
    select(*_columns)
    .where(_mine, entry.c.number > bindparam("after"), entry.c.night_id.is_not(None))
    .order_by(entry.c.number)
    .limit(bindparam("count"))
)
_NEXT = Prepared(
    select(entry.c.number)
    .where(_mine, entry.c.number > bindparam("after"))
    .order_by(entry.c.number)
    .limit(1)
)
_BETWEEN = Prepared(
    select(*_columns)
    .where(_mine, entry.c.number >= bindparam("first"), entry.c.number <= bindparam("last"))
    .order_by(entry.c.number)
)
_LINES_BETWEEN = Prepared(
    select(*_line_columns)
    .where(
        line.c.club_id == bindparam("club_id"),
        line.c.entry >= bindparam("first"),
        line.c.entry <= bindparam("last"),
    )
    .order_by(line.c.entry, line.c.number)
)
_MOVED_BETWEEN = Prepared(
    select(line.c.entry, line.c.debit, line.c.credit, line.c.amount)
    .where(
        line.c.club_id == bindparam("club_id"),
        line.c.entry >= bindparam("first"),
        line.c.entry <= bindparam("last"),
    )
    .order_by(line.c.entry, line.c.number)
)
_OF_NIGHT = Prepared(
    select(*_columns)
    .where(_mine, entry.c.night_id == bindparam("night_id"))
    .order_by(entry.c.number),
    through=_BY_NIGHT,
)
_order = tuple_(night.c.date, night.c.number)
_ROWS = Prepared(
    select(entry.c.night_id, func.sum(case((entry.c.reverses.is_(None), 1), else_=-1)))
    .where(
        _mine,
        entry.c.night_id.in_(
            select(night.c.id).where(
                night.c.club_id == bindparam("club_id"),
                tuple_(bindparam("first_date"), bindparam("first_number")) <= _order,
                tuple_(bindparam("last_date"), bindparam("last_number")) >= _order,
            )
        ),
        entry.c.kind == "amounts",
    )
    .group_by(entry.c.night_id),
    through=_BY_NIGHT,
)
_LAST_UNTIL = Prepared(
    select(entry.c.hash)
    .where(_mine, entry.c.night_id == bindparam("night_id"), entry.c.at <= bindparam("until"))
    .order_by(entry.c.number.desc())
    .limit(1),
    through=_BY_NIGHT,
)
_OF_KIND = Prepared(
    select(*_columns, line.c.debit, line.c.credit, line.c.amount)
    .join_from(entry, line, _its_lines)
    .where(_mine, entry.c.night_id == bindparam("night_id"), entry.c.kind == bindparam("kind"))
    .order_by(entry.c.number, line.c.number),
    through=_BY_NIGHT,
)
_REVERSED_BY = Prepared(
    select(entry.c.number).where(
        _mine, entry.c.reverses == bindparam("number"), entry.c.reverses.is_not(None)
    )
)
_NOT_DEALS = Prepared(
    select(*_columns, line.c.debit, line.c.credit, line.c.amount)
    .join_from(entry, line, _its_lines, isouter=True)
    .where(
        _mine,
        entry.c.night_id == bindparam("night_id"),
        # A row of zeros that was brought in has no lines, and yet it was played.
        or_(line.c.amount.is_not(None), entry.c.kind == "amounts"),
        *(entry.c.kind != kind for kind in ("deal", "correction", "undo", "ruling")),
    )
    .order_by(entry.c.number, line.c.number),
    through=_BY_NIGHT,
)
_PAYMENTS = Prepared(
    select(line.c.debit, line.c.credit, cast(func.sum(line.c.amount), BigInteger))
    .join_from(entry, line, _its_lines)
    .where(
        _mine,
        entry.c.night_id == bindparam("night_id"),
        or_(*(entry.c.kind == kind for kind in _PAYING)),
    )
    .group_by(line.c.debit, line.c.credit),
    through=_BY_NIGHT,
)
_reversal = entry.alias("reversal")
_STANDING = Prepared(
    select(*_columns)
    .where(
        _mine,
        entry.c.night_id == bindparam("night_id"),
        entry.c.reverses.is_(None),
        ~select(literal_column("1"))
        .select_from(_reversal)
        .where(_reversal.c.club_id == entry.c.club_id, _reversal.c.reverses == entry.c.number)
        .exists(),
    )
    .order_by(entry.c.number),
    through=_BY_NIGHT,
)


def add(tx: Transaction, club_id: str, rows: Sequence[EntryRow], lines: Sequence[LineRow]) -> None:
    """Add entries and their lines."""
    tx.rows(_ADD, ("club_id", *EntryRow._fields), [(club_id, *row) for row in rows])
    tx.rows(_ADD_LINES, ("club_id", *LineRow._fields), [(club_id, *row) for row in lines])


def lines_of(tx: Transaction, club_id: str, number: int) -> list[LineRow]:
    """Return the lines of an entry."""
    return [LineRow._make(row) for row in tx.all(_LINES, club_id=club_id, entry=number)]


def last_of_night(tx: Transaction, club_id: str, night_id: str) -> tuple[int, str, str] | None:
    """Return number, moment and hash of the night's last entry."""
    row = tx.one(_LAST_OF_NIGHT, club_id=club_id, night_id=night_id)
    return None if row is None else (row[0], row[1], row[2])


def of_night(tx: Transaction, club_id: str, night_id: str) -> list[EntryRow]:
    """Return every entry of a night in order."""
    return [EntryRow._make(row) for row in tx.all(_OF_NIGHT, club_id=club_id, night_id=night_id)]


def standing_of_night(tx: Transaction, club_id: str, night_id: str) -> list[EntryRow]:
    """Return the entries of a night that were not reversed and reverse nothing."""
    return [EntryRow._make(row) for row in tx.all(_STANDING, club_id=club_id, night_id=night_id)]


def get(tx: Transaction, club_id: str, number: int) -> EntryRow | None:
    """Return the entry of this number, None if the club has none."""
    row = tx.one(_GET, club_id=club_id, number=number)
    return None if row is None else EntryRow._make(row)


def reversed_by(tx: Transaction, club_id: str, number: int) -> int | None:
    """Return the entry that takes this one back, None while none does."""
    row = tx.one(_REVERSED_BY, club_id=club_id, number=number)
    return None if row is None else int(row[0])


def hash_until(tx: Transaction, club_id: str, night_id: str, until: str) -> str:
    """Return the hash of the night's last entry up to a moment, "" when there is none."""
    row = tx.one(_LAST_UNTIL, club_id=club_id, night_id=night_id, until=until)
    return "" if row is None else str(row[0])


def of_kind(tx: Transaction, club_id: str, night_id: str, kind: str) -> list[Booked]:
    """Return a night's entries of one kind in order, with their lines."""
    return _with_lines(tx.all(_OF_KIND, club_id=club_id, night_id=night_id, kind=kind))


def rows_of_nights(
    tx: Transaction, club_id: str, first: tuple[str, int], last: tuple[str, int]
) -> dict[str, int]:
    """Count the amounts without a deal that stand, by night, from a day and number to another."""
    rows = tx.all(
        _ROWS,
        club_id=club_id,
        first_date=first[0],
        first_number=first[1],
        last_date=last[0],
        last_number=last[1],
    )
    return {row[0]: int(row[1]) for row in rows}


def events_of_night(tx: Transaction, club_id: str, night_id: str) -> list[Booked]:
    """Return what happened to a night besides its deals, with the lines of each."""
    return _with_lines(tx.all(_NOT_DEALS, club_id=club_id, night_id=night_id))


def _with_lines(rows: Iterable[Sequence[Any]]) -> list[Booked]:
    found: list[Booked] = []
    width = len(EntryRow._fields)
    for row in rows:
        head = EntryRow._make(row[:width])
        if not found or found[-1][0].number != head.number:
            found.append((head, []))
        if row[width] is not None:
            found[-1][1].append((row[width], row[width + 1], row[width + 2]))
    return found


def payments(tx: Transaction, club_id: str, night_id: str) -> dict[str, int]:
    """Return what payments, rounding and carrying moved on each account of a night's book."""
    moved: dict[str, int] = {}
    for debit, credit, amount in tx.all(_PAYMENTS, club_id=club_id, night_id=night_id):
        moved[debit] = moved.get(debit, 0) - amount
        moved[credit] = moved.get(credit, 0) + amount
    return moved


def in_order(tx: Transaction, club_id: str, block: int = 1000) -> Iterator[Booked]:
    """Give every entry of a club in order with its lines.

    Both are read side by side, row by row, so that no row outlives its use; a block is what a
    database that answers all at once is asked for.
    """
    after = 0
    while (first := tx.one(_NEXT, club_id=club_id, after=after)) is not None:
        span = {"club_id": club_id, "first": first[0], "last": first[0] + block - 1}
        moved = iter(tx.run(_MOVED_BETWEEN, **span))
        row = next(moved, None)
        for head in tx.run(_BETWEEN, **span):
            number = head[0]
            lines = []
            while row is not None and row[0] <= number:
                if row[0] == number:
                    lines.append(row[1:])
                row = next(moved, None)
            yield EntryRow._make(head), lines
        after = span["last"]


def page(
    tx: Transaction, club_id: str, *, after: int, count: int, of_nights: bool = False
) -> list[tuple[EntryRow, list[LineRow]]]:
    """Return entries of a club in order with their lines, those after a number.

    With `of_nights` only what belongs to a night, nothing of the purse and the club's own book.
    """
    asked = _PAGE_OF_NIGHTS if of_nights else _PAGE
    heads = [
        EntryRow._make(row) for row in tx.all(asked, club_id=club_id, after=after, count=count)
    ]
    if not heads:
        return []
    lines: dict[int, list[LineRow]] = {}
    first, last = heads[0].number, heads[-1].number
    for row in tx.all(_LINES_BETWEEN, club_id=club_id, first=first, last=last):
        lines.setdefault(row[0], []).append(LineRow._make(row))
    return [(head, lines.get(head.number, [])) for head in heads]
