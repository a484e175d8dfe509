"""What the API says of itself: complete, the same for programs and readers, and true."""

import json
import re
from dataclasses import fields
from typing import Any

import jsonschema
from flask import Flask
from lxml import html

from scorekeeper.adjudication import side_won
from scorekeeper.api.mounting import document
from scorekeeper.errors import ErrorCode
from scorekeeper.i18n import translator
from scorekeeper.rules.declaration import FIELDS
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from scorekeeper.schemas.api_problem import CODES
from scorekeeper.schemas.api_problem import REQUEST_CODES
from scorekeeper.schemas.api_views import UNNAMED
from scorekeeper.season.ladder import Ladder
from scorekeeper.services import import_mapping
from scorekeeper.services.announcing import Event
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import needed
from scorekeeper.web.limits import LIMITS
from scorekeeper.web.limits import RATES
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import Limits
from tests.api.client import other_club
from tests.api.client import program

ARTICLES = {"minute": "a", "hour": "an"}
METHODS = ("get", "post", "put", "patch", "delete")


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, told)
        for path, found in document()["paths"].items()
        for method, told in found.items()
        if method in METHODS
    ]


def test_every_operation_says_what_it_does_and_needs() -> None:
    assert len(operations()) > 120
    for path, method, told in operations():
        where = f"{method} {path}"
        assert told["summary"][-1] in ".?", where
        assert "Needs the scope `" in told["description"] or not told["security"], where
        body = told.get("requestBody", {}).get("content", {}).get("application/json")
        assert body is None or body.get("example") is not None, where
    names = [told["operationId"] for _, _, told in operations()]
    assert len(names) == len(set(names))


def test_no_place_of_a_view_is_without_a_name() -> None:
    assert set() == UNNAMED


def test_every_route_is_in_the_document_and_names_its_right(app: Flask) -> None:
    known = {(path, method) for path, method, _ in operations()}
    for rule in app.url_map.iter_rules():
        if not rule.endpoint.startswith("api_"):
            continue
        assert needed(app.view_functions[rule.endpoint]) is not None, rule.endpoint
        if rule.endpoint in ("api_reference", "api_openapi"):
            continue
        path = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            assert (path, method.lower()) in known


