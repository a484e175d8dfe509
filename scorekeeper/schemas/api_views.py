"""Schemas of what the API answers, made from the views of the services themselves.

A view is a frozen dataclass; each of its fields is one here, of the same name. What is a tuple of
plain values in a view gets names (`rows`), for JSON has no tuples.
"""

from collections.abc import Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from datetime import date
from datetime import datetime
from enum import StrEnum
from types import NoneType
from types import UnionType
from typing import Any
from typing import Union
from typing import get_args
from typing import get_origin
from typing import get_type_hints

from marshmallow import Schema
from marshmallow import fields

from scorekeeper.schemas.api_shapes import OPTIONS_OF_HOUSE_RULES
from scorekeeper.schemas.api_shapes import RECORD

Rows = Mapping[str, tuple[str, ...]]

ID = "019a5b1e-4c00-7000-8000-00000000002a"
_EXAMPLES: dict[str, Any] = {
    "name": "Anna",
    "game": "wallachen",
    "currency": "EUR",
    "language": "de",
    "time_zone": "Europe/Berlin",
    "who": "Anna",
    "kind": "deal",
    "state": "valid",
    "email": "anna@example.org",
    "place": "Gasthof Post",
    "mode": "transfers",
    "debit": f"member:{ID}",
    "credit": f"member:{ID}",
    "url": "https://example.org/kartenrunde",
    "event": "deal.recorded",
    "hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}

COMPONENTS = {"record": RECORD, "said": RECORD, "options": OPTIONS_OF_HOUSE_RULES}
"""Objects in views whose own fields stand in a component of the OpenAPI document."""

UNNAMED: set[str] = set()
"""Tuples nobody gave names to: they are answered as lists, and a test asks for the names."""

_known: dict[tuple[type, str], type[Schema]] = {}
_first: dict[type, type[Schema]] = {}  # what stands for a view inside of others


class Row(fields.Nested):
    """A tuple of a view, written as an object with a name for each of its places."""

    def __init__(self, names: tuple[str, ...], schema: type[Schema], **more: Any) -> None:
        super().__init__(schema, **more)
        self._names = names

    def _serialize(self, nested_obj: Any, attr: Any, obj: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        named = dict(zip(self._names, nested_obj, strict=True))
        return self.schema.dump(named)


def schema_of(
    view: type,
    *,
    rows: Rows | None = None,
    leave_out: tuple[str, ...] = (),
    name: str = "",
    about: Mapping[str, str] | None = None,
) -> type[Schema]:
    """Return the schema of a view, always the same one under one name.

    `rows` names the places of tuples by field, `about` describes fields.
    """
    name = name or view.__name__.removesuffix("View")
    known = _known.get((view, name))
    if known is not None:
        return known
    hints = get_type_hints(view)
    made: dict[str, Any] = {}
    for one in fields_of(view):
        if one.name in leave_out:
            continue
        metadata = {"description": (about or {})[one.name]} if one.name in (about or {}) else {}
        if one.name in COMPONENTS and get_origin(hints[one.name]) is Mapping:
            metadata["x-component"] = COMPONENTS[one.name]
        names = (rows or {}).get(one.name, ())
        made[one.name] = _field(hints[one.name], f"{name}_{one.name}", names, metadata)
    schema = _named(name, made, " ".join((view.__doc__ or "").split()))
    _known[view, name] = schema
    _first.setdefault(view, schema)
    return schema


def list_of(schema: type[Schema], name: str) -> type[Schema]:
    """Return the schema of a page of things: `items`, and in `next` the cursor of the next page."""
    return _named(
        name,
        {
            "items": fields.List(fields.Nested(schema), required=True),
            "next": fields.String(
                required=True,
                allow_none=True,
                metadata={"description": "Cursor of the next page, null on the last one."},
            ),
        },
        f"A page of {schema.__name__}.",
    )


def example_of(schema: type[Schema] | Schema) -> dict[str, Any]:
    """Make an answer as it might look."""
    told = schema() if isinstance(schema, type) else schema
    return {name: _example(name, field) for name, field in told.dump_fields.items()}


def _example(name: str, field: Any) -> Any:
    if field.metadata.get("example") is not None:
        return field.metadata["example"]
    if isinstance(field, fields.List):
        return [_example(name, field.inner)]
    if isinstance(field, fields.Nested):
        return example_of(field.schema)
    if isinstance(field, fields.Enum):
        return next(one.value for one in field.enum)
    if isinstance(field, fields.Boolean):
        return True
    if isinstance(field, fields.Integer):
        return 30
    if isinstance(field, fields.AwareDateTime):
        return "2026-11-27T19:30:00+00:00"
    if isinstance(field, fields.Date):
        return "2026-11-27"
    if isinstance(field, fields.Dict):
        return {ID: 30} if isinstance(field.value_field, fields.Integer) else {}
    if name == "next":
        return None
    if name == "id" or name.endswith(("_id", "_ids")):
        return ID
    return _EXAMPLES.get(name, _EXAMPLES["name"] if name in ("payer", "payee") else "")


def _named(name: str, made: Mapping[str, Any], description: str) -> type[Schema]:
    meta = type("Meta", (), {"title": name, "description": description})
    return type(name, (Schema,), {**made, "Meta": meta})


def _field(hint: Any, name: str, names: tuple[str, ...], metadata: dict[str, str]) -> Any:
    common: dict[str, Any] = {"required": True, "metadata": metadata}
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        rest = [part for part in parts if part is not NoneType]
        if len(rest) > 1:
            return fields.Raw(required=True, allow_none=True, metadata=metadata)
        made = _field(rest[0], name, names, metadata)
        made.allow_none = True
        return made
    if origin is tuple:
        if len(parts) == 2 and parts[1] is Ellipsis:
            return fields.List(_field(parts[0], name, names, {}), **common)
        if len(names) != len(parts):
            UNNAMED.add(name)
            return fields.Raw(**common)
        row = {
            title: _field(part, f"{name}_{title}", (), {})
            for title, part in zip(names, parts, strict=True)
        }
        return Row(names, _named(name, row, ""), **common)
    if origin is not None and issubclass(origin, Mapping):
        whole = parts[1] is int
        values = fields.Integer() if whole else None
        return fields.Dict(keys=fields.String(), values=values, **common)
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return fields.Nested(_first.get(hint) or schema_of(hint), **common)
    return _plain(hint, common)


def _plain(hint: Any, common: dict[str, Any]) -> Any:
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return fields.Enum(hint, by_value=fields.String(), **common)
    kinds: dict[Any, Any] = {
        str: fields.String,
        bool: fields.Boolean,
        int: fields.Integer,
        datetime: fields.AwareDateTime,
        date: fields.Date,
    }
    return kinds.get(hint, fields.Raw)(**common)
