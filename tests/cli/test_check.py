"""`scorekeeper check`: what it prints and with which status it ends."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from tests.tidy.tree import ROOT

GOOD: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "wallachen",
    "seats": ["Anna", "Bert", "Caro"],
    "dealer": "Caro",
    "contract": {"declarer": "Anna", "kind": "number", "bid": 7, "trump": "S"},
    "tricks_taken": {"Anna": 7},
    "haferl": 120,
}
WRONG = {**GOOD, "dealer": "Xaver"}


def line(record: object) -> bytes:
    return json.dumps(record).encode()


def run(*arguments: str, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(main, ["check", *arguments], input=stdin, catch_exceptions=False)


def reports(result: Result) -> list[dict[str, Any]]:
    return [json.loads(one) for one in result.stdout.splitlines()]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    contents = {"good": line(GOOD), "wrong": line(WRONG), "none": b"hello"}
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    return {name: str(tmp_path / name) for name in contents} | {"missing": str(tmp_path / "no")}


def test_a_good_deal_is_told_in_german_first(files: dict[str, str]) -> None:
    result = run(files["good"])
    assert result.exit_code == 0
    assert result.stdout == (
        "In Ordnung.\n"
        "Anna, 7 in Schellen: gewonnen mit 7 Stichen.\n"
        "Bert zahlt Anna 0,70\xa0€.\n"
        "Caro zahlt Anna 0,70\xa0€.\n"
        "Anna nimmt 1,20\xa0€ aus dem Haferl.\n"
        "Im Haferl: 0,00\xa0€.\n"
    )


def test_or_in_english() -> None:
    result = run("-", "--lang", "en", stdin=line({**GOOD, "currency": "CHF"}))
    assert result.stdout.startswith("In order.\nAnna, 7 in Bells: made with 7 tricks.\n")
    assert "Bert pays Anna CHF\xa00.70." in result.stdout


def test_errors_are_told_with_their_place(files: dict[str, str]) -> None:
    result = run(files["wrong"])
    assert result.exit_code == 2
    assert result.stdout == (
        "So kann es nicht gewesen sein: ein Fehler.\n"
        "  Xaver sitzt nicht am Tisch; dort sitzen Anna, Bert und Caro. (unknown_player, /dealer)\n"
    )


def test_of_several_the_highest_status_and_every_file_is_judged(files: dict[str, str]) -> None:
    result = run("--json", files["good"], files["missing"], files["wrong"], files["good"])
    assert [report["verdict"] for report in reports(result)] == ["legal", "error", "legal"]
    assert result.exit_code == 3
    assert files["missing"] in result.stderr
    assert run("--json", files["good"], files["wrong"]).exit_code == 2
    assert run("--json", files["none"]).exit_code == 3


def test_what_is_not_a_record_ends_with_3() -> None:
    for data in (b"", b"[]", b"{}", b"\xff", line({**GOOD, "game": "skat"}), b" " * 70_000):
        result = run("--json", "-", stdin=data)
        assert result.exit_code == 3
        assert reports(result)[0]["verdict"] == "error"
    assert run("--json", "-", stdin=line({**GOOD, "pack": "x"})).exit_code == 2


def test_a_folder_is_no_record_but_a_sentence(tmp_path: Path, files: dict[str, str]) -> None:
    result = run(str(tmp_path), files["good"])
    assert result.exit_code == 3
    assert "In Ordnung" in result.stdout
    assert result.stderr.strip()


def test_one_report_a_line_also_for_bad_and_empty_lines() -> None:
    lines = [line(GOOD), b"", b"nonsense", line(WRONG), b"\xff\xfe", b"[" * 60_000, line(GOOD)]
    result = run("--lines", "-", stdin=b"\n".join(lines) + b"\n")
    assert [report["verdict"] for report in reports(result)] == [
        "legal", "error", "error", "error", "error", "error", "legal",
    ]  # fmt: skip
    assert result.exit_code == 3


def test_the_last_line_may_have_no_end_and_lines_may_end_like_on_windows() -> None:
    result = run("--lines", "-", stdin=line(GOOD) + b"\r\n" + line(GOOD))
    assert [report["verdict"] for report in reports(result)] == ["legal", "legal"]
    assert result.exit_code == 0
    assert run("--lines", "-", stdin=b"").stdout == ""


def test_a_line_as_long_as_the_bound_is_read_and_a_longer_one_is_passed_over() -> None:
    padded = line(GOOD).ljust(65_536)
    data = padded + b"\r\n" + padded + b" \n" + b"x" * 200_000 + b"\n" + line(GOOD)
    result = run("--lines", "-", stdin=data)
    assert [report["verdict"] for report in reports(result)] == [
        "legal", "error", "error", "legal",
    ]  # fmt: skip
    for over in (65_537, 65_538, 65_539, 131_074, 131_076):
        result = run("--lines", "-", stdin=b" " * over + b"\n" + padded + b"\n")
        assert [report["verdict"] for report in reports(result)] == ["error", "legal"]


def test_reports_are_compact_and_keep_umlauts() -> None:
    record = {**GOOD, "seats": ["Änne", "Bert", "Caro"], "contract": {"kind": "passed_out"}}
    record |= {"house_rules": {"pass_out": "haferl"}, "tricks_taken": {}}
    result = run("--json", "-", stdin=line(record))
    assert '"units":{"Änne":0' in result.stdout


def test_half_characters_and_controls_do_no_harm() -> None:
    record = {**GOOD, "\ud800": 1, "\x1b[31m": 2}
    result = run("--json", "-", stdin=line(record))
    assert {error["path"] for error in reports(result)[0]["errors"]} == {"/\ud800", "/\x1b[31m"}
    told = run("-", stdin=line(record)).stdout
    assert "\x1b" not in told
    assert "\\ud800" in told


def test_lines_are_answered_at_once_and_in_constant_memory() -> None:
    command = [sys.executable, "-m", "scorekeeper", "check", "--lines", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for record in (GOOD, WRONG, GOOD):
            process.stdin.write(line(record) + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["format"] == "deal-report/1"
        process.stdin.close()
        assert process.wait() == 2


def test_the_service_is_not_loaded_for_a_check() -> None:
    code = (
        "import sys; from scorekeeper.cli import main\n"
        "try: main(['check', '--json', '-'])\n"
        "except SystemExit: pass\n"
        "heavy = {'flask', 'sqlalchemy', 'babel', 'weasyprint', 'marshmallow'} & set(sys.modules)\n"
        "print(sorted(heavy))\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], input=line(GOOD), capture_output=True, check=True
    )
    assert ended.stdout.splitlines()[-1] == b"[]"


@pytest.mark.parametrize("name", ["record", "report", "solution"])
def test_schemas_are_printed_as_json(name: str) -> None:
    result = CliRunner().invoke(main, ["schema", name], catch_exceptions=False)
    assert result.exit_code == 0
    schema = json.loads(result.stdout)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == f"deal-{name}/1"


STOCK: dict[str, Any] = {
    "format": "deal-record/1",
    "game": "wallachen",
    "seats": ["Anna", "Bert", "Caro"],
    "dealer": "Caro",
    "contract": {"declarer": "Anna", "kind": "number", "bid": 7, "trump": "S"},
    "held": [{"player": "Caro", "cards": ["GA", "S9"], "after_trick": 4}],
    "tricks": [
        {"n": 5, "lead": "Anna", "cards": ["HK", None, "E8"]},
        {"n": 6, "lead": "Anna", "cards": ["GO", "GK", "G9"]},
    ],
}


def test_a_broken_rule_is_told_with_its_proof_and_what_was_allowed() -> None:
    result = run("-", "--lang", "en", stdin=line(STOCK))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:7] == [
        "Played against the rules.",
        "  Trick 5: Caro's E8 was not allowed (W21).",
        "  Proved by S9.",
        "  Allowed would have been S9.",
        "  Trick 6: Caro's G9 was not allowed (W20).",
        "  Proved by GA.",
        "  Allowed would have been GA.",
    ]


def test_what_stays_open_is_told_with_what_it_depends_on() -> None:
    told = {**STOCK, "held": [], "tricks": [{"n": 6, "lead": "Anna", "cards": ["GO", "GK", "G9"]}]}
    result = run("-", stdin=line(told))
    assert result.exit_code == 0
    assert result.stdout.startswith("Offen: ob nach den Regeln gespielt wurde")
    assert "Stich 6: ob Caro G9 spielen durfte, ist offen (W20)." in result.stdout
    assert "Nicht erlaubt, falls diese Karte in der Hand war: GA." in result.stdout


def test_the_readme_shows_what_is_printed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = readme.partition("$ cat deal.json\n")[2]
    record, _, rest = shown.partition("$ scorekeeper check --lang en deal.json\n")
    printed = run("-", "--lang", "en", stdin=record.encode()).stdout
    assert printed == rest.partition("$ ")[0]
