"""Whatever is sent to whichever operation: no fault of ours, and an answer as the document has it.

schemathesis makes requests from the OpenAPI document, right ones and wrong ones. Half of the ids
are those of a filled club, so that most operations get as far as the database.
"""

import copy
import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck
from hypothesis import Phase
from hypothesis import given
from hypothesis import seed
from hypothesis import settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis import checks
from werkzeug.test import TestResponse

from scorekeeper.api.mounting import document
from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.services import members
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.ledger import verify
from scorekeeper.web.limits import LIMITS
from scorekeeper.web.limits import RATES
from scorekeeper.web.limits import Limits
from scorekeeper.web.pages import EXTENSION
from tests.api.client import Program
from tests.api.filled import Filled
from tests.api.filled import fill
from tests.api.filled import refill
from tests.conftest import PostgresServer
from tests.conftest import TickingClock
from tests.services.signing import PASSWORD

OPERATIONS = [
    (path, method)
    for path, operations in document()["paths"].items()
    for method in operations
    if method in ("get", "post", "put", "patch", "delete")
]
EXAMPLES = 4
CHECKS = [
    checks.not_a_server_error,
    *(
        check
        for check in checks.CHECKS.get_all()
        if check.__name__
        in (
            "status_code_conformance",
            "content_type_conformance",
            "response_headers_conformance",
            "response_schema_conformance",
        )
    ),
]


HEADERS = ("ETag", "Location", "Link", "Retry-After", "Content-Disposition")
# What may be in the way of an example that works in a club like this one only the first time.
IN_THE_WAY = {404, 409, 422}
ONCE = {
    *("open_books", "close_month", "reopen_month", "close_season", "reopen_season", "move_money"),
    *("merge", "preview_merge", "unmerge", "anonymise", "send_away", "set_roles", "hand_in"),
    *("map_columns", "confirm", "undo", "ratings", "undo_amounts", "create_token", "pay_host"),
}
# What the example of an operation meets in the filled club, where that is no success.
MEETS = {
    "found_club": 403,  # its host alone may
    "decide_match": 422,  # Bolachen has no match
    "appeal": 409,  # nothing was decided yet
    "reopen_night": 409,  # something was paid
    "get_document": 404,  # nobody has made it
    "fetch_paper": 404,
}
# Which of the ids it is about where that is not the first, and what else it needs.
CLOSED = {"night_id": 1}
ABOUT: dict[str, dict[str, int]] = {
    **dict.fromkeys(("reopen_night", "propose", "get_settlement"), CLOSED),
    "unpay": {"transfer_id": -1},
    "open_dispute": {"deal_id": 0},
}
QUERY = {
    "get_cash_book": "?first=2026-11-01&last=2026-11-30",
    "ratings": "?game=bolachen",
}
BODY: dict[str, dict[str, Any]] = {
    "join": {"member_id": "absent"},
    "substitute": {"member_id": "absent"},
    "set_sitting_out": {"member_ids": []},
    "change_game": {"game": "bolachen"},
    "pay": {"amount": 1},
    "change_email": {"password": PASSWORD},
    "change_password": {"old": PASSWORD},
    "decide": {"choice": "as_played", "reason": "Es bleibt dabei"},
    "open_table": {"member_ids": ["absent", "guest", "guest2"]},
}


