"""A deal told otherwise is worth the same, and a line of best play comes to what was promised."""

import random

import pytest

from scorekeeper.cards import CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Suit
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.solver.analysis import analyse
from scorekeeper.solver.double_dummy import DoubleDummy
from scorekeeper.solver.duties import PreferenceRules
from scorekeeper.solver.position import Deal
from scorekeeper.solver.position import Hands
from scorekeeper.solver.position import Position
from tests.solver.dealing import rules_of
from tests.solver.dealing import start_of
from tests.solver.words import option_sets

KINDS = ("trump", "mord", "bettel")
RULES: list[PreferenceRules] = [rules_of(name, options) for name, options in option_sets()]
DEFAULTS: list[PreferenceRules] = [BolachenRules(), WallachenRules()]


def full_deal(chance: random.Random, kind: str) -> Deal:
    pack = list(CARDS)
    chance.shuffle(pack)
    first, second, third = (card_set(pack[place : place + 10]) for place in (0, 10, 20))
    return Deal(
        hands=(first, second, third),
        declarer=chance.randrange(3),
        trump=chance.choice(list(Suit)) if kind == "trump" else None,
        rules=chance.choice(RULES if kind == "trump" else DEFAULTS),
        fewest=kind == "bettel",
    )


def value(deal: Deal) -> int:
    return DoubleDummy(deal).tricks(start_of(deal, deal.declarer))


def with_hands(deal: Deal, hands: Hands, *, declarer: int, trump: Suit | None) -> Deal:
    return Deal(hands=hands, declarer=declarer, trump=trump, rules=deal.rules, fewest=deal.fewest)


@pytest.mark.parametrize("kind", KINDS)
def test_suits_can_change_places(kind: str) -> None:
    chance = random.Random(f"suits {kind}")
    for _ in range(6):
        deal = full_deal(chance, kind)
        suits = chance.sample(list(Suit), 4)
        first, second, third = (
            card_set(Card(8 * suits[card >> 3] + (card & 7)) for card in cards_of(hand))
            for hand in deal.hands
        )
        trump = None if deal.trump is None else suits[deal.trump]
        moved = with_hands(deal, (first, second, third), declarer=deal.declarer, trump=trump)
        assert value(moved) == value(deal)


@pytest.mark.parametrize("kind", KINDS)
def test_seats_can_turn(kind: str) -> None:
    chance = random.Random(f"seats {kind}")
    for _ in range(6):
        deal = full_deal(chance, kind)
        first, second, third = deal.hands
        turned = with_hands(
            deal, (third, first, second), declarer=(deal.declarer + 1) % 3, trump=deal.trump
        )
        assert value(turned) == value(deal)


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_can_change_places_with_one_laid_away_that_nothing_lies_between(kind: str) -> None:
    chance = random.Random(f"equal {kind}")
    swapped = 0
    for _ in range(12):
        deal = full_deal(chance, kind)
        first, second, third = deal.hands
        out = set(CARDS) - set(cards_of(CardSet(first | second | third)))
        for card in out:
            neighbour = Card(card + 1)
            if card % 8 == 7 or neighbour in out:
                continue
            first, second, third = (
                card_set(card if other == neighbour else other for other in cards_of(hand))
                for hand in deal.hands
            )
            same = with_hands(
                deal, (first, second, third), declarer=deal.declarer, trump=deal.trump
            )
            assert value(same) == value(deal)
            swapped += 1
            break
    assert swapped > 3


@pytest.mark.parametrize("kind", KINDS)
def test_equal_cards_of_a_hand_are_worth_the_same(kind: str) -> None:
    chance = random.Random(f"neighbours {kind}")
    for _ in range(4):
        deal = full_deal(chance, kind)
        values = DoubleDummy(deal).best_values(start_of(deal, deal.declarer))
        hand = deal.hands[deal.declarer]
        for card in values:
            if card % 8 < 7 and hand >> card + 1 & 1:
                assert values[card] == values[Card(card + 1)]


@pytest.mark.parametrize("kind", KINDS)
def test_best_play_keeps_its_promise(kind: str) -> None:
    chance = random.Random(f"promise {kind}")
    for _ in range(4):
        deal = full_deal(chance, kind)
        table = DoubleDummy(deal)
        position = start_of(deal, deal.declarer)
        promised = table.tricks(position)
        won = 0
        while position.remaining:
            values = table.best_values(position)
            best = table.best(position, values.values())
            assert won + best == promised
            card = chance.choice([card for card in values if values[card] == best])
            assert table.playable(position) >> card & 1
            position, taken = table.after(position, card)
            won += taken
        assert won == promised


@pytest.mark.parametrize("kind", KINDS)
def test_values_along_a_line_are_those_of_a_fresh_start(kind: str) -> None:
    chance = random.Random(f"fresh {kind}")
    for _ in range(3 if kind == "bettel" else 8):
        deal = full_deal(chance, kind)
        line = random_line(deal, chance)
        plays = analyse(DoubleDummy(deal), line)
        assert len(plays) == 30
        position = start_of(deal, deal.declarer)
        won = 0
        for play, (leader, card) in zip(plays, flat(line), strict=True):
            if not position.trick:
                position = Position(remaining=position.remaining, leader=leader)
            position, taken = DoubleDummy(deal).after(position, card)
            won += taken
            assert play.value == won + DoubleDummy(deal).tricks(position)
            assert play.legal is (play.card in play.cards)
            assert not play.legal or play.cost >= 0
            assert play.best in play.cards.values()


def flat(line: list[tuple[int, list[Card]]]) -> list[tuple[int, Card]]:
    return [(leader, card) for leader, cards in line for card in cards]


def random_line(deal: Deal, chance: random.Random) -> list[tuple[int, list[Card]]]:
    """Play at random, sometimes against the rules, once or twice led by the wrong player."""
    table = DoubleDummy(deal)
    position = start_of(deal, deal.declarer)
    line: list[tuple[int, list[Card]]] = []
    while position.remaining:
        if not position.trick:
            if chance.random() < 0.15:
                wrong = chance.randrange(3)
                position = Position(remaining=position.remaining, leader=wrong)
            line.append((position.leader, []))
        cards = table.playable(position)
        if chance.random() < 0.1:
            cards = CardSet(deal.hands[table.seat_to_play(position)] & position.remaining)
        card = chance.choice(cards_of(cards))
        line[-1][1].append(card)
        position, _ = table.after(position, card)
    return line
