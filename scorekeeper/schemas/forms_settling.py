"""What people type to bring in a sheet, to round, to set a limit, to be paid by bank.

A message is a key of the `web` or `settling` catalogue, never a sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError
from marshmallow import fields
from marshmallow import post_load
from marshmallow import validate

from scorekeeper.schemas.forms import Amount
from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import amount_typed
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import text


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A person's line of a sheet: a member by id or somebody by name, and his cents."""

    member: str
    name: str
    plus: str
    minus: str
    cents: int = 0
    wrong: str = ""


def _texts(most: int) -> "fields.List[str]":
    return fields.List(fields.String(validate=validate.Length(max=most, error="web.form.too_long")))


class Sheet(Form):
    """A sheet's plus and minus per person; `rows` come out, with what is wrong in each."""

    key = key()
    do = one_of(("save", "undo"), default="save")
    why = text(200, required=True)
    member = _texts(36)
    name = _texts(60)
    plus = _texts(20)
    minus = _texts(20)

    @post_load
    def _read_rows(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        data["rows"] = sheet_rows(data["member"], data["name"], data["plus"], data["minus"])
        return data


def sheet_rows(
    members: Sequence[str], names: Sequence[str], plus: Sequence[str], minus: Sequence[str]
) -> list[SheetRow]:
    """Read the lines of a sheet; those of nobody and nothing are left out."""
    if not len(members) == len(names) == len(plus) == len(minus):
        raise ValidationError("web.form.choice", "rows")
    rows = [
        _row(member, " ".join(name.split()), won.strip(), lost.strip())
        for member, name, won, lost in zip(members, names, plus, minus, strict=True)
    ]
    return [row for row in rows if row.member or row.name or row.plus or row.minus]


def _row(member: str, name: str, plus: str, minus: str) -> SheetRow:
    cents, wrong = 0, ""
    try:
        won, lost = (amount_typed(told) if told else 0 for told in (plus, minus))
        cents, wrong = won - lost, "" if min(won, lost) >= 0 else "web.amount.below"
    except ValidationError as error:
        wrong = str(error.messages[0])
    if plus and minus:
        wrong = wrong or "settling.sheet.both"
    if (plus or minus) and not member and not name:
        wrong = wrong or "settling.sheet.nobody"
    return SheetRow(member=member, name=name, plus=plus, minus=minus, cents=cents, wrong=wrong)


class MoneyRules(Form):
    """The smallest coin and the most anybody may lose, each of them or none."""

    coin = one_of(("1", "5", "10"), default="1")
    stake_limit = Amount(load_default=None)
    stake_mode = one_of(("warn", "refuse"), default="warn")

    @post_load
    def _read_coin(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        coin = int(data["coin"])
        return {**data, "coin": None if coin == 1 else coin}


class BankDetail(Form):
    """Where somebody wants to be paid, or that he does not any more."""

    do = one_of(("save", "remove"), default="save")
    holder = text(70)
    iban = text(60)
    bic = text(20)


class PrintedHash(Form):
    """A hash as it stands on paper, or none."""

    printed = text(100)
