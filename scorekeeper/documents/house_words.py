"""House rules in words: only what differs from the rule book is worth its ink."""

from dataclasses import dataclass

from scorekeeper.documents.facts import RulesFacts
from scorekeeper.documents.sentences import Say
from scorekeeper.documents.typography import quoted
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import Texts
from scorekeeper.rules.house import option_named


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesWords:
    """The name of a set of house rules, and each option that differs as a short text."""

    name: str
    options: tuple[str, ...]


def rules_in_words(rules: RulesFacts, say: Say, language: str) -> RulesWords:
    """Write house rules as a table reads them: their name and what is different."""
    name = say("rules_line", name=quoted(rules.name, language), version=str(rules.version))
    game = Game(rules.game)
    return RulesWords(
        name=name,
        options=tuple(_option(game, key, value, say, language) for key, value in rules.options)
        or (say("rules_book"),),
    )


def _option(game: Game, name: str, value: str | int, say: Say, language: str) -> str:
    option = option_named(game, name)
    if option is None:  # an option of a later version of the program, in a restored book
        return say("rules_option", label=name, value=str(value))
    texts = option.values.get(value)
    told = str(value) if texts is None else _in(texts, language)
    return say("rules_option", label=_in(option.label, language), value=told)


def _in(texts: Texts, language: str) -> str:
    return texts.de if language == "de" else texts.en
