"""What the API answers about the purse, standings, people, officers and files."""

from marshmallow import Schema
from marshmallow import fields

from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas.api_views import list_of
from scorekeeper.schemas.api_views import schema_of
from scorekeeper.services.club_texts import ClubTexts
from scorekeeper.services.guests import DoorView
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.services.import_views import ImportView
from scorekeeper.services.invitations import InvitationView
from scorekeeper.services.ladder_views import LadderView
from scorekeeper.services.ladder_views import PersonStatistics
from scorekeeper.services.ladder_views import RatingsView
from scorekeeper.services.ladder_views import SeasonStatistics
from scorekeeper.services.ladder_views import StandingsView
from scorekeeper.services.merging import MergePreview
from scorekeeper.services.officers import OfficerView
from scorekeeper.services.purse_views import AccountView
from scorekeeper.services.purse_views import BookingView
from scorekeeper.services.purse_views import CashBookView
from scorekeeper.services.purse_views import ClosingView
from scorekeeper.services.purse_views import ItemView
from scorekeeper.services.purse_views import PurseView
from scorekeeper.services.purse_views import StatementView
from scorekeeper.services.search import SearchView
from scorekeeper.services.season_changes import SeasonChangeView
from scorekeeper.services.views import AmountsView
from scorekeeper.services.views import MoneyRulesView

MEMBER, NIGHT = answers.MEMBER, answers.NIGHT
AMOUNTS = schema_of(AmountsView)
PURSE = schema_of(PurseView)
BOOKING = schema_of(BookingView)
BOOKINGS = list_of(BOOKING, "Bookings")
CASH_BOOK = schema_of(CashBookView, leave_out=("next_after",))
STATEMENT = schema_of(StatementView, leave_out=("next_before",))
ACCOUNTS = list_of(schema_of(AccountView, name="MemberAccount"), "MemberAccounts")
ITEM = schema_of(ItemView, name="PurseItem")
ITEMS = list_of(ITEM, "PurseItems")
CLOSING = schema_of(ClosingView)
CLOSINGS = list_of(CLOSING, "Closings")
TEXTS = schema_of(
    ClubTexts, about={"privacy": "Empty where the words of this software stand for it."}
)
MONEY_RULES = schema_of(MoneyRulesView)
SEASON_CHANGE = schema_of(SeasonChangeView, name="SeasonChanged")
SEASON_CHANGES = list_of(SEASON_CHANGE, "SeasonChanges")
LADDER = schema_of(LadderView)
LADDERS = list_of(LADDER, "Ladders")
STANDINGS = schema_of(StandingsView)
RATINGS = schema_of(RatingsView)
PERSON_STATISTICS = schema_of(PersonStatistics, rows={"ratings": ("game", "mu", "sigma")})
SEASON_STATISTICS = schema_of(SeasonStatistics)
_MERGE_PREVIEW = schema_of(MergePreview, name="PlainMergePreview")
OFFICER = schema_of(OfficerView)
OFFICERS = list_of(OFFICER, "Officers")
INVITATION = schema_of(InvitationView)
INVITATIONS = list_of(INVITATION, "Invitations")
DOOR = schema_of(DoorView, about={"code": "What guests type, empty while the door is shut."})
_MAPPING = schema_of(SheetMapping)
IMPORT = schema_of(ImportView, rows={"sample": ("row", "cells"), "context": ("row", "cells")})
IMPORTS = list_of(IMPORT, "Imports")
SEARCH = schema_of(SearchView, leave_out=("next_after",))


class MergedPeople(_MERGE_PREVIEW):  # type: ignore[misc, valid-type]  # made from its view
    """What a merge would make of two people."""

    person = fields.Nested(MEMBER, required=True)
    duplicate = fields.Nested(MEMBER, required=True)

    class Meta:
        title = "MergedPeople"


MERGE_PREVIEW = MergedPeople


class CashBookPage(CASH_BOOK):  # type: ignore[misc, valid-type]  # made from its view
    """The cash book of some days, one page of it."""

    next = fields.String(required=True, allow_none=True)

    class Meta:
        title = "CashBookPage"


class StatementPage(STATEMENT):  # type: ignore[misc, valid-type]  # made from its view
    """A member's account, one page of it."""

    next = fields.String(required=True, allow_none=True)

    class Meta:
        title = "StatementPage"


class SearchPage(SEARCH):  # type: ignore[misc, valid-type]  # made from its view
    """Deals that were found, one page of them."""

    next = fields.String(required=True, allow_none=True)

    class Meta:
        title = "SearchPage"


class HaferlLeft(Schema):
    """Whether a Haferl left over at the end of a night is the purse's; else it is divided."""

    to_purse = fields.Boolean(required=True)

    class Meta:
        title = "HaferlLeft"


class NewInvitation(Schema):
    """An invitation just made; the end of its link is shown this once."""

    invitation = fields.Nested(INVITATION, required=True)
    token = fields.String(required=True)

    class Meta:
        title = "NewInvitation"


class PublicLink(Schema):
    """Where anybody may look at a season, null while nobody may."""

    token = fields.String(required=True, allow_none=True)
    url = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The page itself.", "example": "https://example.org/s/aBcD"},
    )

    class Meta:
        title = "PublicLink"
