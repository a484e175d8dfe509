"""Many people saving at once: nobody is lost, nobody counts twice, the chain holds."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import TableView
from scorekeeper.store.engine import Transaction
from tests.services.play import brand
from tests.services.play import quick

THREADS = 8
EACH = 15


def together(count: int, work: Callable[[int], None]) -> list[BaseException]:
    """Run work in so many threads that start at the same moment; return what they raised."""
    start = threading.Barrier(count)
    raised: list[BaseException] = []

    def run(number: int) -> None:
        start.wait()
        try:
            work(number)
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def several_tables(desk: Desk) -> list[TableView]:
    """Open eight tables in one night of one club."""
    club = clubs.create_club(desk, name="Verein").id
    night = nights.start_night(desk, club_id=club, key="the-night")
    rules = house_rules.preset_house_rules(desk, club_id=club, game="bolachen", preset="rulebook")
    found = []
    for number in range(THREADS):
        people = members.members_named(
            desk, club_id=club, names=[f"{letter}{number}" for letter in "ABC"]
        )
        found.append(
            tables.open_table(
                desk,
                club_id=club,
                night_id=night.id,
                game="bolachen",
                house_rules_id=rules.id,
                tariff=10,
                member_ids=[one.id for one in people],
                key=f"table-{number:04d}",
            )
        )
    return found


def test_eight_tables_record_at_once(desk: Desk) -> None:
    at = several_tables(desk)
    club = at[0].club.id

    def work(number: int) -> None:
        table = at[number]
        for count in range(EACH):
            said = brand(table.seats[0], 7)
            key = f"deal-{number}-{count:04d}"
            for _ in range(2):  # each is sent twice, as by a phone that lost the answer
                deals.record_deal(desk, club_id=club, table_id=table.id, said=said, key=key)

    assert together(THREADS, work) == []
    for table in at:
        seen = tables.get_table(desk, club_id=club, table_id=table.id)
        assert seen.next_number == EACH + 1
        assert [one.balance for one in seen.people] == [20 * EACH, -10 * EACH, -10 * EACH]
    assert ledger.verify(desk, records=True) == []


def test_eight_people_record_at_one_table(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    anna = table.id("Anna")

    def work(number: int) -> None:
        for count in range(EACH):
            table.record(brand(anna, 7), key=f"deal-{number}-{count:04d}")

    assert together(THREADS, work) == []
    assert table.see().next_number == THREADS * EACH + 1
    assert table.balances()["Anna"] == 20 * THREADS * EACH
    assert [one.number for one in table.see().deals] == list(range(THREADS * EACH, 0, -1))
    assert ledger.verify(desk, records=True) == []


def test_the_same_key_sent_at_once_counts_once(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    said = brand(table.id("Anna"), 7)
    made: list[str] = []

    def work(_number: int) -> None:
        made.append(table.record(said, key="one-and-the-same").id)

    assert together(THREADS, work) == []
    assert len(set(made)) == 1
    assert table.balances()["Anna"] == 20


@pytest.mark.parametrize("asked", ["by revision", "by tag", "by both"])
def test_who_asks_again_while_the_first_is_under_way_gets_its_answer(
    desk: Desk, asked: str
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    seen = table.see()
    said = brand(table.id("Anna"), 7)
    thing = conditions.table(table.club_id, table.table.id)
    tags = frozenset({conditions.tag(conditions.look(desk, thing))})
    at = desk if asked == "by revision" else conditions.unless_changed(desk, thing, tags, "table")
    under_way, goes_on = threading.Event(), threading.Event()
    made: list[str] = []

    def held(tx: Transaction) -> None:
        """Hold the table, as the first request does, until the second has come."""
        thing.hold(tx)
        if at.before is not None:
            at.before(tx)
        under_way.set()
        assert goes_on.wait(20)

    def work(number: int) -> None:
        if number:
            assert under_way.wait(20)
        made.append(
            deals.record_deal(
                at if number else replace(desk, before=held),
                club_id=table.club_id,
                table_id=table.table.id,
                said=said,
                key="one-and-the-same",
                expected_revision=None if asked == "by tag" else seen.revision,
            ).id
        )

    def release() -> None:
        assert under_way.wait(20)
        time.sleep(0.5)
        assert made == []
        goes_on.set()

    releasing = threading.Thread(target=release)
    releasing.start()
    assert together(4, work) == []
    releasing.join()
    assert len(made) == 4
    assert len(set(made)) == 1
    assert table.balances()["Anna"] == 20


def test_of_those_who_expect_the_same_revision_one_saves(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    said = brand(table.id("Anna"), 7)

    def work(number: int) -> None:
        table.record(said, key=f"at-once-{number}", expected_revision=1)

    raised = together(THREADS, work)
    codes = [error.code for error in raised if isinstance(error, ScorekeeperError)]
    assert codes == [ErrorCode.TABLE_CHANGED] * (THREADS - 1)
    assert table.see().next_number == 2


def test_closing_while_others_record_leaves_nothing_behind(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    said: dict[str, Any] = {"contract": {"kind": "passed_out"}}
    saved: list[str] = []

    def work(number: int) -> None:
        if number == 0:
            table.close()
            return
        for count in range(EACH):
            saved.append(table.record(said, key=f"pass-{number}-{count:04d}").id)

    for error in together(THREADS, work):
        assert isinstance(error, ScorekeeperError)
        assert error.code is ErrorCode.NIGHT_NOT_OPEN
    seen = table.see()
    assert seen.next_number == len(saved) + 1
    assert (seen.haferl, sum(table.balances().values())) == (0, 0)
    assert ledger.verify(desk, records=True) == []


def test_a_member_gets_one_seat_though_two_tables_want_him(desk: Desk) -> None:
    at = several_tables(desk)
    club = at[0].club.id
    guest = members.add_member(desk, club_id=club, name="Gast", key="the-guest")

    def work(number: int) -> None:
        tables.join_table(desk, club_id=club, table_id=at[number].id, member_id=guest.id, place=0)

    raised = together(THREADS, work)
    codes = [error.code for error in raised if isinstance(error, ScorekeeperError)]
    assert codes == [ErrorCode.SEAT_TAKEN] * (THREADS - 1)


def test_correcting_and_recording_at_once(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    anna = table.id("Anna")
    first = table.record({"contract": {"kind": "passed_out"}})

    def work(number: int) -> None:
        for count in range(5):
            if number % 2:
                said = {"contract": {"kind": "passed_out"}}
                table.record(said, key=f"pass-{number}-{count:04d}")
            else:
                better = {
                    "contract": {"declarer": anna, "kind": "number", "bid": 6},
                    "tricks_taken": {anna: 6 + (number + count) % 3},
                }
                table.correct(first.id, better, key=f"better-{number}-{count:04d}")

    assert together(4, work) == []
    assert table.see().next_number == 12
    assert table.see().haferl == 300
    assert ledger.verify(desk, records=True) == []


@pytest.mark.parametrize("name", ["Anna", "ANNA"])
def test_a_name_is_given_once_though_asked_for_at_once(desk: Desk, name: str) -> None:
    club = clubs.create_club(desk, name="Verein").id

    def work(number: int) -> None:
        members.add_member(desk, club_id=club, name=name, key=f"member-{number:04d}")

    raised = together(THREADS, work)
    codes = [error.code for error in raised if isinstance(error, ScorekeeperError)]
    assert codes == [ErrorCode.NAME_TAKEN] * (THREADS - 1)


def test_one_private_club_though_many_open_the_first_page(desk: Desk) -> None:
    found: list[str] = []
    assert together(THREADS, lambda _: found.append(clubs.private_club(desk).id)) == []
    assert len(set(found)) == 1
