"""A season as numbers for a ladder: from the kept sums as it stands now, from its nights as of one.

What is kept is asked for what was folded, plus the few nights that are not, less the last one
where the standings before it are wanted. Whoever has several ids, or came as a substitute where
that does not count, is added up from his nights; so is everybody where an earlier night is asked.
"""

from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.season import ladder as kinds
from scorekeeper.season.ladder import ALL
from scorekeeper.season.ladder import Kind
from scorekeeper.season.ladder import Ladder
from scorekeeper.season.ladder import Measured
from scorekeeper.season.ladder import Night
from scorekeeper.season.ladder import TieBreak
from scorekeeper.season.tally import NOTHING
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import minus
from scorekeeper.season.tally import plus
from scorekeeper.store import seats
from scorekeeper.store import tallies
from scorekeeper.store.engine import Transaction
from scorekeeper.store.season_nights import SeasonNightRow
from scorekeeper.store.tallies import MarkRow
from scorekeeper.store.tallies import NightTally
from scorekeeper.store.tallies import SeasonTally

Nights = dict[str, Tally]
"""A person's nights by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A person's season for a ladder: all of it, and the nights that decide what counts."""

    whole: Tally
    nights: int
    extremes: Sequence[Night]
    best: Measured | None


def now(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    aliases: Mapping[str, str],
    *,
    without: SeasonNightRow | None = None,
) -> dict[str, Sheet]:
    """Return everybody's sheet by person, of all nights or of all but one."""
    fresh = _fresh(tx, club_id, season_id, ladder, without)
    gone = _gone(tx, club_id, ladder, without)
    kept = {
        row.member_id: row
        for row in tallies.of_season(tx, club_id, season_id)
        if row.game == ladder.game
    }
    apart = _apart(tx, club_id, ladder, aliases, fresh)
    found: dict[str, Sheet] = {}
    slowly: dict[str, set[str]] = {}
    for member in sorted({*kept, *fresh}):
        person = aliases.get(member, member)
        sums = kept.get(member)
        substituted = sums is not None and sums.substituted > 0 and not ladder.substitutes
        if member in apart or substituted:
            slowly.setdefault(person, set()).add(member)
            continue
        nights = fresh.get(member, {})
        whole, count = _together(ladder, sums, gone.get(member), nights)
        found[person] = Sheet(
            whole=whole,
            nights=count,
            extremes=_extremes(tx, club_id, season_id, ladder, member, nights, without),
            best=_best(tx, club_id, season_id, ladder, member, nights, without),
        )
    for person, members in slowly.items():
        rows = [
            row
            for member in sorted(members)
            for row in tallies.of_member(tx, club_id, season_id, member)
            if without is None or row.night_id != without.night_id
        ]
        found.update(as_of(tx, club_id, rows, ladder, dict.fromkeys(members, person)))
    return found


def _fresh(
    tx: Transaction, club_id: str, season_id: str, ladder: Ladder, without: SeasonNightRow | None
) -> dict[str, Nights]:
    """Return by member the nights that are not in the season's sums."""
    fresh: dict[str, Nights] = {}
    for row in tallies.unfolded(tx, club_id, season_id):
        if (without is None or row.night_id != without.night_id) and _counts(ladder, row.game):
            nights = fresh.setdefault(row.member_id, {})
            nights[row.night_id] = plus(nights.get(row.night_id, NOTHING), row.tally)
    return fresh


def _gone(tx: Transaction, club_id: str, ladder: Ladder, without: SeasonNightRow | None) -> Nights:
    """Return by member what is in the season's sums of the night that is not wanted."""
    gone: Nights = {}
    if without is not None and without.folded:
        for row in tallies.of_night(tx, club_id, without.night_id):
            if _counts(ladder, row.game):
                gone[row.member_id] = plus(gone.get(row.member_id, NOTHING), row.tally)
    return gone


def _together(
    ladder: Ladder, sums: SeasonTally | None, gone: Tally | None, fresh: Nights
) -> tuple[Tally, int]:
    whole, count = NOTHING, 0
    if sums is not None:
        whole = sums.tally
        count = sums.nights + (sums.booked if _books(ladder) else 0)
    if gone is not None:
        whole = minus(whole, gone)
        count -= _is_night(ladder, gone)
    for tally in fresh.values():
        whole = plus(whole, tally)
        count += _is_night(ladder, tally)
    return whole, count


