"""The ledger: a night deal by deal, balances, entries as they were written, and the proof."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.asking import visitor
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import cursor_of
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import place_in
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.giro import told as told_of
from scorekeeper.api.nights import NIGHT
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import entries
from scorekeeper.services import ledger
from scorekeeper.services import settlement
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("ledger", "The ledger, balances, who pays whom, and the proof of it all.")
TRANSFER = CLUB + "/transfers/<id:transfer_id>"


@resources.get(NIGHT + "/ledger")
@needs(Action.LOOK)
@resources.takes(asked.LedgerPage, location="query")
@resources.answers(200, answers.LedgerPage)
def night_ledger(told: dict[str, Any], club_id: str, night_id: str) -> Any:
    """Return the night deal by deal, oldest first. Deals recorded meanwhile come at the end."""
    place = place_in(told.get("cursor"), str)
    found = ledger.night_ledger(
        desk(),
        club_id=club_id,
        night_id=night_id,
        after=None if place is None else place[0],
        limit=told["limit"],
    )
    after = None if found.next_after is None else cursor_of(found.next_after)
    _, headers = page_of((), after)
    shown = {name: getattr(found, name) for name in found.__slots__}
    return {**shown, "next": after}, headers


@resources.get(NIGHT + "/balances")
@needs(Action.LOOK)
@resources.answers(200, answers.BALANCES)
def balances(club_id: str, night_id: str) -> Any:
    """Return what everybody of a night is owed, below zero what he owes."""
    found = ledger.balances(desk(), club_id=club_id, night_id=night_id)
    return page_of([{"member": member, "cents": cents} for member, cents in found], None)


@resources.get(CLUB + "/entries")
@needs(Action.LOOK)
@resources.takes(asked.LedgerPage, location="query")
@resources.answers(200, answers.ENTRIES)
def list_entries(told: dict[str, Any], club_id: str) -> Any:
    """List the entries of the club's chain in the order they were written.

    Whoever may not `see_purse`, by his roles or by the scopes of his key, gets those of evenings
    only, with the numbers they have in the whole chain.
    """
    place = place_in(told.get("cursor"), int)
    limit = told["limit"]
    found = entries.list_entries(
        desk(),
        club_id=club_id,
        after=0 if place is None else place[0],
        limit=limit,
        purse=visitor().may(Action.SEE_PURSE, club_id),
    )
    return page_of(found, cursor_of(found[-1].number) if len(found) == limit else None)


@resources.get(NIGHT + "/settlement")
@needs(Action.LOOK)
@resources.answers(200, answers.Settlement, etag=True)
def get_settlement(club_id: str, night_id: str) -> Any:
    """Return who pays whom for a night, once that was proposed.

    `giro_code` says where the code of a payment is that can be made by bank: to officers who
    settle, and to the two it is between.
    """
    found = settlement.get_settlement(desk(), club_id=club_id, night_id=night_id)
    if found is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "settlement")
    return told_of(club_id, found)


@resources.post(NIGHT + "/settlement")
@needs(Action.SETTLE)
@keyed
@refuses(ErrorCode.NIGHT_NOT_CLOSED, ErrorCode.VALUE_INVALID)
@resources.takes(asked.Proposal, example={"mode": "transfers"})
@resources.answers(201, answers.Settlement, etag=True)
def propose(told: dict[str, Any], club_id: str, night_id: str) -> Any:
    """Work out who pays whom for what still stands open, in place of the last proposal."""
    made = settlement.propose_settlement(
        desk(), club_id=club_id, night_id=night_id, key=key(), **told
    )
    return told_of(club_id, made), {"Location": request.path}


@resources.post(TRANSFER + "/pay")
@needs(Action.SETTLE)
@keyed
@refuses(ErrorCode.TRANSFER_TOO_MUCH, ErrorCode.SETTLEMENT_STALE, ErrorCode.NIGHT_NOT_CLOSED)
@resources.takes(asked.Paid, example={"amount": 120})
@resources.answers(200, answers.Settlement, etag=True)
def pay(told: dict[str, Any], club_id: str, transfer_id: str) -> Any:
    """Tick off a payment, or a part of it."""
    found = settlement.pay_transfer(
        desk(), club_id=club_id, transfer_id=transfer_id, key=key(), **told
    )
    return told_of(club_id, found)


@resources.post(TRANSFER + "/unpay")
@needs(Action.SETTLE)
@keyed
@refuses(ErrorCode.TRANSFER_TOO_MUCH, ErrorCode.NIGHT_NOT_CLOSED)
@resources.takes(asked.TakenBack, example={"amount": None})
@resources.answers(200, answers.Settlement, etag=True)
def unpay(told: dict[str, Any], club_id: str, transfer_id: str) -> Any:
    """Take back that a payment was made, all of it or so many cents."""
    found = settlement.unpay_transfer(
        desk(), club_id=club_id, transfer_id=transfer_id, key=key(), **told
    )
    return told_of(club_id, found)


@resources.get(CLUB + "/verify")
@heavy
@needs(Action.VERIFY)
@resources.takes(asked.Proving, location="query")
@resources.answers(200, answers.Proof)
def verify(told: dict[str, Any], club_id: str) -> Any:
    """Prove the ledger: every hash and every sum, and with `records` every deal once more."""
    found = ledger.verify(desk(), club_id=club_id, records=told["records"])
    return {"problems": found, "checked": True}
