"""What files for others are made of: read night by night, in the order of play."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.nights import NightRow
from scorekeeper.store.nights import columns as night_columns
from scorekeeper.store.nights import with_season
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.schema import balance
from scorekeeper.store.schema import card_table
from scorekeeper.store.schema import deal
from scorekeeper.store.schema import deal_version
from scorekeeper.store.schema import house_rules
from scorekeeper.store.schema import night


class PlayedRow(NamedTuple):
    """A deal that counts, as a line of a sheet shows it; `changes` is JSON."""

    seq: int
    number: int
    game: str
    table_name: str
    changes: str


class RecordRow(NamedTuple):
    """A deal that counts, with its record and what it was played by, as JSON."""

    seq: int
    table_id: str
    table_name: str
    house_rules: str
    tariff: int
    currency: str
    record: str


_mine = deal.c.club_id == bindparam("club_id")
_of_night = (
    _mine,
    deal.c.night_id == bindparam("night_id"),
    deal.c.seq > bindparam("after"),
    deal.c.state == "valid",
)
_its_table = (card_table.c.club_id == deal.c.club_id) & (card_table.c.id == deal.c.table_id)
_PLAYED = Prepared(
    select(deal.c.seq, deal.c.number, deal.c.game, card_table.c.name, deal.c.changes)
    .join_from(deal, card_table, _its_table)
    .where(*_of_night)
    .order_by(deal.c.seq)
    .limit(bindparam("count"))
)
_RECORDS = Prepared(
    select(
        deal.c.seq,
        deal.c.table_id,
        card_table.c.name,
        house_rules.c.options,
        deal.c.tariff,
        card_table.c.currency,
        deal_version.c.record,
    )
    .join_from(deal, card_table, _its_table)
    .join(
        deal_version,
        (deal_version.c.club_id == deal.c.club_id)
        & (deal_version.c.deal_id == deal.c.id)
        & (deal_version.c.version == deal.c.version),
    )
    .join(
        house_rules,
        (house_rules.c.club_id == deal.c.club_id) & (house_rules.c.id == deal.c.house_rules_id),
    )
    .where(*_of_night)
    .order_by(deal.c.seq)
    .limit(bindparam("count"))
)
_OF_SEASON = Prepared(
    select(*night_columns)
    .select_from(with_season)
    .where(night.c.club_id == bindparam("club_id"), night.c.season_id == bindparam("season_id"))
    .order_by(night.c.date, night.c.number),
    through=("night", "ix_night_season"),
)
_ACCOUNTS = Prepared(
    select(balance.c.account).where(balance.c.club_id == bindparam("club_id")).distinct()
)


def played(
    tx: Transaction, club_id: str, night_id: str, *, after: int, count: int
) -> list[PlayedRow]:
    """Return deals of a night that count, in the order they were recorded, those after `after`."""
    rows = tx.all(_PLAYED, club_id=club_id, night_id=night_id, after=after, count=count)
    return [PlayedRow._make(row) for row in rows]


def records(
    tx: Transaction, club_id: str, night_id: str, *, after: int, count: int
) -> list[RecordRow]:
    """Return the records of a night's deals that count, in order, those after `after`."""
    rows = tx.all(_RECORDS, club_id=club_id, night_id=night_id, after=after, count=count)
    return [RecordRow._make(row) for row in rows]


def nights_of_season(tx: Transaction, club_id: str, season_id: str) -> list[NightRow]:
    """Return the nights of a season by their day."""
    rows = tx.all(_OF_SEASON, club_id=club_id, season_id=season_id)
    return [NightRow._make(row) for row in rows]


def accounts(tx: Transaction, club_id: str) -> list[str]:
    """Return every account anything of a club was ever booked on."""
    return sorted(row[0] for row in tx.all(_ACCOUNTS, club_id=club_id))
