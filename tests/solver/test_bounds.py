"""What is certain before a search is true, and the tables agree with what they are tables of."""

import random
from itertools import product

from scorekeeper.solver.bounds import no_trump_bounds
from scorekeeper.solver.bounds import trump_bounds
from scorekeeper.solver.suits import SHIFTS
from scorekeeper.solver.suits import Table
from scorekeeper.solver.suits import decode
from scorekeeper.solver.suits import encode
from scorekeeper.solver.suits import forget_if_full
from tests.solver.dealing import Hands
from tests.solver.dealing import ending
from tests.solver.dealing import written
from tests.solver.words import Game
from tests.solver.words import minimax
from tests.solver.words import option_sets


def test_codes_are_all_different_and_read_back() -> None:
    rows = [row for length in range(9) for row in product((0, 1, 2), repeat=length)]
    codes = [encode(row) for row in rows]
    assert sorted(codes) == list(range(len(rows)))
    assert [decode(code) for code in codes] == rows


def position_of(hands: Hands, leader: int, trump: int | None) -> int:
    suits = [0, 1, 2, 3] if trump is None else [trump, *(s for s in range(4) if s != trump)]
    owner = {card: player for player, hand in enumerate(hands) for card in hand}
    position = leader
    for suit, shift in zip(suits, SHIFTS, strict=True):
        cards = [card for card in sorted(owner) if card // 8 == suit]
        position |= encode([owner[card] for card in cards]) << shift
    return position


def test_bounds_hold_under_every_option() -> None:
    chance = random.Random("bounds")
    tight = 0
    for name, options in option_sets():
        for time in range(24):
            size = chance.choice((2, 3, 4))
            hands = ending(chance, size, suits=chance.choice((2, 3, 4)))
            trump = chance.choice((None, 0, 1))
            leader = time % 3
            bounds = no_trump_bounds() if trump is None else trump_bounds()
            found = bounds(position_of(hands, leader, trump), size)
            least, most = found & 15, found >> 4
            value = minimax(Game(name, options, 0, trump), hands, leader)
            assert least <= value <= most, (name, options, trump, written(hands), leader)
            tight += least == most
    assert tight > 300


def test_shared_tables_are_emptied_when_they_hold_too_much() -> None:
    table: Table[int] = Table(lambda key: -key)
    for key in range(200_000):
        assert table[key] == -key
    forget_if_full()
    assert not table
    assert table[7] == -7
