"""The reader, the marshmallow schemas and the JSON Schema of the record agree."""

import json
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from marshmallow import ValidationError

from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.shape import read_shape
from scorekeeper.schemas.record import load_record
from scorekeeper.schemas.record_json import record_json_schema
from tests.records import mutated_record
from tests.records import shaped_record

SEEDS = st.integers(min_value=0, max_value=2**48)


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(record_json_schema())


def shape_errors(record: dict[str, Any]) -> list[Finding]:
    """Give what stage 2 finds."""
    findings: list[Finding] = []
    read_shape(record, Game(record["game"]), findings)
    if record.get("format") != "deal-record/1":
        assert any(finding.path == "/format" for finding in findings)
    return findings


def is_record(record: dict[str, Any]) -> bool:
    return isinstance(record.get("game"), str) and record["game"] in list(Game)


def marshmallow_errors(record: dict[str, Any]) -> dict[str, Any]:
    try:
        load_record(record)
    except ValidationError as error:
        return error.normalized_messages()
    return {}


def flat(messages: Any, path: str = "") -> set[str]:
    """List the places of marshmallow's messages as JSON Pointers."""
    if isinstance(messages, list):
        return {path}
    found: set[str] = set()
    for key, inner in messages.items():
        if key == "_schema":  # the whole object is wrong
            found.add(path)
            continue
        found |= flat(inner, f"{path}/{str(key).replace('~', '~0').replace('/', '~1')}")
    return found


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(record_json_schema())


@given(SEEDS)
@settings(max_examples=300, deadline=None)
def test_what_is_right_in_shape_is_taken_by_all_three(seed: int) -> None:
    record = shaped_record(seed)
    assert shape_errors(record) == []
    assert marshmallow_errors(record) == {}
    assert [error.message for error in validator().iter_errors(record)] == []
    again = json.loads(json.dumps(record))
    assert shape_errors(again) == []


# What a schema cannot say: the same name in another spelling, the length of a trimmed name,
# characters in a name.
BEYOND_A_SCHEMA = ("findings.format.name_twice", "findings.format.seat_name")


@given(SEEDS)
@settings(max_examples=800, deadline=None)
def test_what_is_wrong_in_shape_is_refused_by_all_three(seed: int) -> None:
    record = mutated_record(seed)
    if not is_record(record):
        assert not validator().is_valid(record)
        return
    findings = shape_errors(record)
    messages = marshmallow_errors(record)
    if findings:
        inner = {
            finding.path.split("/")[1]
            for finding in findings
            if finding.key == "findings.format.other_game"
        }
        expected = {
            finding.path
            for finding in findings
            if finding.path.split("/")[1] not in inner or finding.path.count("/") == 1
        }
        assert flat(messages) == expected
    else:
        assert messages == {}
    if not findings:
        assert validator().is_valid(record)
    elif any(finding.key not in BEYOND_A_SCHEMA for finding in findings):
        assert not validator().is_valid(record)
