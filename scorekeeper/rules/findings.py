"""What is wrong with a record, as a value: code, place, and what a sentence about it needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field

FORMAT = "format"
UNKNOWN_PLAYER = "unknown_player"
WRONG_COUNT = "wrong_count"
CARD_TWICE = "card_twice"
CONTRADICTION = "contradiction"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One error of a report.

    `code` is a rule number or one of the words above, `path` a JSON Pointer into the record with
    its keys as written. `key` names the sentence ("findings.B15.lower") and `args` fill its
    placeholders: names and words as text, whole numbers, `Suit` and `Rank` (the sentence says
    them in its language), or a tuple of these, which the sentence lists.
    """

    code: str
    path: str
    key: str
    args: Mapping[str, object] = field(default_factory=dict)


def pointer(part: str) -> str:
    """Escape one key of an object for a JSON Pointer (RFC 6901)."""
    if "~" in part or "/" in part:
        return part.replace("~", "~0").replace("/", "~1")
    return part
