import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import haferl_account
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.purse import haferl_division
from scorekeeper.ledger.purse import haferl_payers
from scorekeeper.ledger.purse import haferl_to_purse
from scorekeeper.ledger.purse import split_haferl

POT = haferl_account("t1")
A, B, C, D = (member_account(x) for x in "abcd")


def test_the_odd_cents_go_to_the_earliest_payers() -> None:
    assert split_haferl(11, ["caro", "anna", "bert"]) == {"caro": 4, "anna": 4, "bert": 3}


def test_who_paid_twice_counts_once_where_he_paid_first() -> None:
    assert split_haferl(5, ["anna", "bert", "anna"]) == {"anna": 3, "bert": 2}


@given(st.integers(0, 10**9), st.lists(st.text(min_size=1), min_size=1, unique=True))
def test_shares_are_the_pot_and_differ_by_a_cent_at_most(pot: int, payers: list[str]) -> None:
    shares = split_haferl(pot, payers)
    assert sum(shares.values()) == pot
    assert list(shares) == payers
    assert sorted(shares.values(), reverse=True) == list(shares.values())
    assert max(shares.values()) - min(shares.values()) <= 1


def test_an_empty_pot_needs_no_payers() -> None:
    assert split_haferl(0, []) == {}
    assert split_haferl(0, ["anna"]) == {"anna": 0}


def test_a_pot_nobody_paid_into_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody paid"):
        split_haferl(1, [])
    with pytest.raises(ValueError, match="no debts"):
        split_haferl(-1, ["anna"])


def test_payers_are_those_since_the_pot_was_last_taken() -> None:
    first = [line(A, POT, 10), line(B, POT, 10), line(C, POT, 10)]
    assert haferl_payers(first, POT) == (A, B, C)
    taken = [*first, line(B, A, 60), line(POT, A, 30)]
    assert haferl_payers(taken, POT) == ()
    again = [*taken, line(D, POT, 10), line(A, POT, 10), line(D, POT, 10)]
    assert haferl_payers(again, POT) == (D, A)


def test_another_table_s_pot_does_not_matter() -> None:
    assert haferl_payers([line(A, haferl_account("t2"), 10)], POT) == ()


def test_dividing_leaves_the_pot_empty() -> None:
    paid = [line(A, POT, 10), line(B, POT, 10), line(C, POT, 10), line(POT, D, 9)]
    book = line_balances([*paid, *haferl_division(21, haferl_payers(paid, POT), POT)])
    assert book == {POT: 0, A: -3, B: -3, C: -3, D: 9}
    assert haferl_division(1, [A, B], POT) == (line(POT, A, 1),)
    assert haferl_division(0, [], POT) == ()


def test_a_pot_may_go_to_the_purse() -> None:
    assert haferl_to_purse(21, POT) == (line(POT, PURSE, 21),)
    assert haferl_to_purse(0, POT) == ()
