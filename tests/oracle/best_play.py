"""Best play of everyone from an irregular card on (`revoke_remedy` = `double_dummy`)."""

from functools import cache

from .duties import Moment
from .duties import broken
from .stage6 import Knowledge
from .stage7 import won
from .table import Table
from .tricks import Trick
from .tricks import best_place
from .verdicts import TooMany
from .words import ALL_CARDS

TRICKS_AT_MOST = 5  # plain search of more tricks than these takes too long

Hand = frozenset[str]


def declarer_tricks(
    table: Table, tricks: list[Trick], knowledge: Knowledge, offender: str, n: int
) -> int | None:
    """Return the declarer's tricks after best play from there; None where something is missing."""
    earlier = {trick.n: trick for trick in tricks if trick.n < n}
    # "It needs every hand, all earlier tricks and the cards of that trick up to the irregular one"
    if any(number not in earlier or earlier[number].winner is None for number in range(1, n)):
        return None
    this = next((trick for trick in tricks if trick.n == n), None)
    if this is None or this.lead is None:
        return None
    place = this.order.index(offender)
    lying = this.cards[:place]
    if len(lying) < place or None in lying:
        return None
    hands: dict[str, Hand] = {}
    for player in table.players:
        places = knowledge.places.hand(player, n - 1)
        if player in this.order[:place]:
            places = knowledge.places.hand(player, n)
        hand = [
            card
            for card in ALL_CARDS
            if not knowledge.fitting.fits(
                {**knowledge.allowed, card: knowledge.allowed[card] & ~places}
            )
        ]
        if len(hand) != bin(places).count("1"):
            return None
        hands[player] = frozenset(hand)
    if 10 - n + 1 > TRICKS_AT_MOST:
        raise TooMany
    before = won(list(earlier.values()), str(table.declarer))
    return before + _search(table, n, hands, this.order, [str(card) for card in lying])


def _search(
    table: Table, n: int, hands: dict[str, Hand], order: list[str], lying: list[str]
) -> int:
    """Return how many tricks the declarer takes from here, the trick in progress included."""
    players = table.players

    @cache
    def best(held: tuple[Hand, ...], leader: str, on_table: tuple[str, ...]) -> int:
        first = players.index(leader)
        round_table = players[first:] + players[:first]
        if len(on_table) == 3:
            winner = round_table[best_place(table, list(on_table))]
            return (winner == table.declarer) + best(held, winner, ())
        player = round_table[len(on_table)]
        hand = held[players.index(player)]
        if not hand:
            return 0
        moment = Moment(
            table=table,
            trick=11 - len(hand),
            player=player,
            order=round_table,
            lying=list(on_table),
        )
        values = [
            best(
                tuple(other - {card} if other is hand else other for other in held),
                leader,
                (*on_table, card),
            )
            for card in hand
            if not on_table or broken(moment, set(hand), card) is None
        ]
        # "he (except in Bettel) takes as many as he can and the defenders allow as few as they can"
        wants_many = (player == table.declarer) != (table.kind == "bettel")
        return max(values) if wants_many else min(values)

    return best(tuple(hands[player] for player in players), order[0], tuple(lying))
