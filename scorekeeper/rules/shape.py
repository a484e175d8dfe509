"""Stage 2: does everything in a record have the right shape?

Every value of the declaration becomes a small function that checks and reads such a value of one
game and one pack. The functions are made once for each game and pack. On a good record they do
nothing but look up and copy: with an empty path they write no places, and only if something is
wrong the record is read once more with them.
"""

import json
import re
from collections.abc import Callable
from collections.abc import Mapping
from functools import cache
from typing import Any
from unicodedata import category
from unicodedata import normalize

from scorekeeper.cards import CARD_TEXTS
from scorekeeper.cards import SUIT_TEXTS
from scorekeeper.cards import Pack
from scorekeeper.rules import declaration as d
from scorekeeper.rules.findings import FORMAT
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.findings import pointer
from scorekeeper.rules.house import DEFAULTS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import option_named
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.record import Call

Findings = list[Finding]
Reader = Callable[[object, str, Findings], Any]

_SHOWN_MAX = 40
_CURRENCY = re.compile("[A-Z]{3}")


def shown(value: object) -> str:
    """Write a value of a record for a sentence, cut where it is long."""
    if isinstance(value, str):
        text = value
    else:
        try:
            text = json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            text = type(value).__name__
    return text if len(text) <= _SHOWN_MAX else text[: _SHOWN_MAX - 1] + "…"


def wrong(path: str, key: str, **args: object) -> Finding:
    """Make a finding of the first two stages."""
    return Finding(code=FORMAT, path=path, key=f"findings.format.{key}", args=args)


def plain_name(text: str) -> str:
    """Give a name after NFC and without white space at its ends."""
    return (text if text.isascii() else normalize("NFC", text)).strip()


def folded_name(name: str) -> str:
    """Give what must differ between the seats: the name after case folding and NFC."""
    return normalize("NFC", name.casefold())


def is_seat_name(name: str) -> bool:
    """Say whether this, NFC and trimmed, may be the name of somebody at the table."""
    if not 1 <= len(name) <= d.NAME_LENGTH_MAX or folded_name(name) == "haferl":
        return False
    if name.isascii() and name.isprintable():
        return True
    return not any(category(letter) in ("Cc", "Cs") for letter in name)


def whole_number(value: object) -> int | None:
    """Read a whole number, 10 or 10.0; None when it is none. `true` is no number."""
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    return None


def _word(words: tuple[str, ...]) -> Reader:
    known = frozenset(words)

    def read(value: object, path: str, findings: Findings) -> str | None:
        if isinstance(value, str) and value in known:
            return value
        findings.append(wrong(path, "word", value=shown(value), allowed=words))
        return None

    return read


def _currency(value: object, path: str, findings: Findings) -> str | None:
    if isinstance(value, str) and _CURRENCY.fullmatch(value):
        return value
    findings.append(wrong(path, "currency", value=shown(value)))
    return None


def _name(value: object, path: str, findings: Findings) -> str | None:
    if isinstance(value, str):
        return plain_name(value)
    findings.append(wrong(path, "name", value=shown(value)))
    return None


def _seat_name(value: object, path: str, findings: Findings) -> str | None:
    if isinstance(value, str):
        name = plain_name(value)
        if is_seat_name(name):
            return name
    findings.append(wrong(path, "seat_name", value=shown(value)))
    return None


def _flag(value: object, path: str, findings: Findings) -> bool | None:
    if isinstance(value, bool):
        return value
    findings.append(wrong(path, "flag", value=shown(value)))
    return None


def _whole(span: tuple[int, int]) -> Reader:
    low, high = span

    def read(value: object, path: str, findings: Findings) -> int | None:
        number = whole_number(value)
        if number is not None and low <= number <= high:
            return number
        findings.append(wrong(path, "number", value=shown(value), low=low, high=high))
        return None

    return read


def _text_in(table: Mapping[Any, Any], key: str, pack: Pack | None, *, digits: bool) -> Reader:
    """Read a text, with `digits` also a number, by a table of all that is known."""

    def read(value: object, path: str, findings: Findings) -> Any:
        readable = isinstance(value, str) or (digits and whole_number(value) is not None)
        if readable and value in table:
            return table[value]
        if pack is None and isinstance(value, str):
            return None
        findings.append(wrong(path, key, value=shown(value), pack=pack or Pack.GERMAN))
        return None

    return read


def _call_of(game: Game, pack: Pack | None) -> Reader:
    """Read a call. Without a pack the suit of a call is not looked at."""
    calls: dict[Any, Any] = {**d.call_texts(game, pack or Pack.GERMAN)}
    open_ended = {str(text)[:-1] for text in calls if str(text).endswith(":E")}
    unread = () if pack else tuple(open_ended)

    def read(value: object, path: str, findings: Findings) -> Any:
        if isinstance(value, str) or whole_number(value) is not None:
            meaning = calls.get(value)
            if meaning is not None:
                return meaning
            if isinstance(value, str) and value.startswith(unread):
                return None
        findings.append(wrong(path, f"call_{game}", value=shown(value), pack=pack or Pack.GERMAN))
        return None

    return read


