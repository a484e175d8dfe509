"""Deals for the tests and the benchmark: seeded, printable, and as the solver wants them."""

import random

from scorekeeper.cards import CARD_NAMES
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Suit
from scorekeeper.cards import card_set
from scorekeeper.cards import parse_card
from scorekeeper.rules.house import Game as GameName
from scorekeeper.rules.house import rules_from
from scorekeeper.solver.duties import PreferenceRules
from scorekeeper.solver.position import Deal
from scorekeeper.solver.position import Position
from tests.solver.words import Game
from tests.solver.words import Hand

Hands = tuple[Hand, Hand, Hand]


def rules_of(name: str, options: tuple[tuple[str, str], ...]) -> PreferenceRules:
    """Give the house rules that these words stand for."""
    rules = rules_from(GameName(name), dict(options))
    assert isinstance(rules, PreferenceRules)
    return rules


def as_deal(game: Game, hands: Hands) -> Deal:
    """Put a game and its hands as the solver wants them."""
    first, second, third = (card_set(Card(card) for card in hand) for hand in hands)
    return Deal(
        hands=(first, second, third),
        declarer=game.declarer,
        trump=None if game.trump is None else Suit(game.trump),
        rules=rules_of(game.name, game.options),
        fewest=game.fewest,
    )


def start_of(deal: Deal, leader: int) -> Position:
    """Give the position of a deal before anything is played."""
    first, second, third = deal.hands
    return Position(remaining=CardSet(first | second | third), leader=leader)


def ending(chance: random.Random, size: int, suits: int, ranks: int = 8) -> Hands:
    """Deal three hands of a size from a pack of some suits and ranks."""
    pack = [8 * suit + rank for suit in range(suits) for rank in range(ranks)]
    drawn = chance.sample(pack, 3 * size)
    first, second, third = (
        tuple(sorted(drawn[place * size : (place + 1) * size])) for place in range(3)
    )
    return first, second, third


def written(hands: Hands) -> str:
    """Write three hands as in "EA GK | EK GA | H7 S7"."""
    return " | ".join(" ".join(CARD_NAMES[card] for card in hand) for hand in hands)


def read_hands(text: str) -> Hands:
    """Read three hands written by `written`."""
    first, second, third = (
        tuple(sorted(parse_card(name) for name in part.split())) for part in text.split("|")
    )
    return first, second, third
