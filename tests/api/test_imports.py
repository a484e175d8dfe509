"""A sheet brought in by another program: handed in, asked about, answered, confirmed."""

import threading
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.services import import_looking
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services.desk import Desk
from tests.api.client import Program
from tests.api.client import playing
from tests.api.client import program

SHEETS = Path(__file__).parents[1] / "corpus" / "imports"


def hand_in(api: Program, content: bytes) -> dict[str, Any]:
    answer: TestResponse = api.client.post(
        f"{api.at}/imports?file_name=Runde.csv",
        data=content,
        headers={
            "Authorization": f"Bearer {api.key}",
            "Idempotency-Key": "hand-in-the-sheet",
            "Content-Type": "application/octet-stream",
        },
    )
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json or {}
    return made


def work(database_url: str, folder: Path) -> None:
    place = Workplace(database_url=database_url, folder=folder / "documents")
    run(place, stop=threading.Event(), until_idle=True)


def test_a_sheet_asks_is_answered_and_comes_in(
    app: Flask, desk: Desk, database_url: str, tmp_path: Path
) -> None:
    api = program(app, desk, playing(desk).club_id)
    made = hand_in(api, (SHEETS / "evenings-end-in-sum.csv").read_bytes())
    (question,) = made["questions"]
    assert (question["code"], question["rows"]) == ("unnamed_total", [5, 9])
    assert question["options"] == ["--total", "--deal"]
    assert [one["row"] for one in made["context"]] == [4, 5, 6, 8, 9]
    path = f"/imports/{made['id']}"
    refused = api.post(f"{path}/confirm", {"again": False})
    assert (refused.status_code, (refused.json or {})["code"]) == (409, "import_asks")
    said = {"said": {"totals": [5], "deals": [9]}}
    answered = api.ask("PUT", f"{path}/columns", said, tag=api.tag_of(path))
    assert answered.status_code == 200, answered.text
    told = answered.json or {}
    assert (told["questions"], told["left_out"], told["deals"]) == ([], [5], 7)
    assert told["preview"][0]["amounts"][0] == {"name": "Anna", "cents": 20, "text": "0,20"}
    assert api.post(f"{path}/confirm", {"again": False}).status_code == 202
    work(database_url, tmp_path)
    assert (api.get(path).json or {})["state"] == "posted"
    first = nights.get_numbered(desk, club_id=api.at.rsplit("/", 1)[1], number=2)
    stand = ledger.balances(desk, club_id=api.at.rsplit("/", 1)[1], night_id=first.id)
    assert (first.rows, {who.name: cents for who, cents in stand}) == (
        3,
        {"Anna": -30, "Bert": 30, "Caro": 0},
    )


def test_a_large_sheet_says_that_it_is_looked_through(
    app: Flask, desk: Desk, database_url: str, tmp_path: Path
) -> None:
    api = program(app, desk, playing(desk).club_id)
    lines = "Datum;Anna;Bert\n" + "6.11.2026;1,50;-1,50\n7.11.2026;-3,50;3,50\n" * 7000
    assert len(lines) > import_looking.TEXT_AT_ONCE
    made = hand_in(api, lines.encode())
    assert (made["looking"], made["job_state"], made["deals"]) == (True, "queued", 0)
    path = f"/imports/{made['id']}"
    early = api.post(f"{path}/confirm", {"again": False})
    assert (early.status_code, (early.json or {})["code"]) == (409, "import_state")
    work(database_url, tmp_path)
    found = api.get(path).json or {}
    assert (found["looking"], found["deals"], found["problem_count"]) == (False, 14_000, 0)
