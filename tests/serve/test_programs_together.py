"""Thirty-two programs at once, recording, correcting and settling: nothing lost, nothing twice.

Each of eight tables has four programs that know nothing of each other. Every one of them records
and corrects; then all four close the evening, propose and pay at the same time.
"""

import http.client
import json
import random
import threading
from dataclasses import dataclass
from dataclasses import field
from pathlib import Path
from typing import Any

from scorekeeper.clock import system_clock
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services import tokens
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from tests.serve.service import Service
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick

TABLES, AT_EACH, DEALS = 8, 4, 3
SCOPES = [scope.value for scope in tokens.SCOPES]


@dataclass(slots=True)
class Program:
    """One program with a key of its own and a connection that is kept."""

    port: int
    key: str
    club_id: str
    name: str
    answers: list[int] = field(default_factory=list)
    recorded: list[str] = field(default_factory=list)
    corrected: int = 0

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any, str]:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = {"Authorization": f"Bearer {self.key}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = None if body is None else json.dumps(body)
        if content is not None:
            sent["Content-Type"] = "application/json"
        try:
            line.request(method, f"/api/v1/clubs/{self.club_id}{path}", content, sent)
            answer = line.getresponse()
            told = json.loads(answer.read() or b"null")
            self.answers.append(answer.status)
            return answer.status, told, answer.getheader("ETag") or ""
        finally:
            line.close()

    def play(self, table: Round, people: list[str], dice: random.Random) -> None:
        """Record and correct; when somebody else was faster, look again and repeat it."""
        for number in range(DEALS):
            said = brand(dice.choice(people), dice.randint(3, 10))
            key = f"{self.name}-deal-{number}"
            path = f"/tables/{table.table.id}/deals"
            for _ in range(2):  # the second time as after a lost answer
                status, deal, _tag = self.ask("POST", path, {"said": said}, Idempotency_Key=key)
                assert status == 201, deal
            self.recorded.append(deal["id"])
            self.correct(deal["id"], brand(dice.choice(people), dice.randint(3, 10)), number)

    def correct(self, deal_id: str, said: dict[str, Any], number: int) -> None:
        path = f"/deals/{deal_id}"
        for attempt in range(50):
            _, _, seen = self.ask("GET", path)
            status, told, _ = self.ask(
                "POST",
                path + "/correction",
                {"said": said, "reason": "verzählt"},
                Idempotency_Key=f"{self.name}-correct-{number}-{attempt}",
                If_Match=seen,
            )
            if status == 200:
                self.corrected += 1
                return
            assert status == 412, told
        raise AssertionError("others were always faster")

    def settle(self, table: Round) -> None:
        """Close, propose and pay; the same keys at each of the four, so that it is done once."""
        night = f"/nights/{table.night_id}"
        once = f"settle-{table.night_id}"
        status, told, _ = self.ask("POST", night + "/close", Idempotency_Key=once + self.name)
        assert status in (200, 409), told
        status, plan, _ = self.ask(
            "POST",
            night + "/settlement",
            {"mode": "transfers"},
            Idempotency_Key="plan-" + once + self.name,
        )
        assert status in (201, 409), plan
        for _ in range(50):
            _, plan, _ = self.ask("GET", night + "/settlement")
            open_ = [one for one in plan["transfers"] if one["paid"] < one["amount"]]
            if plan["done"] or not open_:
                return
            for one in open_:
                left = one["amount"] - one["paid"]
                key = f"pay-{self.name}-{one['id']}"
                status, told, _ = self.ask(
                    "POST", f"/transfers/{one['id']}/pay", {"amount": left}, Idempotency_Key=key
                )
                assert status in (200, 409, 422), told
        raise AssertionError("it was never settled")


def test_sums_are_exact_and_nothing_is_lost(database_url: str, tmp_path: Path) -> None:
    desk = open_desk(database_url, system_clock, "Anna")
    club = [quick(desk, f"A{n} B{n} C{n}", "bolachen", keys=Keys(f"t{n}")) for n in range(TABLES)]
    settings = {"SCOREKEEPER_DATABASE_URL": database_url}
    with Service(tmp_path / "data", "--threads", "16", settings=settings) as service:
        programs = [
            (
                table,
                Program(
                    service.port,
                    tokens.create_token(
                        desk, club_id=table.club_id, name=f"P{n}-{m}", scopes=SCOPES
                    ).text,
                    table.club_id,
                    f"program-{n}-{m}",
                ),
            )
            for n, table in enumerate(club)
            for m in range(AT_EACH)
        ]
        people = {table.table.id: list(table.see().seats) for table in club}
        together(
            [
                (one.play, (table, people[table.table.id], random.Random(one.name)))
                for table, one in programs
            ]
        )
        for table in club:
            mine = [one for other, one in programs if other is table]
            proven(desk, table, mine)
        together([(one.settle, (table,)) for table, one in programs])
    for table in club:
        assert (
            nights.get_night(desk, club_id=table.club_id, night_id=table.night_id).state.value
            == "settled"
        )
        plan = settlement.get_settlement(desk, club_id=table.club_id, night_id=table.night_id)
        assert plan is not None
        assert plan.done
        assert all(one.paid == one.amount for one in plan.transfers)
    statuses = {status for _, one in programs for status in one.answers}
    assert not {status for status in statuses if status >= 500}, statuses
    assert ledger.verify(desk, club_id=club[0].club_id, records=True) == []
    desk.close()


def proven(desk: Desk, table: Round, programs: list[Program]) -> None:
    """Every deal that was answered for is there once, and together they say what everybody has."""
    shown = tables.get_table(desk, club_id=table.club_id, table_id=table.table.id, deals=200)
    told = sorted(deal for one in programs for deal in one.recorded)
    assert sorted(deal.id for deal in shown.deals) == told
    assert len(told) == AT_EACH * DEALS
    assert sum(len(deal.history) for deal in shown.deals) <= sum(one.corrected for one in programs)
    summed: dict[str, int] = {}
    for deal in shown.deals:
        for member, cents in deal.changes.items():
            summed[member] = summed.get(member, 0) + cents
    assert {one.member_id: one.balance for one in shown.people} == {
        one.member_id: summed.get(one.member_id, 0) for one in shown.people
    }
    assert sum(summed.values()) == 0


def together(work: list[tuple[Any, tuple[Any, ...]]]) -> None:
    """Do it all at once; whatever fails in a thread fails here."""
    failures: list[BaseException] = []

    def run(do: Any, values: tuple[Any, ...]) -> None:
        try:
            do(*values)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=one) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    assert not failures, failures[0]
    assert not any(thread.is_alive() for thread in threads)
