"""What officers set beside the evenings: where a Haferl goes, who records, who is which member."""

from flask import Flask

from scorekeeper.services import accounts
from scorekeeper.services import guests
from scorekeeper.services import officers
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from tests.api.client import other_club
from tests.api.client import playing
from tests.api.client import program


def test_where_a_haferl_left_over_goes(app: Flask, desk: Desk) -> None:
    api = program(app, desk, other_club(desk))
    divided = api.get("/purse/haferl")
    assert divided.json == {"to_purse": False}
    kept = api.ask("PUT", "/purse/haferl", {"to_purse": True}, tag=divided.headers["ETag"])
    assert (kept.status_code, kept.json) == (200, {"to_purse": True})
    assert (api.get("/purse").json or {})["haferl"] is True
    late = api.ask("PUT", "/purse/haferl", {"to_purse": False}, tag=divided.headers["ETag"])
    assert late.status_code == 412
    assert api.get("/purse/haferl").json == {"to_purse": True}


def test_guests_may_record_or_only_look(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    at = f"/tables/{table.table.id}/door"
    door = api.ask("PUT", at, {"open": True, "writes": True}, tag=api.tag_of(at)).json or {}
    for name in ("Gerda", "Hans"):
        guests.come_in(desk, code=door["code"], name=name, writes=True)
    ids = {one["name"]: one["id"] for one in (api.get(at).json or {})["guests"]}

    def writing() -> dict[str, bool]:
        return {one["name"]: one["writes"] for one in (api.get(at).json or {})["guests"]}

    one = api.post(f"{at}/let-write", {"writes": False, "guest_id": ids["Hans"]})
    assert (one.status_code, (one.json or {})["code"]) == (200, door["code"])
    assert writing() == {"Gerda": True, "Hans": False}
    assert api.post(f"{at}/let-write", {"writes": False}).status_code == 200
    assert (api.get(at).json or {})["writes"] is False
    stranger = {"writes": True, "guest_id": desk.new_id()}
    assert api.post(f"{at}/let-write", stranger).status_code == 404


def test_which_member_an_officer_is(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    assert api.get(f"/officers/{desk.new_id()}").status_code == 404
    anna = table.id("Anna")
    berta = accounts.create_account(desk, email="b@example.org", name="Berta", password=None)
    officers.set_roles(desk, club_id=table.club_id, account_id=berta.id, roles=[Role.OWNER])
    key = program(app, desk, table.club_id, account_id=berta.id)
    at = f"/officers/{berta.id}"
    tag = key.tag_of(at)
    linked = key.ask("PUT", f"{at}/member", {"member_id": anna}, tag=tag)
    assert (linked.status_code, (linked.json or {})["member_id"]) == (200, anna)
    assert key.tag_of(at) == linked.headers["ETag"] != tag
    assert key.ask("PUT", at, {"roles": ["viewer"]}, tag=tag).status_code == 412
    gone = key.ask("PUT", f"{at}/member", {"member_id": None}, tag="*")
    assert (gone.json or {})["member_id"] is None
