"""What people type into the pages, read and checked: plain values out, wrong fields by name.

A message is a key of the `web` catalogue, never a sentence.
"""

import re
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import date
from typing import Any
from typing import Protocol

from marshmallow import EXCLUDE
from marshmallow import Schema
from marshmallow import ValidationError
from marshmallow import fields
from marshmallow import post_load
from marshmallow import validate

from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.ledger.written import AmountError
from scorekeeper.ledger.written import Unit
from scorekeeper.ledger.written import bare
from scorekeeper.ledger.written import read_amount
from scorekeeper.ledger.written import read_price
from scorekeeper.services.bounds import TARIFF_MAX

GAMES = ("bolachen", "wallachen", "watten")
KEY = validate.Regexp(r"^[A-Za-z0-9_-]{8,80}$", error="web.form.key")
_REQUIRED: dict[str, Any] = {"required": "web.form.required", "null": "web.form.required"}
_ISO_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_WRITTEN_DAY = re.compile(r"([0-9]{1,2})\.\s*([0-9]{1,2})\.\s*([0-9]{4})")


class FormData(Protocol):
    """What a web framework hands over: the last value of a field, or all of them."""

    def get(self, name: str) -> Any: ...

    def getlist(self, name: str) -> list[Any]: ...


class FormError(Exception):
    """Fields that cannot be used, each with the key of what is wrong with it."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(", ".join(sorted(errors)))
        self.errors = dict(errors)


class Amount(fields.Field[int | None]):
    """Euros as people write them, in whole cents; left empty where that is allowed it is None."""

    default_error_messages = _REQUIRED

    def __init__(self, *, least: int = 1, most: int = AMOUNT_MAX, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._least = least
        self._most = most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int | None:
        if not str(value).strip() and not self.required:
            return None
        return _not_below(amount_typed(str(value), self._most), self._least)


_WRONG_PRICE = {"amount": "price", "unclear": "cents", "large": "price_large"}


class Price(fields.Field[int]):
    """What one unit costs: whole cents, "10" or "10 Cent", or euros that say so, "0,10 €"."""

    default_error_messages = _REQUIRED

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        try:
            cents = read_price(str(value), most=TARIFF_MAX)
        except AmountError as error:
            wrong = _WRONG_PRICE.get(error.code, error.code)
            if error.code == "unclear" and bare(str(value))[2] is not Unit.NONE:
                wrong = error.code  # it says euros; only the point may mean thousands
            raise ValidationError("web.amount." + wrong) from error
        return _not_below(cents, 0)


def amount_typed(text: str, most: int = AMOUNT_MAX) -> int:
    """Return the cents of an amount as it was typed.

    Raises ValidationError with the key of the reason.
    """
    try:
        return read_amount(text, most=most)
    except AmountError as error:
        raise ValidationError("web.amount." + error.code) from error


def _not_below(cents: int, least: int) -> int:
    if cents < least:
        raise ValidationError("web.amount.below" if cents < 0 else "web.amount.zero")
    return cents


def day_of(told: str) -> date | None:
    """Read a day as a browser sends it or as people write it: 2026-11-26, 26.11.2026."""
    iso, written = _ISO_DAY.fullmatch(told.strip()), _WRITTEN_DAY.fullmatch(told.strip())
    parts = iso.groups() if iso else written.groups()[::-1] if written else None
    if parts is None or not 1900 <= int(parts[0]) <= 2999:
        return None
    try:
        return date(int(parts[0]), int(parts[1]), int(parts[2]))
    except ValueError:
        return None


class Day(fields.Field[date]):
    """A day of the last or the next centuries."""

    default_error_messages = {**_REQUIRED, "invalid": "web.form.date"}  # noqa: RUF012

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> date:
        found = day_of(str(value))
        if found is None:
            raise self.make_error("invalid")
        return found


class LastDay(Day):
    """A day, or nothing when it is left empty."""

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:
        return super()._deserialize(value, attr, data, **kwargs) if str(value) else None


def text(most: int, *, required: bool = False) -> fields.String:
    """Declare a line of text of at most so many characters; by default it may be left empty."""
    rules: list[validate.Validator] = [validate.Length(max=most, error="web.form.too_long")]
    if required:
        rules.append(validate.Regexp(r"\S", error="web.form.required"))
        return fields.String(required=True, validate=rules, error_messages=_REQUIRED)
    return fields.String(load_default="", validate=rules)


def one_of(values: Sequence[str], *, default: str | None = None) -> fields.String:
    """Declare a choice among words."""
    rule = validate.OneOf(values, error="web.form.choice")
    if default is not None:
        return fields.String(load_default=default, validate=rule)
    return fields.String(required=True, validate=rule, error_messages=_REQUIRED)


def whole(text: str | None) -> int | None:
    """Read a whole number a page of ours put into a form or an address; None for anything else."""
    return int(text) if text and len(text) < 10 and text.isascii() and text.isdigit() else None


def key() -> fields.String:
    """Declare the idempotency key every form that records something carries."""
    return fields.String(
        required=True, validate=KEY, error_messages={**_REQUIRED, "required": "web.form.key"}
    )


class Form(Schema):
    """A form of ours: fields nobody asked for are left alone, text is trimmed."""

    class Meta:
        unknown = EXCLUDE


def read(form: type[Form], data: FormData) -> dict[str, Any]:
    """Read a form.

    Raises:
        FormError: at least one field cannot be used.
    """
    schema = _made(form)
    raw: dict[str, Any] = {}
    for name, declared in schema.fields.items():
        if isinstance(declared, fields.List):
            raw[name] = data.getlist(name)
        elif (value := data.get(name)) is not None:
            raw[name] = value.strip() if isinstance(value, str) else value
    try:
        loaded: dict[str, Any] = schema.load(raw)
    except ValidationError as error:
        said = error.messages
        raise FormError(_flat(said if isinstance(said, dict) else {"": said})) from error
    return loaded


_MADE: dict[type[Form], Form] = {}


def _made(form: type[Form]) -> Form:
    schema = _MADE.get(form)
    if schema is None:
        schema = _MADE[form] = form()
    return schema


def _flat(messages: Mapping[str, Any]) -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, said in messages.items():
        while isinstance(said, dict):
            said = next(iter(said.values()))
        flat[name] = said[0] if isinstance(said, list) else str(said)
    return flat


class QuickNight(Form):
    """The first page: who plays what for how much."""

    key = key()
    name = fields.List(fields.String(validate=validate.Length(max=60, error="web.form.too_long")))
    game = one_of(GAMES, default="bolachen")
    tariff = Price(load_default=10)
    pass_out = one_of(("muss_spiel", "haferl"), default="muss_spiel")
    bummerl = Price(load_default=0)
    sure = text(12)
    place = text(120)

    @post_load
    def _people(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        names = [" ".join(name.split()) for name in data.pop("name") if name.strip()]
        least, most = (2, 6) if data["game"] == "watten" else (3, 6)
        if len(names) < least:
            raise ValidationError("web.form.people." + data["game"], "name")
        if len(names) > most:
            raise ValidationError("web.form.people.most", "name")
        if len({name.casefold() for name in names}) < len(names):
            raise ValidationError("web.form.people.twice", "name")
        data["names"] = names
        return data


class NewNight(Form):
    key = key()
    date = Day(required=True)
    place = text(120)
    season_id = text(36)


class NewTable(Form):
    """A table of a night: who sits there, clockwise, and what is played."""

    key = key()
    member = fields.List(fields.String())
    name = fields.List(fields.String(validate=validate.Length(max=60, error="web.form.too_long")))
    house_rules_id = text(80, required=True)
    tariff = Price(load_default=10)
    sure = text(12)
    table_name = text(60)


class ChangeGame(Form):
    """What is played from the next deal on; the game follows from its house rules."""

    key = key()
    house_rules_id = text(80, required=True)
    tariff = Price(required=True)
    sure = text(12)


class Named(Form):
    key = key()
    name = text(60, required=True)


class NewSeason(Form):
    """A season to begin; one without a last day goes on."""

    key = key()
    name = text(60, required=True)
    begins = Day(required=True)
    ends = LastDay(load_default=None)


class SeasonChanged(NewSeason):
    """How a season is to be from now on, and why."""

    reason = text(500)


class Reason(Form):
    """Why something is corrected or voided: a usual reason, or own words."""

    key = key()
    usual = one_of(("", "counted", "player", "forgotten"), default="")
    own = text(200)


class Payment(Form):
    key = key()
    transfer = text(36, required=True)
    place = one_of(("cash", "bank"), default="")
    amount = Amount(most=SUM_MAX, required=True)


class TakenBack(Form):
    key = key()
    transfer = text(36, required=True)


class Proposal(Form):
    key = key()
    mode = one_of(("transfers", "cashier", "carry"))
    cashier_id = text(36)


class Code(Form):
    code = text(80, required=True)


class Keyed(Form):
    """A form that is nothing but a button."""

    key = key()