@dataclass(slots=True)
class Served:
    app: Flask
    desk: Desk
    club: Filled
    schema: Any


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A filled club behind the API, one for all operations."""
    folder = tmp_path_factory.mktemp("api")
    server: PostgresServer | None = None
    if request.param == "sqlite":
        template: Path = request.getfixturevalue("sqlite_template")
        shutil.copy(template, folder / "api.db")
        url = f"sqlite:///{folder}/api.db"
    else:
        server = request.getfixturevalue("postgres")
        name = request.getfixturevalue("postgres_template")
        server.run(f"CREATE DATABASE anything TEMPLATE {name} STRATEGY=FILE_COPY")
        url = server.database("anything")
    desk = open_desk(url, TickingClock(), "Anna")
    club = fill(desk)
    app = create_app(
        Config(
            data=folder,
            database_url=url,
            secret="a secret of the tests",
            public_url="https://karten.example.org",
            threads=1,
        )
    )
    app.extensions[LIMITS] = Limits(dict.fromkeys(RATES, "1000000/minute"))
    schema = schemathesis.openapi.from_dict(copy.deepcopy(document()))
    schema.app = app
    yield Served(app, desk, club, schema)
    assert verify(desk, records=True) == []
    app.extensions[EXTENSION].desk.close()
    desk.close()
    if server is not None:
        server.run("DROP DATABASE anything WITH (FORCE)")


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=[f"{m} {p}" for p, m in OPERATIONS])
def test_its_example_works_and_anything_else_is_answered_as_documented(
    served: Served, path: str, method: str
) -> None:
    if method != "get" or served.club.used:
        refill(served.desk, served.club, f"{method}{path}"[-70:].replace("/", "-"))
    served.club.used = method != "get"
    the_example_works(served, path, method)
    operation = served.schema[path][method]
    right = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    wrong = operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)

    @seed(20261130)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(right, right, wrong), number=st.integers(0, 2**32))
    def ask(case: Any, number: int) -> None:
        dice = random.Random(number)
        lead_somewhere(case, served.club, dice)
        headers = {"Authorization": f"Bearer {served.club.key}"}
        case.call_and_validate(headers=headers, checks=CHECKS)

    ask()


def the_example_works(served: Served, path: str, method: str) -> None:
    """Send what the document has for an example, about things that are there."""
    club = served.club
    operation = document()["paths"][path][method]
    name = operation["operationId"].removeprefix("api_").partition("_")[2]
    place = path.format(
        **{one: ids[ABOUT.get(name, {}).get(one, 0)] for one, ids in club.ids.items()},
        **club.numbers,
    )
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    sent = example_body(copy.deepcopy(body.get("example")), name, served)
    client = Program(served.app, club.key)
    place += QUERY.get(name, "")
    answer = client.ask(method.upper(), place, sent, key=f"example-{served.desk.new_id()}", tag="*")
    expected = {MEETS.get(name)} if name in MEETS else {200, 201, 202, 204}
    if name in ONCE:
        expected |= IN_THE_WAY
    assert answer.status_code in expected, answer.text
    if answer.status_code < 300:
        the_headers_are_documented(operation, answer)


def the_headers_are_documented(operation: dict[str, Any], answer: TestResponse) -> None:
    """Compare the headers of an answer that mean something with those of the document."""
    documented = set(operation["responses"][str(answer.status_code)].get("headers", ()))
    given = {name for name in HEADERS if name in answer.headers}
    assert given <= documented
    if answer.status_code == 200:
        assert documented - {"Link"} <= given  # the last page has no next one


def example_body(sent: Any, name: str, served: Served) -> Any:
    """Put real ids into an example."""
    if not isinstance(sent, dict):
        return sent
    club = served.club
    for field in sent:
        if field in club.ids:
            sent[field] = club.ids[field][0]
    seats = list(club.table.see().seats)
    if "changes" in sent:
        sent["changes"] = dict(zip(seats[:2], (120, -120), strict=True))
    sent |= {one: seats[at] for at, one in enumerate(("payer_id", "payee_id")) if one in sent}
    if "into_id" in sent:
        sent["into_id"] = seats[1]
    if "by" in sent:
        sent["by"] = club.ids["member_id"][0]
    if "member_ids" in sent:
        sent["member_ids"] = list(club.table.see().seats)
    if "said" in sent and name != "map_columns":
        sent["said"] = club.said(random.Random(1))
    sent |= BODY.get(name, {})
    if name in (
        "add_member",
        "change_member",
        "add_season",
        "create_ladder",
        "change_ladder",
        "add_item",
    ):
        sent["name"] = f"Neu {served.desk.new_id()}"
    absent = members.members_named(
        served.desk, club_id=club.club_id, names=["Dora", "Emil", "Franz"]
    )
    named = dict(zip(("absent", "guest", "guest2"), (one.id for one in absent), strict=True))
    if sent.get("member_id") in named:
        sent["member_id"] = named[sent["member_id"]]
    if "member_ids" in sent:
        sent["member_ids"] = [named.get(one, one) for one in sent["member_ids"]]
    return sent


def lead_somewhere(case: Any, club: Filled, dice: random.Random) -> None:
    """Put ids that lead somewhere in the place of some of those made up."""
    for name in case.path_parameters or {}:
        if name in club.numbers and dice.random() < 0.8:
            case.path_parameters[name] = club.numbers[name]
        known = club.pick(name, dice)
        if known is not None and (name == "club_id" or dice.random() < 0.8):
            case.path_parameters[name] = known
    if "If-Match" in (case.headers or {}) and dice.random() < 0.8:
        case.headers["If-Match"] = "*"
    if isinstance(case.body, dict):
        _lead(case.body, club, dice)


def _lead(body: dict[str, Any], club: Filled, dice: random.Random) -> None:
    for name, value in body.items():
        known = club.pick(name, dice)
        if known is not None and isinstance(value, str) and dice.random() < 0.7:
            body[name] = known
        elif name == "member_ids" and dice.random() < 0.7:
            body[name] = dice.sample(club.ids["member_id"], 3)
        elif name == "said" and dice.random() < 0.7:
            body[name] = club.said(dice)
        elif isinstance(value, dict):
            _lead(value, club, dice)
