"""The access code, as a slow hash."""

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import access_code

_GET = Prepared(select(access_code.c.salt, access_code.c.hash))
_ADD = insert_all(access_code)
_CLEAR = Prepared(delete(access_code).where(access_code.c.id == bindparam("one")))


def get(tx: Transaction) -> tuple[str, str] | None:
    """Return salt and hash, None when no code is set."""
    row = tx.one(_GET)
    return None if row is None else (row[0], row[1])


def put(tx: Transaction, code: tuple[str, str] | None) -> None:
    """Keep salt and hash of a new code, or no code."""
    tx.run(_CLEAR, one=1)
    if code is not None:
        tx.run(_ADD, id=1, salt=code[0], hash=code[1])
