"""Other house rules tried on a season through the API."""

from flask import Flask

from scorekeeper.jobs.tasks import TASKS
from scorekeeper.services import house_trial
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from scorekeeper.store import jobs
from tests.api.client import other_club
from tests.api.client import program


def test_other_house_rules_are_asked_for_and_watched(app: Flask, desk: Desk) -> None:
    club_id = other_club(desk)
    api = program(app, desk, club_id)
    begun = api.post(
        "/quick-nights", {"names": ["Anna", "Bert", "Caro"], "game": "bolachen", "tariff": 10}
    )
    assert begun.json is not None
    season = seasons.list_seasons(desk, club_id=club_id)[0].id
    told = {"game": "bolachen", "options": {"mord_factor": 5}}
    asked = api.post(f"/seasons/{season}/trials", told)
    assert asked.status_code == 202, asked.text
    assert asked.json is not None
    assert (asked.json["state"], asked.json["found"]) == ("queued", None)
    with desk.store.read() as tx:
        row = jobs.get(tx, club_id, asked.json["id"])
    assert row is not None
    assert row.kind in TASKS
    assert row.args["options"] == {"mord_factor": 5}
    found = house_trial.try_rules(desk, club_id=club_id, **row.args)
    assert found.scored == 0
    wrong = api.post(f"/seasons/{season}/trials", {**told, "options": {"mord_factor": 4}})
    assert wrong.status_code in (400, 422), wrong.text
    assert wrong.json is not None
    assert wrong.json["code"] == "option_value"
    seen = api.get(f"/trials/{asked.json['id']}")
    assert seen.status_code == 200
