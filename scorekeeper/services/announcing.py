"""Telling other programs what happened: written down in the transaction in which it happens.

Each telling is a row and a job; a worker sends it. What is undone with its transaction is told
nobody, and what was kept is told even when the machine stops a moment later.
"""

from collections.abc import Iterable
from enum import StrEnum

from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services.desk import Desk
from scorekeeper.store import jobs
from scorekeeper.store import webhooks
from scorekeeper.store.engine import Transaction
from scorekeeper.store.webhooks import DeliveryRow

JOB_KIND = "webhook"
MAX_ATTEMPTS = 12  # the last of them more than an hour after the first
KEPT_DELIVERIES = 500
_AT_ONCE_MAX = 100  # of a file that is brought in the last ones are enough
_SPARE_ATTEMPTS = 4  # of workers that were killed


class Event(StrEnum):
    """What may have happened."""

    DEAL_RECORDED = "deal.recorded"
    DEAL_UNDONE = "deal.undone"
    DEAL_CORRECTED = "deal.corrected"
    DEAL_RULED = "deal.ruled"
    AMOUNTS_RECORDED = "amounts.recorded"
    NIGHT_CLOSED = "night.closed"
    NIGHT_REOPENED = "night.reopened"
    NIGHT_VOIDED = "night.voided"
    NIGHT_SETTLED = "night.settled"
    SETTLEMENT_PAID = "settlement.paid"
    SETTLEMENT_UNPAID = "settlement.unpaid"
    SETTLEMENT_CARRIED = "settlement.carried"
    PURSE_BOOKED = "purse.booked"
    BOOKS_CLOSED = "books.closed"
    BOOKS_REOPENED = "books.reopened"
    DISPUTE_OPENED = "dispute.opened"
    DISPUTE_DECIDED = "dispute.decided"
    DISPUTE_APPEALED = "dispute.appealed"


_OF_ENTRIES = {
    EntryKind.DEAL: Event.DEAL_RECORDED,
    EntryKind.UNDO: Event.DEAL_UNDONE,
    EntryKind.CORRECTION: Event.DEAL_CORRECTED,
    EntryKind.RULING: Event.DEAL_RULED,
    EntryKind.AMOUNTS: Event.AMOUNTS_RECORDED,
    EntryKind.PAYMENT: Event.SETTLEMENT_PAID,
    EntryKind.PAYMENT_TAKEN_BACK: Event.SETTLEMENT_UNPAID,
    EntryKind.CARRY: Event.SETTLEMENT_CARRIED,
    EntryKind.MONTH_CLOSED: Event.BOOKS_CLOSED,
    EntryKind.SEASON_CLOSED: Event.BOOKS_CLOSED,
    EntryKind.MONTH_REOPENED: Event.BOOKS_REOPENED,
    EntryKind.SEASON_REOPENED: Event.BOOKS_REOPENED,
    **dict.fromkeys(
        (
            EntryKind.FEE,
            EntryKind.FINE,
            EntryKind.HOST_SHARE,
            EntryKind.INCOME,
            EntryKind.EXPENSE,
            EntryKind.MEMBER_PAYMENT,
            EntryKind.MEMBER_TRANSFER,
            EntryKind.MONEY_MOVED,
            EntryKind.OPENING,
            EntryKind.COUNTED,
            EntryKind.TAKEN_BACK,
        ),
        Event.PURSE_BOOKED,
    ),
}


def announce_entries(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    written: Iterable[tuple[EntryKind, int, str | None, str | None, str | None]],
) -> None:
    """Tell of entries: kind, number, night, table, and what each is about; one thing once."""
    told: dict[tuple[Event, str | None], dict[str, object]] = {}
    for kind, number, night_id, table_id, about in written:
        event = _OF_ENTRIES.get(kind)
        if event is not None:
            told[event, about] = {
                "night_id": night_id,
                "table_id": table_id,
                "about": about,
                "entry": number,
            }
    if told:
        happened = [(event, facts) for (event, _), facts in told.items()]
        _tell(tx, desk, club_id, happened[-_AT_ONCE_MAX:])


def announce(
    tx: Transaction, desk: Desk, club_id: str, event: Event, *, night_id: str, about: str
) -> None:
    """Tell of something that is no entry of its own."""
    facts: dict[str, object] = {
        "night_id": night_id,
        "table_id": None,
        "about": about,
        "entry": None,
    }
    _tell(tx, desk, club_id, [(event, facts)])


def _tell(
    tx: Transaction, desk: Desk, club_id: str, told: list[tuple[Event, dict[str, object]]]
) -> None:
    for hook in webhooks.of_club(tx, club_id):
        if not hook.active:
            continue
        chosen = hook.events.split()
        for event, facts in told:
            if event.value in chosen:
                _queue(tx, desk, club_id, hook.id, event.value, facts)


def _queue(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    webhook_id: str,
    event: str,
    facts: dict[str, object],
) -> None:
    delivery_id = desk.new_id()
    at = desk.now()
    payload = {
        "id": delivery_id,
        "event": event,
        "at": at,
        "club_id": club_id,
        "who": desk.actor,
        **facts,
    }
    row = DeliveryRow(
        webhook_id=webhook_id,
        id=delivery_id,
        event=event,
        payload=webhooks.as_payload(payload),
        state="waiting",
        attempts=0,
        status=None,
        error="",
        created_at=at,
        ended_at=None,
    )
    queue(tx, desk, club_id, row)


def queue(tx: Transaction, desk: Desk, club_id: str, row: DeliveryRow) -> None:
    """Keep something to be told, and ask a worker to tell it."""
    webhooks.add_delivery(tx, club_id, row)
    jobs.add(
        tx,
        club_id=club_id,
        job_id=desk.new_id(),
        kind=JOB_KIND,
        args={"webhook_id": row.webhook_id, "delivery_id": row.id},
        dedupe=f"webhook {row.id}",
        now=int(desk.clock().timestamp() * 1000),
        max_attempts=MAX_ATTEMPTS + _SPARE_ATTEMPTS,
    )
