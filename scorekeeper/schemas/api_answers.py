"""What the API answers: the views of the services, with names for what is a tuple in them."""

from typing import Any

from marshmallow import Schema
from marshmallow import fields

from scorekeeper.schemas.api_views import ID
from scorekeeper.schemas.api_views import list_of
from scorekeeper.schemas.api_views import schema_of
from scorekeeper.services.entries import EntryView
from scorekeeper.services.paper_jobs import JobView
from scorekeeper.services.permissions import Action
from scorekeeper.services.ruling_views import DisputeView
from scorekeeper.services.ruling_views import OutcomeView
from scorekeeper.services.ruling_views import StepView
from scorekeeper.services.tokens import TokenView
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import CorrectionPreview
from scorekeeper.services.views import DealVersionView
from scorekeeper.services.views import DealView
from scorekeeper.services.views import EventView
from scorekeeper.services.views import HouseRulesView
from scorekeeper.services.views import LedgerView
from scorekeeper.services.views import MemberView
from scorekeeper.services.views import NightView
from scorekeeper.services.views import PreviewView
from scorekeeper.services.views import SeasonView
from scorekeeper.services.views import SettlementView
from scorekeeper.services.views import TableView
from scorekeeper.services.views import TransferView
from scorekeeper.services.webhooks import DeliveryView
from scorekeeper.services.webhooks import WebhookView

_CHANGES = "Whole cents by member id, above zero for who wins."
_OWED = ("member", "cents")
_PAID = ("payer", "payee", "amount")

# Nested views are found by their class, so those with names of their own come first.
CLUB = schema_of(ClubView, leave_out=("member_count", "night_count"))
# Beside a balance or a booking stands who it is, without what only his own answer counts.
PERSON = schema_of(MemberView, leave_out=("nights", "guest", "anonymous"), name="MemberName")
MEMBER = schema_of(MemberView)
SEASON = schema_of(SeasonView, rows={"totals": _OWED})
HOUSE_RULES = schema_of(
    HouseRulesView, about={"options": "Only those that differ from the rule book."}
)
NIGHT = schema_of(NightView)
DEAL_VERSION = schema_of(DealVersionView, about={"changes": _CHANGES})
DEAL = schema_of(
    DealView,
    about={
        "changes": _CHANGES,
        "record": "The deal record with names.",
        "said": "The deal record with member ids, as it is told.",
        "number": "Among the deals of its table that count.",
    },
)
PREVIEW = schema_of(
    PreviewView, rows={"payments": _PAID, "over": ("name", "cents")}, about={"changes": _CHANGES}
)
CORRECTION = schema_of(
    CorrectionPreview,
    rows={"impossible": ("id", "number", "message")},
    about={"differences": "Whole cents more or less by member id."},
)
TABLE = schema_of(
    TableView,
    leave_out=("resting_by_dealer", "playable"),
    about={"revision": "Counts every change of the table."},
)
EVENT = schema_of(EventView, rows={"lines": _PAID})
LEDGER = schema_of(LedgerView, leave_out=("next_after",))
TRANSFER = schema_of(TransferView)
_SETTLEMENT = schema_of(
    SettlementView,
    rows={"balances": _OWED, "results": _OWED, "rounded": ("name", "cents")},
    leave_out=("transfers",),
)
JOB = schema_of(JobView)
STEP = schema_of(StepView, rows={"changes": ("name", "cents")}, name="DisputeStep")
DISPUTE = schema_of(DisputeView, rows={"people": ("id", "name")})
OUTCOME = schema_of(OutcomeView)
ENTRY = schema_of(EntryView)
TOKEN = schema_of(TokenView)
WEBHOOK = schema_of(WebhookView)
DELIVERY = schema_of(DeliveryView, about={"payload": "The body, as it is signed."})

MEMBERS = list_of(MEMBER, "Members")
CLUBS = list_of(CLUB, "Clubs")
SEASONS = list_of(SEASON, "Seasons")
HOUSE_RULES_LIST = list_of(HOUSE_RULES, "HouseRulesList")
NIGHTS = list_of(NIGHT, "Nights")
DISPUTES = list_of(DISPUTE, "Disputes")
OUTCOMES = list_of(OUTCOME, "Outcomes")
ENTRIES = list_of(ENTRY, "Entries")
TOKENS = list_of(TOKEN, "Tokens")
WEBHOOKS = list_of(WEBHOOK, "Webhooks")
DELIVERIES = list_of(DELIVERY, "Deliveries")


class Owed(Schema):
    """What somebody is owed, below zero what he owes."""

    member = fields.Nested(PERSON, required=True)
    cents = fields.Integer(required=True)

    class Meta:
        title = "Owed"


BALANCES = list_of(Owed, "Balances")


class Payment(TRANSFER):  # type: ignore[misc, valid-type]  # made from its view
    """A payment of a settlement."""

    giro_code = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Where the code is that pays it by bank; null where it has none, or "
            "none for whoever asks.",
            "example": f"/api/v1/clubs/{ID}/transfers/{ID}/giro-code",
        },
    )

    class Meta:
        title = "Payment"


class Settlement(_SETTLEMENT):  # type: ignore[misc, valid-type]  # made from its view
    """Who pays whom for a night."""

    transfers = fields.List(fields.Nested(Payment), required=True)

    class Meta:
        title = "Settlement"


class LedgerPage(LEDGER):  # type: ignore[misc, valid-type]  # made from its view
    """The night deal by deal, oldest first, one page of it."""

    next = fields.String(required=True, allow_none=True)

    class Meta:
        title = "LedgerPage"


class Revision(Schema):
    """How often a table has changed."""

    revision = fields.Integer(required=True)

    class Meta:
        title = "Revision"


class Proof(Schema):
    """What does not agree in the ledger; nothing when all is well."""

    problems = fields.List(fields.String(), required=True)
    checked = fields.Boolean(required=True)

    class Meta:
        title = "Proof"


class MadeToken(Schema):
    """A key just made. Its text is shown this once."""

    token = fields.Nested(TOKEN, required=True)
    text = fields.String(required=True, metadata={"example": "sk_" + "A" * 43})

    class Meta:
        title = "MadeToken"


class Rule(Schema):
    """A rule of the book."""

    number = fields.String(required=True, metadata={"example": "W19"})
    title = fields.String(required=True, metadata={"example": "Farbe bekennen"})
    text = fields.String(required=True)
    options = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Options of house rules that change it."},
    )

    class Meta:
        title = "Rule"


RULES = list_of(Rule, "Rules")


class Mine(Schema):
    """What a key is good for."""

    name = fields.String(required=True)
    scopes = fields.List(
        fields.String(metadata={"enum": [one.value for one in Action]}), required=True
    )
    clubs = fields.List(fields.String(), required=True)
    table_id = fields.String(required=True, allow_none=True)

    class Meta:
        title = "Mine"


def as_rule(number: str, title: str, text: str, options: list[str]) -> dict[str, Any]:
    """Return a rule as it is answered."""
    return {"number": number, "title": title, "text": text, "options": options}
