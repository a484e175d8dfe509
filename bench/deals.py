"""Whole deals for the bench: seeded records of every game, known to the last card.

Bolachen and Wallachen have an auction, the talon, the hands, what was laid away, all thirty cards
and who took how many tricks; Watten four hands and all tricks. Cards are played at random, as the
rules allow, and in some deals now and then as they do not.
"""

import json
import random
from collections.abc import Sequence

from scorekeeper.cards import CARDS
from scorekeeper.cards import SUIT_CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.cards import rank_name
from scorekeeper.cards import suit_name
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.obligations import duties_of
from scorekeeper.rules.obligations import playable
from scorekeeper.rules.obligations import three_hander_play
from scorekeeper.rules.obligations import watten_play
from scorekeeper.rules.tricks import best_of

GAMES = ("bolachen", "wallachen", "watten")
NAMES = ("Anna", "Bert", "Caro", "Dora")
REVOKING = 1 / 3  # of the deals
REVOKES = 0.03  # of the cards of such a deal

Tricks = list[tuple[str, list[Card]]]


def whole_deal(chance: random.Random, game: str) -> dict[str, object]:
    """Deal, bid and play one deal."""
    pack = list(CARDS)
    chance.shuffle(pack)
    if game == "watten":
        return _watten(chance, pack)
    return _three_handed(chance, pack, game)


def lines(count: int, games: Sequence[str] = GAMES, seed: str = "check") -> list[bytes]:
    """Write so many deals, of the games in turn, as `scorekeeper check --lines` reads them."""
    chance = random.Random(seed)
    deals = (whole_deal(chance, games[number % len(games)]) for number in range(count))
    return [json.dumps(deal, separators=(",", ":")).encode() + b"\n" for deal in deals]


def _three_handed(chance: random.Random, pack: list[Card], game: str) -> dict[str, object]:
    players = NAMES[:3]
    declarer = chance.choice(players)
    kind = chance.choice(["game", "game", "game", "bettel", "mord"])
    hands = {name: pack[10 * place : 10 * place + 10] for place, name in enumerate(players)}
    talon = pack[30:]
    twelve = hands[declarer] + talon
    discards = chance.sample(twelve, 2)
    hands[declarer] = [card for card in twelve if card not in discards]
    trump = Suit(chance.choice(hands[declarer]) >> 3) if kind == "game" else None
    contract: dict[str, object] = {"declarer": declarer, "kind": kind}
    rules: BolachenRules | WallachenRules
    if game == "bolachen":
        rules = BolachenRules()
        call: object = "brand" if kind == "game" else kind
        contract["kind"] = call
    else:
        rules = WallachenRules()
        call = 6 if kind == "game" else kind
        if kind == "game":
            contract |= {"kind": "number", "bid": call}
    play = three_hander_play(rules, players, declarer, trump)
    if trump is not None:
        contract["trump"] = suit_name(trump)
    # In Wallachen the first lead makes trumps (W17).
    tricks = _play_out(chance, play, hands, first=trump if game == "wallachen" else None)
    taken = dict.fromkeys(players, 0)
    for name in _winners(play, tricks):
        taken[name] += 1
    return {
        "format": "deal-record/1",
        "game": game,
        "seats": players,
        "dealer": players[-1],
        "auction": [[name, call if name == declarer else "pass"] for name in players],
        "contract": contract,
        "talon": _names(talon),
        "discards": _names(discards),
        "hands": {name: _names(sorted(hand)) for name, hand in hands.items()},
        "tricks": _written(tricks),
        "tricks_taken": taken,
    }


def _watten(chance: random.Random, pack: list[Card]) -> dict[str, object]:
    schlag, trump = chance.choice(list(Rank)), chance.choice(list(Suit))
    hands = {name: pack[5 * place : 5 * place + 5] for place, name in enumerate(NAMES)}
    tricks = _play_out(chance, watten_play(WattenRules(), NAMES, schlag, trump), hands)
    return {
        "format": "deal-record/1",
        "game": "watten",
        "seats": NAMES,
        "dealer": NAMES[-1],
        "contract": {"schlag": rank_name(schlag), "trump": suit_name(trump)},
        "hands": {name: _names(sorted(hand)) for name, hand in hands.items()},
        "tricks": _written(tricks),
    }


def _play_out(
    chance: random.Random,
    play: CardPlay,
    hands: dict[str, list[Card]],
    first: Suit | None = None,
) -> Tricks:
    """Play a deal at random; with `first` that suit is led to the first trick."""
    revokes = REVOKES if chance.random() < REVOKING else 0.0
    left = {name: card_set(hand) for name, hand in hands.items()}
    tricks: Tricks = []
    leader = play.first_leader
    for n in range(1, len(hands[leader]) + 1):
        lying: list[Card] = []
        for player in around(play.players, leader):
            allowed = left[player]
            if lying and chance.random() >= revokes:
                allowed = playable(duties_of(play, n, leader, lying, player), allowed)
            elif n == 1 and first is not None and not lying:
                allowed = CardSet(allowed & SUIT_CARDS[first])
            card = chance.choice(cards_of(allowed))
            left[player] = CardSet(left[player] & ~(1 << card))
            lying.append(card)
        tricks.append((leader, lying))
        leader = _winner(play, leader, lying)
    return tricks


def around(players: tuple[str, ...], leader: str) -> tuple[str, ...]:
    """Give the players in the order in which they play to a trick."""
    place = players.index(leader)
    return players[place:] + players[:place]


def _winner(play: CardPlay, leader: str, cards: Sequence[Card]) -> str:
    return around(play.players, leader)[best_of(play.ranking, cards)]


def _winners(play: CardPlay, tricks: Tricks) -> list[str]:
    return [_winner(play, leader, cards) for leader, cards in tricks]


def _written(tricks: Tricks) -> list[object]:
    return [{"lead": leader, "cards": _names(cards)} for leader, cards in tricks]


def _names(cards: Sequence[Card]) -> list[str]:
    return [card_name(card) for card in cards]
