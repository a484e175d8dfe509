"""`scorekeeper import` and `scorekeeper export`, as somebody at a shell uses them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.services.database import upgrade

SHEETS = Path(__file__).parents[1] / "corpus" / "sheets"
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A shell on a data folder of its own, with the club Linde."""
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL", raising=False)
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "en")
    (tmp_path / "data").mkdir()
    upgrade(f"sqlite:///{tmp_path}/data/scorekeeper.db")

    def call(*arguments: object, status: int = 0) -> Result:
        done = CliRunner().invoke(main, [str(one) for one in arguments])
        assert done.exit_code == status, done.output
        return done

    call("club", "add", "Linde")
    return call


def test_a_sheet_goes_in_and_out(run: Run, tmp_path: Path) -> None:
    sheet = SHEETS / "excel-german.csv"
    looked = run("import", sheet, "--dry-run", "--json")
    told = json.loads(looked.stdout)
    assert (told["deals"], told["problems"], told["people"][0]["name"]) == (5, [], "Anni")
    assert run("import", "--list").output == ""
    assert "5 rows of amounts" in run("import", sheet, "--who", "Maria").output
    again = run("import", sheet, status=3).output
    assert "Rows 4, 5, 6, 7, 8 are stored already" in again
    assert "--only-new" in again
    assert "--replace 1" in again
    run("import", sheet, "--again")
    out = tmp_path / "out.csv"
    run("export", "season", "--lang", "de", "-o", out)
    lines = out.read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("Datum;Abend Nr.;Tisch;Nr.;Spiel;Bemerkung;Anni;Bertl;Cäcilie")
    assert len(lines) == 1 + 10
    last = json.loads(run("import", "--list", "--json").stdout.splitlines()[0])
    assert "taken back" in run("import", "--undo", last["number"], "--reason", "twice").output
    assert len(run("export", "season").stdout.splitlines()) == 1 + 5
    undone = run("import", "--undo", "1", "--reason", "all wrong").output
    assert "Cäcilie and Ernst Größl were only here because of this file" in undone


def test_problems_are_told_by_cell(run: Run) -> None:
    done = run("import", SHEETS / "problems.csv", status=1)
    assert "Row 2 (+€0.10) does not add up: it must come to 0." in done.stderr
    assert "A3 Datum: “31.11.2026” is no day." in done.stderr
    assert "5 places are not right" in done.stderr
    assert run("import", "--list").output == ""


