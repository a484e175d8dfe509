"""The ledger of a night as people read it."""

import pytest

from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services.desk import Desk
from tests.services.play import PASSED_OUT
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick


def test_a_night_is_read_page_by_page(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    for _ in range(7):
        table.record(brand(table.id("Anna"), 7))
    at = {"club_id": table.club_id, "night_id": table.night_id}
    numbers, after, balance = [], None, []
    while True:
        page = ledger.night_ledger(desk, **at, after=after, limit=3)
        numbers += [deal.number for deal in page.deals]
        balance += [deal.balances_after[table.id("Anna")] for deal in page.deals]
        after = page.next_after
        if after is None:
            break
    assert numbers == [1, 2, 3, 4, 5, 6, 7]
    assert balance == [20, 40, 60, 80, 100, 120, 140]
    assert page.balances == {table.id("Anna"): 140, table.id("Bert"): -70, table.id("Caro"): -70}
    assert [one.name for one in page.members] == ["Anna", "Bert", "Caro"]
    assert len(page.hash) == 64
    for wrong in ("x", "-1", "9" * 30):
        with pytest.raises(ScorekeeperError):
            ledger.night_ledger(desk, **at, after=wrong)


def test_running_balances_after_a_correction_are_those_of_the_corrected_deals(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    anna = table.id("Anna")
    first = table.record(brand(anna, 7))
    table.record(brand(anna, 7))
    table.record(brand(anna, 7))
    table.undo()
    table.correct(first.id, brand(anna, 5))
    page = ledger.night_ledger(desk, club_id=table.club_id, night_id=table.night_id)
    assert [(one.number, one.state) for one in page.deals] == [
        (1, "valid"),
        (2, "valid"),
        (3, "undone"),
    ]
    assert [one.balances_after[anna] for one in page.deals] == [-20, 0, 0]
    assert [one.replaced_by for one in page.deals[2].history] == ["undone"]


def test_the_haferl_and_what_happened_besides_deals_are_shown(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    table.record(PASSED_OUT)
    table.record(number(table.id("Anna"), 6, 5))
    at = {"club_id": table.club_id, "night_id": table.night_id}
    page = ledger.night_ledger(desk, **at)
    assert [(one.haferl_change, one.haferl_after) for one in page.deals] == [(30, 30), (0, 30)]
    assert page.haferl == 30
    table.close()
    page = ledger.night_ledger(desk, **at)
    assert page.haferl == 0
    (divided,) = page.events
    assert divided.lines == (
        ("haferl", "Anna", 10),
        ("haferl", "Bert", 10),
        ("haferl", "Caro", 10),
    )


def test_a_night_without_a_table_has_an_empty_ledger(desk: Desk) -> None:
    club = clubs.create_club(desk, name="Verein").id
    night = nights.start_night(desk, club_id=club, key="the-night").id
    page = ledger.night_ledger(desk, club_id=club, night_id=night)
    assert (page.deals, page.tables, page.hash, page.next_after) == ((), (), "", None)
    assert ledger.balances(desk, club_id=club, night_id=night) == ()
