"""Every route, everybody: what the gate lets in is what the table of actions says, and no more."""

import functools
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.services import tokens
from scorekeeper.services.desk import open_desk
from scorekeeper.services.permissions import ALLOWED
from scorekeeper.services.permissions import GUEST_SCOREKEEPER
from scorekeeper.services.permissions import GUEST_VIEWER
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.store import backup
from scorekeeper.store.migrate import head
from scorekeeper.web.gate import API
from scorekeeper.web.gate import action_of
from scorekeeper.web.limits import LIMITS
from scorekeeper.web.limits import RATES
from scorekeeper.web.limits import Limits
from scorekeeper.web.pages import EXTENSION
from tests.conftest import TickingClock
from tests.web.filled import ALL_ROLES
from tests.web.filled import ELSEWHERE
from tests.web.filled import EVERYBODY
from tests.web.filled import LOOKER
from tests.web.filled import NO_ROLE
from tests.web.filled import OTHER_GUEST
from tests.web.filled import STRANGER
from tests.web.filled import WRITER
from tests.web.filled import Filled
from tests.web.filled import fill

GUESTS = (LOOKER, WRITER, OTHER_GUEST)
IN, SIGN_IN, FORBIDDEN, MISSING = "in", "sign in", "forbidden", "missing"
EVENING = {"night_id", "table_id", "deal_id", "job_id"}
# Parts of an address that name no thing of a club.
WORDS = {
    "game": "bolachen",
    "number": "B1",
    "subject": "deals",
    "format_": "csv",
    "sheet": "charge",
}
# A thing that is asked for under the address of another one must belong there.
PLACED = {"bank_details.pay": {"night_id": "paid_night_id"}}
# Pages that are not there for who may see them: nothing of the kind happened.
NOTHING_THERE = {
    "disputes.replay",  # nobody wrote down the cards
    "documents.fetch",  # no worker made it
    "api_documents.get_document",
    "purse_papers.fetch",
    "api_papers.fetch_paper",
    "api_ledger.get_settlement",  # the evening goes on
    "mail_links.ask",  # no mail is set up
    "mail_links.open_sign_in",
    "mail_links.open_password",
    "proving.watch",  # another kind of job
    "bank_details.pay",  # nobody told his bank
    "api_bank.get_bank_detail",
    "api_bank.get_giro_code",
    "api_purse.get_own_statement",  # nobody here is a member
    "api_people.export_oneself",
    "public_seasons.show",  # no season is shown to everybody
    "public_seasons.course",
}
# Pages of one's own account: a guest has none and is asked to sign in.
OWN = {"accounts.show"}
# With accounts the access code opens nothing: its page leads to signing in.
GONE = {"access.ask"}
# Where a view asks for more than its route, unless it is about oneself.
ASKS_MORE = {
    "bank_details.show": Action.SEE_PURSE,
    "api_bank.get_bank_detail": Action.SEE_PURSE,
    "api_bank.list_bank_changes": Action.SEE_PURSE,
    "purse.account": Action.SEE_PURSE,
    "member_steps.export": Action.PEOPLE_DATA,
}
CASES = dict[tuple[str, str], Rule]


@pytest.fixture(scope="module")
def filled_app(
    empty_database: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Flask, Filled]]:
    folder = tmp_path_factory.mktemp("matrix")
    shutil.copy(empty_database, folder / "cards.db")
    url = f"sqlite:///{folder}/cards.db"
    desk = open_desk(url, TickingClock(), "Anna")
    filled = fill(desk)
    desk.close()
    app = create_app(
        Config(
            data=folder,
            database_url=url,
            secret="a secret of the tests",
            public_url="http://karten.example.org",
        ),
        TickingClock(),
    )
    app.config["WTF_CSRF_ENABLED"] = False  # what the gate lets in is asked here, not more
    app.extensions[LIMITS] = Limits(dict.fromkeys(RATES, "1000000/minute"))
    yield app, filled
    app.extensions[EXTENSION].desk.close()


def cases(app: Flask) -> CASES:
    """Return every route by method and endpoint."""
    return {
        (method, rule.endpoint): rule
        for rule in app.url_map.iter_rules()
        for method in sorted(rule.methods or ())
        if method not in ("HEAD", "OPTIONS")
    }


