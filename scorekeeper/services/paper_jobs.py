"""Papers as jobs: asked for once while nothing in them changed, made by a worker, fetched here.

Every kind of job is a kind of paper of its own: whoever may have the one may not have the other,
so a job is only found by who says its kind.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.store import jobs
from scorekeeper.store.jobs import JobRow


@dataclass(frozen=True, slots=True, kw_only=True)
class JobView:
    """How far a paper is: queued, running, done, failed or cancelled; `done` of `total` steps.

    `error` is for whoever keeps the machine, "" while nothing went wrong.
    """

    id: str
    state: str
    done: int
    total: int
    error: str


def request(
    desk: Desk, *, club_id: str, kind: str, args: Mapping[str, Any], dedupe: str
) -> JobView:
    """Ask for a paper and return its job, the same one as long as `dedupe` is the same.

    What failed, was cancelled, or lost its file is asked for anew.
    """
    with desk.store.write() as tx:
        row = jobs.add(
            tx,
            club_id=club_id,
            job_id=desk.new_id(),
            kind=kind,
            args=args,
            dedupe=dedupe,
            now=_now(desk),
        )
        gone = row.state == "done" and not Path(row.result).exists()
        if gone or row.state in ("failed", "cancelled"):
            jobs.ask_again(tx, row, now=_now(desk))
            row = replace(row, state="queued", done=0, total=0, error="", result="")
    return _view(row)


def state(desk: Desk, *, club_id: str, kind: str, job_id: str) -> JobView:
    """Return how far a paper is.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return _view(_get(desk, club_id, kind, job_id))


def cancel(desk: Desk, *, club_id: str, kind: str, job_id: str) -> JobView:
    """Cancel a paper nobody wants any more; one that is done stays.

    Raises ScorekeeperError: NOT_FOUND.
    """
    _get(desk, club_id, kind, job_id)
    with desk.store.write() as tx:
        jobs.cancel(tx, club_id, job_id, now=_now(desk))
    return state(desk, club_id=club_id, kind=kind, job_id=job_id)


def asked(desk: Desk, *, club_id: str, kind: str, job_id: str) -> Mapping[str, Any]:
    """Return with what arguments a paper was asked for.

    Raises ScorekeeperError: NOT_FOUND.
    """
    return _get(desk, club_id, kind, job_id).args


def content(desk: Desk, *, club_id: str, kind: str, job_id: str) -> bytes:
    """Return a paper that is done.

    Raises ScorekeeperError: NOT_FOUND, also when it is not done, or its file is gone: it can be
    asked for again.
    """
    row = _get(desk, club_id, kind, job_id)
    try:
        if row.state == "done":
            return Path(row.result).read_bytes()
    except FileNotFoundError:
        pass
    raise bounds.missing("document")


def _get(desk: Desk, club_id: str, kind: str, job_id: str) -> JobRow:
    with desk.store.read() as tx:
        row = jobs.get(tx, club_id, bounds.id_(job_id, "job"))
    if row is None or row.kind != kind:
        raise bounds.missing("job")
    return row


def _view(row: JobRow) -> JobView:
    return JobView(id=row.id, state=row.state, done=row.done, total=row.total, error=row.error)


def _now(desk: Desk) -> int:
    return int(desk.clock().timestamp() * 1000)
