"""The rule book as pages: every rule by its number, and what a club plays otherwise."""

import re
from collections.abc import Iterator
from collections.abc import Mapping
from typing import Any

from flask import Blueprint
from flask import redirect
from flask import request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from scorekeeper.i18n import Translator
from scorekeeper.rules.book import BOOK
from scorekeeper.rules.book import BOOK_ONLY
from scorekeeper.rules.book import CARDS
from scorekeeper.rules.book import FOLLOWS
from scorekeeper.rules.book import NUMBERS
from scorekeeper.rules.book import PARTLY_BOOK_ONLY
from scorekeeper.rules.book import Section
from scorekeeper.rules.book import options_changing
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import Option
from scorekeeper.services import house_rules
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import HouseRulesView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words
from scorekeeper.web.rules_words import book_url
from scorekeeper.web.rules_words import rule_url
from scorekeeper.web.rules_words import rules_name
from scorekeeper.web.rules_words import say_texts
from scorekeeper.web.rules_words import value_words

pages = Blueprint("rulebook", __name__)

PLAIN = "book"
_NUMBER = re.compile(r"\b([BWTI]\d+)\b")
Options = Mapping[str, str | int]


@pages.get("/rules/")
@needs(Action.PUBLIC)
def index() -> Response:
    return redirect(book_url(None, Game.BOLACHEN.value))


@pages.get("/rules/<game>")
@needs(Action.PUBLIC)
def book(game: str) -> str | Response:
    return _book(None, game)


@pages.get("/c/<string(length=36):club_id>/rules/")
@needs(Action.LOOK)
def club_index(club_id: str) -> Response:
    """Open the book at the game a club made its last house rules for."""
    found = house_rules.list_house_rules(desk(), club_id=club_id)
    newest = max(found, key=lambda rules: rules.id, default=None)
    return redirect(book_url(club_id, newest.game if newest else Game.BOLACHEN.value))


@pages.get("/c/<string(length=36):club_id>/rules/<game>")
@needs(Action.LOOK)
def club_book(club_id: str, game: str) -> str | Response:
    return _book(club_id, game)


def _book(club_id: str | None, game: str) -> str | Response:
    """Show the rules of a game; the number of a rule leads to its place."""
    if game.upper() in NUMBERS:
        return redirect(rule_url(game.upper(), club_id=club_id))
    if game not in list(Game):
        raise NotFound
    played, t = Game(game), words()
    versions = _versions(club_id, played)
    house = _chosen(club_id, played, versions)
    options = house.options if house else {}
    sections = [
        _section(section, played, options, club_id, t) for section in (CARDS, *BOOK[played])
    ]
    return page(
        "web/rulebook.html",
        club_id=club_id,
        here="rulebook",
        game=game,
        games=[
            (one.value, t("web.game." + one.value), book_url(club_id, one.value)) for one in Game
        ],
        title=t("rulebook.page.title", game=t("web.game." + game)),
        sections=sections,
        house=house,
        house_name=rules_name(house, t) if house else "",
        choices=[
            *((rules.id, rules_name(rules, t)) for rules in versions),
            (PLAIN, t("rulebook.page.plain")),
        ],
        differing=[r for section in sections for r in section["rules"] if r["differs"]],
    )


def _versions(club_id: str | None, game: Game) -> tuple[HouseRulesView, ...]:
    if club_id is None:
        return ()
    return house_rules.list_house_rules(desk(), club_id=club_id, game=game.value)


def _chosen(
    club_id: str | None, game: Game, versions: tuple[HouseRulesView, ...]
) -> HouseRulesView | None:
    """Return the house rules asked for, the last a club made when it did not say."""
    asked = request.args.get("house", "")
    if club_id is None or asked == PLAIN:
        return None
    if not asked:
        return max(versions, key=lambda rules: rules.id, default=None)
    found = house_rules.get_house_rules(desk(), club_id=club_id, house_rules_id=asked)
    if found.game != game.value:
        raise NotFound
    return found


def _section(
    section: Section, game: Game, options: Options, club_id: str | None, t: Translator
) -> dict[str, Any]:
    follows = t(f"rulebook.{section.name}.follows") if section.name in FOLLOWS else ""
    return {
        "id": section.name.replace(".", "-"),
        "title": t(f"rulebook.{section.name}"),
        "rules": [_rule(number, game, options, club_id, t) for number in section.rules],
        "follows": list(_linked(follows, game, club_id)),
    }


def _rule(
    number: str, game: Game, options: Options, club_id: str | None, t: Translator
) -> dict[str, Any]:
    changing = [
        _option(option, options.get(option.name, option.default), t)
        for option in options_changing(game, number)
    ]
    note = ""
    if number in BOOK_ONLY:
        note = t("rulebook.unrecorded")
    elif number in PARTLY_BOOK_ONLY:
        note = t(f"rulebook.{number}.unrecorded")
    return {
        "id": number.replace(".", "-"),
        "number": number if number in NUMBERS else "",
        "title": t(f"rulebook.{number}.title"),
        "parts": list(_linked(t(f"rulebook.{number}"), game, club_id)),
        "options": changing,
        "differs": any(option["differs"] for option in changing),
        "note": note,
    }


def _option(option: Option, value: str | int, t: Translator) -> dict[str, Any]:
    shown = [(code, say_texts(label, t)) for code, label in option.values.items()]
    if option.span:
        low, high = option.span
        if not shown:
            shown.append((option.default, str(option.default)))
        if value not in dict(shown):
            shown.append((value, str(value)))
        shown.append(("", t("rulebook.page.span", low=low, high=high)))
    return {
        "label": say_texts(option.label, t),
        "explanation": say_texts(option.explanation, t),
        "value": value_words(option, value, t),
        "differs": value != option.default,
        "values": [
            {"words": said, "default": code == option.default, "played": code == value}
            for code, said in shown
        ],
    }


def _linked(text: str, game: Game, club_id: str | None) -> Iterator[tuple[str, str]]:
    """Take a text apart at the rules it names: words, and where they lead, empty for nowhere."""
    for part in _NUMBER.split(text):
        if part in NUMBERS:
            yield part, rule_url(part, game=game, club_id=club_id)
        elif part:
            yield part, ""
