"""What ladders are called: the usual ones in the reader's language, until they are renamed."""

import pytest

from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import translator
from scorekeeper.i18n.ladder_words import ladder_name
from scorekeeper.i18n.ladder_words import usual_names
from scorekeeper.season.ladder import USUAL


@pytest.mark.parametrize(
    ("number", "name", "german", "english"),
    [
        (1, "Geld", "Geld", "Money"),
        (1, "Money", "Geld", "Money"),
        (2, "Weiche Wertung", "Weiche Wertung", "Soft score"),
        (6, "Teilnahme", "Teilnahme", "Attendance"),
        (1, "Kasse", "Kasse", "Kasse"),
        # Somebody's own ladder is called what he called it, whatever it is.
        (7, "Geld", "Geld", "Geld"),
        (2, "Geld", "Geld", "Geld"),
    ],
)
def test_usual_ladders_are_called_as_the_reader_calls_them(
    number: int, name: str, german: str, english: str
) -> None:
    assert ladder_name(number, name, translator("de")) == german
    assert ladder_name(number, name, translator("en")) == english


def test_every_usual_ladder_has_a_name_of_its_own_in_each_language() -> None:
    for lang in LANGUAGES:
        named = {translator(lang)(f"season.usual.{one.kind}") for one in USUAL}
        assert len(named) == len(USUAL)
    assert not usual_names(0)
    assert not usual_names(len(USUAL) + 1)
