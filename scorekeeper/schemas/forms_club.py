"""Forms of a club: its settings and texts, and guests who come to a table."""

from marshmallow import fields
from marshmallow import validate

from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import text

TEXT_MAX = 20_000


class ComingIn(Form):
    """A guest at the door: how he is called, and whether he writes or looks on."""

    name = text(60, required=True)
    part = one_of(("viewer", "scorekeeper"), default="viewer")


class ClubSettings(Form):
    """What a club is called, which language it speaks and what time it is there."""

    name = text(60, required=True)
    language = one_of(("de", "en"))
    time_zone = text(60, required=True)


class ClubTexts(Form):
    """What a club says of itself to everybody, in plain paragraphs."""

    imprint = fields.String(
        load_default="", validate=validate.Length(max=TEXT_MAX, error="web.form.too_long")
    )
    privacy = fields.String(
        load_default="", validate=validate.Length(max=TEXT_MAX, error="web.form.too_long")
    )
