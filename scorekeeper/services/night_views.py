"""A night as lists and headings show it."""

from collections.abc import Iterable
from datetime import date

from scorekeeper.services import bounds
from scorekeeper.services.views import NightState
from scorekeeper.services.views import NightView
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
    return [view(row, found.get(row.id, [])) for row in rows]


def view(row: NightRow, tables: Iterable[tuple[str, str, int]]) -> NightView:
    """Return what pages show of a night; `tables` are ids, names and numbers of deals."""
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
        table_ids=tuple(id_ for id_, _, _ in told),
        table_names=tuple(name for _, name, _ in told),
        closed_at=None if row.closed_at is None else moment_of(row.closed_at),
        void_reason=row.void_reason,
        coin=row.coin,
        stake_limit=row.stake_limit,
        stake_mode=row.stake_mode,
    )
