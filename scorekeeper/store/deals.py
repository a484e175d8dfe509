"""Deals and what was told of them."""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import tuple_
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import card_table
from scorekeeper.store.schema import deal
from scorekeeper.store.schema import deal_version
from scorekeeper.store.schema import entry
from scorekeeper.store.schema import line


class DealRow(NamedTuple):
    """Where a deal stands, without the club's id."""

    id: str
    night_id: str
    table_id: str
    seq: int
    number: int
    game: str
    house_rules_id: str
    tariff: int
    state: str
    version: int
    entry: int
    began: str
    changes: str


class VersionRow(NamedTuple):
    """One telling of a deal; `record`, `context` and `outcome` are JSON objects.

    `cause` is recorded, corrected or rescored, `entry` the entry that proves it, `rules` the
    version of the rules it was scored by.
    """

    deal_id: str
    version: int
    cause: str
    entry: int
    record: str
    context: str
    outcome: str
    who: str
    at: str
    why: str
    rules: int


class ToldRow(NamedTuple):
    """A deal, what is told of it now and the name of its table."""

    deal: DealRow
    version: VersionRow
    table_name: str


_columns = tuple(deal.c[name] for name in DealRow._fields)
_version_columns = tuple(deal_version.c[name] for name in VersionRow._fields)
_D = len(_columns)
_V = _D + len(_version_columns)
_mine = deal.c.club_id == bindparam("club_id")
_told = (
    select(*_columns, *_version_columns, card_table.c.name)
    .join_from(
        deal,
        deal_version,
        (deal_version.c.club_id == deal.c.club_id)
        & (deal_version.c.deal_id == deal.c.id)
        & (deal_version.c.version == deal.c.version),
    )
    .join(
        card_table,
        (card_table.c.club_id == deal.c.club_id) & (card_table.c.id == deal.c.table_id),
    )
    .where(_mine)
)

_ADD = insert_all(deal)
_ADD_VERSION = insert_all(deal_version)
_GET = Prepared(_told.where(deal.c.id == bindparam("id")))
_LAST_OF_TABLE = Prepared(
    _told.where(deal.c.table_id == bindparam("table_id"))
    .order_by(deal.c.seq.desc())
    .limit(bindparam("count"))
)
_LAST_VALID = Prepared(
    select(*_columns)
    .where(_mine, deal.c.table_id == bindparam("table_id"), deal.c.state == "valid")
    .order_by(deal.c.seq.desc())
    .limit(1)
)
_VALID_FROM = Prepared(
    _told.where(
        deal.c.table_id == bindparam("table_id"),
        deal.c.seq >= bindparam("seq"),
        deal.c.state == "valid",
    ).order_by(deal.c.seq)
)
_LINES_FROM = Prepared(
    select(deal.c.id, line.c.debit, line.c.credit, line.c.amount)
    .join_from(
        deal,
        line,
        (line.c.club_id == deal.c.club_id) & (line.c.entry == deal.c.entry),
    )
    .where(
        _mine,
        deal.c.table_id == bindparam("table_id"),
        deal.c.seq >= bindparam("seq"),
        deal.c.state == "valid",
    )
    .order_by(deal.c.seq, line.c.number)
)
_PAGE = Prepared(
    _told.where(deal.c.night_id == bindparam("night_id"), deal.c.seq > bindparam("after"))
    .order_by(deal.c.seq)
    .limit(bindparam("count"))
)
_HISTORY_OF_NIGHT = Prepared(
    select(*_version_columns)
    .join_from(
        deal,
        deal_version,
        (deal_version.c.club_id == deal.c.club_id) & (deal_version.c.deal_id == deal.c.id),
    )
    .where(
        _mine,
        deal.c.night_id == bindparam("night_id"),
        deal.c.seq >= bindparam("first"),
        deal.c.seq <= bindparam("last"),
        deal.c.version > 1,
        deal_version.c.version < deal.c.version,
    )
    .order_by(deal_version.c.deal_id, deal_version.c.version)
)
_HISTORY = Prepared(
    select(*_version_columns)
    .where(
        deal_version.c.club_id == bindparam("club_id"), deal_version.c.deal_id == bindparam("id")
    )
    .order_by(deal_version.c.version)
)
_CHANGES = Prepared(
    select(deal.c.seq, deal.c.changes)
    .where(
        _mine,
        deal.c.night_id == bindparam("night_id"),
        deal.c.seq <= bindparam("last"),
        deal.c.state == "valid",
    )
    .order_by(deal.c.seq)
)
_here = update(deal).where(deal.c.club_id == bindparam("club"), deal.c.id == bindparam("deal"))
_TELL = Prepared(
    _here.values(
        version=bindparam("version"),
        entry=bindparam("entry"),
        began=bindparam("began"),
        changes=bindparam("changes"),
    )
)
_UNDO = Prepared(_here.values(state="undone"))
_VOID_NIGHT = Prepared(
    update(deal)
    .where(deal.c.club_id == bindparam("club"), deal.c.night_id == bindparam("night"))
    .values(state="undone")
)
_COUNT = Prepared(select(func.count()).select_from(deal).where(_mine))
_PROVEN = Prepared(
    _told.add_columns(entry.c.digest)
    .outerjoin(
        entry,
        (entry.c.club_id == deal_version.c.club_id) & (entry.c.number == deal_version.c.entry),
    )
    .where(
        deal.c.night_id >= bindparam("night_id"),
        tuple_(deal.c.night_id, deal.c.seq) > tuple_(bindparam("night_id"), bindparam("seq")),
    )
    .order_by(deal.c.night_id, deal.c.seq)
    .limit(bindparam("count"))
)


