"""An amount divided by weights: whole cents, nothing lost, nobody a cent off for his place."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.division import divide

WEIGHTS = st.dictionaries(
    st.text(min_size=1, max_size=6),
    st.fractions(min_value=0, max_value=1000, max_denominator=100),
    min_size=1,
    max_size=8,
).filter(lambda weights: sum(weights.values()) > 0)


@given(st.integers(-(10**8), 10**8), WEIGHTS, st.text(max_size=10))
def test_what_everybody_gets_adds_up_and_is_within_a_cent(
    total: int, weights: dict[str, Fraction], seed: str
) -> None:
    shares = divide(total, weights, seed)
    assert sum(shares.values()) == total
    whole = sum(weights.values())
    exact = {name: abs(total) * weight / whole for name, weight in weights.items()}
    rests = {name: share - int(share) for name, share in exact.items()}
    more = {name for name, share in shares.items() if abs(share) == int(exact[name]) + 1}
    assert all(abs(share) == int(exact[name]) + (name in more) for name, share in shares.items())
    assert all(rests[one] >= rests[other] for one in more for other in set(shares) - more)
    assert shares == divide(total, dict(reversed(weights.items())), seed)
    assert {name: -share for name, share in shares.items()} == divide(-total, weights, seed)


def test_equal_rests_go_by_lot_not_by_place() -> None:
    alike = dict.fromkeys(("Anna", "Bert", "Caro"), Fraction(1))
    lucky = {
        max(s, key=lambda name: s[name]) for s in (divide(1000, alike, str(n)) for n in range(30))
    }
    assert lucky == set(alike)


@pytest.mark.parametrize(
    "weights", [{}, {"Anna": Fraction(0)}, {"Anna": Fraction(2), "B": Fraction(-1)}]
)
def test_without_weights_nothing_is_divided(weights: dict[str, Fraction]) -> None:
    with pytest.raises(ValueError, match="weights"):
        divide(100, weights, "")
