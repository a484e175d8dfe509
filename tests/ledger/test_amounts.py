"""A sheet becomes lines that bring everybody exactly what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.amounts import lines_of_amounts
from scorekeeper.ledger.balance import line_balances
from scorekeeper.ledger.balance import member_balances


@given(st.dictionaries(st.sampled_from("abcdefghij"), st.integers(-5000, 5000), max_size=9))
def test_lines_bring_everybody_what_the_sheet_says(changes: dict[str, int]) -> None:
    changes["z"] = -sum(changes.values())
    lines = lines_of_amounts(changes)
    found = member_balances(line_balances(lines))
    assert found == {member: cents for member, cents in changes.items() if cents}
    assert len(lines) <= max(0, len(found) - 1)
    assert lines == lines_of_amounts(dict(reversed(changes.items())))


def test_a_sheet_that_does_not_add_up_is_none() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        lines_of_amounts({"a": 3, "b": -2})
