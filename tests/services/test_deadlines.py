"""Corrections by their deadline, and what one in a closed night does to Haferl and money."""

import random

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import PURSE
from scorekeeper.services import corrections
from scorekeeper.services import deals
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from scorekeeper.services.verify import verify
from scorekeeper.services.views import NightState
from scorekeeper.services.views import SettlementView
from scorekeeper.store.balances import of_book
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import any_deal
from tests.services.play import brand
from tests.services.play import quick

HAFERL = {"pass_out": "haferl"}


def needed(table: Round, deal_id: str, *others: str) -> Action:
    return corrections.action_needed(
        table.desk, club_id=table.club_id, deal_id=deal_id, others=others
    )


def propose(table: Round) -> SettlementView:
    return settlement.propose_settlement(
        table.desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
    )


def test_each_deadline_needs_its_own_right_and_reason(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    first = table.record(brand(table.id("Anna"), 7)).id
    assert needed(table, first) is Action.RECORD
    table.correct(first, brand(table.id("Anna"), 8), reason="")
    last = table.record(brand(table.id("Bert"), 7)).id
    assert needed(table, last) is Action.RECORD
    assert needed(table, first) is Action.CHANGE
    assert needed(table, last, first) is Action.CHANGE
    with pytest.raises(ScorekeeperError) as refused:
        table.correct(first, brand(table.id("Anna"), 7), reason="")
    assert refused.value.code is ErrorCode.REASON_NEEDED
    table.correct(first, brand(table.id("Anna"), 7))
    table.close()
    for deal in (first, last):
        assert needed(table, deal) is Action.CHANGE_CLOSED
        with pytest.raises(ScorekeeperError) as refused:
            table.correct(deal, brand(table.id("Anna"), 9), reason="")
        assert refused.value.code is ErrorCode.REASON_NEEDED
    table.correct(last, brand(table.id("Bert"), 9))
    with pytest.raises(ScorekeeperError) as refused:
        needed(table, "nothing")
    assert refused.value.code is ErrorCode.NOT_FOUND
    assert verify(desk, records=True) == []


def test_a_right_is_good_for_what_it_was_given_for(desk: Desk) -> None:
    """Between asking and correcting another deal is recorded, and then the night is closed."""
    table = quick(desk, "Anna Bert Caro", "bolachen")
    first = table.record(brand(table.id("Anna"), 7)).id
    granted = needed(table, first)
    table.record(brand(table.id("Bert"), 7))
    with pytest.raises(ScorekeeperError) as refused:
        table.correct(first, brand(table.id("Anna"), 8), granted=granted)
    assert refused.value.code is ErrorCode.TABLE_CHANGED
    granted = needed(table, first)
    table.close()
    with pytest.raises(ScorekeeperError) as refused:
        table.correct(first, brand(table.id("Anna"), 8), granted=granted)
    assert refused.value.code is ErrorCode.TABLE_CHANGED
    table.correct(first, brand(table.id("Anna"), 8), granted=Action.CHANGE_CLOSED)


def test_a_settled_night_is_open_again_for_the_difference_alone(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    first = table.record(brand(table.id("Anna"), 7)).id
    table.close()
    plan = propose(table)
    for one in plan.transfers:
        settlement.pay_transfer(
            desk, club_id=table.club_id, transfer_id=one.id, amount=one.amount, key=table.keys()
        )
    night = nights.get_night(desk, club_id=table.club_id, night_id=table.night_id)
    assert night.state is NightState.SETTLED
    table.correct(first, brand(table.id("Bert"), 7))
    night = nights.get_night(desk, club_id=table.club_id, night_id=table.night_id)
    assert night.state is NightState.CLOSED
    again = propose(table)
    assert [(one.payer, one.payee, one.amount) for one in again.transfers] == [("Anna", "Bert", 30)]
    assert sum(one.paid for one in again.paid_before) == 20
    assert verify(desk, records=True) == []


def test_the_preview_says_of_a_closed_night_what_correcting_it_does(desk: Desk) -> None:
    """Also where the Haferl went to the purse: the members' shares are none then."""
    keys = Keys()
    for to_purse in (False, True):
        table = quick(desk, "Anna Bert Caro", "wallachen", HAFERL, keys=keys)
        purse.set_haferl(desk, club_id=table.club_id, to_purse=to_purse)
        first = table.record({"contract": {"kind": "passed_out"}}).id
        table.record({"contract": {"kind": "passed_out"}})
        table.close()
        before = table.balances()
        said = {
            "contract": {"declarer": table.id("Anna"), "kind": "number", "bid": 6},
            "tricks_taken": {table.id("Anna"): 6},
        }
        seen = deals.preview_correction(desk, club_id=table.club_id, deal_id=first, said=said)
        table.correct(first, said)
        moved = {table.id(name): cents - before[name] for name, cents in table.balances().items()}
        assert dict(seen.differences) == {one: cents for one, cents in moved.items() if cents}


def played(first: Round, told: list[dict[str, object]], *, to_purse: bool) -> Round:
    """Play another night of the same people."""
    table = quick(first.desk, "Anna Bert Caro Dora", "wallachen", HAFERL, keys=first.keys)
    purse.set_haferl(table.desk, club_id=table.club_id, to_purse=to_purse)
    for said in told:
        table.record(said)
    return table


def stands(table: Round) -> dict[str, int]:
    with table.desk.store.read() as tx:
        book = of_book(tx, table.club_id, table.night_id)
    return {**table.balances(), "purse": book.get(PURSE, 0)}


@pytest.mark.parametrize("to_purse", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_a_closed_night_corrected_stands_as_if_told_right_at_first(
    desk: Desk, seed: int, *, to_purse: bool
) -> None:
    dice = random.Random(seed)
    wrong = quick(desk, "Anna Bert Caro Dora", "wallachen", HAFERL)
    purse.set_haferl(desk, club_id=wrong.club_id, to_purse=to_purse)
    told: list[dict[str, object]] = []
    ids: list[str] = []
    for _ in range(7):
        seen = wrong.see()
        playing = [one for one in seen.seats if one not in seen.sitting_out]
        told.append(any_deal(dice, "wallachen", playing))
        ids.append(wrong.record(told[-1]).id)
    wrong.close()
    # The club says otherwise since; what was corrected goes the way it went then.
    purse.set_haferl(desk, club_id=wrong.club_id, to_purse=not to_purse)
    place = dice.randrange(7)
    record = next(one for one in wrong.see().deals if one.id == ids[place]).said
    out = set(map(str, record.get("sitting_out", ())))  # type: ignore[call-overload]
    playing = [one for one in wrong.see().seats if one not in out]
    anew = any_deal(dice, "wallachen", playing)
    while "rulings" in anew or "rulings" in told[place]:
        anew, told[place] = any_deal(dice, "wallachen", playing), {}
    wrong.correct(ids[place], anew)
    told[place] = anew
    right = played(wrong, told, to_purse=to_purse)
    right.close()
    assert stands(wrong) == stands(right)
    assert verify(desk, records=True) == []
