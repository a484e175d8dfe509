"""What other programs send about people, ladders and files."""

from typing import Any

from marshmallow import fields
from marshmallow import validate

from scorekeeper.rules.house import Game
from scorekeeper.schemas.api_requests import Asked
from scorekeeper.schemas.api_requests import Page
from scorekeeper.schemas.api_requests import id_
from scorekeeper.schemas.api_requests import line
from scorekeeper.schemas.api_requests import name
from scorekeeper.schemas.api_requests import reason
from scorekeeper.schemas.api_shapes import ANSWERS_ABOUT_SHEET
from scorekeeper.schemas.api_shapes import SETTINGS_OF_LADDER
from scorekeeper.schemas.api_shapes import Shape
from scorekeeper.services.permissions import Role

_ROLES = [role.value for role in Role]
_GAMES = [game.value for game in Game]


def yes_or_no(**more: Any) -> fields.Boolean:
    """Declare a yes or no."""
    return fields.Boolean(truthy={True}, falsy={False}, **more)


class Merging(Asked):
    """Who is whose duplicate: `into_id` is whose name stays."""

    into_id = id_()
    why = reason()


class Parting(Asked):
    """Why two are two after all."""

    why = reason()


class Anonymising(Asked):
    """Make somebody unrecognisable for ever; `confirmed` where money is open."""

    also = fields.List(line(120), load_default=list, validate=validate.Length(max=10))
    why = reason()
    confirmed = yes_or_no(load_default=False)


class RolesOf(Asked):
    """Every role somebody shall have; none of them takes him out of the club."""

    roles = fields.List(
        fields.String(validate=validate.OneOf(_ROLES)),
        required=True,
        validate=validate.Length(max=len(_ROLES)),
    )


class InvitationRequest(RolesOf):
    """Whom to invite."""

    name = line(60, load_default="")
    email = line(254, load_default="")


class Withdrawal(Asked):
    """Which invitation is good no more."""

    invitation_id = id_()


class DoorChange(Asked):
    """Open or shut, and whether guests may record."""

    open = yes_or_no(required=True)
    writes = yes_or_no(load_default=False)


class Writing(Asked):
    """Whether guests may record: one of them, or with nobody named all of the table."""

    writes = yes_or_no(required=True)
    guest_id = id_(required=False, load_default=None, allow_none=True)


class OfficerIs(Asked):
    """Which member of the club an officer is, null for none of them."""

    member_id = id_(allow_none=True)


class SentAway(Asked):
    """Which guest goes."""

    guest_id = id_()


class NewLadder(Asked):
    """A ladder of a season; what is left out of `settings` is as usual."""

    name = name()
    settings = Shape(SETTINGS_OF_LADDER, required=True)
    seed = line(120, load_default="")


class LadderChange(Asked):
    """What may be changed of a ladder: it gets a next version."""

    name = name(required=False)
    settings = Shape(SETTINGS_OF_LADDER)
    seed = line(120)
    retired = yes_or_no()


class Standing(Asked):
    """Which ladder, and after which night."""

    class Meta:
        unknown = "exclude"

    ladder_id = fields.String(validate=validate.Length(max=80))
    as_of = fields.String(validate=validate.Length(max=80))


class Publishing(Asked):
    """Whether anybody who has the link may look."""

    public = yes_or_no(required=True)


class RatingsOf(Asked):
    """Of which game."""

    class Meta:
        unknown = "exclude"

    game = fields.String(required=True, validate=validate.OneOf(_GAMES))


class SearchPage(Page):
    """What is searched for; what is left out is whatever it is."""

    member_id = fields.String(load_default=None, validate=validate.Length(max=80))
    declared = fields.Boolean(load_default=False)
    game = fields.String(load_default="", validate=validate.OneOf(["", *_GAMES]))
    contract = fields.String(load_default="", validate=validate.Length(max=20))
    trump = fields.String(load_default="", validate=validate.Length(max=10))
    first = fields.Date(load_default=None)
    last = fields.Date(load_default=None)
    corrected = fields.Boolean(load_default=False)
    undone = fields.Boolean(load_default=False)
    limit = fields.Integer(load_default=25, validate=validate.Range(1, 100))


class ExportSpan(Asked):
    """Which evenings; with nothing said all."""

    class Meta:
        unknown = "exclude"

    night_id = fields.String(load_default=None, validate=validate.Length(max=80))
    season_id = fields.String(load_default=None, validate=validate.Length(max=80))
    first = fields.Date(load_default=None)
    last = fields.Date(load_default=None)


class FileName(Asked):
    """What the file is called; the body is the file itself."""

    class Meta:
        unknown = "exclude"

    file_name = line(120, shortest=1, required=True)


class Columns(Asked):
    """What a sheet means: what is not said stays as it is."""

    said = Shape(ANSWERS_ABOUT_SHEET, required=True)


class Confirmation(Asked):
    """Bring it in; `again` where the very file was brought in before."""

    again = yes_or_no(load_default=False)
