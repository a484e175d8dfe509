"""Being paid by bank: a member's account number, and the code that pays one payment."""

from typing import Any

from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import visitor
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_once_there
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import conditional_once_there
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.giro import own_member
from scorekeeper.api.giro import sees_accounts
from scorekeeper.api.ledger import TRANSFER
from scorekeeper.api.people import MEMBER
from scorekeeper.api.problems import ProblemError
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas import api_bank
from scorekeeper.services import bank_details
from scorekeeper.services import conditions
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint(
    "bank",
    "Being paid by bank. An account number is read by the member himself, by who sees the purse "
    "and, in a payment's code, by the two it is between; it is written and deleted by the member "
    "and by who keeps the purse. A key needs the scope `see_purse` beside `look` to read and "
    "`purse` to write; for what is its owner's own, the scope `tokens` is enough.",
)
BANK = MEMBER + "/bank"


@resources.get(BANK)
@needs(Action.LOOK)
@refuses(ErrorCode.NOT_FOUND)
@resources.answers(200, api_bank.BANK, etag=True)
def get_bank_detail(club_id: str, member_id: str) -> Any:
    """Return where a member wants to be paid, if he said it."""
    _require_own(club_id, member_id, Action.SEE_PURSE)
    found = conditions.look(desk(), conditions.bank(club_id, member_id))
    if found is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "bank")
    return tagged(found)


@resources.put(BANK)
@needs(Action.LOOK)
@conditional_once_there
@refuses(ErrorCode.IBAN_INVALID, ErrorCode.BIC_INVALID, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(api_bank.NewBankDetail, example={"iban": "DE89 3704 0044 0532 0130 00"})
@resources.answers(200, api_bank.BANK, etag=True)
def set_bank_detail(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Say where a member wants to be paid.

    Where he said it before that is changed only as it was read, with If-Match. Who did it is kept
    and shown to him.
    """
    _require_own(club_id, member_id, Action.PURSE)
    at = as_seen_once_there(conditions.bank(club_id, member_id), "bank")
    return tagged(bank_details.set_bank_detail(at, club_id=club_id, member_id=member_id, **told))


@resources.delete(BANK)
@needs(Action.LOOK)
@conditional
@refuses(ErrorCode.CHANGED_MEANWHILE)
@resources.answers(204)
def remove_bank_detail(club_id: str, member_id: str) -> Any:
    """Forget where a member wants to be paid; that it was deleted, and by whom, is kept."""
    _require_own(club_id, member_id, Action.PURSE)
    at = as_seen(conditions.bank(club_id, member_id), "bank")
    bank_details.remove_bank_detail(at, club_id=club_id, member_id=member_id)
    return Response(status=204)


@resources.get(BANK + "/changes")
@needs(Action.LOOK)
@refuses(ErrorCode.NOT_FOUND)
@resources.answers(200, api_bank.BANK_CHANGES)
def list_bank_changes(club_id: str, member_id: str) -> Any:
    """List who gave, changed or deleted where a member wants to be paid, the last change first."""
    _require_own(club_id, member_id, Action.SEE_PURSE)
    found = bank_details.bank_changes(desk(), club_id=club_id, member_id=member_id)
    return page_of(found, None)


@resources.get(TRANSFER + "/giro-code")
@needs(Action.LOOK)
@refuses(ErrorCode.NOT_FOUND, ErrorCode.SETTLEMENT_STALE)
@resources.answers(200, api_bank.GIRO)
def get_giro_code(club_id: str, transfer_id: str) -> Any:
    """Return the code that pays by bank what is open of a payment.

    There is none where the payee did not say how he wants to be paid, none for more than a bank
    transfers at once, and none for others.
    """
    concerned = bank_details.parties(desk(), club_id=club_id, transfer_id=transfer_id)
    if not sees_accounts(club_id) and own_member(club_id) not in concerned:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "transfer")
    return bank_details.get_giro_code(desk(), club_id=club_id, transfer_id=transfer_id)


def _require_own(club_id: str, member_id: str, otherwise: Action) -> None:
    """Require the member himself, or somebody who may change every account number."""
    if not visitor().may(otherwise, club_id) and own_member(club_id) != member_id:
        raise ProblemError("forbidden", 403)
