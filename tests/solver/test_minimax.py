"""The solver finds what trying everything finds, under every option that concerns card play."""

import random

import pytest

from scorekeeper.cards import Card
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.solver.double_dummy import DoubleDummy
from scorekeeper.solver.position import Position
from tests.solver.dealing import Hands
from tests.solver.dealing import as_deal
from tests.solver.dealing import ending
from tests.solver.dealing import start_of
from tests.solver.dealing import written
from tests.solver.words import Game
from tests.solver.words import minimax
from tests.solver.words import option_sets
from tests.solver.words import playable

OPTION_SETS = list(option_sets())
KINDS = ("trump", "mord", "bettel")
SIZES = (1, 2, 3, 3, 4, 4)


def games_and_endings(
    chance: random.Random, name: str, options: tuple[tuple[str, str], ...], kind: str, times: int
) -> list[tuple[Game, Hands, int]]:
    cases = []
    for time in range(times):
        hands = ending(chance, SIZES[time % len(SIZES)], suits=chance.choice((2, 3, 4)))
        trump = chance.randrange(3) if kind == "trump" else None
        game = Game(name, options, chance.randrange(3), trump, kind == "bettel")
        cases.append((game, hands, chance.randrange(3)))
    return cases


@pytest.mark.parametrize(("name", "options"), OPTION_SETS)
def test_small_endings_are_worth_what_minimax_says(
    name: str, options: tuple[tuple[str, str], ...]
) -> None:
    chance = random.Random(f"{name} {options}")
    for kind in KINDS:
        for game, hands, leader in games_and_endings(chance, name, options, kind, 30):
            deal = as_deal(game, hands)
            found = DoubleDummy(deal).tricks(start_of(deal, leader))
            assert found == minimax(game, hands, leader), (game, written(hands), leader)


@pytest.mark.parametrize(("name", "options"), OPTION_SETS)
def test_every_card_is_playable_and_worth_what_minimax_says(
    name: str, options: tuple[tuple[str, str], ...]
) -> None:
    chance = random.Random(f"cards {name} {options}")
    for kind in KINDS:
        for game, hands, leader in games_and_endings(chance, name, options, kind, 6):
            check_random_line(game, hands, leader, chance)


def check_random_line(game: Game, hands: Hands, leader: int, chance: random.Random) -> None:
    """Play an ending card by card, now and then against the rules, and compare every value."""
    deal = as_deal(game, hands)
    table = DoubleDummy(deal)
    position = start_of(deal, leader)
    left = list(hands)
    trick: tuple[tuple[int, int], ...] = ()
    while position.remaining:
        turn = (position.leader + len(trick)) % 3
        expected = {}
        for card in left[turn]:
            rest = tuple(other for other in left[turn] if other != card)
            after = (*left[:turn], rest, *left[turn + 1 :])
            expected[card] = minimax(game, after, position.leader, (*trick, (turn, card)))
        allowed = playable(game, left[turn], turn, trick)
        values = table.best_values(position)
        assert values == {card: expected[card] for card in allowed}
        assert list(values) == sorted(values)
        best = table.tricks(position)
        assert best == table.best(position, values.values())
        assert table.best_values(position, worth=best) == values
        card = chance.choice(left[turn] if chance.random() < 0.2 else allowed)
        assert table.value_after(position, Card(card)) == expected[card]
        position, _ = table.after(position, Card(card))
        left[turn] = tuple(other for other in left[turn] if other != card)
        trick = (*trick, (turn, card)) if position.trick else ()


@pytest.mark.parametrize("kind", KINDS)
def test_yes_and_no_agree_with_the_number(kind: str) -> None:
    chance = random.Random(f"yes or no {kind}")
    for name, options in OPTION_SETS:
        for game, hands, leader in games_and_endings(chance, name, options, kind, 6):
            deal = as_deal(game, hands)
            start = start_of(deal, leader)
            tricks = DoubleDummy(deal).tricks(start)
            for aim in range(len(hands[0]) + 1):
                reached = aim >= tricks if game.fewest else aim <= tricks
                assert DoubleDummy(deal).reaches(start, aim) is reached


def test_a_lead_can_be_restricted() -> None:
    chance = random.Random("first leads")
    for name, options in OPTION_SETS:
        for game, hands, _ in games_and_endings(chance, name, options, "trump", 6):
            deal = as_deal(game, hands)
            start = start_of(deal, game.declarer)
            for card in cards_of(deal.hands[game.declarer]):
                only = Position(remaining=start.remaining, leader=start.leader)
                table = DoubleDummy(deal)
                value = table.tricks(only, first_leads=card_set([card]))
                assert value == table.best_values(start)[card]
