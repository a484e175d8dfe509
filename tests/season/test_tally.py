"""What a deal is counted under does not depend on the pack it was written down with."""

from typing import Any

import pytest

from scorekeeper.season.tally import facets_of

SEATS = ["Anna", "Bert", "Caro", "Dora"]
OUTCOME: dict[str, Any] = {
    "result": {"side": ["Anna", "Caro"], "match_won_by": []},
    "soft": {"Anna": 2, "Bert": -2, "Caro": 2, "Dora": -2},
    "money": dict.fromkeys(SEATS, 0),
}


@pytest.mark.parametrize(
    ("pack", "said", "counted"),
    [
        ("german", "S", "S"),
        ("german", "g", "G"),
        ("german", "L", "G"),
        ("french", "S", "G"),
        ("french", "♠", "G"),
        ("french", "♦", "S"),
        ("french", "c", "E"),
    ],
)
def test_trumps_of_watten_are_counted_by_suit(pack: str, said: str, counted: str) -> None:
    record = {"game": "watten", "seats": SEATS, "pack": pack, "contract": {"trump": said}}
    sides = {side for name, side, _ in facets_of(record, OUTCOME) if name == "Anna"}
    assert sides == {"against:Bert", "against:Dora", "with:Caro", f"trump:{counted}"}


def test_a_trump_nobody_said_is_not_counted() -> None:
    record = {"game": "watten", "seats": SEATS}
    assert not {s for _, s, _ in facets_of(record, OUTCOME) if s.startswith("trump")}
