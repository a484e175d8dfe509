"""How those who are level fared in the deals they met in: the direct comparison (G9).

It is asked only where people are level, and added up from what is kept of whom somebody played
with and against, never from all deals: from a season's sums as it stands now, from its nights as
of one. A night somebody came to as a substitute, where such do not count, is left out for the two.
"""

from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from fractions import Fraction

from scorekeeper.season.ladder import ALL
from scorekeeper.season.ladder import Kind
from scorekeeper.season.ladder import Ladder
from scorekeeper.season.standings import Meeting
from scorekeeper.services import folding
from scorekeeper.store import season_nights
from scorekeeper.store import seats
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.season_nights import SeasonNightRow
from scorekeeper.store.tallies import FacetRow

Signed = tuple[int, FacetRow]
"""A side of somebody's deals, added with 1 or taken away with -1."""


class _Season:
    """Where a comparison looks: a season as a ladder counts it, with everybody's other ids."""

    def __init__(
        self,
        tx: Transaction,
        club_id: str,
        season_id: str,
        ladder: Ladder,
        aliases: Mapping[str, str],
    ) -> None:
        self.tx, self.club_id, self.id = tx, club_id, season_id
        self._ladder, self._aliases = ladder, aliases
        self._came: dict[str, frozenset[str]] = {}

    def members(self, group: Sequence[str]) -> list[str]:
        """Return every id of these people."""
        return [*group, *sorted(one for one, into in self._aliases.items() if into in group)]

    def counts(self, night_id: str, row: FacetRow) -> bool:
        """Say whether a night counts for the two whom a side is about."""
        return not self.came(night_id) & {row.member_id, row.facet.partition(":")[2]}

    def came(self, night_id: str) -> frozenset[str]:
        """Return who came to a night as a substitute, nobody where that does not matter."""
        if self._ladder.substitutes:
            return frozenset()
        if night_id not in self._came:
            self._came[night_id] = seats.substitutes(self.tx, self.club_id, night_id)
        return self._came[night_id]

    def told(self, night: SeasonNightRow) -> list[FacetRow]:
        """Return the sides of a night's deals as they count, whether it is folded or not."""
        if night.folded:
            rows = tallies.facets_of_night(self.tx, self.club_id, night.night_id)
        else:
            deals = folding.valid_deals(self.tx, self.club_id, night.night_id)
            rows = folding.facet_rows(list(deals))
        return [row for row in rows if self.counts(night.night_id, row)]

    def compared(self, group: Sequence[str], rows: Iterable[Signed]) -> dict[str, Fraction]:
        """Add up for each of a group what he has of the deals he met another of them in."""
        found = dict.fromkeys(group, 0)
        for sign, row in rows:
            side, _, other = row.facet.partition(":")
            person = self._aliases.get(row.member_id, row.member_id)
            if (
                side in ("against", "with")
                and person in found
                and self._aliases.get(other, other) in found
                and self._ladder.game in (ALL, row.game)
            ):
                money = self._ladder.kind is Kind.MONEY
                found[person] += sign * (row.counts.cents if money else row.counts.soft)
        return {person: Fraction(sum_) for person, sum_ in found.items()}


def now(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    aliases: Mapping[str, str],
    *,
    without: SeasonNightRow | None = None,
) -> Meeting:
    """Return how to compare people over all nights of a season, or over all but one."""
    season = _Season(tx, club_id, season_id, ladder, aliases)

    def met(group: Sequence[str]) -> dict[str, Fraction]:
        return season.compared(group, _sums(season, season.members(group), without))

    return met


def as_of(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    aliases: Mapping[str, str],
    nights: Collection[SeasonNightRow],
) -> Meeting:
    """Return how to compare people over some nights of a season."""
    season = _Season(tx, club_id, season_id, ladder, aliases)
    folded = {night.night_id for night in nights if night.folded}
    last = max((night.date for night in nights), default="")

    def rows(members: Iterable[str]) -> Iterator[Signed]:
        for member in members:
            for night_id, row in tallies.facets_up_to(tx, club_id, season_id, member, last):
                if night_id in folded and season.counts(night_id, row):
                    yield 1, row
        for night in nights:
            if not night.folded:
                yield from ((1, row) for row in season.told(night))

    return lambda group: season.compared(group, rows(season.members(group)))


def _sums(
    season: _Season, members: Sequence[str], without: SeasonNightRow | None
) -> Iterator[Signed]:
    """Give a season's sums, less what does not count of them, and the nights not in them yet."""
    for member in members:
        rows = tallies.facets_of_member(season.tx, season.club_id, season.id, member)
        yield from ((1, row) for row in rows)
    skipped = "" if without is None else without.night_id
    if without is not None and without.folded:
        rows = tallies.facets_of_night(season.tx, season.club_id, skipped)
        yield from ((-1, row) for row in rows)
    for night_id in _substituted(season, members) - {skipped}:
        rows = tallies.facets_of_night(season.tx, season.club_id, night_id)
        yield from ((-1, row) for row in rows if not season.counts(night_id, row))
    for night in season_nights.unfolded(season.tx, season.club_id):
        if night.season_id == season.id and night.night_id != skipped:
            yield from ((1, row) for row in season.told(night))


def _substituted(season: _Season, members: Sequence[str]) -> set[str]:
    """Name the folded nights to which one of these came as a substitute that does not count."""
    came = {
        row.member_id
        for row in tallies.of_season(season.tx, season.club_id, season.id)
        if row.game == ALL and row.substituted
    }
    return {
        row.night_id
        for member in members
        if member in came
        for row in tallies.of_member(season.tx, season.club_id, season.id, member)
        if member in season.came(row.night_id)
    }
