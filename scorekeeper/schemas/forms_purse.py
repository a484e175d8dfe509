"""What a treasurer types: amounts, days, and whose account it is."""

from typing import Any

from marshmallow import ValidationError
from marshmallow import fields
from marshmallow import post_load
from marshmallow import validate

from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.schemas.forms import Amount
from scorekeeper.schemas.forms import Day
from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import LastDay
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import text

_PLACES = ("cash", "bank")


class Charged(Form):
    """A fee or fine for some members: of the catalogue, or with words and an amount of its own."""

    key = key()
    item = text(36)
    amount = Amount(load_default=None)
    words = text(200)
    member = fields.List(fields.String(), required=True)
    night = text(36)
    paid = one_of(("later", *_PLACES), default="later")
    again = fields.Boolean(load_default=False)
    day = Day(required=True)

    @post_load
    def _whole(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        if not data["member"]:
            raise ValidationError("purse.form.nobody", "member")
        if data["item"] in ("", "fee", "fine"):
            if data["amount"] is None:
                raise ValidationError("web.amount.missing", "amount")
            if not data["words"].strip():
                raise ValidationError("purse.form.words", "words")
        return data


class Entered(Form):
    """An income or an expense."""

    key = key()
    kind = one_of(("income", "expense"))
    amount = Amount(required=True)
    category = text(60, required=True)
    words = text(200)
    voucher = text(60)
    place = one_of(_PLACES)
    day = Day(required=True)


class MemberPaid(Form):
    """A member pays into his account, or is paid out of it."""

    key = key()
    member = text(36, required=True)
    way = one_of(("in", "out"))
    amount = Amount(required=True)
    words = text(200)
    voucher = text(60)
    place = one_of(_PLACES)
    day = Day(required=True)


class Transferred(Form):
    """From one member's account to another's."""

    key = key()
    payer = text(36, required=True)
    payee = text(36, required=True)
    amount = Amount(required=True)
    words = text(200)
    day = Day(required=True)

    @post_load
    def _two(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        if data["payer"] == data["payee"]:
            raise ValidationError("purse.form.same", "payee")
        return data


class MoneyMoved(Form):
    """From the cash box to the bank, or back."""

    key = key()
    to = one_of(_PLACES)
    amount = Amount(required=True)
    words = text(200)
    voucher = text(60)
    day = Day(required=True)


class HostPaid(Form):
    """The host's share: in cash, from the bank, or to his account."""

    key = key()
    amount = Amount(required=True)
    to = one_of((*_PLACES, "account"))
    member = text(36)
    night = text(36)
    words = text(200)
    voucher = text(60)
    day = Day(required=True)

    @post_load
    def _whole(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        if data["to"] == "account" and not data["member"]:
            raise ValidationError("purse.form.nobody", "member")
        return data


class Opened(Form):
    """What there was on paper. Each member has a line: what he has to his credit or owes."""

    key = key()
    cash = Amount(least=0, load_default=None)
    bank = Amount(least=0, load_default=None)
    overdrawn = fields.String(load_default="")
    day = Day(required=True)
    member = fields.List(fields.String(validate=validate.Length(max=36)))
    credit = fields.List(Amount(least=0, allow_none=True))
    debt = fields.List(Amount(least=0, allow_none=True))

    @post_load
    def _accounts(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        rows = zip(data["member"], data["credit"], data["debt"], strict=False)
        accounts: dict[str, int] = {}
        for member, credit, debt in rows:
            if credit and debt:
                raise ValidationError("purse.form.both", "accounts")
            if credit or debt:
                accounts[member] = (credit or 0) - (debt or 0)
        data["accounts"] = accounts
        return data


class NewItem(Form):
    """A fee or fine for the catalogue."""

    key = key()
    kind = one_of(("fee", "fine"))
    name = text(60, required=True)
    amount = Amount(required=True)


class ChangedItem(Form):
    """A fee or fine with another name or amount, or out of use."""

    key = key()
    do = one_of(("save", "retire", "revive"))
    name = text(60)
    amount = Amount(load_default=None)


class TakenBackFor(Form):
    """Why something is taken back or opened again."""

    key = key()
    reason = text(500, required=True)


class BookingTakenBack(TakenBackFor):
    """Why a booking is taken back, and on which day."""

    day = LastDay(load_default=None)


class MonthClosed(Form):
    """What was counted in the cash box at the end of a month."""

    key = key()
    month = text(7, required=True)
    counted = Amount(least=0, most=SUM_MAX, required=True)
    reason = text(500)


class SeasonClosed(Form):
    """A season to be closed; a note is welcome."""

    key = key()
    reason = text(500)


class Period(Form):
    """Which part of the cash book, or whose account, is printed."""

    key = key()
    kind = one_of(("month", "season", "account"))
    of = text(36, required=True)
