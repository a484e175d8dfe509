"""What clubs say of themselves to everybody, and a club's own settings."""

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import club
from scorekeeper.store.schema import club_text

_ADD = insert_all(club_text)
_OF_CLUB = Prepared(
    select(club_text.c.kind, club_text.c.body).where(club_text.c.club_id == bindparam("club_id"))
)
# The oldest club that has one: on a service with several it is the host's.
_FIRST = Prepared(
    select(club_text.c.body)
    .where(club_text.c.kind == bindparam("kind"))
    .order_by(club_text.c.club_id)
    .limit(1)
)
_CLEAR = Prepared(
    delete(club_text).where(
        club_text.c.club_id == bindparam("club_id"), club_text.c.kind == bindparam("kind")
    )
)
_CHANGE = Prepared(
    update(club)
    .where(club.c.id == bindparam("club_id"))
    .values(name=bindparam("to"), language=bindparam("speaks"), time_zone=bindparam("zone"))
)


def of_club(tx: Transaction, club_id: str) -> dict[str, str]:
    """Return a club's texts by kind."""
    return {row[0]: row[1] for row in tx.all(_OF_CLUB, club_id=club_id)}


def first(tx: Transaction, kind: str) -> str:
    """Return the text of the oldest club that has one, "" when none has."""
    row = tx.one(_FIRST, kind=kind)
    return "" if row is None else row[0]


def put(tx: Transaction, club_id: str, kind: str, body: str, *, who: str, at: str) -> None:
    """Keep a text in the place of the last one; an empty one is none."""
    tx.run(_CLEAR, club_id=club_id, kind=kind)
    if body:
        tx.run(_ADD, club_id=club_id, kind=kind, body=body, who=who, at=at)


def change_club(tx: Transaction, club_id: str, *, name: str, language: str, time_zone: str) -> None:
    tx.run(_CHANGE, club_id=club_id, to=name, speaks=language, zone=time_zone)
