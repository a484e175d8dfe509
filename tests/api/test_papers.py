"""The report of a season and the papers of the purse, asked for through the API."""

from pathlib import Path
from typing import Any

from flask import Flask

from scorekeeper.documents.facts import digest
from scorekeeper.jobs.tasks import TASKS
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from scorekeeper.services.documents import facts_for
from scorekeeper.store import jobs
from scorekeeper.store.jobs import JobRow
from tests.api.client import Program
from tests.api.client import playing
from tests.api.client import program


def row_of(desk: Desk, club_id: str, job_id: str) -> JobRow:
    with desk.store.read() as tx:
        row = jobs.get(tx, club_id, job_id)
    assert row is not None
    assert row.kind in TASKS
    return row


def made(desk: Desk, folder: Path, club_id: str, job_id: str) -> bytes:
    """Do what the worker does at the end: leave a file and say where."""
    path = folder / f"{job_id}.pdf"
    path.write_bytes(b"%PDF-1.7 " + job_id.encode())
    with desk.store.write() as tx:
        run = tx.connection.exec_driver_sql
        run(f"UPDATE job SET state = 'done', result = '{path}' WHERE id = '{job_id}'")
    return path.read_bytes()


def asked(api: Program, path: str, told: dict[str, Any]) -> tuple[str, str]:
    """Ask for a paper and return its id and where to watch it."""
    answer = api.post(path, told)
    assert answer.status_code == 202, answer.text
    assert answer.json is not None
    assert answer.json["state"] == "queued"
    assert answer.headers["Retry-After"] == "1"
    return answer.json["id"], answer.headers["Location"]


def test_the_report_of_a_season(app: Flask, desk: Desk, tmp_path: Path) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    season = seasons.list_seasons(desk, club_id=table.club_id)[0].id
    id_, where = asked(api, f"/seasons/{season}/documents", {"language": "de"})
    assert asked(api, f"/seasons/{season}/documents", {"language": "de"})[0] == id_
    row = row_of(desk, table.club_id, id_)
    facts = facts_for(desk, club_id=table.club_id, args=row.args)
    assert row.dedupe == digest(facts, language="de")
    assert api.get(f"{where}/document").status_code == 404
    content = made(desk, tmp_path, table.club_id, id_)
    fetched = api.get(f"{where}/document")
    assert (fetched.mimetype, fetched.data) == ("application/pdf", content)
    assert api.post(f"/seasons/{desk.new_id()}/documents", {"language": "de"}).status_code == 404


def test_a_month_a_season_and_an_account_on_paper(app: Flask, desk: Desk, tmp_path: Path) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    season = seasons.list_seasons(desk, club_id=table.club_id)[0].id
    found = {}
    for kind, of in (("month", "2026-11"), ("season", season), ("account", table.id("Anna"))):
        id_, where = asked(api, "/purse/papers", {"kind": kind, "of": of, "language": "en"})
        args = row_of(desk, table.club_id, id_).args
        assert (args["kind"], args["of"], args["language"]) == (kind, of, "en")
        found[id_] = where
    assert len(found) == 3
    id_, where = next(iter(found.items()))
    content = made(desk, tmp_path, table.club_id, id_)
    fetched = api.get(f"{where}/document")
    assert (fetched.mimetype, fetched.data) == ("application/pdf", content)
    id_, where = found.popitem()
    gone = api.ask("DELETE", where)
    assert gone.status_code == 200, gone.text
    assert gone.json is not None
    assert gone.json["state"] == "cancelled"
    for wrong in ({"kind": "month", "of": "2026-13"}, {"kind": "account", "of": desk.new_id()}):
        refused = api.post("/purse/papers", {**wrong, "language": "de"})
        assert refused.status_code in (404, 422), refused.text


def test_who_may_look_at_evenings_sees_no_paper_of_the_purse(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    all_, looking = (program(app, desk, table.club_id, one) for one in (None, ["look"]))
    told = {"kind": "month", "of": "2026-11", "language": "de"}
    id_, where = asked(all_, "/purse/papers", told)
    assert looking.post("/purse/papers", told).status_code == 403
    assert looking.get(where).status_code == 403
    assert looking.get(f"{where}/document").status_code == 403
    # Nor by the address of the documents of evenings.
    assert looking.get(f"/jobs/{id_}").status_code == 404
    assert looking.get(f"/jobs/{id_}/document").status_code == 404
