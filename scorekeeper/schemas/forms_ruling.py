"""The forms of a dispute about a deal: opening it, ruling on it, appealing."""

from typing import Any

from marshmallow import ValidationError
from marshmallow import fields
from marshmallow import post_load
from marshmallow import validate

from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import text
from scorekeeper.schemas.forms import whole
from scorekeeper.schemas.forms_dispute import TEXT_MAX

OFFENCES = ("revoke",)
WATTEN_OFFENCES = ("error", "revoke", "gespannt_raise", "bluff")
CHOICES = ("proposed", "as_played", "other", "misdeal")
REASON_MAX = 500


def _offence() -> fields.String:
    return one_of(("", *WATTEN_OFFENCES), default="")


def _trick() -> fields.String:
    numbers = ("", *(str(n) for n in range(1, 11)))
    return one_of(numbers, default="")


class OpenDispute(Form):
    """Why a deal is disputed, what is held against whom, and what is remembered of the play."""

    key = key()
    reason = text(REASON_MAX, required=True)
    offence = _offence()
    by = text(36)
    trick = _trick()
    told = fields.String(
        load_default="", validate=validate.Length(max=TEXT_MAX, error="web.form.too_long")
    )

    @post_load
    def _whole(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        if data["offence"] and not data["by"]:
            raise ValidationError("rulings.form.by", "by")
        data["trick"] = whole(data["trick"])
        return data


class RuleForm(Form):
    """A referee's decision; what he holds against whom where it is none of the usual ones."""

    key = key()
    choice = one_of(CHOICES)
    offence = _offence()
    by = text(36)
    trick = _trick()
    reason = text(REASON_MAX)

    @post_load
    def _whole(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        if data["choice"] == "other" and not data["offence"]:
            raise ValidationError("rulings.form.offence", "offence")
        if data["choice"] == "other" and not data["by"]:
            raise ValidationError("rulings.form.by", "by")
        data["trick"] = whole(data["trick"])
        return data


class AppealForm(Form):
    key = key()
    reason = text(REASON_MAX, required=True)
