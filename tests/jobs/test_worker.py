"""Jobs are done, once, whatever happens to the worker. On SQLite and on PostgreSQL."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from datetime import datetime
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.clock import system_clock
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs import worker
from scorekeeper.jobs.tasks import TASKS
from scorekeeper.jobs.tasks import Context
from scorekeeper.jobs.tasks import StoppedError
from scorekeeper.jobs.tasks import Task
from scorekeeper.jobs.tasks import sweep
from scorekeeper.jobs.tasks import write_whole
from scorekeeper.jobs.worker import Worker
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.jobs.worker import start_worker
from scorekeeper.services import documents
from scorekeeper.services.desk import Desk
from scorekeeper.services.paper_jobs import JobView
from scorekeeper.store import jobs
from scorekeeper.store.jobs import JobRow
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick

JOB = documents.JOB_KIND


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 27, 22, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def played(desk: Desk) -> Round:
    """A night with one deal, kept by the clock on the wall."""
    begun = quick(replace(desk, clock=system_clock), "Anna Bert Caro", "bolachen")
    begun.record(brand(begun.id("Anna"), 7))
    return begun


def order(played: Round, language: str = "de") -> JobView:
    return documents.request_document(
        played.desk, club_id=played.club_id, night_id=played.night_id, language=language
    )


def see(played: Round, job: JobView) -> JobView:
    return documents.get_job(played.desk, club_id=played.club_id, job_id=job.id)


def row_of(played: Round, job: JobView) -> JobRow:
    with played.desk.store.read() as tx:
        row = jobs.get(tx, played.club_id, job.id)
    assert row is not None
    return row


def work(
    url: str, folder: Path, tasks: Mapping[str, Task] = TASKS, clock: Any = system_clock
) -> int:
    """Do everything there is to do now."""
    place = Workplace(database_url=url, folder=folder, tasks=tasks, clock=clock, lease=1.5)
    return run(place, stop=threading.Event(), until_idle=True)


def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_document_is_asked_for_made_and_fetched(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)
    assert (job.state, job.done) == ("queued", 0)
    with pytest.raises(ScorekeeperError) as refused:
        documents.document_bytes(played.desk, club_id=played.club_id, job_id=job.id)
    assert refused.value.code is ErrorCode.NOT_FOUND
    assert work(database_url, tmp_path / "documents") == 1
    assert see(played, job) == JobView(id=job.id, state="done", done=3, total=3, error="")
    pdf = documents.document_bytes(played.desk, club_id=played.club_id, job_id=job.id)
    assert pdf.startswith(b"%PDF-1.7")
    assert len(list((tmp_path / "documents").iterdir())) == 1


def test_the_same_ledger_is_the_same_document(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)
    assert order(played).id == job.id
    assert order(played, "en").id != job.id
    assert work(database_url, tmp_path) == 2
    assert order(played) == see(played, job)
    assert work(database_url, tmp_path) == 0
    played.record(brand(played.id("Bert"), 6))
    assert order(played).id != job.id


def test_a_document_whose_file_is_gone_is_made_again(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)
    work(database_url, tmp_path)
    for file in tmp_path.glob("*.pdf"):
        file.unlink()
    with pytest.raises(ScorekeeperError):
        documents.document_bytes(played.desk, club_id=played.club_id, job_id=job.id)
    assert order(played).id == job.id
    assert see(played, job).state == "queued"
    work(database_url, tmp_path)
    assert documents.document_bytes(played.desk, club_id=played.club_id, job_id=job.id)


def test_a_blank_sheet_is_a_document_too(played: Round, database_url: str, tmp_path: Path) -> None:
    job = documents.request_sheet(
        played.desk,
        club_id=played.club_id,
        game="watten",
        language="en",
        people=("Anna", "Bert"),
        tariff=10,
    )
    work(database_url, tmp_path)
    assert see(played, job).state == "done"


@pytest.mark.parametrize("how", [{"language": "fr"}, {"kind": "poem"}])
def test_what_we_do_not_have_is_refused_at_once(played: Round, how: dict[str, str]) -> None:
    wanted = {"language": "de", **how}
    with pytest.raises(ScorekeeperError) as refused:
        documents.request_document(
            played.desk, club_id=played.club_id, night_id=played.night_id, **wanted
        )
    assert refused.value.code is ErrorCode.VALUE_INVALID
    with pytest.raises(ScorekeeperError):
        documents.get_job(played.desk, club_id=played.club_id, job_id="unknown")


def test_one_club_never_sees_another_s_job(played: Round) -> None:
    job = order(played)
    with pytest.raises(ScorekeeperError) as refused:
        documents.get_job(played.desk, club_id=played.night_id, job_id=job.id)
    assert refused.value.code is ErrorCode.NOT_FOUND


def test_a_worker_killed_in_the_middle_is_replaced_and_the_job_is_done_once(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)
    folder = tmp_path / "documents"
    victim = killable(database_url, folder, "linger")
    with victim:
        assert victim.stdout
        assert victim.stdout.readline() == b"begun\n"
        assert victim.stdout.readline() == b"rendered\n"
        victim.kill()
    assert see(played, job).state == "running"
    assert work(database_url, folder) == 0  # its lease still holds
    until(lambda: work(database_url, folder) == 1, 10)
    assert see(played, job).state == "done"
    assert row_of(played, job).attempts == 2
    assert [path.suffix for path in folder.iterdir()] == [".pdf"]


def test_a_job_that_kills_every_worker_ends_as_failed(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)
    for attempt in range(1, 4):
        with killable(database_url, tmp_path, "crash") as victim:
            assert victim.wait(20) == 9
        assert row_of(played, job).attempts == attempt
        until(lambda: ready(played))
    assert work(database_url, tmp_path) == 0
    assert see(played, job).state == "failed"
    assert "the worker stopped in the middle" in see(played, job).error
    assert order(played).state == "queued"  # who asks again gets three more attempts
    work(database_url, tmp_path)
    assert see(played, job).state == "done"


def killable(url: str, folder: Path, how: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.jobs.process", url, str(folder), how],
        stdout=subprocess.PIPE,
    )


def ready(played: Round) -> bool:
    with played.desk.store.read() as tx:
        return jobs.any_ready(tx, now=int(system_clock().timestamp() * 1000))


def test_what_went_wrong_is_kept_and_tried_again_later(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    hands = Hands()
    played = Round(desk=replace(played.desk, clock=hands), table=played.table, keys=played.keys)
    job = order(played)

    def fails(context: Context, args: Mapping[str, Any]) -> str:
        context.progress(1, 2)
        raise OSError("no space left")

    for attempt, pause in ((1, 2), (2, 4)):
        assert work(database_url, tmp_path, {JOB: fails}, hands) == 1
        row = row_of(played, job)
        assert (row.state, row.attempts, row.error) == ("queued", attempt, "OSError: no space left")
        assert work(database_url, tmp_path, {JOB: fails}, hands) == 0
        hands.on(pause)
    assert work(database_url, tmp_path, {JOB: fails}, hands) == 1
    assert see(played, job).state == "failed"
    assert see(played, job).error == "OSError: no space left"


def test_what_is_refused_is_not_tried_again(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)

    def refuses(context: Context, args: Mapping[str, Any]) -> str:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "night")

    assert work(database_url, tmp_path, {JOB: refuses}) == 1
    assert see(played, job).state == "failed"
    assert "not_found" in see(played, job).error
    assert order(played).state == "queued"
    assert work(database_url, tmp_path, {}) == 1  # a kind this version does not know
    assert see(played, job).state == "failed"


def waits(context: Context, args: Mapping[str, Any]) -> str:
    """Work until told to stop."""
    while not context.stopped():
        time.sleep(0.01)
    raise StoppedError


def test_a_job_can_be_cancelled_while_it_runs(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)
    place = Workplace(database_url=database_url, folder=tmp_path, tasks={JOB: waits}, lease=0.6)
    worker = Worker(place)
    until(lambda: see(played, job).state == "running")
    cancelled = documents.cancel_job(played.desk, club_id=played.club_id, job_id=job.id)
    assert cancelled.state == "cancelled"
    assert worker.stop()
    assert see(played, job).state == "cancelled"
    assert order(played).state == "queued"


def test_a_worker_that_stops_hands_its_job_back_untried(
    played: Round, database_url: str, tmp_path: Path
) -> None:
    job = order(played)
    worker = Worker(Workplace(database_url=database_url, folder=tmp_path, tasks={JOB: waits}))
    until(lambda: see(played, job).state == "running")
    assert worker.stop()
    row = row_of(played, job)
    assert (row.state, row.attempts, row.worker) == ("queued", 0, "")


def test_rendering_stops_with_its_worker(played: Round, database_url: str, tmp_path: Path) -> None:
    job = order(played)
    worker = start_worker(database_url=database_url, data=tmp_path)
    until(lambda: see(played, job).state != "queued")
    begin = time.monotonic()
    assert worker.stop()
    assert time.monotonic() - begin < 5
    assert see(played, job).state in ("queued", "done")


def test_a_long_job_keeps_its_lease(played: Round, database_url: str, tmp_path: Path) -> None:
    job = order(played)

    def slow(context: Context, args: Mapping[str, Any]) -> str:
        for step in range(20):
            time.sleep(0.1)
            if step == 10:
                context.progress(step, 20)
        return "there"

    place = Workplace(database_url=database_url, folder=tmp_path, tasks={JOB: slow}, lease=0.6)
    worker = Worker(place)
    until(lambda: see(played, job).state == "running")
    seen = set()
    while (now := see(played, job)).state != "done":
        seen.add((now.done, now.total))
        assert work(database_url, tmp_path) == 0
        time.sleep(0.05)
    assert seen == {(0, 0), (10, 20)}
    assert row_of(played, job).attempts == 1
    assert worker.stop()


def test_a_worker_that_was_thought_dead_changes_nothing(played: Round) -> None:
    job = order(played)
    store = played.desk.store
    now = int(system_clock().timestamp() * 1000)
    with store.write() as tx:
        first = jobs.claim(tx, worker="one", now=now, lease=1000)
    with store.write() as tx:
        assert jobs.claim(tx, worker="two", now=now + 999, lease=1000) is None
        second = jobs.claim(tx, worker="two", now=now + 1001, lease=1000)
    assert first
    assert second
    assert (first.id, second.attempts) == (job.id, 2)
    with store.write() as tx:
        assert not jobs.renew(tx, first, now=now + 1002, lease=1000)
        assert not jobs.progress(tx, first, done=1, total=2, now=now + 1002, lease=1000)
        assert not jobs.finish(tx, first, result="x", now=now + 1002)
        assert not jobs.fail(tx, first, error="x", now=now + 1002, again_at=None)
        assert not jobs.hand_back(tx, first, now=now + 1002)
        assert jobs.finish(tx, second, result="y", now=now + 1002)
    assert row_of(played, job).result == "y"


def test_many_workers_do_each_job_once(played: Round, database_url: str, tmp_path: Path) -> None:
    now = int(system_clock().timestamp() * 1000)
    done: list[int] = []

    def count(context: Context, args: Mapping[str, Any]) -> str:
        done.append(args["n"])
        return str(args["n"])

    with played.desk.store.write() as tx:
        for n in range(40):
            jobs.add(
                tx,
                club_id=played.club_id,
                job_id=f"job-{n}",
                kind=JOB,
                args={"n": n},
                dedupe=f"n{n}",
                now=now,
            )
    threads = [
        threading.Thread(target=work, args=(database_url, tmp_path, {JOB: count})) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == list(range(40))


def test_old_documents_and_half_written_ones_are_swept(tmp_path: Path) -> None:
    day = 24 * 3600
    now = 10_000.0 * day
    ages = {"a.pdf": 91 * day, "b.pdf": 89 * day, ".c.pdf.1.x": 2 * 3600, ".d.pdf.1.x": 60}
    for name, age in {**ages, "notes.txt": 900 * day}.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (now - age, now - age))
    sweep(tmp_path, now=now)
    assert sorted(x.name for x in tmp_path.iterdir()) == [".d.pdf.1.x", "b.pdf", "notes.txt"]
    sweep(tmp_path / "not there", now=now)


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    write_whole(tmp_path / "new" / "a.pdf", b"one")
    write_whole(tmp_path / "new" / "a.pdf", b"two")
    with pytest.raises(TypeError):
        write_whole(tmp_path / "new" / "a.pdf", None)  # type: ignore[arg-type]
    assert [x.read_bytes() for x in (tmp_path / "new").iterdir()] == [b"two"]


def test_a_worker_outlives_whatever_a_task_and_its_folder_do(
    played: Round, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "PAUSE_SECONDS", 0.05)
    folder = tmp_path / "documents"
    folder.mkdir()
    raised: list[str] = []

    def failing(context: Context, args: Mapping[str, Any]) -> str:
        raised.append("once")
        raise SystemExit(3)

    def fine(context: Context, args: Mapping[str, Any]) -> str:
        return "done"

    order(played)
    tasks = {JOB: lambda context, args: (fine if raised else failing)(context, args)}
    place = Workplace(database_url=database_url, folder=folder, tasks=tasks, lease=0.3, poll=0.05)
    at_work = Worker(place)
    job = order(played)
    until(lambda: see(played, job).state == "done")
    assert raised == ["once"]
    assert at_work.well()
    assert at_work.stop()
    assert not at_work.well()


def test_a_worker_that_is_stuck_is_not_well(
    played: Round, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "STUCK_SECONDS", 0.5)
    goes_on = threading.Event()

    def stuck(context: Context, args: Mapping[str, Any]) -> str:
        goes_on.wait(20)
        return ""

    job = order(played)
    at_work = Worker(
        Workplace(database_url=database_url, folder=tmp_path, tasks={JOB: stuck}, poll=0.05)
    )
    until(lambda: not at_work.well())
    goes_on.set()
    until(lambda: see(played, job).state == "done")
    until(at_work.well)
    assert at_work.stop()
