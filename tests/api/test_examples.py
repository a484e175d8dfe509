"""What the document shows of a deal is accepted, with the ids of who sits there, as it stands."""

import json
from typing import Any

from flask import Flask

from scorekeeper.api.mounting import document
from scorekeeper.api.nights import ID
from scorekeeper.services.desk import Desk
from tests.api.client import playing
from tests.api.client import program
from tests.services.play import brand

CLUB = "/api/v1/clubs/{club_id}"


def example(path: str, member_id: str) -> Any:
    """Return what the document sends to an operation, with a member of ours in it."""
    told = document()["paths"][CLUB + path]["post"]["requestBody"]["content"]
    return json.loads(json.dumps(told["application/json"]["example"]).replace(ID, member_id))


def test_the_examples_of_deals_are_accepted_at_a_table_of_bolachen(app: Flask, desk: Desk) -> None:
    table = playing(desk)
    api = program(app, desk, table.club_id)
    anna = table.id("Anna")
    at = f"/tables/{table.table.id}/deals"
    seen = api.post(f"{at}/preview", example("/tables/{table_id}/deals/preview", anna))
    assert seen.json is not None
    assert (seen.status_code, seen.json["scored"]) == (200, True), seen.text
    made = api.post(at, example("/tables/{table_id}/deals", anna))
    assert made.status_code == 201, made.text
    assert made.json is not None
    assert made.json["changes"][anna] != 0

    table.record(brand(anna, 7))
    deal = f"/deals/{table.see().deals[0].id}"
    looked = api.post(
        f"{deal}/correction/preview", example("/deals/{deal_id}/correction/preview", anna)
    )
    assert looked.json is not None
    assert (looked.status_code, looked.json["preview"]["scored"]) == (200, True), looked.text
    told = example("/deals/{deal_id}/correction", anna)
    changed = api.post(f"{deal}/correction", told, tag=api.tag_of(deal))
    assert changed.status_code == 200, changed.text
    assert changed.json is not None
    assert changed.json["reason"] == told["reason"]
    assert changed.json["changes"] == made.json["changes"]
