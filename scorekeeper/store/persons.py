"""What is asked about one id of a person: where it sat, with whom it played, where it stands."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import literal_column
from sqlalchemy import or_
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.schema import balance
from scorekeeper.store.schema import card_table
from scorekeeper.store.schema import deal
from scorekeeper.store.schema import deal_facet
from scorekeeper.store.schema import entry
from scorekeeper.store.schema import line
from scorekeeper.store.schema import member
from scorekeeper.store.schema import movement
from scorekeeper.store.schema import night
from scorekeeper.store.schema import seat


class TogetherRow(NamedTuple):
    """Where two were at one table: the night's day, the table's name, the deal's number or 0."""

    day: str
    table_name: str
    number: int


class StayRow(NamedTuple):
    """One stay at a table, with the evening's day."""

    night_id: str
    day: str
    table_id: str
    table_name: str
    came_at: str
    left_at: str | None


class MovedRow(NamedTuple):
    """A line that moved an account, with what its entry says."""

    number: int
    kind: str
    at: str
    who: str
    why: str
    debit: str
    credit: str
    amount: int


_END = "9999"  # after every moment
_this = seat.alias("this")
_that = seat.alias("that")
_days = (
    select(night.c.date)
    .join_from(
        _this,
        _that,
        (_that.c.club_id == _this.c.club_id)
        & (_that.c.member_id == bindparam("other"))
        & (_that.c.night_id == _this.c.night_id),
    )
    .join(night, (night.c.club_id == _this.c.club_id) & (night.c.id == _this.c.night_id))
    .where(_this.c.club_id == bindparam("club_id"), _this.c.member_id == bindparam("one"))
)
_PLAYED_TOGETHER = Prepared(
    select(deal_facet.c.day, card_table.c.name, deal.c.number)
    .join_from(
        deal_facet,
        deal,
        (deal.c.club_id == deal_facet.c.club_id) & (deal.c.id == deal_facet.c.deal_id),
    )
    .join(
        card_table,
        (card_table.c.club_id == deal.c.club_id) & (card_table.c.id == deal.c.table_id),
    )
    .where(
        deal_facet.c.club_id == bindparam("club_id"),
        deal_facet.c.day.in_(_days),
        deal_facet.c.players.contains(bindparam("one")),
        deal_facet.c.players.contains(bindparam("other")),
    )
    .order_by(deal_facet.c.day.desc(), deal_facet.c.seq.desc())
    .limit(1)
)
_SAT_TOGETHER = Prepared(
    select(night.c.date, card_table.c.name, literal_column("0"))
    .join_from(
        _this,
        _that,
        (_that.c.club_id == _this.c.club_id)
        & (_that.c.member_id == bindparam("other"))
        & (_that.c.night_id == _this.c.night_id)
        & (_that.c.table_id == _this.c.table_id),
    )
    .join(night, (night.c.club_id == _this.c.club_id) & (night.c.id == _this.c.night_id))
    .join(
        card_table,
        (card_table.c.club_id == _this.c.club_id) & (card_table.c.id == _this.c.table_id),
    )
    .where(
        _this.c.club_id == bindparam("club_id"),
        _this.c.member_id == bindparam("one"),
        _this.c.came_at < func.coalesce(_that.c.left_at, _END),
        _that.c.came_at < func.coalesce(_this.c.left_at, _END),
    )
    .limit(1),
    through=("seat AS this", "ix_seat_member"),
)
_BY_MEMBER = ("seat", "ix_seat_member")
_SITS = Prepared(
    select(seat.c.night_id, card_table.c.name)
    .join_from(
        seat,
        card_table,
        (card_table.c.club_id == seat.c.club_id) & (card_table.c.id == seat.c.table_id),
    )
    .where(
        seat.c.club_id == bindparam("club_id"),
        seat.c.member_id == bindparam("one"),
        seat.c.left_at.is_(None),
        card_table.c.open == bindparam("yes"),
    ),
    through=_BY_MEMBER,
)
_STAYS = Prepared(
    select(
        seat.c.night_id,
        night.c.date,
        seat.c.table_id,
        card_table.c.name,
        seat.c.came_at,
        seat.c.left_at,
    )
    .join_from(
        seat,
        card_table,
        (card_table.c.club_id == seat.c.club_id) & (card_table.c.id == seat.c.table_id),
    )
    .join(night, (night.c.club_id == seat.c.club_id) & (night.c.id == seat.c.night_id))
    .where(seat.c.club_id == bindparam("club_id"), seat.c.member_id == bindparam("one"))
    .order_by(seat.c.came_at),
    through=_BY_MEMBER,
)
_STANDS = Prepared(
    select(balance.c.book, balance.c.cents).where(
        balance.c.club_id == bindparam("club_id"), balance.c.account == bindparam("account")
    ),
    through=("balance", "ix_balance_account"),
)
_told = (
    select(
        *(entry.c.number, entry.c.kind, entry.c.at, entry.c.who, entry.c.why),
        *(line.c.debit, line.c.credit, line.c.amount),
    )
    .join_from(entry, line, (line.c.club_id == entry.c.club_id) & (line.c.entry == entry.c.number))
    .where(
        entry.c.club_id == bindparam("club_id"),
        or_(line.c.debit == bindparam("account"), line.c.credit == bindparam("account")),
    )
    .order_by(entry.c.number, line.c.number)
)
_LINES_OF_NIGHT = Prepared(
    _told.where(entry.c.night_id == bindparam("night_id")), through=("entry", "ix_entry_night")
)
_moved = select(movement.c.entry).where(
    movement.c.club_id == bindparam("club_id"), movement.c.account == bindparam("account")
)
_LINES_OF_ACCOUNT = Prepared(_told.where(entry.c.number.in_(_moved)))
_locked = select(member.c.id).where(
    member.c.club_id == bindparam("club_id"), member.c.id == bindparam("one")
)
_LOCK_SQLITE = Prepared(_locked)
_LOCK_POSTGRESQL = Prepared(_locked.with_for_update())


