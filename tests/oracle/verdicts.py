"""Verdicts on plays: each is judged in every deal that fits."""

from collections.abc import Iterator
from itertools import chain
from itertools import combinations
from itertools import product
from math import comb

from .deals import Allowed
from .duties import ORDER
from .duties import RULE
from .duties import Moment
from .duties import broken
from .duties import traits
from .stage6 import Knowledge
from .table import Table
from .tricks import Trick
from .words import ALL_CARDS
from .words import Json
from .words import in_order

HANDS_ONE_BY_ONE = 150  # more hands than these are not looked at one by one
FORGOTTEN_AT_MOST = 70  # more ways to fill forgotten cards than these are too many


class TooMany(Exception):  # noqa: N818 - it is an answer, no failure
    """There are more ways than this plain code wants to look at."""


class Play:
    """One play and all hands it may have been made from."""

    def __init__(self, knowledge: Knowledge, trick: Trick, place: int) -> None:
        self.knowledge = knowledge
        self.trick = trick
        self.place = place
        self.player = trick.order[place]
        self.card = str(trick.cards[place])
        self.places = knowledge.places
        # "A player's hand at some moment is what he plays then and later."
        self.then = self.places.at(self.player, trick.n)
        self.later = self.places.hand(self.player, trick.n)

    def fits(self, allowed: Allowed) -> bool:
        """Ask whether a deal fits."""
        return self.knowledge.fitting.fits(allowed)

    def with_card(self, allowed: Allowed, card: str, places: int) -> Allowed:
        """Return what is allowed when this card is in these places too."""
        return {**allowed, card: allowed[card] & places}

    @property
    def known(self) -> list[str]:
        """'A card is known to have been in it if it is there in every deal that fits.'"""
        allowed = self.knowledge.allowed
        hand = self.then | self.later
        return [card for card in ALL_CARDS if not self.fits(self.with_card(allowed, card, ~hand))]

    def lying(self, allowed: Allowed) -> Iterator[tuple[list[str], Allowed]]:
        """Give every way to fill the forgotten cards before this one, with what is then allowed.

        Whether a deal fits such a way is still to be asked.
        """
        before = self.trick.cards[: self.place]
        places = [self.places.at(player, self.trick.n) for player in self.trick.order]
        choices = [
            [card for card in ALL_CARDS if allowed[card] & places[i]] if known is None else [known]
            for i, known in enumerate(before)
        ]
        ways = 1
        for choice in choices:
            ways *= len(choice)
        if ways > FORGOTTEN_AT_MOST:
            raise TooMany
        for cards in product(*choices):
            if len(set(cards)) == len(cards):
                then = allowed
                for i, card in enumerate(cards):
                    then = self.with_card(then, card, places[i])
                yield list(cards), then

    def whatever_lay(
        self, allowed: Allowed, hand: set[str], played: str, duties: set[str | None]
    ) -> bool:
        """Say whether this breaks one of these duties 'whatever the forgotten cards were'."""
        return not any(
            broken(self.moment(lying), hand, played) not in duties and self.fits(then)
            for lying, then in self.lying(allowed)
        )

    def moment(self, lying: list[str]) -> Moment:
        """Return the moment of the play with these cards before it."""
        return Moment(
            table=self.knowledge.table,
            trick=self.trick.n,
            player=self.player,
            order=self.trick.order,
            lying=lying,
        )

    # The hands -------------------------------------------------------------------------------

    def outcomes(self, lying: list[str], allowed: Allowed, found: set[str | None]) -> None:
        """Find the duties that are broken in some deal; None stands for none."""
        later = self.places.last - self.trick.n
        maybe = [card for card in ALL_CARDS if card != self.card and allowed[card] & self.later]
        if comb(len(maybe), later) <= HANDS_ONE_BY_ONE:
            self.one_by_one(lying, allowed, maybe, found)
        else:
            self.by_traits(lying, allowed, maybe, found)

    def one_by_one(
        self, lying: list[str], allowed: Allowed, maybe: list[str], found: set[str | None]
    ) -> None:
        """Look at every hand by itself."""
        moment = self.moment(lying)
        for others in combinations(maybe, self.places.last - self.trick.n):
            then = dict(allowed)
            for card in others:
                then[card] &= self.later
            outcome = broken(moment, {self.card, *others}, self.card)
            if outcome not in found and self.fits(then):
                found.add(outcome)

    def by_traits(
        self, lying: list[str], allowed: Allowed, maybe: list[str], found: set[str | None]
    ) -> None:
        """Look at every set of traits a hand can have: the duties ask no more than those."""
        moment = self.moment(lying)
        kinds: dict[tuple[object, ...], list[str]] = {}
        for card in maybe:
            kinds.setdefault(traits(moment, card), []).append(card)

        def outcome(chosen: tuple[tuple[object, ...], ...]) -> str | None:
            return broken(moment, {self.card, *(kinds[kind][0] for kind in chosen)}, self.card)

        def subsets(
            of: list[tuple[object, ...]],
        ) -> chain[tuple[tuple[object, ...], ...]]:
            return chain.from_iterable(combinations(of, k) for k in range(len(of) + 1))

        matters = [
            kind
            for kind in kinds
            if any(
                outcome(chosen) != outcome((*chosen, kind))
                for chosen in subsets([other for other in kinds if other != kind])
            )
        ]
        for chosen in subsets(matters):
            if outcome(chosen) in found:
                continue
            then = dict(allowed)
            for kind in matters:
                if kind not in chosen:
                    for card in kinds[kind]:
                        then[card] &= ~self.later
            if self.one_of_each([kinds[kind] for kind in chosen], then):
                found.add(outcome(chosen))

    def one_of_each(self, kinds: list[list[str]], allowed: Allowed) -> bool:
        """Say whether the hand can have held a card of each of these kinds."""
        if not self.fits(allowed):
            return False
        if not kinds:
            return True
        return any(
            self.one_of_each(kinds[1:], self.with_card(allowed, card, self.later))
            for card in kinds[0]
        )

    # The verdict -----------------------------------------------------------------------------

    def judge(self) -> tuple[str, str | None, list[str], list[str]]:
        """Return verdict, duty, instead and because."""
        if self.place == 0:
            trick = self.trick
            # "if it is known who should lead and that is another player"
            if trick.should_lead is not None and trick.should_lead != trick.lead:
                return "illegal", "turn", [], []
            return "legal", None, [], []
        allowed = self.knowledge.allowed
        duties: set[str | None] = set()
        for lying, then in self.lying(allowed):
            if self.fits(then):
                self.outcomes(lying, then, duties)
        if duties == {None}:
            return "legal", None, [], []
        broken_ones = [duty for duty in ORDER if duty in duties]
        if None in duties:
            return "open", broken_ones[0], [], self.because_open(allowed)
        known = self.known
        others = [card for card in known if card != self.card]
        duty = broken_ones[-1]
        because = [
            card
            for card in others
            if self.whatever_lay(allowed, {card, self.card}, self.card, {duty})
        ]
        instead = [card for card in others if self.whatever_lay(allowed, set(known), card, {None})]
        return "illegal", duty, instead, because

    def because_open(self, allowed: Allowed) -> list[str]:
        """'The cards that may have been in the hand and each of which ... makes it illegal.'"""
        found = []
        for card in ALL_CARDS:
            then = self.with_card(allowed, card, self.later)
            if card == self.card or not self.fits(then):
                continue
            if self.whatever_lay(then, {card, self.card}, self.card, set(ORDER)):
                found.append(card)
        return found


def plays(table: Table, knowledge: Knowledge, tricks: list[Trick]) -> list[Json]:
    """Return the plays asked for with their verdicts."""
    asked = None
    if "ask" in table.fields:
        asked = [(item["trick"], item["player"]) for item in table.fields["ask"]]
    judged = []
    for trick in tricks:
        for place, card in enumerate(trick.cards):
            player = trick.order[place]
            if card is None or (asked is not None and (trick.n, player) not in asked):
                continue
            verdict, duty, instead, because = Play(knowledge, trick, place).judge()
            judged.append(
                {
                    "trick": trick.n,
                    "player": player,
                    "card": card,
                    "verdict": verdict,
                    "rule": RULE[table.game][duty] if duty else None,
                    "instead": in_order(instead),
                    "because": in_order(because),
                }
            )
    return judged
