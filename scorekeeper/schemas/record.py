"""The marshmallow schemas of the deal record, made from its declaration.

They agree with the reader of `scorekeeper.rules` on every record: what one takes the other
takes. On the way of a deal through the program the reader is used, which is faster and finds
more; these are for those who speak marshmallow, and for the descriptions made from it.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from marshmallow import RAISE
from marshmallow import Schema
from marshmallow import ValidationError
from marshmallow import fields
from marshmallow import validates_schema

from scorekeeper.cards import Pack
from scorekeeper.rules import declaration as d
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.shape import Reader
from scorekeeper.rules.shape import folded_name
from scorekeeper.rules.shape import plain_name
from scorekeeper.rules.shape import reader_of


class Read(fields.Field[Any]):
    """A single value, read as the declaration says; what is wrong is named by its key."""

    def __init__(self, reader: Reader, **settings: Any) -> None:
        super().__init__(**settings)
        self._reader = reader

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        findings: list[Finding] = []
        read = self._reader(value, "", findings)
        if not findings:
            return read
        if not findings[0].path:
            raise ValidationError([finding.key for finding in findings])
        inside = {finding.path.removeprefix("/"): [finding.key] for finding in findings}
        raise ValidationError({_unescaped(key): keys for key, keys in inside.items()})


def _unescaped(key: str) -> str:
    return key.replace("~1", "/").replace("~0", "~")


class StrictList(fields.List[Any]):
    """A JSON list; with `key_of` no two of its names may be the same."""

    def __init__(self, item: fields.Field[Any], *, distinct: bool, folds: bool, **settings: Any):
        super().__init__(item, **settings)
        self._distinct = distinct
        self._key_of = folded_name if folds else str

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list):
            raise ValidationError(["findings.format.list"])
        read: list[Any] = []
        wrong: dict[int, Any] = {}
        keys: set[str] = set()
        for i, one in enumerate(value):
            try:
                read.append(self.inner.deserialize(one))
            except ValidationError as error:
                wrong[i] = error.messages
                continue
            if self._distinct:
                key = self._key_of(read[-1])
                if key in keys:
                    wrong[i] = ["findings.format.name_twice"]
                keys.add(key)
        if wrong:
            raise ValidationError(wrong)
        return read


class Pair(fields.Tuple):
    """A JSON list of two values."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, list) or len(value) != 2:
            raise ValidationError(["findings.format.pair"])
        return super()._deserialize(value, attr, data, **kwargs)


class ByName(fields.Field[Any]):
    """An object with names as keys, each once."""

    def __init__(self, inner: fields.Field[Any], **settings: Any) -> None:
        super().__init__(**settings)
        self._inner = inner

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(["findings.format.object"])
        read: dict[str, Any] = {}
        wrong: dict[str, Any] = {}
        for key, one in value.items():
            name = plain_name(key)
            if name in read:
                wrong[key] = ["findings.format.name_twice"]
                continue
            read[name] = None
            try:
                read[name] = self._inner.deserialize(one, key, value)
            except ValidationError as error:
                wrong[key] = error.messages
        if wrong:
            raise ValidationError(wrong)
        return read


class ByKind(fields.Field[Any]):
    """An object that says itself of which kind it is."""

    def __init__(self, tag: str, schemas: Mapping[str, type[Schema]], **settings: Any) -> None:
        super().__init__(**settings)
        self._tag = tag
        self._schemas = schemas

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(["findings.format.object"])
        kind = value.get(self._tag)
        schema = self._schemas.get(kind) if isinstance(kind, str) else None
        if schema is None:
            raise ValidationError({self._tag: ["findings.format.word"]})
        return schema().load(value)


class Strict(Schema):
    """An object in which every key must be known."""

    class Meta:
        unknown = RAISE


@cache
def record_schema(game: Game, pack: Pack | None = Pack.GERMAN) -> type[Schema]:
    """Make the schema of the records of one game; cards are not read where `pack` is None."""
    return _schema(d.RECORD, game, pack, None)


def load_record(value: Mapping[str, Any]) -> dict[str, Any]:
    """Read a record by the schema of its game and pack into plain values by field.

    Raises ValidationError with what is wrong, by field.
    """
    games = {game.value: game for game in Game}
    packs = {pack.value: pack for pack in Pack}
    written = value.get("game")
    game = games.get(written) if isinstance(written, str) else None
    if game is None:
        raise ValidationError({"game": ["findings.format.word"]})
    spelled = value.get("pack", Pack.GERMAN.value)
    pack = packs.get(spelled) if isinstance(spelled, str) else None
    loaded: dict[str, Any] = record_schema(game, pack)().load(value)
    return loaded


def _schema(shape: d.ObjectOf, game: Game, pack: Pack | None, kind: str | None) -> type[Schema]:
    made: dict[str, fields.Field[Any]] = {}
    needless = {}
    for part in d.parts_for(shape, game, kind):
        if part.needless_for:
            needless[part.name] = part.needless_for

        made[part.name] = _field(
            part.value, game, pack, required=part.required and not part.needless_for
        )
    schema = Strict.from_dict(made, name="DealRecordPart")
    if not needless:
        return schema
    return _with_needless(schema, shape.tag or "", needless)


def _with_needless(schema: type[Schema], tag: str, needless: Mapping[str, str]) -> type[Schema]:
    """Make parts required unless the object is of the kind that does not need them."""

    class Tagged(schema):  # type: ignore[misc, valid-type]
        @validates_schema(pass_original=True, skip_on_field_errors=False)
        def has_what_its_kind_needs(self, _loaded: Any, data: Any, **_kwargs: Any) -> None:
            missing = [
                name
                for name, kind in needless.items()
                if isinstance(data, dict) and name not in data and data.get(tag) != kind
            ]
            if missing:
                raise ValidationError({name: ["findings.format.missing"] for name in missing})

    return Tagged


def _field(
    value: d.Value, game: Game, pack: Pack | None, *, required: bool = False, null: bool = False
) -> fields.Field[Any]:
    settings: dict[str, Any] = {"required": required, "allow_none": null}
    match value:
        case d.Nullable(inner):
            return _field(inner, game, pack, required=required, null=True)
        case d.ListOf(item, distinct):
            folds = isinstance(item, d.SeatName)
            inner_field = _field(item, game, pack)
            return StrictList(inner_field, distinct=distinct, folds=folds, **settings)
        case d.PairOf(first, second):
            pair = (_field(first, game, pack), _field(second, game, pack))
            return Pair(pair, **settings)
        case d.ByName(inner):
            return ByName(_field(inner, game, pack), **settings)
        case d.ObjectOf():
            kinds = d.kinds_of(value, game)
            if kinds:
                schemas = {kind: _schema(value, game, pack, kind) for kind in kinds}
                return ByKind(value.tag or "", schemas, **settings)
            return fields.Nested(_schema(value, game, pack, None), **settings)
        case _:
            return Read(reader_of(value, game, pack), **settings)
