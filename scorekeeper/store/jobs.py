"""Long work: asked for, claimed by a lease, renewed, finished. The row is the truth.

A worker owns a job as long as the row names it and this attempt; every write checks that, so a
worker that was thought dead and wakes up again changes nothing. All times are milliseconds.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_
from sqlalchemy import delete
from sqlalchemy import or_
from sqlalchemy import select
from sqlalchemy import update
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql.elements import ColumnElement

from scorekeeper.store.engine import Transaction
from scorekeeper.store.schema import job


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """A job as it stands. `result` is what it left behind, "" before it is done."""

    club_id: str
    id: str
    kind: str
    args: Mapping[str, Any]
    dedupe: str
    state: str
    attempts: int
    max_attempts: int
    worker: str
    done: int
    total: int
    error: str
    result: str


_COLUMNS = tuple(job.c[name] for name in JobRow.__slots__)


def get(tx: Transaction, club_id: str, job_id: str) -> JobRow | None:
    """Return a job of a club, None when it has no such job."""
    return _one(tx, and_(job.c.club_id == club_id, job.c.id == job_id))


def find(tx: Transaction, club_id: str, dedupe: str) -> JobRow | None:
    """Return the club's job for this thing, None when nobody asked for it yet."""
    return _one(tx, and_(job.c.club_id == club_id, job.c.dedupe == dedupe))


def add(
    tx: Transaction,
    *,
    club_id: str,
    job_id: str,
    kind: str,
    args: Mapping[str, Any],
    dedupe: str,
    now: int,
    max_attempts: int = 3,
) -> JobRow:
    """Ask for a job and return it; the one that is there already if its thing was asked for."""
    insert = sqlite.insert if tx.is_sqlite else postgresql.insert
    tx.connection.execute(
        insert(job)
        .values(
            club_id=club_id,
            id=job_id,
            kind=kind,
            args=json.dumps(args, separators=(",", ":"), sort_keys=True),
            dedupe=dedupe,
            state="queued",
            max_attempts=max_attempts,
            run_after=now,
            created_at=now,
        )
        .on_conflict_do_nothing(index_elements=["club_id", "dedupe"])
    )
    row = find(tx, club_id, dedupe)
    assert row is not None
    return row


def ask_again(tx: Transaction, row: JobRow, *, now: int) -> None:
    """Queue a job that is over once more, with all its attempts before it."""
    tx.connection.execute(
        update(job)
        .where(
            job.c.club_id == row.club_id,
            job.c.id == row.id,
            job.c.state.in_(("done", "failed", "cancelled")),
        )
        .values(
            state="queued",
            attempts=0,
            run_after=now,
            done=0,
            total=0,
            error=None,
            result=None,
            finished_at=None,
        )
    )


def _ready(now: int) -> ColumnElement[bool]:
    return or_(
        and_(job.c.state == "queued", job.c.run_after <= now),
        and_(job.c.state == "running", job.c.lease_until < now),
    )


def any_ready(tx: Transaction, *, now: int) -> bool:
    """Tell whether there is something to claim, without taking a writer's turn."""
    return tx.connection.execute(select(job.c.id).where(_ready(now)).limit(1)).first() is not None


