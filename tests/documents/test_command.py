"""`scorekeeper document` as it is called."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from click.testing import Result

from scorekeeper.cli import main
from scorekeeper.clock import system_clock
from scorekeeper.services.desk import open_desk
from tests.documents.test_pdf import text_of
from tests.services.play import brand
from tests.services.play import quick


@pytest.fixture
def club(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a club with one night, in the database the command is set to."""
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", sqlite_url)
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("SCOREKEEPER_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("SCOREKEEPER_LANGUAGE", "de")
    desk = open_desk(sqlite_url, system_clock, "Anna")
    played = quick(desk, "Anna Bert Caro", "bolachen")
    played.record(brand(played.id("Anna"), 7))
    desk.close()
    return played.table.club.name


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["document", *arguments])


def test_a_night_is_found_by_number_and_by_date(club: str, tmp_path: Path) -> None:
    file = tmp_path / "night.pdf"
    done = run("night", club.upper(), "1", "-o", str(file))
    assert (done.exit_code, done.stderr) == (0, f"{file} geschrieben.\n")
    assert "Anna gewinnt" in text_of(file.read_bytes())
    today = system_clock().date().isoformat()
    streamed = run("night", club, today, "-o", "-", "--lang", "en")
    assert streamed.exit_code == 0 or "no evening" in streamed.stderr  # around midnight
    if streamed.exit_code == 0:
        assert streamed.stdout_bytes.startswith(b"%PDF-")


def test_an_unknown_club_or_night_is_a_sentence(club: str, tmp_path: Path) -> None:
    file = str(tmp_path / "x.pdf")
    missing = run("night", "Nirgends", "1", "-o", file)
    assert missing.exit_code == 1
    assert f"Es gibt keine Runde „Nirgends“. Bekannt: {club}." in missing.stderr
    assert "keinen Spielabend 7" in run("night", club, "7", "-o", file).stderr
    assert not Path(file).exists()


def test_a_blank_sheet_is_printed(club: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    done = run("sheet", "watten", "-o", str(file), "--name", "Anna", "--name", "Bert")
    assert done.exit_code == 0
    assert "Bummerl" in text_of(file.read_bytes())
    assert run("sheet", "skat", "-o", str(file)).exit_code == 2
    names = [part for n in range(7) for part in ("--name", f"n{n}")]
    assert run("sheet", "watten", "-o", str(file), *names).exit_code == 2
    nowhere = run("sheet", "watten", "-o", str(tmp_path / "no" / "x.pdf"))
    assert nowhere.exit_code == 1
    assert "x.pdf" in nowhere.stderr
