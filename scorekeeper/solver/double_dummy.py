"""Exact values of a deal: for the whole, for a position, for every card that may be played."""

from collections.abc import Callable
from collections.abc import Iterable

from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import cards_of
from scorekeeper.rules.obligations import Duties as PlayDuties
from scorekeeper.rules.obligations import duties_of as play_duties_of
from scorekeeper.rules.obligations import playable
from scorekeeper.rules.obligations import three_hander_play
from scorekeeper.rules.tricks import best_of
from scorekeeper.solver.duties import duties_of
from scorekeeper.solver.position import Deal
from scorekeeper.solver.position import Position
from scorekeeper.solver.search import make_search
from scorekeeper.solver.suits import SHIFTS
from scorekeeper.solver.suits import encode
from scorekeeper.solver.suits import forget_if_full

_SEATS = ("0", "1", "2")
_USUAL_TRICKS_OF_BETTEL = 3


class DoubleDummy:
    """Answers questions about one deal, and remembers what it found for the next.

    The cards of a deal never change hands; so everything learnt at one position serves all others.
    Tricks are always the declarer's, from the position asked about to the end.
    """

    def __init__(self, deal: Deal) -> None:
        """Get ready; nothing is searched yet."""
        forget_if_full()
        self.deal = deal
        trump = deal.trump
        self._owner = {
            card: seat for seat, hand in enumerate(deal.hands) for card in cards_of(hand)
        }
        suits = [0, 1, 2, 3] if trump is None else [trump, *(s for s in range(4) if s != trump)]
        self._slots = list(zip((8 * suit for suit in suits), SHIFTS, strict=True))
        self._parts: list[dict[int, int]] = [{}, {}, {}, {}]
        self._play = three_hander_play(deal.rules, _SEATS, _SEATS[deal.declarer], trump)
        self._duties: dict[tuple[int, tuple[Card, ...]], PlayDuties] = {}
        self._search, self._bounds, self._known = make_search(
            duties_of(deal.rules, trumps=trump is not None),
            trumps=trump is not None,
            fewest=deal.fewest,
        )

    @property
    def positions(self) -> int:
        """Say how many positions are known by now, a measure of the work done."""
        return len(self._known)

    def tricks(self, position: Position, *, first_leads: CardSet | None = None) -> int:
        """Count the tricks that the declarer takes from here with best play by everyone.

        `first_leads`: only these cards may be led now.
        """
        left = _tricks_left(position)
        if not left:
            return 0
        if position.trick or first_leads is not None:
            return self.best(position, self.best_values(position, among=first_leads).values())
        key = self._key(position.remaining, position.leader)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._bounds(key, left)
        low, high = known & 15, known >> 4
        guess = left - _USUAL_TRICKS_OF_BETTEL if self.deal.fewest else (low + high + 1) // 2
        scored = _narrow(lambda need: self._search(key, left, need), low, high, guess)
        return self._as_tricks(scored, left)

    def reaches(self, position: Position, tricks: int) -> bool:
        """Say whether the declarer can take so many tricks from here, in Bettel no more than that.

        Answers much sooner than `tricks` where it is far from the truth.
        """
        left = _tricks_left(position)
        need = self._as_tricks(tricks, left)
        return self._scores(position.remaining, position.leader, position.trick, left, need)

    def playable(self, position: Position) -> CardSet:
        """Give the cards that the next player may play."""
        seat = self.seat_to_play(position)
        hand = CardSet(self.deal.hands[seat] & position.remaining)
        return self._playable(position.leader, position.trick, seat, hand)

    def best_values(
        self, position: Position, *, among: CardSet | None = None, worth: int | None = None
    ) -> dict[Card, int]:
        """Give the tricks that the declarer takes from here if this card is played now.

        In canonical order for every playable card, or for those of `among`. `worth` saves work
        where it is known what `tricks` would say of this position.
        """
        cards = self.playable(position) if among is None else among
        groups = self._equals(cards, position.remaining, position.trick)
        left = _tricks_left(position)
        low, high, guess, best = 0, left, None, None
        if worth is not None:
            guess = best = self._as_tricks(worth, left)
            if self.seat_to_play(position) == self.deal.declarer:
                high = best
            else:
                low = best
        values: dict[Card, int] = {}
        reached = False
        for count, (card, same) in enumerate(groups.items(), start=1):
            # Some card must be worth as much as the position; after all others, the last one is.
            if count == len(groups) and best is not None and not reached:
                guess = best
            else:
                guess = self._scored_after(position, card, low, high, guess)
            reached = reached or guess == best
            values |= dict.fromkeys(same, self._as_tricks(guess, left))
        return dict(sorted(values.items()))

    def value_after(self, position: Position, card: Card) -> int:
        """Give the tricks that the declarer takes from here after this card, playable or not."""
        left = _tricks_left(position)
        return self._as_tricks(self._scored_after(position, card, 0, left, None), left)

    def seat_to_play(self, position: Position) -> int:
        """Give the seat whose card is due."""
        return (position.leader + len(position.trick)) % len(_SEATS)

    def wants_many(self, position: Position) -> bool:
        """Say whether who plays next wants the declarer to take many tricks."""
        return (self.seat_to_play(position) == self.deal.declarer) is not self.deal.fewest

    def best(self, position: Position, values: Iterable[int]) -> int:
        """Pick the value that the side of the next player wants."""
        return max(values) if self.wants_many(position) else min(values)

    def after(self, position: Position, card: Card) -> tuple[Position, bool]:
        """Give the position after a card, and whether the declarer takes a trick by it."""
        remaining = CardSet(position.remaining & ~(1 << card))
        trick = (*position.trick, card)
        if len(trick) < len(_SEATS):
            return Position(remaining=remaining, leader=position.leader, trick=trick), False
        winner = self._winner(position.leader, trick)
        return Position(remaining=remaining, leader=winner), winner == self.deal.declarer

    def _winner(self, leader: int, trick: tuple[Card, ...]) -> int:
        return (leader + best_of(self._play.ranking, trick)) % 3

    def _as_tricks(self, scored: int, left: int) -> int:
        """Turn tricks scored into tricks taken, or back."""
        return left - scored if self.deal.fewest else scored

    def _scored_after(
        self, position: Position, card: Card, low: int, high: int, guess: int | None
    ) -> int:
        """Count the tricks scored from here if this card is played now."""
        remaining = CardSet(position.remaining & ~(1 << card))
        trick = (*position.trick, card)
        left = _tricks_left(position)

        def scores(need: int) -> bool:
            return self._scores(remaining, position.leader, trick, left, need)

        return _narrow(scores, low, high, (low + high + 1) // 2 if guess is None else guess)

    def _scores(
        self, remaining: CardSet, leader: int, trick: tuple[Card, ...], left: int, need: int
    ) -> bool:
        """Say whether the declarer scores so many of the tricks left, this one included."""
        if len(trick) == len(_SEATS):
            leader = self._winner(leader, trick)
            need -= (leader == self.deal.declarer) is not self.deal.fewest
            left -= 1
            trick = ()
        if need <= 0:
            return True
        if need > left:
            return False
        if not trick:
            return self._scores_from(remaining, leader, left, need)
        seat = (leader + len(trick)) % 3
        hand = CardSet(self.deal.hands[seat] & remaining)
        cards = self._equals(self._playable(leader, trick, seat, hand), remaining, trick)
        answers = (
            self._scores(CardSet(remaining & ~(1 << card)), leader, (*trick, card), left, need)
            for card in cards
        )
        return any(answers) if seat == self.deal.declarer else all(answers)

    def _scores_from(self, remaining: CardSet, leader: int, left: int, need: int) -> bool:
        key = self._key(remaining, leader)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._bounds(key, left)
        if need <= known & 15:
            return True
        return need <= known >> 4 and self._search(key, left, need)

    def _playable(self, leader: int, trick: tuple[Card, ...], seat: int, hand: CardSet) -> CardSet:
        if not trick:
            return hand
        duties = self._duties.get((leader, trick))
        if duties is None:
            # The number of the trick matters in Watten only.
            duties = play_duties_of(self._play, 1, _SEATS[leader], trick, _SEATS[seat])
            self._duties[leader, trick] = duties
        return playable(duties, hand)

    def _equals(
        self, cards: CardSet, remaining: CardSet, trick: tuple[Card, ...]
    ) -> dict[Card, list[Card]]:
        """Put together the cards of one hand that no other card lies between, the lowest first."""
        present = remaining
        for card in trick:
            present = CardSet(present | 1 << card)
        found: dict[Card, list[Card]] = {}
        lower = -1
        for card in reversed(cards_of(cards)):
            between = (1 << max(lower, 0)) - (2 << card)
            if lower < 0 or lower >> 3 != card >> 3 or between & present:
                group = found[card] = []
            group.append(card)
            lower = card
        return found

    def _key(self, remaining: CardSet, leader: int) -> int:
        """Write a position between two tricks as the search knows it."""
        key = (leader - self.deal.declarer) % 3
        for (bottom, shift), parts in zip(self._slots, self._parts, strict=True):
            held = remaining >> bottom & 0xFF
            part = parts.get(held)
            if part is None:
                cards = cards_of(CardSet(held << bottom))
                owners = [(self._owner[card] - self.deal.declarer) % 3 for card in cards]
                part = parts[held] = encode(owners) << shift
            key |= part
        return key


def _tricks_left(position: Position) -> int:
    """Count the tricks to come, the one that lies included."""
    return (position.remaining.bit_count() + len(position.trick)) // len(_SEATS)


def _narrow(scores: Callable[[int], bool], low: int, high: int, guess: int) -> int:
    """Find the greatest number from low to high that is scored, asking near the guess first."""
    need = guess
    while low < high:
        need = min(max(need, low + 1), high)
        if scores(need):
            low = need
            need += 1
        else:
            high = need - 1
            need -= 1
    return low
