"""Disputes: brought before the referee, decided, appealed, looked up again."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import cursor_of
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import place_in
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.deals import DEAL
from scorekeeper.api.nights import ID
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import deals
from scorekeeper.services import rulings
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.ruling_views import Offending

resources = Blueprint("disputes", "Disputes and the book of rulings.")
DISPUTE = CLUB + "/disputes/<id:dispute_id>"
_OPEN = (ErrorCode.DISPUTE_OPEN, ErrorCode.DEAL_UNDONE, ErrorCode.NIGHT_NOT_OPEN)


@resources.get(CLUB + "/disputes")
@needs(Action.LOOK)
@resources.takes(asked.BookPage, location="query")
@resources.answers(200, answers.DISPUTES)
def list_disputes(told: dict[str, Any], club_id: str) -> Any:
    """Return the club's disputes, the newest first; `q` are words that must all occur."""
    place = place_in(told.get("cursor"), int)
    found = rulings.book_of_rulings(
        desk(),
        club_id=club_id,
        query=told["q"],
        game=told["game"],
        rule_number=told["rule"],
        before=None if place is None else place[0],
        limit=told["limit"],
    )
    return page_of(found.disputes, None if found.before is None else cursor_of(found.before))


@resources.get(DEAL + "/disputes")
@needs(Action.LOOK)
@resources.answers(200, answers.DISPUTES)
def disputes_of(club_id: str, deal_id: str) -> Any:
    """Return every dispute there was about a deal, the oldest first."""
    deal = deals.get_deal(desk(), club_id=club_id, deal_id=deal_id)
    return page_of(rulings.disputes_of(desk(), club_id=club_id, deal_id=deal.id), None)


@resources.post(DEAL + "/disputes")
@needs(Action.DISPUTE)
@keyed
@refuses(*_OPEN, ErrorCode.REASON_NEEDED)
@resources.takes(
    asked.NewDispute,
    example={"reason": "Bert hat nicht bedient", "offence": "revoke", "by": ID, "trick": 3},
)
@resources.answers(201, answers.DISPUTE, etag=True)
def open_dispute(told: dict[str, Any], club_id: str, deal_id: str) -> Any:
    """Dispute a deal: it is marked, though it still counts as it was played."""
    made = rulings.open_dispute(desk(), club_id=club_id, deal_id=deal_id, key=key(), **told)
    root = request.path.partition("/deals/")[0]
    return tagged(made), {"Location": f"{root}/disputes/{made.id}"}


@resources.get(DISPUTE)
@needs(Action.LOOK)
@resources.answers(200, answers.DISPUTE, etag=True)
def get_dispute(club_id: str, dispute_id: str) -> Any:
    """Return a dispute with its whole story."""
    return tagged(rulings.get_dispute(desk(), club_id=club_id, dispute_id=dispute_id))


@resources.get(DISPUTE + "/outcomes")
@needs(Action.LOOK)
@resources.answers(200, answers.OUTCOMES)
def outcomes(club_id: str, dispute_id: str) -> Any:
    """Return what an open dispute may come to: as it was played, and with what is proposed."""
    return page_of(rulings.outcomes(desk(), club_id=club_id, dispute_id=dispute_id), None)


@resources.post(DISPUTE + "/ruling")
@needs(Action.RULE)
@keyed
@refuses(
    ErrorCode.DISPUTE_DECIDED,
    ErrorCode.REASON_NEEDED,
    ErrorCode.DEAL_INVALID,
    ErrorCode.LATER_DEALS_BREAK,
)
@resources.takes(asked.NewRuling, example={"choice": "proposed"})
@resources.answers(200, answers.DISPUTE, etag=True)
def decide(told: dict[str, Any], club_id: str, dispute_id: str) -> Any:
    """Decide a dispute: the deal is told anew with the ruling, and later ones follow."""
    held = told["offending"]
    decision = Decision(
        choice=Choice(told["choice"]),
        offending=None if held is None else Offending(**held),
    )
    return tagged(
        rulings.rule(
            desk(),
            club_id=club_id,
            dispute_id=dispute_id,
            decision=decision,
            key=key(),
            reason=told["reason"],
            others=told["others"],
        )
    )


@resources.post(DISPUTE + "/appeal")
@needs(Action.DISPUTE)
@keyed
@refuses(*_OPEN, ErrorCode.REASON_NEEDED)
@resources.takes(asked.NewAppeal, example={"reason": "Der Stich war anders"})
@resources.answers(200, answers.DISPUTE, etag=True)
def appeal(told: dict[str, Any], club_id: str, dispute_id: str) -> Any:
    """Open a decided dispute again; its deal counts as it was ruled meanwhile."""
    return tagged(
        rulings.appeal(
            desk(), club_id=club_id, dispute_id=dispute_id, key=key(), reason=told["reason"]
        )
    )
