"""Playable cards and trick winners against a second telling, written from the words alone.

The second telling knows no bit sets and no tables: it asks of each card of a hand whether the
words of the rules let it be played, over every house rule that has a say in it.
"""

import itertools
import random
from typing import Any

import pytest

from scorekeeper.cards import CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.cards import parse_card
from scorekeeper.cards import suit_of
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.obligations import broken_duty
from scorekeeper.rules.obligations import duties_of
from scorekeeper.rules.obligations import playable
from scorekeeper.rules.obligations import three_hander_play
from scorekeeper.rules.obligations import watten_play
from scorekeeper.rules.tricks import best_of
from tests.rules import words

PLAYERS = ("Franz", "Maria", "Dora")
FOUR = ("Franz", "Dieter", "Fritz", "Dora")


def cards(text: str) -> list[Card]:
    return [parse_card(name) for name in text.split()]


def names(found: int) -> list[str]:
    return [card_name(card) for card in cards_of(found)]  # type: ignore[arg-type]


BOLACHEN = [
    {"release_from_stichzwang": release, "void_must_trump": void, "stichzwang_in_bettel_mord": no}
    for release in ("beaten_by_anyone", "partner_beat_only", "partner_winning", "never")
    for void in ("if_unreleased", "always", "never")
    for no in ("yes", "no")
]
WALLACHEN = [
    {
        "undertrump_duty": under,
        "partner_winning_exemption": exempt,
        "stichzwang_in_bettel_mord": heading,
    }
    for under in ("must_trump", "free_if_cannot_overtrump")
    for exempt in ("no", "yes")
    for heading in ("yes", "no")
]
WATTEN = [
    dict(zip(("criticals", "tok_scope", "tok_satisfied_by", "tok_partner"), four, strict=True))
    | {"tok_released_by_critical": released}
    for four in itertools.product(
        ("three", "none"),
        ("first_card_of_deal", "any_lead_of_rechter"),
        ("trump_or_critical", "also_any_linker"),
        ("same_duty", "trump_only"),
    )
    for released in ("yes", "no")
]


def agree(play: CardPlay, n: int, lying: list[Card], leader: str, hand: list[Card]) -> None:
    players = play.players
    player = players[(players.index(leader) + len(lying)) % len(players)]
    duties = duties_of(play, n, leader, lying, player)
    bits = card_set(hand)
    found = playable(duties, bits)
    expected = [
        card for card in sorted(hand) if words.may_play(play, n, leader, lying, player, hand, card)
    ]
    told = (play, n, leader, [card_name(c) for c in lying], [card_name(c) for c in hand])
    assert list(cards_of(found)) == expected, told
    assert expected, told
    for card in hand:
        assert (broken_duty(duties, card, bits) is None) == (card in expected), told
    assert best_of(play.ranking, lying) == words.winning(play, lying), told


def some_trick(rng: random.Random, most: int) -> tuple[list[Card], list[Card]]:
    """Deal a few cards to the table and a hand, often of few suits so that duties bite."""
    suits = rng.sample(range(4), rng.choice((1, 2, 2, 3, 4)))
    pack = [card for card in CARDS if suit_of(card) in suits]
    drawn = rng.sample(pack, min(len(pack), rng.randint(2, most + 6)))
    lying = rng.randint(1, min(most, len(drawn) - 1))
    return drawn[:lying], drawn[lying:]


@pytest.mark.parametrize("options", BOLACHEN, ids=lambda options: "-".join(options.values()))
def test_bolachen_is_played_by_the_words_of_the_rules(options: dict[str, Any]) -> None:
    rng = random.Random(1)
    rules = BolachenRules(**options)
    for _ in range(400):
        play = three_hander_play(rules, PLAYERS, rng.choice(PLAYERS), rng.choice((None, *Suit)))
        lying, hand = some_trick(rng, 2)
        agree(play, rng.randint(1, 10), lying, rng.choice(PLAYERS), hand)


@pytest.mark.parametrize("options", WALLACHEN, ids=lambda options: "-".join(options.values()))
def test_wallachen_is_played_by_the_words_of_the_rules(options: dict[str, Any]) -> None:
    rng = random.Random(2)
    rules = WallachenRules(**options)
    for _ in range(800):
        play = three_hander_play(rules, PLAYERS, rng.choice(PLAYERS), rng.choice((None, *Suit)))
        lying, hand = some_trick(rng, 2)
        agree(play, rng.randint(1, 10), lying, rng.choice(PLAYERS), hand)


@pytest.mark.parametrize("options", WATTEN, ids=lambda options: "-".join(options.values()))
def test_watten_is_played_by_the_words_of_the_rules(options: dict[str, Any]) -> None:
    rng = random.Random(3)
    rules = WattenRules(**options)
    for _ in range(400):
        players = FOUR[: rng.choice((2, 3, 4, 4))]
        play = watten_play(rules, players, rng.choice(list(Rank)), rng.choice(list(Suit)))
        assert play.trump is not None
        assert play.schlag is not None
        lying, hand = some_trick(rng, len(players) - 1)
        rechter = Card(8 * play.trump + play.schlag)
        if rng.random() < 0.7 and rechter not in hand:
            lying[0] = rechter
            lying = list(dict.fromkeys(lying))
        agree(play, rng.choice((1, 1, 2, 5)), lying, rng.choice(players), hand)


def test_the_ranks_of_watten_from_the_max_down() -> None:
    play = watten_play(WattenRules(), FOUR, Rank.TEN, Suit.S)
    order = "HK S7 E7 S10 E10 SA SK SO SU S9 S8"
    for better, worse in itertools.combinations(cards(order), 2):
        assert best_of(play.ranking, (better, worse)) == 0
        assert best_of(play.ranking, (worse, better)) == 1
    assert best_of(play.ranking, cards("G9 GU EA HA")) == 1


def test_t4_of_two_linke_the_first_is_best() -> None:
    play = watten_play(WattenRules(), FOUR, Rank.TEN, Suit.S)
    assert best_of(play.ranking, cards("H10 E10 G10 SA")) == 0
    assert best_of(play.ranking, cards("SA E10 G10 H10")) == 1


def test_b23_head_as_long_as_the_led_card_is_unbeaten() -> None:
    play = three_hander_play(BolachenRules(), PLAYERS, "Franz", Suit.H)
    duties = duties_of(play, 1, "Franz", cards("GO"), "Maria")
    assert names(playable(duties, card_set(cards("GA GK G8 H9")))) == ["GA", "GK"]
    assert names(playable(duties, card_set(cards("G8 H9")))) == ["G8"]
    assert names(playable(duties, card_set(cards("EA H9 H7")))) == ["H9", "H7"]
    assert names(playable(duties, card_set(cards("EA SA")))) == ["EA", "SA"]


def test_b24_released_once_beaten_but_never_of_following() -> None:
    play = three_hander_play(BolachenRules(), PLAYERS, "Franz", Suit.H)
    duties = duties_of(play, 1, "Franz", cards("GO GK"), "Dora")
    assert names(playable(duties, card_set(cards("GA G8 H9")))) == ["GA", "G8"]
    assert names(playable(duties, card_set(cards("EA H9")))) == ["EA", "H9"]
