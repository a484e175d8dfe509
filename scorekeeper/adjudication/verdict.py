"""Was a play legal? What is known of the hands decides, and says so with its proof.

A play is judged in every deal that fits, by the hand of that moment and the cards lying before
it. The duties turn on sets of cards (`rules.obligations`), so for each way the forgotten cards of
the trick may have been there are only two kinds of question: is there a deal in which none of
these cards was still in the hand, and is there one in which some of them was? Both are answered
exactly by `placement`; no deal is drawn by chance and none is taken for legally played.
"""

from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple
from typing import cast

from scorekeeper.adjudication.knowledge import CardsRead
from scorekeeper.adjudication.knowledge import Knowledge
from scorekeeper.adjudication.knowledge import Lead
from scorekeeper.adjudication.placement import EVERYWHERE
from scorekeeper.adjudication.placement import Narrowing
from scorekeeper.adjudication.placement import Placement
from scorekeeper.cards import CARDS
from scorekeeper.cards import NO_CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import cards_of
from scorekeeper.rules.house_watten import WattenRules
from scorekeeper.rules.obligations import RULES
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.obligations import Duties
from scorekeeper.rules.obligations import Duty
from scorekeeper.rules.obligations import broken_duty
from scorekeeper.rules.obligations import duties_of
from scorekeeper.rules.obligations import playable
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.tricks import CRITICAL_CARDS
from scorekeeper.rules.tricks import rechter_of

LEGAL = "legal"
ILLEGAL = "illegal"
OPEN = "open"


class PlayVerdict(NamedTuple):
    """The verdict on one recorded card; a named tuple, as every card of a deal has one.

    `verdict` is "legal", "illegal" or "open"; `rule` the number of the duty it is about, None for
    a legal play. `because` and `instead` are in canonical order.
    """

    trick: int
    player: str
    card: Card
    verdict: str
    rule: str | None = None
    instead: tuple[Card, ...] = ()
    because: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class _Judged:
    """A verdict before it is written down."""

    verdict: str
    duty: Duty | None = None
    instead: CardSet = NO_CARDS
    because: CardSet = NO_CARDS


_LEGAL = _Judged(LEGAL)


def judge(record: DealRecord, play: CardPlay | None, read: CardsRead) -> tuple[PlayVerdict, ...]:
    """Judge the recorded plays that are asked for, in playing order.

    `read` must be without findings.
    """
    if play is None or not read.tricks:
        return ()
    asked = None if record.ask is None else {(ask.trick, ask.player) for ask in record.ask}
    rules = RULES[record.game]
    remaining = _remaining_hands(record, read)
    verdicts = []
    for lead, trick in zip(read.leads, read.tricks, strict=True):
        n, plays = trick.n, trick.plays
        hands = remaining.get(n, {})
        lying: list[Card | None] = []
        for player, card in plays:
            if card is not None and (asked is None or (n, player) in asked):
                if not lying:
                    judged = _judge_lead(lead)
                elif player in hands and None not in lying:
                    judged = _judge_known(play, n, lead, lying, player, card, hands[player])
                else:
                    inquiry = _Inquiry(play, read.knowledge, lead, trick, len(lying))
                    judged = inquiry.judge()
                verdicts.append(_written(n, player, card, judged, rules))
            lying.append(card)
    return tuple(verdicts)


def _written(
    n: int, player: str, card: Card, judged: _Judged, rules: Mapping[Duty, str]
) -> PlayVerdict:
    if judged.duty is None:
        return PlayVerdict(n, player, card, judged.verdict)
    return PlayVerdict(
        n,
        player,
        card,
        judged.verdict,
        rules[judged.duty],
        cards_of(judged.instead),
        cards_of(judged.because),
    )


Remaining = dict[int, dict[str, CardSet]]


def _remaining_hands(record: DealRecord, read: CardsRead) -> Remaining:
    """Give by trick the hands of those of whom all that they play from there on is recorded."""
    remaining: Remaining = {}
    hands: dict[str, CardSet] = dict.fromkeys(record.players, NO_CARDS)
    expected = read.knowledge.places.size
    for trick in reversed(read.tricks):
        if trick.n != expected:
            break
        expected -= 1
        hands = {
            player: CardSet(hands[player] | 1 << card)
            for player, card in trick.plays
            if card is not None and player in hands
        }
        remaining[trick.n] = hands
    return remaining


def _judge_lead(lead: Lead) -> _Judged:
    """Judge a card led: the only duty is that of turn."""
    if lead.due is None or lead.due == lead.leader:
        return _LEGAL
    return _Judged(ILLEGAL, Duty.TURN)


