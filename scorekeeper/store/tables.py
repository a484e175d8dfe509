"""The tables of a night."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store import house_rules as rules_rows
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction
from scorekeeper.store.house_rules import HouseRulesRow
from scorekeeper.store.nights import NightRow
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import card_table
from scorekeeper.store.schema import house_rules
from scorekeeper.store.schema import night


class TableRow(NamedTuple):
    """A table; `seats` is a JSON list of member ids, `standing` what `services.standing` wrote.

    `divided_by` is the entry that divided its Haferl at the end, None while it was not.
    """

    id: str
    night_id: str
    number: int
    name: str
    game: str
    house_rules_id: str
    tariff: int
    currency: str
    open: bool
    revision: int
    seats: str
    standing: str
    deals: int
    divided_by: int | None


class FullRow(NamedTuple):
    """A table with its night and the house rules it plays by now."""

    table: TableRow
    night: NightRow
    rules: HouseRulesRow


_columns = (
    card_table.c.id,
    card_table.c.night_id,
    card_table.c.number,
    card_table.c.name,
    card_table.c.game,
    card_table.c.house_rules_id,
    card_table.c.tariff,
    card_table.c.currency,
    card_table.c.open,
    card_table.c.revision,
    card_table.c.seats,
    card_table.c.standing,
    card_table.c.deals,
    card_table.c.divided_by,
)
_T = len(_columns)
_N = _T + len(nights.columns)
_joined = card_table.join(
    nights.with_season,
    (night.c.club_id == card_table.c.club_id) & (night.c.id == card_table.c.night_id),
).join(
    house_rules,
    (house_rules.c.club_id == card_table.c.club_id)
    & (house_rules.c.id == card_table.c.house_rules_id),
)
_mine = card_table.c.club_id == bindparam("club_id")
_full = (
    select(*_columns, *nights.columns, *rules_rows.columns)
    .select_from(_joined)
    .where(_mine, card_table.c.id == bindparam("id"))
)

_ADD = insert_all(card_table)
_GET = Prepared(_full)
_LOCK = Prepared(_full.with_for_update(of=card_table, key_share=True))
_REVISION = Prepared(select(card_table.c.revision).where(_mine, card_table.c.id == bindparam("id")))
_OF_NIGHT = Prepared(
    select(*_columns, *nights.columns, *rules_rows.columns)
    .select_from(_joined)
    .where(_mine, card_table.c.night_id == bindparam("night_id"))
    .order_by(card_table.c.number)
)
_LOCK_NIGHT = Prepared(
    select(*_columns)
    .where(_mine, card_table.c.night_id == bindparam("night_id"))
    .order_by(card_table.c.number)
    .with_for_update(key_share=True)
)
_LAST_NUMBER = Prepared(
    select(func.max(card_table.c.number)).where(
        _mine, card_table.c.night_id == bindparam("night_id")
    )
)
_here = update(card_table).where(
    card_table.c.club_id == bindparam("club"), card_table.c.id == bindparam("table")
)
_MOVE_ON = Prepared(
    _here.values(
        revision=card_table.c.revision + 1,
        standing=bindparam("standing"),
        deals=card_table.c.deals + bindparam("more"),
    )
)
_CHANGE = Prepared(
    _here.values(
        revision=card_table.c.revision + 1,
        game=bindparam("game"),
        house_rules_id=bindparam("rules"),
        tariff=bindparam("tariff"),
        seats=bindparam("seats"),
        standing=bindparam("standing"),
    )
)
_CLOSE = Prepared(
    _here.values(
        revision=card_table.c.revision + 1,
        open=bindparam("open"),
        standing=bindparam("standing"),
        divided_by=bindparam("divided_by"),
    )
)
_TOUCH = Prepared(
    update(card_table)
    .where(card_table.c.club_id == bindparam("club"), card_table.c.night_id == bindparam("night"))
    .values(revision=card_table.c.revision + 1)
)


def add(
    tx: Transaction,
    club_id: str,
    *,
    table_id: str,
    night_id: str,
    number: int,
    name: str,
    game: str,
    rules_id: str,
    tariff: int,
    currency: str,
    seats: str,
    standing: str,
) -> None:
    """Add an open table."""
    tx.run(
        _ADD,
        club_id=club_id,
        id=table_id,
        night_id=night_id,
        number=number,
        name=name,
        game=game,
        house_rules_id=rules_id,
        tariff=tariff,
        currency=currency,
        open=True,
        revision=1,
        seats=seats,
        standing=standing,
        deals=0,
        divided_by=None,
    )


def get(tx: Transaction, club_id: str, table_id: str) -> FullRow | None:
    """Return the table with its night and house rules."""
    row = tx.one(_GET, club_id=club_id, id=table_id)
    return None if row is None else _split(row)


def lock(tx: Transaction, club_id: str, table_id: str) -> FullRow | None:
    """Return the table; nobody else changes it until this transaction ends."""
    row = tx.one(_LOCK, club_id=club_id, id=table_id)
    return None if row is None else _split(row)


def revision(tx: Transaction, club_id: str, table_id: str) -> int | None:
    """Return how often the table has changed."""
    row = tx.one(_REVISION, club_id=club_id, id=table_id)
    return None if row is None else int(row[0])


def of_night(tx: Transaction, club_id: str, night_id: str) -> list[FullRow]:
    """Return the tables of a night in the order they were opened."""
    return [_split(row) for row in tx.all(_OF_NIGHT, club_id=club_id, night_id=night_id)]


def lock_night(tx: Transaction, club_id: str, night_id: str) -> list[TableRow]:
    """Return the tables of a night; nobody else changes them until this transaction ends."""
    rows = tx.all(_LOCK_NIGHT, club_id=club_id, night_id=night_id)
    return [TableRow._make(row) for row in rows]


def next_number(tx: Transaction, club_id: str, night_id: str) -> int:
    """Return the number of the night's next table."""
    row = tx.one(_LAST_NUMBER, club_id=club_id, night_id=night_id)
    return 1 if row is None or row[0] is None else int(row[0]) + 1


def move_on(tx: Transaction, club_id: str, table_id: str, *, standing: str, more: int) -> None:
    """Keep what the next deal starts from, and count so many deals more."""
    tx.run(_MOVE_ON, club=club_id, table=table_id, standing=standing, more=more)


def change(
    tx: Transaction,
    club_id: str,
    table_id: str,
    *,
    game: str,
    rules_id: str,
    tariff: int,
    seats: str,
    standing: str,
) -> None:
    """Change what is played and who plays it."""
    tx.run(
        _CHANGE,
        club=club_id,
        table=table_id,
        game=game,
        rules=rules_id,
        tariff=tariff,
        seats=seats,
        standing=standing,
    )


def set_open(
    tx: Transaction,
    club_id: str,
    table_id: str,
    *,
    open_: bool,
    standing: str,
    divided_by: int | None,
) -> None:
    """Close a table for the night or open it again."""
    tx.run(
        _CLOSE,
        club=club_id,
        table=table_id,
        open=open_,
        standing=standing,
        divided_by=divided_by,
    )


def touch_night(tx: Transaction, club_id: str, night_id: str) -> None:
    """Tell everybody who watches a table of the night that something changed."""
    tx.run(_TOUCH, club=club_id, night=night_id)


def _split(row: tuple[object, ...]) -> FullRow:
    return FullRow(
        table=TableRow._make(row[:_T]),
        night=NightRow._make(row[_T:_N]),
        rules=HouseRulesRow._make(row[_N:]),
    )
