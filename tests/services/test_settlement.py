"""The end of a night: closing, who pays whom, ticking off, carrying, opening again, voiding."""

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import NightState
from scorekeeper.services.views import SettlementView
from scorekeeper.store.balances import of_book
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick


@pytest.fixture
def table(desk: Desk) -> Round:
    """A night where Anna won 40, Bert and Caro lost 20 each."""
    played = quick(desk, "Anna Bert Caro", "bolachen")
    for _ in range(2):
        played.record(brand(played.id("Anna"), 7))
    return played


def propose(table: Round, mode: str = "transfers", cashier: str | None = None) -> SettlementView:
    return settlement.propose_settlement(
        table.desk,
        club_id=table.club_id,
        night_id=table.night_id,
        mode=mode,
        cashier_id=cashier,
        key=table.keys(),
    )


def pay(table: Round, transfer_id: str, amount: int) -> SettlementView:
    return settlement.pay_transfer(
        table.desk, club_id=table.club_id, transfer_id=transfer_id, amount=amount, key=table.keys()
    )


def state(table: Round) -> NightState:
    return nights.get_night(table.desk, club_id=table.club_id, night_id=table.night_id).state


def test_a_night_is_settled_when_all_is_paid(table: Round, desk: Desk) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        propose(table)
    assert caught.value.code is ErrorCode.NIGHT_NOT_CLOSED
    table.close()
    plan = propose(table)
    assert [(one.payer, one.payee, one.amount) for one in plan.transfers] == [
        ("Bert", "Anna", 20),
        ("Caro", "Anna", 20),
    ]
    bert, caro = plan.transfers
    half = pay(table, bert.id, 5)
    assert [one.paid for one in half.transfers] == [5, 0]
    with pytest.raises(ScorekeeperError) as caught:
        pay(table, bert.id, 16)
    assert caught.value.code is ErrorCode.TRANSFER_TOO_MUCH
    pay(table, bert.id, 15)
    assert state(table) is NightState.CLOSED
    done = pay(table, caro.id, 20)
    assert done.done
    assert state(table) is NightState.SETTLED
    assert set(table.balances().values()) == {0}
    assert {one.name: cents for one, cents in done.results} == {
        "Anna": 40,
        "Bert": -20,
        "Caro": -20,
    }
    back = settlement.unpay_transfer(
        desk, club_id=table.club_id, transfer_id=caro.id, key=table.keys()
    )
    assert not back.done
    assert state(table) is NightState.CLOSED
    assert table.balances()["Caro"] == -20
    assert ledger.verify(desk, records=True) == []


def test_a_proposal_stays_put_when_part_of_it_is_paid(table: Round) -> None:
    table.close()
    plan = propose(table)
    after = pay(table, plan.transfers[0].id, 20)
    assert [one.id for one in after.transfers] == [one.id for one in plan.transfers]
    anew = propose(table)
    assert len(anew.transfers) == 1


def test_one_cashier_collects_and_pays_though_he_did_not_play(table: Round, desk: Desk) -> None:
    dora = members.add_member(desk, club_id=table.club_id, name="Dora", key=table.keys())
    table.close()
    plan = propose(table, "cashier", dora.id)
    assert plan.cashier == "Dora"
    assert [(one.payer, one.payee) for one in plan.transfers] == [
        ("Bert", "Dora"),
        ("Caro", "Dora"),
        ("Dora", "Anna"),
    ]
    for one in plan.transfers:
        plan = pay(table, one.id, one.amount)
    assert plan.done
    assert state(table) is NightState.SETTLED


def test_carrying_moves_what_is_open_to_the_season(table: Round, desk: Desk) -> None:
    table.close()
    plan = propose(table, "carry")
    assert plan.done
    assert plan.transfers == ()
    assert state(table) is NightState.SETTLED
    night = nights.get_night(desk, club_id=table.club_id, night_id=table.night_id)
    assert night.season_id is not None
    anna = table.id("Anna")
    with desk.store.read() as tx:
        book = of_book(tx, table.club_id, night.season_id)
    assert (book[f"account:{anna}"], book[f"member:{anna}"]) == (40, 40)
    season = seasons.get_season(desk, club_id=table.club_id, season_id=night.season_id)
    assert [(one.name, cents) for one, cents in season.totals] == [
        ("Anna", 40),
        ("Bert", -20),
        ("Caro", -20),
    ]
    # Another mode afterwards takes the carrying back.
    assert len(propose(table).transfers) == 2
    with desk.store.read() as tx:
        assert of_book(tx, table.club_id, night.season_id)[f"account:{anna}"] == 0
    assert ledger.verify(desk) == []


