"""The worker: claims a job, keeps its lease while the task runs, writes down how it ended."""

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from datetime import datetime
from pathlib import Path

from scorekeeper.clock import Clock
from scorekeeper.clock import system_clock
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.tasks import TASKS
from scorekeeper.jobs.tasks import Context
from scorekeeper.jobs.tasks import PostponedError
from scorekeeper.jobs.tasks import StoppedError
from scorekeeper.jobs.tasks import Task
from scorekeeper.jobs.tasks import sweep
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.store import jobs
from scorekeeper.store.engine import Transaction
from scorekeeper.store.jobs import JobRow

LEASE_SECONDS = 15.0
POLL_SECONDS = 0.25
PAUSE_SECONDS = 2.0  # after what nobody expected
STUCK_SECONDS = 600.0  # a task says more often than that how far it is
_ERROR_MAX = 2000

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workplace:
    """What a worker needs: the database, the folder for documents, what it can do."""

    database_url: str
    folder: Path
    clock: Clock = system_clock
    tasks: Mapping[str, Task] = field(default_factory=lambda: TASKS)
    lease: float = LEASE_SECONDS
    poll: float = POLL_SECONDS


def run(
    place: Workplace,
    *,
    stop: threading.Event,
    until_idle: bool = False,
    sign: Callable[[], None] = lambda: None,
) -> int:
    """Work until `stop` is set, or until there is nothing to do; return how many jobs were run.

    A job that is under way when `stop` is set is ended and handed back untried. `sign` is called
    again and again, while nothing is stuck.
    """
    sweep(place.folder, now=place.clock().timestamp())
    desk = open_desk(place.database_url, place.clock)
    name = f"{socket.gethostname()[:30]}:{os.getpid()}:{secrets.token_hex(4)}"
    count = 0
    try:
        while not stop.is_set():
            sign()
            try:
                worked = run_one(place, desk, name, stop, sign)
            except ScorekeeperError as error:  # the database is busy, full or away; it may return
                log.warning("the worker waits: %s", error)
                worked = False
                stop.wait(PAUSE_SECONDS)
            if worked:
                count += 1
            elif until_idle:
                break
            else:
                stop.wait(place.poll)
    finally:
        desk.close()
    return count


def run_one(
    place: Workplace,
    desk: Desk,
    name: str,
    stop: threading.Event,
    sign: Callable[[], None] = lambda: None,
) -> bool:
    """Claim one job and run it to its end; False when there was none to claim."""
    # Looking costs a reader's moment, claiming a writer's turn; mostly there is nothing.
    with desk.store.read() as tx:
        if not jobs.any_ready(tx, now=_now(desk)):
            return False
    with desk.store.write() as tx:
        row = jobs.claim(tx, worker=name, now=_now(desk), lease=_ms(place.lease))
    if row is None:
        return False
    _Run(place, desk, row, stop, sign).work()
    return True


class Worker:
    """A worker in a thread of this process, which outlives whatever goes wrong."""

    def __init__(self, place: Workplace) -> None:
        self._place = place
        self._stop = threading.Event()
        self._signed = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="jobs", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                run(self._place, stop=self._stop, sign=self._sign)
            except BaseException:  # even a task that asks to exit ends only itself
                log.exception("the worker begins again")
                self._stop.wait(PAUSE_SECONDS)

    def _sign(self) -> None:
        self._signed = time.monotonic()

    def well(self) -> bool:
        """Return whether it runs and has shown so lately."""
        return self._thread.is_alive() and time.monotonic() - self._signed < STUCK_SECONDS

    def stop(self, patience: float = 10.0) -> bool:
        """End the worker; a job under way is handed back. False when it did not end in time."""
        self._stop.set()
        self._thread.join(patience)
        return not self._thread.is_alive()


def start_worker(
    *,
    database_url: str,
    data: Path,
    clock: Clock = system_clock,
    more_tasks: Mapping[str, Task] | None = None,
) -> Worker:
    """Start a worker in a thread of this process; `data` is the service's own folder.

    `more_tasks` are those that need settings, beside the ones every worker can do.
    """
    return Worker(
        Workplace(
            database_url=database_url,
            folder=data / "documents",
            clock=clock,
            tasks={**TASKS, **(more_tasks or {})},
        )
    )


class _Run:
    """One attempt at one job."""

    def __init__(
        self,
        place: Workplace,
        desk: Desk,
        row: JobRow,
        stop: threading.Event,
        sign: Callable[[], None],
    ) -> None:
        self._sign = sign
        self._place = place
        self._desk = desk
        self._row = row
        self._stop = stop
        self._lost = threading.Event()
        self._over = threading.Event()

    def work(self) -> None:
        beating = threading.Thread(target=self._beat, name="jobs-lease", daemon=True)
        beating.start()
        try:
            self._attempt()
        finally:
            self._over.set()
            beating.join()

    def _attempt(self) -> None:
        row, place = self._row, self._place
        context = Context(
            desk=self._desk,
            club_id=row.club_id,
            folder=place.folder,
            progress=self._progress,
            stopped=self._stopped,
        )
        log.info("job %s %s, attempt %d", row.kind, row.id, row.attempts)
        try:
            task = place.tasks[row.kind]
            result = task(context, row.args)
        except StoppedError:
            if self._stop.is_set():
                self._end(lambda tx, now: jobs.hand_back(tx, row, now=now))
        except PostponedError as error:
            until = _moment(error.until)
            self._end(lambda tx, now: jobs.hand_back(tx, row, now=max(now, until)))
        except (ScorekeeperError, KeyError) as error:  # would be refused again
            log.warning("job %s %s was refused: %s", row.kind, row.id, error)
            self._failed(error, again=False)
        except Exception as error:  # whatever it is, it is kept with the job
            log.exception("job %s %s failed", row.kind, row.id)
            self._failed(error, again=True)
        else:
            self._end(lambda tx, now: jobs.finish(tx, row, result=result, now=now))

    def _failed(self, error: Exception, *, again: bool) -> None:
        text = f"{type(error).__name__}: {error}"[:_ERROR_MAX]
        pause = 1000 * 2**self._row.attempts

        def write(tx: Transaction, now: int) -> bool:
            again_at = now + pause if again else None
            return jobs.fail(tx, self._row, error=text, now=now, again_at=again_at)

        self._end(write)

    def _stopped(self) -> bool:
        self._sign()
        return self._stop.is_set() or self._lost.is_set()

    def _progress(self, done: int, total: int) -> None:
        self._sign()

        def write(tx: Transaction, now: int) -> bool:
            lease = _ms(self._place.lease)
            return jobs.progress(tx, self._row, done=done, total=total, now=now, lease=lease)

        self._end(write)
        if self._lost.is_set() or self._stop.is_set():
            raise StoppedError

    def _beat(self) -> None:
        """Renew the lease again and again; when it is not ours any more, say so to the task."""
        while not self._over.wait(self._place.lease / 3):
            try:
                self._end(
                    lambda tx, now: jobs.renew(tx, self._row, now=now, lease=_ms(self._place.lease))
                )
            except Exception as error:  # without a lease another worker would do it again
                log.warning("the lease of job %s could not be renewed: %s", self._row.id, error)

    def _end(self, write: Callable[[Transaction, int], bool]) -> None:
        with self._desk.store.write() as tx:
            if not write(tx, _now(self._desk)):
                self._lost.set()


def _now(desk: Desk) -> int:
    return _moment(desk.clock())


def _moment(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _ms(seconds: float) -> int:
    return int(seconds * 1000)