def add(tx: Transaction, club_id: str, row: DealRow) -> None:
    """Add a deal."""
    tx.run(_ADD, club_id=club_id, **row._asdict())


def add_versions(tx: Transaction, club_id: str, rows: Iterable[VersionRow]) -> None:
    """Add tellings of deals."""
    tx.many(_ADD_VERSION, [{"club_id": club_id, **row._asdict()} for row in rows])


def get(tx: Transaction, club_id: str, deal_id: str) -> ToldRow | None:
    """Return the deal, None if the club has none of that id."""
    row = tx.one(_GET, club_id=club_id, id=deal_id)
    return None if row is None else _split(row)


def last_of_table(tx: Transaction, club_id: str, table_id: str, count: int) -> list[ToldRow]:
    """Return the last deals of a table, undone ones too, the newest first."""
    rows = tx.all(_LAST_OF_TABLE, club_id=club_id, table_id=table_id, count=count)
    return [_split(row) for row in rows]


def last_valid(tx: Transaction, club_id: str, table_id: str) -> DealRow | None:
    """Return the last deal of a table that counts."""
    row = tx.one(_LAST_VALID, club_id=club_id, table_id=table_id)
    return None if row is None else DealRow._make(row)


def valid_from(tx: Transaction, club_id: str, table_id: str, seq: int) -> list[ToldRow]:
    """Return the deals of a table that count, from this one on."""
    rows = tx.all(_VALID_FROM, club_id=club_id, table_id=table_id, seq=seq)
    return [_split(row) for row in rows]


def lines_from(
    tx: Transaction, club_id: str, table_id: str, seq: int
) -> dict[str, list[tuple[str, str, int]]]:
    """Return debit, credit and amount of what the table's deals that count move, by deal."""
    found: dict[str, list[tuple[str, str, int]]] = {}
    for row in tx.all(_LINES_FROM, club_id=club_id, table_id=table_id, seq=seq):
        found.setdefault(row[0], []).append((row[1], row[2], row[3]))
    return found


def page(tx: Transaction, club_id: str, night_id: str, *, after: int, count: int) -> list[ToldRow]:
    """Return the deals of a night in the order they were recorded, those after `after`."""
    rows = tx.all(_PAGE, club_id=club_id, night_id=night_id, after=after, count=count)
    return [_split(row) for row in rows]


def history_of_night(
    tx: Transaction, club_id: str, night_id: str, first: int, last: int
) -> dict[str, list[VersionRow]]:
    """Return the earlier tellings of the night's deals in a span, by deal, oldest first."""
    found: dict[str, list[VersionRow]] = {}
    for row in tx.all(
        _HISTORY_OF_NIGHT, club_id=club_id, night_id=night_id, first=first, last=last
    ):
        found.setdefault(row[0], []).append(VersionRow._make(row))
    return found


def history(tx: Transaction, club_id: str, deal_id: str) -> list[VersionRow]:
    """Return every telling of a deal, oldest first."""
    return [VersionRow._make(row) for row in tx.all(_HISTORY, club_id=club_id, id=deal_id)]


def changes(tx: Transaction, club_id: str, night_id: str, last: int) -> list[tuple[int, str]]:
    """Return place and changes (JSON) of the night's deals that count, up to this place."""
    rows = tx.all(_CHANGES, club_id=club_id, night_id=night_id, last=last)
    return [(row[0], row[1]) for row in rows]


def tell(
    tx: Transaction,
    club_id: str,
    deal_id: str,
    *,
    version: int,
    entry: int,
    began: str,
    changes: str,
) -> None:
    """Point a deal at its newest telling."""
    tx.run(
        _TELL,
        club=club_id,
        deal=deal_id,
        version=version,
        entry=entry,
        began=began,
        changes=changes,
    )


def undo(tx: Transaction, club_id: str, deal_id: str) -> None:
    """Let a deal count no more."""
    tx.run(_UNDO, club=club_id, deal=deal_id)


def undo_night(tx: Transaction, club_id: str, night_id: str) -> None:
    """Let no deal of a night count any more."""
    tx.run(_VOID_NIGHT, club=club_id, night=night_id)


def count(tx: Transaction, club_id: str) -> int:
    """Count the deals of a club."""
    row = tx.one(_COUNT, club_id=club_id)
    assert row is not None
    return int(row[0])


def proven(
    tx: Transaction, club_id: str, *, after: tuple[str, int], count: int
) -> list[tuple[ToldRow, str | None]]:
    """Return deals of a club night by night, each with the digest its entry proves it by.

    They come by the night's id and the deal's `seq`, those after `after`.
    """
    night_id, seq = after
    rows = tx.all(_PROVEN, club_id=club_id, night_id=night_id, seq=seq, count=count)
    return [(_split(row), row[-1]) for row in rows]


def _split(row: tuple[object, ...]) -> ToldRow:
    return ToldRow(
        deal=DealRow._make(row[:_D]),
        version=VersionRow._make(row[_D:_V]),
        table_name=str(row[_V]),
    )
