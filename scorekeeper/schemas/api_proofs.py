"""What the API is asked and answers about proving the ledger as long work."""

from marshmallow import fields
from marshmallow import validate

from scorekeeper.schemas.api_requests import Asked
from scorekeeper.schemas.api_views import schema_of
from scorekeeper.services.proving import FoundView
from scorekeeper.services.proving import HeadView
from scorekeeper.services.proving import ProofView

_PRINTED = 199  # a whole hash in groups, with room to spare

HEAD = schema_of(
    HeadView, name="ChainHead", about={"number": "Of the last entry, 0 while there is none."}
)
_FOUND = schema_of(FoundView, name="PrintedEntry")
_PROOF = schema_of(
    ProofView,
    name="LedgerProof",
    about={
        "count": "How many places do not agree.",
        "problems": "The first of those places, for whoever keeps the machine.",
        "found": "The entry the printed hash belongs to, null where the ledger has no such entry.",
    },
)


class ProofJob(_PROOF):  # type: ignore[misc, valid-type]  # made from its view
    """How far a proof is and, when it is done, what it says."""

    agrees = fields.Boolean(
        required=True, metadata={"description": "Whether all is well; false until it is done."}
    )

    class Meta:
        title = "ProofJob"


class NewProof(Asked):
    """What to look up in the ledger beside: a hash from paper, at least its first twelve places."""

    printed = fields.String(
        load_default="",
        validate=validate.Length(max=_PRINTED),
        metadata={"description": "Spaces and case do not matter; empty for none."},
    )
