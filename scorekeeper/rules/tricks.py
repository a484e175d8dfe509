"""Who takes a trick, in all three games (B26, W24, T2 to T7).

A ranking says for every suit that may be led how strong each of the 32 cards is in that trick;
the strongest card takes it, of equals the first. A card that cannot win has strength 0.
"""

from collections.abc import Sequence
from functools import cache

from scorekeeper.cards import CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import make_card
from scorekeeper.cards import rank_of
from scorekeeper.cards import suit_of

Ranking = tuple[tuple[int, ...], ...]

_TRUMP = 10  # above every plain card, whose strengths are 1 to 8
_LINKER = 20
_RECHTER = 21

CRITICALS: tuple[Card, ...] = (
    make_card(Suit.E, Rank.SEVEN),
    make_card(Suit.S, Rank.SEVEN),
    make_card(Suit.H, Rank.K),
)
"""Spitz, Belli and Max, from the lowest to the highest (T2)."""

CRITICAL_CARDS = CardSet(sum(1 << card for card in CRITICALS))

HIGHER: tuple[CardSet, ...] = tuple(
    CardSet(((1 << card) - 1) & (0xFF << 8 * (card >> 3))) for card in CARDS
)
"""For each card the higher cards of its suit."""


def _height(card: Card) -> int:
    return 8 - rank_of(card)


@cache
def plain_ranking(trump: Suit | None) -> Ranking:
    """Rank the cards of Bolachen and Wallachen: trumps, then the suit led (B26, W24)."""
    return tuple(tuple(_plain_strength(card, led, trump) for card in CARDS) for led in Suit)


def _plain_strength(card: Card, led: Suit, trump: Suit | None) -> int:
    suit = suit_of(card)
    if suit is trump:
        return _TRUMP + _height(card)
    return _height(card) if suit is led else 0


@cache
def watten_ranking(schlag: Rank, trump: Suit, *, criticals: bool) -> Ranking:
    """Rank the cards of Watten; without `criticals` HK, S7 and E7 are ordinary cards."""
    return tuple(
        tuple(_watten_strength(card, led, schlag, trump, criticals) for card in CARDS)
        for led in Suit
    )


def _watten_strength(card: Card, led: Suit, schlag: Rank, trump: Suit, criticals: bool) -> int:
    if criticals and card in CRITICALS:
        return _RECHTER + 1 + CRITICALS.index(card)
    if rank_of(card) is schlag:
        return _RECHTER if suit_of(card) is trump else _LINKER
    return _plain_strength(card, led, trump)


def rechter_of(schlag: Rank, trump: Suit, *, criticals: bool) -> Card | None:
    """Give the Rechter; None where Schlag and trump name a Kritischer (T3, T7)."""
    card = make_card(trump, schlag)
    return None if criticals and card in CRITICALS else card


def best_of(ranking: Ranking, cards: Sequence[Card]) -> int:
    """Give the place of the card that is winning among those played so far, in playing order."""
    strengths = ranking[cards[0] >> 3]
    best = 0
    most = strengths[cards[0]]
    for place in range(1, len(cards)):
        strength = strengths[cards[place]]
        if strength > most:
            best, most = place, strength
    return best
