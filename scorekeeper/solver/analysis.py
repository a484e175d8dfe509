"""What every recorded card was worth, and what the others would have been."""

from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.solver.double_dummy import DoubleDummy
from scorekeeper.solver.position import Position

Line = Iterable[tuple[int, Sequence[Card]]]
"""Tricks in order from the first on: who led, and the cards in playing order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayValue:
    """A card played; all values are the declarer's tricks at the end of the deal.

    `cards` has the value of every card that might have been played, in canonical order, `best`
    that of the best of them for the side of the player, and `value` that of the card played.
    `cost` counts the tricks that this card cost the player's side; a card that might not be
    played can have a cost below zero.
    """

    trick: int
    seat: int
    card: Card
    best: int
    cards: dict[Card, int]
    value: int
    cost: int

    @property
    def legal(self) -> bool:
        """Say whether the card played was one of those that might be."""
        return self.card in self.cards


def analyse(
    table: DoubleDummy, line: Line, *, first_leads: CardSet | None = None
) -> tuple[PlayValue, ...]:
    """Give the values of every card at every play of a line; the last trick may be short.

    Who led is taken as it is, and a card that might not be played is played all the same.
    `first_leads`: only these might be led to the first trick.
    """
    first, second, third = table.deal.hands
    position = Position(remaining=CardSet(first | second | third), leader=table.deal.declarer)
    plays: list[PlayValue] = []
    won = 0
    worth: int | None = None
    for number, (leader, cards) in enumerate(line, start=1):
        if leader != position.leader:
            position = Position(remaining=position.remaining, leader=leader)
            worth = None
        for card in cards:
            among = None if plays else first_leads
            if worth is None and among is None:
                worth = table.tricks(position)
            play = _value(table, position, card, among=among, worth=worth, won=won, number=number)
            plays.append(play)
            position, taken = table.after(position, card)
            won += taken
            worth = play.value - won
    return tuple(plays)


def _value(
    table: DoubleDummy,
    position: Position,
    card: Card,
    *,
    among: CardSet | None,
    worth: int | None,
    won: int,
    number: int,
) -> PlayValue:
    """Give the values of the cards at one play, `won` tricks being the declarer's already."""
    values = table.best_values(position, among=among, worth=worth)
    best = table.best(position, values.values())
    value = values[card] if card in values else table.value_after(position, card)
    lost = best - value if table.wants_many(position) else value - best
    return PlayValue(
        trick=number,
        seat=table.seat_to_play(position),
        card=card,
        best=won + best,
        cards={other: won + tricks for other, tricks in values.items()},
        value=won + value,
        cost=lost,
    )
