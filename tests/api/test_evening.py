"""An evening through the API from beginning to end, and what it is careful about."""

import pytest
from flask import Flask

from scorekeeper.services import ledger
from scorekeeper.services.desk import Desk
from tests.api.client import Program
from tests.api.client import other_club
from tests.api.client import playing
from tests.api.client import program
from tests.services.play import brand


def test_an_evening_from_beginning_to_end(app: Flask, desk: Desk) -> None:
    club_id = other_club(desk)
    api = program(app, desk, club_id)
    begun = api.post(
        "/quick-nights",
        {"names": ["Anna", "Bert", "Caro"], "game": "bolachen", "tariff": 10},
    )
    assert begun.status_code == 201, begun.text
    table = begun.json
    assert table is not None
    people = {one["name"]: one["member_id"] for one in table["people"]}
    at = f"/tables/{table['id']}"
    seen = api.post(at + "/deals/preview", {"said": brand(people["Anna"], 7)}, key=None)
    assert seen.json is not None
    assert (seen.status_code, seen.json["scored"]) == (200, True)
    deal = api.post(at + "/deals", {"said": brand(people["Anna"], 7)})
    assert deal.status_code == 201, deal.text
    assert deal.json is not None
    assert deal.json["changes"][people["Anna"]] == 20
    there = f"/deals/{deal.json['id']}"
    assert deal.headers["Location"].endswith(there)
    corrected = api.post(
        there + "/correction", {"said": brand(people["Anna"], 3)}, tag=api.tag_of(there)
    )
    assert corrected.status_code == 200, corrected.text
    night = f"/nights/{table['night']['id']}"
    owed = api.get(night + "/balances").json
    assert owed is not None
    assert sum(one["cents"] for one in owed["items"]) == 0
    assert {one["member"]["name"]: one["cents"] for one in owed["items"]}["Anna"] == -20
    assert api.post(night + "/close").status_code == 200
    plan = api.post(night + "/settlement", {}).json
    assert plan is not None
    for one in plan["transfers"]:
        paid = api.post(f"/transfers/{one['id']}/pay", {"amount": one["amount"]})
        assert paid.status_code == 200, paid.text
    assert paid.json is not None
    assert paid.json["done"]
    state = api.get(night).json
    assert state is not None
    assert state["state"] == "settled"
    assert api.get("/verify?records=true").json == {"problems": [], "checked": True}
    kinds = [one["kind"] for one in (api.get("/entries").json or {})["items"]]
    assert kinds[0] == "deal"
    assert kinds.count("payment") == len(plan["transfers"])


