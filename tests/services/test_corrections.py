"""Corrections: nothing is erased, and all comes out as if it had been told rightly at first."""

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import deals
from scorekeeper.services import entries
from scorekeeper.services import house_rules
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from tests.services.play import MISDEAL
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won


def test_i7_a_correction_shows_what_was_and_what_is(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    wrong = table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Bert"), 7))
    preview = deals.preview_correction(
        desk, club_id=table.club_id, deal_id=wrong.id, said=brand(table.id("Anna"), 5)
    )
    assert preview.differences == {
        table.id("Anna"): -40,
        table.id("Bert"): 20,
        table.id("Caro"): 20,
    }
    assert preview.rescored == ()
    deal = table.correct(wrong.id, brand(table.id("Anna"), 5), reason="verzählt")
    assert (deal.outcome["tricks"], deal.reason, deal.cause) == (5, "verzählt", "corrected")
    assert [(one.outcome["tricks"], one.reason) for one in deal.history] == [(7, "verzählt")]
    assert table.balances() == {"Anna": -30, "Bert": 30, "Caro": 0}
    assert ledger.verify(desk, records=True) == []


def test_a_reason_is_needed_once_a_later_deal_was_recorded(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    first = table.record(brand(table.id("Anna"), 7))
    table.correct(first.id, brand(table.id("Anna"), 6), reason="")
    table.record(brand(table.id("Anna"), 7))
    with pytest.raises(ScorekeeperError) as caught:
        table.correct(first.id, brand(table.id("Anna"), 5), reason="  ")
    assert caught.value.code is ErrorCode.REASON_NEEDED


def test_a_correction_that_changes_nothing_is_not_recorded(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    first = table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Bert"), 7))
    before = entries.list_entries(desk, club_id=table.club_id, purse=True)
    again = table.correct(first.id, brand(table.id("Anna"), 7), reason="")
    assert (again.cause, again.history) == ("recorded", ())
    assert entries.list_entries(desk, club_id=table.club_id, purse=True) == before
    table.correct(first.id, brand(table.id("Anna"), 6), reason="verzählt")
    again = table.correct(first.id, brand(table.id("Anna"), 6), reason="noch einmal")
    assert (again.reason, len(again.history)) == ("verzählt", 1)
    assert ledger.verify(desk, records=True) == []


def test_the_haferl_is_carried_through_a_correction(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    anna = table.id("Anna")
    first = table.record(number(anna, 6, 6))
    later = table.record(number(anna, 6, 7))
    assert later.changes[anna] == 140
    preview = deals.preview_correction(
        desk, club_id=table.club_id, deal_id=first.id, said=PASSED_OUT
    )
    assert preview.rescored == (2,)
    table.correct(first.id, PASSED_OUT)
    seen = deals.get_deal(desk, club_id=table.club_id, deal_id=later.id)
    assert (seen.changes[anna], seen.cause) == (170, "rescored")
    assert [one.cause for one in seen.history] == ["recorded"]
    assert table.balances() == {"Anna": 160, "Bert": -80, "Caro": -80}
    assert ledger.verify(desk, records=True) == []


def test_later_deals_that_become_impossible_must_be_corrected_in_the_same_step(
    desk: Desk,
) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "watten")
    anna, bert = table.id("Anna"), table.id("Bert")
    first = table.record(won(bert))
    for _ in range(3):
        table.record(won(bert))
    later = table.record(won(anna, (bert, "accept")))
    assert later.match_after[anna] == 3
    # Two points more for Bert's side make it gespannt, and then it could not have raised.
    better = won(bert, (bert, "accept"))
    with pytest.raises(ScorekeeperError) as caught:
        table.correct(first.id, better)
    assert caught.value.code is ErrorCode.LATER_DEALS_BREAK
    ((broken, shown, sentence),) = caught.value.values["deals"]
    assert (broken, shown) == (later.id, 5)
    assert "Bert" in sentence
    preview = deals.preview_correction(desk, club_id=table.club_id, deal_id=first.id, said=better)
    assert [one[0] for one in preview.impossible] == [later.id]
    table.correct(first.id, better, others={later.id: won(anna)})
    match = table.see().match
    assert match is not None
    assert (match.points[anna], match.points[bert]) == (3, 9)
    assert ledger.verify(desk, records=True) == []


def test_an_undone_deal_is_not_corrected(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    deal = table.record(brand(table.id("Anna"), 7))
    table.undo()
    with pytest.raises(ScorekeeperError) as caught:
        table.correct(deal.id, brand(table.id("Anna"), 6))
    assert caught.value.code is ErrorCode.DEAL_UNDONE


def test_correcting_the_last_deal_to_a_misdeal_gives_the_deal_back(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    deal = table.record(brand(table.id("Anna"), 7))
    assert table.see().dealer_id == table.id("Anna")
    table.correct(deal.id, MISDEAL)
    assert table.see().dealer_id == table.id("Caro")
    assert table.balances() == {"Anna": 0, "Bert": 0, "Caro": 0}
    assert ledger.verify(desk, records=True) == []


def test_after_closing_a_correction_divides_the_haferl_anew_and_what_was_paid_stays(
    desk: Desk,
) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    anna = table.id("Anna")
    first = table.record(number(anna, 6, 6))
    table.record(PASSED_OUT)
    table.close()
    plan = settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
    )
    paid = settlement.pay_transfer(
        desk,
        club_id=table.club_id,
        transfer_id=plan.transfers[0].id,
        amount=plan.transfers[0].amount,
        key=table.keys(),
    )
    assert not paid.stale
    table.correct(first.id, number(anna, 6, 8))
    stale = settlement.get_settlement(desk, club_id=table.club_id, night_id=table.night_id)
    assert stale is not None
    assert stale.stale
    assert [one.paid for one in stale.transfers] == [one.paid for one in paid.transfers]
    with pytest.raises(ScorekeeperError) as caught:
        settlement.pay_transfer(
            desk,
            club_id=table.club_id,
            transfer_id=plan.transfers[1].id,
            amount=1,
            key=table.keys(),
        )
    assert caught.value.code is ErrorCode.SETTLEMENT_STALE
    anew = settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
    )
    assert sum(one.amount for one in anew.transfers) == 160 - plan.transfers[0].amount
    table.correct(first.id, PASSED_OUT)
    assert table.see().haferl == 0
    assert ledger.verify(desk, records=True) == []


def test_two_tables_of_a_night_do_not_touch_each_other(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    first = table.record(PASSED_OUT)
    guests = quick(desk, "Dora Emil Fritz", "bolachen", keys=table.keys)
    rules = house_rules.list_house_rules(desk, club_id=table.club_id, game="wallachen")[0]
    nights.close_night(desk, club_id=table.club_id, night_id=guests.night_id, key=table.keys())
    second = tables.open_table(
        desk,
        club_id=table.club_id,
        night_id=table.night_id,
        game="wallachen",
        house_rules_id=rules.id,
        tariff=10,
        member_ids=guests.table.seats,
        key=table.keys(),
    )
    other = Round(desk=desk, table=second, keys=table.keys)
    other.record(PASSED_OUT)
    table.correct(first.id, number(table.id("Anna"), 6, 6))
    assert (table.see().haferl, other.see().haferl) == (0, 30)
    assert ledger.verify(desk, records=True) == []
