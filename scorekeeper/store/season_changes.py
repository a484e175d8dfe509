"""What seasons were called and from when to when they went, and how that changed."""

from typing import NamedTuple

from sqlalchemy import and_
from sqlalchemy import bindparam
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import entry
from scorekeeper.store.schema import night
from scorekeeper.store.schema import season
from scorekeeper.store.schema import season_change


class SeasonChangeRow(NamedTuple):
    """A change of a season: how it was, and how it is from this entry on."""

    entry: int
    season_id: str
    name_was: str
    begins_was: str
    ends_was: str | None
    name: str
    begins: str
    ends: str | None


class LoggedChange(NamedTuple):
    """A change with who made it, when and why."""

    change: SeasonChangeRow
    who: str
    at: str
    why: str


class NightOn(NamedTuple):
    """A night of a season and its day."""

    number: int
    date: str


_columns = tuple(season_change.c[name] for name in SeasonChangeRow._fields)
_C = len(_columns)
_mine = season_change.c.club_id == bindparam("club_id")
_of_entry = and_(
    entry.c.club_id == season_change.c.club_id, entry.c.number == season_change.c.entry
)

_ADD = insert_all(season_change)
_SET = Prepared(
    update(season)
    .where(season.c.club_id == bindparam("club"), season.c.id == bindparam("season"))
    .values(name=bindparam("name"), begins=bindparam("begins"), ends=bindparam("ends"))
)
_EVERY = Prepared(select(*_columns).where(_mine).order_by(season_change.c.entry))
_OF_SEASON = Prepared(
    select(*_columns, entry.c.who, entry.c.at, entry.c.why)
    .join_from(season_change, entry, _of_entry)
    .where(_mine, season_change.c.season_id == bindparam("season_id"))
    .order_by(season_change.c.entry.desc())
)
_NIGHTS = Prepared(
    select(night.c.number, night.c.date)
    .where(
        night.c.club_id == bindparam("club_id"),
        night.c.season_id == bindparam("season_id"),
        night.c.state != "voided",
    )
    .order_by(night.c.date, night.c.number),
    through=("night", "ix_night_season"),
)


def add(tx: Transaction, club_id: str, row: SeasonChangeRow) -> None:
    """Note a change, and let the season be so from now on."""
    tx.run(_ADD, club_id=club_id, **row._asdict())
    tx.run(
        _SET,
        club=club_id,
        season=row.season_id,
        name=row.name,
        begins=row.begins,
        ends=row.ends,
    )


def every(tx: Transaction, club_id: str) -> list[SeasonChangeRow]:
    """Return every change of a club's seasons in order."""
    return [SeasonChangeRow._make(row) for row in tx.all(_EVERY, club_id=club_id)]


def of_season(tx: Transaction, club_id: str, season_id: str) -> list[LoggedChange]:
    """Return the changes of a season, the last first."""
    rows = tx.all(_OF_SEASON, club_id=club_id, season_id=season_id)
    return [LoggedChange(SeasonChangeRow._make(row[:_C]), *row[_C:]) for row in rows]


def nights_of(tx: Transaction, club_id: str, season_id: str) -> list[NightOn]:
    """Return the nights of a season that were not voided, by day."""
    rows = tx.all(_NIGHTS, club_id=club_id, season_id=season_id)
    return [NightOn._make(row) for row in rows]
