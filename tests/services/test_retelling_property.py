"""Corrections and undos at random places against recording everything rightly at first.

In one club every deal is told rightly. In the other many are told wrongly, and between the deals
the mistakes found so far are corrected, in any order, and last deals are taken back and told
again. Balances add up to nothing all the way; at the end both clubs are alike, Haferl, match and
who deals included.
"""

import random

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import ledger
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from tests.conftest import TickingClock
from tests.services.play import Said
from tests.services.test_correction_property import NIGHTS
from tests.services.test_correction_property import Club
from tests.services.test_correction_property import happen
from tests.services.test_correction_property import mistaken
from tests.services.test_correction_property import state
from tests.services.test_correction_property import tell
from tests.services.test_correction_property import tell_rightly

DEALS = 14


class Mistakes:
    """What was told wrongly in a club and not corrected yet: by deal what is right."""

    def __init__(self, club: Club, dice: random.Random) -> None:
        self.club = club
        self.dice = dice
        self.right: dict[str, Said] = {}

    def tell(self, here: Said, game: str, new_match: bool | None) -> None:
        """Record a deal, often wrongly; take it back and tell it again now and then."""
        told = here
        if self.dice.random() < 0.4:
            told = mistaken(self.dice, self.club, here, game)
        deal_id, as_meant = tell(self.club, told, new_match)
        if self.dice.random() < 0.2:
            self.club.round.undo()
            deal_id, as_meant = tell(self.club, told, new_match)
        if told is not here or not as_meant:
            self.right[deal_id] = here

    def correct(self, count: int) -> None:
        """Correct some of the mistakes at once, or all where some alone would make others break."""
        chosen = self.dice.sample(sorted(self.right), min(count, len(self.right)))
        if not chosen:
            return
        try:
            self._correct(chosen)
        except ScorekeeperError as error:
            if error.code not in (ErrorCode.LATER_DEALS_BREAK, ErrorCode.DEAL_INVALID):
                raise
            self._correct(sorted(self.right))

    def _correct(self, chosen: list[str]) -> None:
        first, *rest = chosen
        self.club.round.correct(
            first, self.right[first], others={one: self.right[one] for one in rest}
        )
        for one in chosen:
            del self.right[one]


def adds_up(club: Club) -> None:
    view = club.round.see(0)
    assert sum(one.balance for one in view.people) + view.haferl == 0


def play(desk: Desk, night: str, seed: int) -> None:
    dice = random.Random(f"retelling-{night}-{seed}")
    names, game = NIGHTS[night]
    right, wrong = Club(desk, 1, names, game), Club(desk, 2, names, game)
    mistakes = Mistakes(wrong, dice)
    for _ in range(DEALS):
        if dice.random() < 0.3:
            happen(dice, (right, wrong))
        game_now = right.round.see(0).game
        told, new_match = tell_rightly(right, dice)
        mistakes.tell(wrong.here(told, right), game_now, new_match)
        adds_up(wrong)
        if dice.random() < 0.4:
            mistakes.correct(dice.randint(1, 2))
            adds_up(wrong)
            assert ledger.verify(desk, club_id=wrong.id, records=True) == []
    mistakes.correct(DEALS)
    assert state(wrong) == state(right)
    assert ledger.verify(desk, records=True) == []
    for _ in range(3):
        right.round.undo()
        wrong.round.undo()
        adds_up(wrong)
    assert state(wrong) == state(right)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("night", NIGHTS)
def test_mistakes_corrected_on_the_way_leave_no_trace(
    sqlite_url: str, clock: TickingClock, night: str, seed: int
) -> None:
    desk = open_desk(sqlite_url, clock, "Anna")
    play(desk, night, seed)
    desk.close()


@pytest.mark.parametrize("night", NIGHTS)
def test_the_same_on_postgresql(postgres_url: str, clock: TickingClock, night: str) -> None:
    desk = open_desk(postgres_url, clock, "Anna")
    play(desk, night, 100)
    desk.close()
