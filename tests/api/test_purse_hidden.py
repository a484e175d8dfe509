"""Whoever may not see the purse finds nothing of it, on no page and in no answer he may look at."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from scorekeeper.services import purse
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import ALLOWED
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.web.gate import action_of
from scorekeeper.web.limits import LIMITS
from scorekeeper.web.limits import RATES
from scorekeeper.web.limits import Limits
from tests.api.client import ALL
from tests.api.client import Program
from tests.api.client import playing
from tests.api.client import program
from tests.api.filled import Filled
from tests.api.filled import account
from tests.api.filled import fill
from tests.services.play import Keys
from tests.services.play import brand
from tests.services.signing import device_of

WORDS = "Streng vertraulich"
CENTS = 471_147
# The amount as JSON and as people read it, and the words beside it.
MARKS = re.compile(rf"{WORDS}|(?<![0-9a-f]){CENTS}(?![0-9a-f])|4\.?711,47|4,?711\.47")
BLIND = [role for role in Role if role not in ALLOWED[Action.SEE_PURSE]]
# They go on for minutes.
STREAMS = {"api_events.watch"}


def book_all(desk: Desk, club_id: str, people: list[str]) -> None:
    """Book one of everything the purse knows, with words and amounts nobody else may read."""
    keys = Keys("hidden")
    common: dict[str, Any] = {"club_id": club_id, "words": WORDS}
    purse.open_books(desk, **common, cash=CENTS, accounts={people[-1]: CENTS}, key=keys())
    for kind in ("fee", "fine"):
        purse.charge(desk, **common, kind=kind, member_ids=people[1:2], amount=CENTS, key=keys())
    purse.member_pays(desk, **common, member_id=people[1], amount=CENTS, place="cash", key=keys())
    purse.member_transfer(
        desk, **common, payer_id=people[0], payee_id=people[1], amount=CENTS, key=keys()
    )
    entered = purse.enter(
        desk,
        **common,
        kind="income",
        amount=CENTS,
        category=WORDS,
        place="bank",
        key=keys(),
    )
    purse.take_back(desk, club_id=club_id, entry=entered.entry, reason=WORDS, key=keys())


@pytest.fixture
def filled(app: Flask, desk: Desk) -> Filled:
    app.extensions[LIMITS] = Limits(dict.fromkeys(RATES, "1000000/minute"))
    club = fill(desk)
    book_all(desk, club.club_id, club.ids["member_id"])
    return club


def looked_at(app: Flask, club: Filled) -> Iterator[tuple[str, str]]:
    """Give every address within the club that may be looked at, with what it is called."""
    ids: dict[str, Any] = {name: found[0] for name, found in club.ids.items()}
    ids |= {**club.numbers, "club_id": club.club_id}
    for rule in app.url_map.iter_rules():
        view = app.view_functions[rule.endpoint]
        if "GET" not in (rule.methods or ()) or action_of(view, "GET") is not Action.LOOK:
            continue
        if rule.endpoint in STREAMS or "club_id" not in rule.arguments:
            continue
        values = {name: ids.get(name, "1") for name in rule.arguments}
        yield rule.endpoint, app.url_map.bind("localhost").build(rule.endpoint, values)


@pytest.mark.parametrize("role", BLIND)
def test_nothing_of_the_purse_is_seen_by_looking(
    app: Flask, desk: Desk, filled: Filled, role: Role
) -> None:
    account_id = account(desk, filled.club_id, [role])
    client = app.test_client()
    with client.session_transaction() as kept:
        kept["device"] = device_of(desk, account_id)
    seen = set()
    for endpoint, path in looked_at(app, filled):
        for asked in (path, path + "?limit=200"):
            answer = client.get(asked)
            found = MARKS.search(answer.text if answer.mimetype != "application/pdf" else "")
            assert found is None, (asked, found)
            if answer.status_code == 200:
                seen.add(endpoint)
    assert {"api_ledger.list_entries", "members.show", "ledger.show", "search.show"} <= seen
    assert len(seen) > 40


def test_the_marks_are_found_by_who_may_see_them(app: Flask, filled: Filled) -> None:
    club = Program(app, filled.key, filled.club_id)
    for path in ("/entries?limit=1000", "/purse/bookings?limit=100", "/accounts"):
        assert MARKS.search(club.get(path).text), path


def entries_of(api: Program, limit: int) -> list[dict[str, Any]]:
    """Return every entry a key gets, page by page."""
    found: list[dict[str, Any]] = []
    path = f"/entries?limit={limit}"
    while True:
        answer = api.get(path)
        assert answer.status_code == 200
        assert answer.json is not None
        found += answer.json["items"]
        if answer.json["next"] is None:
            return found
        path = f"/entries?limit={limit}&cursor={answer.json['next']}"


@pytest.mark.parametrize("scopes", [["look"], ["look", "export"]])
def test_entries_are_those_of_evenings_page_by_page(
    app: Flask, desk: Desk, scopes: list[str]
) -> None:
    table = playing(desk)
    table.record(brand(table.id("Anna"), 7))
    book_all(desk, table.club_id, [table.id("Anna"), table.id("Bert")])
    table.record(brand(table.id("Bert"), 6))
    treasurer = account(desk, table.club_id, [Role.TREASURER])
    whole = entries_of(program(app, desk, table.club_id, ALL, treasurer), 2)
    assert [one["number"] for one in whole] == list(range(1, len(whole) + 1))
    evenings = [one for one in whole if one["night_id"] is not None]
    assert len(whole) - len(evenings) >= 7
    assert [one["number"] for one in evenings] == [1, len(whole)]
    for role in (*BLIND, Role.TREASURER):
        api = program(app, desk, table.club_id, scopes, account(desk, table.club_id, [role]))
        for limit in (1, 2, 100):
            assert entries_of(api, limit) == evenings