def as_of(
    tx: Transaction,
    club_id: str,
    rows: Iterable[NightTally],
    ladder: Ladder,
    aliases: Mapping[str, str],
) -> dict[str, Sheet]:
    """Return everybody's sheet by person from rows of nights."""
    came: dict[str, frozenset[str]] = {}
    people: dict[str, Nights] = {}
    for row in rows:
        if not _counts(ladder, row.game):
            continue
        if not ladder.substitutes:
            if row.night_id not in came:
                came[row.night_id] = seats.substitutes(tx, club_id, row.night_id)
            if row.member_id in came[row.night_id]:
                continue
        nights = people.setdefault(aliases.get(row.member_id, row.member_id), {})
        nights[row.night_id] = plus(nights.get(row.night_id, NOTHING), row.tally)
    return {person: sheet_of(ladder, nights) for person, nights in people.items()}


def sheet_of(ladder: Ladder, nights: Nights) -> Sheet:
    """Return a person's sheet from what each night brought him."""
    whole, count = NOTHING, 0
    for tally in nights.values():
        whole = plus(whole, tally)
        count += _is_night(ladder, tally)
    ordered = kinds.nights_of(ladder.kind, nights.items())
    extremes = ordered[::-1] if ladder.drop else ordered
    return Sheet(
        whole=whole,
        nights=count,
        extremes=extremes[: kinds.extremes_wanted(ladder)],
        best=ordered[0].measured if ordered and _has_best(ladder) else None,
    )


def _counts(ladder: Ladder, game: str) -> bool:
    return game == ladder.game or ladder.game == ALL


def _books(ladder: Ladder) -> bool:
    """Say whether nights with amounts and no deals count as nights: where money is ranked."""
    return ladder.kind is Kind.MONEY and ladder.game == ALL


def _is_night(ladder: Ladder, tally: Tally) -> int:
    return int(tally.deals > 0 or (_books(ladder) and tally.cents != 0))


def _apart(
    tx: Transaction,
    club_id: str,
    ladder: Ladder,
    aliases: Mapping[str, str],
    fresh: Mapping[str, Nights],
) -> set[str]:
    """Name the ids whose sums do not tell the whole of a person, or tell too much."""
    apart = {*aliases, *aliases.values()}
    if not ladder.substitutes:
        for night_id in {night for nights in fresh.values() for night in nights}:
            apart |= seats.substitutes(tx, club_id, night_id)
    return apart


def _extremes(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    member: str,
    fresh: Nights,
    without: SeasonNightRow | None,
) -> list[Night]:
    wanted = kinds.extremes_wanted(ladder)
    if not wanted:
        return []
    best = not ladder.drop
    found = _marks(tx, club_id, season_id, ladder, member, without, count=wanted, best=best)
    found += kinds.nights_of(ladder.kind, fresh.items())
    return sorted(found, reverse=best)[:wanted]


def _best(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    member: str,
    fresh: Nights,
    without: SeasonNightRow | None,
) -> Measured | None:
    if not _has_best(ladder):
        return None
    found = _marks(tx, club_id, season_id, ladder, member, without, count=1, best=True)
    found += kinds.nights_of(ladder.kind, fresh.items())
    return max(found).measured if found else None


def _has_best(ladder: Ladder) -> bool:
    """Say whether a best night matters; to be there is worth the same every night."""
    return TieBreak.BEST_NIGHT in ladder.tie_breaks and ladder.kind is not Kind.ATTENDANCE


def _marks(
    tx: Transaction,
    club_id: str,
    season_id: str,
    ladder: Ladder,
    member: str,
    without: SeasonNightRow | None,
    *,
    count: int,
    best: bool,
) -> list[Night]:
    rows = tallies.extremes(
        tx,
        club_id,
        season_id,
        measure=ladder.kind.value,
        game=ladder.game,
        member_id=member,
        count=count + 1,
        best=best,
    )
    skipped = None if without is None else without.night_id
    return [_night(row) for row in rows if row.night_id != skipped][:count]


def _night(row: MarkRow) -> Night:
    return Night(row.mark, row.night_id, Measured(row.amount, row.per))
