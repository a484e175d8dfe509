"""Settlements, proved against a slow definition and by what must hold of every one."""

import random
import time
from collections.abc import Mapping
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.ledger.settlement import EXACT_PEOPLE
from scorekeeper.ledger.settlement import after
from scorekeeper.ledger.settlement import cashier_plan
from scorekeeper.ledger.settlement import fewest_transfers


def people(amounts: Sequence[int]) -> dict[str, int]:
    return {f"m{place:02}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}


def balances_of(most: int, size: int) -> st.SearchStrategy[dict[str, int]]:
    amounts = st.integers(-size, size) | st.sampled_from([-10, 10, 20, -20])
    return st.lists(amounts, max_size=most - 1).map(people)


@cache
def fewest_by_trying(balances: tuple[int, ...]) -> int:
    """Count the fewest payments by letting the first open person settle with each other one.

    It is enough to try payments that clear the first person at once, a known lemma.
    """
    left = tuple(sorted(x for x in balances if x))
    if not left:
        return 0
    first, rest = left[0], left[1:]
    return 1 + min(
        fewest_by_trying((*rest[:i], rest[i] + first, *rest[i + 1 :])) for i in range(len(rest))
    )


@settings(max_examples=400, deadline=None)
@given(balances_of(7, 12))
def test_no_plan_has_fewer_payments(balances: dict[str, int]) -> None:
    plan = fewest_transfers(balances)
    assert plan.exact
    assert len(plan.transfers) == fewest_by_trying(tuple(balances.values()))


@settings(deadline=None)
@given(balances_of(24, 500) | balances_of(24, SUM_MAX))
def test_after_all_payments_everybody_is_at_zero(balances: dict[str, int]) -> None:
    plan = fewest_transfers(balances)
    assert not any(after(balances, plan.transfers).values())
    assert len(plan.transfers) <= max(0, sum(1 for x in balances.values() if x) - 1)
    for transfer in plan.transfers:
        assert transfer.amount > 0
        assert balances[transfer.payer] < 0 < balances[transfer.payee]


@settings(deadline=None)
@given(balances_of(12, 30), st.randoms(use_true_random=False))
def test_the_order_of_people_changes_nothing(
    balances: dict[str, int], chance: random.Random
) -> None:
    names = list(balances)
    chance.shuffle(names)
    assert fewest_transfers({name: balances[name] for name in names}) == fewest_transfers(balances)


@settings(deadline=None)
@given(balances_of(9, 40), st.data())
def test_once_one_is_paid_the_rest_still_settles(
    balances: dict[str, int], data: st.DataObject
) -> None:
    plan = fewest_transfers(balances)
    if not plan.transfers:
        return
    paid = data.draw(st.sampled_from(plan.transfers))
    rest = tuple(x for x in plan.transfers if x != paid)
    left = after(balances, [paid])
    assert not any(after(left, rest).values())
    assert len(fewest_transfers(left).transfers) == len(rest)


@settings(deadline=None)
@given(balances_of(9, 40), st.data())
def test_a_part_payment_never_lengthens_the_plan(
    balances: dict[str, int], data: st.DataObject
) -> None:
    plan = fewest_transfers(balances)
    if not plan.transfers:
        return
    paid = data.draw(st.sampled_from(plan.transfers))
    left: Mapping[str, int] = {
        **balances,
        paid.payer: balances[paid.payer] + paid.amount // 2,
        paid.payee: balances[paid.payee] - paid.amount // 2,
    }
    assert len(fewest_transfers(left).transfers) <= len(plan.transfers)


def test_an_evening_is_settled_as_people_would() -> None:
    plan = fewest_transfers({"Anna": 340, "Bert": -170, "Caro": -260, "Dora": 90})
    assert [(x.payer, x.payee, x.amount) for x in plan.transfers] == [
        ("Bert", "Anna", 80),
        ("Bert", "Dora", 90),
        ("Caro", "Anna", 260),
    ]


def test_two_groups_are_found_where_the_largest_first_would_need_more() -> None:
    plan = fewest_transfers({"a": 6, "b": -3, "c": -3, "d": 5, "e": -4, "f": -1})
    assert len(plan.transfers) == 4


def test_sixteen_people_are_exact_and_more_say_they_are_not() -> None:
    chance = random.Random(16)
    amounts = [chance.randrange(1, 10**6) * (-1) ** i for i in range(15)]
    assert fewest_transfers(people(amounts)).exact
    # Nobody here owes just what another is owed, or pairs would bring them below the limit.
    assert not fewest_transfers(people([*amounts, 10**7])).exact
    assert EXACT_PEOPLE == 16


def test_pairs_bring_a_large_table_back_to_an_exact_plan() -> None:
    plan = fewest_transfers({f"m{n}": n // 2 * 10 * (-1) ** n + 10 * (-1) ** n for n in range(40)})
    assert plan.exact
    assert len(plan.transfers) == 20


@pytest.mark.parametrize("kind", ["far apart", "small", "threes"])
def test_sixteen_people_take_no_time(kind: str) -> None:
    chance = random.Random(kind)
    amounts = {
        "far apart": [chance.randrange(1, 10**6) * (-1) ** i for i in range(15)],
        "small": [chance.choice([1, 2, 3, -4, -5, -7]) for _ in range(15)],
        "threes": [1] * 12 + [-3] * 3,
    }[kind]
    begin = time.process_time()
    fewest_transfers(people(amounts))
    assert time.process_time() - begin < 0.3


def test_balances_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        fewest_transfers({"a": 1})
    with pytest.raises(ValueError, match="add up to 1"):
        cashier_plan({"a": 1}, "a")


def test_nobody_at_the_table_needs_no_payment() -> None:
    assert fewest_transfers({}).transfers == ()
    assert fewest_transfers({"a": 0, "b": 0}).transfers == ()


@settings(deadline=None)
@given(balances_of(20, 500), st.sampled_from(["m00", "m01", "purse"]))
def test_through_a_cashier_everybody_is_at_zero(balances: dict[str, int], cashier: str) -> None:
    plan = cashier_plan(balances, cashier)
    assert not any(after(balances, plan.transfers).values())
    assert all(cashier in (x.payer, x.payee) for x in plan.transfers)
    collecting = [x.payee == cashier for x in plan.transfers]
    assert collecting == sorted(collecting, reverse=True)
