"""What ladders show: exact where it can be, rounded as people round where not."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.i18n.season_values import rating_value
from scorekeeper.i18n.season_values import standing_value


@pytest.mark.parametrize(
    ("kind", "amount", "per", "german", "english"),
    [
        ("money", 123456, 1, "+1.234,56", "+1,234.56"),
        ("money", -5, 1, "−0,05", "−0.05"),
        ("soft", 12, 1, "+12", "+12"),
        ("soft", -12, 1, "−12", "−12"),
        ("soft", 0, 1, "0", "0"),
        ("made", 19, 30, "63,3\N{NO-BREAK SPACE}%", "63.3%"),
        ("made", 1, 1, "100,0\N{NO-BREAK SPACE}%", "100.0%"),
        ("won", 1, 16, "6,3\N{NO-BREAK SPACE}%", "6.3%"),
        ("per_deal", -3, 8, "−0,38", "−0.38"),
        ("per_deal", 5, 1, "+5,00", "+5.00"),
        ("bettel_mord", 4, 1, "4", "4"),
        ("bummerl", -2, 1, "−2", "−2"),
        ("attendance", 17, 1, "17", "17"),
    ],
)
def test_values(kind: str, amount: int, per: int, german: str, english: str) -> None:
    assert standing_value(kind, amount, per, "de") == german
    assert standing_value(kind, amount, per, "en") == english


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**4))
def test_an_average_is_shown_within_half_a_hundredth(amount: int, per: int) -> None:
    shown = standing_value("per_deal", amount, per, "en").replace("−", "-")
    assert abs(Fraction(shown) - Fraction(amount, per)) <= Fraction(1, 200)


def test_ratings() -> None:
    assert rating_value(27_449_999, "de") == "27,4"
    assert rating_value(-1_250_000, "en") == "−1.3"
