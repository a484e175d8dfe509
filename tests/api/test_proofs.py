"""The ledger proved by the worker, asked for through the API."""

import threading
from pathlib import Path

from flask import Flask

from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.services.desk import Desk
from tests.api.client import playing
from tests.api.client import program
from tests.services.play import brand


def test_a_proof_is_asked_for_and_a_printed_hash_found(
    app: Flask, desk: Desk, database_url: str, tmp_path: Path
) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    assert api.get("/chain-head").json == {"number": 0, "hash": "0" * 64, "at": None}
    table.record(brand(table.id("Anna"), 7))
    head = api.get("/chain-head").json
    assert head is not None
    assert head["number"] == 1
    printed = head["hash"][:12].upper()
    asked = api.post("/proofs", {"printed": f"{printed[:4]} {printed[4:]}"})
    assert asked.status_code == 202, asked.text
    assert asked.json is not None
    assert (asked.json["state"], asked.json["agrees"], asked.json["head"]) == (
        "queued",
        False,
        None,
    )
    other = api.post("/proofs", {"printed": "0" * 12})
    run(
        Workplace(database_url=database_url, folder=tmp_path / "documents"),
        stop=threading.Event(),
        until_idle=True,
    )
    proof = api.get(asked.headers["Location"]).json
    assert proof is not None
    assert (proof["state"], proof["agrees"], proof["count"]) == ("done", True, 0)
    assert proof["problems"] == []
    assert proof["head"] == head
    assert (proof["found"]["number"], proof["found"]["hash"]) == (1, head["hash"])
    assert proof["found"]["night_number"] == table.see().night.number
    none = api.get(other.headers["Location"]).json
    assert none is not None
    assert (none["agrees"], none["found"]) == (True, None)


def test_what_is_no_hash_is_refused_and_who_may_not_prove(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    refused = api.post("/proofs", {"printed": "kein Hash"})
    assert refused.status_code == 422
    assert refused.json is not None
    assert refused.json["code"] == "value_invalid"
    looking = program(app, desk, table.club_id, ["look"])
    for path in ("/chain-head", f"/proofs/{desk.new_id()}"):
        assert looking.get(path).status_code == 403
    assert looking.post("/proofs", {}).status_code == 403