def address(app: Flask, rule: Rule, ids: dict[str, str], method: str) -> str:
    ids = {**ids, **{name: ids[at] for name, at in PLACED.get(rule.endpoint, {}).items()}}
    values = {name: ids.get(name) or WORDS.get(name, f"{name:-<36}") for name in rule.arguments}
    return app.url_map.bind("localhost").build(rule.endpoint, values, method=method)


def expected(who: str, action: Action, rule: Rule) -> str:
    """Say what the table of actions promises, without asking the gate."""
    if action is Action.PUBLIC:
        return IN
    if who == STRANGER:
        return SIGN_IN
    if "club_id" not in rule.arguments:
        if rule.endpoint in OWN and who in GUESTS:
            return SIGN_IN
        if action is Action.ACCOUNT:
            return FORBIDDEN if who in GUESTS else IN
        return IN if action is Action.ENTER_SITE else FORBIDDEN
    if who in (NO_ROLE, ELSEWHERE):
        return MISSING
    if who in GUESTS:
        return expected_of_guest(who, action, rule)
    return IN if Role(who) in ALLOWED[action] else FORBIDDEN


def expected_of_guest(who: str, action: Action, rule: Rule) -> str:
    if rule.endpoint in ("rulebook.club_index", "rulebook.club_book"):
        return IN
    things = {name for name in rule.arguments if name.endswith("_id")} - {"club_id"}
    if not things:
        return FORBIDDEN
    if not things <= EVENING or who == OTHER_GUEST:
        return MISSING
    granted = GUEST_SCOREKEEPER if who == WRITER else GUEST_VIEWER
    return IN if action in granted else FORBIDDEN


def answered(answer: TestResponse, path: str) -> str:
    """Say how the gate decided, by what came back."""
    if answer.status_code == 401:
        return SIGN_IN
    if answer.status_code == 303 and "sign-in" in answer.headers["Location"]:
        return SIGN_IN
    if path.startswith("/api/") and answer.status_code >= 400:
        assert answer.mimetype == "application/problem+json", path
    return {403: FORBIDDEN, 404: MISSING}.get(answer.status_code, IN)


class Watched:
    """Stands in the place of every view that changes something: to be asked is enough."""

    def __init__(self, app: Flask, endpoints: set[str]) -> None:
        self.app = app
        self.kept = {one: app.view_functions[one] for one in endpoints}

    def __enter__(self) -> None:
        for endpoint, view in self.kept.items():

            @functools.wraps(view)
            def inside(**arguments: Any) -> tuple[str, int]:
                return "", 204

            self.app.view_functions[endpoint] = inside

    def __exit__(self, *error: object) -> None:
        self.app.view_functions.update(self.kept)


def state_of(app: Flask, only: str = "") -> list[str]:
    """Return all that is kept, or the rows of one club."""
    with app.extensions[EXTENSION].desk.store.read() as tx:
        return [line for line in backup.dump(tx, head()) if only in line]


def test_every_route_says_what_it_needs(filled_app: tuple[Flask, Filled]) -> None:
    app, _ = filled_app
    silent = [
        case for case in cases(app) if action_of(app.view_functions[case[1]], case[0]) is None
    ]
    assert silent == []


def test_every_thing_in_an_address_is_known(filled_app: tuple[Flask, Filled]) -> None:
    """Of what is new in an address, tests/web/filled.py says where one is."""
    app, filled = filled_app
    known = filled.mine.ids.keys() | WORDS.keys()
    asked = {name for rule in cases(app).values() for name in rule.arguments}
    assert asked - known == set()


def test_every_action_is_of_some_use(filled_app: tuple[Flask, Filled]) -> None:
    app, _ = filled_app
    used = {action_of(app.view_functions[endpoint], method) for method, endpoint in cases(app)}
    # These are asked by views themselves, where it depends on what is changed.
    assert set(Action) - used <= {Action.CHANGE, Action.CHANGE_CLOSED}


