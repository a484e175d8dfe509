"""Taking an import back: its nights are voided by counter-entries, within one transaction."""

import json
from collections.abc import Collection

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import import_people
from scorekeeper.services.desk import Desk
from scorekeeper.services.nights import void_within
from scorekeeper.store import entries
from scorekeeper.store import imports
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction
from scorekeeper.store.imports import BatchRow


def take_back(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    row: BatchRow,
    reason: str,
    key: str | None,
    keep: Collection[str] = (),
) -> list[str]:
    """Void what an import began, and return whom it had made a member of those in `keep`.

    The others it made play no more, unless anything else names them.

    Raises ScorekeeperError: IMPORT_STATE, SEASON_CLOSED, IMPORT_SETTLED, IMPORT_CHANGED.
    """
    if row.state != imports.POSTED:
        raise ScorekeeperError(ErrorCode.IMPORT_STATE, "import")
    for night_id in imports.nights(tx, club_id, row.id):
        _void(tx, desk, club_id, row, night_id, reason, key)
    before = json.loads(row.found)
    kept = [one for one in before.get(import_people.MADE, ()) if one in keep]
    found = import_people.let_go(tx, club_id, row.id, before, keep)
    imports.move(
        tx,
        club_id,
        row._replace(
            state=imports.UNDONE,
            found=json.dumps(found, ensure_ascii=False, separators=(",", ":")),
            decided_at=desk.now(),
            why=reason,
        ),
    )
    return kept


def _void(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    row: BatchRow,
    night_id: str,
    reason: str,
    key: str | None,
) -> None:
    night = nights.lock(tx, club_id, night_id)
    assert night is not None
    if night.state == "voided":
        return
    if any(entries.payments(tx, club_id, night_id).values()):
        raise ScorekeeperError(ErrorCode.IMPORT_SETTLED, "import", number=night.number)
    last = entries.last_of_night(tx, club_id, night_id)
    if last is not None and (row.last_entry is None or last[0] > row.last_entry):
        # Payments and a Haferl that went and came back leave nothing behind.
        added = [
            one
            for one in entries.standing_of_night(tx, club_id, night_id)
            if row.last_entry is None or one.number > row.last_entry
        ]
        if added:
            raise ScorekeeperError(ErrorCode.IMPORT_CHANGED, "import", number=night.number)
    void_within(tx, desk, club_id, night_id, reason, key or row.id)