def lock(tx: Transaction, club_id: str, member_id: str) -> None:
    """Let nobody sit down as this member until the transaction ends."""
    tx.all(_LOCK_SQLITE if tx.is_sqlite else _LOCK_POSTGRESQL, club_id=club_id, one=member_id)


def played_together(tx: Transaction, club_id: str, one: str, other: str) -> TogetherRow | None:
    """Return the last deal in which both played, None when there is none."""
    row = tx.one(_PLAYED_TOGETHER, club_id=club_id, one=one, other=other)
    return None if row is None else TogetherRow._make(row)


def sat_together(tx: Transaction, club_id: str, one: str, other: str) -> TogetherRow | None:
    """Return a table at which both sat at the same time, None when there is none."""
    row = tx.one(_SAT_TOGETHER, club_id=club_id, one=one, other=other)
    return None if row is None else TogetherRow._make(row)


def sits(tx: Transaction, club_id: str, member_id: str) -> dict[str, str]:
    """Return by night at which open table somebody sits now."""
    return dict(tx.all(_SITS, club_id=club_id, one=member_id, yes=True))


def stays(tx: Transaction, club_id: str, member_id: str) -> list[StayRow]:
    """Return every stay of somebody at a table, the first one first."""
    return [StayRow._make(row) for row in tx.all(_STAYS, club_id=club_id, one=member_id)]


def lines_of_night(tx: Transaction, club_id: str, night_id: str, account: str) -> list[MovedRow]:
    """Return every line of a night's entries that moved an account, in order."""
    rows = tx.all(_LINES_OF_NIGHT, club_id=club_id, night_id=night_id, account=account)
    return [MovedRow._make(row) for row in rows]


def lines_of_account(tx: Transaction, club_id: str, account: str) -> list[MovedRow]:
    """Return every line that moved an account of the club's own book, in order."""
    return [
        MovedRow._make(row) for row in tx.all(_LINES_OF_ACCOUNT, club_id=club_id, account=account)
    ]


def stands(tx: Transaction, club_id: str, account: str) -> dict[str, int]:
    """Return what an account stands at in every book it occurs in."""
    return dict(tx.all(_STANDS, club_id=club_id, account=account))
