"""Stage 1: is it a deal record?"""

import json
from decimal import Decimal
from decimal import InvalidOperation

from .errors import Errors
from .words import LETTER
from .words import Json


class NotReadable(Exception):  # noqa: N818 - it is a verdict, no failure
    """The text is not JSON as the specification wants it."""


class Endless:
    """A number too long to be any number of a record."""


def _number(text: str) -> Json:
    # "a number that is not whole or out of range, however long" is an error of stage 2.
    if not set(text.lower().partition("e")[0]) & set("123456789"):
        return 0
    try:
        return Decimal(text) if len(text) < 2000 else Endless()
    except InvalidOperation:
        return Endless()


def _constant(text: str) -> Json:
    raise NotReadable(text)  # "NaN and a byte order mark are not JSON"


def _pairs(pairs: list[tuple[str, Json]]) -> Json:
    if len({key for key, _ in pairs}) < len(pairs):
        raise NotReadable("a key twice in one object")
    return dict(pairs)


def read_bytes(data: bytes) -> Json:
    """Return the JSON value, or raise NotReadable."""
    if len(data) > 65536:
        raise NotReadable("longer than 65 536 bytes")
    try:
        return json.loads(
            data.decode("utf-8"),
            parse_float=_number,
            parse_int=_number,
            parse_constant=_constant,
            object_pairs_hook=_pairs,
        )
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as reason:
        raise NotReadable("not UTF-8, not JSON, or too deep") from reason


def look_at_record(value: Json, errors: Errors) -> None:
    """Find the errors of stage 1 in a JSON value."""
    if not isinstance(value, dict):
        errors.add("format")  # "or is not an object"
        return
    if value.get("format") != "deal-record/1":
        errors.add("format", "format")
    game = value.get("game")
    if not isinstance(game, str) or game not in LETTER:
        errors.add("format", "game")