def test_the_same_key_does_it_once(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    path, said = f"/tables/{table.table.id}/deals", {"said": brand(table.id("Anna"), 7)}
    first, again = (api.post(path, said, key="the-same-key") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert len(table.see().deals) == 1
    other = api.post(path, {"said": brand(table.id("Bert"), 7)}, key="the-same-key")
    assert (other.status_code, other.json and other.json["code"]) == (422, "key_reused")
    # Another program may call its own things the same.
    someone = program(app, desk, table.club_id)
    assert someone.post(path, said, key="the-same-key").status_code == 201
    assert len(table.see().deals) == 2


def test_what_moves_money_needs_a_key(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    path = f"/tables/{table.table.id}/deals"
    answer = api.post(path, {"said": brand(table.id("Anna"), 7)}, key=None)
    assert (answer.status_code, answer.json and answer.json["code"]) == (400, "key_missing")
    short = api.post(path, {"said": brand(table.id("Anna"), 7)}, key="short")
    assert (short.status_code, short.json and short.json["place"]) == (422, "key")
    assert table.see().deals == ()


def test_of_two_who_change_at_once_one_is_told(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    deal = table.record(brand(table.id("Anna"), 7))
    one, other = (program(app, desk, table.club_id) for _ in range(2))
    path = f"/deals/{deal.id}"
    tag = one.tag_of(path)
    assert other.tag_of(path) == tag
    said = {"said": brand(table.id("Anna"), 6), "reason": "verzählt"}
    assert one.post(path + "/correction", said, tag=tag).status_code == 200
    late = {"said": brand(table.id("Anna"), 4), "reason": "verzählt"}
    answer = other.post(path + "/correction", late, tag=tag)
    assert (answer.status_code, answer.json and answer.json["code"]) == (412, "changed_meanwhile")
    assert other.post(path + "/correction", late).status_code == 428
    # A proxy that compresses makes tags weak.
    weak = "W/" + other.tag_of(path)
    assert other.post(path + "/correction", late, tag=weak).status_code == 200
    assert other.post(path + "/correction", said, tag="*").status_code == 200


def test_a_tag_spares_reading_again(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    for path in (f"/tables/{table.table.id}", f"/tables/{table.table.id}/revision", ""):
        tag = api.tag_of(path)
        answer = api.get(path, unless=tag)
        assert (answer.status_code, answer.data) == (304, b"")
        assert answer.headers["ETag"] == tag
        assert api.get(path, unless="W/" + tag).status_code == 304
    tag = api.tag_of(f"/tables/{table.table.id}")
    table.record(brand(table.id("Anna"), 7))
    assert api.get(f"/tables/{table.table.id}", unless=tag).status_code == 200


def test_a_member_is_changed_as_seen(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    path = f"/members/{table.id('Anna')}"
    tag = api.tag_of(path)
    assert api.ask("PATCH", path, {"name": "Anni"}).status_code == 428
    assert api.ask("PATCH", path, {"name": "Anni"}, tag=tag).status_code == 200
    assert api.ask("PATCH", path, {"name": "Anne"}, tag=tag).status_code == 412
    taken = api.ask("PATCH", path, {"name": "Bert"}, tag=api.tag_of(path))
    assert (taken.status_code, taken.json and taken.json["code"]) == (409, "name_taken")


def test_a_deal_that_cannot_be_is_told_with_its_findings(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    path = f"/tables/{table.table.id}/deals"
    answer = api.post(path, {"said": brand(table.id("Anna"), 12)}, Accept_Language="en")
    assert answer.mimetype == "application/problem+json"
    problem = answer.json
    assert problem is not None
    assert (answer.status_code, problem["code"]) == (422, "deal_invalid")
    assert problem["findings"][0]["path"] == "/tricks_taken/Anna"
    german = api.post(path, {"said": brand(table.id("Anna"), 12)}, Accept_Language="de")
    assert german.json is not None
    assert german.json["findings"][0]["message"] != problem["findings"][0]["message"]


def test_pages_lose_nothing_while_deals_are_added(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    for _ in range(5):
        table.record(brand(table.id("Anna"), 7))
    numbers: list[int] = []
    path: str | None = f"/nights/{table.night_id}/ledger?limit=2"
    while path is not None:
        answer = api.get(path)
        assert answer.json is not None
        numbers += [deal["number"] for deal in answer.json["deals"]]
        link = answer.headers.get("Link")
        assert (link is None) == (answer.json["next"] is None)
        path = None if link is None else link.split(">")[0].removeprefix("<")
        if len(numbers) < 8:
            table.record(brand(table.id("Bert"), 7))
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == len(
        ledger.night_ledger(desk, club_id=table.club_id, night_id=table.night_id).deals
    )
    for wrong in ("AAAA", "not a cursor", "WzFd", "ZZZ" * 80):
        assert api.get(f"/nights?cursor={wrong}").status_code == (200 if wrong == "WzFd" else 422)


@pytest.mark.parametrize(
    ("sent", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"[" * 20_000, "application/json", 400),
        (b'{"name": ' + b"9" * 5000 + b"}", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"name=Anna", "application/x-www-form-urlencoded", 415),
        (b'{"name": "Anna"}', "text/plain", 415),
        (b'{"name": "' + b"A" * 300_000 + b'"}', "application/json", 413),
        (b'{"name": 3}', "application/json", 422),
        (b'{"name": "Anna", "more": 1}', "application/json", 422),
        (b'{"name": "\\ud800"}', "application/json", 422),
        (b'{"name": "\\u0000"}', "application/json", 422),
    ],
)
def test_what_cannot_be_read_is_a_problem(
    app: Flask, desk: Desk, sent: bytes, kind: str, status: int
) -> None:
    club_id = other_club(desk)
    api = program(app, desk, club_id)
    answer = api.client.post(
        f"/api/v1/clubs/{club_id}/members",
        data=sent,
        content_type=kind,
        headers={"Authorization": f"Bearer {api.key}"},
    )
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.json is not None
    assert answer.json["status"] == status


def test_money_is_whole_cents_and_nothing_else(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    table.record(brand(table.id("Anna"), 7))
    table.close()
    api = program(app, desk, table.club_id)
    plan = api.post(f"/nights/{table.night_id}/settlement", {"mode": "transfers"}).json
    assert plan is not None
    path = f"/transfers/{plan['transfers'][0]['id']}/pay"
    for wrong in ("10", 9.5, True, None, -1, 0, 10**13):
        assert api.post(path, {"amount": wrong}).status_code == 422
    assert api.post(path, {"amount": 10.0}).status_code == 200


def test_ids_of_another_club_lead_nowhere(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    deal = table.record(brand(table.id("Anna"), 7))
    other = other_club(desk)
    api = program(app, desk, other)
    for path in (
        f"/nights/{table.night_id}",
        f"/nights/{table.night_id}/ledger",
        f"/nights/{table.night_id}/balances",
        f"/tables/{table.table.id}",
        f"/tables/{table.table.id}/revision",
        f"/deals/{deal.id}",
        f"/members/{table.id('Anna')}",
    ):
        assert api.get(path).status_code == 404, path
        assert api.get(f"/api/v1/clubs/{table.club_id}{path}").status_code == 404, path
    assert api.post(f"/tables/{table.table.id}/deals", {"said": {}}).status_code == 404
    assert api.get("/api/v1/clubs").json == {
        "items": [(api.get("").json)],
        "next": None,
    }


def test_a_key_does_no_more_than_its_scopes(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id, ["look"])
    assert api.get(f"/tables/{table.table.id}").status_code == 200
    answer = api.post(f"/tables/{table.table.id}/deals", {"said": brand(table.id("Anna"), 7)})
    assert answer.json is not None
    assert (answer.status_code, answer.json["code"]) == (403, "forbidden")
    me = api.get("/api/v1/me").json
    assert me is not None
    assert me["clubs"] == [table.club_id]
    assert set(me["scopes"]) == {"look", "public", "enter_site"}


def test_no_key_and_a_wrong_key_are_refused(app: Flask, desk: Desk) -> None:
    club_id = other_club(desk)
    for key in ("", "sk_" + "A" * 43, "nonsense"):
        answer = Program(app, key, club_id).get("")
        assert (answer.status_code, answer.mimetype) == (401, "application/problem+json")
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_key_makes_no_key_that_may_do_more(app: Flask, desk: Desk) -> None:
    club_id = other_club(desk)
    api = program(app, desk, club_id, ["look", "tokens"])
    assert api.post("/tokens", {"name": "Mehr", "scopes": ["purse"]}).status_code == 403
    made = api.post("/tokens", {"name": "Nur schauen", "scopes": ["look"]})
    assert made.status_code == 201
    assert made.json is not None
    new = Program(app, made.json["text"], club_id)
    assert new.get("").status_code == 200
    listed = api.get("/tokens")
    assert made.json["text"] not in listed.text
    ended = api.ask("DELETE", f"/tokens/{made.json['token']['id']}")
    assert ended.status_code == 200
    assert new.get("").status_code == 401


def test_methods_and_paths_nobody_knows(app: Flask, desk: Desk) -> None:
    api = program(app, desk, other_club(desk))
    answer = api.ask("DELETE", "/members")
    assert (answer.status_code, answer.json and answer.json["code"]) == (405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]
    assert api.get("/api/v1/nothing").mimetype == "application/problem+json"
    assert api.get("/nights/not-an-id").status_code == 404
