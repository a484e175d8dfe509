"""The ledger as it was written, entry by entry: for programs that keep a copy of it."""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.veiling import veil_of
from scorekeeper.store import entries
from scorekeeper.store.moments import moment_of

PAGE_MAX = 1000
_NUMBER_MAX = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLineView:
    """Money that goes from one account to another: `debit` falls, `credit` rises."""

    debit: str
    credit: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryView:
    """One entry of the chain. `about` is the id of the deal or payment it is about."""

    number: int
    kind: str
    night_id: str | None
    table_id: str | None
    about: str | None
    reverses: int | None
    who: str
    at: datetime
    why: str
    hash: str
    lines: tuple[EntryLineView, ...]


def list_entries(
    desk: Desk, *, club_id: str, after: int = 0, limit: int = 100, purse: bool
) -> tuple[EntryView, ...]:
    """Return entries in the order they were written, those after a number.

    Without `purse` only those that belong to a night: what the club books of its own money and of
    its members' accounts is for whoever may see the purse.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID.
    """
    first = bounds.number(after, "after", 0, _NUMBER_MAX)
    count = bounds.number(limit, "limit", 1, PAGE_MAX)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        rows = entries.page(tx, club_id, after=first, count=count, of_nights=not purse)
        veil = veil_of(tx, club_id)
    return tuple(
        EntryView(
            number=row.number,
            kind=row.kind,
            night_id=row.night_id,
            table_id=row.table_id,
            about=row.about,
            reverses=row.reverses,
            who=veil.text(row.who, row.at),
            at=moment_of(row.at),
            why=veil.text(row.why, row.at),
            hash=row.hash,
            lines=tuple(
                EntryLineView(debit=one.debit, credit=one.credit, amount=one.amount)
                for one in lines
            ),
        )
        for row, lines in rows
    )
