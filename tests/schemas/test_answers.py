"""The published schemas of the answers take what the program answers."""

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from marshmallow import ValidationError

from scorekeeper.adjudication.check import check_object
from scorekeeper.adjudication.writing import report_as_json
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.rules.record import REPORT_FORMAT
from scorekeeper.schemas import answers
from tests.records import mutated_record
from tests.records import shaped_record

THREE: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "wallachen",
    "seats": ["Anna", "Bert", "Caro"],
    "dealer": "Caro",
    "contract": {"declarer": "Anna", "kind": "number", "bid": 7},
    "tricks_taken": {"Anna": 7},
    "haferl": 30,
}
TWO_SIDES: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "watten",
    "seats": ["Anna", "Bert", "Caro", "Dora"],
    "dealer": "Dora",
    "match": {"Anna": 8, "Bert": 5},
    "tricks_taken": {"Anna": 2, "Caro": 1},
}


def report_on(record: object) -> dict[str, Any]:
    t = translator("de")
    return report_as_json(check_object(record), lambda finding: finding_sentence(finding, t))


def schema() -> Draft202012Validator:
    return Draft202012Validator(answers.answer_json_schema(answers.REPORT, REPORT_FORMAT))


@pytest.mark.parametrize("record", [THREE, TWO_SIDES, {}, None], ids=str)
def test_reports_fit_their_schemas(record: object) -> None:
    report = report_on(record)
    schema().validate(report)
    answers.answer_schema(answers.REPORT)().load(report)


def test_reports_on_any_record_fit_their_schemas() -> None:
    validator, marshmallow = schema(), answers.answer_schema(answers.REPORT)()
    for seed in range(150):
        for record in (shaped_record(seed), mutated_record(seed)):
            report = report_on(record)
            assert [error.message for error in validator.iter_errors(report)] == []
            assert marshmallow.validate(report) == {}


def test_a_report_with_a_key_too_many_is_refused() -> None:
    report = {**report_on(THREE), "more": 1}
    assert not schema().is_valid(report)
    with pytest.raises(ValidationError):
        answers.answer_schema(answers.REPORT)().load(report)


def test_the_solution_of_the_published_example_fits() -> None:
    solution = {
        "format": "deal-solution/1",
        "tricks": 7,
        "made": True,
        "plays": [
            {
                "trick": 1,
                "player": "Anna",
                "card": "HA",
                "best": 7,
                "cards": {"HA": 7, "HK": 6},
            }
        ],
    }
    title = answers.SOLUTION_FORMAT
    Draft202012Validator(answers.answer_json_schema(answers.SOLUTION, title)).validate(solution)
    answers.answer_schema(answers.SOLUTION)().load(solution)
