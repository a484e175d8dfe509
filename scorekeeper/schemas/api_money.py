"""What other programs send about the club's own money."""

from typing import Any

from marshmallow import fields
from marshmallow import validate

from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.schemas.api_requests import Asked
from scorekeeper.schemas.api_requests import NewDocument
from scorekeeper.schemas.api_requests import Page
from scorekeeper.schemas.api_requests import Whole
from scorekeeper.schemas.api_requests import cents
from scorekeeper.schemas.api_requests import id_
from scorekeeper.schemas.api_requests import line
from scorekeeper.schemas.api_requests import name
from scorekeeper.schemas.api_requests import reason
from scorekeeper.services import bounds
from scorekeeper.services import purse_documents

_PLACES = ("cash", "bank")
_MONTH = validate.Regexp(r"^[0-9]{4}-[0-9]{2}$")


def place(**more: Any) -> fields.String:
    """Declare where money lies."""
    return fields.String(validate=validate.OneOf(_PLACES), **more)


def changes() -> fields.Dict:
    """Declare cents by member that add up to nothing."""
    whole = Whole(-AMOUNT_MAX, AMOUNT_MAX)
    said = "Whole cents by member id; they add up to zero."
    return fields.Dict(
        keys=fields.String(), values=whole, required=True, metadata={"description": said}
    )


class NewAmounts(Asked):
    """A sheet's plus and minus per person."""

    changes = changes()
    why = reason(required=True)


class TakenBackFor(Asked):
    """Why something is taken back."""

    reason = reason(required=True)


class BookingTakenBack(TakenBackFor):
    """Why a booking is taken back, and on which day: its own, as long as its month is open."""

    day = fields.Date(load_default=None, allow_none=True)


class Booked(Asked):
    """What every booking may say."""

    words = line(bounds.REASON_MAX, load_default="")
    day = fields.Date(load_default=None, allow_none=True)


class Receipted(Booked):
    """A booking with a receipt."""

    voucher = line(bounds.NAME_MAX, load_default="")


class NewCharge(Booked):
    """A fee or fine for some members, by the catalogue or of an amount of one's own."""

    kind = fields.String(required=True, validate=validate.OneOf(["fee", "fine"]))
    member_ids = fields.List(id_(), required=True, validate=validate.Length(min=1, max=200))
    item_id = id_(required=False, load_default=None, allow_none=True)
    amount = cents(least=1, load_default=None, allow_none=True)
    night_id = id_(required=False, load_default=None, allow_none=True)
    paid = place(load_default=None, allow_none=True)
    again = fields.Boolean(
        load_default=False,
        truthy={True},
        falsy={False},
        metadata={
            "description": "Book it though the same fee stands in this month already; without it "
            "that is refused with `charged_already`."
        },
    )


class HostShare(Receipted):
    """What the host of an evening gets, from a place of money or to his account."""

    amount = cents(least=1, required=True)
    place = place(load_default=None, allow_none=True)
    member_id = id_(required=False, load_default=None, allow_none=True)
    night_id = id_(required=False, load_default=None, allow_none=True)


class CashEntry(Receipted):
    """Income or an expense of the cash book."""

    kind = fields.String(required=True, validate=validate.OneOf(["income", "expense"]))
    amount = cents(least=1, required=True)
    category = line(bounds.NAME_MAX, shortest=1, required=True)
    place = place(required=True)


class MemberPayment(Receipted):
    """A member pays into his account, or is paid out of it."""

    member_id = id_()
    amount = cents(least=1, required=True)
    place = place(required=True)
    paid_out = fields.Boolean(load_default=False, truthy={True}, falsy={False})


class MemberTransfer(Booked):
    """From one member's account to another's."""

    payer_id = id_()
    payee_id = id_()
    amount = cents(least=1, required=True)


class MoneyMove(Receipted):
    """From the cash box to the bank, or back."""

    to = place(required=True)
    amount = cents(least=1, required=True)


class Opening(Booked):
    """What there was when the club came from paper."""

    cash = cents(load_default=0)
    bank = cents(load_default=0)
    accounts = fields.Dict(
        keys=fields.String(),
        values=Whole(-AMOUNT_MAX, AMOUNT_MAX),
        load_default=None,
        allow_none=True,
    )


class CashBookPage(Page):
    """Which rows of the cash book."""

    first = fields.Date(required=True)
    last = fields.Date(required=True)


class HaferlGoes(Asked):
    """Where a Haferl left over goes."""

    to_purse = fields.Boolean(required=True, truthy={True}, falsy={False})


class NewItem(Asked):
    """A fee or fine for the catalogue."""

    kind = fields.String(required=True, validate=validate.OneOf(["fee", "fine"]))
    name = name()
    amount = cents(least=1, required=True)


class ItemChange(Asked):
    """What may be changed of it."""

    name = name(required=False)
    amount = cents(least=1)
    active = fields.Boolean(truthy={True}, falsy={False})


class MonthClosing(Asked):
    """A month to close, and what was counted in the cash box."""

    month = fields.String(required=True, validate=_MONTH)
    counted = cents(SUM_MAX, required=True)
    reason = reason()


class NewPaper(NewDocument):
    """A paper of the purse, and the month (2026-11), season or member it is of."""

    kind = fields.String(required=True, validate=validate.OneOf(purse_documents.KINDS))
    of = line(
        bounds.ID_MAX,
        shortest=1,
        required=True,
        metadata={"description": "A month as in 2026-11, or the id of a season or member."},
    )


class SeasonClosing(Asked):
    """Why a season is closed."""

    reason = reason()


class MoneyRulesChange(Asked):
    """The smallest coin, and the most anybody may lose in an evening."""

    coin = Whole(1, 100, required=True, allow_none=True)
    stake_limit = cents(required=True, allow_none=True)
    stake_mode = fields.String(load_default="warn", validate=validate.OneOf(["warn", "refuse"]))
