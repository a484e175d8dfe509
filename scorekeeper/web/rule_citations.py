"""A rule by its number, in words where the rule book has them."""

from scorekeeper.i18n import Translator


def rule_words(number: str, t: Translator) -> str:
    """Say a rule: the rule book's own words, else the duty in short, else nothing."""
    for key in (f"rulebook.{number}", f"desk.rule.{number}"):
        if t.has(key):
            return t(key)
    return ""