def claim(tx: Transaction, *, worker: str, now: int, lease: int) -> JobRow | None:
    """Take the job that has waited longest, None when there is nothing to do.

    Jobs whose worker is gone and that have no attempt left are marked as failed on the way, so
    one that kills its worker does not run for ever.
    """
    connection = tx.connection
    connection.execute(
        update(job)
        .where(
            job.c.state == "running",
            job.c.lease_until < now,
            job.c.attempts >= job.c.max_attempts,
        )
        .values(
            state="failed",
            error=f"the worker stopped in the middle, {worker} noticed",
            lease_until=None,
            worker=None,
            finished_at=now,
        )
    )
    chosen = connection.execute(
        select(*_COLUMNS)
        .where(_ready(now))
        .order_by(job.c.run_after, job.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    ).first()
    if chosen is None:
        return None
    row = _row(chosen)
    taken = connection.execute(
        update(job)
        .where(job.c.club_id == row.club_id, job.c.id == row.id)
        .values(
            state="running",
            worker=worker,
            lease_until=now + lease,
            attempts=job.c.attempts + 1,
            done=0,
            total=0,
        )
        .returning(*_COLUMNS)
    ).one()
    return _row(taken)


def renew(tx: Transaction, row: JobRow, *, now: int, lease: int) -> bool:
    """Hold on to a job; False when it is no longer this worker's, or was cancelled."""
    return _owned(tx, row, lease_until=now + lease)


def progress(tx: Transaction, row: JobRow, *, done: int, total: int, now: int, lease: int) -> bool:
    """Say how far a job is, and hold on to it, as `renew` does."""
    return _owned(tx, row, done=done, total=total, lease_until=now + lease)


def finish(tx: Transaction, row: JobRow, *, result: str, now: int) -> bool:
    """Mark a job as done, with what it left behind; False when it was no longer this worker's."""
    return _owned(
        tx,
        row,
        state="done",
        result=result,
        error=None,
        lease_until=None,
        worker=None,
        finished_at=now,
    )


def fail(tx: Transaction, row: JobRow, *, error: str, now: int, again_at: int | None) -> bool:
    """Keep why a job failed; it is tried again at `again_at` while it has attempts left."""
    over = again_at is None or row.attempts >= row.max_attempts
    return _owned(
        tx,
        row,
        state="failed" if over else "queued",
        error=error,
        run_after=now if again_at is None else again_at,
        lease_until=None,
        worker=None,
        finished_at=now if over else None,
    )


def hand_back(tx: Transaction, row: JobRow, *, now: int) -> bool:
    """Give a job back untried: its worker stops in good order, or it is to be done later."""
    return _owned(
        tx,
        row,
        state="queued",
        attempts=row.attempts - 1,
        run_after=now,
        lease_until=None,
        worker=None,
        done=0,
        total=0,
    )


def cancel(tx: Transaction, club_id: str, job_id: str, *, now: int) -> bool:
    """Cancel a job that is not over; its worker notices at its next sign of life."""
    return bool(
        tx.connection.execute(
            update(job)
            .where(
                job.c.club_id == club_id,
                job.c.id == job_id,
                job.c.state.in_(("queued", "running")),
            )
            .values(state="cancelled", lease_until=None, worker=None, finished_at=now)
        ).rowcount
    )


def forget_over(tx: Transaction, *, club_id: str, kind: str, before: int) -> None:
    """Forget the jobs of a kind that were over before this moment."""
    tx.connection.execute(
        delete(job).where(
            job.c.club_id == club_id,
            job.c.kind == kind,
            job.c.state.in_(("done", "failed", "cancelled")),
            job.c.finished_at < before,
        )
    )


def _owned(tx: Transaction, row: JobRow, **values: Any) -> bool:
    """Change a job if it is still the claimant's own, in the attempt it was claimed for."""
    return bool(
        tx.connection.execute(
            update(job)
            .where(
                job.c.club_id == row.club_id,
                job.c.id == row.id,
                job.c.state == "running",
                job.c.worker == row.worker,
                job.c.attempts == row.attempts,
            )
            .values(**values)
        ).rowcount
    )


def _one(tx: Transaction, where: ColumnElement[bool]) -> JobRow | None:
    found = tx.connection.execute(select(*_COLUMNS).where(where)).first()
    return None if found is None else _row(found)


def _row(found: Any) -> JobRow:
    return JobRow(
        club_id=found.club_id,
        id=found.id,
        kind=found.kind,
        args=json.loads(found.args),
        dedupe=found.dedupe,
        state=found.state,
        attempts=found.attempts,
        max_attempts=found.max_attempts,
        worker=found.worker or "",
        done=found.done,
        total=found.total,
        error=found.error or "",
        result=found.result or "",
    )
