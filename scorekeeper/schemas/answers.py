"""The JSON Schema (2020-12) and the marshmallow schemas of what the program answers.

A report on a deal record and a solution of one are declared here once, in the few shapes below;
both kinds of schema are made from the declaration.
"""

from dataclasses import dataclass
from typing import Any

from marshmallow import RAISE
from marshmallow import Schema
from marshmallow import fields
from marshmallow import validate

from scorekeeper.cards import CARD_NAMES
from scorekeeper.cards import SUIT_NAMES
from scorekeeper.rules.record import REPORT_FORMAT
from scorekeeper.schemas.record_json import DIALECT

SOLUTION_FORMAT = "deal-solution/1"


@dataclass(frozen=True, slots=True)
class Text:
    """A text, where `words` are given one of them."""

    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `low` on and, if there is an end, to `high`."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""


@dataclass(frozen=True, slots=True)
class OrNull:
    """This, or null."""

    shape: "Shape"


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of these."""

    item: "Shape"


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object with any keys and these values."""

    value: "Shape"


@dataclass(frozen=True, slots=True)
class Answer:
    """An object with these keys and no other; those in `rare` may be missing."""

    parts: dict[str, "Shape"]
    rare: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OneOf:
    """An object of the one or the other form, told apart by a key only the first has."""

    first: Answer
    second: Answer
    key: str


Shape = Text | Number | Flag | OrNull | ListOf | MapOf | Answer | OneOf

_CARD = Text(CARD_NAMES)
_CARDS = ListOf(_CARD)
_TRICK = Number(1, 10)
_BY_NAME = OrNull(MapOf(Number()))

_PLAY = Answer(
    {
        "trick": _TRICK,
        "player": Text(),
        "card": _CARD,
        "verdict": Text(("legal", "illegal", "open")),
        "rule": OrNull(Text()),
        "instead": _CARDS,
        "because": _CARDS,
    }
)

_SIDE = Answer(
    {
        "side": ListOf(Text()),
        "points": Number(0),
        "by": Text(("penalty", "maschine", "gehen", "fold", "tricks")),
        "match": OrNull(MapOf(Number(0))),
        "match_won_by": ListOf(Text()),
        "fine": Answer({"side": ListOf(Text()), "points": Number(0)}),
    },
    rare=("fine",),
)

_DECLARER = Answer(
    {
        "declarer": OrNull(Text()),
        "kind": Text(("brand", "number", "bettel", "mord", "passed_out")),
        "trump": OrNull(Text(SUIT_NAMES)),
        "tricks": OrNull(Number(0, 10)),
        "made": OrNull(Flag()),
        "by": OrNull(Text(("tricks", "ruling"))),
        "bid": OrNull(Number(6, 9)),
        "haferl": Number(0),
    },
    rare=("bid", "haferl"),
)

REPORT = Answer(
    {
        "format": Text((REPORT_FORMAT,)),
        "verdict": Text(("legal", "illegal", "open", "error")),
        "errors": ListOf(Answer({"code": Text(), "path": Text(), "message": Text()})),
        "plays": ListOf(_PLAY),
        "tricks": ListOf(Answer({"n": _TRICK, "winner": OrNull(Text())})),
        "result": OrNull(OneOf(_SIDE, _DECLARER, "side")),
        "units": _BY_NAME,
        "soft": _BY_NAME,
        "money": _BY_NAME,
        "payments": ListOf(Answer({"from": Text(), "to": Text(), "amount": Number(1)})),
    }
)

SOLUTION = Answer(
    {
        "format": Text((SOLUTION_FORMAT,)),
        "tricks": Number(0, 10),
        "made": Flag(),
        "plays": ListOf(
            Answer(
                {
                    "trick": _TRICK,
                    "player": Text(),
                    "card": _CARD,
                    "best": Number(0, 10),
                    "cards": MapOf(Number(0, 10)),
                    "legal": Flag(),
                    "value": Number(0, 10),
                },
                rare=("legal", "value"),
            )
        ),
    }
)


def answer_json_schema(answer: Answer, title: str) -> dict[str, Any]:
    """Make the JSON Schema of an answer."""
    return {"$schema": DIALECT, "title": title, **_json(answer)}


def _json(shape: Shape) -> dict[str, Any]:
    match shape:
        case Text(words):
            return {"enum": list(words)} if words else {"type": "string"}
        case Number(low, high):
            ends = {"minimum": low, "maximum": high}
            return {"type": "integer", **{k: v for k, v in ends.items() if v is not None}}
        case Flag():
            return {"type": "boolean"}
        case OrNull(inner):
            return {"anyOf": [_json(inner), {"type": "null"}]}
        case ListOf(item):
            return {"type": "array", "items": _json(item)}
        case MapOf(value):
            return {"type": "object", "additionalProperties": _json(value)}
        case OneOf(first, second):
            return {"anyOf": [_json(first), _json(second)]}
        case Answer(parts, rare):
            return {
                "type": "object",
                "properties": {name: _json(part) for name, part in parts.items()},
                "required": [name for name in parts if name not in rare],
                "additionalProperties": False,
            }


class _Strict(Schema):
    class Meta:
        unknown = RAISE


class _EitherForm(fields.Field[Any]):
    """An object of one of two forms."""

    def __init__(
        self, first: type[Schema], second: type[Schema], key: str, **settings: Any
    ) -> None:
        super().__init__(**settings)
        self._forms = (first, second)
        self._key = key

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        is_first = isinstance(value, dict) and self._key in value
        return self._forms[0 if is_first else 1]().load(value)


def answer_schema(answer: Answer) -> type[Schema]:
    """Make the marshmallow schema of an answer."""
    made: dict[str, fields.Field[Any]] = {
        name: _field(part, required=name not in answer.rare) for name, part in answer.parts.items()
    }
    return _Strict.from_dict(made, name="AnswerPart")


def _field(shape: Shape, *, required: bool, null: bool = False) -> fields.Field[Any]:
    settings: dict[str, Any] = {"required": required, "allow_none": null}
    match shape:
        case Text(words):
            return fields.String(**settings, validate=validate.OneOf(words) if words else None)
        case Number(low, high):
            return fields.Integer(**settings, strict=True, validate=validate.Range(low, high))
        case Flag():
            return fields.Boolean(**settings, truthy={True}, falsy={False})
        case OrNull(inner):
            return _field(inner, required=required, null=True)
        case ListOf(item):
            return fields.List(_field(item, required=True), **settings)
        case MapOf(value):
            return fields.Dict(fields.String(), _field(value, required=True), **settings)
        case OneOf(first, second, key):
            return _EitherForm(answer_schema(first), answer_schema(second), key, **settings)
        case Answer():
            return fields.Nested(answer_schema(shape), **settings)
