"""Suits, ranks and cards: every text is read as what it says, and written back."""

import pytest

from scorekeeper.cards import ALL_CARDS
from scorekeeper.cards import CARDS
from scorekeeper.cards import RANK_CARDS
from scorekeeper.cards import SUIT_CARDS
from scorekeeper.cards import CardError
from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.cards import make_card
from scorekeeper.cards import parse_card
from scorekeeper.cards import parse_rank
from scorekeeper.cards import parse_suit
from scorekeeper.cards import rank_name
from scorekeeper.cards import rank_of
from scorekeeper.cards import suit_name
from scorekeeper.cards import suit_of


def test_every_card_is_read_as_it_is_written() -> None:
    for card in CARDS:
        assert parse_card(card_name(card)) == card
        assert parse_card(card_name(card).lower()) == card
        assert make_card(suit_of(card), rank_of(card)) == card
        assert card_name(card) == suit_name(suit_of(card)) + rank_name(rank_of(card))


def test_canonical_order_is_eichel_gras_herz_schellen_and_ace_to_seven() -> None:
    names = [card_name(card) for card in CARDS]
    assert names[:8] == ["EA", "EK", "EO", "EU", "E10", "E9", "E8", "E7"]
    assert [name[0] for name in names[::8]] == ["E", "G", "H", "S"]


@pytest.mark.parametrize(
    ("texts", "pack", "name"),
    [
        ("EA ED ea eD", Pack.GERMAN, "EA"),
        ("G10 LT BZ gx lz b10", Pack.GERMAN, "G10"),
        ("HK hk", Pack.GERMAN, "HK"),
        ("SU su", Pack.GERMAN, "SU"),
        ("CA ♣A ca", Pack.FRENCH, "EA"),
        ("SQ ♠Q sq ♠q", Pack.FRENCH, "GO"),
        ("HJ ♥J", Pack.FRENCH, "HU"),
        ("D10 ♦X dt ♦z", Pack.FRENCH, "S10"),
        ("D7 ♦7", Pack.FRENCH, "S7"),
    ],
)
def test_spellings(texts: str, pack: Pack, name: str) -> None:
    for text in texts.split():
        assert card_name(parse_card(text, pack)) == name


@pytest.mark.parametrize(
    ("text", "pack"),
    [
        ("", Pack.GERMAN),
        ("H", Pack.GERMAN),
        ("HQ", Pack.GERMAN),
        ("CA", Pack.GERMAN),
        ("♥A", Pack.GERMAN),
        ("HO", Pack.FRENCH),
        ("HU", Pack.FRENCH),
        ("HD", Pack.FRENCH),
        ("EA", Pack.FRENCH),
        ("♥\ufe0fA", Pack.FRENCH),
        ("H A", Pack.GERMAN),
        ("AH", Pack.GERMAN),
        ("H11", Pack.GERMAN),
        ("H6", Pack.GERMAN),
        ("ＨA", Pack.GERMAN),
        ("ſA", Pack.GERMAN),
    ],
)
def test_nothing_else_is_a_card(text: str, pack: Pack) -> None:
    with pytest.raises(CardError):
        parse_card(text, pack)


def test_suits_and_ranks_by_themselves() -> None:
    for suit in Suit:
        assert parse_suit(suit_name(suit)) is suit
    for rank in Rank:
        assert parse_rank(rank_name(rank)) is rank
    assert parse_suit("♦", Pack.FRENCH) is Suit.S
    assert parse_rank("q", Pack.FRENCH) is Rank.O
    for wrong in ("", "h ", "Herz", "X"):
        with pytest.raises(CardError):
            parse_suit(wrong)
    with pytest.raises(CardError):
        parse_rank("Q")


def test_sets_are_listed_in_canonical_order() -> None:
    assert cards_of(card_set(reversed(CARDS))) == CARDS
    assert card_set(CARDS) == ALL_CARDS
    assert cards_of(SUIT_CARDS[Suit.G]) == CARDS[8:16]
    assert [card_name(card) for card in cards_of(RANK_CARDS[Rank.TEN])] == [
        "E10",
        "G10",
        "H10",
        "S10",
    ]
