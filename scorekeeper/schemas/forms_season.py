"""What people type about a season's ladders."""

from typing import Any

from marshmallow import fields
from marshmallow import validate

from scorekeeper.schemas.forms import GAMES
from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import text
from scorekeeper.schemas.forms import whole

KINDS = ("money", "soft", "made", "won", "bettel_mord", "bummerl", "per_deal", "attendance")
TIES = (
    *("money", "soft", "made", "won", "bettel_mord", "deals", "nights", "best_night"),
    *("direct", "lots"),
)
TIES_MAX = 4


class Count(fields.Field[int | None]):
    """A whole number from zero to `most`, or nothing when it is left empty."""

    default_error_messages = {"invalid": "season.form.count"}  # noqa: RUF012

    def __init__(self, most: int) -> None:
        super().__init__(load_default=None)
        self._most = most

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int | None:
        number = whole(str(value))
        if str(value) and (number is None or number > self._most):
            raise self.make_error("invalid")
        return number


class LadderForm(Form):
    """How a ladder ranks: an empty number says nothing, tie-breaks stand in their order."""

    key = key()
    name = text(60, required=True)
    kind = one_of(KINDS)
    game = one_of(("all", *GAMES), default="all")
    best = Count(1000)
    drop = Count(1000)
    min_nights = Count(1000)
    min_deals = Count(1_000_000)
    guests = fields.Boolean(load_default=False)
    substitutes = fields.Boolean(load_default=False)
    ties = fields.List(fields.String(validate=validate.OneOf(("", *TIES))))
    seed = text(80)
