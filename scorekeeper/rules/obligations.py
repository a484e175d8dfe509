"""What must be played: the duties of all three games under every house rule.

The duties of a play are sets of cards that follow from the cards already in the trick; from them
and the hand comes, by one function for all games, what may be played. Leading is free, so there
are duties only for those who play to a card that lies.

    follow   B22, W19   who holds one of these must play one
    head     B23, W20   who follows and holds one of these must play one
    trump    B23, W21   who cannot follow and holds one of `over` must play one of `over_done`;
                        failing that, who holds one of `under` must play one of those
    tok      T20        the same as `trump`, in a game without following
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from scorekeeper.cards import NO_CARDS
from scorekeeper.cards import RANK_CARDS
from scorekeeper.cards import SUIT_CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.seats import sides_of
from scorekeeper.rules.tricks import CRITICAL_CARDS
from scorekeeper.rules.tricks import HIGHER
from scorekeeper.rules.tricks import Ranking
from scorekeeper.rules.tricks import best_of
from scorekeeper.rules.tricks import plain_ranking
from scorekeeper.rules.tricks import rechter_of
from scorekeeper.rules.tricks import watten_ranking


class Duty(IntEnum):
    """The duties in the order in which verdicts name them."""

    TURN = 0
    FOLLOW = 1
    HEAD = 2
    TRUMP = 3


RULES: dict[Game, dict[Duty, str]] = {
    Game.BOLACHEN: {
        Duty.TURN: "B20",
        Duty.FOLLOW: "B22",
        Duty.HEAD: "B23",
        Duty.TRUMP: "B23",
    },
    Game.WALLACHEN: {
        Duty.TURN: "W18",
        Duty.FOLLOW: "W19",
        Duty.HEAD: "W20",
        Duty.TRUMP: "W21",
    },
    Game.WATTEN: {Duty.TURN: "T18", Duty.TRUMP: "T20"},
}
"""The number of the rule that each duty of a game cites."""


class Duties(NamedTuple):
    """The duties of one play; an empty set binds nobody. A named tuple: they are made in masses."""

    follow: CardSet = NO_CARDS
    head: CardSet = NO_CARDS
    over: CardSet = NO_CARDS
    over_done: CardSet = NO_CARDS
    under: CardSet = NO_CARDS


FREE = Duties()


@dataclass(frozen=True, slots=True)
class CardPlay:
    """What the play of a deal depends on.

    `players` in playing order, forehand first. In a three-hander `declarer` is one of them and
    `trump` None where there are no trumps; in Watten `declarer` is None and `schlag` given.
    """

    rules: HouseRules
    players: tuple[str, ...]
    ranking: Ranking
    trump: Suit | None
    declarer: str | None = None
    schlag: Rank | None = None

    @property
    def first_leader(self) -> str:
        """Name who leads to the first trick (B20, W18, T18)."""
        return self.players[0] if self.declarer is None else self.declarer


def three_hander_play(
    rules: BolachenRules | WallachenRules,
    players: tuple[str, ...],
    declarer: str,
    trump: Suit | None,
) -> CardPlay:
    """Describe the play of Bolachen or Wallachen; `trump` is None in Bettel and Mord."""
    return CardPlay(rules, players, plain_ranking(trump), trump, declarer)


def watten_play(
    rules: WattenRules, players: tuple[str, ...], schlag: Rank, trump: Suit
) -> CardPlay:
    """Describe the play of Watten."""
    ranking = watten_ranking(schlag, trump, criticals=rules.criticals == "three")
    return CardPlay(rules, players, ranking, trump, None, schlag)


def card_play_of(record: DealRecord, trump: Suit | None) -> CardPlay | None:
    """Describe the play of a recorded deal; None while it is not known what was played.

    `trump` is that of the deal, which in Wallachen may follow from the first lead.
    """
    contract = record.contract
    if contract is None:
        return None
    rules = record.rules
    if isinstance(rules, WattenRules):
        if contract.schlag is None or trump is None:
            return None
        return watten_play(rules, record.players, contract.schlag, trump)
    if contract.declarer is None:
        return None
    if contract.kind in (ContractKind.BETTEL, ContractKind.MORD):
        trump = None
    elif trump is None:
        return None
    return three_hander_play(rules, record.players, contract.declarer, trump)


def duties_of(play: CardPlay, n: int, leader: str, lying: Sequence[Card], player: str) -> Duties:
    """Tell what binds a player who plays to the cards lying in trick `n`, at least one.

    `lying` are in playing order from `leader` clockwise; `player` is the next after them.
    """
    rules = play.rules
    if isinstance(rules, WattenRules):
        return _watten_duties(play, rules, n, leader, lying, player)
    best = best_of(play.ranking, lying)
    players = play.players
    winner = players[(players.index(leader) + best) % 3]
    partner_wins = play.declarer not in (player, winner)
    if isinstance(rules, BolachenRules):
        return _bolachen_duties(
            play, rules, leader, lying, best, partner_wins=partner_wins, defends=player
        )
    return _wallachen_duties(play, rules, lying, lying[best], partner_wins=partner_wins)


def _heading(led: CardSet, best: Card) -> CardSet:
    """Give the cards of the suit led that beat the card now winning."""
    return HIGHER[best] if led >> best & 1 else NO_CARDS


def _over(trumps: CardSet, best: Card) -> CardSet:
    """Give the trumps that beat the card now winning."""
    return HIGHER[best] if trumps >> best & 1 else trumps


def _bolachen_duties(
    play: CardPlay,
    rules: BolachenRules,
    leader: str,
    lying: Sequence[Card],
    best: int,
    *,
    partner_wins: bool,
    defends: str,
) -> Duties:
    """B22 to B24."""
    led = SUIT_CARDS[lying[0] >> 3]
    trump = play.trump
    if trump is None and rules.stichzwang_in_bettel_mord == "no":
        return Duties(led)
    release = rules.release_from_stichzwang
    if release == "beaten_by_anyone":
        released = best > 0
    elif release == "partner_winning":
        released = partner_wins
    elif release == "partner_beat_only":
        released = leader == play.declarer and defends != leader and best > 0
    else:
        released = False
    head = NO_CARDS if released else _heading(led, lying[best])
    if trump is None or trump == lying[0] >> 3:
        return Duties(led, head)
    trumps = SUIT_CARDS[trump]
    over = _over(trumps, lying[best])
    if rules.void_must_trump == "always":
        return Duties(led, head, over, over, trumps)
    if rules.void_must_trump == "never" or released:
        return Duties(led, head)
    return Duties(led, head, over, over)


def _wallachen_duties(
    play: CardPlay,
    rules: WallachenRules,
    lying: Sequence[Card],
    best: Card,
    *,
    partner_wins: bool,
) -> Duties:
    """W19 to W23."""
    led = SUIT_CARDS[lying[0] >> 3]
    trump = play.trump
    if trump is None and rules.stichzwang_in_bettel_mord == "no":
        return Duties(led)
    if partner_wins and rules.partner_winning_exemption == "yes":
        return Duties(led)
    head = _heading(led, best)
    if trump is None or trump == lying[0] >> 3:
        return Duties(led, head)
    trumps = SUIT_CARDS[trump]
    over = _over(trumps, best)
    under = trumps if rules.undertrump_duty == "must_trump" else NO_CARDS
    return Duties(led, head, over, over, under)


def _watten_duties(
    play: CardPlay,
    rules: WattenRules,
    n: int,
    leader: str,
    lying: Sequence[Card],
    player: str,
) -> Duties:
    """T20 to T22."""
    assert play.schlag is not None
    assert play.trump is not None
    with_criticals = rules.criticals == "three"
    if lying[0] != rechter_of(play.schlag, play.trump, criticals=with_criticals):
        return FREE
    if n != 1 and rules.tok_scope == "first_card_of_deal":
        return FREE
    criticals = CRITICAL_CARDS if with_criticals else NO_CARDS
    if rules.tok_released_by_critical == "yes" and any(criticals >> card & 1 for card in lying):
        return FREE
    trumps = SUIT_CARDS[play.trump]
    owed = CardSet(trumps | criticals)
    done = owed
    if rules.tok_satisfied_by == "also_any_linker":
        done = CardSet(owed | RANK_CARDS[play.schlag])
    if rules.tok_partner == "trump_only" and _are_partners(play.players, leader, player):
        owed = CardSet(trumps & ~criticals)
    return Duties(NO_CARDS, NO_CARDS, owed, done)


def _are_partners(players: Sequence[str], one: str, other: str) -> bool:
    return any(one in side and other in side for side in sides_of(players))


def playable(duties: Duties, hand: CardSet) -> CardSet:
    """Give the cards of a hand that may be played."""
    following = hand & duties.follow
    if following:
        return CardSet(following & duties.head or following)
    if hand & duties.over:
        return CardSet(hand & duties.over_done)
    return CardSet(hand & duties.under or hand)


def broken_duty(duties: Duties, card: Card, hand: CardSet) -> Duty | None:
    """Name the duty that playing this card from this hand breaks; None if it is playable."""
    bit = 1 << card
    if hand & duties.follow:
        if not duties.follow & bit:
            return Duty.FOLLOW
        return Duty.HEAD if hand & duties.head and not duties.head & bit else None
    if hand & duties.over:
        return None if duties.over_done & bit else Duty.TRUMP
    return Duty.TRUMP if hand & duties.under and not duties.under & bit else None
