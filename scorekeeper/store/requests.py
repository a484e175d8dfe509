"""What was asked for under which key, so that asking twice does a thing once."""

from sqlalchemy import bindparam
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import request

_ADD = insert_all(request)
_FIND = Prepared(
    select(request.c.body, request.c.answer).where(
        request.c.club_id == bindparam("club_id"), request.c.key == bindparam("key")
    )
)


def find(tx: Transaction, club_id: str, key: str) -> tuple[str, str] | None:
    """Return the hash of the body and the answer given under this key."""
    row = tx.one(_FIND, club_id=club_id, key=key)
    return None if row is None else (row[0], row[1])


def add(tx: Transaction, club_id: str, key: str, *, body: str, answer: str, at: str) -> None:
    """Keep the answer given under this key."""
    tx.run(_ADD, club_id=club_id, key=key, body=body, answer=answer, at=at)
