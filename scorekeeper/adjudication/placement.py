"""All deals that fit, as one matching of cards and places.

A deal puts each of the 32 cards in one place: played by a certain player in a certain trick, or
out of play. What is recorded narrows the places a card may be in; a deal fits if every card gets
a place of its own that it may be in. Whether there is such a deal is a question about a perfect
matching, answered exactly by moving a few cards along alternating paths from one that fits.

Places are numbered: player by player in playing order, trick by trick, then those out of play. A
set of places is a whole number whose bit i is place i.
"""

from collections.abc import Iterable

from scorekeeper.cards import Card

PLACES = 32
EVERYWHERE = (1 << PLACES) - 1

Narrowing = tuple[Card, int]
"""A card and the places it is narrowed to."""


class Placement:
    """Where each card may be, with one deal that fits.

    `domain` has for every card the places it may be in; `place_of` and `card_at` are the deal
    that proves that one fits.
    """

    __slots__ = ("card_at", "domain", "place_of")

    def __init__(self) -> None:
        self.domain = [EVERYWHERE] * PLACES
        self.place_of = list(range(PLACES))
        self.card_at = list(range(PLACES))

    def copy(self) -> "Placement":
        """Give another placement that knows the same."""
        made = Placement.__new__(Placement)
        made.domain = self.domain[:]
        made.place_of = self.place_of[:]
        made.card_at = self.card_at[:]
        return made

    def with_narrowed(self, narrowings: Iterable[Narrowing]) -> "Placement | None":
        """Give what fits if these cards are in these places too; None if no deal does."""
        made = self.copy()
        return made if made._narrow(narrowings) else None

    def _narrow(self, narrowings: Iterable[Narrowing]) -> bool:
        domain, place_of, card_at = self.domain, self.place_of, self.card_at
        loose = []
        for card, places in narrowings:
            narrowed = domain[card] & places
            if not narrowed:
                return False
            domain[card] = narrowed
            place = place_of[card]
            if not narrowed >> place & 1 and card_at[place] == card:
                card_at[place] = -1
                loose.append(card)
        return all(self._settle(card) for card in loose)

    def _settle(self, card: int) -> bool:
        """Find a place for a card that has none, moving others; False if there is none."""
        domain, place_of, card_at = self.domain, self.place_of, self.card_at
        unseen = EVERYWHERE
        wanted_by: dict[int, int] = {}
        queue = [card]
        for one in queue:
            options = domain[one] & unseen
            unseen &= ~options
            while options:
                low = options & -options
                options ^= low
                place = low.bit_length() - 1
                wanted_by[place] = one
                holder = card_at[place]
                if holder >= 0:
                    queue.append(holder)
                    continue
                while True:
                    taker = wanted_by[place]
                    left = place_of[taker]
                    card_at[place] = taker
                    place_of[taker] = place
                    if taker == card:
                        return True
                    place = left
        return False

    def possible(self) -> list[int]:
        """Give for every card all places it is in in some deal that fits.

        A card can be somewhere else exactly if the cards can move round in a circle: its place
        and the other are then in the same strongly connected part of "may move to".
        """
        domain, place_of, card_at = self.domain, self.place_of, self.card_at
        reach = [domain[card_at[place]] for place in range(PLACES)]
        moving = [place for place in range(PLACES) if reach[place] != 1 << place]
        for middle in moving:
            bit = 1 << middle
            through = reach[middle]
            for place in moving:
                if reach[place] & bit:
                    reach[place] |= through
        found = []
        for card in range(PLACES):
            place = place_of[card]
            here = 1 << place
            possible = here
            others = domain[card] & ~here
            while others:
                low = others & -others
                others ^= low
                if reach[low.bit_length() - 1] & here:
                    possible |= low
            found.append(possible)
        return found
