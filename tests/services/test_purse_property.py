"""Random bookings against a treasurer with pencil and paper, on both databases."""

import random
from collections import defaultdict

import pytest

from scorekeeper.services import cash_book
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services import verify
from scorekeeper.services.desk import Desk
from scorekeeper.services.purse_views import BookingView
from tests.services.treasurer import TODAY
from tests.services.treasurer import Club
from tests.services.treasurer import Paper
from tests.services.treasurer import any_booking
from tests.services.treasurer import found_club


@pytest.mark.parametrize("seed", range(2))
def test_every_sum_is_what_the_treasurer_has_on_paper(desk: Desk, seed: int) -> None:
    dice = random.Random(seed)
    club, paper = found_club(desk), Paper()
    for kind, name, amount in (("fee", "Startgeld", 200), ("fine", "Handy am Tisch", 100)):
        purse_items.add_item(desk, club_id=club.club_id, kind=kind, name=name, amount=amount)
    if seed:
        told = {"Anna": 1250, "Bert": -300}
        purse.open_books(
            desk,
            club_id=club.club_id,
            cash=4321,
            bank=10_000,
            accounts={club.ids[name]: cents for name, cents in told.items()},
            key=club.keys(),
        )
        paper.add(4321, 10_000, 4321 + 10_000 - 950, **told)
    done: list[tuple[BookingView, Paper]] = []
    for _ in range(50):
        any_booking(dice, club, paper, done)
        seen = cash_book.get_purse(desk, club_id=club.club_id)
        assert (seen.cash, seen.bank, seen.purse) == (paper.cash, paper.bank, paper.purse)
        assert seen.agrees
        assert seen.nights == 0
    assert club.accounts() == {name: paper.accounts.get(name, 0) for name in club.ids}
    assert seen.credit + seen.debt == sum(paper.accounts.values())
    assert verify.verify(desk) == []
    _statements_end_where_they_should(club, paper)
    _the_cash_book_runs_through(club, paper)


def _statements_end_where_they_should(club: Club, paper: Paper) -> None:
    for name, member in [*club.ids.items(), ("", None)]:
        rows, before = [], None
        while True:
            page = cash_book.get_statement(
                club.desk, club_id=club.club_id, member_id=member, before=before, limit=7
            )
            rows += page.rows
            before = page.next_before
            if before is None:
                break
        ends = paper.accounts.get(name, 0) if member else paper.purse
        assert page.cents == ends
        running = 0
        for row in reversed(rows):
            running += row.cents
            assert row.after == running
        assert running == ends


def _the_cash_book_runs_through(club: Club, paper: Paper) -> None:
    first = TODAY.replace(month=1, day=1)
    rows, after = [], None
    while True:
        page = cash_book.get_cash_book(
            club.desk, club_id=club.club_id, first=first, last=TODAY, after=after, limit=9
        )
        rows += page.rows
        after = page.next_after
        if after is None:
            break
    assert [row.booking.day for row in rows] == sorted(row.booking.day for row in rows)
    cash = bank = 0
    for row in rows:
        cash, bank = cash + row.booking.cash, bank + row.booking.bank
        assert (row.cash, row.bank) == (cash, bank)
    assert (cash, bank) == (paper.cash, paper.bank)
    numbers = defaultdict(list)
    for row in rows:
        year, _, number = row.booking.receipt.partition("-")
        assert int(year) == row.booking.day.year
        numbers[year].append(int(number))
    assert all(sorted(found) == list(range(1, len(found) + 1)) for found in numbers.values())
    late = cash_book.get_cash_book(
        club.desk, club_id=club.club_id, first=TODAY, last=TODAY, limit=500
    )
    before = [row for row in rows if row.booking.day < TODAY]
    assert late.cash_before == (before[-1].cash if before else 0)
    assert [row.booking.entry for row in late.rows] == [
        row.booking.entry for row in rows if row.booking.day == TODAY
    ]
