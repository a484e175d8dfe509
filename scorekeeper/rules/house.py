"""House rules: every option of the three games, the named presets, and how they are read.

An option is declared once, as a field of its game's rules; pages, schemas, the command line and
the rule book are made from that declaration.
"""

from collections.abc import Mapping
from dataclasses import fields
from dataclasses import replace
from enum import StrEnum

from scorekeeper.rules.house_bolachen import BolachenRules
from scorekeeper.rules.house_wallachen import WallachenRules
from scorekeeper.rules.house_watten import WattenRules
from scorekeeper.rules.option import Option
from scorekeeper.rules.option import Texts

__all__ = [
    "DEFAULTS",
    "OPTIONS",
    "PRESETS",
    "PRESET_LABELS",
    "BolachenRules",
    "Game",
    "HouseRules",
    "HouseRulesError",
    "Option",
    "Texts",
    "WallachenRules",
    "WattenRules",
    "option_named",
    "rules_as_dict",
    "rules_from",
]


class Game(StrEnum):
    """The three games."""

    BOLACHEN = "bolachen"
    WALLACHEN = "wallachen"
    WATTEN = "watten"


HouseRules = BolachenRules | WallachenRules | WattenRules

DEFAULTS: dict[Game, HouseRules] = {
    Game.BOLACHEN: BolachenRules(),
    Game.WALLACHEN: WallachenRules(),
    Game.WATTEN: WattenRules(),
}
"""The rule book's rules of each game."""


def _options(rules: HouseRules) -> tuple[Option, ...]:
    return tuple(replace(part.metadata["option"], name=part.name) for part in fields(rules))


OPTIONS: dict[Game, tuple[Option, ...]] = {game: _options(DEFAULTS[game]) for game in Game}
"""Every option of each game, in the order of the rule book."""

_BY_NAME: dict[Game, dict[str, Option]] = {
    game: {option.name: option for option in options} for game, options in OPTIONS.items()
}


PRESETS: dict[Game, dict[str, dict[str, str | int]]] = {
    Game.BOLACHEN: {"rulebook": {}, "mord_at_five": {"mord_factor": 5}},
    Game.WALLACHEN: {"rulebook": {}, "with_haferl": {"pass_out": "haferl"}},
    Game.WATTEN: {
        "rulebook": {},
        "fifteen": {"target": 15},
        "tournament": {
            "target": 15,
            "other_side_may_raise_at_gespannt": "no",
            "gespannt_raise_penalty": 2,
            "error_penalty": 2,
        },
    },
}
"""Named sets of options from which a club starts: by game and name, what differs."""

PRESET_LABELS: dict[str, Texts] = {
    "rulebook": Texts("Regelbuch", "Rule book"),
    "mord_at_five": Texts("Mord fünffach", "Mord at five"),
    "with_haferl": Texts("Mit Haferl", "With the Haferl"),
    "fifteen": Texts("Bis 15", "To 15"),
    "tournament": Texts("Turnier", "Tournament"),
}


class HouseRulesError(ValueError):
    """An option the game does not have (`option` is None) or a value the option does not take."""

    def __init__(self, name: str, value: object, option: Option | None) -> None:
        super().__init__(f"{name}={value!r}")
        self.name = name
        self.value = value
        self.option = option


def option_named(game: Game, name: str) -> Option | None:
    """Find an option of a game; None when the game has none of that name."""
    return _BY_NAME[game].get(name)


def rules_from(game: Game, options: Mapping[str, object]) -> HouseRules:
    """Make a game's rules from the options that differ from the defaults.

    A whole number may be given as 10 or 10.0.

    Raises HouseRulesError for the first unknown option or value.
    """
    if not options:
        return DEFAULTS[game]
    chosen: dict[str, object] = {}
    for name, value in options.items():
        option = _BY_NAME[game].get(name)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if option is None or not option.allows(value):
            raise HouseRulesError(name, value, option)
        chosen[name] = value
    return replace(DEFAULTS[game], **chosen)  # type: ignore[arg-type]


def rules_as_dict(rules: HouseRules, *, only_changed: bool = True) -> dict[str, str | int]:
    """Write rules as options by name, by default only those that differ from the rule book."""
    values: dict[str, str | int] = {}
    for part in fields(rules):
        value = getattr(rules, part.name)
        if not only_changed or value != part.default:
            values[part.name] = value
    return values
