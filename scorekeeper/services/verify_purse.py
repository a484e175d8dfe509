"""Proving the purse: bookings and closings against the chain, movements against the lines."""

from collections.abc import Mapping

from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services import closings as closing_steps
from scorekeeper.services import purse_booking
from scorekeeper.store import bookings
from scorekeeper.store import closings
from scorekeeper.store import movements
from scorekeeper.store import purse
from scorekeeper.store import seasons
from scorekeeper.store.bookings import BookingRow
from scorekeeper.store.engine import Transaction

Moved = Mapping[tuple[str, int], int]
"""What lines moved on an account of the club's own book, by account and entry."""

_BLOCK = 1000
_STATES = {EntryKind.SEASON_CLOSED: True, EntryKind.SEASON_REOPENED: False}


def purse_problems(
    tx: Transaction, club_id: str, digests: Mapping[int, str], moved: Moved
) -> list[str]:
    """Return what does not agree in a club's purse; `digests` are what the chain proves."""
    problems: list[str] = []
    booked = _bookings(tx, club_id, digests, moved, problems)
    _movements(tx, club_id, moved, problems)
    places = ((account, entry) for account, entry in moved if account in (CASH, BANK))
    problems += [
        f"club {club_id}: entry {entry} moves {account} without a booking"
        for account, entry in places
        if entry not in booked
    ]
    _closings(tx, club_id, digests, problems)
    return problems


def _bookings(
    tx: Transaction,
    club_id: str,
    digests: Mapping[int, str],
    moved: Moved,
    problems: list[str],
) -> set[int]:
    seen: set[int] = set()
    receipts: dict[int, int] = {}
    after = 0
    while page := bookings.between(tx, club_id, after=after, count=_BLOCK):
        after = page[-1].entry
        for row in page:
            seen.add(row.entry)
            _booking(club_id, row, digests, moved, problems)
            if row.receipt is not None:
                if row.receipt != receipts.get(row.year, 0) + 1:
                    problems.append(
                        f"club {club_id}: receipt {row.year}-{row.receipt} is out of turn"
                    )
                receipts[row.year] = row.receipt
    opening = purse.get(tx, club_id).opening
    if opening is not None and opening not in seen:
        problems.append(f"club {club_id}: there is no opening {opening}")
    return seen


def _booking(
    club_id: str,
    row: BookingRow,
    digests: Mapping[int, str],
    moved: Moved,
    problems: list[str],
) -> None:
    if digests.get(row.entry) != purse_booking.digest_of(row):
        problems.append(f"club {club_id}: booking {row.entry} is not the one its entry proves")
    if (row.cash, row.bank) != (-moved.get((CASH, row.entry), 0), -moved.get((BANK, row.entry), 0)):
        problems.append(f"club {club_id}: booking {row.entry} says another amount than its lines")


def _movements(tx: Transaction, club_id: str, moved: Moved, problems: list[str]) -> None:
    kept: dict[tuple[str, int], int] = {}
    account, stands = "", 0
    for row in movements.every(tx, club_id):
        if row.account != account:
            account, stands = row.account, 0
        stands += row.cents
        if row.after != stands:
            problems.append(
                f"club {club_id}: {account} is said to stand at {row.after} after entry "
                f"{row.entry}, its movements say {stands}"
            )
        kept[row.account, row.entry] = row.cents
    for name, entry in sorted({*kept, *moved}):
        is_, should = kept.get((name, entry)), moved.get((name, entry))
        if is_ != should:
            problems.append(
                f"club {club_id}: entry {entry} is said to move {name} by {is_}, its lines {should}"
            )


def _closings(
    tx: Transaction, club_id: str, digests: Mapping[int, str], problems: list[str]
) -> None:
    log = closings.every(tx, club_id)
    closed = {row.id: row.closed_at is not None for row in seasons.list_all(tx, club_id)}
    said = dict.fromkeys(closed, False)
    for row in log:
        if digests.get(row.entry) != closing_steps.digest_of(row):
            problems.append(f"club {club_id}: closing {row.entry} is not the one its entry proves")
        if row.season_id is not None:
            said[row.season_id] = _STATES[EntryKind(row.kind)]
    problems += [
        f"club {club_id}: season {season} is not as its closings left it"
        for season in closed
        if said[season] != closed[season]
    ]
    if closing_steps.closed_through(log) != purse.get(tx, club_id).closed_month:
        problems.append(f"club {club_id}: the month closed last is not the one its closings say")
