"""What the API is asked and answers about other house rules tried on a season."""

from marshmallow import fields
from marshmallow import validate

from scorekeeper.schemas.api_requests import Asked
from scorekeeper.schemas.api_requests import Whole
from scorekeeper.schemas.api_requests import id_
from scorekeeper.schemas.api_shapes import OPTIONS_OF_HOUSE_RULES
from scorekeeper.schemas.api_shapes import Shape
from scorekeeper.schemas.api_views import schema_of
from scorekeeper.schemas.forms import GAMES
from scorekeeper.services.house_trial import TrialProgress

_NIGHT = validate.Range(min=0, max=10**9)
TRIAL = schema_of(TrialProgress, name="HouseTrial")


class NewTrial(Asked):
    """House rules to try: the options that differ from the rule book, for a span of evenings."""

    game = fields.String(required=True, validate=validate.OneOf(GAMES))
    options = Shape(OPTIONS_OF_HOUSE_RULES, required=True)
    first = fields.Integer(strict=True, load_default=None, allow_none=True, validate=_NIGHT)
    last = fields.Integer(strict=True, load_default=None, allow_none=True, validate=_NIGHT)


class Adoption(Asked):
    """House rules of the table's game, and the number of the deal they hold from."""

    house_rules_id = id_()
    from_number = Whole(
        1, 10**9, required=True, metadata={"description": "Of the next deal: nothing played moves."}
    )
