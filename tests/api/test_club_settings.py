"""A club's language, time zone, imprint and words on privacy through the API."""

import pytest
from flask import Flask

from scorekeeper.services import clubs
from scorekeeper.services.club_texts import TEXT_MAX
from scorekeeper.services.desk import Desk
from tests.api.client import other_club
from tests.api.client import program


def test_language_and_time_zone_change_and_what_is_not_named_stays(app: Flask, desk: Desk) -> None:
    club_id = other_club(desk)
    api = program(app, desk, club_id)
    seen = api.tag_of("")
    told = {"language": "en", "time_zone": "Europe/Vienna"}
    changed = api.ask("PATCH", "", told, tag=seen)
    assert changed.status_code == 200, changed.text
    kept = clubs.get_club(desk, club_id=club_id)
    assert (kept.name, kept.language, kept.time_zone) == ("Andere Runde", "en", "Europe/Vienna")
    late = api.ask("PATCH", "", {"language": "de"}, tag=seen)
    assert late.status_code == 412
    named = api.ask("PATCH", "", {"name": "Neue Runde"}, tag=changed.headers["ETag"])
    assert named.json is not None
    assert {**named.json, "name": kept.name} == changed.json
    assert api.ask("PATCH", "", {"language": "de"}).status_code == 428


@pytest.mark.parametrize("told", [{"language": "fr"}, {"time_zone": "Mars"}, {"name": "\t"}])
def test_a_language_or_time_zone_there_is_not(app: Flask, desk: Desk, told: dict[str, str]) -> None:
    api = program(app, desk, other_club(desk))
    assert api.ask("PATCH", "", told, tag="*").status_code == 422
    before = api.get("").json
    assert before is not None
    assert (before["language"], before["time_zone"]) == ("de", "Europe/Berlin")


def test_imprint_and_privacy_are_for_everybody_to_read(app: Flask, desk: Desk) -> None:
    club_id = other_club(desk)
    api = program(app, desk, club_id)
    assert api.get("/texts").json == {"imprint": "", "privacy": ""}
    seen = api.tag_of("/texts")
    told = {"imprint": "Andere Runde\nAnna Huber", "privacy": "Wir sagen nichts weiter."}
    kept = api.ask("PUT", "/texts", told, tag=seen)
    assert (kept.status_code, kept.json) == (200, told)
    assert api.get("/texts", unless=kept.headers["ETag"]).status_code == 304
    assert api.ask("PUT", "/texts", told, tag=seen).status_code == 412
    anybody = app.test_client().get(f"/api/v1/clubs/{club_id}/texts")
    assert anybody.json == told
    assert "Anna Huber" in app.test_client().get(f"/c/{club_id}/imprint").text
    long = {**told, "imprint": "a" * (TEXT_MAX + 1)}
    assert api.ask("PUT", "/texts", long, tag="*").status_code == 422
    looking = program(app, desk, club_id, ["look"])
    assert looking.ask("PUT", "/texts", told, tag="*").status_code == 403
    assert api.get("/texts").json == told
