"""Holding on to one thing, so that nobody changes it between a look at it and what comes of it.

SQLite has one writer at a time anyway; PostgreSQL keeps the row.
"""

from sqlalchemy import Table
from sqlalchemy import bindparam
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.schema import card_table
from scorekeeper.store.schema import club
from scorekeeper.store.schema import deal
from scorekeeper.store.schema import guest_code
from scorekeeper.store.schema import ladder
from scorekeeper.store.schema import member
from scorekeeper.store.schema import purse_item
from scorekeeper.store.schema import season
from scorekeeper.store.schema import webhook


def _row(table: Table, key: str = "id") -> Prepared:
    """Hold on to a row of a club's, without keeping others from naming it."""
    column = table.c[key]
    return Prepared(
        select(column)
        .where(table.c.club_id == bindparam("club_id"), column == bindparam("id"))
        .with_for_update(key_share=True)
    )


_CLUB = Prepared(
    select(club.c.id).where(club.c.id == bindparam("club_id")).with_for_update(key_share=True)
)
_MEMBER = _row(member)
_TABLE = _row(card_table)
_TABLE_OF_DEAL = Prepared(
    select(deal.c.table_id, deal.c.night_id).where(
        deal.c.club_id == bindparam("club_id"), deal.c.id == bindparam("id")
    )
)
_LADDER = _row(ladder)
_ITEM = _row(purse_item)
_SEASON = _row(season)
_CODE = _row(guest_code, "table_id")
_WEBHOOK = _row(webhook)


def club_(tx: Transaction, club_id: str) -> None:
    """Hold on to a club."""
    tx.one(_CLUB, club_id=club_id)


def member_(tx: Transaction, club_id: str, member_id: str) -> None:
    """Hold on to a member."""
    tx.one(_MEMBER, club_id=club_id, id=member_id)


def table(tx: Transaction, club_id: str, table_id: str) -> None:
    """Hold on to a table."""
    tx.one(_TABLE, club_id=club_id, id=table_id)


def place_of_deal(tx: Transaction, club_id: str, deal_id: str) -> tuple[str, str] | None:
    """Return the table and night of a deal."""
    row = tx.one(_TABLE_OF_DEAL, club_id=club_id, id=deal_id)
    return None if row is None else (row[0], row[1])


def ladder_(tx: Transaction, club_id: str, ladder_id: str) -> None:
    """Hold on to a ladder."""
    tx.one(_LADDER, club_id=club_id, id=ladder_id)


def item_(tx: Transaction, club_id: str, item_id: str) -> None:
    """Hold on to a fee or fine."""
    tx.one(_ITEM, club_id=club_id, id=item_id)


def season_(tx: Transaction, club_id: str, season_id: str) -> None:
    """Hold on to a season."""
    tx.one(_SEASON, club_id=club_id, id=season_id)


def code_(tx: Transaction, club_id: str, table_id: str) -> None:
    """Hold on to the code of a table's door, while it has one."""
    tx.one(_CODE, club_id=club_id, id=table_id)


def webhook_(tx: Transaction, club_id: str, webhook_id: str) -> None:
    """Hold on to whom a club tells what happened."""
    tx.one(_WEBHOOK, club_id=club_id, id=webhook_id)
