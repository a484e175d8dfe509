"""Schemas of the OpenAPI document for objects that services read themselves.

A deal record, the options of house rules and the settings of a ladder are checked by their own
readers, with errors of their own. Here are their fields for whoever writes a client: one object
for all games, in which a field has every type and word that any game gives it.
"""

from typing import Any

from marshmallow import fields

from scorekeeper.adjudication.side_won import BY
from scorekeeper.adjudication.side_won import SIDE_WON
from scorekeeper.documents.cell_days import DAY_FIRST
from scorekeeper.documents.cell_days import MONTH_FIRST
from scorekeeper.rules import declaration as d
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from scorekeeper.rules.outcome import By
from scorekeeper.season import ladder
from scorekeeper.services import import_mapping as sheets
from scorekeeper.services.announcing import Event
from scorekeeper.services.ladders import DEALS_MAX
from scorekeeper.services.ladders import NIGHTS_MAX

Json = dict[str, Any]


class Shape(fields.Dict):
    """An object whose fields stand in a component of the OpenAPI document."""

    def __init__(self, component: str, description: str = "", **more: Any) -> None:
        described = {"description": description} if description else {}
        super().__init__(metadata={"x-component": component, **described}, **more)


RECORD = "DealRecord"
OPTIONS_OF_HOUSE_RULES = "HouseRuleOptions"
SETTINGS_OF_LADDER = "LadderSettings"
ANSWERS_ABOUT_SHEET = "SheetAnswers"
HAPPENED = "Happened"
WEBHOOK_HEADERS = (
    "Scorekeeper-Event",
    "Scorekeeper-Delivery",
    "Scorekeeper-Timestamp",
    "Scorekeeper-Signature",
)


def components() -> dict[str, Json]:
    """Return the schemas that stand in the document beside those of marshmallow."""
    return {
        RECORD: {
            **_object({**_record(d.RECORD)["properties"], **_side_won()}),
            "description": "A deal as it was said. What the table knows itself (game, house "
            "rules, price, seats, dealer) may be left out; the exact schema of a whole record, "
            "game by game, is at `/api/v1/schemas/record`.",
        },
        OPTIONS_OF_HOUSE_RULES: {
            **_object({option.name: _option(option.name) for option in _options()}),
            "description": "Options of house rules that differ from the rule book; each game "
            "takes its own.",
        },
        SETTINGS_OF_LADDER: _settings(),
        ANSWERS_ABOUT_SHEET: _answers_about_sheet(),
        HAPPENED: _happened(),
    }


def webhooks() -> dict[str, Json]:
    """Return what is sent to webhooks, by the name of the event, for the document."""
    return {
        event.value: {
            "post": {
                "summary": f"What is sent for {event.value}.",
                "parameters": [
                    {"name": name, "in": "header", "required": True, "schema": {"type": "string"}}
                    for name in WEBHOOK_HEADERS
                ],
                "requestBody": {
                    "content": {
                        "application/json": {"schema": {"$ref": f"#/components/schemas/{HAPPENED}"}}
                    }
                },
                "responses": {"2XX": {"description": "Heard; anything else is tried again."}},
            }
        }
        for event in Event
    }


def refer(part: Any) -> None:
    """Put a reference in place of every field that names a component, all through a document."""
    if isinstance(part, list):
        for item in part:
            refer(item)
    if not isinstance(part, dict):
        return
    component = part.pop("x-component", None)
    if component is not None:
        described = {k: v for k, v in part.items() if k == "description"}
        nullable = "null" in part.get("type", ())
        target: Json = {"$ref": f"#/components/schemas/{component}"}
        part.clear()
        part.update({"anyOf": [target, {"type": "null"}]} if nullable else target, **described)
    for value in part.values():
        refer(value)


def _side_won() -> dict[str, Json]:
    """Return the fields a told deal of Watten may have beside those of a record."""
    return {
        SIDE_WON: {
            "type": "array",
            "items": {"type": "string"},
            "description": "Watten: the members of the side that won, where nobody said who took "
            "the tricks.",
        },
        BY: {**_words((By.TRICKS, By.MASCHINE)), "description": "Watten: how that side won."},
    }


def _object(properties: dict[str, Json]) -> Json:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _words(words: Any) -> Json:
    return {"type": "string", "enum": list(dict.fromkeys(words))}


def _record(shape: d.ObjectOf) -> Json:
    return _object({part.name: _value(part.value) for part in shape.parts})


def _value(value: d.Value) -> Json:
    match value:
        case d.Word(words):
            return _words(word for game in Game for word in words[game])
        case d.Currency():
            return {"type": "string", "pattern": "^[A-Z]{3}$"}
        case d.SeatName() | d.Name():
            return {"type": "string", "description": "A member's id, a name in a whole record."}
        case d.Flag():
            return {"type": "boolean"}
        case d.Whole(spans):
            least = min(low for low, _ in spans.values())
            most = max(high for _, high in spans.values())
            return {"type": "integer", "minimum": least, "maximum": most}
        case d.CardText():
            return {"type": "string", "description": "A card as the pack writes it, as `HA`."}
        case d.SuitText():
            return {"type": "string", "description": "A suit as the pack writes it, as `H`."}
        case d.RankText():
            return {"anyOf": [{"type": "string"}, {"type": "integer"}]}
        case d.CallText():
            return {"anyOf": [{"type": "string"}, {"type": "integer"}]}
        case d.Options():
            return {"$ref": f"#/components/schemas/{OPTIONS_OF_HOUSE_RULES}"}
        case d.Nullable(inner):
            return {"anyOf": [_value(inner), {"type": "null"}]}
        case d.ListOf(item):
            return {"type": "array", "items": _value(item)}
        case d.PairOf(first, second):
            one, other = _value(first), _value(second)
            items = one if one == other else {"anyOf": _each(one, other)}
            return {"type": "array", "items": items, "minItems": 2, "maxItems": 2}
        case d.ByName(inner):
            return {"type": "object", "additionalProperties": _value(inner)}
        case d.ObjectOf():
            return _record(value)


