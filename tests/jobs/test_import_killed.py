"""A worker killed while it brings in a file: it counts once or not at all, on both databases."""

import random
import subprocess
import sys
import threading
import time
from dataclasses import replace
from datetime import date
from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.clock import system_clock
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.services import clubs
from scorekeeper.services import imports
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_views import ImportView
from scorekeeper.store import jobs

DAYS, ROWS = 40, 25
LEASE = 1.5
WHOLE = (DAYS, DAYS * ROWS, {"Anna": 1_000_00, "Bert": -600_00, "Cäcilie": -400_00})
NOTHING: tuple[int, int, dict[str, int]] = (0, 0, {})


@pytest.fixture
def here(desk: Desk) -> Desk:
    """A desk with the clock on the wall, as the worker has."""
    return replace(desk, clock=system_clock)


@pytest.fixture
def club(here: Desk) -> str:
    return clubs.create_club(here, name="Freitagsrunde").id


def queued(here: Desk, club: str) -> ImportView:
    first = date(2025, 1, 3)
    lines = ["Datum;Anna;Bert;Cäcilie"]
    for day in range(DAYS):
        said = f"{first + timedelta(days=7 * day):%d.%m.%Y}"
        lines += [f"{said};1,00;-0,60;-0,40"] * ROWS
    content = "\n".join(lines).encode()
    view = imports.hand_in(here, club_id=club, file_name="Runde.csv", content=content)
    assert view.problem_count == 0
    return imports.confirm(here, club_id=club, import_id=view.id, key="confirm-1")


def counted(here: Desk, club: str) -> tuple[int, int, dict[str, int]]:
    """Return how many nights and entries there are, and what every season brought whom."""
    sums: dict[str, int] = {}
    for season in seasons.list_seasons(here, club_id=club):
        shown = seasons.get_season(here, club_id=club, season_id=season.id)
        for member, cents in shown.totals:
            sums[member.name] = sums.get(member.name, 0) + cents
    with here.store.read() as tx:
        (entries,) = tx.connection.exec_driver_sql("SELECT count(*) FROM entry").one()
    return len(nights.list_nights(here, club_id=club, limit=200)), entries, sums


def kill(url: str, folder: Path, how: str, word: str, after: float = 0.0) -> None:
    """Let a worker begin, and kill it when it says the word, or some time after that."""
    command = [sys.executable, "-m", "tests.jobs.process", url, str(folder), how]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as victim:
        assert victim.stdout
        assert victim.stdout.readline() == f"{word}\n".encode()
        time.sleep(after)
        victim.kill()


def work(url: str, folder: Path) -> int:
    place = Workplace(database_url=url, folder=folder, lease=LEASE)
    return run(place, stop=threading.Event(), until_idle=True)


def worked_again(url: str, folder: Path) -> None:
    """Let the next worker take over the job of the one that was killed."""
    end = time.monotonic() + 20
    while not work(url, folder):
        assert time.monotonic() < end
        time.sleep(0.05)


def attempts(here: Desk, club: str, view: ImportView) -> tuple[str, int]:
    with here.store.read() as tx:
        assert view.job_id
        row = jobs.get(tx, club, view.job_id)
    assert row is not None
    return row.state, row.attempts


@pytest.mark.parametrize(("how", "left"), [("written", NOTHING), ("committed", WHOLE)])
def test_a_file_whose_worker_is_killed_is_in_once_after_the_next_one(
    here: Desk,
    club: str,
    database_url: str,
    tmp_path: Path,
    how: str,
    left: tuple[int, int, dict[str, int]],
) -> None:
    view = queued(here, club)
    kill(database_url, tmp_path, how, how)
    assert counted(here, club) == left
    assert len(members.list_members(here, club_id=club)) == len(left[2])
    assert ledger.verify(here, records=True) == []
    assert attempts(here, club, view) == ("running", 1)
    worked_again(database_url, tmp_path)
    assert counted(here, club) == WHOLE
    done = imports.get_import(here, club_id=club, import_id=view.id)
    assert (done.state, done.last_entry) == ("posted", DAYS * ROWS)
    assert attempts(here, club, view) == ("done", 2)
    assert ledger.verify(here, records=True) == []


def test_a_worker_killed_at_any_moment_leaves_no_half_of_a_file(
    here: Desk, club: str, database_url: str, tmp_path: Path
) -> None:
    dice = random.Random(11)
    view = queued(here, club)
    for attempt in (1, 2):
        kill(database_url, tmp_path, "told", "begun", after=dice.random() * 0.25)
        assert counted(here, club) in (NOTHING, WHOLE)
        assert ledger.verify(here, records=True) == []
        state, tried = attempts(here, club, view)
        if state == "done":
            break
        assert tried == attempt
    else:
        worked_again(database_url, tmp_path)
    assert counted(here, club) == WHOLE
    assert attempts(here, club, view)[0] == "done"
    assert ledger.verify(here, records=True) == []
