"""What the papers of the purse state: plain values, the same in every language."""

import hashlib
import json
from dataclasses import asdict
from dataclasses import dataclass
from datetime import date
from datetime import datetime

LAYOUT = 1
"""Goes up when the same facts are to be printed in another way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CashRowFacts:
    """A row of the cash book: what came in or went out, and what lay there after it."""

    receipt: str
    day: date
    kind: str
    category: str
    people: tuple[str, ...]
    words: str
    voucher: str
    cash: int
    bank: int
    cash_after: int
    bank_after: int
    taken_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedFacts:
    """How a month was closed: what was counted in the cash box, by whom and when."""

    counted: int
    who: str
    at: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CashBookFacts:
    """The cash book of a month ("2026-11") or, with month "", of a season by its name."""

    club: str
    month: str
    season: str
    first: date
    last: date
    cash_before: int
    bank_before: int
    rows: tuple[CashRowFacts, ...]
    cash_after: int
    bank_after: int
    counted: CountedFacts | None
    time_zone: str
    currency: str
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementFacts:
    """A movement of a member's account, and what it stood at after it."""

    day: date
    kind: str
    category: str
    night: int | None
    other: str
    words: str
    receipt: str
    cents: int
    after: int
    taken_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementFacts:
    """A member's whole account, the first movement first."""

    club: str
    member: str
    rows: tuple[MovementFacts, ...]
    cents: int
    day: date
    currency: str
    hash: str


PurseFacts = CashBookFacts | StatementFacts


def digest(facts: PurseFacts, *, language: str) -> str:
    """Return a name for the paper these facts make: the same facts, the same name."""
    stated = json.dumps(
        [LAYOUT, type(facts).__name__, language, asdict(facts)],
        default=_plain,
        ensure_ascii=True,
        separators=(",", ":"),
        sort_keys=True,
    )
    return hashlib.sha256(stated.encode("ascii")).hexdigest()


def _plain(value: object) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"not a fact: {value!r}")
