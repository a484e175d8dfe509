"""What a deal record looks like, declared once.

`FIELDS` says for every field in which games it may stand, what its value looks like, in which
span its numbers lie and what an object inside needs. The reader, the marshmallow schemas and
the JSON Schema are all made from it; none of them knows a field by name.

The kinds of values are few, each a small class below. Where a span or a list of words depends
on the game, it is given by game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.cards import RANK_TEXTS
from scorekeeper.cards import SUIT_TEXTS
from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.rules.house import Game
from scorekeeper.rules.record import FORMAT
from scorekeeper.rules.record import HAND_SIZE
from scorekeeper.rules.record import CallKind
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import Offence

NAME_LENGTH_MAX = 60
BYTES_MAX = 65_536
DEPTH_MAX = 500

Spans = Mapping[Game, tuple[int, int]]
Words = Mapping[Game, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words, written exactly so."""

    words: Words


@dataclass(frozen=True, slots=True)
class Currency:
    """Three capital letters."""


@dataclass(frozen=True, slots=True)
class SeatName:
    """The name of somebody at the table, as it is introduced."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of somebody at the table, as it is used elsewhere."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number, both ends of the span included."""

    spans: Spans


@dataclass(frozen=True, slots=True)
class CardText:
    """A card as the record's pack writes it."""


@dataclass(frozen=True, slots=True)
class SuitText:
    """A suit as the record's pack writes it."""


@dataclass(frozen=True, slots=True)
class RankText:
    """A rank as the record's pack writes it, in digits also as a number."""


@dataclass(frozen=True, slots=True)
class CallText:
    """A call of the auction of this game."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options of the game's house rules by name."""


