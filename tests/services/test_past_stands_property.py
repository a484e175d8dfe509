"""Evenings during which a payment rule changes twice, against a model with a pencil.

The model keeps of every deal what happened, by which rules it was booked and what lay in the
Haferl, or where the match stood, before it. It books a deal by the rules of now when it is told
anew, or when what was before it is not what it was; else what was booked stands.
"""

import random
from dataclasses import dataclass
from dataclasses import field

import pytest

from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.verify import verify
from scorekeeper.services.verify_deals import RulesNews
from tests.conftest import TickingClock
from tests.services.newer_rules import TODAY
from tests.services.newer_rules import change_payments
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import Said
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won

NAMES = {"wallachen": "Anna Bert Caro", "watten": "Anna Bert Caro Dora"}
OPTIONS: dict[str, dict[str, object]] = {
    "wallachen": {"pass_out": "haferl"},
    "watten": {"bummerl_stake": 3},
}
TARIFF, STAKE, TARGET, TIGHT = 10, 3, 11, 9
DEALS, CORRECTIONS = 14, 3
Money = dict[str, int]


@dataclass(slots=True)
class Deal:
    """What happened: `what` is who declared, bid and took what, who won, or "passed"."""

    what: tuple[str, int, int] | str
    rules: int = 0
    before: object = None


@dataclass(slots=True)
class Model:
    """A table's evening; `pot` and `points` are where it stands after its last deal."""

    game: str
    people: list[str]
    rules: int = TODAY
    deals: list[Deal] = field(default_factory=list)
    pot: int = 0
    points: tuple[int, int] = (0, 0)

    def book(self) -> list[Money]:
        """Book what is not booked, or stood after something else; return everybody's money."""
        self.pot, self.points = 0, (0, 0)
        paid = []
        for deal in self.deals:
            before = self.pot if self.game == "wallachen" else self.points
            if deal.before != before:
                deal.before, deal.rules = before, self.rules
            money, self.pot, self.points = self.moved(deal, deal.rules)
            paid.append({name: cents for name, cents in money.items() if cents})
        return paid

    def news(self) -> list[int]:
        """Number the deals that the rules of now would pay otherwise."""
        return [
            place
            for place, deal in enumerate(self.deals, start=1)
            if self.moved(deal, deal.rules)[0] != self.moved(deal, self.rules)[0]
        ]

    def moved(self, deal: Deal, rules: int) -> tuple[Money, int, tuple[int, int]]:
        """Return what a deal pays by these rules, and the pot and the points after it."""
        more, money = rules - TODAY, dict.fromkeys(self.people, 0)
        if self.game == "watten":
            assert isinstance(deal.before, tuple)
            return (*self._watten(str(deal.what), deal.before, more, money),)
        assert isinstance(deal.before, int)
        pot = deal.before
        if isinstance(deal.what, str):
            for name in self.people:
                money[name] -= TARIFF
            return money, pot + TARIFF * len(self.people), (0, 0)
        declarer, bid, tricks = deal.what
        each = TARIFF * (tricks + more if tricks >= bid else -(bid + more))
        for name in self.people:
            money[name] += 2 * each if name == declarer else -each
        if tricks >= bid:
            money[declarer] += pot
            pot = 0
        return money, pot, (0, 0)

    def _watten(
        self, winner: str, before: tuple[int, int], more: int, money: Money
    ) -> tuple[Money, int, tuple[int, int]]:
        side = self.people.index(winner) % 2
        points = list(before)
        points[side] += (3 if max(before) >= TIGHT else 2) + more
        if points[side] < TARGET:
            return money, 0, (points[0], points[1])
        for place, name in enumerate(self.people):
            money[name] = STAKE * TARIFF * (1 if place % 2 == side else -1)
        return money, 0, (0, 0)


class Evening:
    """The table in the program and in the model."""

    def __init__(self, desk: Desk, game: str, dice: random.Random) -> None:
        self.table: Round = quick(desk, NAMES[game], game, OPTIONS[game])
        self.model = Model(game, NAMES[game].split())
        self.ids = {one.name: one.member_id for one in self.table.see().people}
        self.dice = dice

    def what(self) -> tuple[str, int, int] | str:
        who = self.dice.choice(self.model.people)
        if self.model.game == "watten":
            return who
        if self.dice.random() < 0.4:
            return "passed"
        return who, self.dice.randint(6, 8), self.dice.randint(4, 10)

    def said(self, what: tuple[str, int, int] | str) -> Said:
        if isinstance(what, tuple):
            return number(self.ids[what[0]], what[1], what[2])
        return PASSED_OUT if what == "passed" else won(self.ids[what])

    def record(self) -> None:
        what = self.what()
        self.table.record(self.said(what))
        self.model.deals.append(Deal(what))

    def correct(self) -> None:
        place, what = self.dice.randrange(len(self.model.deals)), self.what()
        shown = {one.number: one for one in self.table.see().deals if one.state == "valid"}
        self.table.correct(shown[place + 1].id, self.said(what))
        if self.model.deals[place].what != what:
            self.model.deals[place] = Deal(what)

    def undo(self) -> None:
        self.table.undo()
        self.model.deals.pop()

    def agree(self) -> None:
        paid = self.model.book()
        names = {id_: name for name, id_ in self.ids.items()}
        view = self.table.see()
        valid = sorted((x for x in view.deals if x.state == "valid"), key=lambda x: x.number)
        assert [{names[m]: c for m, c in x.changes.items() if c} for x in valid] == paid
        sums = {name: sum(one.get(name, 0) for one in paid) for name in self.model.people}
        assert self.table.balances() == sums
        assert sum(sums.values()) + self.model.pot == 0
        assert view.haferl == self.model.pot
        if view.match is not None:
            points = [view.match.points[self.ids[name]] for name in self.model.people[:2]]
            assert tuple(points) == self.model.points
        news: list[RulesNews] = []
        assert verify(self.table.desk, records=True, news=news) == []
        assert [one.number for one in news] == self.model.news()


def play(desk: Desk, game: str, seed: int, patch: pytest.MonkeyPatch) -> None:
    dice = random.Random(f"past-{game}-{seed}")
    evening = Evening(desk, game, dice)
    changes = sorted(dice.sample(range(2, DEALS), 2))
    for turn in range(DEALS):
        if turn in changes:
            evening.model.rules += 1
            change_payments(patch, version=evening.model.rules)
            evening.agree()
        evening.record()
        roll = dice.random()
        if roll < 0.4:
            evening.correct()
        elif roll < 0.5:
            evening.undo()
        evening.agree()
    for _ in range(CORRECTIONS):
        evening.correct()
        evening.agree()


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("game", NAMES)
def test_what_was_booked_stands_all_evening(
    sqlite_url: str, clock: TickingClock, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    desk = open_desk(sqlite_url, clock, "Anna")
    play(desk, game, seed, monkeypatch)
    desk.close()


@pytest.mark.parametrize("game", NAMES)
def test_the_same_on_postgresql(
    postgres_url: str, clock: TickingClock, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    desk = open_desk(postgres_url, clock, "Anna")
    play(desk, game, 100, monkeypatch)
    desk.close()
