"""The kinds of ladders, and what a person's nights are worth in one.

A kind measures a tally as an amount, in the averages as an amount per so many deals; shares are
fractions, so nothing is ever rounded and money never leaves whole cents. With `best` only a
person's best nights count, with `drop` all but the worst; in an average a night's own average says
how good it was, and those that count are added up above and below the line. Of nights equally
good the later ones count, and of nights equally bad the earlier ones are dropped.
"""

from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.season.tally import Tally

ALL = "all"
AMOUNTS = "amounts"
GAMES = ("bolachen", "wallachen", "watten")
_FINE = 10**12


class Kind(StrEnum):
    """What a ladder ranks by; more is always better."""

    MONEY = "money"
    SOFT = "soft"
    MADE = "made"
    WON = "won"
    BETTEL_MORD = "bettel_mord"
    BUMMERL = "bummerl"
    PER_DEAL = "per_deal"
    ATTENDANCE = "attendance"


class TieBreak(StrEnum):
    """What parts people of equal value, by the numbers of docs/STANDINGS.md (G1 to G10).

    `direct` looks at who is level, `lots` is the last resort; all others at a person alone.
    """

    MONEY = "money"
    SOFT = "soft"
    MADE = "made"
    WON = "won"
    BETTEL_MORD = "bettel_mord"
    DEALS = "deals"
    NIGHTS = "nights"
    BEST_NIGHT = "best_night"
    DIRECT = "direct"
    LOTS = "lots"


AVERAGES = frozenset({Kind.MADE, Kind.WON, Kind.PER_DEAL})
AMONG_THEM = frozenset({TieBreak.DIRECT, TieBreak.LOTS})
"""What a person brings no value of his own for."""

USUAL_TIE_BREAKS = (TieBreak.SOFT, TieBreak.MADE, TieBreak.LOTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """One way to rank a season. `best` None: every night counts; `game` is one, or `all`.

    `guests` and `substitutes` say whether guests are ranked, and whether nights count to which
    somebody came as a substitute.
    """

    kind: Kind
    game: str = ALL
    best: int | None = None
    drop: int = 0
    min_nights: int = 0
    min_deals: int = 0
    guests: bool = True
    substitutes: bool = True
    tie_breaks: tuple[TieBreak, ...] = USUAL_TIE_BREAKS

    def __post_init__(self) -> None:
        assert self.best is None or not self.drop

    @property
    def selects(self) -> bool:
        """Say whether not every night counts."""
        return self.best is not None or self.drop > 0


USUAL = (
    Ladder(kind=Kind.MONEY),
    Ladder(kind=Kind.SOFT),
    Ladder(kind=Kind.MADE, min_deals=20),
    Ladder(kind=Kind.BETTEL_MORD),
    Ladder(kind=Kind.BUMMERL, game="watten"),
    Ladder(kind=Kind.ATTENDANCE),
)
"""What every season begins with, numbered from one; each is called after its kind."""


class Measured(NamedTuple):
    """What a tally is worth: an amount, and by how many it is divided (1: by nothing)."""

    amount: int
    per: int


class Night(NamedTuple):
    """A person's night in one measure; the higher the `mark`, the better the night."""

    mark: int
    night_id: str
    measured: Measured


def measure(kind: Kind, tally: Tally) -> Measured | None:
    """Measure a tally; None where it says nothing, as a share of no contracts."""
    if kind is Kind.MONEY:
        return Measured(tally.cents, 1) if tally.deals or tally.cents else None
    if not tally.deals:
        return None
    if kind is Kind.MADE:
        return Measured(tally.made, tally.declared) if tally.declared else None
    if kind is Kind.WON:
        return Measured(tally.won, tally.deals)
    if kind is Kind.PER_DEAL:
        return Measured(tally.soft, tally.deals)
    if kind is Kind.SOFT:
        return Measured(tally.soft, 1)
    if kind is Kind.BETTEL_MORD:
        return Measured(tally.bettel_made + tally.mord_made, 1)
    if kind is Kind.BUMMERL:
        return Measured(tally.matches_won - tally.matches_lost, 1)
    return Measured(1, 1)


def mark(kind: Kind, measured: Measured) -> int:
    """Return a whole number that orders nights as their worth does, within 64 bits.

    Whole numbers order themselves, money among them, however large. Two fractions with less than
    a million below the line differ by more than one part of a million million, so no two
    different ones share a mark.
    """
    if kind not in AVERAGES:
        return measured.amount
    return measured.amount * _FINE // measured.per


def nights_of(kind: Kind, tallies: Iterable[tuple[str, Tally]]) -> list[Night]:
    """Measure a person's nights, the best first."""
    found = []
    for night_id, tally in tallies:
        measured = measure(kind, tally)
        if measured is not None:
            found.append(Night(mark(kind, measured), night_id, measured))
    found.sort(reverse=True)
    return found


def extremes_wanted(ladder: Ladder) -> int:
    """Say how many of a person's best nights, or worst, decide what counts."""
    return ladder.drop + 1 if ladder.drop else ladder.best or 0


def worth(ladder: Ladder, whole: Tally, nights: int, extremes: Sequence[Night]) -> Measured | None:
    """Return what a person's season is worth in a ladder; None when nothing is to be measured.

    `whole` adds up all his nights and `nights` counts them; `extremes` are at least as many of
    his best nights, the best first, or of his worst, the worst first, as `extremes_wanted` says.
    """
    if ladder.kind is Kind.ATTENDANCE:
        measured: Measured | None = Measured(nights, 1) if nights else None
    else:
        measured = measure(ladder.kind, whole)
    if measured is None or not ladder.selects:
        return measured
    if ladder.best is not None:
        chosen = [night.measured for night in extremes[: ladder.best]]
        return _sum(ladder.kind, chosen)
    dropped = extremes[: ladder.drop] if len(extremes) > ladder.drop else extremes[:-1]
    amount = measured.amount - sum(night.measured.amount for night in dropped)
    if ladder.kind not in AVERAGES:
        return Measured(amount, 1)
    return Measured(amount, measured.per - sum(night.measured.per for night in dropped))


def _sum(kind: Kind, chosen: Sequence[Measured]) -> Measured | None:
    if not chosen:
        return None
    amount = sum(one.amount for one in chosen)
    return Measured(amount, sum(one.per for one in chosen) if kind in AVERAGES else 1)


def value_of(measured: Measured) -> Fraction:
    """Return what people are ranked by."""
    return Fraction(measured.amount, measured.per)


def tie_value(criterion: TieBreak, whole: Tally, nights: int, best: Measured | None) -> Fraction:
    """Return by how much somebody is ahead in a criterion; it looks at the whole season.

    `best` is his best night in the ladder's own measure. A share of nothing is nothing.
    """
    if criterion is TieBreak.NIGHTS:
        return Fraction(nights)
    if criterion is TieBreak.DEALS:
        return Fraction(whole.deals)
    if criterion is TieBreak.BEST_NIGHT:
        return Fraction(0) if best is None else value_of(best)
    assert criterion not in AMONG_THEM
    measured = measure(Kind(criterion.value), whole)
    return Fraction(0) if measured is None else value_of(measured)
