"""Storing a file nothing is in doubt about, within one transaction, or rehearsing it."""

from collections.abc import Callable
from contextlib import suppress

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.services import import_batches as batches
from scorekeeper.services import import_records as records
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_look import look
from scorekeeper.services.import_look import open_again
from scorekeeper.services.import_mapping import RECORDS
from scorekeeper.services.import_mapping import fingerprint
from scorekeeper.services.import_mapping import from_text
from scorekeeper.services.import_posting import Brought
from scorekeeper.services.import_posting import bring_in as post_sheet
from scorekeeper.services.import_undoing import take_back
from scorekeeper.store import clubs
from scorekeeper.store import imports
from scorekeeper.store.engine import Transaction
from scorekeeper.store.imports import BatchRow

BringIn = Callable[[Transaction], Brought]


class _EnoughError(Exception):
    """All of it could be stored, and is given up again."""


def storing(desk: Desk, club_id: str, row: BatchRow, content: bytes) -> BringIn:
    """Return what stores a file within a transaction; the rest of the work is done before.

    Raises ScorekeeperError: IMPORT_PROBLEMS, IMPORT_ASKS.
    """
    prepared = _records_in if row.kind == RECORDS else _sheet_in
    return prepared(desk, club_id, row, content)


def rehearse(desk: Desk, club_id: str, row: BatchRow, content: bytes) -> None:
    """Do all that storing a file does, and keep nothing of it.

    Raises ScorekeeperError: whatever storing it would refuse.
    """
    bring_in = storing(desk, club_id, row, content)

    def work(tx: Transaction) -> None:
        clubs.lock_chain(tx, club_id)
        bring_in(tx)
        raise _EnoughError

    with suppress(_EnoughError):
        written(desk, work)


def _records_in(desk: Desk, club_id: str, row: BatchRow, content: bytes) -> BringIn:
    told = records.read(content)
    return lambda tx: records.bring_in(tx, desk, club_id, told, key=row.id)


def _sheet_in(desk: Desk, club_id: str, row: BatchRow, content: bytes) -> BringIn:
    """Return what brings a sheet in; it is looked through before the ledger is held.

    What is stored may have changed since: then it is looked through once more.
    """
    with desk.store.read() as tx:
        decided = imports.decided(tx, club_id)
        mapped, others = open_again(content, from_text(row.mapping))
        checked = _without_doubt(look(tx, desk, club_id, mapped, others).checked)

    def bring_in(tx: Transaction) -> Brought:
        now = checked
        if imports.decided(tx, club_id) != decided:
            now = _without_doubt(look(tx, desk, club_id, mapped, others).checked)
        mapping = mapped.mapping
        kept: list[str] = []
        if mapping.replace:
            old = imports.numbered(tx, club_id, mapping.replace)
            assert old is not None
            reason = translator(desk.language)("files.replaced", number=row.number)
            old = batches.locked(tx, club_id, old.id)
            kept = take_back(tx, desk, club_id, old, reason, row.id, set(now.people.values()))
        brought = post_sheet(tx, desk, club_id, row, mapping, now)
        brought.members.extend(kept)
        print_ = fingerprint(mapped.sheet, mapping)
        if print_ and "columns" in mapping.said:
            imports.remember(tx, club_id, print_, mapping.as_text(), desk.now())
        return brought

    return bring_in


def _without_doubt(checked: Checked) -> Checked:
    """Return what was found in a sheet if nothing about it is wrong or in doubt."""
    if checked.problems.count:
        raise ScorekeeperError(ErrorCode.IMPORT_PROBLEMS, "import", count=checked.problems.count)
    if checked.questions:
        raise ScorekeeperError(ErrorCode.IMPORT_ASKS, "import")
    return checked
