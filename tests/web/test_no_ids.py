"""No page shows an id: people are called by their names, things by what they are."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from lxml import html

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.services import ladders
from scorekeeper.services.desk import open_desk
from scorekeeper.web.limits import LIMITS
from scorekeeper.web.limits import RATES
from scorekeeper.web.limits import Limits
from scorekeeper.web.pages import EXTENSION
from tests.conftest import TickingClock
from tests.web.filled import ALL_ROLES
from tests.web.filled import Filled
from tests.web.filled import fill
from tests.web.test_matrix import ACTS
from tests.web.test_matrix import address
from tests.web.test_matrix import cases
from tests.web.test_matrix import sent
from tests.web.test_matrix import typed

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
READ_ALOUD = ("aria-label", "title", "alt", "placeholder", "label")
UNSEEN = ("hidden", "radio", "checkbox", "submit", "file")
# The page about the API is for programs, which know things by their ids.
FOR_PROGRAMS = {"api-docs.openapi_json", "api_page.reference"}


def seen(text: str) -> str:
    """Return what somebody sees or hears of a page."""
    page: Any = html.fromstring(text)
    for unseen in page.xpath("//script | //style | //template"):
        unseen.drop_tree()
    said = [page.text_content()]
    for name in READ_ALOUD:
        said += page.xpath(f"//@{name}")
    said += [
        box.get("value", "")
        for box in page.xpath("//input | //datalist/option | //meter")
        if box.get("type") not in UNSEEN
    ]
    return "\n".join(said)


def shown(text: str) -> list[str]:
    """Return where ids are seen, with what stands around them."""
    said = seen(text)
    return [said[max(0, m.start() - 60) : m.end() + 20] for m in ID.finditer(said)]


@pytest.fixture
def clubs(config: Config) -> Iterator[tuple[Flask, Filled]]:
    desk = open_desk(config.database_url, TickingClock(), "Anna")
    filled = fill(desk)
    desk.close()
    app = create_app(replace(config, public_url="http://karten.example.org"), TickingClock())
    app.config["WTF_CSRF_ENABLED"] = False
    app.extensions[LIMITS] = Limits(dict.fromkeys(RATES, "1000000/minute"))
    yield app, filled
    app.extensions[EXTENSION].desk.close()


def test_an_id_is_found_where_it_is_seen() -> None:
    one = "01a22fa8-14ea-7161-815a-385225b292ef"
    assert shown(f"<p>Wer? <b>{one}</b></p>")
    assert shown(f'<p><input value="{one}"></p>')
    assert shown(f'<p aria-label="{one}">ok</p>')
    assert not shown(f'<a href="/c/{one}">Runde</a><input type="hidden" value="{one}">')


@pytest.mark.parametrize("lang", ["de", "en"])
def test_no_page_shows_an_id(clubs: tuple[Flask, Filled], lang: str) -> None:
    app, filled = clubs
    client = filled.client(app, ALL_ROLES)
    speaks = {"Accept-Language": lang}
    found, pages = [], 0
    own = {"club_id": filled.mine.ids["club_id"]}
    nobodys = {
        name: f"01a22fa8-14ea-7161-815a-{n:012}" if name.endswith("_id") else value
        for n, (name, value) in enumerate(filled.mine.ids.items())
    }
    for (method, endpoint), rule in cases(app).items():
        if rule.rule.startswith("/api/") or endpoint in FOR_PROGRAMS:
            continue
        ways = (filled.mine.ids, filled.theirs.ids, nobodys | own)
        for number, ids in enumerate(ways):
            path = address(app, rule, ids, method)
            tries = (
                [{}]
                if method == "GET"
                else [
                    {},
                    *(
                        typed(endpoint, whose, number) | {"do": do}
                        for whose in (filled.mine.ids, filled.theirs.ids, nobodys)
                        for do in ACTS.get(endpoint, ("",))
                    ),
                ]
            )
            for fields in tries:
                told = sent(path, fields) if method != "GET" else {}
                answer = client.open(path, method=method, headers=speaks, **told)
                assert answer.status_code < 500, path
                if answer.mimetype == "text/html" and answer.status_code not in (302, 303):
                    pages += 1
                    found += [f"{method} {endpoint} {fields}: {one}" for one in shown(answer.text)]
                answer.close()
    assert pages > 300
    assert not found, "\n".join(dict.fromkeys(found))


def test_an_older_ladders_seed_is_kept_but_not_shown(clubs: tuple[Flask, Filled]) -> None:
    app, filled = clubs
    held = app.extensions[EXTENSION].desk
    ids = filled.mine.ids
    where = {"club_id": ids["club_id"], "season_id": ids["season_id"]}
    seed = "01a22fa8-14ea-7161-815a-385225b292ef"
    settings = {"kind": "soft", "tie_breaks": ["lots"]}
    made = ladders.create_ladder(
        held, **where, name="Alt", settings=settings, seed=seed, key="old-ladder-01"
    )
    client = filled.client(app, ALL_ROLES)
    place = f"/c/{ids['club_id']}/seasons/{ids['season_id']}/ladders/"
    page = client.get(place).text
    assert "Zu dieser Rangliste gehört für jeden ein festes Los" in page
    assert seed not in seen(client.get(f"{place}{made.id}").text)
    form = {"key": "old-ladder-02", "name": "Alt", "kind": "money", "seed": "", "ties": ["lots"]}
    assert client.post(f"{place}{made.id}", data=form).status_code == 303
    (now,) = [one for one in ladders.list_ladders(held, **where) if one.id == made.id]
    assert (now.kind, now.seed) == ("money", seed)
