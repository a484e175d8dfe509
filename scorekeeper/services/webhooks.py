"""Whom a club tells what happened: kept, changed, looked after, and told once more."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import addresses
from scorekeeper.services import announcing
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.announcing import Event
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.store import webhooks
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of
from scorekeeper.store.webhooks import DeliveryRow
from scorekeeper.store.webhooks import WebhookRow

MOST_IN_A_CLUB = 20
SECRET_PREFIX = "wh_"
_AFTER_ALL = "g"  # after every id
_FAILURES_MAX = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookView:
    """Whom a club tells what happened. What is sent is signed with `secret`."""

    id: str
    url: str
    secret: str
    events: tuple[str, ...]
    active: bool
    revision: int
    who: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryView:
    """Something told: waiting, delivered or failed; `status` is what was answered last."""

    id: str
    event: str
    payload: str
    state: str
    attempts: int
    status: int | None
    error: str
    created_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """What a worker sends, where, and under which secret. `last`: it is not tried again."""

    url: str
    secret: str
    id: str
    event: str
    payload: str
    attempt: int
    last: bool


def create_webhook(
    desk: Desk, *, club_id: str, url: str, events: Iterable[str], local: bool = False
) -> WebhookView:
    """Tell another program what happens from now on.

    Raises ScorekeeperError: ADDRESS_REFUSED, VALUE_INVALID at `events`, TOO_MANY.
    """
    addresses.checked(url, local=local)
    chosen = _events(events)

    def work(tx: Transaction) -> WebhookView:
        clubs.read(tx, club_id)
        if len(webhooks.of_club(tx, club_id)) >= MOST_IN_A_CLUB:
            raise ScorekeeperError(ErrorCode.TOO_MANY, "webhook", max=MOST_IN_A_CLUB)
        row = WebhookRow(
            id=desk.new_id(),
            url=url,
            secret=SECRET_PREFIX + secrets.token_urlsafe(32),
            events=chosen,
            active=True,
            revision=1,
            who=desk.actor,
            created_at=desk.now(),
        )
        webhooks.add(tx, club_id, row)
        return _view(row)

    return written(desk, work)


def list_webhooks(desk: Desk, *, club_id: str) -> tuple[WebhookView, ...]:
    """Return whom a club tells what happened."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        return tuple(_view(row) for row in webhooks.of_club(tx, club_id))


def read(tx: Transaction, club_id: str, webhook_id: str) -> WebhookView:
    """Return one within a transaction."""
    return _view(_row(tx, club_id, webhook_id))