def _nullable(inner: Reader) -> Reader:
    def read(value: object, path: str, findings: Findings) -> Any:
        return None if value is None else inner(value, path, findings)

    return read


def _list_of(item: Reader, key_of: Callable[[str], str] | None) -> Reader:
    """Read a list; `key_of` says what of its names must differ, None if nothing must."""

    def read(value: object, path: str, findings: Findings) -> tuple[Any, ...] | None:
        if not isinstance(value, list):
            findings.append(wrong(path, "list", value=shown(value)))
            return None
        if key_of is None:
            return tuple(
                [item(one, path and f"{path}/{i}", findings) for i, one in enumerate(value)]
            )
        names: list[str | None] = []
        seen: set[str] = set()
        for i, one in enumerate(value):
            name = item(one, path and f"{path}/{i}", findings)
            names.append(name)
            if name is None:
                continue
            key = key_of(name)
            if key in seen:
                findings.append(wrong(f"{path}/{i}", "name_twice", name=shown(name)))
            seen.add(key)
        return tuple(names)

    return read


def _cards_of(pack: Pack | None, *, nullable: bool) -> Reader:
    """Read a list of cards: the whole list by one table, one by one only if something is wrong."""
    known: Mapping[Any, Any] = CARD_TEXTS[pack] if pack else {}
    table = known
    one_by_one = _text_in(known, "card", pack, digits=False)
    if nullable:
        one_by_one = _nullable(one_by_one)
        table = {**known, None: None}
    slowly = _list_of(one_by_one, None)

    def read(value: object, path: str, findings: Findings) -> tuple[Any, ...] | None:
        if isinstance(value, list):
            try:
                return tuple([table[text] for text in value])
            except (KeyError, TypeError):
                pass
        return slowly(value, path, findings)  # type: ignore[no-any-return]

    return read


def _pair_of(first: Reader, second: Reader) -> Reader:
    def read(value: object, path: str, findings: Findings) -> Call | None:
        if not isinstance(value, list) or len(value) != 2:
            findings.append(wrong(path, "pair", value=shown(value)))
            return None
        name = first(value[0], path and f"{path}/0", findings)
        meaning = second(value[1], path and f"{path}/1", findings)
        if name is None or meaning is None:
            return None
        return Call(name, *meaning)

    return read


def _by_name(inner: Reader) -> Reader:
    """Read an object with names as keys into a list of (name, key as written, value)."""

    def read(value: object, path: str, findings: Findings) -> tuple[Any, ...] | None:
        if not isinstance(value, dict):
            findings.append(wrong(path, "object", value=shown(value)))
            return None
        entries: list[tuple[str, str, Any]] = []
        seen: set[str] = set()
        for written, one in value.items():
            key = pointer(str(written))
            name = plain_name(str(written))
            if name in seen:
                findings.append(wrong(f"{path}/{key}", "name_twice", name=shown(name)))
                continue
            seen.add(name)
            entries.append((name, key, inner(one, path and f"{path}/{key}", findings)))
        return tuple(entries)

    return read


_RULES_KEPT_MAX = 512
_rules_kept: dict[tuple[object, ...], HouseRules] = {}


def _options_of(game: Game) -> Reader:
    def read(value: object, path: str, findings: Findings) -> HouseRules:
        if not isinstance(value, dict):
            findings.append(wrong(path, "object", value=shown(value)))
            return DEFAULTS[game]
        chosen: dict[str, object] = {}
        for name, one in value.items():
            number = whole_number(one)
            setting = one if number is None else number
            option = option_named(game, name)
            if option is None:
                place = f"{path}/{pointer(str(name))}"
                findings.append(wrong(place, "option", option=shown(name), game=game))
            elif not option.allows(setting):
                findings.append(_wrong_setting(game, name, one, f"{path}/{pointer(name)}"))
            else:
                chosen[name] = setting
        kept = (game, *chosen.items())
        rules = _rules_kept.get(kept)
        if rules is None:
            rules = rules_from(game, chosen)
            if len(_rules_kept) < _RULES_KEPT_MAX:
                _rules_kept[kept] = rules
        return rules

    return read


def _wrong_setting(game: Game, name: str, value: object, path: str) -> Finding:
    option = option_named(game, name)
    assert option is not None
    values = tuple(str(value) for value in option.values)
    if option.span is None:
        return wrong(path, "setting", option=name, value=shown(value), allowed=values)
    low, high = option.span
    if not values:
        return wrong(path, "setting_span", option=name, value=shown(value), low=low, high=high)
    return wrong(
        path,
        "setting_or_span",
        option=name,
        value=shown(value),
        allowed=values,
        low=low,
        high=high,
    )


