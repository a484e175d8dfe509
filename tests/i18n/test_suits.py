"""An English page calls a suit by one name wherever it stands, and that is the glossary's."""

import pytest

from scorekeeper.i18n import translator

SUITS = {"E": "Acorns", "G": "Leaves", "H": "Hearts", "S": "Bells"}


@pytest.mark.parametrize("place", ["web.suit", "findings.suit", "documents.suit", "season.trump"])
def test_suits_have_one_english_name(place: str) -> None:
    t = translator("en")
    assert {letter: t(f"{place}.{letter}") for letter in SUITS} == SUITS
