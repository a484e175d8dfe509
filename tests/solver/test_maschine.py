"""A Maschine: known hands, and small packs played out to the last card."""

import random
from functools import cache
from itertools import combinations

import pytest

from scorekeeper.cards import CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import card_set
from scorekeeper.cards import parse_card
from scorekeeper.cards import parse_rank
from scorekeeper.cards import parse_suit
from scorekeeper.solver.maschine import sure_tricks

MAX, BELLI, SPITZ = (int(parse_card(name)) for name in ("HK", "S7", "E7"))
Hands = tuple[tuple[int, ...], ...]
Lying = tuple[tuple[int, int], ...]


@pytest.mark.parametrize(
    ("hand", "schlag", "trump", "sure"),
    [
        ("HK S7 E7 H9 G8", "9", "S", 5 - 2),  # the three Kritische
        ("HK S7 E7 S9 G9", "9", "S", 5 - 1),  # with the Rechter and a Linker
        ("HK S7 S9 G9 H9", "9", "S", 5 - 2),  # only E7 beats, and the last Linker
        ("S7 E7 S9 G9 E9", "9", "S", 5 - 2),  # only HK beats, and the last Linker
        ("E7 S9 G9 E9 H9", "9", "S", 5 - 2),  # HK and S7 beat
        ("HA HK HO HU H10", "9", "H", 5 - 4),  # S7, E7, H9 and a Linker beat four trumps
        ("GA GK GO GU G10", "9", "H", 0),  # anything led beats
    ],
)
def test_known_hands_are_sure_of(hand: str, schlag: str, trump: str, sure: int) -> None:
    cards = card_set(map(parse_card, hand.split()))
    rank, suit = parse_rank(schlag), parse_suit(trump)
    assert sure_tricks(cards, rank, suit) == sure


def test_the_three_kritische_are_always_a_maschine() -> None:
    chance = random.Random("three")
    rest = [card for card in CARDS if card not in (MAX, BELLI, SPITZ)]
    for _ in range(1000):
        cards = card_set([Card(MAX), Card(BELLI), Card(SPITZ), *chance.sample(rest, 2)])
        assert sure_tricks(cards, chance.choice(list(Rank)), chance.choice(list(Suit))) >= 3


def strength(card: int, led: int, schlag: int, trump: int) -> int:
    """T2 to T6, from the words; Linke are equal, and the first of equals is best."""
    suit, rank = divmod(card, 8)
    if card in (SPITZ, BELLI, MAX):
        return 100 + (SPITZ, BELLI, MAX).index(card)
    if rank == schlag:
        return 90 if suit == trump else 80
    if suit == trump:
        return 50 - rank
    return 20 - rank if suit == led // 8 else 0


def playable(
    hand: tuple[int, ...], lying: Lying, schlag: int, trump: int, first: bool
) -> list[int]:
    """T19 to T21, from the words."""
    rechter = 8 * trump + schlag
    criticals = (MAX, BELLI, SPITZ)
    if not lying or not first or lying[0][1] != rechter or rechter in criticals:
        return list(hand)
    if any(card in criticals for _, card in lying):
        return list(hand)
    return [card for card in hand if card // 8 == trump or card in criticals] or list(hand)


def fewest_by_playing(hands: Hands, leader: int, schlag: int, trump: int) -> int:
    """Play out everything; give the fewest tricks that player 0 can come to."""
    players = len(hands)
    size = len(hands[0])

    @cache
    def fewest(hands: Hands, leader: int, lying: Lying) -> int:
        if len(lying) == players:
            led = lying[0][1]
            best = lying[0]
            for play in lying[1:]:
                if strength(play[1], led, schlag, trump) > strength(best[1], led, schlag, trump):
                    best = play
            return (best[0] == 0) + fewest(hands, best[0], ())
        turn = (leader + len(lying)) % players
        if not hands[turn]:
            return 0
        first = len(hands[lying[0][0] if lying else turn]) + bool(lying) == size
        values = []
        for card in playable(hands[turn], lying, schlag, trump, first=first):
            rest = tuple(other for other in hands[turn] if other != card)
            after = (*hands[:turn], rest, *hands[turn + 1 :])
            values.append(fewest(after, leader, (*lying, (turn, card))))
        return min(values)

    return fewest(hands, leader, ())


def deals(cards: list[int], players: int, size: int) -> list[Hands]:
    """List every way to deal hands from cards, some of which may stay out of play."""
    if not players:
        return [()]
    found: list[Hands] = []
    for hand in combinations(cards, size):
        rest = [card for card in cards if card not in hand]
        found += [(hand, *others) for others in deals(rest, players - 1, size)]
    return found


@pytest.mark.parametrize(("players", "size", "spare"), [(2, 2, 3), (2, 3, 2), (3, 2, 1), (4, 2, 0)])
def test_small_packs_played_out_agree(players: int, size: int, spare: int) -> None:
    chance = random.Random(f"{players} {size}")
    seen = set()
    for _ in range(16):
        schlag, trump = chance.randrange(8), chance.randrange(4)
        strong = {MAX, BELLI, SPITZ}
        strong |= {8 * suit + schlag for suit in range(4)} | {8 * trump + r for r in range(8)}
        weak = [card for card in range(32) if card not in strong]
        many = players * size + spare
        share = chance.randint(many // 3, min(many, len(strong)))
        pack = chance.sample(sorted(strong), share) + chance.sample(weak, many - share)
        hand = tuple(pack[:size])
        played = min(
            fewest_by_playing((hand, *others), leader, schlag, trump)
            for others in deals(pack[size:], players - 1, size)
            for leader in range(players)
        )
        found = sure_tricks(
            card_set(map(Card, hand)),
            Rank(schlag),
            Suit(trump),
            pack=card_set(map(Card, pack)),
        )
        assert found == played, (hand, pack, schlag, trump)
        seen.add(found)
    assert len(seen) > 1
