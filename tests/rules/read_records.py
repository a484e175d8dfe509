"""Short ways for the tests of reading: four tables, and the errors of a record."""

from typing import Any

from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import DealRecord

B: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "bolachen",
    "seats": ["Anna", "Bert", "Caro"],
    "dealer": "Caro",
}
W = {**B, "game": "wallachen"}
T = {**B, "game": "watten", "seats": ["Anna", "Bert", "Caro", "Dora"]}
TEN = ["EA", "EK", "EO", "EU", "E10", "E9", "E8", "E7", "GA", "GK"]


def errors(record: object) -> list[tuple[str, str]]:
    """Give code and path of all errors of stages 1 to 4."""
    read = read_object(record)
    if isinstance(read, DealRecord):
        return []
    return sorted((finding.code, finding.path) for finding in read)


def good(record: object) -> DealRecord:
    """Read a record that is right."""
    read = read_object(record)
    assert isinstance(read, DealRecord), read
    return read


def shape(*paths: str) -> list[tuple[str, str]]:
    """Give the errors of shape at these paths."""
    return sorted(("format", path) for path in paths)
