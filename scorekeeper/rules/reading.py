"""From bytes, or an object read elsewhere, to a DealRecord, or to all that is wrong with it.

Stages 1 to 4 of the record's errors: is it a record, shape, people, counts. Every error of the
first stage that has one is found, each code and place once, and none of a later stage.
"""

import json
import re
from typing import Any

from scorekeeper.cards import Pack
from scorekeeper.rules import declaration
from scorekeeper.rules import record as r
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import DEFAULTS
from scorekeeper.rules.house import Game
from scorekeeper.rules.people import find_counts
from scorekeeper.rules.people import find_people
from scorekeeper.rules.seats import players_in_order
from scorekeeper.rules.shape import read_shape
from scorekeeper.rules.shape import shown
from scorekeeper.rules.shape import wrong

_GAMES = {game.value: game for game in Game}


class _NotJsonError(ValueError):
    """What the JSON reader lets pass although it is no JSON, or no record."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _no_constant(_text: str) -> None:
    raise _NotJsonError("json")


def _object_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _NotJsonError("key_twice")
    return made


_LONG = 10**40
_DIGITS_MAX = 4000
_EXPONENT_DIGITS_MAX = 6
_WHOLE_DIGITS_MAX = 15
_NUMBER = re.compile(r"-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?")


def _exact_float(text: str) -> float:
    """Read a number with a point or an exponent so that it is whole only if it is written so.

    A float would round 10.00000000000000000001 to 10.
    """
    value = float(text)
    if not value.is_integer():
        return value
    parts = _NUMBER.fullmatch(text)
    assert parts is not None
    whole, fraction, exponent = parts[1], parts[2] or "", parts[3] or "0"
    digits = (whole + fraction).lstrip("0")
    if not digits:
        return 0.0
    if len(exponent.lstrip("+-")) > _EXPONENT_DIGITS_MAX:
        return 0.5 if exponent.startswith("-") else float("inf")
    significant = digits.rstrip("0")
    shift = int(exponent) - len(fraction) + len(digits) - len(significant)
    return value if shift >= 0 else 0.5


def _long_int(text: str) -> int:
    """Read a whole number; one too long to be converted becomes one that is out of range."""
    if len(text) <= _DIGITS_MAX:
        return int(text)
    return -_LONG if text.startswith("-") else _LONG


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object_once, parse_constant=_no_constant, parse_float=_exact_float
)
_LONG_DECODER = json.JSONDecoder(
    object_pairs_hook=_object_once,
    parse_constant=_no_constant,
    parse_float=_exact_float,
    parse_int=_long_int,
)
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


def _too_deep(data: bytes) -> bool:
    """Say whether lists and objects are nested deeper than anything is read."""
    if data.count(b"[") + data.count(b"{") <= declaration.DEPTH_MAX:
        return False
    depth = 0
    for byte in _STRING.sub(b"", data):
        if byte in b"[{":
            depth += 1
            if depth > declaration.DEPTH_MAX:
                return True
        elif byte in b"]}":
            depth -= 1
    return False


def _decode(data: bytes) -> object:
    """Read JSON strictly.

    Raises _NotJsonError with the key of the sentence that says what is wrong.
    """
    if len(data) > declaration.BYTES_MAX:
        raise _NotJsonError("too_long")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise _NotJsonError("utf8") from None
    if text.startswith("\ufeff"):
        raise _NotJsonError("byte_order_mark")
    if _too_deep(data):
        raise _NotJsonError("too_deep")
    try:
        return _DECODER.decode(text)
    except (json.JSONDecodeError, RecursionError):
        raise _NotJsonError("json") from None
    except _NotJsonError:
        raise
    except ValueError:
        return _LONG_DECODER.decode(text)


def read_text(data: bytes) -> r.DealRecord | tuple[Finding, ...]:
    """Read a record from JSON text in UTF-8, without its line end.

    Gives the record, or all errors of the first of the stages 1 to 4 that has one.
    """
    try:
        value = _decode(data)
    except _NotJsonError as problem:
        return (wrong("", problem.key, limit=declaration.BYTES_MAX),)
    except ValueError:
        return (wrong("", "json", limit=declaration.BYTES_MAX),)
    return read_object(value)


def read_object(value: object) -> r.DealRecord | tuple[Finding, ...]:
    """Read a record from an object of JSON's types.

    Gives the record, or all errors of the first of the stages 1 to 4 that has one.
    """
    if not isinstance(value, dict):
        return (wrong("", "not_object"),)
    game = value.get("game")
    if (
        value.get("format") != r.FORMAT
        or not isinstance(game, str)
        or (known_game := _GAMES.get(game)) is None
    ):
        return _not_a_record(value)
    findings: list[Finding] = []
    given = read_shape(value, known_game, findings)
    if findings:
        return _each_once(findings)
    find_people(given, known_game, findings)
    if findings:
        return _each_once(findings)
    players = players_in_order(given["seats"], given["dealer"], given.get("sitting_out", ()))
    numbers = find_counts(given, known_game, players, findings)
    if findings:
        return _each_once(findings)
    return _record(given, known_game, players, numbers)


def is_not_a_record(findings: tuple[Finding, ...]) -> bool:
    """Say whether these errors are of stage 1: what was read is not a deal record at all."""
    return any(finding.path in ("", "/format", "/game") for finding in findings)


def _not_a_record(value: dict[str, object]) -> tuple[Finding, ...]:
    findings = []
    for field, words in (("format", (r.FORMAT,)), ("game", tuple(_GAMES))):
        if field not in value:
            findings.append(wrong(f"/{field}", "missing", field=field))
        elif not (isinstance(value[field], str) and value[field] in words):
            shown_value = shown(value[field])
            findings.append(wrong(f"/{field}", "word", value=shown_value, allowed=words))
    return tuple(findings)


def _each_once(findings: list[Finding]) -> tuple[Finding, ...]:
    first: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        first.setdefault((finding.code, finding.path), finding)
    return tuple(first.values())


def _contract(given: dict[str, Any]) -> r.Contract:
    kind = given.get("kind")
    return r.Contract(
        kind and r.ContractKind(kind),
        given.get("declarer"),
        given.get("bid"),
        given.get("trump"),
        given.get("schlag"),
    )


def _called_card(given: dict[str, Any]) -> r.CalledCard:
    holder = given.get("from")
    in_dopper = holder is None and "from" in given
    return r.CalledCard(given["card"], holder, in_dopper, given.get("given"))


def _record(
    given: dict[str, Any], game: Game, players: tuple[str, ...], numbers: list[int]
) -> r.DealRecord:
    """Put together what was read; `numbers` are those of the tricks, counted where left out."""
    get = given.get
    contract = get("contract")
    call = get("call")
    asked = get("ask")
    return r.DealRecord(
        game=game,
        rules=get("house_rules", DEFAULTS[game]),
        seats=given["seats"],
        dealer=given["dealer"],
        players=players,
        sitting_out=get("sitting_out", ()),
        tariff=get("tariff", 10),
        currency=get("currency", "EUR"),
        pack=Pack(get("pack", Pack.GERMAN)),
        doubles=get("doubles", ()),
        auction=get("auction"),
        contract=None if contract is None else _contract(contract),
        call=None if call is None else _called_card(call),
        hands=tuple([r.Hand(name, key, cards) for name, key, cards in get("hands", ())]),
        talon=get("talon"),
        discards=get("discards"),
        held=tuple(
            [r.Held(one["player"], one["cards"], one["after_trick"]) for one in get("held", ())]
        ),
        tricks=tuple(
            [
                r.Trick(n, one.get("lead"), one["cards"])
                for n, one in zip(numbers, get("tricks", ()), strict=True)
            ]
        ),
        tricks_taken=tuple([r.Count(*one) for one in get("tricks_taken", ())]),
        match=tuple([r.Count(*one) for one in get("match", ())]),
        raises=tuple(
            [
                r.Raise(one["by"], one["answer"] == "accept", one.get("in_trick"))
                for one in get("raises", ())
            ]
        ),
        gehen=get("gehen"),
        maschine=get("maschine"),
        schlecken=tuple(
            [
                r.Schleck(one["player"], one.get("card"), one.get("waived", False))
                for one in get("schlecken", ())
            ]
        ),
        haferl=get("haferl", 0),
        rulings=tuple(
            [
                r.Ruling(r.Offence(one["offence"]), one.get("by"), one.get("trick"))
                for one in get("rulings", ())
            ]
        ),
        ask=None if asked is None else tuple([r.Ask(one["trick"], one["player"]) for one in asked]),
    )
