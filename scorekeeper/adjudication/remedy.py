"""What best play would have given after a revoke (`revoke_remedy` = `double_dummy`, I2).

The irregular card is replaced by best play of everyone from there on. That takes every hand, all
tricks before and the cards of that trick up to the irregular one; where one of them is missing
there is no such number, and the side that revoked loses.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.adjudication.knowledge import CardsRead
from scorekeeper.cards import CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.rules.house_bolachen import BolachenRules
from scorekeeper.rules.house_wallachen import WallachenRules
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.outcome import won_before
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.record import Ruling
from scorekeeper.solver.double_dummy import DoubleDummy
from scorekeeper.solver.position import Deal
from scorekeeper.solver.position import Position


class Moment(NamedTuple):
    """A three-hander when a player's card is due.

    `hands` are those with which the trick began, in the order of the players; `lying` are the
    cards already in the trick, from `leader` clockwise.
    """

    hands: tuple[CardSet, ...]
    leader: str
    lying: tuple[Card, ...]


def best_play_after_revoke(
    record: DealRecord, play: CardPlay, read: CardsRead, ruling: Ruling
) -> int | None:
    """Give the declarer's tricks if all play their best from the irregular card on.

    None where something is missing that this takes.
    """
    rules = record.rules
    assert isinstance(rules, BolachenRules | WallachenRules)
    if ruling.trick is None:
        return None
    assert ruling.by is not None
    moment = _moment_of(record, read, ruling.by, ruling.trick)
    if moment is None:
        return None
    declarer, players = play.declarer, record.players
    assert declarer is not None
    assert record.contract is not None
    first, second, third = moment.hands
    deal = Deal(
        hands=(first, second, third),
        declarer=players.index(declarer),
        trump=play.trump,
        rules=rules,
        fewest=record.contract.kind is ContractKind.BETTEL,
    )
    lying = sum(1 << card for card in moment.lying)
    position = Position(
        remaining=CardSet((first | second | third) & ~lying),
        leader=players.index(moment.leader),
        trick=moment.lying,
    )
    before = won_before(ruling.trick, read.tricks, players)[declarer]
    return before + DoubleDummy(deal).tricks(position)


def _moment_of(record: DealRecord, read: CardsRead, player: str, n: int) -> Moment | None:
    """Rebuild the deal when this player was to play to trick `n`; None if anything is missing."""
    place = _place_of_trick(read.tricks, n)
    if place is None:
        return None
    leader = read.leads[place].leader
    if leader is None:
        return None
    players = record.players
    turn = (players.index(player) - players.index(leader)) % len(players)
    lying = tuple(card for _name, card in read.tricks[place].plays[:turn] if card is not None)
    if len(lying) < turn:
        return None
    hands = tuple(_known_hand(read, name, n - 1) for name in players)
    size = read.knowledge.places.size - (n - 1)
    if any(hand.bit_count() != size for hand in hands):
        return None
    return Moment(hands, leader, lying)


def _place_of_trick(tricks: Sequence[TrickWon], n: int) -> int | None:
    """Find trick `n` in the list; None unless all tricks before it are there with all cards."""
    if len(tricks) < n or any(trick.winner is None for trick in tricks[: n - 1]):
        return None
    return n - 1 if tricks[n - 1].n == n else None


def _known_hand(read: CardsRead, player: str, after_trick: int) -> CardSet:
    """Give the cards known to be in a hand when a trick was over."""
    later = read.knowledge.places.later(player, after_trick)
    possible = read.knowledge.possible
    return CardSet(sum(1 << card for card in CARDS if not possible[card] & ~later))
