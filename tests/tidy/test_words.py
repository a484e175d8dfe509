"""The glossary knows every word the core stores and every word of the trade."""

import importlib
import pkgutil
import re
from enum import StrEnum

import scorekeeper
from tests.tidy.tree import ROOT

CORE = ("cards", "rules", "adjudication", "ledger")
TRADE = [
    "club",
    "member",
    "account",
    "owner",
    "treasurer",
    "referee",
    "scorekeeper",
    "viewer",
    "season",
    "night",
    "table",
    "seat",
    "deal",
    "trick",
    "tariff",
    "declarer",
    "defenders",
    "contract",
    "record",
    "report",
    "entry",
    "line",
    "balance",
    "transfer",
    "settlement",
    "purse",
    "haferl",
    "dispute",
    "ruling",
    "ladder",
    "document",
]


def glossary() -> str:
    return (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")


def stored_words() -> set[str]:
    """Return the values of every StrEnum in the core."""
    words: set[str] = set()
    for found in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper."):
        if found.name.split(".")[1] not in CORE:
            continue
        for thing in vars(importlib.import_module(found.name)).values():
            if isinstance(thing, type) and issubclass(thing, StrEnum) and thing is not StrEnum:
                words |= {member.value for member in thing}
    return words


def test_the_glossary_has_every_word_of_the_trade() -> None:
    first_columns = " ".join(re.findall(r"^\| ([^|]+) \|", glossary(), re.MULTILINE))
    assert not [word for word in TRADE if not re.search(rf"\b{word}\b", first_columns)]


def test_the_glossary_has_every_stored_value() -> None:
    known = set(re.findall(r"`([a-z_0-9]+)`", glossary()))
    words = stored_words()
    assert "bolachen" in words
    # Values of house rules are explained where they are declared, beside their option.
    assert not {word for word in words if word.islower()} - known
