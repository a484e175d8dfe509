"""The same fee for the same member twice in a month: asked about before it is booked."""

from collections.abc import Sequence

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import season_account
from scorekeeper.services.purse_booking import Told
from scorekeeper.services.purse_people import People
from scorekeeper.store import bookings
from scorekeeper.store.bookings import MovedRow
from scorekeeper.store.engine import Transaction

_LAST = 2**62
_ROWS = 200  # of a member's account; more than a month has


def require_first(tx: Transaction, club_id: str, told: Sequence[Told], who: People) -> None:
    """Refuse fees that stand in their month already, until somebody says they are meant.

    A fee for one evening and the same for another are two. What was taken back does not stand.

    Raises ScorekeeperError: CHARGED_ALREADY with the names, the fee and the month.
    """
    names = tuple(
        who.find(one.member_id).name
        for one in told
        if one.kind is EntryKind.FEE and one.member_id and _stands(tx, club_id, one)
    )
    if names:
        first = told[0]
        raise ScorekeeperError(
            ErrorCode.CHARGED_ALREADY,
            "again",
            names=names,
            fee=first.category or first.words,
            month=first.day[:7],
        )


def _stands(tx: Transaction, club_id: str, one: Told) -> bool:
    account = season_account(one.member_id or "")
    rows = bookings.moved(tx, club_id, account, before=_LAST, count=_ROWS)
    return any(_is_same(row, one) for row in rows)


def _is_same(row: MovedRow, one: Told) -> bool:
    called = row.category == one.category if one.category else row.words == one.words
    return (
        row.kind == EntryKind.FEE
        and row.taken_back_by is None
        and called
        and row.night_id == one.night_id
        and (row.day or "")[:7] == one.day[:7]
    )
