"""A sheet of amounts told anew through the API: once, by who may, with the old one taken back."""

from flask import Flask

from scorekeeper.services import ledger
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Action
from tests.api.client import playing
from tests.api.client import program


def test_a_sheet_is_told_anew_once(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    anna, bert = table.id("Anna"), table.id("Bert")
    first = api.post(
        f"/nights/{table.night_id}/amounts", {"changes": {anna: 120, bert: -120}, "why": "Zettel"}
    )
    assert first.status_code == 201, first.text
    assert first.json is not None
    where = f"/amounts/{first.json['entry']}"
    told = {"changes": {anna: 150, bert: -150}, "why": "Verschrieben"}
    second = api.post(f"{where}/correction", told, key="sheet-told-anew")
    assert second.status_code == 201, second.text
    assert second.json is not None
    assert second.json["changes"] == told["changes"]
    again = api.post(f"{where}/correction", told, key="sheet-told-anew")
    assert again.json == second.json
    kept = api.get(second.headers["Location"])
    assert kept.json == second.json
    old = api.get(where)
    assert old.json is not None
    assert old.json["taken_back"] is True
    stand = ledger.balances(desk, club_id=table.club_id, night_id=table.night_id)
    assert {who.name: cents for who, cents in stand if cents} == {"Anna": 150, "Bert": -150}
    for wrong, code in (
        (where, "entry_reversed"),
        (second.headers["Location"], "amounts_unbalanced"),
    ):
        uneven = {"changes": {anna: 150, bert: -140}, "why": "Verschrieben"}
        sent = uneven if code == "amounts_unbalanced" else told
        refused = api.post(f"{wrong}/correction", sent)
        assert refused.json is not None
        assert refused.json["code"] == code


def test_a_sheet_of_a_closed_night_needs_more(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    all_ = program(app, desk, table.club_id)
    scopes = [Action.LOOK.value, Action.CHANGE.value]
    some = program(app, desk, table.club_id, scopes)
    anna, bert = table.id("Anna"), table.id("Bert")
    told = {"changes": {anna: 120, bert: -120}, "why": "Zettel"}
    first = all_.post(f"/nights/{table.night_id}/amounts", told)
    assert first.json is not None
    second = some.post(f"/amounts/{first.json['entry']}/correction", told)
    assert second.status_code == 201, second.text
    table.close()
    where = f"{second.headers['Location']}/correction"
    assert some.post(where, told).status_code == 403
    assert all_.post(where, told).status_code == 201
