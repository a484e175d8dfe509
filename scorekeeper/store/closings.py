"""The log of months and seasons closed and opened again."""

from typing import NamedTuple

from sqlalchemy import and_
from sqlalchemy import bindparam
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import balance
from scorekeeper.store.schema import closing
from scorekeeper.store.schema import entry
from scorekeeper.store.schema import night
from scorekeeper.store.schema import season


class ClosingRow(NamedTuple):
    """A step of the log: what was closed or opened again, and the money there was."""

    entry: int
    kind: str
    month: str | None
    season_id: str | None
    cash: int
    bank: int
    purse: int
    counted: int | None


class LoggedRow(NamedTuple):
    """A step of the log with who did it, when and why, and the season's name."""

    closing: ClosingRow
    who: str
    at: str
    why: str
    season: str | None


class OpenNight(NamedTuple):
    """A night that keeps its season from being closed."""

    number: int
    date: str


_columns = tuple(closing.c[name] for name in ClosingRow._fields)
_C = len(_columns)
_mine = closing.c.club_id == bindparam("club_id")

_ADD = insert_all(closing)
_LOG = Prepared(
    select(*_columns, entry.c.who, entry.c.at, entry.c.why, season.c.name)
    .join_from(
        closing,
        entry,
        and_(entry.c.club_id == closing.c.club_id, entry.c.number == closing.c.entry),
    )
    .join(
        season,
        and_(season.c.club_id == closing.c.club_id, season.c.id == closing.c.season_id),
        isouter=True,
    )
    .where(_mine, closing.c.entry < bindparam("before"))
    .order_by(closing.c.entry.desc())
    .limit(bindparam("count"))
)
_ALL = Prepared(select(*_columns).where(_mine).order_by(closing.c.entry))
_LOCK_NIGHTS = Prepared(
    select(night.c.id, night.c.number, night.c.date, night.c.state)
    .where(night.c.club_id == bindparam("club_id"), night.c.season_id == bindparam("season_id"))
    .order_by(night.c.number)
    .with_for_update(key_share=True),
    through=("night", "ix_night_season"),
)
_UNSETTLED = Prepared(
    select(balance.c.account)
    .where(
        balance.c.club_id == bindparam("club_id"),
        balance.c.book == bindparam("night_id"),
        balance.c.account.like("member:%"),
        balance.c.cents != 0,
    )
    .limit(1)
)


def add(tx: Transaction, club_id: str, row: ClosingRow) -> None:
    """Add a step to the log."""
    tx.run(_ADD, club_id=club_id, **row._asdict())


def log(tx: Transaction, club_id: str, *, before: int, count: int) -> list[LoggedRow]:
    """Return steps of the log, the last first."""
    rows = tx.all(_LOG, club_id=club_id, before=before, count=count)
    return [LoggedRow(ClosingRow._make(row[:_C]), *row[_C:]) for row in rows]


def every(tx: Transaction, club_id: str) -> list[ClosingRow]:
    """Return the whole log in order."""
    return [ClosingRow._make(row) for row in tx.all(_ALL, club_id=club_id)]


def lock_unfinished(tx: Transaction, club_id: str, season_id: str) -> list[OpenNight]:
    """Keep a season's nights as they are; return those that go on or are not settled."""
    return [
        OpenNight(number, date)
        for night_id, number, date, state in tx.all(
            _LOCK_NIGHTS, club_id=club_id, season_id=season_id
        )
        if state == "open"
        or (
            state == "closed" and tx.one(_UNSETTLED, club_id=club_id, night_id=night_id) is not None
        )
    ]