@pytest.mark.parametrize("who", EVERYBODY)
def test_everybody_reaches_what_he_may_and_nothing_else(
    filled_app: tuple[Flask, Filled], who: str
) -> None:
    app, filled = filled_app
    before = state_of(app)
    found = cases(app)
    client = filled.client(app, who)
    wrong = []
    really = who in (Role.OWNER, Role.VIEWER, *GUESTS)  # the others see pages like these
    with Watched(app, {endpoint for method, endpoint in found if method != "GET" or not really}):
        for (method, endpoint), rule in found.items():
            action = action_of(app.view_functions[endpoint], method)
            path = address(app, rule, filled.mine.ids, method)
            answer = client.open(path, method=method)
            came = answered(answer, path)
            promised = expected(who, action or Action.CLUB, rule)
            if promised == IN and really and method == "GET" and endpoint in ASKS_MORE:
                promised = expected(who, ASKS_MORE[endpoint], rule)
            nothing = promised == IN and came == MISSING and endpoint in NOTHING_THERE
            nothing |= came == SIGN_IN and endpoint in GONE
            if (came != promised and not nothing) or answer.status_code >= 500:
                wrong.append(f"{method} {path} {action}: {came} {answer.status_code}, {promised}")
            answer.close()
    assert not wrong, "\n".join(wrong)
    assert state_of(app) == before


SCOPED: dict[str, tuple[Action, ...]] = {
    **{scope.value: (scope,) for scope in tokens.SCOPES},
    "all but the account": tuple(one for one in tokens.SCOPES if one is not Action.ACCOUNT),
    "at one table": tokens.TABLE_SCOPES,
}


@pytest.mark.parametrize("which", SCOPED)
def test_a_key_reaches_what_it_was_made_for_and_nothing_else(
    filled_app: tuple[Flask, Filled], which: str
) -> None:
    """Of somebody who may everything, so that nothing but the scopes is in the way."""
    app, filled = filled_app
    scopes, ids = SCOPED[which], filled.mine.ids
    table = ids["table_id"] if which == "at one table" else None
    key = tokens.create_token(
        app.extensions[EXTENSION].desk,
        club_id=ids["club_id"],
        name=which,
        scopes=scopes,
        account_id=filled.leader,
        table_id=table,
    ).text
    before = state_of(app)
    found = {case: rule for case, rule in cases(app).items() if rule.rule.startswith(API)}
    client = app.test_client()
    wrong = []
    with Watched(app, {endpoint for _, endpoint in found}):
        for (method, endpoint), rule in found.items():
            action = action_of(app.view_functions[endpoint], method)
            path = address(app, rule, ids, method)
            answer = client.open(path, method=method, headers={"Authorization": f"Bearer {key}"})
            may = action in (Action.PUBLIC, Action.ENTER_SITE) or action in scopes
            if table is not None and "club_id" in rule.arguments:
                may = (
                    action is Action.PUBLIC
                    or expected_of_guest(WRITER, action or Action.CLUB, rule) == IN
                )
            if (answered(answer, path) == IN) is not may:
                wrong.append(f"{method} {path} {action}: {answer.status_code}")
    assert not wrong, "\n".join(wrong)
    assert state_of(app) == before


def test_no_key_for_a_table_can_be_made_for_the_account() -> None:
    assert Action.ACCOUNT not in {*tokens.TABLE_SCOPES, *GUEST_SCOREKEEPER, *GUEST_VIEWER}


def test_a_strangers_club_is_as_good_as_none(filled_app: tuple[Flask, Filled]) -> None:
    """Foreign ids under the own club's address: not found, whatever is asked."""
    app, filled = filled_app
    before = state_of(app)
    client = filled.client(app, ALL_ROLES)
    wrong = []
    for (method, endpoint), rule in cases(app).items():
        things = {name for name in rule.arguments if name.endswith("_id")} - {"club_id"}
        if "club_id" not in rule.arguments:
            continue
        for foreign in sorted(things):
            ids = {**filled.mine.ids, foreign: filled.theirs.ids.get(foreign, f"{foreign:-<36}")}
            path = address(app, rule, ids, method)
            answer = client.open(path, method=method, **sent(path, {}))
            untold = path.startswith("/api/") and answer.status_code == 422  # which game?
            if method == "GET" and answer.status_code != 404 and not untold:
                wrong.append(f"GET {path}: {answer.status_code} for a foreign {foreign}")
            if answer.status_code >= 500 or answer.status_code in (200, 201, 202, 204):
                wrong.append(f"{method} {endpoint}: {answer.status_code} for a foreign {foreign}")
    assert not wrong, "\n".join(wrong)
    assert state_of(app) == before


