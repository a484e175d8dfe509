"""Telling other programs what happened, signed, until they have heard or we give up."""

import hashlib
import hmac
from collections.abc import Mapping
from datetime import datetime
from datetime import timedelta
from typing import Any

from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.outgoing import Caller
from scorekeeper.jobs.outgoing import UnreachableError
from scorekeeper.jobs.tasks import Context
from scorekeeper.jobs.tasks import PostponedError
from scorekeeper.jobs.tasks import Task
from scorekeeper.services import webhooks
from scorekeeper.services.announcing import JOB_KIND

FIRST_PAUSE = 15  # seconds; each is twice as long as the one before
LONGEST_PAUSE = 15 * 60


class NotHeardError(RuntimeError):
    """It was not taken; it is tried again later."""


class Pauses:
    """Who gave no answer lately, and until when he is left alone.

    Waiting for somebody who is not there holds up every other job of a worker: documents, mails,
    and those who listen. It is remembered by the worker alone; the next one finds out by itself.
    """

    def __init__(self) -> None:
        self._silent: dict[tuple[str, str], tuple[int, datetime]] = {}

    def until(self, webhook_id: str, url: str) -> datetime | None:
        """Return until when somebody at this address is left alone."""
        found = self._silent.get((webhook_id, url))
        return None if found is None else found[1]

    def heard(self, webhook_id: str, url: str) -> None:
        """Take note of an answer, whatever it was."""
        self._silent.pop((webhook_id, url), None)

    def unheard(self, webhook_id: str, url: str, now: datetime) -> None:
        """Take note that nobody answered: from the second time on he is left alone, ever longer."""
        times = self._silent.get((webhook_id, url), (0, now))[0] + 1
        pause = min(FIRST_PAUSE * 2 ** min(times - 2, 10), LONGEST_PAUSE) if times > 1 else 0
        self._silent[webhook_id, url] = times, now + timedelta(seconds=pause)


def webhook_tasks(*, local: bool) -> dict[str, Task]:
    """Return what a worker needs to tell other programs; `local` allows our own network."""
    caller, pauses = Caller(local=local), Pauses()

    def deliver(context: Context, args: Mapping[str, Any]) -> str:
        return _deliver(caller, pauses, context, args)

    return {JOB_KIND: deliver}


def signature(secret: str, at: str, body: bytes) -> str:
    """Sign a body: HMAC-SHA256 over the moment, a full stop and the body, in hexadecimal."""
    return hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


def _deliver(caller: Caller, pauses: Pauses, context: Context, args: Mapping[str, Any]) -> str:
    where = {
        "club_id": context.club_id,
        "webhook_id": str(args["webhook_id"]),
        "delivery_id": str(args["delivery_id"]),
    }
    letter = webhooks.letter(context.desk, **where)
    if letter is None:
        return "nobody to tell"
    who = where["webhook_id"], letter.url
    alone = pauses.until(*who)
    if alone is not None and context.desk.clock() < alone:
        raise PostponedError(alone)
    body = letter.payload.encode()
    at = str(int(context.desk.clock().timestamp()))
    status: int | None = None
    try:
        status = caller.post(
            letter.url,
            body,
            {
                "Content-Type": "application/json",
                "User-Agent": "scorekeeper",
                "Scorekeeper-Event": letter.event,
                "Scorekeeper-Delivery": letter.id,
                "Scorekeeper-Timestamp": at,
                "Scorekeeper-Signature": "sha256=" + signature(letter.secret, at, body),
            },
        )
        error = "" if 200 <= status < 300 else f"answered {status}"
        pauses.heard(*who)
    except UnreachableError as unheard:
        error = str(unheard)
        pauses.unheard(*who, context.desk.clock())
    except ScorekeeperError as refused:
        error = f"{refused.code.value}: {refused.values.get('address', '')}"
    after = webhooks.sent(context.desk, **where, status=status, error=error)
    if error and after is not None and after.state == "waiting":
        raise NotHeardError(error)
    return error or "heard"
