"""What a season's report states: its ladders as they stand, and how the money went."""

from dataclasses import dataclass
from datetime import date

from scorekeeper.i18n.ladder_words import Ladder
from scorekeeper.i18n.ladder_words import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderFacts:
    """A ladder, which version of it, and everybody's place."""

    name: str
    version: int
    ladder: Ladder
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFacts:
    """A season up to a night: `night` is its number and day, None before the first.

    `lines` are where everybody's money stood after each of `days`, in cents, the best first.
    """

    club: str
    season: str
    begins: date
    ends: date | None
    closed: bool
    night: tuple[int, date] | None
    ladders: tuple[LadderFacts, ...]
    days: tuple[date, ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    hash: str  # of the club's last entry when this was read
    entry: int
    url: str  # where anybody may read it, "" where nobody may
