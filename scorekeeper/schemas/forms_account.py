"""What people type to sign in, about themselves and about the officers of their club.

Passwords are not among it: they are taken as they were typed, blanks and all.
"""

from marshmallow import fields

from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import text

EMAIL_MAX = 254


class SigningIn(Form):
    email = text(EMAIL_MAX, required=True)


class NewAccount(Form):
    email = text(EMAIL_MAX, required=True)
    name = text(60, required=True)


class Called(Form):
    name = text(60, required=True)


class OfficerRoles(Form):
    """Which roles somebody holds, and which member he is."""

    role = fields.List(fields.String())
    member_id = text(36)


class Invited(Form):
    """Whom to invite, and to which roles."""

    role = fields.List(fields.String())
    name = text(60)
    email = text(EMAIL_MAX)
