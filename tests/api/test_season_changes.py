"""A season's name and days changed through the API, only as they were seen."""

from flask import Flask

from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from tests.api.client import playing
from tests.api.client import program


def test_a_season_is_changed_as_it_was_seen(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    at = f"/seasons/{seasons.list_seasons(desk, club_id=table.club_id)[0].id}"
    seen = api.tag_of(at)
    told = {"name": "Winter", "begins": "2026-09-01", "ends": None, "reason": "Beschluss"}
    changed = api.ask("PATCH", at, told, tag=seen)
    assert changed.status_code == 200, changed.text
    assert changed.json is not None
    assert (changed.json["name"], changed.json["begins"], changed.json["ends"]) == (
        *("Winter", "2026-09-01"),
        None,
    )
    assert api.tag_of(at) == changed.headers["ETag"]
    assert api.ask("PATCH", at, {"name": "Sommer"}, tag=seen).status_code == 412
    assert api.ask("PATCH", at, {"name": "Sommer"}).status_code == 428
    later = api.ask("PATCH", at, {"begins": "2027-01-01"}, tag="*")
    assert (later.status_code, later.json and later.json["code"]) == (409, "season_outside")
    history = api.get(f"{at}/changes").json
    assert history is not None
    assert [(one["name_was"], one["name"], one["why"]) for one in history["items"]] == [
        ("2026", "Winter", "Beschluss")
    ]
    looking = program(app, desk, table.club_id, ["look"])
    assert looking.ask("PATCH", at, {"name": "Sommer"}, tag="*").status_code == 403
