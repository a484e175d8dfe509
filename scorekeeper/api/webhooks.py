"""Webhooks: whom to tell what happened, what was told, and telling it once more."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import wired
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_or_not
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import cursor_of
from scorekeeper.api.blueprint import may_be_conditional
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import place_in
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import conditions
from scorekeeper.services import webhooks
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint(
    "webhooks",
    "Telling other programs what happened. Each telling is a POST of JSON with the headers "
    "Scorekeeper-Event, Scorekeeper-Delivery, Scorekeeper-Timestamp and Scorekeeper-Signature: "
    "`sha256=` and the HMAC-SHA256, under the webhook's secret, of the timestamp, a full stop and "
    "the body. An answer of 2xx is heard; anything else is tried again, ever more seldom, twelve "
    "times in all. Only public https addresses are called, and no redirect is followed.",
)
HOOK = CLUB + "/webhooks/<id:webhook_id>"


@resources.get(CLUB + "/webhooks")
@needs(Action.WEBHOOKS)
@resources.answers(200, answers.WEBHOOKS)
def list_webhooks(club_id: str) -> Any:
    """List whom the club tells what happened."""
    return page_of(webhooks.list_webhooks(desk(), club_id=club_id), None)


@resources.post(CLUB + "/webhooks")
@needs(Action.WEBHOOKS)
@refuses(ErrorCode.ADDRESS_REFUSED, ErrorCode.VALUE_INVALID, ErrorCode.TOO_MANY)
@resources.takes(
    asked.NewWebhook,
    example={"url": "https://example.org/hook", "events": ["deal.recorded", "night.closed"]},
)
@resources.answers(201, answers.WEBHOOK, etag=True)
def create_webhook(told: dict[str, Any], club_id: str) -> Any:
    """Tell another program what happens from now on."""
    local = wired().config.webhooks_local
    made = webhooks.create_webhook(desk(), club_id=club_id, local=local, **told)
    return tagged(made), {"Location": f"{request.path}/{made.id}"}


@resources.get(HOOK)
@needs(Action.WEBHOOKS)
@resources.answers(200, answers.WEBHOOK, etag=True)
def get_webhook(club_id: str, webhook_id: str) -> Any:
    """Return one, with its secret."""
    return tagged(webhooks.get_webhook(desk(), club_id=club_id, webhook_id=webhook_id))


@resources.patch(HOOK)
@needs(Action.WEBHOOKS)
@conditional
@refuses(ErrorCode.ADDRESS_REFUSED, ErrorCode.VALUE_INVALID, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.WebhookChange, example={"active": False})
@resources.answers(200, answers.WEBHOOK, etag=True)
def change_webhook(told: dict[str, Any], club_id: str, webhook_id: str) -> Any:
    """Tell somebody else, something else, or nothing for a while."""
    at = as_seen(conditions.webhook(club_id, webhook_id), "webhook")
    local = wired().config.webhooks_local
    return tagged(
        webhooks.change_webhook(at, club_id=club_id, webhook_id=webhook_id, local=local, **told)
    )


@resources.delete(HOOK)
@needs(Action.WEBHOOKS)
@may_be_conditional
@refuses(ErrorCode.CHANGED_MEANWHILE)
@resources.answers(200, answers.WEBHOOK)
def remove_webhook(club_id: str, webhook_id: str) -> Any:
    """Tell him no more, and forget what was told."""
    at = as_seen_or_not(conditions.webhook(club_id, webhook_id), "webhook")
    return webhooks.remove_webhook(at, club_id=club_id, webhook_id=webhook_id)


@resources.get(HOOK + "/deliveries")
@needs(Action.WEBHOOKS)
@resources.takes(asked.Page, location="query")
@resources.answers(200, answers.DELIVERIES)
def list_deliveries(told: dict[str, Any], club_id: str, webhook_id: str) -> Any:
    """List what was told, the newest first, and how that went."""
    place = place_in(told.get("cursor"), str)
    limit = told["limit"]
    found = webhooks.list_deliveries(
        desk(),
        club_id=club_id,
        webhook_id=webhook_id,
        before=None if place is None else place[0],
        limit=limit,
    )
    return page_of(found, cursor_of(found[-1].id) if len(found) == limit else None)


@resources.post(HOOK + "/deliveries/<id:delivery_id>/resend")
@needs(Action.WEBHOOKS)
@resources.answers(202, answers.DELIVERY)
def resend(club_id: str, webhook_id: str, delivery_id: str) -> Any:
    """Tell something once more, as a new delivery."""
    return webhooks.resend(desk(), club_id=club_id, webhook_id=webhook_id, delivery_id=delivery_id)
