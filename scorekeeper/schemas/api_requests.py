"""What other programs send: checked for shape and bounds here, for sense by the services.

Money is whole cents. `Whole` takes what JSON Schema calls an integer and nothing else: no text,
no fraction, no true.
"""

from typing import Any

from marshmallow import RAISE
from marshmallow import Schema
from marshmallow import fields
from marshmallow import validate

from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.rules.house import Game
from scorekeeper.schemas.api_shapes import OPTIONS_OF_HOUSE_RULES
from scorekeeper.schemas.api_shapes import RECORD
from scorekeeper.schemas.api_shapes import Shape
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.announcing import Event
from scorekeeper.services.club_texts import TEXT_MAX
from scorekeeper.services.ledger import PAGE_MAX
from scorekeeper.services.tables import DEALS_MAX
from scorekeeper.services.tokens import SCOPES

_SAFE = 2**53
_ID = "019a5b1e-4c00-7000-8000-00000000002a"
_SEATS_MAX = 100


class Whole(fields.Field[int]):
    """A whole number."""

    default_error_messages = {"invalid": "Not a whole number."}  # noqa: RUF012

    def __init__(self, least: int, most: int, **more: Any) -> None:
        super().__init__(validate=validate.Range(least, most), **more)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.make_error("invalid")
        if isinstance(value, float) and not (value.is_integer() and abs(value) < _SAFE):
            raise self.make_error("invalid")
        return int(value)


class Asked(Schema):
    """What is sent is all that may be sent."""

    class Meta:
        unknown = RAISE


def cents(most: int = AMOUNT_MAX, *, least: int = 0, **more: Any) -> Whole:
    """Declare an amount."""
    more.setdefault("metadata", {"description": "Whole cents."})
    return Whole(least, most, **more)


def tariff(**more: Any) -> Whole:
    """Declare what a unit costs."""
    said = "Whole cents a unit. The pages ask people to confirm more than 200; a program means it."
    return cents(bounds.TARIFF_MAX, metadata={"description": said}, **more)


def line(longest: int, *, shortest: int = 0, **more: Any) -> fields.String:
    """Declare a line of text."""
    return fields.String(validate=validate.Length(min=shortest, max=longest), **more)


def name(**more: Any) -> fields.String:
    """Declare the name of a person or thing."""
    more.setdefault("required", True)
    return line(bounds.NAME_MAX, shortest=1, **more)


def reason(**more: Any) -> fields.String:
    """Declare why something is done."""
    if not more.get("required"):
        more.setdefault("load_default", "")
    return line(bounds.REASON_MAX, **more)


def id_(**more: Any) -> fields.String:
    """Declare the id of something."""
    more.setdefault("required", True)
    more.setdefault("metadata", {"example": _ID})
    return line(bounds.ID_MAX, shortest=1, **more)


def ids(**more: Any) -> fields.List[str]:
    """Declare ids in an order."""
    more.setdefault("required", True)
    return fields.List(id_(), validate=validate.Length(max=_SEATS_MAX), **more)


def game() -> fields.String:
    """Declare a game."""
    return fields.String(required=True, validate=validate.OneOf([one.value for one in Game]))


def said() -> Shape:
    """Declare what people said of a deal."""
    told = "What was said of the deal: a deal record without what the table knows itself."
    return Shape(RECORD, told, required=True)


def event_names(**more: Any) -> fields.List[str]:
    """Declare names of what may happen."""
    return fields.List(
        line(40, shortest=1, metadata={"enum": [*Event]}),
        validate=validate.Length(min=1, max=40),
        metadata={"example": [Event.DEAL_RECORDED]},
        **more,
    )


class Page(Schema):
    """Which page of a list."""

    cursor = fields.String(validate=validate.Length(max=200))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class LedgerPage(Page):
    """Which page of a night's ledger."""

    limit = fields.Integer(load_default=100, validate=validate.Range(1, PAGE_MAX))


