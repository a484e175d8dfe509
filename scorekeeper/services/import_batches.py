"""Files that were handed in, as imports find, lock and show them within a transaction."""

import json
from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import import_people
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_views import LOOKING
from scorekeeper.services.import_views import ImportView
from scorekeeper.services.import_views import view_of
from scorekeeper.store import imports
from scorekeeper.store import jobs
from scorekeeper.store.engine import Transaction
from scorekeeper.store.imports import BatchRow


def view(tx: Transaction, club_id: str, row: BatchRow) -> ImportView:
    """Return what is shown of an import."""
    same = imports.same(tx, club_id, row.digest) if row.state == imports.NEW else None
    job = None
    if row.job_id is not None and (row.state == imports.QUEUED or is_looking(row)):
        job = jobs.get(tx, club_id, row.job_id)
    shown = view_of(row, None if same is None else same.number)
    if job is not None:
        shown = replace(shown, job_state=job.state, job_done=job.done, job_total=job.total)
    if row.state != imports.UNDONE:
        return shown
    told = json.loads(row.found)
    return replace(
        shown,
        gone=import_people.names(tx, club_id, told.get(import_people.GONE, ())),
        stayed=import_people.names(tx, club_id, told.get(import_people.STAYED, ())),
    )


def get(tx: Transaction, club_id: str, import_id: str) -> BatchRow:
    """Return an import.

    Raises ScorekeeperError: NOT_FOUND.
    """
    row = imports.get(tx, club_id, bounds.id_(import_id, "import"))
    if row is None:
        raise bounds.missing("import")
    return row


def locked(tx: Transaction, club_id: str, import_id: str) -> BatchRow:
    """Return an import that nobody else changes until the transaction ends.

    Raises ScorekeeperError: NOT_FOUND.
    """
    row = imports.lock(tx, club_id, bounds.id_(import_id, "import"))
    if row is None:
        raise bounds.missing("import")
    return row


def undecided(tx: Transaction, club_id: str, import_id: str) -> BatchRow:
    """Return an import that waits for a decision, or whose worker gave up, locked.

    Raises ScorekeeperError: NOT_FOUND, IMPORT_STATE.
    """
    row = locked(tx, club_id, import_id)
    if row.state == imports.QUEUED:
        job = None if row.job_id is None else jobs.get(tx, club_id, row.job_id)
        if job is None or job.state in ("failed", "cancelled"):
            return row
    if row.state != imports.NEW:
        raise ScorekeeperError(ErrorCode.IMPORT_STATE, "import")
    return row


def looked_through(tx: Transaction, club_id: str, import_id: str) -> BatchRow:
    """Return an undecided import of which it is known what it holds.

    Raises ScorekeeperError: NOT_FOUND, IMPORT_STATE.
    """
    row = undecided(tx, club_id, import_id)
    if is_looking(row):
        raise ScorekeeperError(ErrorCode.IMPORT_STATE, "import")
    return row


def is_looking(row: BatchRow) -> bool:
    """Return whether a worker is to look through the file first."""
    return LOOKING in json.loads(row.found)


def content(tx: Transaction, club_id: str, row: BatchRow) -> bytes:
    """Return the file of an import that is not decided about.

    Raises ScorekeeperError: IMPORT_STATE.
    """
    found = imports.content(tx, club_id, row.id)
    if found is None:
        raise ScorekeeperError(ErrorCode.IMPORT_STATE, "import")
    return found


def as_json(found: Mapping[str, object]) -> str:
    """Return what was found as it is stored."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def ask(tx: Transaction, desk: Desk, club_id: str, import_id: str, kind: str) -> str:
    """Ask a worker to do something with an import, and return the id of the job."""
    now = int(desk.clock().timestamp() * 1000)
    job = jobs.add(
        tx,
        club_id=club_id,
        job_id=desk.new_id(),
        kind=kind,
        args={"import_id": import_id, "who": desk.actor},
        dedupe=f"{kind}:{import_id}",
        now=now,
    )
    jobs.ask_again(tx, job, now=now)
    return job.id


def reason(error: ScorekeeperError) -> str:
    """Return a refusal as it is kept with an import, for whoever decides about it anew."""
    told = {"code": error.code.value, "place": error.place, **error.values}
    text = json.dumps(told, ensure_ascii=False, default=str)
    return text if len(text) <= bounds.REASON_MAX else error.code.value
