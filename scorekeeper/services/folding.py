"""Folding a night: adding it to its season when it ends, taking it out again before it changes.

What is folded is exactly what the night's rows say, so taking it out undoes it to the last count.
Whoever folds holds the club's chain of entries: one at a time.
"""

import json
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Sequence

from scorekeeper.season.ladder import ALL
from scorekeeper.season.ladder import AMOUNTS
from scorekeeper.season.ladder import GAMES
from scorekeeper.season.ladder import Kind
from scorekeeper.season.ladder import mark
from scorekeeper.season.ladder import measure
from scorekeeper.season.tally import Facet
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import facets_of
from scorekeeper.season.tally import total
from scorekeeper.services import forming
from scorekeeper.store import clubs
from scorekeeper.store import deals
from scorekeeper.store import season_nights
from scorekeeper.store import seats
from scorekeeper.store import tallies
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.season_nights import SeasonNightRow
from scorekeeper.store.tallies import FacetRow
from scorekeeper.store.tallies import MarkRow
from scorekeeper.store.tallies import NightTally
from scorekeeper.store.tallies import SeasonTally

_PAGE = 1_000


def fold_night(tx: Transaction, club_id: str, night_id: str, *, rate: bool = True) -> None:
    """Add a night to its season, if it has results and is not there yet."""
    clubs.lock_chain(tx, club_id)
    row = season_nights.get(tx, club_id, night_id)
    if row is not None and not row.folded:
        _fold(tx, club_id, row, rate=rate)


def fold_all(tx: Transaction, club_id: str, *, rate: bool = True) -> None:
    """Add every night of a club that is not there yet to its season."""
    clubs.lock_chain(tx, club_id)
    for row in season_nights.unfolded(tx, club_id):
        _fold(tx, club_id, row, rate=rate)


def take_out(tx: Transaction, club_id: str, row: SeasonNightRow) -> None:
    """Take a folded night out of its season; its own rows stay."""
    rows = tallies.of_night(tx, club_id, row.night_id)
    came = seats.substitutes(tx, club_id, row.night_id)
    tallies.add_to_season(tx, club_id, row.season_id, season_rows(rows, came), sign=-1)
    tallies.drop_marks(tx, club_id, row.season_id, mark_rows(rows))
    sides = tallies.facets_of_night(tx, club_id, row.night_id)
    tallies.add_season_facets(tx, club_id, row.season_id, sides, sign=-1)
    tallies.drop_facets(tx, club_id, row.night_id)
    forming.forget_from(tx, club_id, row)
    season_nights.set_folded(tx, club_id, row.night_id, folded=False, deals=0)


def unfold_night(tx: Transaction, club_id: str, night_id: str) -> None:
    """Take a night out of its season, if it is there."""
    row = season_nights.get(tx, club_id, night_id)
    if row is not None and row.folded:
        take_out(tx, club_id, row)


def drop_night(tx: Transaction, club_id: str, night_id: str) -> None:
    """Forget a night that was voided."""
    row = season_nights.get(tx, club_id, night_id)
    if row is None:
        return
    if row.folded:
        take_out(tx, club_id, row)
    tallies.drop_night(tx, club_id, night_id)
    season_nights.drop(tx, club_id, night_id)
    forming.catch_up(tx, club_id, row.season_id)


def _fold(tx: Transaction, club_id: str, row: SeasonNightRow, *, rate: bool) -> None:
    rows = tallies.of_night(tx, club_id, row.night_id)
    came = seats.substitutes(tx, club_id, row.night_id)
    tallies.add_to_season(tx, club_id, row.season_id, season_rows(rows, came))
    tallies.add_marks(tx, club_id, row.season_id, mark_rows(rows))
    told = list(valid_deals(tx, club_id, row.night_id))
    sides = facet_rows(told)
    tallies.add_facets(tx, club_id, row.night_id, sides)
    tallies.add_season_facets(tx, club_id, row.season_id, sides)
    forming.forget_from(tx, club_id, row)
    season_nights.set_folded(tx, club_id, row.night_id, folded=True, deals=len(told))
    if rate:
        forming.catch_up(tx, club_id, row.season_id)


def valid_deals(tx: Transaction, club_id: str, night_id: str) -> Iterator[ToldRow]:
    """Give the deals of a night that count, in order."""
    after = 0
    while True:
        page = deals.page(tx, club_id, night_id, after=after, count=_PAGE)
        yield from (one for one in page if one.deal.state == "valid")
        if len(page) < _PAGE:
            return
        after = page[-1].deal.seq


def season_rows(rows: Iterable[NightTally], came: frozenset[str]) -> list[SeasonTally]:
    """Return what a night adds to its season's sums; `came` are those who were substitutes."""
    found = []
    for member, mine in _by_member(rows).items():
        for game in GAMES:
            tally = mine.get(game)
            if tally is not None and any(tally):
                played = int(tally.deals > 0)
                substituted = int(played and member in came)
                found.append(SeasonTally(game, member, tally, played, 0, substituted))
        whole = total(mine.values())
        booked = mine.get(AMOUNTS)
        if not any(whole) and (booked is None or not any(booked)):
            continue
        played = int(whole.deals > 0)
        only_booked = int(not played and whole.cents != 0)
        substituted = int(played and member in came)
        found.append(SeasonTally(ALL, member, whole, played, only_booked, substituted))
    return found


def mark_rows(rows: Iterable[NightTally]) -> list[MarkRow]:
    """Return what a night is worth to everybody, in every measure, by game and over all."""
    found = []
    for member, mine in _by_member(rows).items():
        night_id = next(row.night_id for row in rows if row.member_id == member)
        worth: dict[str, Tally] = {game: mine[game] for game in GAMES if game in mine}
        worth[ALL] = total(mine.values())
        for game, tally in worth.items():
            for kind in Kind:
                measured = None if kind is Kind.ATTENDANCE else measure(kind, tally)
                if measured is not None:
                    ordered = mark(kind, measured)
                    found.append(MarkRow(kind.value, game, member, ordered, night_id, *measured))
    return found


def facet_rows(told: Sequence[ToldRow]) -> list[FacetRow]:
    """Return the sides of a night's deals, added up for everybody."""
    summed: dict[tuple[str, str, str], list[int]] = {}
    for one in told:
        record, outcome = json.loads(one.version.record), json.loads(one.version.outcome)
        for member, facet, counts in facets_of(record, outcome):
            sums = summed.setdefault((member, one.deal.game, facet), [0, 0, 0, 0])
            for place, count in enumerate(counts):
                sums[place] += count
    return [FacetRow(*where, Facet._make(sums)) for where, sums in sorted(summed.items())]


def _by_member(rows: Iterable[NightTally]) -> dict[str, dict[str, Tally]]:
    found: dict[str, dict[str, Tally]] = {}
    for row in rows:
        found.setdefault(row.member_id, {})[row.game] = row.tally
    return found
