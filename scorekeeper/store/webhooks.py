"""Whom a club tells what happened, and what was told."""

import json
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import delivery
from scorekeeper.store.schema import webhook


class WebhookRow(NamedTuple):
    """Whom to tell; `events` by blanks, `revision` counts its changes."""

    id: str
    url: str
    secret: str
    events: str
    active: bool
    revision: int
    who: str
    created_at: str


class DeliveryRow(NamedTuple):
    """Something told: waiting, delivered or failed. `status` is what was answered last."""

    webhook_id: str
    id: str
    event: str
    payload: str
    state: str
    attempts: int
    status: int | None
    error: str
    created_at: str
    ended_at: str | None


_columns = tuple(webhook.c[name] for name in WebhookRow._fields)
_told = tuple(delivery.c[name] for name in DeliveryRow._fields)
_here = update(webhook).where(
    webhook.c.club_id == bindparam("club"), webhook.c.id == bindparam("webhook")
)
_that = (
    delivery.c.club_id == bindparam("club_id"),
    delivery.c.webhook_id == bindparam("webhook_id"),
)

_ADD = insert_all(webhook)
_GET = Prepared(
    select(*_columns).where(
        webhook.c.club_id == bindparam("club_id"), webhook.c.id == bindparam("webhook_id")
    )
)
_OF_CLUB = Prepared(
    select(*_columns).where(webhook.c.club_id == bindparam("club_id")).order_by(webhook.c.id)
)
_CHANGE = Prepared(
    _here.values(
        url=bindparam("to"),
        events=bindparam("chosen"),
        active=bindparam("on"),
        revision=webhook.c.revision + 1,
    )
)
_REMOVE = Prepared(
    delete(webhook).where(
        webhook.c.club_id == bindparam("club_id"), webhook.c.id == bindparam("webhook_id")
    )
)
_ADD_DELIVERY = insert_all(delivery)
_DELIVERY = Prepared(select(*_told).where(*_that, delivery.c.id == bindparam("id")))
_DELIVERIES = Prepared(
    select(*_told)
    .where(*_that, delivery.c.id < bindparam("before"))
    .order_by(delivery.c.id.desc())
    .limit(bindparam("count"))
)
_END = Prepared(
    update(delivery)
    .where(
        delivery.c.club_id == bindparam("club"),
        delivery.c.webhook_id == bindparam("webhook"),
        delivery.c.id == bindparam("delivery"),
    )
    .values(
        state=bindparam("now"),
        attempts=bindparam("count"),
        status=bindparam("answered"),
        error=bindparam("said"),
        ended_at=bindparam("at"),
    )
)
_FORGET = Prepared(delete(delivery).where(*_that, delivery.c.id < bindparam("before")))


def as_payload(facts: Mapping[str, object]) -> str:
    """Write down what is told, always the same way."""
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def add(tx: Transaction, club_id: str, row: WebhookRow) -> None:
    """Keep whom to tell."""
    tx.run(_ADD, club_id=club_id, **row._asdict())


def get(tx: Transaction, club_id: str, webhook_id: str) -> WebhookRow | None:
    """Return one of a club's."""
    row = tx.one(_GET, club_id=club_id, webhook_id=webhook_id)
    return None if row is None else WebhookRow._make(row)


def of_club(tx: Transaction, club_id: str) -> list[WebhookRow]:
    """Return whom a club tells what happened."""
    return [WebhookRow._make(row) for row in tx.all(_OF_CLUB, club_id=club_id)]


def change(
    tx: Transaction, club_id: str, webhook_id: str, *, url: str, events: str, active: bool
) -> None:
    """Tell somebody else, something else, or nothing."""
    tx.run(_CHANGE, club=club_id, webhook=webhook_id, to=url, chosen=events, on=active)


def remove(tx: Transaction, club_id: str, webhook_id: str) -> None:
    """Tell him no more, and forget what was told."""
    tx.run(_FORGET, club_id=club_id, webhook_id=webhook_id, before="g")
    tx.run(_REMOVE, club_id=club_id, webhook_id=webhook_id)


def add_delivery(tx: Transaction, club_id: str, row: DeliveryRow) -> None:
    """Keep what is to be told."""
    tx.run(_ADD_DELIVERY, club_id=club_id, **row._asdict())


def get_delivery(
    tx: Transaction, club_id: str, webhook_id: str, delivery_id: str
) -> DeliveryRow | None:
    """Return something told."""
    row = tx.one(_DELIVERY, club_id=club_id, webhook_id=webhook_id, id=delivery_id)
    return None if row is None else DeliveryRow._make(row)


def deliveries(
    tx: Transaction, club_id: str, webhook_id: str, *, before: str, count: int
) -> list[DeliveryRow]:
    """Return what was told, the newest first, before an id ("g" is after every one)."""
    rows = tx.all(_DELIVERIES, club_id=club_id, webhook_id=webhook_id, before=before, count=count)
    return [DeliveryRow._make(row) for row in rows]


def tell(tx: Transaction, club_id: str, row: DeliveryRow) -> None:
    """Keep how it went."""
    tx.run(
        _END,
        club=club_id,
        webhook=row.webhook_id,
        delivery=row.id,
        now=row.state,
        count=row.attempts,
        answered=row.status,
        said=row.error,
        at=row.ended_at,
    )


def forget(tx: Transaction, club_id: str, webhook_id: str, *, before: str) -> None:
    """Forget what was told before an id."""
    tx.run(_FORGET, club_id=club_id, webhook_id=webhook_id, before=before)
