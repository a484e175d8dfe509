"""The link under which anybody may look at a season, put on and off through the API."""

from flask import Flask

from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from tests.api.client import playing
from tests.api.client import program


def test_a_seasons_link_is_off_until_it_is_put_on(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    at = f"/seasons/{seasons.list_seasons(desk, club_id=table.club_id)[0].id}/public"
    assert api.get(at).json == {"token": None, "url": None}
    off = api.tag_of(at)
    first = api.ask("PUT", at, {"public": True}, tag=off).json
    assert first is not None
    assert first["url"].endswith(f"/s/{first['token']}")
    assert api.ask("PUT", at, {"public": True}, tag="*").json == first
    assert api.ask("PUT", at, {"public": False}, tag=off).status_code == 412
    assert api.get(at).json == first
    assert app.test_client().get(f"/s/{first['token']}").status_code == 200
    assert api.ask("PUT", at, {"public": False}, tag=api.tag_of(at)).json == {
        "token": None,
        "url": None,
    }
    assert app.test_client().get(f"/s/{first['token']}").status_code == 404
    second = api.ask("PUT", at, {"public": True}, tag=off).json
    assert second is not None
    assert second["token"] != first["token"]
    assert api.get(f"/seasons/{desk.new_id()}/public").status_code == 404
    looking = program(app, desk, table.club_id, ["look"])
    assert looking.get(at).status_code == 403
