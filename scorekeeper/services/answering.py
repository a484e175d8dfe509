"""Doing a thing once: the same key and body give the same answer, another body is refused."""

import hashlib
import json
from collections.abc import Callable
from typing import TypeVar

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.store import requests
from scorekeeper.store.engine import Transaction
from scorekeeper.store.refusals import Conflict

T = TypeVar("T")
_ATTEMPTS = 4
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


def once(
    desk: Desk,
    *,
    club_id: str,
    key: str | None,
    body: object,
    work: Callable[[Transaction], tuple[str, T]],
    again: Callable[[Transaction, str], T],
) -> T:
    """Do `work` in one transaction unless this key was answered before.

    `work` returns what it made (an id) and its answer; `again` makes the answer from the id for
    who asks a second time. Without a key the work is simply done.

    Raises ScorekeeperError: KEY_REUSED for another body, STORE_BUSY when others keep coming first.
    """
    if key is None:
        return written(desk, lambda tx: work(tx)[1])
    told, digest = bounds.key(key), _digest(body)

    def answered(tx: Transaction) -> T:
        known = requests.find(tx, club_id, told)
        if known is not None:
            if known[0] != digest:
                raise ScorekeeperError(ErrorCode.KEY_REUSED, "key")
            return again(tx, known[1])
        if desk.before is not None:
            desk.before(tx)
        made, answer = work(tx)
        requests.add(tx, club_id, told, body=digest, answer=made, at=desk.now())
        return answer

    try:
        return _written(desk, answered)
    except ScorekeeperError:
        # The same request may have been under way: this one waited for it, found everything as
        # the other left it, and was refused for just that. Its answer is there by now.
        with desk.store.read() as tx:
            known = requests.find(tx, club_id, told)
            if known is None or known[0] != digest:
                raise
            return again(tx, known[1])


def written(desk: Desk, work: Callable[[Transaction], T]) -> T:
    """Do `work` in one transaction; where it met another one, once more from its beginning.

    Raises ScorekeeperError: STORE_BUSY when others keep coming first.
    """

    def checked(tx: Transaction) -> T:
        if desk.before is not None:
            desk.before(tx)
        return work(tx)

    return _written(desk, checked)


def _written(desk: Desk, work: Callable[[Transaction], T]) -> T:
    for _ in range(_ATTEMPTS):
        try:
            with desk.store.write() as tx:
                return work(tx)
        except Conflict:
            continue
    raise ScorekeeperError(ErrorCode.STORE_BUSY)


def _digest(body: object) -> str:
    text = _ENCODER.encode(body)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
