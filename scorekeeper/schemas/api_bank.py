"""What the API is asked and answers about being paid by bank."""

from scorekeeper.schemas.api_requests import Asked
from scorekeeper.schemas.api_requests import line
from scorekeeper.schemas.api_views import list_of
from scorekeeper.schemas.api_views import schema_of
from scorekeeper.services.bank_details import HOLDER_MAX
from scorekeeper.services.bank_details import BankChangeView
from scorekeeper.services.bank_details import BankView
from scorekeeper.services.bank_details import GiroView

IBAN_EXAMPLE = "DE89370400440532013000"
_IBAN_MAX, _BIC_MAX = 99, 39  # as typed, with spaces

BANK = schema_of(BankView, name="BankDetail")
BANK_CHANGES = list_of(schema_of(BankChangeView, name="BankChange"), "BankChanges")
GIRO = schema_of(
    GiroView,
    name="GiroCode",
    about={
        "amount": "What is still open, in whole cents.",
        "words": "What the payment is for.",
        "code": "The QR code (EPC069-12) as SVG.",
    },
)


class NewBankDetail(Asked):
    """Where a member wants to be paid; without a holder it is the member by his name."""

    iban = line(_IBAN_MAX, shortest=1, required=True, metadata={"example": IBAN_EXAMPLE})
    bic = line(_BIC_MAX, load_default="")
    holder = line(HOLDER_MAX, load_default="")
