"""The rule book: which rules there are, in what order, and what may change each of them.

The words of a rule are texts like any other: `rulebook.W19.title` and `rulebook.W19`, those of a
section `rulebook.wallachen.play`. Here stand the numbers alone, and what follows from them.
"""

from dataclasses import dataclass

from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import Option


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Rules that belong together, by number; `name` is the key of their heading."""

    name: str
    rules: tuple[str, ...]


def _section(name: str, rules: str) -> Section:
    return Section(name=name, rules=tuple(rules.split()))


CARDS = _section(
    "cards", "cards.suits cards.ranks cards.written cards.french cards.seats cards.sitting_out"
)
"""What holds for the cards of every game; these have names instead of numbers."""

IRREGULARITIES = _section("irregularities", "I1 I2 I3 I4 I5 I6 I7")
"""What happens in any game when something went wrong."""

_OWN: dict[Game, tuple[Section, ...]] = {
    Game.BOLACHEN: (
        _section("bolachen.table", "B1 B2 B3 B4 B5"),
        _section("bolachen.games", "B8 B9"),
        _section("bolachen.auction", "B10 B11 B12 B13 B14 B15 B16"),
        _section("bolachen.dopper", "B17 B18 B19"),
        _section("bolachen.play", "B20 B21 B22 B23 B24 B26"),
        _section("bolachen.pay", "B28 B29 B30 B32"),
    ),
    Game.WALLACHEN: (
        _section("wallachen.table", "W1 W2 W3 W4"),
        _section("wallachen.doubling", "W5 W6"),
        _section("wallachen.auction", "W7 W8 W9 W10 W11 W12 W13 W14 W15"),
        _section("wallachen.stock", "W16 W17"),
        _section("wallachen.play", "W18 W19 W20 W21 W22 W23 W24"),
        _section("wallachen.pay", "W25 W26 W27 W28 W29 W30 W31"),
    ),
    Game.WATTEN: (
        _section("watten.cards", "T1 T2 T3 T4 T5 T6 T7"),
        _section("watten.cutting", "T9 T10 T11 T12"),
        _section("watten.announcing", "T13 T14 T15 T16 T17"),
        _section("watten.play", "T18 T19 T20 T21 T22 T23"),
        _section("watten.points", "T24 T25 T27 T28 T29 T30 T31 T32 T33"),
        _section("watten.fewer", "T40 T41 T42 T43"),
    ),
}

BOOK: dict[Game, tuple[Section, ...]] = {
    game: (*sections, IRREGULARITIES) for game, sections in _OWN.items()
}
"""The numbered rules of each game in order, those for any game last."""

FOLLOWS = frozenset({"bolachen.play"})
"""Sections that end with what follows from their rules, in a text `rulebook.<name>.follows`."""

BOOK_ONLY = frozenset({"B5", "W3", "W4", "T13", "T15", "T16", "I1"})
"""Rules nothing of which is recorded, so nothing checked: table manners."""

PARTLY_BOOK_ONLY = frozenset({"B13", "B18", "W5", "T9", "T25"})
"""Rules of which a part is not recorded: the moment of a look, of a double, of a raise.

What is not checked is said in a text `rulebook.<number>.unrecorded`.
"""

NUMBERS: tuple[str, ...] = tuple(
    number
    for section in (*(s for sections in _OWN.values() for s in sections), IRREGULARITIES)
    for number in section.rules
)
"""Every rule number, each once."""

_GAMES = {"B": Game.BOLACHEN, "W": Game.WALLACHEN, "T": Game.WATTEN}

_CHANGED_BY: dict[Game, dict[str, tuple[Option, ...]]] = {
    game: {
        number: tuple(option for option in OPTIONS[game] if number in option.changes)
        for section in BOOK[game]
        for number in section.rules
    }
    for game in Game
}


def game_of(number: str) -> Game | None:
    """Find the game a rule belongs to; None for a rule of every game, or no rule."""
    return _GAMES.get(number[:1]) if number in NUMBERS else None


def options_changing(game: Game, number: str) -> tuple[Option, ...]:
    """List the options of a game that change a rule, in the order of the settings."""
    return _CHANGED_BY[game].get(number, ())