def _judge_known(
    play: CardPlay,
    n: int,
    lead: Lead,
    lying: Sequence[Card | None],
    player: str,
    card: Card,
    hand: CardSet,
) -> _Judged:
    """Judge a card played from a hand that is known to the last card, in a trick that is too."""
    if hand == 1 << card:
        return _LEGAL
    assert lead.leader is not None
    duties = duties_of(play, n, lead.leader, cast("Sequence[Card]", lying), player)
    broken = broken_duty(duties, card, hand)
    if broken is None:
        return _LEGAL
    proofs = [
        other
        for other in cards_of(hand)
        if broken_duty(duties, card, CardSet(1 << other | 1 << card)) is broken
    ]
    because = CardSet(sum(1 << other for other in proofs))
    return _Judged(ILLEGAL, broken, CardSet(playable(duties, hand) & ~(1 << card)), because)


class _Inquiry:
    """One play whose hand, or whose trick, is not known to the last card."""

    def __init__(
        self, play: CardPlay, knowledge: Knowledge, lead: Lead, trick: TrickWon, place: int
    ) -> None:
        player, card = trick.plays[place]
        assert card is not None
        assert lead.leader is not None
        self.card = card
        self.placement = knowledge.placement
        self.later = knowledge.places.later(player, trick.n)
        possible = knowledge.possible
        self.may = CardSet(sum(1 << one for one in CARDS if possible[one] & self.later))
        self.known = CardSet(sum(1 << one for one in CARDS if not possible[one] & ~self.later))
        self.ways = _group(_ways(play, knowledge, lead.leader, trick, place), card)

    def judge(self) -> _Judged:
        """Give the verdict."""
        free = False
        broken: set[Duty] = set()
        fitting: list[_Way] = []
        for way in self.ways:
            if not self._fits(way):
                continue
            fitting.append(way)
            free = free or self._can_be_free(way)
            for duty in way.may_break - broken:
                if self._can_break(way, duty):
                    broken.add(duty)
        if not broken:
            return _LEGAL
        if free:
            return _Judged(OPEN, min(broken), because=self._because_open(fitting))
        duty = max(broken)
        return _Judged(ILLEGAL, duty, self._instead(fitting), self._because_illegal(fitting, duty))

    def _fits(self, way: "_Way") -> bool:
        return any(True for _ in way.placements(self.placement))

    def _can_be_free(self, way: "_Way") -> bool:
        """Is there a deal in which none of the cards that would bind was still in the hand?"""
        if self.known & way.binding:
            return False
        return self._exists(way, lacking=way.binding)

    def _can_break(self, way: "_Way", duty: Duty) -> bool:
        """Is there a deal in which this duty is broken?"""
        if duty is Duty.TRUMP:
            if self.known & way.duties.follow:
                return False
            return self._exists(way, lacking=way.duties.follow, having=way.trump_binding)
        having = way.duties.follow if duty is Duty.FOLLOW else way.duties.head
        return self._exists(way, having=having)

    def _exists(
        self, way: "_Way", *, lacking: CardSet = NO_CARDS, having: CardSet | None = None
    ) -> bool:
        """Is there a deal in which the hand lacks all of some cards, and has one of others?"""
        if having is not None and not having & self.may:
            return False
        later = self.later
        without = [(one, EVERYWHERE & ~later) for one in cards_of(CardSet(lacking & self.may))]
        for placement in way.placements(self.placement):
            fitting = placement.with_narrowed(without) if without else placement
            if fitting is None:
                continue
            if having is None:
                return True
            for one in cards_of(CardSet(having & self.may & ~lacking)):
                if later >> fitting.place_of[one] & 1:
                    return True
                if fitting.with_narrowed([(one, later)]) is not None:
                    return True
        return False

    def _because_illegal(self, ways: Sequence["_Way"], duty: Duty) -> CardSet:
        """Give the known cards each of which alone proves this duty broken in every way."""
        return self._chosen(
            self.known,
            lambda other: all(self._with(way, other) is duty for way in ways),
        )

    def _because_open(self, ways: Sequence["_Way"]) -> CardSet:
        """Give the possible cards each of which alone would make the play illegal."""

        def convicts(other: Card) -> bool:
            return all(
                self._with(way, other) is not None
                or not self._exists(way, having=CardSet(1 << other))
                for way in ways
            )

        return self._chosen(self.may, convicts)

    def _instead(self, ways: Sequence["_Way"]) -> CardSet:
        """Give what would have been legal had the hand been the known cards only."""
        hand = CardSet(self.known | 1 << self.card)
        allowed: int = self.known
        for way in ways:
            allowed &= playable(way.duties, hand)
        return CardSet(allowed)

    def _with(self, way: "_Way", other: Card) -> Duty | None:
        return broken_duty(way.duties, self.card, CardSet(1 << other | 1 << self.card))

    @staticmethod
    def _chosen(cards: CardSet, wanted: Callable[[Card], bool]) -> CardSet:
        return CardSet(sum(1 << card for card in cards_of(cards) if wanted(card)))


