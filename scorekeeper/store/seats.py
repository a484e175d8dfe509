"""Who sat at which table from when to when."""

from collections.abc import Sequence
from typing import Any
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import card_table
from scorekeeper.store.schema import season_night
from scorekeeper.store.schema import seat


class StayRow(NamedTuple):
    """One stay of a member at a table; `left_at` is None while he sits there."""

    table_id: str
    member_id: str
    left_at: str | None


_mine = seat.c.club_id == bindparam("club_id")
_ADD = insert_all(seat)
_LAST_NUMBER = Prepared(
    select(func.max(seat.c.number)).where(_mine, seat.c.table_id == bindparam("table_id"))
)
_OF_NIGHT = Prepared(
    select(seat.c.table_id, seat.c.member_id, seat.c.left_at)
    .where(_mine, seat.c.night_id == bindparam("night_id"))
    .order_by(seat.c.table_id, seat.c.number),
    through=("seat", "ix_seat_night"),
)
_OF_TABLE = Prepared(
    select(seat.c.table_id, seat.c.member_id, seat.c.left_at)
    .where(_mine, seat.c.table_id == bindparam("table_id"))
    .order_by(seat.c.number)
)
_SEATED = Prepared(
    select(seat.c.member_id, card_table.c.name)
    .join_from(
        seat,
        card_table,
        (card_table.c.club_id == seat.c.club_id) & (card_table.c.id == seat.c.table_id),
    )
    .where(_mine, seat.c.night_id == bindparam("night_id"), seat.c.left_at.is_(None)),
    through=("seat", "ix_seat_night"),
)
# In one order always, for it decides whose place was taken when two left at the same moment.
_in_order = (seat.c.member_id, seat.c.table_id, seat.c.number)
_STAYS = Prepared(
    select(seat.c.table_id, seat.c.member_id, seat.c.came_at, seat.c.left_at)
    .where(_mine, seat.c.night_id == bindparam("night_id"))
    .order_by(*_in_order),
    through=("seat", "ix_seat_night"),
)
_STAYS_OF_SEASON = Prepared(
    select(seat.c.night_id, seat.c.table_id, seat.c.member_id, seat.c.came_at, seat.c.left_at)
    .where(
        _mine,
        seat.c.night_id.in_(
            select(season_night.c.night_id).where(
                season_night.c.club_id == bindparam("club_id"),
                season_night.c.season_id == bindparam("season_id"),
            )
        ),
    )
    .order_by(seat.c.night_id, *_in_order),
    through=("seat", "ix_seat_night"),
)
_LEAVE = Prepared(
    update(seat)
    .where(
        seat.c.club_id == bindparam("club"),
        seat.c.table_id == bindparam("table"),
        seat.c.member_id == bindparam("member"),
        seat.c.left_at.is_(None),
    )
    .values(left_at=bindparam("at"))
)


def add(
    tx: Transaction,
    club_id: str,
    *,
    table_id: str,
    night_id: str,
    member_ids: tuple[str, ...],
    at: str,
) -> None:
    """Begin a stay for each of these members."""
    row = tx.one(_LAST_NUMBER, club_id=club_id, table_id=table_id)
    first = 1 + int((row and row[0]) or 0)
    tx.many(
        _ADD,
        [
            {
                "club_id": club_id,
                "table_id": table_id,
                "number": number,
                "night_id": night_id,
                "member_id": member_id,
                "came_at": at,
                "left_at": None,
            }
            for number, member_id in enumerate(member_ids, start=first)
        ],
    )


def leave(tx: Transaction, club_id: str, *, table_id: str, member_id: str, at: str) -> None:
    """End a member's stay at a table."""
    tx.run(_LEAVE, club=club_id, table=table_id, member=member_id, at=at)


def of_night(tx: Transaction, club_id: str, night_id: str) -> list[StayRow]:
    """Return every stay at a night, table by table in the order people came."""
    return [StayRow._make(row) for row in tx.all(_OF_NIGHT, club_id=club_id, night_id=night_id)]


def of_table(tx: Transaction, club_id: str, table_id: str) -> list[StayRow]:
    """Return every stay at a table in the order people came."""
    return [StayRow._make(row) for row in tx.all(_OF_TABLE, club_id=club_id, table_id=table_id)]


def seated(tx: Transaction, club_id: str, night_id: str) -> dict[str, str]:
    """Return who sits at a table of the night now, with the name of his table."""
    return dict(tx.all(_SEATED, club_id=club_id, night_id=night_id))


def substitutes(tx: Transaction, club_id: str, night_id: str) -> frozenset[str]:
    """Name who came to a night by taking somebody's place, at the moment that one left it."""
    return _substitutes(tx.all(_STAYS, club_id=club_id, night_id=night_id))


def substitutes_of_season(
    tx: Transaction, club_id: str, season_id: str
) -> dict[str, frozenset[str]]:
    """Name who came as a substitute to each night of a season that has results and tables."""
    stays: dict[str, list[tuple[Any, ...]]] = {}
    for night_id, *stay in tx.all(_STAYS_OF_SEASON, club_id=club_id, season_id=season_id):
        stays.setdefault(night_id, []).append(tuple(stay))
    return {night_id: _substitutes(found) for night_id, found in stays.items()}


def _substitutes(stays: Sequence[tuple[Any, ...]]) -> frozenset[str]:
    """Name who came when another left; a stay is table, member, since when and until when."""
    gone = {(table, left): member for table, member, _, left in stays if left is not None}
    first: dict[str, tuple[str, str]] = {}
    for table, member, came, _ in stays:
        if member not in first or came < first[member][0]:
            first[member] = (came, table)
    return frozenset(
        member
        for member, (came, table) in first.items()
        if gone.get((table, came), member) != member
    )
