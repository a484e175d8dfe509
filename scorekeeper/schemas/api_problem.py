"""What the API answers when it does not do what was asked: a problem (RFC 9457)."""

from marshmallow import Schema
from marshmallow import fields

from scorekeeper.errors import ErrorCode

REQUEST_CODES = {
    "bad_request": "The body is not the JSON it says it is, or a cookie came without its token.",
    "invalid": "Fields are missing or wrong; `errors` says which and why.",
    "unauthorized": "No key, or one that is good no more.",
    "forbidden": "This key may not do that.",
    "not_found": "There is nothing here, or nothing this key may know of.",
    "method_not_allowed": "Not this method; `Allow` says which.",
    "not_acceptable": "No answer of a kind that was asked for.",
    "too_large": "The body is too large.",
    "unsupported_media_type": "Bodies are application/json.",
    "key_missing": "This needs an Idempotency-Key header, so that sending it twice does it once.",
    "condition_missing": "This needs an If-Match header with the ETag of what is to be changed.",
    "too_many_requests": "Too many requests; `Retry-After` says when to come back.",
    "broken": "A fault of the service. It is written down there.",
}
"""Codes of problems that come before any service is asked, beside those of the services."""

CODES = (*sorted({*(code.value for code in ErrorCode), *REQUEST_CODES}),)


class Finding(Schema):
    """Something wrong with a deal, and where."""

    code = fields.String(required=True, metadata={"description": "A rule, or what is missing."})
    path = fields.String(required=True, metadata={"description": "JSON pointer into the record."})
    message = fields.String(required=True)

    class Meta:
        title = "Finding"


class Problem(Schema):
    """Why something was not done. `code` is for programs, `detail` for people."""

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    code = fields.String(required=True, metadata={"enum": list(CODES)})
    detail = fields.String(required=True, metadata={"description": "In the Accept-Language."})
    instance = fields.String()
    place = fields.String(metadata={"description": "The field it concerns."})
    findings = fields.List(
        fields.Nested(Finding),
        metadata={"description": "What is wrong with a deal, as `scorekeeper check` says it."},
    )
    deals = fields.List(
        fields.Dict(), metadata={"description": "Later deals that must be corrected too."}
    )
    errors = fields.Dict(metadata={"description": "What is wrong with each field."})

    class Meta:
        title = "Problem"
        description = "A problem as RFC 9457 has it, with a code for programs."
