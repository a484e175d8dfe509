"""A program's way in on a machine nobody has an account on: a club, then a key for it."""

import pytest
from flask import Flask

from scorekeeper.services import clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from tests.api.client import ALL
from tests.api.client import Program
from tests.services.signing import person

NEW = {"name": "Kartenrunde Post", "language": "de", "time_zone": "Europe/Berlin"}


def here(app: Flask) -> Program:
    """Return a program on the machine itself, without a key."""
    program = Program(app, "")
    program.client.environ_base["REMOTE_ADDR"] = "127.0.0.1"
    return program


def test_a_club_and_its_first_key_on_the_machine_itself(app: Flask, desk: Desk) -> None:
    program = here(app)
    made = program.post("/clubs", NEW, key="one-and-the-same")
    assert made.status_code == 201, made.text
    club = made.json
    assert club is not None
    assert made.headers["Location"] == f"/api/v1/clubs/{club['id']}"
    assert (club["name"], club["language"]) == ("Kartenrunde Post", "de")

    again = program.post("/clubs", NEW, key="one-and-the-same")
    assert (again.status_code, again.json) == (201, club)
    other = program.post("/clubs", {**NEW, "name": "Andere"}, key="one-and-the-same")
    assert other.json is not None
    assert (other.status_code, other.json["code"]) == (422, "key_reused")
    assert [one.name for one in clubs.list_clubs(desk)] == ["Kartenrunde Post"]

    asked = {"name": "Erster", "scopes": ALL}
    key = program.post(f"/clubs/{club['id']}/tokens", asked)
    assert key.status_code == 201, key.text
    assert key.json is not None
    elsewhere = Program(app, key.json["text"], club["id"])
    added = elsewhere.post("/members", {"name": "Anna"})
    assert added.status_code == 201, added.text


def test_who_has_no_key_is_answered_how_the_first_one_is_made(app: Flask, desk: Desk) -> None:
    for key in ("", "sk_" + "A" * 43):
        refused = Program(app, key).get("/clubs", Accept_Language="de")
        assert refused.json is not None
        assert (refused.status_code, refused.json["code"]) == (401, "unauthorized")
        assert "scorekeeper token add" in refused.json["detail"]
        assert "Zugangscode" in refused.json["detail"]
    person(desk, "Anna", Role.OWNER)
    refused = Program(app, "").get("/clubs", Accept_Language="en")
    assert refused.json is not None
    assert refused.json["detail"] == "This needs a key that is good, or a signed-in session."


def test_clubs_are_founded_by_the_host_alone(app: Flask, desk: Desk) -> None:
    assert Program(app, "").post("/clubs", NEW).status_code == 401
    made = here(app).post("/clubs", NEW)
    assert made.json is not None
    key = here(app).post(f"/clubs/{made.json['id']}/tokens", {"name": "K", "scopes": ALL})
    assert key.json is not None
    refused = Program(app, key.json["text"]).post("/clubs", {**NEW, "name": "Zweite"})
    assert refused.status_code == 403
    person(desk, "Anna", Role.OWNER)
    before = clubs.list_clubs(desk)
    assert here(app).post("/clubs", {**NEW, "name": "Dritte"}).status_code == 401
    assert clubs.list_clubs(desk) == before


@pytest.mark.parametrize("name", ["Origin", "Referer", "Sec-Fetch-Site", "Cookie"])
def test_no_page_in_a_browser_founds_a_club(app: Flask, desk: Desk, name: str) -> None:
    program = here(app)
    sent = {name.replace("-", "_"): "https://example.org"}
    if name == "Cookie":
        program.client.set_cookie("scorekeeper", sent.pop("Cookie"))
    assert program.post("/clubs", NEW, **sent).status_code == 400
    assert clubs.list_clubs(desk) == ()