def _each(*schemas: Json) -> list[Json]:
    """Return the schemas one beside the other, each once."""
    flat = [part for schema in schemas for part in schema.get("anyOf", [schema])]
    plain = [{k: v for k, v in part.items() if k != "description"} for part in flat]
    return [part for place, part in enumerate(plain) if part not in plain[:place]]


def _options() -> list[Any]:
    """Return the options of all games, the first of each name."""
    return list({o.name: o for game in reversed(Game) for o in OPTIONS[game]}.values())


def _option(name: str) -> Json:
    same = [option for game in Game for option in OPTIONS[game] if option.name == name]
    values = list(dict.fromkeys(value for option in same for value in option.values))
    spans = [option.span for option in same if option.span is not None]
    words = [value for value in values if isinstance(value, str)]
    numbers = [value for value in values if isinstance(value, int)]
    kinds: list[Json] = []
    if words:
        kinds.append(_words(words))
    if spans:
        low, high = min(s[0] for s in spans), max(s[1] for s in spans)
        low, high = min([low, *numbers]), max([high, *numbers])
        kinds.append({"type": "integer", "minimum": low, "maximum": high})
    elif numbers:
        kinds.append({"type": "integer", "enum": numbers})
    shape = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return {"title": same[0].label.en, "description": same[0].explanation.en, **shape}


def _answers_about_sheet() -> Json:
    text: Json = {"type": "string"}
    rows: Json = {"type": "array", "items": {"type": "integer", "minimum": 1}}
    column = f"{', '.join(sheets.PLAIN)}, or `=` and a member's id."
    return {
        **_object(
            {
                "kind": _words((sheets.AMOUNTS, sheets.MEMBERS)),
                "unit": _words((sheets.EURO, sheets.CENT)),
                "header": {"type": "integer", "minimum": 0, "description": "Its row, 0: none."},
                "columns": {"type": "array", "items": {**text, "description": column}},
                "day": {**text, "description": "The day of rows that name none."},
                "dates": {
                    **_words(("", DAY_FIRST, MONTH_FIRST)),
                    "description": "What stands first in days like 3/4/2026.",
                },
                "season_id": text,
                "rows": _words(("", sheets.DEALS, sheets.RUNNING)),
                "difference": _words(("", sheets.PURSE)),
                "totals": {**rows, "description": "Rows that are totals."},
                "deals": {**rows, "description": "Rows that are deals, whatever they look like."},
                "only_new": {"type": "boolean"},
                "again": {"type": "boolean"},
                "replace": {"type": "integer", "minimum": 0, "description": "An import's number."},
                "sheet": {**text, "description": "The worksheet that is read."},
                "separator": text,
                "delimiter": text,
                "layout": text,
            }
        ),
        "description": "What a sheet means, and answers to what is asked about it.",
    }


def _happened() -> Json:
    id_: Json = {"type": "string", "format": "uuid"}
    maybe: Json = {"anyOf": [id_, {"type": "null"}]}
    return {
        **_object(
            {
                "id": {**id_, "description": "The delivery's; the same when it is tried again."},
                "event": _words(event.value for event in Event),
                "at": {"type": "string", "format": "date-time"},
                "club_id": id_,
                "who": {"type": "string"},
                "night_id": maybe,
                "table_id": maybe,
                "about": {
                    "anyOf": [{"type": "string"}, {"type": "null"}],
                    "description": "The id of the deal, payment, dispute or booking.",
                },
                "entry": {
                    "anyOf": [{"type": "integer"}, {"type": "null"}],
                    "description": "The number of the ledger's entry; null where there is none.",
                },
            }
        ),
        "description": "What a webhook is sent.",
    }


def _settings() -> Json:
    nights = {"type": "integer", "minimum": 0, "maximum": NIGHTS_MAX}
    return {
        **_object(
            {
                "kind": _words(kind.value for kind in ladder.Kind),
                "game": _words((ladder.ALL, *ladder.GAMES)),
                "best": {
                    "anyOf": [{**nights, "minimum": 1}, {"type": "null"}],
                    "description": "How many of the best evenings count; null: all.",
                },
                "drop": {**nights, "description": "How many of the worst evenings are dropped."},
                "min_nights": nights,
                "min_deals": {"type": "integer", "minimum": 0, "maximum": DEALS_MAX},
                "guests": {"type": "boolean", "description": "Whether guests are ranked."},
                "substitutes": {
                    "type": "boolean",
                    "description": "Whether evenings count to which somebody came as a substitute.",
                },
                "tie_breaks": {
                    "type": "array",
                    "items": _words(one.value for one in ladder.TieBreak),
                    "uniqueItems": True,
                },
            }
        ),
        "description": "How a ladder ranks; what is left out is as usual, or as it was.",
    }
