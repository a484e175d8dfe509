"""What can be changed is changed only as it was seen: every operation that changes a thing.

The operations are walked as the document has them, so that a new one is asked too.
"""

import copy
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
# Where nothing need have been there before: it is put there, or taken away if it is there.
IF_THERE = {"set_bank_detail"}
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
    """Say whether an operation needs an If-Match, None where it takes none."""
    found = [one for one in told.get("parameters", ()) if one.get("name") == "If-Match"]
    return bool(found[0].get("required")) if found else None


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
    assert free == IF_THERE
    loose = {
        name_of(told)
        for (_, method), told in OPERATIONS.items()
        if method == "delete" and need_of(told) is None
    }
    assert loose == ENDS
    for (path, _), told in OPERATIONS.items():
        if need_of(told) is not None:
            assert (seen_at(path, name_of(told)), "get") in OPERATIONS, path


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
