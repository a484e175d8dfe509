"""What people type about other programs: their keys, and whom to tell what happened."""

from marshmallow import fields

from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import text


class NewKey(Form):
    """A key to make; without a table it is good for the whole club."""

    key = key()
    name = text(60, required=True)
    scope = fields.List(fields.String())
    table = text(36)


class NewListener(Form):
    """Whom to tell, and what."""

    key = key()
    url = text(500, required=True)
    event = fields.List(fields.String())


class ListenerChange(Form):
    """What may be changed of it."""

    url = text(500, required=True)
    event = fields.List(fields.String())
