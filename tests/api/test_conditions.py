"""What can be changed is changed only as it was seen: every operation that changes a thing.

The operations are walked as the document has them, so that a new one is asked too.
"""

import copy
import threading
from typing import Any

import pytest

from scorekeeper.api.mounting import document
from tests.api.client import Program
from tests.api.filled import refill
from tests.api.test_schema import ABOUT
from tests.api.test_schema import Served
from tests.api.test_schema import example_body
from tests.api.test_schema import served as served

OPERATIONS = {
    (path, method): told
    for path, operations in document()["paths"].items()
    for method, told in operations.items()
    if method in ("get", "post", "put", "patch", "delete")
}
# What only ends: nobody could have changed it into something to be kept.
ENDS = {"revoke_token", "cancel_job", "cancel_paper", "end_device", "remove_passkey"}
# Where the thing with the tag is not at the same address nor at the one it is part of.
SEEN_AT = {
    "leave": "/tables/{table_id}",
    "substitute": "/tables/{table_id}",
    "record": "/tables/{table_id}",
    "correct": "/deals/{deal_id}",
    "send_away": "/tables/{table_id}/door",
    "let_write": "/tables/{table_id}/door",
    "change_email": "/api/v1/me/account",
}
CLUB = "/api/v1/clubs/{club_id}"
STALE = '"00000000000000000000000000000000"'


def name_of(told: dict[str, Any]) -> str:
    name: str = told["operationId"].removeprefix("api_").partition("_")[2]
    return name


def need_of(told: dict[str, Any]) -> bool | None:
    """Say whether an operation needs an If-Match, None where it takes none.

    What may be put where nothing was (If-None-Match) needs it as soon as there is something.
    """
    found = {one.get("name"): one for one in told.get("parameters", ())}
    if "If-Match" not in found:
        return None
    return bool(found["If-Match"].get("required")) or "If-None-Match" in found


def seen_at(path: str, name: str) -> str:
    """Return where the thing is read that an operation changes."""
    if name in SEEN_AT:
        at = SEEN_AT[name]
        return at if at.startswith("/api/") else CLUB + at
    if (path, "get") in OPERATIONS:
        return path
    return path.rpartition("/")[0]


CHANGING = [
    pytest.param(path, method, id=f"{method} {path}")
    for (path, method), told in OPERATIONS.items()
    if need_of(told) is not None
]


def test_every_operation_that_changes_a_thing_takes_a_condition() -> None:
    free = {
        name_of(told)
        for (_, method), told in OPERATIONS.items()
        if method in ("put", "patch") and need_of(told) is not True
    }
    assert free == set()
    loose = {
        name_of(told)
        for (_, method), told in OPERATIONS.items()
        if method == "delete" and need_of(told) is None
    }
    assert loose == ENDS
    for (path, _), told in OPERATIONS.items():
        if need_of(told) is not None:
            assert (seen_at(path, name_of(told)), "get") in OPERATIONS, path


def test_the_document_says_where_a_condition_is_free() -> None:
    said = document()["info"]["description"].partition("optional")[2]
    for (path, method), told in OPERATIONS.items():
        named = f"`{method.upper()} {path.removeprefix('/api/v1')}`"
        assert (named in said) is (need_of(told) is False), named
    assert "`POST /clubs/{club_id}/nights/{night_id}/close`" in said


@pytest.mark.parametrize(("path", "method"), CHANGING)
def test_a_thing_changes_only_as_it_was_seen(served: Served, path: str, method: str) -> None:
    refill(served.desk, served.club, f"seen-{method}{path}"[-60:].replace("/", "-"))
    told = OPERATIONS[path, method]
    name, club = name_of(told), served.club
    ids = {one: found[ABOUT.get(name, {}).get(one, 0)] for one, found in club.ids.items()}
    place, seen = (one.format(**ids, **club.numbers) for one in (path, seen_at(path, name)))
    example = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = example_body(copy.deepcopy(example.get("example")), name, served)
    api = Program(served.app, club.key)

    def ask(tag: str | None) -> Any:
        key = f"seen-{served.desk.new_id()}"
        return api.ask(method.upper(), place, body, key=key, tag=tag)

    before = api.get(seen)
    assert before.status_code == 200, before.text
    tag = before.headers["ETag"]
    assert api.get(seen, unless=tag).status_code == 304
    if need_of(told):
        missing = ask(None)
        assert (missing.status_code, missing.json["code"]) == (428, "condition_missing")
    late = ask(STALE)
    assert (late.status_code, late.json["code"]) == (412, "changed_meanwhile"), late.text
    assert api.get(seen).headers["ETag"] == tag
    done = ask(tag)
    assert done.status_code in (200, 201, 202, 204) or name in NOT_HERE, done.text
    assert done.status_code != 412


# What the example of an operation meets in the filled club, though it was seen as it is.
NOT_HERE = {"decide_match", "reopen_night", "send_away", "undo"}


@pytest.mark.parametrize(
    ("path", "bodies"),
    [
        ("/purse/items/{item_id}", [{"amount": 150}, {"amount": 250}]),
        ("/ladders/{ladder_id}", [{"seed": "eins"}, {"seed": "zwei"}]),
        ("/money-rules", [{"coin": one, "stake_limit": None} for one in (5, 10)]),
        ("/officers/{account_id}", [{"roles": [one]} for one in ("referee", "treasurer")]),
        ("/seasons/{season_id}/public", [{"public": True}] * 2),
        ("/tables/{table_id}/door", [{"open": True, "writes": one} for one in (True, False)]),
        ("/imports/{import_id}/columns", [{"said": {"header": 2}}] * 2),
        ("/purse/haferl", [{"to_purse": True}] * 2),
    ],
)
def test_of_two_who_change_at_once_one_is_told(
    served: Served, path: str, bodies: list[dict[str, Any]]
) -> None:
    refill(served.desk, served.club, f"at-once-{path}"[-60:].replace("/", "-"))
    club = served.club
    place = f"/api/v1/clubs/{club.club_id}" + path.format(
        **{one: found[0] for one, found in club.ids.items()}
    )
    api = Program(served.app, club.key)
    off = {"haferl": {"to_purse": False}, "public": {"public": False}}.get(path.split("/")[-1])
    if off is not None:
        assert api.ask("PUT", place, off, tag="*").status_code == 200
    tag = api.tag_of(place.removesuffix("/columns"))
    method = "PATCH" if "items" in path or "ladders" in path else "PUT"
    begin = threading.Barrier(len(bodies))
    answers: list[int] = []

    def change(body: dict[str, Any]) -> None:
        program = Program(served.app, club.key)
        begin.wait()
        with program.ask(method, place, body, tag=tag) as answer:
            answers.append(answer.status_code)

    threads = [threading.Thread(target=change, args=(body,)) for body in bodies]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(answers) == [200, 412]
