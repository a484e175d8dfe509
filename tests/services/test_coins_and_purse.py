"""The purse as one of those who pay, and paying in coins: in the ledger, on both databases."""

import random

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import season_account
from scorekeeper.ledger.rounding import lot
from scorekeeper.services import cash_book
from scorekeeper.services import ledger
from scorekeeper.services import money_rules
from scorekeeper.services import nights
from scorekeeper.services import purse
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from scorekeeper.services.views import NightState
from scorekeeper.services.views import SettlementView
from scorekeeper.store import entries
from scorekeeper.store import nights as night_rows
from scorekeeper.store.balances import of_book
from scorekeeper.store.nights import NightRow
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import any_deal
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick

HAFERL = {"pass_out": "haferl"}


def propose(table: Round, mode: str = "transfers", cashier: str | None = None) -> SettlementView:
    return settlement.propose_settlement(
        table.desk,
        club_id=table.club_id,
        night_id=table.night_id,
        mode=mode,
        cashier_id=cashier,
        key=table.keys(),
    )


def pay_all(table: Round, plan: SettlementView) -> SettlementView:
    for one in plan.transfers:
        plan = settlement.pay_transfer(
            table.desk,
            club_id=table.club_id,
            transfer_id=one.id,
            amount=one.amount - one.paid,
            key=table.keys(),
        )
    return plan


def told(plan: SettlementView) -> list[tuple[str, str, int]]:
    return sorted((one.payer, one.payee, one.amount) for one in plan.transfers)


def book(table: Round) -> dict[str, int]:
    with table.desk.store.read() as tx:
        return of_book(tx, table.club_id, table.night_id)


def to_purse(desk: Desk) -> Round:
    """Begin a night of Wallachen whose Haferl of 30 cents is the club's at its end.

    Anna won 20 and put 10 into the Haferl, Bert and Caro lost 10 and put in 10 each.
    """
    table = quick(desk, "Anna Bert Caro", "wallachen", HAFERL)
    purse.set_haferl(desk, club_id=table.club_id, to_purse=True)
    table.record(number(table.id("Bert"), 6, 5))
    table.record(PASSED_OUT)
    return table


def test_the_purse_is_paid_what_went_to_it(desk: Desk) -> None:
    table = to_purse(desk)
    stands = table.balances()
    pot = -sum(stands.values())
    assert pot > 0
    table.close()
    plan = propose(table)
    assert plan.purse == pot
    assert "Kasse" in {one.payee for one in plan.transfers}
    received = sum(one.amount for one in plan.transfers if one.payee_id == PURSE)
    assert received == pot
    plan = pay_all(table, plan)
    assert plan.done
    assert plan.purse == 0
    assert plan.night.state is NightState.SETTLED
    assert {one.name: cents for one, cents in plan.results} == stands
    accounts = book(table)
    assert (accounts[PURSE], accounts[CASH]) == (pot, -pot)
    with desk.store.read() as tx:
        clubs_own = of_book(tx, table.club_id, table.club_id)
    assert (clubs_own[PURSE], clubs_own[CASH]) == (pot, -pot)
    # Taken back, it is open again, and the cash box is as empty as before.
    (to_till,) = [one for one in plan.transfers if one.payee_id == PURSE]
    plan = settlement.unpay_transfer(
        desk, club_id=table.club_id, transfer_id=to_till.id, key=table.keys()
    )
    assert plan.purse == to_till.amount
    assert plan.night.state is NightState.CLOSED
    assert verify(desk, records=True) == []


