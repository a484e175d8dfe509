"""What may come in: names, texts, keys, amounts, and nothing without a bound."""

import json
import unicodedata
from collections.abc import Mapping
from datetime import date
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.rules.house import Game
from scorekeeper.rules.outcome import HAFERL

NAME_MAX = 60
PLACE_MAX = 120
REASON_MAX = 500
SAID_MAX = 65_536
TARIFF_MAX = 1_000_000
KEY_SPAN = (8, 80)
ID_MAX = 80

_JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
_BLANKS = (  # counted among letters and signs, yet nothing is drawn
    "\N{HANGUL CHOSEONG FILLER}\N{HANGUL JUNGSEONG FILLER}\N{HANGUL FILLER}"
    "\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}"
)

_ENCODER = json.JSONEncoder(allow_nan=False, ensure_ascii=False)


def name(text: object, place: str = "name") -> str:
    """Return a name in NFC, trimmed, one space between words; people and clubs are called so.

    What nobody sees is left out, so that no two names look alike and none turns a line around.

    Raises ScorekeeperError with NAME_INVALID.
    """
    if not isinstance(text, str) or len(text) > 10 * NAME_MAX:
        raise ScorekeeperError(ErrorCode.NAME_INVALID, place, name="", max=NAME_MAX)
    told = _visible(unicodedata.normalize("NFC", text)).strip()
    control = any(unicodedata.category(sign) in ("Cc", "Cs") for sign in told)
    told = " ".join(told.split())
    if (
        control
        or not 1 <= len(told) <= NAME_MAX
        or not any(unicodedata.category(sign)[0] in "LNPS" for sign in told)
        or told.casefold() == HAFERL
    ):
        raise ScorekeeperError(ErrorCode.NAME_INVALID, place, name=_printable(told), max=NAME_MAX)
    return told


def name_key(told: str) -> str:
    """Return what two spellings of the same name have in common."""
    plain = "".join(sign for sign in told if sign not in _JOINERS)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", plain).casefold())


def text(value: object, place: str, longest: int) -> str:
    """Return a free text trimmed, on one line, without control characters.

    Raises ScorekeeperError with TEXT_TOO_LONG.
    """
    if not isinstance(value, str):
        raise ScorekeeperError(ErrorCode.VALUE_INVALID, place, value="")
    if len(value) > 10 * longest:
        raise ScorekeeperError(ErrorCode.TEXT_TOO_LONG, place, max=longest)
    told = " ".join(_visible(unicodedata.normalize("NFC", value)).split())
    told = "".join(sign for sign in told if unicodedata.category(sign) not in ("Cc", "Cs"))
    if len(told) > longest:
        raise ScorekeeperError(ErrorCode.TEXT_TOO_LONG, place, max=longest)
    return told


def key(value: object) -> str:
    """Return an idempotency key: 8 to 80 visible ASCII characters."""
    if (
        not isinstance(value, str)
        or not KEY_SPAN[0] <= len(value) <= KEY_SPAN[1]
        or not value.isascii()
        or not value.isprintable()
    ):
        raise invalid("key", value)
    return value


def game(value: object) -> str:
    """Return the name of a game we play."""
    if not isinstance(value, str) or value not in Game.__members__.values():
        raise invalid("game", value)
    return str(value)


def number(value: object, place: str, least: int, most: int) -> int:
    """Return a whole number of a span; True is none."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise invalid(place, value)
    return value


def amount(value: object, place: str, *, least: int | None = 1, name: str = "") -> int:
    """Return cents that one row brings one person, named where it is known who.

    Without `least` they may be below zero.

    Raises ScorekeeperError: VALUE_INVALID; AMOUNT_LARGE beyond a million euros either way.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise invalid(place, value)
    if least is not None and value < least:
        raise invalid(place, value)
    if abs(value) > AMOUNT_MAX:
        about = {"of": "person", "name": name} if name else {}
        raise ScorekeeperError(ErrorCode.AMOUNT_LARGE, place, cents=value, **about)
    return value


def tariff(value: object) -> int:
    """Return the money of one unit in cents."""
    return number(value, "tariff", 0, TARIFF_MAX)


def day(value: object, place: str) -> str:
    """Return a day as it is stored."""
    if not isinstance(value, date) or not 1900 <= value.year <= 2999:
        raise invalid(place, value)
    return value.isoformat()[:10]


def id_(value: object, place: str) -> str:
    """Return an id that may be looked for."""
    if not isinstance(value, str) or not 1 <= len(value) <= ID_MAX or not value.isprintable():
        raise ScorekeeperError(ErrorCode.NOT_FOUND, place)
    return value


def said(value: object) -> dict[str, Any]:
    """Return what people said of a deal, made of JSON's types and not too long.

    Raises ScorekeeperError with VALUE_INVALID or TEXT_TOO_LONG at `said`.
    """
    if not isinstance(value, Mapping):
        raise invalid("said", "")
    try:
        written = _ENCODER.encode(value)
        written.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise invalid("said", "") from error
    if len(written) > SAID_MAX:
        raise ScorekeeperError(ErrorCode.TEXT_TOO_LONG, "said", max=SAID_MAX)
    told: dict[str, Any] = json.loads(written)
    return told


def invalid(place: str, value: object) -> ScorekeeperError:
    """Return the refusal of a value at a place."""
    return ScorekeeperError(ErrorCode.VALUE_INVALID, place, value=_printable(str(value)[:40]))


def missing(place: str) -> ScorekeeperError:
    """Return the refusal of something that is not there."""
    return ScorekeeperError(ErrorCode.NOT_FOUND, place)


def _visible(told: str) -> str:
    """Leave out signs without a look of their own, but for those that join letters and emoji."""
    return "".join(
        sign
        for sign in told
        if sign in _JOINERS or (unicodedata.category(sign) != "Cf" and sign not in _BLANKS)
    )


def _printable(told: str) -> str:
    return "".join(sign for sign in told if sign.isprintable())
