"""Suits, ranks, cards and sets of cards; how they are read and written in either pack.

A card is a number from 0 to 31, eight for each suit, the ace first: ascending numbers are the
canonical order of every printed list. A set of cards is a whole number whose bit i is card i, so
union, intersection and "has he one of these" are single operations.
"""

from collections.abc import Iterable
from enum import IntEnum
from enum import StrEnum
from typing import NewType


class Suit(IntEnum):
    """The four suits in canonical order: Eichel, Gras, Herz, Schellen."""

    E = 0
    G = 1
    H = 2
    S = 3


class Rank(IntEnum):
    """The eight ranks, high to low in every game."""

    A = 0
    K = 1
    O = 2  # noqa: E741 - the Ober is written O on every table
    U = 3
    TEN = 4
    NINE = 5
    EIGHT = 6
    SEVEN = 7


class Pack(StrEnum):
    """How the cards of a record are written."""

    GERMAN = "german"
    FRENCH = "french"


Card = NewType("Card", int)
CardSet = NewType("CardSet", int)

NO_CARDS = CardSet(0)
ALL_CARDS = CardSet((1 << 32) - 1)

CARDS: tuple[Card, ...] = tuple(Card(number) for number in range(32))


class CardError(ValueError):
    """A text that names no card, suit or rank of the pack."""


_TEN = ("10", "T", "Z", "X")
_SUITS: dict[Pack, tuple[tuple[str, ...], ...]] = {
    Pack.GERMAN: (("E",), ("G", "L", "B"), ("H",), ("S",)),
    Pack.FRENCH: (("C", "♣"), ("S", "♠"), ("H", "♥"), ("D", "♦")),
}
_RANKS: dict[Pack, tuple[tuple[str, ...], ...]] = {
    Pack.GERMAN: (("A", "D"), ("K",), ("O",), ("U",), _TEN, ("9",), ("8",), ("7",)),
    Pack.FRENCH: (("A",), ("K",), ("Q",), ("J",), _TEN, ("9",), ("8",), ("7",)),
}


def _either_case(spellings: tuple[str, ...]) -> list[str]:
    return sorted({case for text in spellings for case in (text.upper(), text.lower())})


SUIT_TEXTS: dict[Pack, dict[str, Suit]] = {
    pack: {text: suit for suit in Suit for text in _either_case(suits[suit])}
    for pack, suits in _SUITS.items()
}
"""Every text that is read as a suit, for each pack."""

RANK_TEXTS: dict[Pack, dict[str, Rank]] = {
    pack: {text: rank for rank in Rank for text in _either_case(ranks[rank])}
    for pack, ranks in _RANKS.items()
}
"""Every text that is read as a rank, for each pack."""

CARD_TEXTS: dict[Pack, dict[str, Card]] = {
    pack: {
        suit_text + rank_text: Card(8 * suit + rank)
        for suit_text, suit in SUIT_TEXTS[pack].items()
        for rank_text, rank in RANK_TEXTS[pack].items()
    }
    for pack in Pack
}
"""Every text that is read as a card, for each pack."""

SUIT_NAMES: tuple[str, ...] = ("E", "G", "H", "S")
RANK_NAMES: tuple[str, ...] = ("A", "K", "O", "U", "10", "9", "8", "7")
CARD_NAMES: tuple[str, ...] = tuple(suit + rank for suit in SUIT_NAMES for rank in RANK_NAMES)

SUIT_CARDS: tuple[CardSet, ...] = tuple(CardSet(0xFF << 8 * suit) for suit in Suit)
"""The eight cards of each suit."""

RANK_CARDS: tuple[CardSet, ...] = tuple(CardSet(0x01010101 << rank) for rank in Rank)
"""The four cards of each rank."""


def parse_card(text: str, pack: Pack = Pack.GERMAN) -> Card:
    """Read one card as a record writes it.

    Raises CardError when the text is no card of this pack.
    """
    card = CARD_TEXTS[pack].get(text)
    if card is None:
        raise CardError(text)
    return card


def parse_suit(text: str, pack: Pack = Pack.GERMAN) -> Suit:
    """Read one suit as a record writes it.

    Raises CardError when the text is no suit of this pack.
    """
    suit = SUIT_TEXTS[pack].get(text)
    if suit is None:
        raise CardError(text)
    return suit


def parse_rank(text: str, pack: Pack = Pack.GERMAN) -> Rank:
    """Read one rank as a record writes it.

    Raises CardError when the text is no rank of this pack.
    """
    rank = RANK_TEXTS[pack].get(text)
    if rank is None:
        raise CardError(text)
    return rank


def make_card(suit: Suit, rank: Rank) -> Card:
    """Give the card of this suit and rank."""
    return Card(8 * suit + rank)


def suit_of(card: Card) -> Suit:
    """Give the suit printed on a card."""
    return Suit(card >> 3)


def rank_of(card: Card) -> Rank:
    """Give the rank of a card."""
    return Rank(card & 7)


def card_name(card: Card) -> str:
    """Write a card as reports do: E G H S and A K O U 10 9 8 7, whatever the pack."""
    return CARD_NAMES[card]


def suit_name(suit: Suit) -> str:
    """Write a suit as reports do: E, G, H or S."""
    return SUIT_NAMES[suit]


def rank_name(rank: Rank) -> str:
    """Write a rank as reports do: A, K, O, U, 10, 9, 8 or 7."""
    return RANK_NAMES[rank]


def card_set(cards: Iterable[Card]) -> CardSet:
    """Gather cards into a set."""
    bits = 0
    for card in cards:
        bits |= 1 << card
    return CardSet(bits)


def cards_of(cards: CardSet) -> tuple[Card, ...]:
    """List the cards of a set in canonical order."""
    found = []
    rest: int = cards
    while rest:
        lowest = rest & -rest
        found.append(Card(lowest.bit_length() - 1))
        rest ^= lowest
    return tuple(found)
