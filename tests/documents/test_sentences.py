"""What was played, in words."""

import pytest

from scorekeeper.documents.facts import PlayedFacts
from scorekeeper.documents.facts import played
from scorekeeper.documents.html import speaker
from scorekeeper.documents.sentences import SUIT_MARKS
from scorekeeper.documents.sentences import details
from scorekeeper.documents.sentences import score
from scorekeeper.documents.sentences import sentence

DE = speaker("de")
EN = speaker("en")


def plain(text: str) -> str:
    """Write suit marks as their letters and hard spaces as spaces."""
    for letter, mark in SUIT_MARKS.items():
        text = text.replace(mark, f"[{letter}]")
    return text.replace("\u202f", " ").replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("told", "german", "english"),
    [
        (
            PlayedFacts(kind="brand", declarer="Anna", trump="H", tricks=7, made=True),
            "Anna gewinnt [H] Herz-Brand, 7 Stiche",
            "Anna wins [H] Hearts Brand, 7 tricks",
        ),
        (
            PlayedFacts(kind="brand", declarer="Anna", tricks=1, made=False),
            "Anna verliert Brand, 1 Stich",
            "Anna loses Brand, 1 trick",
        ),
        (
            PlayedFacts(kind="number", declarer="Bert", bid=7, trump="S", tricks=8, made=True),
            "Bert gewinnt 7 in [S] Schellen, 8 Stiche",
            "Bert wins 7 in [S] Bells, 8 tricks",
        ),
        (
            PlayedFacts(kind="number", declarer="Bert", bid=9, made=None),
            "Bert spielt 9",
            "Bert plays 9",
        ),
        (
            PlayedFacts(kind="bettel", declarer="Caro", tricks=0, made=True),
            "Caro gewinnt Bettel",
            "Caro wins Bettel",
        ),
        (
            PlayedFacts(kind="mord", declarer="Caro", tricks=9, made=False),
            "Caro verliert Mord, 9 Stiche",
            "Caro loses Mord, 9 tricks",
        ),
        (PlayedFacts(kind="passed_out"), "Eingepasst", "Passed out"),
        (
            PlayedFacts(kind="misdeal"),
            "Falsch gegeben, neu gegeben",
            "Misdeal, dealt again",
        ),
        (
            PlayedFacts(kind="watten", side=("Anna", "Caro"), points=3),
            "Anna und Caro gewinnen 3 Punkte",
            "Anna and Caro win 3 points",
        ),
        (
            PlayedFacts(kind="watten", side=("Anna",), points=2),
            "Anna gewinnt 2 Punkte",
            "Anna wins 2 points",
        ),
    ],
)
def test_a_deal_is_one_sentence(told: PlayedFacts, german: str, english: str) -> None:
    assert plain(sentence(told, DE, "de")) == german
    assert plain(sentence(told, EN, "en")) == english


def test_what_else_is_known_stands_below_it() -> None:
    told = PlayedFacts(
        kind="number",
        declarer="Anna",
        bid=7,
        made=False,
        by="ruling",
        doubles=("Bert", "Caro"),
        rulings=(("revoke", "Anna"),),
    )
    assert plain(details(told, "Dora", DE, "de")) == (
        "Dora gab · gedoppelt von Bert und Caro · durch Entscheidung · Bedienfehler von Anna"
    )


def test_a_match_names_its_sides_unless_a_column_does() -> None:
    told = PlayedFacts(
        kind="watten",
        schlag="10",
        trump="S",
        side=("Anna", "Caro"),
        points=3,
        by="fold",
        match=((("Anna", "Caro"), 11), (("Bert", "Dora"), 5)),
        match_won_by=("Anna", "Caro"),
    )
    assert plain(details(told, "Dora", DE, "de")) == (
        "Dora gab · Zehner in [S] Schellen · die anderen gaben auf"
        " · Stand Anna, Caro 11 : 5 Bert, Dora · Partie gewonnen"
    )
    assert "Stand" not in details(told, "Dora", DE, "de", match=False)
    assert plain(score(told)) == "11 : 5"


def test_three_matches_of_their_own_are_listed_one_by_one() -> None:
    told = PlayedFacts(
        kind="watten", match=((("Anna",), 4), (("Bert",), 7), (("Caro",), 2)), fine_points=None
    )
    assert "Stand Anna 4, Bert 7, Caro 2" in plain(details(told, "", DE, "de"))
    assert score(told) == ""


def test_a_record_and_its_result_say_what_was_played() -> None:
    record = {
        "seats": ["Anna", "Bert", "Caro", "Dora"],
        "contract": {"schlag": 10, "trump": "S"},
    }
    outcome = {
        "side": ["Anna", "Caro"],
        "points": 3,
        "by": "fold",
        "match": {"Anna": 11, "Bert": 5, "Caro": 11, "Dora": 5},
        "match_won_by": ["Anna", "Caro"],
        "fine": {"side": ["Bert", "Dora"], "points": 2},
    }
    told = played("watten", record, outcome)
    assert told.match == ((("Anna", "Caro"), 11), (("Bert", "Dora"), 5))
    assert (told.schlag, told.trump, told.fine_points) == ("10", "S", 2)
    three = played(
        "wallachen",
        {"contract": {"declarer": "Anna", "kind": "number", "bid": 7}, "doubles": ["Bert"]},
        {"declarer": "Anna", "kind": "number", "bid": 7, "trump": "H", "tricks": 8, "made": True},
    )
    assert (three.declarer, three.bid, three.trump, three.tricks) == ("Anna", 7, "H", 8)
    assert played("bolachen", {"rulings": [{"offence": "misdeal"}]}, {}).kind == "misdeal"
    assert played("bolachen", {}, {}).kind == "unknown"
