"""The database goes away and comes back: pages answer, jobs are done, /healthz says how it is."""

import time
from collections.abc import Callable
from pathlib import Path

from scorekeeper.clock import system_clock
from scorekeeper.services import documents
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from tests.conftest import PostgresServer
from tests.serve.service import Service
from tests.serve.visitor import Visitor
from tests.serve.visitor import quick_night
from tests.serve.visitor import record_brand


def until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.1)


def made(desk: Desk, table: str, language: str) -> bool:
    """Order the document of a table's evening and wait until a worker has made it."""
    _, _, club_id, _, table_id = table.split("/")
    night_id = tables.get_table(desk, club_id=club_id, table_id=table_id, deals=1).night.id
    job = documents.request_document(desk, club_id=club_id, night_id=night_id, language=language)
    until(lambda: documents.get_job(desk, club_id=club_id, job_id=job.id).state == "done")
    return True


def test_after_a_restart_of_postgresql_nothing_is_left_of_it(
    restarted_postgres: tuple[PostgresServer, Callable[..., None]], tmp_path: Path
) -> None:
    server, control = restarted_postgres
    url = server.database("postgres")
    settings = {"SCOREKEEPER_DATABASE_URL": url}
    with Service(tmp_path / "data", "--workers", "1", settings=settings) as service:
        visitor = Visitor(service.url)
        table = quick_night(visitor, "Anna", "Bert", "Caro")
        record_brand(visitor, table)
        for _ in range(3):
            control("-m", "fast", "restart")
            answers = [visitor.get(table).status for _ in range(5)]
            answers.append(record_brand(visitor, table).status)
            assert answers == [200] * 6
        control("-m", "immediate", "stop")
        assert visitor.get(table).status == 503
        away = visitor.get("/healthz")
        assert (away.status, "Traceback" in away.text) == (503, False)
        time.sleep(3)
        control("start")
        assert visitor.get(table).status == 200
        assert visitor.get("/healthz").status == 200
        desk = open_desk(url, system_clock, "Anna")
        assert made(desk, table, "de")
        desk.close()
        assert "Traceback" not in service.said(), service.said()[-6000:]
        assert service.stop() == 0
