"""Members of a club."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import member
from scorekeeper.store.schema import seat


class MemberRow(NamedTuple):
    """A member and at how many nights he sat at a table."""

    id: str
    name: str
    active: bool
    nights: int


_mine = member.c.club_id == bindparam("club_id")
_nights = (
    select(func.count(seat.c.night_id.distinct()))
    .where(seat.c.club_id == member.c.club_id, seat.c.member_id == member.c.id)
    .scalar_subquery()
)
_columns = (member.c.id, member.c.name, member.c.active, _nights)
_plain = (member.c.id, member.c.name, member.c.active)

_ADD = insert_all(member)
_GET = Prepared(select(*_columns).where(_mine, member.c.id == bindparam("id")))
_ALL = Prepared(select(*_columns).where(_mine).order_by(member.c.name_key))
_BY_KEY = Prepared(select(*_plain).where(_mine, member.c.name_key == bindparam("name_key")))
_PLAIN = Prepared(select(*_plain).where(_mine, member.c.id == bindparam("id")))
_AT_NIGHT = Prepared(
    select(*_plain)
    .where(
        _mine,
        member.c.id.in_(
            select(seat.c.member_id).where(
                seat.c.club_id == bindparam("club_id"), seat.c.night_id == bindparam("night_id")
            )
        ),
    )
    .order_by(member.c.id)
)
_here = update(member).where(
    member.c.club_id == bindparam("club"), member.c.id == bindparam("member")
)
_RENAME = Prepared(_here.values(name=bindparam("name"), name_key=bindparam("name_key")))
_ACTIVATE = Prepared(_here.values(active=bindparam("active")))


def add(
    tx: Transaction, club_id: str, *, member_id: str, name: str, name_key: str, at: str
) -> None:
    """Add an active member."""
    tx.run(
        _ADD,
        club_id=club_id,
        id=member_id,
        name=name,
        name_key=name_key,
        active=True,
        created_at=at,
    )


def get(tx: Transaction, club_id: str, member_id: str) -> MemberRow | None:
    """Return the member, None if the club has none of that id."""
    row = tx.one(_GET, club_id=club_id, id=member_id)
    return None if row is None else MemberRow._make(row)


def plain(tx: Transaction, club_id: str, member_id: str) -> MemberRow | None:
    """Return the member without counting his nights."""
    row = tx.one(_PLAIN, club_id=club_id, id=member_id)
    return None if row is None else MemberRow(row[0], row[1], row[2], 0)


def list_all(tx: Transaction, club_id: str) -> list[MemberRow]:
    """Return every member by name."""
    return [MemberRow._make(row) for row in tx.all(_ALL, club_id=club_id)]


def named(tx: Transaction, club_id: str, name_key: str) -> MemberRow | None:
    """Return who has this name, however it was written; nights are not counted."""
    row = tx.one(_BY_KEY, club_id=club_id, name_key=name_key)
    return None if row is None else MemberRow(row[0], row[1], row[2], 0)


def at_night(tx: Transaction, club_id: str, night_id: str) -> list[MemberRow]:
    """Return whoever sat at any table of a night; nights are not counted."""
    return [
        MemberRow(row[0], row[1], row[2], 0)
        for row in tx.all(_AT_NIGHT, club_id=club_id, night_id=night_id)
    ]


def rename(tx: Transaction, club_id: str, member_id: str, name: str, name_key: str) -> None:
    """Give a member another name."""
    tx.run(_RENAME, club=club_id, member=member_id, name=name, name_key=name_key)


def set_active(tx: Transaction, club_id: str, member_id: str, *, active: bool) -> None:
    """Let a member play again, or no more."""
    tx.run(_ACTIVATE, club=club_id, member=member_id, active=active)
