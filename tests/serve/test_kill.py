"""Killed in the middle of writing, again and again: what was acknowledged is there, once."""

import random
import subprocess
import sys
import threading
import time
from pathlib import Path

from scorekeeper.clock import system_clock
from scorekeeper.services import tables
from scorekeeper.services.desk import open_desk
from tests.serve.service import Service
from tests.serve.visitor import Visitor
from tests.serve.visitor import quick_night
from tests.serve.visitor import record_brand

WRITERS = 4
KILLS = 6
PATIENCE = 60.0


def write(service: Service, done: threading.Event, written: dict[str, int], index: int) -> None:
    """Record deals at a table of one's own until told to stop; count what was acknowledged."""
    visitor = Visitor(service.url, patience=PATIENCE)
    table = quick_night(visitor, f"Anna {index}", f"Bert {index}", f"Caro {index}")
    written[table] = 0
    while not done.is_set():
        # A form that got no answer is sent again as it was, with the same key.
        answer = record_brand(visitor, table)
        assert answer.status == 200, answer.text
        assert answer.url.endswith(table)
        written[table] += 1


def test_no_acknowledged_deal_is_lost_and_none_is_there_twice(tmp_path: Path) -> None:
    dice = random.Random(7)
    written: dict[str, int] = {}
    failures: list[BaseException] = []
    done = threading.Event()
    with Service(tmp_path / "data") as service:

        def run(index: int) -> None:
            try:
                write(service, done, written, index)
            except BaseException as error:
                failures.append(error)

        writers = [threading.Thread(target=run, args=(i,)) for i in range(WRITERS)]
        for writer in writers:
            writer.start()
        for _ in range(KILLS):
            time.sleep(0.4 + dice.random())
            service.kill()
            service.start()
        time.sleep(0.5)
        done.set()
        for writer in writers:
            writer.join(timeout=PATIENCE)
        assert not failures, failures
        assert len(written) == WRITERS
        assert service.stop() == 0

    desk = open_desk(f"sqlite:///{tmp_path}/data/scorekeeper.db", system_clock, "test")
    for path, count in written.items():
        _, _, club_id, _, table_id = path.split("/")
        table = tables.get_table(desk, club_id=club_id, table_id=table_id, deals=10_000)
        assert count > 0
        assert [deal.number for deal in table.deals] == list(range(count, 0, -1))
    desk.close()
    verified = subprocess.run(
        [sys.executable, "-m", "scorekeeper", "db", "verify", "--records"],
        env=service.env,
        capture_output=True,
        text=True,
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr
