"""Being paid by bank: a member's account number, and the code that pays one payment."""

from typing import Any

from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_once_there
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import conditional_once_there
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.giro import own_member
from scorekeeper.api.giro import settles
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
    "Being paid by bank. An account number is for officers who settle, for the member himself and, "
    "in a payment's code, for the two it is between. A key needs the scope `settle` beside `look`; "
    "for what is its owner's own, the scope `tokens` is enough.",
)
BANK = MEMBER + "/bank"


@resources.get(BANK)
@needs(Action.LOOK)
@refuses(ErrorCode.NOT_FOUND)
@resources.answers(200, api_bank.BANK, etag=True)
def get_bank_detail(club_id: str, member_id: str) -> Any:
    """Return where a member wants to be paid, if he said it."""
    _require_own(club_id, member_id)
    found = conditions.look(desk(), conditions.bank(club_id, member_id))
    if found is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "bank")
    return tagged(found)


@resources.put(BANK)
@needs(Action.LOOK)
@conditional_once_there
@refuses(ErrorCode.IBAN_INVALID, ErrorCode.VALUE_INVALID, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(api_bank.NewBankDetail, example={"iban": "DE89 3704 0044 0532 0130 00"})
@resources.answers(200, api_bank.BANK, etag=True)
def set_bank_detail(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Say where a member wants to be paid.

    Where he said it before that is changed only as it was read, with If-Match.
    """
    _require_own(club_id, member_id)
    at = as_seen_once_there(conditions.bank(club_id, member_id), "bank")
    return tagged(bank_details.set_bank_detail(at, club_id=club_id, member_id=member_id, **told))


@resources.delete(BANK)
@needs(Action.LOOK)
@conditional
@refuses(ErrorCode.CHANGED_MEANWHILE)
@resources.answers(204)
def remove_bank_detail(club_id: str, member_id: str) -> Any:
    """Forget where a member wants to be paid."""
    _require_own(club_id, member_id)
    at = as_seen(conditions.bank(club_id, member_id), "bank")
    bank_details.remove_bank_detail(at, club_id=club_id, member_id=member_id)
    return Response(status=204)


@resources.get(TRANSFER + "/giro-code")
@needs(Action.LOOK)
@refuses(ErrorCode.NOT_FOUND, ErrorCode.SETTLEMENT_STALE)
@resources.answers(200, api_bank.GIRO)
def get_giro_code(club_id: str, transfer_id: str) -> Any:
    """Return the code that pays by bank what is open of a payment.

    There is none where the payee did not say how he wants to be paid, and none for others.
    """
    concerned = bank_details.parties(desk(), club_id=club_id, transfer_id=transfer_id)
    if not settles(club_id) and own_member(club_id) not in concerned:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "transfer")
    return bank_details.get_giro_code(desk(), club_id=club_id, transfer_id=transfer_id)


def _require_own(club_id: str, member_id: str) -> None:
    """Let a member at his own account number, and who settles at those of all."""
    if not settles(club_id) and own_member(club_id) != member_id:
        raise ProblemError("forbidden", 403)
