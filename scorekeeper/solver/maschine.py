"""Is this Watten hand a Maschine: three tricks of its own, whatever anybody holds and plays?

Everybody works against the hand: the other players, its partner among them, hold and play what
harms it most, it may itself have to play its cards in the worst order, and anybody may lead. What
is left is the number of tricks it is sure of (T2 to T7, T19).

All of that comes to a pairing of its cards with cards of the others. Write that a card *kills* one
of the hand if it wins over it when led by another player.

1. No card of the others that lies in a trick kills more than one card of the hand, as the hand
   plays one card to a trick; so the kills pair its cards with different cards.
2. If a card of the hand loses a trick at all, the card that wins it would win over it, too, if it
   had been led: led, it is at least as strong, and the card of the hand at most as strong. (A
   plain card off suit loses to whatever is led.) So no more cards can lose than can be paired.
3. All pairs can come true one after the other. Somebody else leads the first killing card, wins,
   and leads the next, and it does not matter who: as nobody has to follow (T19), every card may be
   in any hand, and the other players throw what is left over. Only when all pairs are played does
   the hand win, lead, and win again.
4. Trumpf oder Kritisch (T20) binds in the first trick only, when the Rechter is led to it. So
   the Rechter kills later: after another killing card, or, as the only one, on a card the hand
   leads itself; that makes no difference for it.

So the hand is sure of its cards less the greatest number of pairs. The deal has more than enough
cards for the pairs, with two players as with four. The tests play out everything on small packs.
"""

from collections.abc import Sequence
from functools import cache

from scorekeeper.cards import ALL_CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import cards_of
from scorekeeper.cards import suit_of
from scorekeeper.rules.tricks import Ranking
from scorekeeper.rules.tricks import watten_ranking


def sure_tricks(
    hand: CardSet,
    schlag: Rank,
    trump: Suit,
    *,
    criticals: bool = True,
    pack: CardSet = ALL_CARDS,
) -> int:
    """Count the tricks that a hand takes whatever the others hold and play.

    `criticals` is False where HK, S7 and E7 are ordinary cards; `pack` are all cards of the game.
    """
    ranking = watten_ranking(schlag, trump, criticals=criticals)
    others = cards_of(CardSet(pack & ~hand))
    cards = cards_of(hand)
    return len(cards) - _pairs([_killers(card, others, ranking) for card in cards])


def _killers(card: Card, others: Sequence[Card], ranking: Ranking) -> int:
    """Give the set of places in `others` of the cards that win over a card when led to it."""
    places = 0
    for place, other in enumerate(others):
        strengths = ranking[suit_of(other)]
        if strengths[other] >= strengths[card]:  # of two Linke the first is best (T4)
            places |= 1 << place
    return places


def _pairs(killers: Sequence[int]) -> int:
    """Count how many cards can be paired with a killer of their own, trying every way."""

    @cache
    def most(index: int, used: int) -> int:
        if index == len(killers):
            return 0
        best = most(index + 1, used)
        free = killers[index] & ~used
        # Of many killers only as many need be tried as there are cards left to be paired.
        for _ in range(len(killers)):
            if not free:
                break
            lowest = free & -free
            best = max(best, 1 + most(index + 1, used | lowest))
            free ^= lowest
        return best

    return most(0, 0)
