"""Telling other programs what happened, signed, until they have heard or we give up."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.outgoing import Caller
from scorekeeper.jobs.outgoing import UnreachableError
from scorekeeper.jobs.tasks import Context
from scorekeeper.jobs.tasks import Task
from scorekeeper.services import webhooks
from scorekeeper.services.announcing import JOB_KIND


class NotHeardError(RuntimeError):
    """It was not taken; it is tried again later."""


def webhook_tasks(*, local: bool) -> dict[str, Task]:
    """Return what a worker needs to tell other programs; `local` allows our own network."""
    caller = Caller(local=local)

    def deliver(context: Context, args: Mapping[str, Any]) -> str:
        return _deliver(caller, context, args)

    return {JOB_KIND: deliver}


def signature(secret: str, at: str, body: bytes) -> str:
    """Sign a body: HMAC-SHA256 over the moment, a full stop and the body, in hexadecimal."""
    return hmac.new(secret.encode(), at.encode() + b"." + body, hashlib.sha256).hexdigest()


def _deliver(caller: Caller, context: Context, args: Mapping[str, Any]) -> str:
    where = {
        "club_id": context.club_id,
        "webhook_id": str(args["webhook_id"]),
        "delivery_id": str(args["delivery_id"]),
    }
    letter = webhooks.letter(context.desk, **where)
    if letter is None:
        return "nobody to tell"
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
    except UnreachableError as unheard:
        error = str(unheard)
    except ScorekeeperError as refused:
        error = f"{refused.code.value}: {refused.values.get('address', '')}"
    after = webhooks.sent(context.desk, **where, status=status, error=error)
    if error and after is not None and after.state == "waiting":
        raise NotHeardError(error)
    return error or "heard"
