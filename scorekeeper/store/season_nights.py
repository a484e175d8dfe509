"""Which nights of a season have results, and which of them are in its sums."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import func
from sqlalchemy import or_
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import night
from scorekeeper.store.schema import season_night


class SeasonNightRow(NamedTuple):
    """A night with results. `folded`: it is in the season's sums; `formed`: in the ratings."""

    season_id: str
    night_id: str
    date: str
    number: int
    folded: bool
    formed: bool
    deals: int


_columns = tuple(season_night.c[name] for name in SeasonNightRow._fields)
_mine = season_night.c.club_id == bindparam("club_id")
_in_season = (_mine, season_night.c.season_id == bindparam("season_id"))
_latest = (season_night.c.date.desc(), season_night.c.number.desc())
_here = (
    season_night.c.club_id == bindparam("club"),
    season_night.c.night_id == bindparam("night"),
)

_ADD = insert_all(season_night)
_GET = Prepared(select(*_columns).where(_mine, season_night.c.night_id == bindparam("night_id")))
_UNFOLDED = Prepared(
    select(*_columns).where(_mine, season_night.c.folded == bindparam("folded")),
    through=("season_night", "ix_season_night_folded"),
)
_OF_SEASON = Prepared(
    select(*_columns).where(*_in_season).order_by(season_night.c.date, season_night.c.number),
    through=("season_night", "ix_season_night_order"),
)
_LATEST = Prepared(
    select(*_columns).where(*_in_season).order_by(*_latest).limit(bindparam("count")),
    through=("season_night", "ix_season_night_order"),
)
_UNFORMED = Prepared(
    select(*_columns)
    .where(*_in_season, season_night.c.formed == bindparam("formed"))
    .order_by(season_night.c.date, season_night.c.number),
    through=("season_night", "ix_season_night_formed"),
)
_after = or_(
    season_night.c.date > bindparam("from_date"),
    (season_night.c.date == bindparam("from_date"))
    & (season_night.c.number >= bindparam("from_number")),
)
_SET = Prepared(
    update(season_night)
    .where(*_here)
    .values(folded=bindparam("to"), formed=bindparam("form"), deals=bindparam("count"))
)
_UNFORM = Prepared(
    update(season_night)
    .where(
        season_night.c.club_id == bindparam("club"),
        season_night.c.season_id == bindparam("season"),
        season_night.c.formed == bindparam("was"),
        season_night.c.date >= bindparam("from_date"),
        _after,
    )
    .values(formed=bindparam("to"))
)
_FORM = Prepared(update(season_night).where(*_here).values(formed=bindparam("to")))
_DROP = Prepared(delete(season_night).where(*_here))
_HEAD = Prepared(
    select(night.c.season_id, night.c.date, night.c.number, night.c.state).where(
        night.c.club_id == bindparam("club_id"), night.c.id == bindparam("night_id")
    )
)
_COUNT = Prepared(
    select(func.count())
    .select_from(season_night)
    .where(*_in_season, season_night.c.formed == bindparam("formed")),
    through=("season_night", "ix_season_night_formed"),
)


def head(tx: Transaction, club_id: str, night_id: str) -> tuple[str, str, int, str]:
    """Return season, date, number and state of any night."""
    row = tx.one(_HEAD, club_id=club_id, night_id=night_id)
    assert row is not None
    return row[0], row[1], row[2], row[3]


def add(tx: Transaction, club_id: str, row: SeasonNightRow) -> None:
    """Add a night with results."""
    values = {**row._asdict(), "folded": int(row.folded), "formed": int(row.formed)}
    tx.run(_ADD, club_id=club_id, **values)


def get(tx: Transaction, club_id: str, night_id: str) -> SeasonNightRow | None:
    """Return a night, None while it has no results."""
    row = tx.one(_GET, club_id=club_id, night_id=night_id)
    return None if row is None else SeasonNightRow._make(row)


def unfolded(tx: Transaction, club_id: str) -> list[SeasonNightRow]:
    """Return the nights of a club that are not in their season's sums."""
    rows = tx.all(_UNFOLDED, club_id=club_id, folded=0)
    return [SeasonNightRow._make(row) for row in rows]


def of_season(tx: Transaction, club_id: str, season_id: str) -> list[SeasonNightRow]:
    """Return every night of a season with results, in order."""
    rows = tx.all(_OF_SEASON, club_id=club_id, season_id=season_id)
    return [SeasonNightRow._make(row) for row in rows]


def latest(tx: Transaction, club_id: str, season_id: str, count: int) -> list[SeasonNightRow]:
    """Return the last nights of a season with results, the newest first."""
    rows = tx.all(_LATEST, club_id=club_id, season_id=season_id, count=count)
    return [SeasonNightRow._make(row) for row in rows]


def unformed(tx: Transaction, club_id: str, season_id: str) -> list[SeasonNightRow]:
    """Return the nights of a season that are not in its ratings, in order."""
    rows = tx.all(_UNFORMED, club_id=club_id, season_id=season_id, formed=0)
    return [SeasonNightRow._make(row) for row in rows]


def count_unformed(tx: Transaction, club_id: str, season_id: str) -> int:
    """Count the nights of a season that are not in its ratings."""
    row = tx.one(_COUNT, club_id=club_id, season_id=season_id, formed=0)
    assert row is not None
    return int(row[0])


def set_folded(tx: Transaction, club_id: str, night_id: str, *, folded: bool, deals: int) -> None:
    """Say whether a night is in the season's sums; its place in the ratings is open then."""
    tx.run(_SET, club=club_id, night=night_id, to=int(folded), form=0, count=deals)


def unform_from(tx: Transaction, club_id: str, season_id: str, date: str, number: int) -> None:
    """Take a night and all after it out of the ratings."""
    tx.run(_UNFORM, club=club_id, season=season_id, from_date=date, from_number=number, was=1, to=0)


def set_formed(tx: Transaction, club_id: str, night_id: str) -> None:
    """Say that a night is in the ratings."""
    tx.run(_FORM, club=club_id, night=night_id, to=1)


def drop(tx: Transaction, club_id: str, night_id: str) -> None:
    """Forget a night: it has no results any more."""
    tx.run(_DROP, club=club_id, night=night_id)