def test_the_haferl_is_divided_at_the_end_and_lies_there_again_when_opened(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "wallachen", {"pass_out": "haferl"}, tariff=25)
    table.record(PASSED_OUT)
    dora = table.id("Dora")
    assert table.see().haferl == 75
    table.close()
    assert table.see().haferl == 0
    assert set(table.balances().values()) == {0}
    book = ledger.night_ledger(desk, club_id=table.club_id, night_id=table.night_id)
    assert [(one.kind, len(one.lines)) for one in book.events] == [("haferl_divided", 3)]
    nights.reopen_night(desk, club_id=table.club_id, night_id=table.night_id, key=table.keys())
    assert table.see().haferl == 75
    table.record(number(dora, 6, 6))
    assert table.balances()["Dora"] == 2 * 6 * 25 + 75
    table.close()
    assert ledger.verify(desk, records=True) == []


def test_a_night_in_which_something_was_paid_is_not_opened_again(table: Round) -> None:
    table.close()
    plan = propose(table)
    pay(table, plan.transfers[0].id, 1)

    def reopen() -> None:
        nights.reopen_night(
            table.desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
        )

    with pytest.raises(ScorekeeperError) as caught:
        reopen()
    assert caught.value.code is ErrorCode.SETTLEMENT_STARTED
    settlement.unpay_transfer(
        table.desk,
        club_id=table.club_id,
        transfer_id=plan.transfers[0].id,
        amount=1,
        key=table.keys(),
    )
    reopen()
    assert state(table) is NightState.OPEN
    table.record(brand(table.id("Bert"), 7))


def test_a_voided_night_counts_nothing_and_shows_why(table: Round, desk: Desk) -> None:
    table.close()
    plan = propose(table)
    pay(table, plan.transfers[0].id, 20)

    def void(reason: str) -> None:
        nights.void_night(
            desk,
            club_id=table.club_id,
            night_id=table.night_id,
            reason=reason,
            key=table.keys(),
        )

    with pytest.raises(ScorekeeperError) as caught:
        void(" ")
    assert caught.value.code is ErrorCode.REASON_NEEDED
    void("Probeabend")
    night = nights.get_night(desk, club_id=table.club_id, night_id=table.night_id)
    assert (night.state, night.void_reason) == (NightState.VOIDED, "Probeabend")
    assert set(table.balances().values()) == {0}
    assert night.season_id is not None
    season = seasons.get_season(desk, club_id=table.club_id, season_id=night.season_id)
    assert {cents for _, cents in season.totals} == {0}
    with pytest.raises(ScorekeeperError) as caught:
        void("noch einmal")
    assert caught.value.code is ErrorCode.VALUE_INVALID
    with pytest.raises(ScorekeeperError) as caught:
        table.record(brand(table.id("Bert"), 7))
    assert caught.value.code is ErrorCode.NIGHT_NOT_OPEN
    assert ledger.verify(desk, records=True) == []


def test_a_night_where_all_came_out_even_is_settled_at_once(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen", tariff=0)
    table.record(brand(table.id("Anna"), 7))
    table.close()
    assert propose(table).done
    assert state(table) is NightState.SETTLED


def test_a_payment_is_taken_back_whatever_was_proposed_since(table: Round, desk: Desk) -> None:
    """Bert's 20 were ticked off too early; by now everything goes through Caro."""
    table.close()
    first = propose(table)
    bert = first.transfers[0]
    pay(table, bert.id, 20)
    plan = propose(table, "cashier", table.id("Caro"))
    assert [(one.payer, one.payee, one.paid) for one in plan.paid_before] == [("Bert", "Anna", 20)]
    with pytest.raises(ScorekeeperError) as caught:
        nights.reopen_night(desk, club_id=table.club_id, night_id=table.night_id, key=table.keys())
    assert caught.value.code is ErrorCode.SETTLEMENT_STARTED
    with pytest.raises(ScorekeeperError) as caught:
        pay(table, bert.id, 1)
    assert caught.value.code is ErrorCode.SETTLEMENT_STALE
    settlement.unpay_transfer(desk, club_id=table.club_id, transfer_id=bert.id, key=table.keys())
    assert table.balances() == {"Anna": 40, "Bert": -20, "Caro": -20}
    now = settlement.get_settlement(desk, club_id=table.club_id, night_id=table.night_id)
    assert now is not None
    assert now.stale
    assert now.paid_before == ()
    again = propose(table, "cashier", table.id("Caro"))
    assert [(one.payer, one.payee, one.amount) for one in again.transfers] == [
        ("Bert", "Caro", 20),
        ("Caro", "Anna", 40),
    ]
    nights.reopen_night(desk, club_id=table.club_id, night_id=table.night_id, key=table.keys())
    assert state(table) is NightState.OPEN
    assert ledger.verify(desk, records=True) == []