def test_a_file_that_is_no_sheet_is_said_to_machines_too(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_bytes(b"")
    told = json.loads(run("import", empty, "--json", status=1).stdout)
    assert (told["state"], [one["code"] for one in told["problems"]]) == ("wrong", ["sheet_empty"])


def test_what_is_wrong_nowhere_begins_with_no_colon(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "winners.csv"
    sheet.write_text("Datum;Gewinner;Verlierer;Betrag\n1.2.2026;Anna;Bert;1,00\n")
    said = run("import", sheet, status=1).output.splitlines()
    assert "Exactly one column must hold the names." in said


def test_a_worksheet_that_is_not_there_is_answered_with_those_that_are(run: Run) -> None:
    done = run(
        "import", SHEETS.with_name("imports") / "words-beside.xlsx", "--sheet", "Quatsch", status=2
    )
    assert "There are: Liesmich, Abende, Regeln." in done.stderr


def test_the_answer_about_a_column_can_be_typed_as_it_is_said(run: Run, tmp_path: Path) -> None:
    run("club", "add-member", "Annegret")
    sheet = tmp_path / "pott.csv"
    sheet.write_text("Datum;Annegret;Bert;Pott\n06.11.2026;1,50;-1,50;3\n", encoding="utf-8")
    said = run("import", sheet, status=3).output
    mapping = said.partition("--mapping '")[2].partition("'")[0]
    assert mapping == '{"columns": ["date", "=Annegret", "new", "ignore"]}'
    told = json.loads(run("import", sheet, "--mapping", mapping, "--json").stdout)
    assert [(one["name"], one["cents"]) for one in told["people"]] == [
        *(("Annegret", 150), ("Bert", -150)),
    ]


def test_columns_can_be_said(run: Run) -> None:
    run("club", "add-member", "Annegret")
    said = json.dumps({"columns": ["date", "=annegret", "new", "new"], "unit": "cent"})
    done = run("import", SHEETS / "utf8-bom.csv", "--mapping", said, "--json", status=1)
    told = json.loads(done.stdout)
    assert told["people"][0]["name"] == "Annegret"
    assert {one["code"] for one in told["problems"]} == {"decimals"}
    run("import", SHEETS / "utf8-bom.csv", "--mapping", "nonsense", status=2)
    run("import", SHEETS / "utf8-bom.csv", "--mapping", '{"columns": ["x"]}', status=2)


def test_a_whole_club_moves(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("import", SHEETS / "deals.jsonl")
    whole = tmp_path / "linde.json"
    run("export", "club", "-o", whole)
    before = run("export", "ledger").stdout
    assert "is in this database already" in run("import", whole, status=1).output
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "other"))
    (tmp_path / "other").mkdir()
    upgrade(f"sqlite:///{tmp_path}/other/scorekeeper.db")
    looked = run("import", whole, "--dry-run").output
    assert "“Linde” could be restored" in looked
    assert "Linde" not in run("club", "list").output
    run("import", whole, "--unit", "cent", status=2)
    assert "“Linde” is back" in run("import", whole).output
    assert run("export", "ledger").stdout == before
    run("db", "verify", "--records")


def test_lines_of_deals_that_have_grown_are_asked_about(run: Run, tmp_path: Path) -> None:
    run("import", SHEETS / "deals.jsonl")
    again = run("import", SHEETS / "deals.jsonl", status=3).output
    assert "(import 1)" in again
    grown = tmp_path / "grown.jsonl"
    more = {"night": {"date": "2026-11-28"}}, {"amounts": {"changes": {"Anni": 5, "Bertl": -5}}}
    text = (SHEETS / "deals.jsonl").read_text(encoding="utf-8").rstrip("\n")
    grown.write_text("\n".join([text, *map(json.dumps, more)]), encoding="utf-8")
    (question,) = json.loads(run("import", grown, "--json", status=3).stdout)["questions"]
    lines = [n for n, line in enumerate(text.splitlines(), 1) if "deal-record" in line]
    lines += [n for n, line in enumerate(text.splitlines(), 1) if "amounts" in line]
    assert (question["code"], sorted(question["rows"])) == ("known_deals", sorted(lines))
    run("import", grown, "--again")
    run("import", grown, "--unit", "cent", status=2)


@pytest.mark.parametrize("what", ["night", "season", "club", "ledger", "balances", "members"])
def test_everything_can_be_written(run: Run, tmp_path: Path, what: str) -> None:
    run("import", SHEETS / "season.xlsx")
    formats = {
        "club": ["json"],
        "night": ["csv", "xlsx", "json"],
        "ledger": ["csv", "xlsx", "beancount", "hledger"],
    }
    for format_ in formats.get(what, ["csv", "xlsx"]):
        run("export", what, "--format", format_, "-o", tmp_path)
    assert len(list(tmp_path.glob("Linde-*"))) == len(formats.get(what, ["csv", "xlsx"]))
    run("export", what, "--format", "nothing", status=2)


def test_exactly_one_thing_is_asked_for(run: Run) -> None:
    run("import", status=2)
    run("import", SHEETS / "tabs.txt", "--list", status=2)
    run("export", "night", "--night", "99", status=1)
    run("export", "season", "--season", "1999", status=1)


def test_a_total_named_in_the_column_of_days_names_its_option(run: Run, tmp_path: Path) -> None:
    sheet = tmp_path / "jahr.csv"
    sheet.write_text("Datum;Anna;Bert\n06.11.2026;1,50;-1,50\nJahr 2026;1,50;-1,50\n")
    assert "--total 3" in run("import", sheet, status=1).output
    run("import", sheet, "--total", "3")