def test_the_purse_is_paid_in_cash_or_at_the_bank_and_back_from_there(desk: Desk) -> None:
    table = to_purse(desk)
    table.close()
    plan = propose(table)
    assert plan.purse_places == ("cash",)
    (one,) = [x for x in plan.transfers if x.payee_id == PURSE]
    ask = {"club_id": table.club_id, "transfer_id": one.id}

    def pay(amount: int, place: str | None) -> SettlementView:
        return settlement.pay_transfer(desk, **ask, amount=amount, place=place, key=table.keys())

    pay(one.amount - 7, "bank")
    plan = pay(5, None)
    assert plan.purse_places == ("cash", "bank")
    accounts = book(table)
    assert (accounts[BANK], accounts[CASH]) == (7 - one.amount, -5)
    day = plan.night.date
    shown = cash_book.get_cash_book(desk, club_id=table.club_id, first=day, last=day)
    assert [(told.cash, told.bank, told.booking.receipt) for told in shown.rows] == [
        (0, one.amount - 7, "2026-1"),
        (5, one.amount - 7, "2026-2"),
    ]
    # What was paid last is taken back first, and the rest from where it lies.
    settlement.unpay_transfer(desk, **ask, amount=6, key=table.keys())
    accounts = book(table)
    assert (accounts[BANK], accounts[CASH]) == (8 - one.amount, 0)
    settlement.unpay_transfer(desk, **ask, key=table.keys())
    accounts = book(table)
    assert (accounts[BANK], accounts[CASH]) == (0, 0)
    assert verify(desk, records=True) == []
    pay(one.amount, "bank")
    nights.void_night(
        desk, club_id=table.club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    found = cash_book.get_purse(desk, club_id=table.club_id)
    assert (found.cash, found.bank, found.purse) == (0, 0, 0)
    assert verify(desk, records=True) == []


def test_only_money_of_the_purse_has_a_place(desk: Desk) -> None:
    table = to_purse(desk)
    table.close()
    plan = propose(table)
    for one in plan.transfers:
        wrong = "under the bed" if PURSE in (one.payer_id, one.payee_id) else "bank"
        with pytest.raises(ScorekeeperError) as refused:
            settlement.pay_transfer(
                desk,
                club_id=table.club_id,
                transfer_id=one.id,
                amount=1,
                place=wrong,
                key=table.keys(),
            )
        assert refused.value.code is ErrorCode.VALUE_INVALID
        assert refused.value.place == "place"


def test_the_purse_speaks_the_readers_language(desk: Desk) -> None:
    table = to_purse(desk)
    table.close()
    propose(table)
    english = desk.acting("Anna", "en")
    plan = settlement.get_settlement(english, club_id=table.club_id, night_id=table.night_id)
    assert plan is not None
    assert "Purse" in {one.payee for one in plan.transfers}


def test_through_a_cashier_the_purse_is_paid_by_him(desk: Desk) -> None:
    table = to_purse(desk)
    stands = table.balances()
    table.close()
    plan = propose(table, "cashier", table.id("Anna"))
    assert ("Anna", "Kasse", -sum(stands.values())) in told(plan)
    assert all("Anna" in (payer, payee) for payer, payee, _ in told(plan))
    assert pay_all(table, plan).done
    assert not any(cents for _, cents in pay_all(table, propose(table)).balances)
    assert verify(desk) == []


def test_carrying_owes_the_purse_from_the_members_accounts(desk: Desk) -> None:
    table = to_purse(desk)
    stands = table.balances()
    table.close()
    plan = propose(table, "carry")
    assert plan.done
    assert plan.purse == 0
    assert plan.transfers == ()
    accounts = book(table)
    for name, cents in stands.items():
        assert accounts[season_account(table.id(name))] == cents
        assert accounts[member_account(table.id(name))] == 0
    # Carried or not, it can be settled in cash after all.
    assert pay_all(table, propose(table)).done
    assert verify(desk) == []


def test_a_corrected_night_asks_the_purse_for_the_difference_only(desk: Desk) -> None:
    table = to_purse(desk)
    table.close()
    pay_all(table, propose(table))
    last = table.see().deals[0]
    table.correct(last.id, number(table.id("Anna"), 6, 6))
    night = nights.get_night(desk, club_id=table.club_id, night_id=table.night_id)
    assert night.state is NightState.CLOSED
    plan = propose(table)
    # Nothing lies in the Haferl any more, so the purse gives back all it got.
    assert plan.purse == -30
    assert sum(one.amount for one in plan.transfers if one.payer_id == PURSE) == 30
    assert pay_all(table, plan).done
    assert book(table).get(PURSE) == 0
    assert verify(desk, records=True) == []


def test_voiding_a_night_gives_the_cash_back_by_the_cash_book(desk: Desk) -> None:
    table = to_purse(desk)
    table.close()
    plan = pay_all(table, propose(table))
    # One payment was taken back and made again before.
    one = plan.transfers[0]
    settlement.unpay_transfer(desk, club_id=table.club_id, transfer_id=one.id, key=table.keys())
    nights.void_night(
        desk, club_id=table.club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    assert not any(book(table).values())
    (season,) = seasons.list_seasons(desk, club_id=table.club_id)
    totals = seasons.get_season(desk, club_id=table.club_id, season_id=season.id).totals
    assert not any(cents for _, cents in totals)
    assert verify(desk, records=True) == []


def fewest(amounts: list[int]) -> int:
    """Count the fewest payments by trying who settles with whom, slowly."""
    left = sorted(x for x in amounts if x)
    if not left:
        return 0
    first, rest = left[0], left[1:]
    return 1 + min(fewest([*rest[:i], rest[i] + first, *rest[i + 1 :]]) for i in range(len(rest)))


@pytest.mark.parametrize("seed", range(3))
def test_with_the_purse_too_nobody_finds_fewer_payments(desk: Desk, seed: int) -> None:
    dice = random.Random(seed)
    table = quick(desk, "Anna Bert Caro Dora Emil", "wallachen", HAFERL)
    purse.set_haferl(desk, club_id=table.club_id, to_purse=True)
    for _ in range(8):
        seen = table.see()
        out = seen.sitting_out
        table.record(any_deal(dice, "wallachen", [m for m in seen.seats if m not in out]))
    table.record(PASSED_OUT)
    stands = list(table.balances().values())
    table.close()
    plan = propose(table)
    assert len(plan.transfers) == fewest([*stands, -sum(stands)])
    assert pay_all(table, plan).done
    assert verify(desk) == []


def in_coins(desk: Desk, coin: int | None = 10) -> Round:
    """Begin a night at 7 cents a unit that pays in coins; Anna won 28, Bert and Caro lost 14."""
    table = quick(desk, "Anna Bert Caro", "bolachen", tariff=7)
    for _ in range(2):
        table.record(brand(table.id("Anna"), 7))
    money_rules.set_night_rules(
        desk, club_id=table.club_id, night_id=table.night_id, coin=coin, stake_limit=None
    )
    return table


def test_paying_in_coins_is_seen_in_the_ledger_and_changes_no_result(desk: Desk) -> None:
    table = in_coins(desk)
    assert table.balances() == {"Anna": 28, "Bert": -14, "Caro": -14}
    table.close()
    plan = propose(table)
    # Remainders 8, 6, 6 are two coins: Anna's by R4, the other drawn between Bert and Caro by R5.
    with desk.store.read() as tx:
        (closed,) = [row for row in nights_rows(table) if row.id == table.night_id]
        assert closed.closed_at is not None
        seed = entries.hash_until(tx, table.club_id, table.night_id, closed.closed_at)
    lucky = min(("Bert", "Caro"), key=lambda name: lot(seed, table.id(name)))
    other = "Caro" if lucky == "Bert" else "Bert"
    assert told(plan) == sorted([(lucky, "Anna", 10), (other, "Anna", 20)])
    assert dict(plan.rounded) == {"Anna": 2, lucky: 4, other: -6}
    assert {one.name: cents for one, cents in plan.results} == {
        "Anna": 28,
        "Bert": -14,
        "Caro": -14,
    }
    assert pay_all(table, plan).done
    shown = ledger.night_ledger(desk, club_id=table.club_id, night_id=table.night_id)
    assert "rounding" in [one.kind for one in shown.events]
    (season,) = seasons.list_seasons(desk, club_id=table.club_id)
    totals = seasons.get_season(desk, club_id=table.club_id, season_id=season.id).totals
    assert {one.name: cents for one, cents in totals} == {"Anna": 28, "Bert": -14, "Caro": -14}
    # Worked out again it says the same, and books nothing anew.
    count = len(shown.events)
    assert propose(table).transfers == ()
    shown = ledger.night_ledger(desk, club_id=table.club_id, night_id=table.night_id)
    assert len(shown.events) == count
    assert verify(desk, records=True) == []


def nights_rows(table: Round) -> list[NightRow]:
    with table.desk.store.read() as tx:
        return list(night_rows.page(tx, table.club_id, before=10**9, count=10))


def test_a_correction_after_rounding_moves_only_what_it_must(desk: Desk) -> None:
    table = in_coins(desk)
    table.close()
    first = pay_all(table, propose(table))
    table.correct(table.see().deals[0].id, brand(table.id("Anna"), 8))
    plan = propose(table)
    stands = {one.name: cents for one, cents in plan.results}
    paid = {
        name: sum(one.paid * ((one.payer == name) - (one.payee == name)) for one in first.transfers)
        for name in stands
    }
    again = {
        name: sum(
            one.amount * ((one.payer == name) - (one.payee == name)) for one in plan.transfers
        )
        for name in stands
    }
    for name, cents in stands.items():
        assert (paid[name] + again[name]) % 10 == 0
        assert abs(cents + paid[name] + again[name]) < 10
    assert sum(cents for _, cents in plan.rounded) == 0
    assert pay_all(table, plan).done
    assert verify(desk, records=True) == []


def test_carrying_is_exact_and_opening_again_takes_the_rounding_back(desk: Desk) -> None:
    table = in_coins(desk)
    table.close()
    propose(table)
    propose(table, "carry")
    accounts = book(table)
    assert {n: accounts[season_account(table.id(n))] for n in ("Anna", "Bert", "Caro")} == {
        "Anna": 28,
        "Bert": -14,
        "Caro": -14,
    }
    propose(table)
    nights.reopen_night(desk, club_id=table.club_id, night_id=table.night_id, key=table.keys())
    assert table.balances() == {"Anna": 28, "Bert": -14, "Caro": -14}
    table.close()
    propose(table)
    nights.void_night(
        desk, club_id=table.club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    assert not any(book(table).values())
    assert verify(desk, records=True) == []


def test_the_purse_is_rounded_like_anybody(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", HAFERL, tariff=7)
    purse.set_haferl(desk, club_id=table.club_id, to_purse=True)
    money_rules.set_night_rules(
        desk, club_id=table.club_id, night_id=table.night_id, coin=10, stake_limit=None
    )
    table.record(PASSED_OUT)
    table.close()
    plan = propose(table)
    assert all(one.amount % 10 == 0 for one in plan.transfers)
    assert dict(plan.rounded)["Kasse"] == -1
    assert pay_all(table, plan).done
    accounts = book(table)
    assert (accounts[PURSE], accounts[CASH]) == (20, -20)
    assert verify(desk) == []


def test_a_club_says_what_its_new_evenings_begin_with(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    money_rules.set_money_rules(
        desk, club_id=table.club_id, coin=5, stake_limit=500, stake_mode="refuse"
    )
    told_rules = money_rules.get_money_rules(desk, club_id=table.club_id)
    assert (told_rules.coin, told_rules.stake_limit, told_rules.stake_mode) == (5, 500, "refuse")
    first = nights.get_night(desk, club_id=table.club_id, night_id=table.night_id)
    assert (first.coin, first.stake_limit) == (None, None)
    later = nights.start_night(desk, club_id=table.club_id, key=table.keys())
    assert (later.coin, later.stake_limit, later.stake_mode) == (5, 500, "refuse")
    again = money_rules.set_night_rules(
        desk, club_id=table.club_id, night_id=later.id, coin=None, stake_limit=None
    )
    assert (again.coin, again.stake_limit, again.stake_mode) == (None, None, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"coin": 7, "stake_limit": None},
        {"coin": True, "stake_limit": None},
        {"coin": None, "stake_limit": 0},
        {"coin": None, "stake_limit": 100, "stake_mode": "shout"},
    ],
)
def test_what_nobody_can_agree_on_is_refused(desk: Desk, wrong: dict[str, object]) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    with pytest.raises(ScorekeeperError) as refused:
        money_rules.set_money_rules(desk, club_id=table.club_id, **wrong)  # type: ignore[arg-type]
    assert refused.value.code is ErrorCode.VALUE_INVALID
