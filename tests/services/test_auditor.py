"""Thousands of things people do, by chance, against a plain model that shares no code with us."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.views import DealView
from scorekeeper.store.balances import of_book
from scorekeeper.store.seasons import list_all
from tests.conftest import TickingClock
from tests.services.auditor import STAKE
from tests.services.auditor import TARIFF
from tests.services.auditor import Deal
from tests.services.auditor import Night
from tests.services.auditor import Table
from tests.services.auditor import replay
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import won

OPTIONS: dict[str, dict[str, object]] = {
    "bolachen": {},
    "wallachen": {"pass_out": "haferl"},
    "watten": {"bummerl_stake": STAKE},
}
PEOPLE = [f"P{number:02}" for number in range(16)]
Call = Callable[[str], Any]


class Workload:
    """Does things in the program and in the model, and compares both after each."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.dice = random.Random(seed)
        self.club = clubs.create_club(desk, name="Prüfung").id
        people = members.members_named(desk, club_id=self.club, names=PEOPLE)
        self.ids = {one.name: one.id for one in people}
        self.names = {one.id: one.name for one in people}
        self.rules = {
            game: house_rules.create_house_rules(
                desk, club_id=self.club, game=game, name="Unsere", options=options
            ).id
            for game, options in OPTIONS.items()
        }
        self.keys = 0
        self.retries: list[tuple[Call, str, Any]] = []
        self.results: dict[str, int] = {}
        self.done: dict[str, int] = {}
        self.begin()

    def do(self, call: Call) -> Any:
        """Do something under a new key; remember it to be tried again later."""
        self.keys += 1
        key = f"audit-{self.keys:08d}"
        answer = call(key)
        self.retries.append((call, key, answer))
        del self.retries[:-20]
        return answer

    def begin(self) -> None:
        """Begin a night with a table of each game."""
        at = {"club_id": self.club}
        night = self.do(lambda key: nights.start_night(self.desk, **at, key=key))
        self.night_id, self.night = night.id, Night()
        self.rows: dict[str, list[tuple[str, Deal]]] = {}
        self.handed: dict[str, int] = {}
        seated = 0
        for game, count in (("bolachen", 4), ("wallachen", 4), ("watten", 4)):
            here = PEOPLE[seated : seated + count]
            seated += count
            table = self.do(
                lambda key, game=game, here=here: tables.open_table(
                    self.desk,
                    **at,
                    night_id=self.night_id,
                    game=game,
                    house_rules_id=self.rules[game],
                    tariff=TARIFF,
                    member_ids=[self.ids[name] for name in here],
                    key=key,
                )
            )
            self.night.tables[table.id] = Table(game)
            self.rows[table.id] = []

    def any_table(self) -> str:
        return self.dice.choice(list(self.night.tables))

    def record(self) -> None:
        table_id = self.any_table()
        game = self.night.tables[table_id].game
        view = tables.get_table(self.desk, club_id=self.club, table_id=table_id, deals=0)
        if len(view.seats) < (4 if game == "watten" else 3):
            return
        at = view.seats.index(view.dealer_id) + 1
        around = (*view.seats[at:], *view.seats[:at])
        playing = [self.names[one] for one in around if one not in view.sitting_out]
        what, said = self.chance(game, playing)
        if self.night.closed:
            self.refused(ErrorCode.NIGHT_NOT_OPEN, lambda key: self.tell(table_id, said, key))
            return
        new_match = True if view.partners_changed else None
        deal = self.do(lambda key: self.tell(table_id, said, key, new_match=new_match))
        told = Deal(self.in_order(deal), what)
        self.night.tables[table_id].deals.append(told)
        self.rows[table_id].append((deal.id, told))

    def in_order(self, deal: DealView) -> list[str]:
        """Return who played, in the order of the seats."""
        seats, out = deal.record["seats"], deal.record.get("sitting_out", [])
        assert isinstance(seats, list)
        assert isinstance(out, list)
        return [name for name in seats if name not in out]

    def tell(
        self, table_id: str, said: dict[str, Any], key: str, *, new_match: bool | None = None
    ) -> DealView:
        return deals.record_deal(
            self.desk,
            club_id=self.club,
            table_id=table_id,
            said=said,
            key=key,
            new_match=new_match,
        )

    def chance(self, game: str, playing: list[str]) -> tuple[object, dict[str, Any]]:
        """Return an outcome as the model has it, and as people say it."""
        who = self.dice.choice(playing)
        if game == "watten":
            return who, won(self.ids[who])
        if game == "bolachen":
            tricks = self.dice.randint(3, 10)
            return (who, tricks >= 6), brand(self.ids[who], tricks)
        if self.dice.random() < 0.3:
            return "passed", {"contract": {"kind": "passed_out"}}
        bid, tricks = self.dice.randint(6, 9), self.dice.randint(3, 10)
        return (who, bid, tricks), number(self.ids[who], bid, tricks)

    def correct(self) -> None:
        table_id = self.any_table()
        told = [one for one in self.rows[table_id] if one[1].valid]
        if not told:
            return
        deal_id, deal = self.dice.choice(told)
        what, said = self.chance(self.night.tables[table_id].game, deal.players)
        self.do(
            lambda key: deals.correct_deal(
                self.desk,
                club_id=self.club,
                deal_id=deal_id,
                said=said,
                reason="verzählt",
                key=key,
            )
        )
        deal.what = what

    def undo(self) -> None:
        table_id = self.any_table()
        valid = [one for one in self.rows[table_id] if one[1].valid]

        def call(key: str) -> DealView:
            return deals.undo_last(self.desk, club_id=self.club, table_id=table_id, key=key)

        if self.night.closed:
            self.refused(ErrorCode.NIGHT_NOT_OPEN, call)
        elif not valid:
            self.refused(ErrorCode.NOT_FOUND, call)
        else:
            assert self.do(call).id == valid[-1][0]
            valid[-1][1].valid = False

    def come_or_go(self) -> None:
        table_id = self.any_table()
        if self.night.closed or self.night.tables[table_id].game == "watten":
            return
        at = {"club_id": self.club, "table_id": table_id}
        view = tables.get_table(self.desk, **at, deals=0)
        who = self.dice.choice(PEOPLE)
        member = self.ids[who]
        if member in view.seats:
            if len(view.seats) > 3:
                self.do(lambda key: tables.leave_table(self.desk, **at, member_id=member, key=key))
            return
        if len(view.seats) == 6:
            return

        def join(key: str) -> object:
            return tables.join_table(self.desk, **at, member_id=member, place=0, key=key)

        others = [
            tables.get_table(self.desk, club_id=self.club, table_id=other, deals=0).seats
            for other in self.night.tables
        ]
        if any(member in seats for seats in others):
            self.refused(ErrorCode.SEAT_TAKEN, join)
        else:
            self.do(join)

    def close_or_open(self) -> None:
        at = {"club_id": self.club, "night_id": self.night_id}
        if not self.night.closed:
            self.do(lambda key: nights.close_night(self.desk, **at, key=key))
            self.night.closed = True
            return

        def reopen(key: str) -> object:
            return nights.reopen_night(self.desk, **at, key=key)

        if any(self.handed.values()):
            self.refused(ErrorCode.SETTLEMENT_STARTED, reopen)
            return
        self.do(reopen)
        self.night.closed = False
        self.night.carried = {}

    def settle(self) -> None:
        at = {"club_id": self.club, "night_id": self.night_id}
        mode = self.dice.choice(["transfers", "transfers", "cashier", "carry"])
        cashier = self.ids[self.dice.choice(PEOPLE)] if mode == "cashier" else None

        def propose(key: str) -> object:
            return settlement.propose_settlement(
                self.desk, **at, mode=mode, cashier_id=cashier, key=key
            )

        if not self.night.closed:
            self.refused(ErrorCode.NIGHT_NOT_CLOSED, propose)
            return
        self.do(propose)
        if mode == "carry":
            for name, cents in self.night.balances().items():
                self.night.carried[name] = self.night.carried.get(name, 0) + cents
        else:
            self.night.carried = {}

    def pay(self) -> None:
        plan = settlement.get_settlement(self.desk, club_id=self.club, night_id=self.night_id)
        if plan is None or not (plan.transfers or plan.paid_before):
            return
        part = self.dice.choice(plan.transfers + plan.paid_before)
        replaced = part in plan.paid_before
        at = {"club_id": self.club, "transfer_id": part.id}
        if part.paid and self.dice.random() < (0.8 if replaced else 0.3):
            amount, sign = self.dice.randint(1, part.paid), -1
        else:
            amount, sign = self.dice.randint(1, part.amount), 1

        def call(key: str) -> object:
            pay = settlement.pay_transfer if sign > 0 else settlement.unpay_transfer
            return pay(self.desk, **at, amount=amount, key=key)

        if sign > 0 and (plan.stale or replaced):
            self.refused(ErrorCode.SETTLEMENT_STALE, call)
        elif sign > 0 and amount > part.amount - part.paid:
            self.refused(ErrorCode.TRANSFER_TOO_MUCH, call)
        else:
            self.do(call)
            self.night.paid.append((part.payer, part.payee, sign * amount))
            self.handed[part.id] = self.handed.get(part.id, 0) + sign * amount

    def retry(self) -> None:
        """Ask again under a key that was answered; and under the same key for something else."""
        call, key, answer = self.dice.choice(self.retries)
        again = call(key)
        assert type(again) is type(answer)
        assert getattr(again, "id", None) == getattr(answer, "id", None)
        with pytest.raises(ScorekeeperError) as caught:
            members.add_member(self.desk, club_id=self.club, name=f"Neu {self.keys}", key=key)
        assert caught.value.code is ErrorCode.KEY_REUSED

    def next_night(self) -> None:
        """Leave this night as it is and begin another."""
        if sum(len(rows) for rows in self.rows.values()) < 40:
            return
        if not self.night.closed:
            self.close_or_open()
        for name, cents in self.night.results().items():
            self.results[name] = self.results.get(name, 0) + cents
        self.retries.clear()
        self.begin()

    def refused(self, code: ErrorCode, call: Call) -> None:
        self.keys += 1
        with pytest.raises(ScorekeeperError) as caught:
            call(f"audit-{self.keys:08d}")
        assert caught.value.code is code

    def step(self) -> None:
        steps: dict[Callable[[], None], int] = {
            self.record: 50,
            self.correct: 14,
            self.undo: 6,
            self.come_or_go: 8,
            self.close_or_open: 4,
            self.settle: 5,
            self.pay: 8,
            self.retry: 8,
            self.next_night: 3,
        }
        chosen = self.dice.choices(list(steps), list(steps.values()))[0]
        chosen()
        self.done[chosen.__name__] = self.done.get(chosen.__name__, 0) + 1
        self.compare(chosen.__name__)

    def compare(self, after: str) -> None:
        at = {"club_id": self.club, "night_id": self.night_id}
        kept = {one.name: cents for one, cents in ledger.balances(self.desk, **at) if cents}
        model = {name: cents for name, cents in self.night.balances().items() if cents}
        with self.desk.store.read() as tx:
            book = of_book(tx, self.club, self.night_id)
        # A cashier who did not play may hold money too.
        mine = {self.names[a[7:]]: c for a, c in book.items() if a.startswith("member:") and c}
        assert mine == model, after
        assert all(mine.get(name) == cents for name, cents in kept.items()), after
        assert sum(book.values()) == 0, after

    def compare_all(self) -> None:
        """Compare what takes longer: pots, points, the season's totals, every hash and record."""
        for table_id, table in self.night.tables.items():
            view = tables.get_table(self.desk, club_id=self.club, table_id=table_id, deals=0)
            _, pot, _, points = replay(table)
            assert view.haferl == (0 if self.night.closed else pot)
            if view.match is not None and points:
                shown = {self.names[one]: count for one, count in view.match.points.items()}
                assert shown == points
        with self.desk.store.read() as tx:
            (season,) = list_all(tx, self.club)
            book = of_book(tx, self.club, season.id)
        total = dict(self.results)
        for name, cents in self.night.results().items():
            total[name] = total.get(name, 0) + cents
        kept = {self.names[a[7:]]: c for a, c in book.items() if a.startswith("member:") and c}
        assert kept == {name: cents for name, cents in total.items() if cents}
        assert ledger.verify(self.desk, records=True) == []


def audit(url: str, clock: TickingClock, *, steps: int, seed: int) -> None:
    desk = open_desk(url, clock, "Prüfer")
    work = Workload(desk, seed)
    for count in range(steps):
        work.step()
        if count % 250 == 249:
            work.compare_all()
    work.compare_all()
    desk.close()
    assert set(work.done) == {
        *("record", "correct", "undo", "come_or_go", "close_or_open"),
        *("settle", "pay", "retry", "next_night"),
    }


def test_a_plain_model_agrees_on_sqlite(sqlite_url: str, clock: TickingClock) -> None:
    audit(sqlite_url, clock, steps=2000, seed=2026)


def test_a_plain_model_agrees_on_postgresql(postgres_url: str, clock: TickingClock) -> None:
    audit(postgres_url, clock, steps=1000, seed=2027)
