"""House rules: named, versioned, edited by forms made from the declaration of the options."""

from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import g
from flask import request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import PRESETS
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import Option
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Named
from scorekeeper.schemas.forms import read
from scorekeeper.services import house_rules
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words
from scorekeeper.web.rules_words import changed_words
from scorekeeper.web.rules_words import preset_called
from scorekeeper.web.rules_words import preset_name
from scorekeeper.web.rules_words import rule_url
from scorekeeper.web.rules_words import rules_name
from scorekeeper.web.rules_words import say_texts

pages = Blueprint("house_rules", __name__, url_prefix="/c/<string(length=36):club_id>/house-rules")


@pages.get("/")
@needs(Action.LOOK)
def index(club_id: str) -> str:
    t = words()
    found = house_rules.list_house_rules(desk(), club_id=club_id)
    return page(
        "web/house_rules.html",
        here="house_rules",
        games=[
            {
                "code": game.value,
                "name": t("web.game." + game.value),
                "rules": [
                    {
                        "id": rules.id,
                        "name": rules_name(rules, t),
                        "changes": changed_words(rules.game, rules.options, t),
                        "frozen": rules.frozen,
                    }
                    for rules in found
                    if rules.game == game.value
                ],
                "presets": [(name, preset_name(name, t)) for name in PRESETS[game]],
            }
            for game in Game
        ],
    )


@pages.get("/new/<game>")
@needs(Action.HOUSE_RULES)
def new(club_id: str, game: str) -> str:
    preset = request.args.get("preset", "rulebook")
    options = PRESETS[_game(game)].get(preset, {})
    return _edit(_game(game), "", options)


@pages.get("/<string(length=36):rules_id>")
@needs(Action.LOOK)
def edit(club_id: str, rules_id: str) -> str:
    """Show house rules to be saved as their next version, or under another name."""
    rules = house_rules.get_house_rules(desk(), club_id=club_id, house_rules_id=rules_id)
    name = "" if preset_called(rules.name) else rules.name
    return _edit(Game(rules.game), name, rules.options)


@pages.post("/new/<game>")
@needs(Action.HOUSE_RULES)
def save(club_id: str, game: str) -> Response | tuple[str, int]:
    found = _game(game)
    options, wrong = _options(found)
    name = request.form.get("name", "")
    if wrong:
        return _edit(found, name, options, wrong), 422
    try:
        form = read(Named, request.form)
        house_rules.create_house_rules(
            desk(),
            club_id=club_id,
            game=found.value,
            name=form["name"],
            options=options,
            key=form["key"],
        )
    except FormError as error:
        return _edit(found, name, options, field_errors(error)), 422
    except ScorekeeperError as error:
        return _edit(found, name, options, {error.place or "name": refusal(error)}), 422
    return go("house_rules.index", club_id=club_id)


def _game(game: str) -> Game:
    try:
        return Game(game)
    except ValueError as error:
        raise NotFound from error


def _options(game: Game) -> tuple[dict[str, str | int], dict[str, str]]:
    """Read the options that differ from the rule book, and which of them cannot be."""
    options: dict[str, str | int] = {}
    wrong: dict[str, str] = {}
    for option in OPTIONS[game]:
        typed = request.form.get(option.name, "").strip()
        if option.span and option.values and typed == "number":
            typed = request.form.get(option.name + ".number", "").strip()
        if not typed:
            continue
        value = _value(option, typed)
        if not option.allows(value):
            low, high = option.span or (0, 0)
            wrong[option.name] = words()("web.rules.wrong", low=low, high=high)
        if value != option.default:
            options[option.name] = value
    return options, wrong


def _value(option: Option, typed: str) -> str | int:
    numeric = option.span is not None or any(isinstance(v, int) for v in option.values)
    if numeric and typed.isascii() and typed.isdigit() and len(typed) < 9:
        return int(typed)
    return typed


def _edit(
    game: Game, name: str, options: Mapping[str, Any], errors: Mapping[str, str] | None = None
) -> str:
    t = words()
    return page(
        "web/house_rules_edit.html",
        here="house_rules",
        game=game.value,
        title=t("web.rules.edit", game=t("web.game." + game.value)),
        name=name,
        options=[
            _shown(option, options.get(option.name, option.default), game)
            for option in OPTIONS[game]
        ],
        errors=errors or {},
        key=new_key(),
    )


def _shown(option: Option, value: str | int, game: Game) -> dict[str, Any]:
    t = words()
    return {
        "name": option.name,
        "label": say_texts(option.label, t),
        "explanation": say_texts(option.explanation, t),
        "rules": [
            (number, rule_url(number, game=game, club_id=g.club_id)) for number in option.changes
        ],
        "value": value,
        "changed": value != option.default,
        "choices": [(code, say_texts(label, t)) for code, label in option.values.items()],
        "span": option.span,
        "own_number": value if value not in option.values else "",
    }