class _Way:
    """All ways the forgotten cards may have been that give the same duties.

    `binding` are the cards of which one in the hand makes the play illegal.
    """

    __slots__ = ("binding", "duties", "may_break", "narrowings", "trump_binding")

    def __init__(self, duties: Duties, card: Card) -> None:
        self.duties = duties
        self.narrowings: list[tuple[Narrowing, ...]] = []
        bit = 1 << card
        if duties.follow & bit:
            self.trump_binding = NO_CARDS
            self.binding = NO_CARDS if duties.head & bit else duties.head
            self.may_break = frozenset({Duty.HEAD} if self.binding else ())
            return
        if duties.under and not duties.under & bit:
            self.trump_binding = CardSet(duties.under | duties.over)
        else:
            self.trump_binding = NO_CARDS if duties.over_done & bit else duties.over
        self.binding = CardSet(duties.follow | self.trump_binding)
        able = set()
        if duties.follow:
            able.add(Duty.FOLLOW)
        if self.trump_binding:
            able.add(Duty.TRUMP)
        self.may_break = frozenset(able)

    def placements(self, base: Placement) -> Iterator[Placement]:
        """Give what fits for each of these ways that does."""
        for narrowing in self.narrowings:
            if not narrowing:
                yield base
                continue
            fitting = base.with_narrowed(narrowing)
            if fitting is not None:
                yield fitting


def _group(ways: Iterator[tuple[Duties, tuple[Narrowing, ...]]], card: Card) -> list[_Way]:
    """Bring together the ways that give the same duties."""
    grouped: dict[Duties, _Way] = {}
    for duties, narrowing in ways:
        way = grouped.get(duties)
        if way is None:
            way = grouped[duties] = _Way(duties, card)
        way.narrowings.append(narrowing)
    return list(grouped.values())


def _ways(
    play: CardPlay, knowledge: Knowledge, leader: str, trick: TrickWon, place: int
) -> Iterator[tuple[Duties, tuple[Narrowing, ...]]]:
    """Go through the ways the forgotten cards before a play may have been, with their duties."""
    player = trick.plays[place][0]
    before = trick.plays[:place]
    choices: list[list[tuple[Card, tuple[Narrowing, ...]]]] = []
    for name, lying in before:
        here = knowledge.places.at(name, trick.n)
        if lying is not None:
            choices.append([(lying, ())])
        elif isinstance(play.rules, WattenRules):
            choices.append(_kinds_of_card(play, knowledge, here))
        else:
            possible = knowledge.possible
            choices.append([(one, ((one, here),)) for one in CARDS if possible[one] & here])
    for chosen in product(*choices):
        cards = [card for card, _narrowing in chosen]
        if len(set(cards)) < len(cards) and not isinstance(play.rules, WattenRules):
            continue
        duties = duties_of(play, trick.n, leader, cards, player)
        yield duties, tuple(one for _card, narrowing in chosen for one in narrowing)


def _kinds_of_card(
    play: CardPlay, knowledge: Knowledge, here: int
) -> list[tuple[Card, tuple[Narrowing, ...]]]:
    """Tell the cards apart that may lie at a place of a Watten trick, as far as T20 does.

    It asks only for the Rechter and the Kritische; all others are the same to it. A kind is one of
    its cards, and the others kept away from the place.
    """
    assert isinstance(play.rules, WattenRules)
    assert play.schlag is not None
    assert play.trump is not None
    criticals = play.rules.criticals == "three"
    rechter = rechter_of(play.schlag, play.trump, criticals=criticals)
    kinds = [CRITICAL_CARDS if criticals else 0, 0 if rechter is None else 1 << rechter]
    kinds.append(EVERYWHERE & ~kinds[0] & ~kinds[1])
    possible = knowledge.possible
    found: list[tuple[Card, tuple[Narrowing, ...]]] = []
    for kind in kinds:
        able = [one for one in CARDS if kind >> one & 1 and possible[one] & here]
        if able:
            others = [one for one in CARDS if not kind >> one & 1 and possible[one] & here]
            found.append((able[0], tuple((one, EVERYWHERE & ~here) for one in others)))
    return found