class NewClub(Asked):
    """A club to found."""

    name = name()
    language = fields.String(load_default="de", validate=validate.OneOf(clubs.LANGUAGES))
    time_zone = line(
        bounds.NAME_MAX,
        shortest=1,
        load_default="Europe/Berlin",
        metadata={"description": "As the IANA names it.", "example": "Europe/Berlin"},
    )


class ClubChange(Asked):
    """What may be changed of a club: its name, the language it speaks, what time it is there."""

    name = name(required=False)
    language = fields.String(validate=validate.OneOf(clubs.LANGUAGES))
    time_zone = line(
        bounds.NAME_MAX,
        shortest=1,
        metadata={"description": "As the IANA names it.", "example": "Europe/Berlin"},
    )


class TextsChange(Asked):
    """What a club says of itself to everybody, in plain paragraphs; empty where it says nothing."""

    imprint = line(TEXT_MAX, required=True)
    privacy = line(TEXT_MAX, required=True)


class NewMember(Asked):
    """Somebody new."""

    name = name()


class MemberChange(Asked):
    """What may be changed of a member."""

    name = name(required=False)
    active = fields.Boolean(truthy={True}, falsy={False})


class Everybody(Schema):
    """Which members."""

    include_inactive = fields.Boolean(load_default=False)


class NewSeason(Asked):
    """A season to begin."""

    name = name()
    begins = fields.Date(required=True)
    ends = fields.Date(load_default=None, allow_none=True)


class SeasonChange(Asked):
    """What may be changed of a season. Its evenings stay in it, whatever its days."""

    name = name(required=False)
    begins = fields.Date()
    ends = fields.Date(
        allow_none=True, metadata={"description": "Its last day, null where it has none."}
    )
    reason = reason()


class NewHouseRules(Asked):
    """House rules to keep: those options that differ from the rule book."""

    game = game()
    name = name()
    options = Shape(OPTIONS_OF_HOUSE_RULES, load_default=dict)


class OfGame(Schema):
    """Of which game."""

    game = fields.String(validate=validate.OneOf([one.value for one in Game]))


class NewNight(Asked):
    """A night to begin; without a date it is tonight."""

    date = fields.Date(load_default=None, allow_none=True)
    place = line(bounds.PLACE_MAX, load_default="")
    season_id = id_(required=False, load_default=None, allow_none=True)


class QuickNight(Asked):
    """A night with one table in one step; names nobody has yet become members."""

    names = fields.List(name(), required=True, validate=validate.Length(max=_SEATS_MAX))
    game = game()
    tariff = tariff(required=True)
    options = Shape(OPTIONS_OF_HOUSE_RULES, load_default=dict)
    place = line(bounds.PLACE_MAX, load_default="")


class VoidNight(Asked):
    """Why a night is void."""

    reason = reason(required=True)


class NewTable(Asked):
    """A table to open; the last of the members deals first."""

    game = game()
    house_rules_id = id_()
    tariff = tariff(required=True)
    member_ids = ids()
    name = line(bounds.NAME_MAX, load_default="")


class Shown(Schema):
    """How many of the last deals are shown."""

    deals = fields.Integer(load_default=20, validate=validate.Range(0, min(200, DEALS_MAX)))


class Joining(Asked):
    """Who sits down, and where; without a place as the last."""

    member_id = id_()
    place = Whole(0, _SEATS_MAX, load_default=None, allow_none=True)


class Substituting(Asked):
    """Who takes the place."""

    member_id = id_()


class Order(Asked):
    """People in an order."""

    member_ids = ids()


class Dealer(Asked):
    """Who deals next."""

    member_id = id_()


class GameChange(Asked):
    """What is played from the next deal on."""

    game = game()
    house_rules_id = id_()
    tariff = tariff(required=True)


class LastRound(Asked):
    """Whether this is the last round."""

    on = fields.Boolean(required=True, truthy={True}, falsy={False})


class MatchDecision(Asked):
    """Whether a new Watten match begins though one is running."""

    new = fields.Boolean(required=True, truthy={True}, falsy={False})


