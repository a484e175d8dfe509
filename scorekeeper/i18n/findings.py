"""What is wrong with a record, said in a sentence."""

from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.i18n import Translator
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game


def finding_sentence(finding: Finding, t: Translator) -> str:
    """Say what is wrong and, where there was a choice, what would have been possible."""
    if not finding.args:
        return t(finding.key)
    return t(finding.key, **{name: said(value, t) for name, value in finding.args.items()})


def said(value: object, t: Translator) -> object:
    """Turn a plain value of a finding into what stands in the sentence."""
    if isinstance(value, tuple):
        return tuple(said(one, t) for one in value)
    if isinstance(value, Suit):
        return t(f"findings.suit.{value.name}")
    if isinstance(value, Rank):
        return t(f"findings.rank.{value.name}")
    if isinstance(value, Game):
        return t(f"findings.game.{value}")
    if isinstance(value, Pack):
        return t(f"findings.pack.{value}")
    return value