def get_webhook(desk: Desk, *, club_id: str, webhook_id: str) -> WebhookView:
    """Return one.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, webhook_id)


def change_webhook(
    desk: Desk,
    *,
    club_id: str,
    webhook_id: str,
    url: str | None = None,
    events: Iterable[str] | None = None,
    active: bool | None = None,
    local: bool = False,
) -> WebhookView:
    """Tell somebody else, something else, or nothing for a while.

    Raises ScorekeeperError: NOT_FOUND, ADDRESS_REFUSED, VALUE_INVALID.
    """
    if url is not None:
        addresses.checked(url, local=local)
    chosen = None if events is None else _events(events)

    def work(tx: Transaction) -> WebhookView:
        row = _row(tx, club_id, webhook_id)
        webhooks.change(
            tx,
            club_id,
            row.id,
            url=row.url if url is None else url,
            events=row.events if chosen is None else chosen,
            active=bool(row.active) if active is None else active,
        )
        return read(tx, club_id, row.id)

    return written(desk, work)


def remove_webhook(desk: Desk, *, club_id: str, webhook_id: str) -> WebhookView:
    """Tell him no more, and forget what was told."""

    def work(tx: Transaction) -> WebhookView:
        row = _row(tx, club_id, webhook_id)
        webhooks.remove(tx, club_id, row.id)
        return _view(row)

    return written(desk, work)


def list_deliveries(
    desk: Desk, *, club_id: str, webhook_id: str, before: str | None = None, limit: int = 50
) -> tuple[DeliveryView, ...]:
    """Return what was told, the newest first; `before` is the last one already seen."""
    count = bounds.number(limit, "limit", 1, 200)
    start = _AFTER_ALL if before is None else bounds.id_(before, "delivery")
    with desk.store.read() as tx:
        _row(tx, club_id, webhook_id)
        rows = webhooks.deliveries(tx, club_id, webhook_id, before=start, count=count)
    return tuple(_delivery(row) for row in rows)


def resend(desk: Desk, *, club_id: str, webhook_id: str, delivery_id: str) -> DeliveryView:
    """Tell something once more: a new delivery with what the old one said.

    Raises ScorekeeperError: NOT_FOUND.
    """

    def work(tx: Transaction) -> DeliveryView:
        _row(tx, club_id, webhook_id)
        found = webhooks.get_delivery(tx, club_id, webhook_id, bounds.id_(delivery_id, "delivery"))
        if found is None:
            raise bounds.missing("delivery")
        again = found._replace(
            id=desk.new_id(),
            state="waiting",
            attempts=0,
            status=None,
            error="",
            created_at=desk.now(),
            ended_at=None,
        )
        announcing.queue(tx, desk, club_id, again)
        return _delivery(again)

    return written(desk, work)


def letter(desk: Desk, *, club_id: str, webhook_id: str, delivery_id: str) -> Letter | None:
    """Return what is to be sent; None when that is over, or nobody is told any more."""
    with desk.store.read() as tx:
        hook = webhooks.get(tx, club_id, webhook_id)
        found = webhooks.get_delivery(tx, club_id, webhook_id, delivery_id)
    if hook is None or found is None or found.state != "waiting":
        return None
    attempt = found.attempts + 1
    return Letter(
        url=hook.url,
        secret=hook.secret,
        id=found.id,
        event=found.event,
        payload=found.payload,
        attempt=attempt,
        last=attempt >= announcing.MAX_ATTEMPTS,
    )


def sent(
    desk: Desk,
    *,
    club_id: str,
    webhook_id: str,
    delivery_id: str,
    status: int | None,
    error: str = "",
) -> DeliveryView | None:
    """Keep how sending went: an empty `error` is success. Who never listens is told no more."""

    def work(tx: Transaction) -> DeliveryView | None:
        row = webhooks.get_delivery(tx, club_id, webhook_id, delivery_id)
        if row is None:
            return None
        attempts = row.attempts + 1
        over = not error or attempts >= announcing.MAX_ATTEMPTS
        state = "delivered" if not error else "failed" if over else "waiting"
        after = row._replace(
            state=state,
            attempts=attempts,
            status=status,
            error=error[:200],
            ended_at=desk.now() if over else None,
        )
        webhooks.tell(tx, club_id, after)
        _look_back(tx, club_id, webhook_id)
        return _delivery(after)

    return written(desk, work)


def _look_back(tx: Transaction, club_id: str, webhook_id: str) -> None:
    """Forget what was told long ago, and give up who has not listened for long."""
    rows = webhooks.deliveries(
        tx, club_id, webhook_id, before=_AFTER_ALL, count=announcing.KEPT_DELIVERIES + 1
    )
    if len(rows) > announcing.KEPT_DELIVERIES:
        webhooks.forget(tx, club_id, webhook_id, before=rows[-2].id)
    over = [row.state for row in rows if row.state != "waiting"][:_FAILURES_MAX]
    if over == ["failed"] * _FAILURES_MAX:
        row = _row(tx, club_id, webhook_id)
        webhooks.change(tx, club_id, webhook_id, url=row.url, events=row.events, active=False)


def _row(tx: Transaction, club_id: str, webhook_id: str) -> WebhookRow:
    row = webhooks.get(tx, club_id, bounds.id_(webhook_id, "webhook"))
    if row is None:
        raise bounds.missing("webhook")
    return row


def _events(asked: Iterable[str]) -> str:
    wanted = set(asked)
    chosen = [event.value for event in Event if event.value in wanted]
    if not chosen or len(chosen) != len(wanted):
        strange = sorted(wanted - set(chosen))
        raise bounds.invalid("events", strange[0] if strange else "")
    return " ".join(chosen)


def _view(row: WebhookRow) -> WebhookView:
    return WebhookView(
        id=row.id,
        url=row.url,
        secret=row.secret,
        events=tuple(row.events.split()),
        active=bool(row.active),
        revision=row.revision,
        who=row.who,
        created_at=moment_of(row.created_at),
    )


def _delivery(row: DeliveryRow) -> DeliveryView:
    return DeliveryView(
        id=row.id,
        event=row.event,
        payload=row.payload,
        state=row.state,
        attempts=row.attempts,
        status=row.status,
        error=row.error,
        created_at=moment_of(row.created_at),
        ended_at=None if row.ended_at is None else moment_of(row.ended_at),
    )
