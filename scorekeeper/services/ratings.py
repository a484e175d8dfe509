"""Bringing ratings up to date where many evenings changed at once, some at a time in a job."""

from scorekeeper.services import bounds
from scorekeeper.services import forming
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.store import clubs
from scorekeeper.store import jobs
from scorekeeper.store import season_nights
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction

JOB_KIND = "season_ratings"
_AT_A_TIME = 500  # deals: others write in between


def request_ratings(desk: Desk, *, club_id: str, season_id: str) -> str:
    """Ask a worker to bring the ratings of a season up to date; return the job's id.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.write() as tx:
        if seasons.get(tx, club_id, bounds.id_(season_id, "season")) is None:
            raise bounds.missing("season")
        return ask(tx, desk, club_id, season_id)


def ask_if_behind(tx: Transaction, desk: Desk, club_id: str, season_id: str) -> None:
    """Ask a worker where evenings that ended are not rated yet, as after a change long ago."""
    if any(row.folded for row in season_nights.unformed(tx, club_id, season_id)):
        ask(tx, desk, club_id, season_id)


def ask(tx: Transaction, desk: Desk, club_id: str, season_id: str) -> str:
    """Ask a worker within a transaction; one job does for everything that is behind."""
    now = int(desk.clock().timestamp() * 1000)
    row = jobs.add(
        tx,
        club_id=club_id,
        job_id=desk.new_id(),
        kind=JOB_KIND,
        args={"season_id": season_id},
        dedupe=f"{JOB_KIND}:{season_id}",
        now=now,
    )
    if row.state in ("done", "failed", "cancelled"):
        jobs.ask_again(tx, row, now=now)
    return row.id


def rate_some(desk: Desk, *, club_id: str, season_id: str) -> int:
    """Rate the earliest evenings that are behind; return how many are left."""

    def work(tx: Transaction) -> int:
        clubs.lock_chain(tx, club_id)
        behind = [row for row in season_nights.unformed(tx, club_id, season_id) if row.folded]
        deals = 0
        for place, row in enumerate(behind):
            if deals >= _AT_A_TIME:
                return len(behind) - place
            forming.rate_night(tx, club_id, row)
            deals += row.deals
        return 0

    return written(desk, work)
