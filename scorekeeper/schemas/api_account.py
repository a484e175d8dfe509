"""What the API is asked and answers about one's own account."""

from marshmallow import Schema
from marshmallow import fields

from scorekeeper.schemas.api_requests import Asked
from scorekeeper.schemas.api_requests import line
from scorekeeper.schemas.api_requests import name
from scorekeeper.schemas.api_views import list_of
from scorekeeper.schemas.api_views import schema_of
from scorekeeper.services.accounts import EMAIL_MAX
from scorekeeper.services.accounts import AccountView
from scorekeeper.services.devices import DeviceView
from scorekeeper.services.passkeys import PasskeyView
from scorekeeper.services.passwords import LONGEST
from scorekeeper.services.passwords import SHORTEST

_TYPED_MAX = 400  # a password as typed: the services say which one will do

ACCOUNT = schema_of(
    AccountView,
    about={"has_password": "Without one it is signed in to by a link in a mail or a passkey."},
)
DEVICES = list_of(
    schema_of(DeviceView, about={"here": "Whether it is the one that asks; a key is on none."}),
    "Devices",
)
PASSKEYS = list_of(schema_of(PasskeyView), "Passkeys")


class Called(Asked):
    """What somebody is called; the ledger keeps the name it was written with."""

    name = name()


class NewPassword(Asked):
    """The password of now, and the one from now on."""

    old = line(
        _TYPED_MAX, load_default="", metadata={"description": "Needed, unless there is none yet."}
    )
    new = line(
        _TYPED_MAX,
        required=True,
        metadata={"description": f"{SHORTEST} to {LONGEST} characters, and none that is common."},
    )


class NewEmail(Asked):
    """The address to sign in with from now on, and the password of now."""

    email = line(EMAIL_MAX, shortest=1, required=True)
    password = line(
        _TYPED_MAX, load_default="", metadata={"description": "Needed, unless there is none."}
    )


class Ended(Schema):
    """How many devices have to sign in anew."""

    ended = fields.Integer(required=True)

    class Meta:
        title = "Ended"
