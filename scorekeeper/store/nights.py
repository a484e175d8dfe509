"""Nights of a club."""

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
from scorekeeper.store.schema import night
from scorekeeper.store.schema import season

_END = "9999-99-99"  # after every day


class NightRow(NamedTuple):
    """A night, the name of its season, and when that was closed."""

    id: str
    number: int
    date: str
    place: str
    state: str
    season_id: str
    closed_at: str | None
    void_reason: str
    season_name: str
    season_closed_at: str | None = None
    coin: int | None = None
    stake_limit: int | None = None
    stake_mode: str | None = None


columns = (
    night.c.id,
    night.c.number,
    night.c.date,
    night.c.place,
    night.c.state,
    night.c.season_id,
    night.c.closed_at,
    night.c.void_reason,
    season.c.name,
    season.c.closed_at,
    night.c.coin,
    night.c.stake_limit,
    night.c.stake_mode,
)
with_season = night.join(
    season, (season.c.club_id == night.c.club_id) & (season.c.id == night.c.season_id)
)
_mine = night.c.club_id == bindparam("club_id")

_ADD = insert_all(night)
_GET = Prepared(
    select(*columns).select_from(with_season).where(_mine, night.c.id == bindparam("id"))
)
_LOCK = Prepared(
    select(*columns)
    .select_from(with_season)
    .where(_mine, night.c.id == bindparam("id"))
    .with_for_update(of=night, key_share=True)
)
_PAGE = Prepared(
    select(*columns)
    .select_from(with_season)
    .where(_mine, night.c.number < bindparam("before"))
    .order_by(night.c.number.desc())
    .limit(bindparam("count"))
)
_ORDER = tuple_(night.c.date, night.c.number)
_NEWEST = Prepared(
    select(*columns)
    .select_from(with_season)
    .where(_mine, tuple_(bindparam("date"), bindparam("number")) > _ORDER)
    .order_by(night.c.date.desc(), night.c.number.desc())
    .limit(bindparam("count")),
    through=("night", "ix_night_date"),
)
_NUMBERED = Prepared(
    select(*columns).select_from(with_season).where(_mine, night.c.number == bindparam("number"))
)
_LAST_NUMBER = Prepared(select(func.max(night.c.number)).where(_mine))
_ON_DAYS = Prepared(
    select(night.c.date)
    .where(
        _mine,
        night.c.date >= bindparam("first"),
        night.c.date <= bindparam("last"),
        night.c.state != "voided",
    )
    .order_by(night.c.date, night.c.number),
    through=("night", "ix_night_date"),
)
_BETWEEN = Prepared(
    select(*columns)
    .select_from(with_season)
    .where(_mine, night.c.date >= bindparam("first"), night.c.date <= bindparam("last"))
    .order_by(night.c.date, night.c.number),
    through=("night", "ix_night_date"),
)
_TABLES = Prepared(
    select(card_table.c.night_id, card_table.c.id, card_table.c.name, card_table.c.deals)
    .where(
        card_table.c.club_id == bindparam("club_id"),
        card_table.c.night_id.in_(
            select(night.c.id).where(
                _mine,
                tuple_(bindparam("first_date"), bindparam("first_number")) <= _ORDER,
                tuple_(bindparam("last_date"), bindparam("last_number")) >= _ORDER,
            )
        ),
    )
    .order_by(card_table.c.night_id, card_table.c.number),
    through=("night", "ix_night_date"),
)
_here = update(night).where(night.c.club_id == bindparam("club"), night.c.id == bindparam("night"))
_SET_STATE = Prepared(
    _here.values(
        state=bindparam("state"),
        closed_at=bindparam("closed_at"),
        void_reason=bindparam("void_reason"),
    )
)
_SET_TERMS = Prepared(
    _here.values(
        coin=bindparam("coin"),
        stake_limit=bindparam("stake_limit"),
        stake_mode=bindparam("stake_mode"),
    )
)


class TableOfNight(NamedTuple):
    """A table as a list of nights shows it."""

    night_id: str
    id: str
    name: str
    deals: int