def test_every_code_has_its_words_and_stands_in_the_schema() -> None:
    enum = document()["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    assert set(enum) == set(CODES) == {*(code.value for code in ErrorCode), *REQUEST_CODES}
    for lang in ("de", "en"):
        assert all(translator(lang).has(f"api.problem.{code}") for code in REQUEST_CODES)
    for _, _, told in operations():
        assert set(told.get("x-error-codes", ())) <= set(CODES)


def test_the_readable_page_needs_nothing_from_elsewhere(app: Flask) -> None:
    client = app.test_client()
    answer = client.get("/api/v1/")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    page = html.fromstring(answer.text)
    assert page.xpath("//script[text()] | //style | //@style") == []
    for link in page.xpath("//link/@href | //img/@src | //script/@src"):
        assert link.startswith("/static/"), link
    answers = page.xpath("//details/ul/li[code[1][number() > 0]]")
    assert len(answers) > len(operations())
    assert [one.text_content() for one in answers if " None" in one.text_content()[:10]] == []
    assert "`" not in page.text_content()
    ids = set(page.xpath("//@id"))
    for link in page.xpath("//a/@href"):
        if link.startswith("#"):
            assert link[1:] in ids, link
    for path, method, _ in operations():
        assert f"{method.upper()}" in answer.text
        assert path in answer.text
    assert client.get("/api/v1/openapi.json").json == json.loads(json.dumps(document()))


def test_the_readable_page_folds_and_is_searched_without_script(app: Flask) -> None:
    client = app.test_client()
    page = html.fromstring(client.get("/api/v1/").text)
    assert page.xpath("//details[@open]") == []
    names = {told["operationId"] for _, _, told in operations()}
    assert names <= set(page.xpath("//details/@id"))
    found = html.fromstring(client.get("/api/v1/?q=%20Corr\u0045ction").text)
    shown = set(found.xpath("//details[starts-with(@id, 'api_')]/@id"))
    assert "api_deals_correct" in shown
    assert shown < names
    for path, method, told in operations():
        text = f"{method} {path} {told['summary']} {told['description']} {told['tags']}".lower()
        assert ("correction" in text) == (told["operationId"] in shown), path
    nothing = html.fromstring(client.get("/api/v1/?q=zzz").text)
    assert nothing.xpath("//details[starts-with(@id, 'api_')]") == []
    assert client.get(f"/api/v1/?q={'x' * 5000}").status_code == 200


def test_schemas_are_called_as_they_are_titled_and_tags_as_operations_name_them() -> None:
    told = document()
    for name, schema in told["components"]["schemas"].items():
        assert schema.get("title", name) == name
    assert {tag for _, _, one in operations() for tag in one["tags"]} == {
        tag["name"] for tag in told["tags"]
    }


def test_what_services_read_themselves_has_its_fields_in_the_document() -> None:
    schemas = document()["components"]["schemas"]
    record = {"$ref": "#/components/schemas/DealRecord"}
    for name, field in (("NewDeal", "said"), ("Deal", "said"), ("Deal", "record")):
        assert schemas[name]["properties"][field]["$ref"] == record["$ref"], name
    assert set(schemas["DealRecord"]["properties"]) == {
        *(part.name for part in FIELDS),
        *side_won.FIELDS,
    }
    for name in ("NewHouseRules", "HouseRules", "QuickNight", "NewTrial"):
        target = schemas[name]["properties"]["options"]["$ref"]
        assert target == "#/components/schemas/HouseRuleOptions", name
    options = schemas["HouseRuleOptions"]["properties"]
    assert set(options) == {option.name for game in Game for option in OPTIONS[game]}
    for game in Game:
        for option in OPTIONS[game]:
            for value in option.values:
                jsonschema.validate(value, options[option.name])
    assert set(schemas["SheetAnswers"]["properties"]) == import_mapping._SAID
    assert schemas["Columns"]["properties"]["said"] == {"$ref": "#/components/schemas/SheetAnswers"}
    for name in ("Correction", "WrittenCorrection", "NewRuling"):
        assert schemas[name]["properties"]["others"]["additionalProperties"] == record, name
    # A list of the same name is none of these objects.
    for name, field in (("Question", "options"), ("SheetMapping", "said")):
        assert schemas[name]["properties"][field]["type"] == "array", name
    settings = schemas["LadderSettings"]["properties"]
    assert set(settings) == {one.name for one in fields(Ladder)}
    assert schemas["NewWebhook"]["properties"]["events"]["items"]["enum"] == [*Event]
    assert set(document()["webhooks"]) == set(Event)


def test_the_limits_it_names_are_those_that_are_counted() -> None:
    def in_words(kind: Kind) -> str:
        parts = [one.split("/") for one in RATES[kind].split(";")]
        return " and ".join(f"{count} times {ARTICLES[per]} {per}" for count, per in parts)

    said = document()["info"]["description"]
    assert in_words(Kind.PAGE) in said
    assert in_words(Kind.WORK) in said


def test_each_key_has_its_own_limit(app: Flask, desk: Desk) -> None:
    app.extensions[LIMITS] = Limits({**RATES, Kind.PAGE: "3/minute"})
    club_id = other_club(desk)
    one, other = (program(app, desk, club_id) for _ in range(2))
    assert [one.get("").status_code for _ in range(3)] == [200, 200, 200]
    answer = one.get("")
    assert (answer.status_code, answer.mimetype) == (429, "application/problem+json")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert other.get("").status_code == 200


def test_no_person_beside_money_counts_nights_nobody_counted() -> None:
    schemas = document()["components"]["schemas"]
    for name in ("Owed", "MemberAccount", "Booking", "StatementPage"):
        member = schemas[name]["properties"]["member"]
        target = member.get("$ref") or next(one["$ref"] for one in member["anyOf"] if "$ref" in one)
        assert target.endswith("/MemberName"), name
    assert schemas["MemberName"]["properties"].keys() == {"id", "name", "active"}
    assert "nights" in schemas["Member"]["properties"]