def test_no_form_is_taken_without_its_token(filled_app: tuple[Flask, Filled]) -> None:
    """Every route that changes something refuses what another page made a browser send."""
    app, filled = filled_app
    before = state_of(app)
    client = filled.client(app, ALL_ROLES)
    taken = []
    app.config["WTF_CSRF_ENABLED"] = True
    for (method, endpoint), rule in cases(app).items():
        path = address(app, rule, filled.mine.ids, method)
        if method != "GET":
            answer = client.open(path, method=method, **sent(path, {}))
            if answer.status_code != 400:
                taken.append(f"{method} {endpoint}: {answer.status_code}")
            if path.startswith("/api/") and answer.mimetype != "application/problem+json":
                taken.append(f"{method} {endpoint}: {answer.mimetype}")
    app.config["WTF_CSRF_ENABLED"] = False
    assert not taken, "\n".join(taken)
    assert state_of(app) == before


def test_nothing_of_another_club_gets_in_by_a_form(
    config: Config, empty_database: Path, tmp_path: Path
) -> None:
    """Own address, and every field that names a thing names a foreign one."""
    desk = open_desk(config.database_url, TickingClock(), "Anna")
    filled = fill(desk)
    desk.close()
    app = create_app(replace(config, public_url="http://karten.example.org"), TickingClock())
    app.config["WTF_CSRF_ENABLED"] = False
    app.extensions[LIMITS] = Limits(dict.fromkeys(RATES, "1000000/minute"))
    theirs = filled.theirs.ids
    before = state_of(app, theirs["club_id"])
    client = filled.client(app, ALL_ROLES)
    for number, ((method, endpoint), rule) in enumerate(cases(app).items()):
        if method == "GET" or "club_id" not in rule.arguments:
            continue
        path = address(app, rule, filled.mine.ids, method)
        told = typed(endpoint, theirs, number)
        for do in ACTS.get(endpoint, ("",)):
            answer = client.open(path, method=method, **sent(path, {**told, "do": do}))
            assert answer.status_code < 500, (path, answer.text[:400])
    assert state_of(app, theirs["club_id"]) == before
    foreign = {value for name, value in theirs.items() if name.endswith("_id")}
    mine = state_of(app, filled.mine.ids["club_id"])
    assert mine
    assert [line for line in mine if any(one in line for one in foreign)] == []
    app.extensions[EXTENSION].desk.close()


ACTS = {
    "people.act": ("join", "substitute", "dealer", "seats", "leave", "rules", "tariff"),
    "members.change": ("rename", "deactivate"),
    "guests.act": ("write", "look", "away", "open"),
}


def typed(endpoint: str, ids: dict[str, str], number: int) -> dict[str, str]:
    """Fill in whatever a form may ask for; each thing is the other club's."""
    fields = {
        "key": f"foreign-{number:05d}",
        "name": "Fremd",
        "reason": "ein Grund",
        "own": "ein Grund",
        "why": "ein Grund",
        "date": "2026-11-21",
        "begins": "2027-01-01",
        "place": "Post",
        "tariff": "10",
        "amount": "0,10",
        "mode": "cashier",
        "choice": "as_played",
        "usual": "counted",
    }
    things = {
        "member_id": ("member", "member_id", "out", "dealer", "cashier_id", "from", "to", "who"),
        "season_id": ("season", "season_id"),
        "rules_id": ("rules", "house_rules_id", "rules_id"),
        "night_id": ("night", "night_id"),
        "table_id": ("table", "table_id"),
        "deal_id": ("deal", "deal_id", "other"),
        "transfer_id": ("transfer", "transfer_id"),
        "dispute_id": ("dispute", "dispute_id"),
    }
    for name, asked in things.items():
        fields |= dict.fromkeys(asked, ids[name])
    return fields


def sent(path: str, fields: dict[str, str]) -> dict[str, Any]:
    """Send fields as a form, or to the API as JSON."""
    if not path.startswith("/api/"):
        return {"data": fields}
    key = fields.get("key", "matrix-key-0001")
    return {"json": fields, "headers": {"Idempotency-Key": key, "If-Match": "*"}}
