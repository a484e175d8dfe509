"""The table of long work: the row is the truth, a lease says who is at it."""

from sqlalchemy import BigInteger
from sqlalchemy import CheckConstraint
from sqlalchemy import Column
from sqlalchemy import Index
from sqlalchemy import Integer
from sqlalchemy import MetaData
from sqlalchemy import String
from sqlalchemy import Table
from sqlalchemy import Text

JOB_STATES = ("queued", "running", "done", "failed", "cancelled")


def job_table(metadata: MetaData) -> Table:
    """Declare the table of jobs.

    Times are whole milliseconds since 1970 in UTC, for a lease is compared and added to. `args`
    is a JSON object, `result` what the job left behind (for a document its file), `dedupe` what
    two requests for the same thing have in common: there is at most one job for it in a club.
    """
    return Table(
        "job",
        metadata,
        Column("club_id", String(36), primary_key=True),
        Column("id", String(36), primary_key=True),
        Column("kind", String(40), nullable=False),
        Column("args", Text, nullable=False),
        Column("dedupe", String(80), nullable=False),
        Column("state", String(10), nullable=False),
        Column("attempts", Integer, nullable=False, server_default="0"),
        Column("max_attempts", Integer, nullable=False, server_default="3"),
        Column("run_after", BigInteger, nullable=False, server_default="0"),
        Column("lease_until", BigInteger),
        Column("worker", String(60)),
        Column("done", Integer, nullable=False, server_default="0"),
        Column("total", Integer, nullable=False, server_default="0"),
        Column("error", Text),
        Column("result", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("finished_at", BigInteger),
        CheckConstraint(
            "state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="ck_job_state"
        ),
        CheckConstraint(
            "(state = 'running') = (lease_until IS NOT NULL AND worker IS NOT NULL)",
            name="ck_job_lease",
        ),
        Index("uq_job_club_id_dedupe", "club_id", "dedupe", unique=True),
        # A worker serves every club, so what it looks for is found without one.
        Index("ix_job_state_run_after", "state", "run_after"),
        sqlite_strict=True,
    )
