"""House rules in words: names for lists, options with their labels, all from the declaration."""

from collections.abc import Mapping
from typing import Any

from flask import url_for

from scorekeeper.i18n import Translator
from scorekeeper.rules.book import game_of
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import PRESET_LABELS
from scorekeeper.rules.house import PRESETS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import Option
from scorekeeper.rules.house import Texts
from scorekeeper.services import house_rules
from scorekeeper.services.views import HouseRulesView
from scorekeeper.web.pages import desk

PRESET = "preset"


def say_texts(texts: Texts, t: Translator) -> str:
    return texts.en if t.lang == "en" else texts.de


def rules_name(rules: HouseRulesView, t: Translator) -> str:
    """Name house rules: a preset by its label, a club's own by the name it was given."""
    preset = preset_called(rules.name)
    name = preset_name(preset, t) if preset else rules.name
    return t("web.rules.version", name=name, version=rules.version) if rules.version > 1 else name


def preset_called(name: str) -> str:
    """Return the preset that goes by this name in either language, empty when none does."""
    return next((code for code, label in PRESET_LABELS.items() if name in label), "")


def preset_name(preset: str, t: Translator) -> str:
    return say_texts(PRESET_LABELS[preset], t)


def rules_choices(
    club_id: str, present: HouseRulesView | None, t: Translator
) -> list[tuple[str, str]]:
    """List what can be played: the newest version of every house rules, then the presets left."""
    newest: dict[tuple[str, str], HouseRulesView] = {}
    for rules in house_rules.list_house_rules(desk(), club_id=club_id):
        known = newest.get((rules.game, rules.name))
        if known is None or known.version < rules.version:
            newest[rules.game, rules.name] = rules
    if present is not None:
        newest[present.game, present.name] = present
    choices: list[tuple[str, str]] = []
    for game in Game:
        title = t("web.game." + game.value)
        mine = [r for (g, _), r in newest.items() if g == game.value]
        choices += [(r.id, f"{title} – {rules_name(r, t)}") for r in mine]
        taken = {preset_called(r.name) for r in mine}
        choices += [
            (f"{PRESET}:{game.value}:{name}", f"{title} – {preset_name(name, t)}")
            for name in PRESETS[game]
            if name not in taken
        ]
    return choices


def rules_id_of(club_id: str, chosen: str) -> str:
    """Return the id of chosen house rules; a preset gets one now."""
    if not chosen.startswith(PRESET + ":"):
        return chosen
    game, _, preset = chosen.removeprefix(PRESET + ":").partition(":")
    return house_rules.preset_house_rules(desk(), club_id=club_id, game=game, preset=preset).id


def changed_words(game: str, options: Mapping[str, Any], t: Translator) -> list[str]:
    """Say what differs from the rule book, one line an option."""
    return [
        f"{say_texts(option.label, t)}: {value_words(option, options[option.name], t)}"
        for option in OPTIONS[Game(game)]
        if option.name in options
    ]


def value_words(option: Option, value: str | int, t: Translator) -> str:
    texts = option.values.get(value)
    return say_texts(texts, t) if texts else str(value)


def rule_url(
    number: str, *, game: Game | None = None, club_id: str | None = None, house: str | None = None
) -> str:
    """Return where the rule book says a rule: `W19`, or `I2` as the book of a game has it.

    Of a club when there is one, with the house rules of that id marked.
    """
    shown = game_of(number) or game or Game.BOLACHEN
    return book_url(club_id, shown.value, house=house, _anchor=number)


def book_url(club_id: str | None, game: str, **more: Any) -> str:
    """Return where the rule book of a game is, a club's with its house rules in it."""
    if club_id is None:
        return url_for("rulebook.book", game=game, **more)
    return url_for("rulebook.club_book", club_id=club_id, game=game, **more)
