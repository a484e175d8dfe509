"""The slowest deals known keep their values, and do not become slower without being noticed."""

import re
from pathlib import Path

import pytest

from scorekeeper.cards import parse_suit
from scorekeeper.solver.double_dummy import DoubleDummy
from tests.solver.dealing import as_deal
from tests.solver.dealing import read_hands
from tests.solver.dealing import start_of
from tests.solver.words import Game

CORPUS = Path(__file__).parents[1] / "corpus" / "solved"
LINE = re.compile(r"(bolachen|wallachen) (?:trump ([EGHS])|(mord)|(bettel)): (.*) = (\d+)")
MOST_POSITIONS = 40_000


def lines() -> list[str]:
    return [
        line
        for path in sorted(CORPUS.glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]


@pytest.mark.parametrize("line", lines())
def test_a_slow_deal_is_worth_what_it_was(line: str) -> None:
    read = LINE.fullmatch(line)
    assert read is not None
    name, trump, _, bettel, hands, tricks = read.groups()
    game = Game(
        name,
        options=(),
        declarer=0,
        trump=None if trump is None else int(parse_suit(trump)),
        fewest=bettel is not None,
    )
    deal = as_deal(game, read_hands(hands))
    table = DoubleDummy(deal)
    assert table.tricks(start_of(deal, 0)) == int(tricks)
    assert table.positions < MOST_POSITIONS
