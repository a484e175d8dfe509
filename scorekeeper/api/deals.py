"""Deals: previewed, recorded, undone, corrected."""

from typing import Any

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.asking import require
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_or_not
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import may_be_conditional
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.nights import ID
from scorekeeper.api.nights import TABLE
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import conditions
from scorekeeper.services import deals
from scorekeeper.services.deadlines import action_needed
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("deals", "Deals: previewed, recorded, undone, corrected.")
DEAL = CLUB + "/deals/<id:deal_id>"
# As it is told at a table of Bolachen.
_SAID = {
    "contract": {"kind": "brand", "declarer": ID, "trump": "H"},
    "tricks_taken": {ID: 5},
}
_TOLD = (
    *(ErrorCode.DEAL_INVALID, ErrorCode.DEAL_UNDECIDED),
    *(ErrorCode.STAKE_LIMIT, ErrorCode.AMOUNT_LARGE, ErrorCode.VALUE_INVALID),
)


@resources.post(TABLE + "/deals/preview")
@needs(Action.RECORD)
@refuses(ErrorCode.VALUE_INVALID)
@resources.takes(asked.NewDeal, example={"said": _SAID})
@resources.answers(200, answers.PREVIEW)
def preview(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Say what a deal would do if it were recorded now; what is wrong stands in the report."""
    return deals.preview_deal(desk(), club_id=club_id, table_id=table_id, **told)


@resources.post(TABLE + "/deals")
@needs(Action.RECORD)
@keyed
@may_be_conditional
@refuses(
    *_TOLD,
    ErrorCode.NIGHT_NOT_OPEN,
    ErrorCode.SEATS_COUNT,
    ErrorCode.CHANGED_MEANWHILE,
    ErrorCode.PARTNERS_CHANGED,
)
@resources.takes(asked.NewDeal, example={"said": _SAID})
@resources.answers(201, answers.DEAL, etag=True)
def record(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Record the next deal of a table; with If-Match only at the table as it was seen."""
    at = as_seen_or_not(conditions.table(club_id, table_id), "table")
    made = deals.record_deal(at, club_id=club_id, table_id=table_id, key=key(), **told)
    return tagged(made), {"Location": f"/api/v1/clubs/{club_id}/deals/{made.id}"}


@resources.post(TABLE + "/deals/undo")
@needs(Action.RECORD)
@keyed
@refuses(ErrorCode.UNDO_NOT_LAST, ErrorCode.NIGHT_NOT_OPEN)
@resources.takes(asked.UndoDeal, example={"deal_id": ID, "reason": "Falsch eingegeben"})
@resources.answers(200, answers.DEAL, etag=True)
def undo(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Undo the last deal of a table that counts; the same dealer deals again."""
    return tagged(deals.undo_last(desk(), club_id=club_id, table_id=table_id, key=key(), **told))


@resources.get(DEAL)
@needs(Action.LOOK)
@resources.answers(200, answers.DEAL, etag=True)
def get_deal(club_id: str, deal_id: str) -> Any:
    """Return a deal with everything that was ever told of it."""
    return tagged(deals.get_deal(desk(), club_id=club_id, deal_id=deal_id))


@resources.post(DEAL + "/correction/preview")
@needs(Action.RECORD)
@refuses(ErrorCode.DEAL_UNDONE, ErrorCode.NIGHT_NOT_OPEN, ErrorCode.VALUE_INVALID)
@resources.takes(asked.Correction, example={"said": _SAID})
@resources.answers(200, answers.CORRECTION)
def preview_correction(told: dict[str, Any], club_id: str, deal_id: str) -> Any:
    """Say what a correction would change for the deal, for later deals and for everybody."""
    return deals.preview_correction(desk(), club_id=club_id, deal_id=deal_id, **told)


@resources.post(DEAL + "/correction")
@needs(Action.RECORD)
@keyed
@conditional
@refuses(
    *_TOLD,
    ErrorCode.DEAL_UNDONE,
    ErrorCode.REASON_NEEDED,
    ErrorCode.LATER_DEALS_BREAK,
    ErrorCode.CHANGED_MEANWHILE,
)
@resources.takes(
    asked.WrittenCorrection, example={"said": _SAID, "reason": "Es war ein Stich mehr"}
)
@resources.answers(200, answers.DEAL, etag=True)
def correct(told: dict[str, Any], club_id: str, deal_id: str) -> Any:
    """Tell a deal anew; later deals of its table are scored again.

    The table's last deal needs `record`, an earlier one `change`, one of a closed night
    `change_closed`.
    """
    at = as_seen(conditions.deal(club_id, deal_id), "deal")
    others = told["others"] or {}
    granted = action_needed(desk(), club_id=club_id, deal_id=deal_id, others=others)
    require(granted, club_id)
    return tagged(
        deals.correct_deal(at, club_id=club_id, deal_id=deal_id, key=key(), granted=granted, **told)
    )
