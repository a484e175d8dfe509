"""Looking through a file that takes long: a worker does it, and the import says how far it is.

What is looked through at once takes some 0.2 s on an idle machine and a second on a busy one; the
largest file that is let in takes the better part of a minute.
"""

import json
from collections.abc import Callable
from collections.abc import Mapping

from scorekeeper.documents.sheets import unpacked_size
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import import_batches as batches
from scorekeeper.services import import_records as records
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_views import LOOKING
from scorekeeper.services.import_views import ImportView
from scorekeeper.store import imports
from scorekeeper.store.engine import Transaction
from scorekeeper.store.imports import BatchRow

JOB_KIND = "import_look"
TEXT_AT_ONCE = 256 * 1024
RECORDS_AT_ONCE = 32 * 1024
UNPACKED_AT_ONCE = 1024 * 1024
_BEFORE = "before"

Progress = Callable[[int, int], None]
Told = tuple[str, str, str]
"""Kind, mapping and what was found of a file, the latter two as they are stored."""
Look = Callable[[BatchRow, bytes, Mapping[str, object]], Told]


def takes_long(content: bytes) -> bool:
    """Return whether a request is not to wait until this file is looked through."""
    unpacked = unpacked_size(content)
    if unpacked is not None:
        return unpacked > UNPACKED_AT_ONCE
    return len(content) > (RECORDS_AT_ONCE if records.is_records(content) else TEXT_AT_ONCE)


def not_yet(said: Mapping[str, object], before: str = "") -> str:
    """Return what is stored of a file until a worker has looked through it.

    `before` is what was found in it the last time, and stands again if what is said now cannot be.
    """
    told: dict[str, object] = {LOOKING: dict(said)}
    if before:
        told[_BEFORE] = json.loads(before)
    return batches.as_json(told)


def ask(tx: Transaction, desk: Desk, club_id: str, import_id: str) -> str:
    """Ask a worker to look through a file, and return the id of its job."""
    return batches.ask(tx, desk, club_id, import_id, JOB_KIND)


def look_through(
    desk: Desk, *, club_id: str, import_id: str, look: Look, progress: Progress
) -> ImportView:
    """Look through a file that waits for it; doing it again changes nothing.

    What is refused is kept as the reason that the page shows.
    """
    with desk.store.read() as tx:
        row = batches.get(tx, club_id, import_id)
        if row.state != imports.NEW or not batches.is_looking(row):
            return batches.view(tx, club_id, row)
        content = batches.content(tx, club_id, row)
    progress(1, 3)
    told = json.loads(row.found)
    try:
        kind, mapping, found = look(row, content, told[LOOKING])
        why = ""
    except ScorekeeperError as error:
        kind, mapping = row.kind, row.mapping
        found = batches.as_json(told.get(_BEFORE, told))
        why = batches.reason(error)
    progress(2, 3)

    def work(tx: Transaction) -> ImportView:
        now = batches.locked(tx, club_id, import_id)
        if now.state == imports.NEW and now.found == row.found:
            imports.say(tx, club_id, now.id, kind=kind, mapping=mapping, found=found)
            imports.move(tx, club_id, now._replace(found=found, why=why))
        return batches.view(tx, club_id, batches.get(tx, club_id, import_id))

    view = written(desk, work)
    progress(3, 3)
    return view
