"""Everything that can be wrong with a record is said in words, in both languages."""

import re
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.i18n import catalogue
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.reading import read_object
from tests.records import mutated_record

KEY = re.compile(r'"(findings\.[A-Za-z0-9_]+\.[a-z0-9_]+)"')


def keys_in_the_code() -> set[str]:
    root = Path(scorekeeper.__file__).parent
    texts = [
        path.read_text("utf-8")
        for folder in ("rules", "adjudication")
        for path in (root / folder).glob("*.py")
    ]
    return {key for text in texts for key in KEY.findall(text)}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_key_of_the_core_has_a_sentence(lang: str) -> None:
    assert keys_in_the_code() - catalogue("findings", lang).keys() == set()


def test_every_sentence_is_of_a_code_of_the_core() -> None:
    code = re.compile(
        r"findings\.([BWTI]\d+|format|unknown_player|wrong_count|card_twice|"
        r"contradiction|suit|rank|game|pack)\.[A-Za-z0-9_]+"
    )
    for key in catalogue("findings", "de"):
        assert code.fullmatch(key), key


@pytest.mark.parametrize("lang", ["de", "en"])
def test_whatever_is_wrong_with_a_record_is_said(lang: str) -> None:
    t = translator(lang)
    said = set()
    for seed in range(1500):
        findings = read_object(mutated_record(seed))
        if isinstance(findings, tuple):
            for finding in findings:
                sentence = finding_sentence(finding, t)
                assert sentence.endswith("."), sentence
                said.add(finding.key)
    assert len(said) > 25


def test_suits_ranks_games_and_packs_are_said_in_words() -> None:
    german, english = translator("de"), translator("en")
    finding = Finding(
        code="B15",
        path="/contract/trump",
        key="findings.B15.lower",
        args={"declarer": "Bert", "named": Suit.S, "trump": Suit.G},
    )
    assert "Bert" in finding_sentence(finding, german)
    assert "Schellen" in finding_sentence(finding, german)
    assert "Bert named Bells; from there he may only go up" in finding_sentence(finding, english)
    for suit in Suit:
        assert german(f"findings.suit.{suit.name}")
    for rank in Rank:
        assert german(f"findings.rank.{rank.name}")
    for game in Game:
        assert german(f"findings.game.{game}")
    for pack in Pack:
        assert german(f"findings.pack.{pack}")


def test_what_would_have_been_possible_is_a_choice() -> None:
    findings = read_object(
        {
            "format": "deal-record/1",
            "game": "watten",
            "seats": ["Anna", "Bert"],
            "dealer": "Bert",
            "house_rules": {"target": 12, "raise_max": 1, "bluff_penalty": 11},
        }
    )
    assert isinstance(findings, tuple)
    english = [finding_sentence(finding, translator("en")) for finding in findings]
    assert english == [
        "“12” will not do for target; possible: 11, 13, 15, 18 or 21.",
        "“1” will not do for raise_max; possible: none, or a whole number from 3 to 20.",
        "“11” will not do for bluff_penalty; a whole number from 0 to 10 will.",
    ]
