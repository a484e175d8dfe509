"""Which rows of a sheet are totals: left out by themselves, or asked about.

A row is left out when it is called a total *and* is the sum of its evening or of all so far. The
word without the sum asks. The sum without the word asks where a total would stand: in the last row
with amounts, below three others, or where every evening of several rows ends in its sum. Elsewhere
a row that is the sum so far is one by chance.
"""

from collections.abc import Collection
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field

from scorekeeper.services.import_rows import SheetRow

_BELOW = 3  # so many rows, the last one may be their total
_SEVERAL = 3  # rows of an evening, its total among them


@dataclass(slots=True, kw_only=True)
class Sorted:
    """Rows sorted into deals and totals; those in doubt are in neither, by their numbers.

    `called` are rows called a total that are the sum of nothing, `unnamed` rows that are a sum and
    do not say so.
    """

    deals: list[SheetRow] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    called: list[int] = field(default_factory=list)
    unnamed: list[int] = field(default_factory=list)
    empty: int = 0


@dataclass(slots=True)
class _Sums:
    """What rows add up to so far, all of them and by evening."""

    all: dict[int, int] = field(default_factory=dict)
    evenings: dict[str, dict[int, int]] = field(default_factory=dict)

    def add(self, row: SheetRow) -> None:
        for sums in (self.all, self.evenings.setdefault(row.day, {})):
            for place, cents in row.changes.items():
                sums[place] = sums.get(place, 0) + cents

    def match(self, row: SheetRow, evening: str) -> bool:
        known = (self.all, self.evenings.get(evening, {}))
        return any(row.changes == _moved(sums) for sums in known)


def sort_rows(
    rows: Sequence[SheetRow],
    said_totals: Collection[int],
    said_deals: Collection[int],
    *,
    every_row: bool = False,
) -> Sorted:
    """Return which rows are deals and which are totals; what was said of a row holds.

    A row that moves nothing is no deal, unless `every_row` is one.
    """
    found = Sorted()
    counted, suspected = _Sums(), _Sums()  # without and with rows that are in doubt
    last_day = ""
    for row in rows:
        if row.number in said_totals:
            found.totals.append(row.number)
        elif row.is_total and row.number not in said_deals:
            evening = row.evening if row.evening in counted.evenings else last_day
            if row.readable and (counted.match(row, evening) or suspected.match(row, evening)):
                found.totals.append(row.number)
            elif row.readable and not row.changes:
                found.empty += 1
            else:
                found.called.append(row.number)
                suspected.add(row)
        elif row.changes or every_row:
            found.deals.append(row)
            counted.add(row)
            suspected.add(row)
            last_day = row.day
        else:
            found.empty += 1
    found.unnamed = _unnamed(rows, found, set(said_deals))
    return found


def _unnamed(rows: Sequence[SheetRow], found: Sorted, said_deals: set[int]) -> list[int]:
    """Return rows that are the sum where a total would stand, but are not called one."""
    doubtful = set()
    deals = found.deals
    last = max((row.number for row in rows if row.changes), default=0)
    if deals and deals[-1].number == last and len(deals) > _BELOW:
        evening = [row for row in deals[:-1] if row.day == deals[-1].day]
        alike = [some for some in (deals[:-1], evening) if len(some) >= _BELOW]
        if any(_sum(some) == deals[-1].changes for some in alike):
            doubtful.add(last)
    doubtful |= _ends_of_evenings(rows, set(found.totals))
    return sorted(doubtful - said_deals)


def _ends_of_evenings(rows: Sequence[SheetRow], totals: set[int]) -> set[int]:
    """Return the last rows of evenings where each of several rows ends in its sum."""
    evenings: dict[str, list[SheetRow]] = {}
    named: set[str] = set()  # evenings that end in a row called their total
    for row in rows:
        if not row.changes:
            continue
        if row.number not in totals:
            evenings.setdefault(row.day, []).append(row)
            named.discard(row.day)
        elif row.changes == _sum(evenings.get(row.evening, ())):
            named.add(row.evening)
    before = _Sums()
    ends: list[SheetRow] = []
    several = []
    for day, deals in evenings.items():
        count = len(deals) + (day in named)
        if count >= _SEVERAL:
            several.append(count)
        if count >= _SEVERAL and day not in named:
            for row in deals[:-1]:
                before.add(row)
            if deals[-1].changes not in (_sum(deals[:-1]), _moved(before.all)):
                return set()
            ends.append(deals[-1])
        else:
            for row in deals:
                before.add(row)
    lone = len(several) == 1 and several[0] <= _BELOW
    return set() if lone else {row.number for row in ends}


def _sum(rows: Sequence[SheetRow]) -> dict[int, int]:
    sums = _Sums()
    for row in rows:
        sums.add(row)
    return _moved(sums.all)


def _moved(sums: dict[int, int]) -> dict[int, int]:
    return {place: cents for place, cents in sums.items() if cents}
