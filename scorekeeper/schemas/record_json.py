"""The JSON Schema (2020-12) of the deal record, made from its declaration.

It accepts everything that has the right shape (stage 2 of the record's errors) and refuses what
a schema can express: fields by game, parts by kind of contract, spelling by pack, spans. What it
cannot express is left to the reader: names that are the same only after NFC, trimming or case
folding, and the length of a name after trimming.
"""

from typing import Any

from scorekeeper.cards import CARD_TEXTS
from scorekeeper.cards import SUIT_TEXTS
from scorekeeper.cards import Pack
from scorekeeper.rules import declaration as d
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import Option

DIALECT = "https://json-schema.org/draft/2020-12/schema"

Json = dict[str, Any]


def record_json_schema() -> Json:
    """Make the schema of a deal record."""
    shapes = [(game, pack) for game in Game for pack in Pack]
    return {
        "$schema": DIALECT,
        "title": "deal-record/1",
        "type": "object",
        "required": [part.name for part in d.FIELDS if part.required],
        "properties": {
            "game": {"enum": [game.value for game in Game]},
            "pack": {"enum": [pack.value for pack in Pack]},
        },
        "allOf": [
            {"if": _is(game, pack), "then": {"$ref": f"#/$defs/{game}_{pack}"}}
            for game, pack in shapes
        ],
        "$defs": {
            **{f"card_{pack}": {"enum": sorted(CARD_TEXTS[pack])} for pack in Pack},
            **{f"suit_{pack}": {"enum": sorted(SUIT_TEXTS[pack])} for pack in Pack},
            **{f"rank_{pack}": {"enum": [*d.rank_texts(pack)]} for pack in Pack},
            **{f"options_{game}": _options(game) for game in Game},
            **{f"{game}_{pack}": _object(d.RECORD, game, pack) for game, pack in shapes},
        },
    }


def _is(game: Game, pack: Pack) -> Json:
    required = ["game"] if pack is Pack.GERMAN else ["game", "pack"]
    return {
        "properties": {"game": {"const": game.value}, "pack": {"const": pack.value}},
        "required": required,
    }


def _value(value: d.Value, game: Game, pack: Pack) -> Json:
    match value:
        case d.Word(words):
            return {"enum": list(words[game])}
        case d.Currency():
            return {"type": "string", "pattern": "^[A-Z]{3}$", "maxLength": 3}
        case d.SeatName():
            nobody = {"pattern": "^[hH][aA][fF][eE][rR][lL]$"}
            return {"type": "string", "minLength": 1, "not": nobody}
        case d.Name():
            return {"type": "string"}
        case d.Flag():
            return {"type": "boolean"}
        case d.Whole(spans):
            low, high = spans[game]
            return {"type": "integer", "minimum": low, "maximum": high}
        case d.CardText():
            return {"$ref": f"#/$defs/card_{pack}"}
        case d.SuitText():
            return {"$ref": f"#/$defs/suit_{pack}"}
        case d.RankText():
            return {"$ref": f"#/$defs/rank_{pack}"}
        case d.CallText():
            return {"enum": [*d.call_texts(game, pack)]}
        case d.Options():
            return {"$ref": f"#/$defs/options_{game}"}
        case _:
            return _container(value, game, pack)


def _container(value: d.Value, game: Game, pack: Pack) -> Json:
    match value:
        case d.Nullable(inner):
            return {"anyOf": [_value(inner, game, pack), {"type": "null"}]}
        case d.ListOf(item, distinct):
            schema: Json = {"type": "array", "items": _value(item, game, pack)}
            return {**schema, "uniqueItems": True} if distinct else schema
        case d.PairOf(first, second):
            return {
                "type": "array",
                "prefixItems": [_value(first, game, pack), _value(second, game, pack)],
                "minItems": 2,
                "maxItems": 2,
            }
        case d.ByName(inner):
            return {"type": "object", "additionalProperties": _value(inner, game, pack)}
        case d.ObjectOf():
            return _object(value, game, pack)
        case _:
            raise AssertionError(value)


def _object(shape: d.ObjectOf, game: Game, pack: Pack) -> Json:
    words = d.kinds_of(shape, game)
    if not words:
        return _plain_object(shape, game, pack, None)
    return {"anyOf": [_plain_object(shape, game, pack, kind) for kind in words]}


def _plain_object(shape: d.ObjectOf, game: Game, pack: Pack, kind: str | None) -> Json:
    parts = d.parts_for(shape, game, kind)
    properties = {part.name: _value(part.value, game, pack) for part in parts}
    if kind is not None and shape.tag is not None:
        properties[shape.tag] = {"const": kind}
    schema: Json = {
        "type": "object",
        "properties": properties,
        "required": [part.name for part in parts if part.required and not part.needless_for],
        "additionalProperties": False,
    }
    for part in parts:
        if part.needless_for:
            assert shape.tag is not None
            is_needless = {
                "properties": {shape.tag: {"const": part.needless_for}},
                "required": [shape.tag],
            }
            schema |= {"if": is_needless, "else": {"required": [part.name]}}
    return schema


def _options(game: Game) -> Json:
    return {
        "type": "object",
        "properties": {option.name: _option(option) for option in OPTIONS[game]},
        "additionalProperties": False,
    }


def _option(option: Option) -> Json:
    listed: Json = {"enum": [*option.values]}
    if option.span is None:
        schema = listed
    else:
        low, high = option.span
        spanned: Json = {"type": "integer", "minimum": low, "maximum": high}
        schema = {"anyOf": [listed, spanned]} if option.values else spanned
    return {
        "title": option.label.en,
        "description": f"{option.explanation.en} ({', '.join(option.changes)})",
        "default": option.default,
        **schema,
    }