def add(
    tx: Transaction,
    club_id: str,
    *,
    night_id: str,
    number: int,
    date: str,
    place: str,
    season_id: str,
    at: str,
    coin: int | None = None,
    stake_limit: int | None = None,
    stake_mode: str | None = None,
) -> None:
    """Add an open night with what was agreed on coins and limits."""
    tx.run(
        _ADD,
        club_id=club_id,
        id=night_id,
        number=number,
        date=date,
        place=place,
        state="open",
        season_id=season_id,
        closed_at=None,
        void_reason="",
        created_at=at,
        coin=coin,
        stake_limit=stake_limit,
        stake_mode=stake_mode,
    )


def get(tx: Transaction, club_id: str, night_id: str) -> NightRow | None:
    """Return the night, None if the club has none of that id."""
    row = tx.one(_GET, club_id=club_id, id=night_id)
    return None if row is None else NightRow._make(row)


def lock(tx: Transaction, club_id: str, night_id: str) -> NightRow | None:
    """Return the night; nobody else changes it until this transaction ends."""
    row = tx.one(_LOCK, club_id=club_id, id=night_id)
    return None if row is None else NightRow._make(row)


def page(tx: Transaction, club_id: str, *, before: int, count: int) -> list[NightRow]:
    """Return nights by falling number, those below `before`."""
    rows = tx.all(_PAGE, club_id=club_id, before=before, count=count)
    return [NightRow._make(row) for row in rows]


def newest(tx: Transaction, club_id: str, *, before: NightRow | None, count: int) -> list[NightRow]:
    """Return nights by their day, then by their number, the latest first; those before one."""
    date, number = (_END, 0) if before is None else (before.date, before.number)
    rows = tx.all(_NEWEST, club_id=club_id, date=date, number=number, count=count)
    return [NightRow._make(row) for row in rows]


def numbered(tx: Transaction, club_id: str, number: int) -> NightRow | None:
    """Return the night of this number, None if the club has none."""
    row = tx.one(_NUMBERED, club_id=club_id, number=number)
    return None if row is None else NightRow._make(row)


def on_days(tx: Transaction, club_id: str, first: str, last: str) -> list[str]:
    """Return the days of a span on which there is a night that was not voided."""
    return [row[0] for row in tx.all(_ON_DAYS, club_id=club_id, first=first, last=last)]


def between(tx: Transaction, club_id: str, first: str, last: str) -> list[NightRow]:
    """Return the nights of a span of days in their order."""
    rows = tx.all(_BETWEEN, club_id=club_id, first=first, last=last)
    return [NightRow._make(row) for row in rows]


def next_number(tx: Transaction, club_id: str) -> int:
    """Return the number of the club's next night."""
    row = tx.one(_LAST_NUMBER, club_id=club_id)
    return 1 if row is None or row[0] is None else int(row[0]) + 1


def tables(
    tx: Transaction, club_id: str, first: tuple[str, int], last: tuple[str, int]
) -> list[TableOfNight]:
    """Return the tables of the nights from a day and number to another, in order in a night."""
    rows = tx.all(
        _TABLES,
        club_id=club_id,
        first_date=first[0],
        first_number=first[1],
        last_date=last[0],
        last_number=last[1],
    )
    return [TableOfNight._make(row) for row in rows]


def set_state(
    tx: Transaction,
    club_id: str,
    night_id: str,
    *,
    state: str,
    closed_at: str | None,
    void_reason: str = "",
) -> None:
    """Move a night on to another state."""
    tx.run(
        _SET_STATE,
        club=club_id,
        night=night_id,
        state=state,
        closed_at=closed_at,
        void_reason=void_reason,
    )


def set_terms(
    tx: Transaction,
    club_id: str,
    night_id: str,
    *,
    coin: int | None,
    stake_limit: int | None,
    stake_mode: str | None,
) -> None:
    """Keep what was agreed on coins and limits for a night."""
    tx.run(
        _SET_TERMS,
        club=club_id,
        night=night_id,
        coin=coin,
        stake_limit=stake_limit,
        stake_mode=stake_mode,
    )
