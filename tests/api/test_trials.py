"""Other house rules tried on a season through the API."""

from flask import Flask

from scorekeeper.jobs.tasks import TASKS
from scorekeeper.services import house_rules
from scorekeeper.services import house_trial
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from scorekeeper.store import jobs
from tests.api.client import other_club
from tests.api.client import playing
from tests.api.client import program
from tests.services.play import brand


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


def test_house_rules_are_adopted_from_the_next_deal_on(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    first = table.record(brand(table.id("Anna"), 7))
    rules = house_rules.create_house_rules(
        desk,
        club_id=table.club_id,
        game="bolachen",
        name="Härter",
        options={"mord_factor": 5},
        key="harder-rules",
    )
    at = f"/tables/{table.table.id}/house-rules"
    played = api.post(at, {"house_rules_id": rules.id, "from_number": 1})
    assert played.status_code == 412
    told = {"house_rules_id": rules.id, "from_number": 2}
    done = api.post(at, told, key="adopt-harder")
    assert done.status_code == 200, done.text
    assert done.json is not None
    assert done.json["house_rules"]["id"] == rules.id
    second = table.record(brand(table.id("Anna"), 7))
    assert first.house_rules_id != rules.id
    assert second.house_rules_id == rules.id
    assert api.post(at, told, key="adopt-harder").status_code == 200
    looking = program(app, desk, table.club_id, ["look", "record"])
    assert looking.post(at, {**told, "from_number": 3}).status_code == 403
