"""What people type about people: a new member, who is whose duplicate, a name given up."""

from typing import Any

from marshmallow import post_load
from marshmallow import validate

from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import text

_YES = ("", "yes")
_ALSO_MAX = 10


class NewMember(Form):
    key = key()
    name = text(60, required=True)
    guest = one_of(_YES, default="")


class Merge(Form):
    """Two who are one; `keep` is whose name stays."""

    key = key()
    other = text(36, required=True)
    keep = text(36, required=True)
    why = text(200)


class Part(Form):
    """A duplicate who is a person of his own after all."""

    key = key()
    duplicate = text(36, required=True)
    why = text(200)


class Anonymise(Form):
    """A name given up for good: `sure` is ticked, `money` only where some is open."""

    key = key()
    sure = one_of(("yes",))
    money = one_of(_YES, default="")
    also = text(400)
    why = text(200)

    @post_load
    def _names(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        data["also"] = [name.strip() for name in data["also"].split(",") if name.strip()]
        validate.Length(max=_ALSO_MAX, error="web.form.too_long")(data["also"])
        return data


class Search(Form):
    """What is searched for among the deals; whatever is left empty may be anything."""

    person = text(60)
    part = one_of(("", "declarer"), default="")
    game = text(10)
    contract = text(12)
    trump = text(1)
    place = text(2)
    first = text(10)
    last = text(10)
    corrected = one_of(_YES, default="")
    undone = one_of(_YES, default="")
    after = text(40)
