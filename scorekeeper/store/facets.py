"""By what deals are searched for: kept in the deal's transaction, read page by page by key."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import case
from sqlalchemy import delete
from sqlalchemy import func
from sqlalchemy import or_
from sqlalchemy import select
from sqlalchemy import tuple_
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import deal
from scorekeeper.store.schema import deal_facet
from scorekeeper.store.schema import night


class FacetRow(NamedTuple):
    """What a deal is found by.

    `place` is the number of its table, `players` the ids of who played, with a space between;
    `declarer` is "" where all play for themselves.
    """

    day: str
    seq: int
    deal_id: str
    game: str
    contract: str
    trump: str
    place: int
    declarer: str
    players: str
    counts: bool
    corrected: bool


_columns = tuple(deal_facet.c[name] for name in FacetRow._fields)
_mine = deal_facet.c.club_id == bindparam("club_id")
_one = (_mine, deal_facet.c.day == bindparam("day"), deal_facet.c.seq == bindparam("seq"))
_ADD = insert_all(deal_facet)
_REMOVE = Prepared(delete(deal_facet).where(*_one))
_WAS_CORRECTED = Prepared(select(deal_facet.c.corrected).where(*_one))
_count = update(deal_facet).where(
    deal_facet.c.club_id == bindparam("club"), deal_facet.c.day == bindparam("on_day")
)
_UNDO = Prepared(_count.where(deal_facet.c.seq == bindparam("place_of")).values(counts=False))
_of_night = select(deal.c.seq).where(
    deal.c.club_id == bindparam("club"), deal.c.night_id == bindparam("night")
)
_UNDO_NIGHT = Prepared(_count.where(deal_facet.c.seq.in_(_of_night)).values(counts=False))
_OF_NIGHT = Prepared(
    select(*_columns)
    .where(
        _mine,
        deal_facet.c.day == bindparam("day"),
        deal_facet.c.seq.in_(
            select(deal.c.seq).where(
                deal.c.club_id == bindparam("club_id"), deal.c.night_id == bindparam("night_id")
            )
        ),
    )
    .order_by(deal_facet.c.seq)
)
_OF_MEMBER = Prepared(
    select(*_columns)
    .where(
        _mine,
        deal_facet.c.day >= bindparam("day"),
        tuple_(deal_facet.c.day, deal_facet.c.seq) > tuple_(bindparam("day"), bindparam("seq")),
        deal_facet.c.players.contains(bindparam("member_id")),
    )
    .order_by(deal_facet.c.day, deal_facet.c.seq)
    .limit(bindparam("count"))
)
_is_valid = case((deal.c.state == "valid", True), else_=False)
_DIFFERING = Prepared(
    select(func.count())
    .select_from(deal)
    .join(night, (night.c.club_id == deal.c.club_id) & (night.c.id == deal.c.night_id))
    .outerjoin(
        deal_facet,
        (deal_facet.c.club_id == deal.c.club_id)
        & (deal_facet.c.day == night.c.date)
        & (deal_facet.c.seq == deal.c.seq),
    )
    .where(
        deal.c.club_id == bindparam("club_id"),
        or_(
            deal_facet.c.deal_id.is_(None),
            deal_facet.c.deal_id != deal.c.id,
            deal_facet.c.game != deal.c.game,
            deal_facet.c.counts != _is_valid,
        ),
    )
)
_COUNT = Prepared(select(func.count()).select_from(deal_facet).where(_mine))


def add(tx: Transaction, club_id: str, row: FacetRow) -> None:
    """Let a deal be found."""
    tx.run(_ADD, club_id=club_id, **row._asdict())


def remove(tx: Transaction, club_id: str, day: str, seq: int) -> bool:
    """Let a deal be found no more; say whether it had been corrected."""
    row = tx.one(_WAS_CORRECTED, club_id=club_id, day=day, seq=seq)
    tx.run(_REMOVE, club_id=club_id, day=day, seq=seq)
    return bool(row and row[0])


def undo(tx: Transaction, club_id: str, day: str, seq: int) -> None:
    """Let a deal be one that counts no more."""
    tx.run(_UNDO, club=club_id, on_day=day, place_of=seq)


def undo_night(tx: Transaction, club_id: str, day: str, night_id: str) -> None:
    """Let no deal of a night count any more."""
    tx.run(_UNDO_NIGHT, club=club_id, on_day=day, night=night_id)


def of_night(tx: Transaction, club_id: str, day: str, night_id: str) -> Sequence[FacetRow]:
    """Return what the deals of a night are found by, deal by deal."""
    rows = tx.all(_OF_NIGHT, club_id=club_id, day=day, night_id=night_id)
    return [FacetRow._make(row) for row in rows]


def of_member(
    tx: Transaction, club_id: str, member_id: str, *, after: tuple[str, int], count: int
) -> Sequence[FacetRow]:
    """Return the deals somebody played in, the oldest first, those after this day and place."""
    rows = tx.all(
        _OF_MEMBER, club_id=club_id, member_id=member_id, day=after[0], seq=after[1], count=count
    )
    return [FacetRow._make(row) for row in rows]


def differing(tx: Transaction, club_id: str) -> int:
    """Count the deals whose own row says something else than the deal."""
    row = tx.one(_DIFFERING, club_id=club_id)
    assert row is not None
    return int(row[0])


def count(tx: Transaction, club_id: str) -> int:
    """Count the rows of a club."""
    row = tx.one(_COUNT, club_id=club_id)
    assert row is not None
    return int(row[0])
