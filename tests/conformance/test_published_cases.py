"""The published cases: hand-written deals with the answer `check` must give."""

import json
from pathlib import Path

import pytest

from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.check import check_text
from scorekeeper.adjudication.writing import report_as_json

COPY = Path(__file__).parent.parent / "corpus" / "conformance"
PUBLISHED = Path(__file__).parents[3] / "shared" / "conformance"
FILES = ("bolachen.jsonl", "wallachen.jsonl", "watten.jsonl")


def read_cases():
    for name in FILES:
        for line in (COPY / name).read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


CASES = list(read_cases())
EXAMPLES = [
    json.loads(line)
    for line in (COPY.parent / "examples.jsonl").read_text(encoding="utf-8").splitlines()
]


def same(expected, found):
    """Compare as JSON does: 1 is neither true nor 1.0, the order of keys is free."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return expected.keys() == found.keys() and all(
            same(value, found[key]) for key, value in expected.items()
        )
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(same, expected, found))
    return type(expected) is type(found) and expected == found


def is_reported_once(entry, reported, found_by):
    """Find one entry by its keys, with the values named; what is not named is free."""
    matching = [one for one in reported if all(one[key] == entry[key] for key in found_by)]
    return len(matching) == 1 and all(same(entry[key], matching[0][key]) for key in entry)


def mismatches(expect, report):
    """List the fields of `expect` that the report does not have as they are named."""
    wrong = []
    for key, value in expect.items():
        found = report[key]
        if key == "errors":
            wanted = {(error["code"], error["path"]) for error in value}
            right = wanted == {(error["code"], error["path"]) for error in found}
        elif key == "result" and value is not None:
            right = found is not None and all(
                name in found and same(value[name], found[name]) for name in value
            )
        elif key in ("plays", "tricks"):
            found_by = ("trick", "player") if key == "plays" else ("n",)
            right = all(is_reported_once(entry, found, found_by) for entry in value)
            right = right and (bool(value) or not found)
        else:
            right = same(value, found)
        if not right:
            wrong.append((key, value, found))
    return wrong


def report_of(record):
    return report_as_json(check_object(record), lambda finding: finding.key)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case):
    report = report_of(case["record"])
    assert mismatches(case["expect"], report) == []
    assert len(report) == 10


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_text_and_object_give_the_same(case):
    text = json.dumps(case["record"], ensure_ascii=False).encode()
    assert check_text(text) == check_object(case["record"])


@pytest.mark.parametrize("example", EXAMPLES, ids=[one["record"]["game"] for one in EXAMPLES])
def test_the_examples_of_the_specification(example):
    """Whole reports, to the last key."""
    assert same(example["report"], report_of(example["record"]))


def test_the_comparison_sees_differences():
    """A runner that lets everything pass proves nothing."""
    report = report_of(CASES[0]["record"])
    for expect in (
        {"verdict": "error"},
        {"errors": [{"code": "B1", "path": ""}]},
        {"result": {"made": True}},
        {"plays": [{"trick": 1, "player": "Anna"}]},
        {"tricks": [{"n": 1, "winner": None}]},
        {"payments": None},
        {"money": {"Anna": 0}},
    ):
        assert mismatches(expect, report)
    assert not same(1, True)
    assert not same(1, 1.0)
    assert same({"a": [1], "b": None}, {"b": None, "a": [1]})


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published cases are not beside the project")
@pytest.mark.parametrize("name", [*FILES, "README.md"])
def test_the_copy_is_what_was_published(name):
    assert (COPY / name).read_bytes() == (PUBLISHED / name).read_bytes()
