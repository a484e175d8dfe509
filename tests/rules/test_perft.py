"""Count all ways to play the deals of tests/corpus/perft with the product's playable cards.

A deal here is counted by `duties_of` and `playable` on bit sets; the numbers in the files are from
the second implementation. A first card whose numbers differ shows where to look.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Pack
from scorekeeper.cards import Suit
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.cards import parse_card
from scorekeeper.cards import parse_rank
from scorekeeper.cards import parse_suit
from scorekeeper.cards import suit_of
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import WallachenRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.obligations import duties_of
from scorekeeper.rules.obligations import playable
from scorekeeper.rules.obligations import three_hander_play
from scorekeeper.rules.obligations import watten_play
from scorekeeper.rules.tricks import best_of
from tests.rules.perft import FOLDER
from tests.rules.perft import OF_PLAY


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedDeal:
    """One deal of a file: contract, options, hands in playing order, counts by first card."""

    game: Game
    contract: dict[str, str]
    options: dict[str, str]
    hands: dict[str, CardSet]
    counts: dict[str, list[int]]

    def __str__(self) -> str:
        return "-".join((*self.contract.values(), *self.options.values()))

    def play(self, led: Card, options: dict[str, str]) -> CardPlay:
        """Describe the play of this deal when this card is led first, at a table."""
        rules = rules_from(self.game, options)
        players = tuple(self.hands)
        trump = self.contract.get("trump")
        suit: Suit | None = None
        if trump is not None:
            suit = suit_of(led) if trump == "led" else parse_suit(trump, Pack.GERMAN)
        if isinstance(rules, WattenRules):
            assert suit is not None
            schlag = parse_rank(self.contract["schlag"], Pack.GERMAN)
            return watten_play(rules, players, schlag, suit)
        assert isinstance(rules, BolachenRules | WallachenRules)
        return three_hander_play(rules, players, self.contract["declarer"], suit)

    def count(self, led: str, options: dict[str, str]) -> list[int]:
        """Count the sequences of playable cards that begin with this card, by their length."""
        card = parse_card(led)
        play = self.play(card, options)
        hands = list(self.hands.values())
        leader = play.players.index(play.first_leader)
        hands[leader] = CardSet(hands[leader] & ~(1 << card))
        found = [0] * len(self.counts[led])
        found[0] = 1
        _walk(play, hands, leader, (card,), 1, found)
        return found


def _walk(
    play: CardPlay,
    hands: list[CardSet],
    leader: int,
    lying: tuple[Card, ...],
    played: int,
    found: list[int],
) -> None:
    size = len(hands)
    if len(lying) == size:
        leader = (leader + best_of(play.ranking, lying)) % size
        lying = ()
    player = (leader + len(lying)) % size
    hand = hands[player]
    if lying:
        names = play.players
        duties = duties_of(play, played // size + 1, names[leader], lying, names[player])
        hand = playable(duties, hand)
    found[played] += hand.bit_count()
    if played + 1 == len(found):
        return
    whole = hands[player]
    for card in cards_of(hand):
        hands[player] = CardSet(whole & ~(1 << card))
        _walk(play, hands, leader, (*lying, card), played + 1, found)
    hands[player] = whole


def _pairs(words: list[str]) -> dict[str, str]:
    return dict(word.split("=") for word in words)


def _deals() -> Iterator[CountedDeal]:
    for game in Game:
        text = (FOLDER / f"{game}.txt").read_text("utf-8")
        for block in text.split("\n\n")[1:]:
            lines = [line.split() for line in block.splitlines()]
            yield CountedDeal(
                game=game,
                contract=_pairs(lines[0][1:]),
                options=_pairs(lines[1][1:]),
                hands={
                    line[1]: card_set(parse_card(name) for name in line[2:])
                    for line in lines
                    if line[0] == "hand"
                },
                counts={
                    line[1]: [int(number) for number in line[2:]]
                    for line in lines
                    if line[0] == "count"
                },
            )


DEALS = tuple(_deals())


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_as_many_ways_to_play_after_each_first_card(deal: CountedDeal) -> None:
    assert {led: deal.count(led, deal.options) for led in deal.counts} == deal.counts


@pytest.mark.parametrize("game", list(Game))
def test_every_value_of_the_options_of_play_is_counted_and_matters(game: Game) -> None:
    deals = [deal for deal in DEALS if deal.game is game]
    for name in OF_PLAY[game]:
        values = {deal.options[name] for deal in deals}
        declared = next(option for option in OPTIONS[game] if option.name == name)
        assert values == set(declared.values), name
        if name == "trump_fixing":  # decides the trump, which the deals are given with
            continue
        for value in values:
            assert any(
                deal.count(led, {**deal.options, name: other}) != deal.counts[led]
                for deal in deals
                if deal.options[name] == value
                for other in values - {value}
                for led in deal.counts
            ), (name, value)