@dataclass(frozen=True, slots=True)
class Nullable:
    """This value, or null."""

    value: "Value"


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list; with `distinct` the same name may not stand in it twice."""

    item: "Value"
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class PairOf:
    """A list of exactly two values."""

    first: "Value"
    second: "Value"


@dataclass(frozen=True, slots=True)
class ByName:
    """An object whose keys are names, each once."""

    value: "Value"


@dataclass(frozen=True, slots=True)
class Part:
    """One field of an object.

    It may stand in `games`, and of these in an object of one of `kinds` only, if that is not
    empty. `needless_for` names the word of the object's tag for which a required part may be
    left out.
    """

    name: str
    value: "Value"
    games: frozenset[Game]
    required: bool = False
    kinds: frozenset[str] = frozenset()
    needless_for: str | None = None


@dataclass(frozen=True, slots=True)
class ObjectOf:
    """An object with named parts.

    `tag` is the part whose word says of which kind the object is. With `tag_decides` nothing
    else is looked at while that word is missing or unknown.
    """

    parts: tuple[Part, ...]
    tag: str | None = None
    tag_decides: bool = False


Value = (
    Word
    | Currency
    | SeatName
    | Name
    | Flag
    | Whole
    | CardText
    | SuitText
    | RankText
    | CallText
    | Options
    | Nullable
    | ListOf
    | PairOf
    | ByName
    | ObjectOf
)

B = Game.BOLACHEN
W = Game.WALLACHEN
T = Game.WATTEN
_ALL = frozenset(Game)
_THREE_HANDERS = frozenset({B, W})
_BOLACHEN = frozenset({B})
_WALLACHEN = frozenset({W})
_WATTEN = frozenset({T})


def _span(low: int, high: int) -> Whole:
    return Whole(dict.fromkeys(Game, (low, high)))


def _words(*words: str) -> Word:
    return Word(dict.fromkeys(Game, words))


_TRICK_NUMBER = Whole({game: (1, size) for game, size in HAND_SIZE.items()})
_TRICK_COUNT = Whole({game: (0, size) for game, size in HAND_SIZE.items()})
_CARD = CardText()
_CARDS = ListOf(CardText())
_NAME = Name()
_PLAYED = frozenset(kind.value for kind in ContractKind if kind != ContractKind.PASSED_OUT)

_CONTRACT = ObjectOf(
    parts=(
        Part(
            "kind",
            Word(
                {
                    B: ("brand", "bettel", "mord", "passed_out"),
                    W: ("number", "bettel", "mord", "passed_out"),
                    T: (),
                }
            ),
            _THREE_HANDERS,
            required=True,
        ),
        Part("declarer", _NAME, _THREE_HANDERS, required=True, kinds=_PLAYED),
        Part(
            "bid",
            _span(6, 9),
            _WALLACHEN,
            required=True,
            kinds=frozenset({ContractKind.NUMBER.value}),
        ),
        Part("trump", SuitText(), _ALL, kinds=_PLAYED),
        Part("schlag", RankText(), _WATTEN),
    ),
    tag="kind",
    tag_decides=True,
)

_CALL = ObjectOf(
    parts=(
        Part("card", _CARD, _ALL, required=True),
        Part("from", Nullable(_NAME), _ALL),
        Part("given", _CARD, _ALL),
    )
)

_HELD = ObjectOf(
    parts=(
        Part("player", _NAME, _ALL, required=True),
        Part("cards", _CARDS, _ALL, required=True),
        Part("after_trick", _TRICK_COUNT, _ALL, required=True),
    )
)

_TRICK = ObjectOf(
    parts=(
        Part("n", _TRICK_NUMBER, _ALL),
        Part("lead", _NAME, _ALL),
        Part("cards", ListOf(Nullable(_CARD)), _ALL, required=True),
    )
)

_RAISE = ObjectOf(
    parts=(
        Part("by", _NAME, _ALL, required=True),
        Part("answer", _words("accept", "fold"), _ALL, required=True),
        Part("in_trick", _TRICK_NUMBER, _ALL),
    )
)

_SCHLECK = ObjectOf(
    parts=(
        Part("player", _NAME, _ALL, required=True),
        Part("card", Nullable(_CARD), _ALL),
        Part("waived", Flag(), _ALL),
    )
)

_OFFENCES: Words = {
    B: (Offence.REVOKE.value, Offence.MISDEAL.value),
    W: (Offence.REVOKE.value, Offence.MISDEAL.value),
    T: tuple(offence.value for offence in Offence),
}

_RULING = ObjectOf(
    parts=(
        Part("offence", Word(_OFFENCES), _ALL, required=True),
        Part("by", _NAME, _ALL, required=True, needless_for=Offence.MISDEAL.value),
        Part("trick", _TRICK_NUMBER, _ALL),
    ),
    tag="offence",
)

_ASK = ObjectOf(
    parts=(
        Part("trick", _TRICK_NUMBER, _ALL, required=True),
        Part("player", _NAME, _ALL, required=True),
    )
)

FIELDS: tuple[Part, ...] = (
    Part("format", _words(FORMAT), _ALL, required=True),
    Part("game", _words(*(game.value for game in Game)), _ALL, required=True),
    Part("house_rules", Options(), _ALL),
    Part("tariff", _span(0, 1_000_000), _ALL),
    Part("currency", Currency(), _ALL),
    Part("seats", ListOf(SeatName(), distinct=True), _ALL, required=True),
    Part("dealer", _NAME, _ALL, required=True),
    Part("sitting_out", ListOf(_NAME, distinct=True), _ALL),
    Part("pack", _words(*(pack.value for pack in Pack)), _ALL),
    Part("doubles", ListOf(_NAME), _WALLACHEN),
    Part("auction", ListOf(PairOf(_NAME, CallText())), _THREE_HANDERS),
    Part("contract", _CONTRACT, _ALL),
    Part("call", _CALL, _BOLACHEN),
    Part("hands", ByName(_CARDS), _ALL),
    Part("talon", _CARDS, _THREE_HANDERS),
    Part("discards", _CARDS, _THREE_HANDERS),
    Part("held", ListOf(_HELD), _ALL),
    Part("tricks", ListOf(_TRICK), _ALL),
    Part("tricks_taken", ByName(_TRICK_COUNT), _ALL),
    Part("match", ByName(_span(0, 1000)), _WATTEN),
    Part("raises", ListOf(_RAISE), _WATTEN),
    Part("gehen", _NAME, _WATTEN),
    Part("maschine", _NAME, _WATTEN),
    Part("schlecken", ListOf(_SCHLECK), _WATTEN),
    Part("haferl", _span(0, 1_000_000_000), _WALLACHEN),
    Part("rulings", ListOf(_RULING), _ALL),
    Part("ask", ListOf(_ASK), _ALL),
)
"""Every field of a record, in the order in which records are written."""

RECORD = ObjectOf(parts=FIELDS)


_CALL_WORDS: dict[Game, dict[str, CallKind]] = {
    B: {word: CallKind(word) for word in ("pass", "brand", "bettel", "mord")},
    W: {word: CallKind(word) for word in ("pass", "bettel", "mord", "hold")},
}
_BIDS = (6, 7, 8, 9)


def kinds_of(shape: ObjectOf, game: Game) -> tuple[str, ...]:
    """List the kinds by which an object's parts differ in this game; none if they do not."""
    if not shape.tag_decides:
        return ()
    words = next(part.value for part in shape.parts if part.name == shape.tag)
    assert isinstance(words, Word)
    return words.words[game]


def parts_for(shape: ObjectOf, game: Game, kind: str | None = None) -> list[Part]:
    """List the parts an object may have in this game and, if it has kinds, of this kind."""
    return [
        part
        for part in shape.parts
        if game in part.games and (kind is None or not part.kinds or kind in part.kinds)
    ]


def call_texts(game: Game, pack: Pack) -> dict[str | int, tuple[CallKind, Suit | None, int | None]]:
    """List every text and number that is a call of this game, with its suit or number.

    In Watten, which has no auction, the calls of both other games: there the field itself is
    what is wrong, and what stands in it only if no game knows it.
    """
    if game == T:
        return {**call_texts(B, pack), **call_texts(W, pack)}
    calls: dict[str | int, tuple[CallKind, Suit | None, int | None]] = {
        word: (kind, None, None) for word, kind in _CALL_WORDS[game].items()
    }
    if game == B:
        for text, suit in SUIT_TEXTS[pack].items():
            calls[f"brand:{text}"] = (CallKind.BRAND, suit, None)
            calls[f"names:{text}"] = (CallKind.NAMES, suit, None)
    else:
        for bid in _BIDS:
            calls[bid] = calls[str(bid)] = (CallKind.NUMBER, None, bid)
    return calls


def rank_texts(pack: Pack) -> dict[str | int, Rank]:
    """List every text and number that is read as a rank."""
    texts: dict[str | int, Rank] = {}
    for text, rank in RANK_TEXTS[pack].items():
        texts[text] = rank
        if text.isdigit():
            texts[int(text)] = rank
    return texts
