"""Seasons of a club."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import or_
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import night
from scorekeeper.store.schema import season


class SeasonRow(NamedTuple):
    """A season, the number of its nights that were not voided, and when it was closed."""

    id: str
    name: str
    begins: str
    ends: str | None
    nights: int
    closed_at: str | None = None


_mine = season.c.club_id == bindparam("club_id")
_nights = (
    select(func.count())
    .select_from(night)
    .where(
        night.c.club_id == season.c.club_id,
        night.c.season_id == season.c.id,
        night.c.state != "voided",
    )
    .scalar_subquery()
)
_columns = (
    season.c.id,
    season.c.name,
    season.c.begins,
    season.c.ends,
    _nights,
    season.c.closed_at,
)

_ADD = insert_all(season)
_GET = Prepared(select(*_columns).where(_mine, season.c.id == bindparam("id")))
_NAMED = Prepared(select(*_columns).where(_mine, season.c.name == bindparam("name")))
_ALL = Prepared(select(*_columns).where(_mine).order_by(season.c.begins.desc(), season.c.id.desc()))
_LOCK = Prepared(
    select(season.c.closed_at)
    .where(_mine, season.c.id == bindparam("id"))
    .with_for_update(read=True, key_share=True)
)
_LOCK_TO_CLOSE = Prepared(
    select(season.c.closed_at).where(_mine, season.c.id == bindparam("id")).with_for_update()
)
_SET_CLOSED = Prepared(
    update(season)
    .where(season.c.club_id == bindparam("club"), season.c.id == bindparam("season"))
    .values(closed_at=bindparam("at"))
)
_IS_CLOSED = Prepared(select(season.c.closed_at).where(_mine, season.c.id == bindparam("id")))
_COVERING = Prepared(
    select(*_columns)
    .where(
        _mine,
        season.c.begins <= bindparam("day"),
        or_(season.c.ends.is_(None), season.c.ends >= bindparam("day")),
    )
    .order_by(season.c.begins.desc(), season.c.id.desc())
    .limit(1)
)


def add(
    tx: Transaction, club_id: str, *, season_id: str, name: str, begins: str, ends: str | None
) -> None:
    """Add a season."""
    tx.run(_ADD, club_id=club_id, id=season_id, name=name, begins=begins, ends=ends, closed_at=None)


def get(tx: Transaction, club_id: str, season_id: str) -> SeasonRow | None:
    """Return the season, None if the club has none of that id."""
    row = tx.one(_GET, club_id=club_id, id=season_id)
    return None if row is None else SeasonRow._make(row)


def named(tx: Transaction, club_id: str, name: str) -> SeasonRow | None:
    """Return the season of that name."""
    row = tx.one(_NAMED, club_id=club_id, name=name)
    return None if row is None else SeasonRow._make(row)


def list_all(tx: Transaction, club_id: str) -> list[SeasonRow]:
    """Return every season, the latest first."""
    return [SeasonRow._make(row) for row in tx.all(_ALL, club_id=club_id)]


def is_closed(tx: Transaction, club_id: str, season_id: str) -> bool:
    """Say whether a season is closed by now."""
    row = tx.one(_IS_CLOSED, club_id=club_id, id=season_id)
    return row is not None and row[0] is not None


def lock(tx: Transaction, club_id: str, season_id: str) -> bool:
    """Keep a season from being closed until this transaction ends; say whether it is closed."""
    row = tx.one(_LOCK, club_id=club_id, id=season_id)
    return row is not None and row[0] is not None


def lock_to_close(tx: Transaction, club_id: str, season_id: str) -> None:
    """Keep everybody from beginning a night in a season until this transaction ends."""
    tx.one(_LOCK_TO_CLOSE, club_id=club_id, id=season_id)


def set_closed(tx: Transaction, club_id: str, season_id: str, at: str | None) -> None:
    """Close a season, or with None open it again."""
    tx.run(_SET_CLOSED, club=club_id, season=season_id, at=at)


def covering(tx: Transaction, club_id: str, day: str) -> SeasonRow | None:
    """Return the season this day belongs to, of several the one that began last."""
    row = tx.one(_COVERING, club_id=club_id, day=day)
    return None if row is None else SeasonRow._make(row)
