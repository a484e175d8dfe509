"""Clubs, and the end of each one's chain of entries."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import chain
from scorekeeper.store.schema import club
from scorekeeper.store.schema import member
from scorekeeper.store.schema import night


class ClubRow(NamedTuple):
    """A club with the number of its active members and of its nights that were not voided."""

    id: str
    name: str
    language: str
    time_zone: str
    private: bool
    members: int
    nights: int


_members = (
    select(func.count())
    .select_from(member)
    .where(
        member.c.club_id == club.c.id,
        member.c.active == bindparam("yes"),
        member.c.merged_into.is_(None),
    )
    .scalar_subquery()
)
_nights = (
    select(func.count())
    .select_from(night)
    .where(night.c.club_id == club.c.id, night.c.state != "voided")
    .scalar_subquery()
)
_columns = (
    club.c.id,
    club.c.name,
    club.c.language,
    club.c.time_zone,
    club.c.private,
    _members,
    _nights,
)

_ADD = insert_all(club)
_ADD_CHAIN = insert_all(chain)
_GET = Prepared(select(*_columns).where(club.c.id == bindparam("club_id")))
_PLAIN = Prepared(select(*_columns[:5]).where(club.c.id == bindparam("club_id")))
_ALL = Prepared(select(*_columns).order_by(club.c.name, club.c.id))
_PRIVATE = Prepared(
    select(*_columns).where(club.c.private == bindparam("yes")).order_by(club.c.id).limit(1)
)
_RENAME = Prepared(
    update(club).where(club.c.id == bindparam("club_id")).values(name=bindparam("to"))
)
_LOCK_CHAIN = Prepared(
    select(chain.c.number, chain.c.hash)
    .where(chain.c.club_id == bindparam("club_id"))
    .with_for_update(key_share=True)
)
_CHAIN = Prepared(
    select(chain.c.number, chain.c.hash).where(chain.c.club_id == bindparam("club_id"))
)
_MOVE_CHAIN = Prepared(
    update(chain)
    .where(chain.c.club_id == bindparam("club"))
    .values(number=bindparam("number"), hash=bindparam("hash"))
)


def add(
    tx: Transaction,
    *,
    club_id: str,
    name: str,
    language: str,
    time_zone: str,
    private: bool,
    at: str,
    genesis: str,
) -> None:
    """Add a club and the empty chain of its entries."""
    tx.run(
        _ADD,
        id=club_id,
        name=name,
        language=language,
        time_zone=time_zone,
        private=private,
        created_at=at,
    )
    tx.run(_ADD_CHAIN, club_id=club_id, number=0, hash=genesis)


def get(tx: Transaction, club_id: str) -> ClubRow | None:
    """Return the club, None if there is none."""
    row = tx.one(_GET, club_id=club_id, yes=True)
    return None if row is None else ClubRow._make(row)


def plain(tx: Transaction, club_id: str) -> ClubRow | None:
    """Return the club without counting its members and nights."""
    row = tx.one(_PLAIN, club_id=club_id)
    return None if row is None else ClubRow(row[0], row[1], row[2], row[3], row[4], 0, 0)


def list_all(tx: Transaction) -> list[ClubRow]:
    """Return every club by name."""
    return [ClubRow._make(row) for row in tx.all(_ALL, yes=True)]


def private(tx: Transaction) -> ClubRow | None:
    """Return the club of a private machine, None before its first use."""
    row = tx.one(_PRIVATE, yes=True)
    return None if row is None else ClubRow._make(row)


def rename(tx: Transaction, club_id: str, name: str) -> None:
    """Give a club another name."""
    tx.run(_RENAME, club_id=club_id, to=name)


def lock_chain(tx: Transaction, club_id: str) -> tuple[int, str]:
    """Return number and hash of the club's last entry; nobody else posts until this ends."""
    row = tx.one(_LOCK_CHAIN, club_id=club_id)
    assert row is not None
    return row[0], row[1]


def chain_end(tx: Transaction, club_id: str) -> tuple[int, str]:
    """Return number and hash of the club's last entry."""
    row = tx.one(_CHAIN, club_id=club_id)
    assert row is not None
    return row[0], row[1]


def move_chain(tx: Transaction, club_id: str, number: int, hash_: str) -> None:
    """Keep the number and hash of the new last entry."""
    tx.run(_MOVE_CHAIN, club=club_id, number=number, hash=hash_)