class NewDeal(Asked):
    """A deal to record."""

    said = said()
    new_match = fields.Boolean(load_default=None, allow_none=True, truthy={True}, falsy={False})


class UndoDeal(Asked):
    """Which deal is undone, and why; it must be the table's last."""

    deal_id = id_()
    reason = reason()


class Correction(Asked):
    """A deal told anew, and later ones that must be told anew with it, by id."""

    said = said()
    others = fields.Dict(
        keys=fields.String(), values=Shape(RECORD), load_default=None, allow_none=True
    )


class WrittenCorrection(Correction):
    """A correction with its reason."""

    reason = reason()


class Proposal(Asked):
    """How a night is to be settled."""

    mode = fields.String(
        load_default="transfers", validate=validate.OneOf(["transfers", "cashier", "carry"])
    )
    cashier_id = id_(required=False, load_default=None, allow_none=True)


class Paid(Asked):
    """How much was handed over; of the purse also where its money lies, cash if left out."""

    amount = cents(SUM_MAX, least=1, required=True)
    place = fields.String(
        load_default=None, allow_none=True, validate=validate.OneOf(["cash", "bank"])
    )


class TakenBack(Asked):
    """How much was not handed over after all; null for all of it."""

    amount = cents(SUM_MAX, least=1, load_default=None, allow_none=True)


class NewDocument(Asked):
    """The printed ledger of a night."""

    language = fields.String(required=True, validate=validate.OneOf(["de", "en"]))


class NewSheet(NewDocument):
    """A blank score sheet."""

    game = game()
    people = fields.List(name(), load_default=list, validate=validate.Length(max=6))
    tariff = tariff(load_default=None, allow_none=True)


class NewDispute(Asked):
    """What is disputed of a deal. `told` is what is remembered beyond the record."""

    reason = reason(required=True)
    offence = line(40, load_default=None, allow_none=True)
    by = id_(required=False, load_default=None, allow_none=True)
    trick = Whole(1, 20, load_default=None, allow_none=True)
    told = fields.Dict(load_default=None, allow_none=True)


class Held(Asked):
    """An offence, and whose."""

    offence = line(40, required=True)
    by = id_(required=False, load_default=None, allow_none=True)
    trick = Whole(1, 20, load_default=None, allow_none=True)


class NewRuling(Asked):
    """How a dispute is decided."""

    choice = fields.String(
        required=True, validate=validate.OneOf(["proposed", "as_played", "other", "misdeal"])
    )
    offending = fields.Nested(Held, load_default=None, allow_none=True)
    reason = reason()
    others = fields.Dict(
        keys=fields.String(), values=Shape(RECORD), load_default=None, allow_none=True
    )


class NewAppeal(Asked):
    """Why a decided dispute is opened again."""

    reason = reason(required=True)


class BookPage(Page):
    """Which disputes."""

    q = fields.String(load_default="", validate=validate.Length(max=200))
    game = fields.String(load_default="", validate=validate.OneOf(["", *Game]))
    rule = fields.String(load_default="", validate=validate.Length(max=8))
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 50))


class Proving(Schema):
    """How thoroughly."""

    records = fields.Boolean(
        load_default=False, metadata={"description": "Score every deal once more."}
    )


class NewToken(Asked):
    """A key for another program; with a table it is good for that table only."""

    name = name()
    scopes = fields.List(
        line(40, shortest=1, metadata={"enum": [*SCOPES]}),
        required=True,
        validate=validate.Length(min=1, max=60),
    )
    table_id = id_(required=False, load_default=None, allow_none=True)


class NewWebhook(Asked):
    """Whom to tell, and what."""

    url = line(500, shortest=1, required=True, metadata={"example": "https://example.org/hook"})
    events = event_names(required=True)


class WebhookChange(Asked):
    """What may be changed of it."""

    url = line(500, shortest=1)
    events = event_names()
    active = fields.Boolean(truthy={True}, falsy={False})
