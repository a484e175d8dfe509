import pytest

from scorekeeper.ledger.money import CENTS_MAX
from scorekeeper.ledger.money import cents


@pytest.mark.parametrize("value", [0, 1, -1, CENTS_MAX, -CENTS_MAX])
def test_a_whole_number_within_the_bounds_is_cents(value: int) -> None:
    assert cents(value) == value


@pytest.mark.parametrize("value", [True, 1.0, "1", None])
def test_anything_but_an_int_is_no_amount(value: object) -> None:
    with pytest.raises(TypeError):
        cents(value)


@pytest.mark.parametrize("value", [CENTS_MAX + 1, -CENTS_MAX - 1])
def test_an_amount_beyond_the_bounds_is_refused(value: int) -> None:
    with pytest.raises(ValueError, match="beyond"):
        cents(value)
