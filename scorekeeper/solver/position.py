"""What the solver is asked: a deal of a three-hander, and a position in it."""

from dataclasses import dataclass

from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Suit
from scorekeeper.solver.duties import PreferenceRules

Hands = tuple[CardSet, CardSet, CardSet]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal at the first lead, or with some tricks already played.

    `hands` by seat, clockwise; seats are the numbers 0 to 2, and `declarer` is one of them.
    `trump` is None in Bettel and Mord. `fewest`: the declarer takes as few tricks as he can and
    the defenders make him take many (Bettel); otherwise the reverse.
    """

    hands: Hands
    declarer: int
    trump: Suit | None
    rules: PreferenceRules
    fewest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A moment in the play of a deal.

    `remaining` are the cards still in anybody's hand; `trick` the cards that lie, in playing order
    from `leader`.
    """

    remaining: CardSet
    leader: int
    trick: tuple[Card, ...] = ()