def _plain_object(shape: d.ObjectOf, game: Game, pack: Pack | None, kind: str | None) -> Reader:
    """Read an object, if it has kinds one of this kind, into a dict of what is given."""
    parts = d.parts_for(shape, game, kind)
    readers = {part.name: reader_of(part.value, game, pack) for part in parts}
    required = [part for part in parts if part.required]
    tag = shape.tag

    def read(value: object, path: str, findings: Findings) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            findings.append(wrong(path, "object", value=shown(value)))
            return None
        given: dict[str, Any] = {}
        for name, one in value.items():
            reader = readers.get(name)
            if reader is None:
                place = f"{path}/{pointer(str(name))}"
                findings.append(wrong(place, "unknown", field=shown(name)))
            else:
                given[name] = reader(one, path and f"{path}/{name}", findings)
        for part in required:
            if part.name in value:
                continue
            if part.needless_for and tag is not None and value.get(tag) == part.needless_for:
                continue
            findings.append(wrong(f"{path}/{part.name}", "missing", field=part.name))
        return given

    return read


def _object_of(shape: d.ObjectOf, game: Game, pack: Pack | None) -> Reader:
    kinds = d.kinds_of(shape, game)
    if not kinds or shape.tag is None:
        return _plain_object(shape, game, pack, None)
    tag = shape.tag
    of_kind = {kind: _plain_object(shape, game, pack, kind) for kind in kinds}
    read_tag = _word(kinds)

    def read(value: object, path: str, findings: Findings) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            findings.append(wrong(path, "object", value=shown(value)))
            return None
        if tag not in value:
            findings.append(wrong(f"{path}/{tag}", "missing", field=tag))
            return None
        kind = read_tag(value[tag], f"{path}/{tag}", findings)
        if kind is None:
            return None
        given: dict[str, Any] | None = of_kind[kind](value, path, findings)
        return given

    return read


def reader_of(value: d.Value, game: Game, pack: Pack | None) -> Reader:
    """Make the function that reads such a value; `pack` is None where it is not known."""
    match value:
        case d.Word(words):
            return _word(words[game])
        case d.Currency():
            return _currency
        case d.SeatName():
            return _seat_name
        case d.Name():
            return _name
        case d.Flag():
            return _flag
        case d.Whole(spans):
            return _whole(spans[game])
        case d.CardText():
            return _text_in(CARD_TEXTS[pack] if pack else {}, "card", pack, digits=False)
        case d.SuitText():
            return _text_in(SUIT_TEXTS[pack] if pack else {}, "suit", pack, digits=False)
        case d.RankText():
            texts = d.rank_texts(pack or Pack.GERMAN)
            return _text_in(texts, "rank", pack, digits=True)
        case d.CallText():
            return _call_of(game, pack)
        case d.Options():
            return _options_of(game)
        case d.Nullable(inner):
            return _nullable(reader_of(inner, game, pack))
        case d.ListOf(d.CardText()):
            return _cards_of(pack, nullable=False)
        case d.ListOf(d.Nullable(d.CardText())):
            return _cards_of(pack, nullable=True)
        case d.ListOf(item, distinct):
            folds = folded_name if isinstance(item, d.SeatName) else str
            return _list_of(reader_of(item, game, pack), folds if distinct else None)
        case d.PairOf(first, second):
            return _pair_of(reader_of(first, game, pack), reader_of(second, game, pack))
        case d.ByName(inner):
            return _by_name(reader_of(inner, game, pack))
        case d.ObjectOf():
            return _object_of(value, game, pack)


@cache
def _record_readers(game: Game, pack: Pack | None) -> dict[str, tuple[Reader, bool]]:
    return {part.name: (reader_of(part.value, game, pack), game in part.games) for part in d.FIELDS}


_PACKS = {pack.value: pack for pack in Pack}
_REQUIRED = [part.name for part in d.FIELDS if part.required]


def read_shape(record: Mapping[str, object], game: Game, findings: Findings) -> dict[str, Any]:
    """Read the fields of a record, or find all that is wrong with them.

    A field of another game is wrong, and what is wrong inside it is found too.
    """
    written = record.get("pack", Pack.GERMAN.value)
    pack = _PACKS.get(written) if isinstance(written, str) else None
    readers = _record_readers(game, pack)
    given = _read_fields(record, readers)
    if given is None:
        _find_errors(record, game, readers, findings)
        return {}
    return given


def _read_fields(
    record: Mapping[str, object], readers: Mapping[str, tuple[Reader, bool]]
) -> dict[str, Any] | None:
    """Read a record in which nothing is wrong; None if something is."""
    given: dict[str, Any] = {}
    findings: Findings = []
    for name, value in record.items():
        known = readers.get(name)
        if known is None or not known[1]:
            return None
        given[name] = known[0](value, "", findings)
        if findings:
            return None
    return given if all(name in given for name in _REQUIRED) else None


def _find_errors(
    record: Mapping[str, object],
    game: Game,
    readers: Mapping[str, tuple[Reader, bool]],
    findings: Findings,
) -> None:
    for name, value in record.items():
        known = readers.get(name)
        if known is None:
            findings.append(wrong(f"/{pointer(str(name))}", "unknown", field=shown(name)))
            continue
        reader, belongs = known
        if not belongs:
            findings.append(wrong(f"/{name}", "other_game", field=name, game=game))
        reader(value, f"/{name}", findings)
    for name in _REQUIRED:
        if name not in record:
            findings.append(wrong(f"/{name}", "missing", field=name))
