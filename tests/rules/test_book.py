"""The rule book is complete, in both languages, and nothing in it is a dead letter."""

import re
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import catalogue
from scorekeeper.paths import data_dir
from scorekeeper.rules.book import BOOK
from scorekeeper.rules.book import BOOK_ONLY
from scorekeeper.rules.book import CARDS
from scorekeeper.rules.book import FOLLOWS
from scorekeeper.rules.book import IRREGULARITIES
from scorekeeper.rules.book import NUMBERS
from scorekeeper.rules.book import PARTLY_BOOK_ONLY
from scorekeeper.rules.book import game_of
from scorekeeper.rules.book import options_changing
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from tests.tidy.tree import ROOT

PUBLISHED = ROOT.parent / "shared" / "spec" / "rules.md"
published = pytest.mark.skipif(not PUBLISHED.is_file(), reason="only beside the published rules")

NUMBER = re.compile(r"(?<![A-Za-z0-9])[BWTI]\d{1,2}(?![A-Za-z0-9])")
NAMED_AFTER = re.compile(r"^def test_((?:[bwti]\d{1,2}_)+)", re.MULTILINE)
RULES = (*CARDS.rules, *NUMBERS)
SECTIONS = {section.name for sections in BOOK.values() for section in (CARDS, *sections)}
# Tests of the book itself mention rules without showing that they hold.
ABOUT_THE_BOOK = {"test_book.py", "test_rulebook.py", "test_rules.py"}


def _page_keys() -> set[str]:
    package = Path(scorekeeper.__file__).parent
    sources = [*(package / "web").glob("*.py"), package / "cli" / "rules.py"]
    for folder in ("web", "_macros"):
        sources += (data_dir("templates") / folder).glob("*.html")
    text = "".join(path.read_text("utf-8") for path in sources)
    return set(re.findall(r"""["'](rulebook\.(?:page\.)?[a-z_]+)["']""", text)) - {
        *("rulebook.book", "rulebook.club_book"),  # endpoints, as are the two below
        *("rulebook.index", "rulebook.club_index"),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_its_title_and_its_words_and_nothing_else_has(lang: str) -> None:
    keys = {f"rulebook.{rule}" for rule in RULES}
    keys |= {f"rulebook.{rule}.title" for rule in RULES}
    keys |= {f"rulebook.{name}" for name in SECTIONS}
    keys |= {f"rulebook.{name}.follows" for name in FOLLOWS}
    keys |= {f"rulebook.{number}.unrecorded" for number in PARTLY_BOOK_ONLY}
    assert catalogue("rulebook", lang).keys() == keys | _page_keys()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rule", RULES)
def test_a_title_is_short_and_a_rule_is_a_sentence(rule: str, lang: str) -> None:
    texts = catalogue("rulebook", lang)
    (title,), (words,) = texts[f"rulebook.{rule}.title"], texts[f"rulebook.{rule}"]
    assert len(title.split()) <= 4
    assert len(title) <= 28
    assert not title.endswith(".")
    assert words.endswith(".")


@pytest.mark.parametrize("number", NUMBERS)
def test_both_languages_name_the_same_rules(number: str) -> None:
    german, english = (catalogue("rulebook", lang)[f"rulebook.{number}"][0] for lang in LANGUAGES)
    # One language may name a rule once more, beside the word the other has for it.
    named = set(NUMBER.findall(german)) | set(NUMBER.findall(english))
    assert named <= set(NUMBERS)
    assert number not in named
    assert set(NUMBER.findall(german)) == set(NUMBER.findall(english))


def test_every_number_comes_once_and_in_order() -> None:
    for game in Game:
        numbers = [rule for section in BOOK[game] for rule in section.rules]
        assert len(set(numbers)) == len(numbers)
        for letter in {number[0] for number in numbers}:
            of_letter = [int(number[1:]) for number in numbers if number[0] == letter]
            assert of_letter == sorted(of_letter)
        assert BOOK[game][-1] is IRREGULARITIES
    assert len(set(NUMBERS)) == len(NUMBERS)
    assert game_of("W19") is Game.WALLACHEN
    assert game_of("I2") is None
    assert game_of("B6") is None
    assert set(NUMBERS) >= BOOK_ONLY | PARTLY_BOOK_ONLY
    assert not BOOK_ONLY & PARTLY_BOOK_ONLY


@pytest.mark.parametrize("game", list(Game))
def test_every_option_changes_a_rule_of_its_game(game: Game) -> None:
    shown = {rule for section in BOOK[game] for rule in section.rules}
    for option in OPTIONS[game]:
        assert option.changes, option.name
        assert set(option.changes) <= shown, option.name
        for number in option.changes:
            assert option in options_changing(game, number)


def _tests_by_rule() -> dict[str, set[str]]:
    """Return the files with a test function named after each rule, `test_b22_...`."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        if path.name in ABOUT_THE_BOOK:
            continue
        for names in NAMED_AFTER.findall(path.read_text("utf-8")):
            for name in names.rstrip("_").split("_"):
                found.setdefault(name.upper(), set()).add(path.name)
    return found


def test_every_rule_that_is_recorded_has_a_test_named_after_it() -> None:
    named = _tests_by_rule().keys()
    assert set(NUMBERS) - named == BOOK_ONLY
    assert named <= set(NUMBERS)


def _cited() -> set[str]:
    """Return the rules that an error or a verdict of the product cites."""
    found: set[str] = set()
    for key in catalogue("findings", "de"):
        found |= set(NUMBER.findall(key.split(".")[1]))
    for part in ("rules", "adjudication"):
        for path in (ROOT / "scorekeeper" / part).glob("*.py"):
            if not path.name.startswith(("house", "book")):
                found |= set(re.findall(r'"([BWTI]\d{1,2})"', path.read_text("utf-8")))
    return found


def test_no_error_and_no_verdict_cites_a_rule_that_is_nowhere_checked() -> None:
    assert _cited() <= set(NUMBERS) - BOOK_ONLY


@published
def test_the_book_has_the_published_numbers_in_their_order() -> None:
    text = PUBLISHED.read_text("utf-8")
    assert tuple(re.findall(r"^\* \*\*([BWTI]\d+)\*\*", text, re.MULTILINE)) == NUMBERS
    cards = text.split("## Cards")[1].split("---")[0]
    assert len(re.findall(r"^\* ", cards, re.MULTILINE)) == len(CARDS.rules)


@published
def test_every_option_the_published_rules_name_is_shown_with_its_rule() -> None:
    text = PUBLISHED.read_text("utf-8").split("It follows, with")
    rules = re.findall(r"^\* \*\*([BWTI]\d+)\*\*((?:.|\n(?!\* |\n))*)", text[0] + text[1], re.M)
    assert len(rules) == len(NUMBERS)
    for number, words in rules:
        for tag in re.findall(r"\[options? ([^\]]+)\]", words):
            for name in re.split(r",\s+", tag):
                games = [own] if (own := game_of(number)) else [Game.BOLACHEN, Game.WALLACHEN]
                for game in games:
                    shown = {option.name for option in options_changing(game, number)}
                    assert name in shown, (number, name)


@published
def test_the_words_name_the_rules_the_published_text_names() -> None:
    text = PUBLISHED.read_text("utf-8")
    for number, words in re.findall(r"^\* \*\*([BWTI]\d+)\*\*((?:.|\n(?!\* |\n))*)", text, re.M):
        for lang in LANGUAGES:
            said = catalogue("rulebook", lang)[f"rulebook.{number}"][0]
            assert set(NUMBER.findall(said)) == set(NUMBER.findall(words)), (number, lang)
