"""Until when a deal may be corrected by whom, and whether a reason is needed.

The last deal of a table is free until the next one is recorded. An earlier deal of an open night
needs a reason. Once the night was closed only the treasurer or the referee correct it, with a
reason. In a closed season nobody does.
"""

from collections.abc import Iterable

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from scorekeeper.store import deals
from scorekeeper.store import tables
from scorekeeper.store.engine import Transaction
from scorekeeper.store.tables import FullRow

_STRENGTH = (Action.RECORD, Action.CHANGE, Action.CHANGE_CLOSED)


def action_needed(desk: Desk, *, club_id: str, deal_id: str, others: Iterable[str] = ()) -> Action:
    """Say what somebody must be allowed to do to correct a deal, with `others` in the same step.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        row = deals.get(tx, club_id, bounds.id_(deal_id, "deal"))
        if row is None:
            raise bounds.missing("deal")
        table = tables.get(tx, club_id, row.deal.table_id)
        assert table is not None
        return needed_now(tx, club_id, table, {deal_id, *others})


def needed_now(tx: Transaction, club_id: str, table: FullRow, told: Iterable[str]) -> Action:
    """Say what is needed to tell these deals of a table anew, as this transaction sees it."""
    if not table.table.open:
        return Action.CHANGE_CLOSED
    last = deals.last_valid(tx, club_id, table.table.id)
    return Action.RECORD if last is not None and {*told} == {last.id} else Action.CHANGE


def require_in_time(needed: Action, granted: Action | None, reason: str) -> None:
    """Refuse a correction without its reason, or one that came after its deadline.

    `granted` is what whoever asked for it was found to be allowed, None for everything.

    Raises ScorekeeperError: REASON_NEEDED; TABLE_CHANGED when another deal was recorded or the
    night was closed since that was found out.
    """
    if granted is not None and _STRENGTH.index(needed) > _STRENGTH.index(granted):
        raise ScorekeeperError(ErrorCode.TABLE_CHANGED, "deal")
    if not reason and needed is not Action.RECORD:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")
