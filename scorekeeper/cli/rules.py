"""`scorekeeper rules`: the rule book on the terminal, a game of it or a single rule."""

import textwrap
from collections.abc import Iterator

import click

from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator
from scorekeeper.rules.book import BOOK
from scorekeeper.rules.book import CARDS
from scorekeeper.rules.book import NUMBERS
from scorekeeper.rules.book import game_of
from scorekeeper.rules.book import options_changing
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import Option

_WIDTH = 88


@click.command("rules")
@click.argument("what", required=False, metavar="[GAME|NUMBER]")
@click.option("--lang", type=click.Choice(["de", "en"]), default="de", help="Language spoken.")
def command(what: str | None, lang: str) -> None:
    """Print the rules of a game, or one rule by its number, as in "W19"; else every title.

    Each with the options of house rules that change it, what the rule book has comes first.
    """
    t = translator(lang)
    if what is None:
        lines = _titles(t)
    elif what.lower() in list(Game):
        lines = _book(Game(what.lower()), t)
    elif what.upper() in NUMBERS:
        lines = _one(what.upper(), t)
    else:
        shown = "".join(sign if sign.isprintable() else "?" for sign in what)
        raise click.UsageError(t("rulebook.unknown", text=shown))
    click.echo("\n".join(lines))


def _titles(t: Translator) -> Iterator[str]:
    for number in NUMBERS:
        yield f"{number:<4} {t(f'rulebook.{number}.title')}"


def _book(game: Game, t: Translator) -> Iterator[str]:
    yield t("rulebook.page.title", game=t("findings.game." + game.value))
    for section in (CARDS, *BOOK[game]):
        yield ""
        yield t(f"rulebook.{section.name}").upper()
        for number in section.rules:
            yield ""
            yield from _rule(number, options_changing(game, number), t)


def _one(number: str, t: Translator) -> Iterator[str]:
    """Say a rule of one game, or a rule of all with the options of each, named once."""
    own = game_of(number)
    options = {
        option.name: option
        for game in ([own] if own else Game)
        for option in options_changing(game, number)
    }
    yield from _rule(number, tuple(options.values()), t)


def _rule(number: str, options: tuple[Option, ...], t: Translator) -> Iterator[str]:
    title = t(f"rulebook.{number}.title")
    yield f"{number}  {title}" if number in NUMBERS else title
    yield textwrap.fill(t(f"rulebook.{number}"), _WIDTH)
    for option in options:
        values = [str(value) for value in option.values] or [str(option.default)]
        if option.span:
            values.append(f"{option.span[0]}-{option.span[1]}")
        yield f"  [{option.name}: {', '.join(values)}]"
