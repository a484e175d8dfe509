"""A night as lists and headings show it."""

from collections.abc import Iterable
from datetime import date

from scorekeeper.services import bounds
from scorekeeper.services.views import NightState
from scorekeeper.services.views import NightView
from scorekeeper.store import entries
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of
from scorekeeper.store.nights import NightRow


def read(tx: Transaction, club_id: str, night_id: str) -> NightView:
    """Return a night within a transaction.

    Raises ScorekeeperError: NOT_FOUND.
    """
    row = nights.get(tx, club_id, bounds.id_(night_id, "night"))
    if row is None:
        raise bounds.missing("night")
    return with_tables(tx, club_id, [row])[0]


def with_tables(tx: Transaction, club_id: str, rows: list[NightRow]) -> list[NightView]:
    """Return nights with their tables, read at once; they must follow each other by day."""
    if not rows:
        return []
    places = [(row.date, row.number) for row in rows]
    found: dict[str, list[tuple[str, str, int]]] = {}
    for table in nights.tables(tx, club_id, min(places), max(places)):
        found.setdefault(table.night_id, []).append((table.id, table.name, table.deals))
    held = entries.rows_of_nights(tx, club_id, min(places), max(places))
    return [view(row, found.get(row.id, []), held.get(row.id, 0)) for row in rows]


def rows_in(tx: Transaction, club_id: str, row: NightRow) -> int:
    """Count the rows of plus and minus a night holds besides its deals."""
    place = (row.date, row.number)
    return entries.rows_of_nights(tx, club_id, place, place).get(row.id, 0)


def view(row: NightRow, tables: Iterable[tuple[str, str, int]], rows: int) -> NightView:
    """Return what pages show of a night.

    `tables` are ids, names and numbers of deals, `rows` those of plus and minus without a deal.
    """
    told = tuple(tables)
    return NightView(
        id=row.id,
        number=row.number,
        date=date.fromisoformat(row.date),
        place=row.place,
        state=NightState(row.state),
        season_id=row.season_id,
        season_name=row.season_name,
        deals=sum(deals for _, _, deals in told),
        rows=rows,
        table_ids=tuple(id_ for id_, _, _ in told),
        table_names=tuple(name for _, name, _ in told),
        closed_at=None if row.closed_at is None else moment_of(row.closed_at),
        void_reason=row.void_reason,
        coin=row.coin,
        stake_limit=row.stake_limit,
        stake_mode=row.stake_mode,
    )
