"""`scorekeeper solve`: what it prints and with which status it ends."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from click.testing import Result
from jsonschema import Draft202012Validator

from scorekeeper.cli import main
from scorekeeper.schemas.answers import SOLUTION
from scorekeeper.schemas.answers import answer_json_schema
from tests.solver.test_records import record


def run(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["solve", *arguments], input=stdin, catch_exceptions=False)


def line(told: object) -> bytes:
    return json.dumps(told).encode()


def answer_of(result: Result) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_a_deal_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_bytes(line(record(tricks=[{"cards": ["HA", "SA"]}])))
    result = run(str(path))
    assert result.exit_code == 0
    answer = answer_of(result)
    assert (answer["tricks"], answer["made"], len(answer["plays"])) == (8, True, 2)
    schema = answer_json_schema(SOLUTION, "deal-solution/1")
    assert list(Draft202012Validator(schema).iter_errors(answer)) == []


def test_an_error_is_answered_with_a_report_in_the_language_asked_for() -> None:
    german = run("-", stdin=line(record(hands={})))
    english = run("-", "--lang", "en", stdin=line(record(hands={})))
    assert german.exit_code == english.exit_code == 2
    assert answer_of(german)["format"] == "deal-report/1"
    [error] = answer_of(german)["errors"]
    assert (error["code"], error["path"]) == ("format", "/hands")
    assert error["message"].startswith("Nicht alle drei Hände sind bekannt")
    assert answer_of(english)["errors"][0]["message"].startswith("Not all three hands are known")


def test_no_record_at_all_is_status_three(tmp_path: Path) -> None:
    assert run("-", stdin=b"hello").exit_code == 3
    missing = run(str(tmp_path / "no"))
    assert missing.exit_code == 3
    assert missing.stdout == ""
    assert "no" in missing.stderr


def test_lines_are_answered_one_by_one() -> None:
    result = run("--lines", "-", stdin=b"\n".join([line(record()), b"", line(record(hands={}))]))
    answers = [json.loads(one) for one in result.stdout.splitlines()]
    formats = [answer["format"] for answer in answers]
    assert formats == ["deal-solution/1", "deal-report/1", "deal-report/1"]
    assert result.exit_code == 3
