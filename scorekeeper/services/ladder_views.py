"""What services of standings and statistics answer with: plain values, names beside ids.

Money is whole cents. A value is `amount` over `per`, exactly: cents, points or a count over 1, or
an average. Ratings are millionths.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderView:
    """One version of a ladder. `seed` is what lots are drawn from."""

    id: str
    season_id: str
    number: int
    name: str
    version: int
    kind: str
    game: str  # or all
    best: int | None
    drop: int
    min_nights: int
    min_deals: int
    guests: bool
    substitutes: bool
    tie_breaks: tuple[str, ...]
    seed: str
    who: str
    at: datetime
    retired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonNightView:
    """A night of a season, as a list to choose from shows it."""

    id: str
    number: int
    date: date


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """Where somebody stands. Without a place he is not ranked, for the reason given.

    `moved` is by how many places he rose since the night before, negative for who fell, None for
    who was not ranked then. `missing`: few_nights, few_deals.
    """

    member_id: str
    name: str
    active: bool
    guest: bool
    place: int | None
    shared: bool
    amount: int
    per: int
    nights: int
    deals: int
    counted: tuple[str, ...]  # night ids, where only the best count; else ()
    dropped: tuple[str, ...]
    moved: int | None = None
    tied_with: tuple[str, ...] = ()  # names
    decided_by: str | None = None
    tie_values: Mapping[str, tuple[int, int]] | None = None  # criterion -> amount, per
    lot: str = ""  # first digits of his lot, where lots decided
    missing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsView:
    """A ladder as it stands after a night, `night` None before the first."""

    season_id: str
    season_name: str
    ladder: LadderView
    night: SeasonNightView | None
    rows: tuple[StandingRow, ...]  # the ranked by place, then the others by value
    closed: bool  # the season is closed: this is how it ended


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingRow:
    """How strong somebody seems to be: between `low` and `high` with 95 in 100, in millionths."""

    member_id: str
    name: str
    place: int
    mu: int
    low: int
    high: int
    deals: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsView:
    """The ratings of a game, by the lower end. `behind`: so many nights are not in it yet."""

    season_id: str
    game: str
    rows: tuple[RatingRow, ...]
    behind: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    """One side of somebody's deals: a contract, a trump, a role, an opponent, a partner."""

    game: str
    side: str  # declarer, defender, contract, trump, against, with
    what: str  # the contract, the suit, or the other's name; "" for a role
    deals: int
    won: int
    soft: int
    cents: int
    member_id: str = ""  # the other's


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPoint:
    """A night in somebody's series; `sum` is the season's up to it, in cents."""

    night: SeasonNightView
    deals: int
    rows: int  # of plus and minus without a deal, all that the night holds
    cents: int
    soft: int
    sum: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RunView:
    """How often in a row: now (negative for lost), and the longest, won and lost."""

    game: str
    now: int
    longest_won: int
    longest_lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonStatistics:
    """What somebody would look at about his own season."""

    season_id: str
    season_name: str
    member_id: str
    name: str
    nights: int
    totals: Mapping[str, Mapping[str, int]]  # game or all -> what is counted -> how much
    sides: tuple[SideView, ...]
    runs: tuple[RunView, ...]
    ratings: tuple[tuple[str, int, int], ...]  # game, mu, sigma
    best: tuple[NightPoint, ...]  # the best night by money, () before the first
    worst: tuple[NightPoint, ...]
    series: tuple[NightPoint, ...]  # the last nights, the oldest first


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberSeries:
    """Somebody's last nights, the oldest first; `cents` is what his season stands at."""

    member_id: str
    name: str
    cents: int
    points: tuple[NightPoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStatistics:
    """A season over all. `sides` are contracts and trumps by who declared, in Watten by all."""

    season_id: str
    season_name: str
    sides: tuple[SideView, ...]
    series: tuple[MemberSeries, ...]  # the richest first
    nights: tuple[SeasonNightView, ...]  # the last ones, the oldest first
