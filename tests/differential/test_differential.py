"""The product and the second implementation agree on seeded random records of all three games."""

import pytest

from tests.differential.__main__ import published_records
from tests.differential.comparison import differences
from tests.differential.comparison import random_text

BLOCK = 200


@pytest.mark.parametrize("block", range(10))
def test_reports_agree(block: int) -> None:
    published = published_records()
    differing = {}
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        data = random_text(seed, published)
        found = differences(data)
        if found:
            differing[seed] = (data.decode("utf-8", "replace"), found)
    assert not differing
