"""The pages for files: a sheet handed in, its columns put right, brought in, taken back; lists."""

import io
import re
import threading

import pytest
from flask import Flask
from openpyxl import load_workbook

from scorekeeper.config import Config
from scorekeeper.documents.sheets import FILE_MAX
from scorekeeper.i18n import catalogue
from scorekeeper.i18n import translator
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run as run_worker
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services import exports
from scorekeeper.services.import_questions import CODES
from tests.tidy.tree import texts
from tests.web.guest import Guest

SHEET = """Datum;Anna;Bert;Cäcilie;Bemerkung
20.11.2025;0,40;-0,20;-0,20;Solo
;-0,40;0,20;0,20;
27.11.25;5;-5;;
"""


@pytest.fixture
def files(guest: Guest) -> str:
    """A club with an evening; the address of its files."""
    guest.begin("bolachen", "Anna", "Bert", "Caro")
    club = re.match(r"/c/[^/]+/", guest.place)
    assert club
    return club[0] + "files/"


def hand_in(guest: Guest, files: str, text: str | bytes, name: str = "Runde.csv") -> Guest:
    guest.go(files)
    data = text.encode("cp1252") if isinstance(text, str) else text
    form = guest.form("/import")
    token = form.fields["csrf_token"]
    # By hand: what the test client packs itself lies in a file it leaves open.
    parts = [f'--x\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n']
    parts.append(f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n')
    body = "".join(parts).encode() + data + b"\r\n--x--\r\n"
    answer = guest.client.post(
        files + "import", data=body, content_type="multipart/form-data; boundary=x"
    )
    return guest.read(answer, files + "import")


def press(guest: Guest, words: str) -> Guest:
    """Send the form of the button that says so."""
    for form in guest.page.forms:
        if any(str(one.text_content()).strip() == words for one in form.xpath(".//button")):
            fields = dict(form.form_values())
            return guest.read(guest.client.post(form.get("action"), data=fields), guest.place)
    raise AssertionError(f"no button {words!r} at {guest.place}")


def work(config: Config) -> None:
    place = Workplace(database_url=config.database_url, folder=config.data / "documents")
    run_worker(place, stop=threading.Event(), until_idle=True)


def test_a_sheet_goes_in_and_out_again(guest: Guest, files: str, config: Config) -> None:
    hand_in(guest, files, SHEET)
    assert guest.status == 200
    assert "3 Zeilen mit Beträgen" in guest.text
    assert "Cäcilie" in guest.text
    assert "oder doch" not in guest.text.split("Cäcilie")[0]
    guest.send("/confirm")
    assert "wird gerade eingelesen" in guest.text
    assert guest.answer is not None
    assert guest.answer.headers["Refresh"] == "1"
    work(config)
    shown = guest.place
    guest.go(shown)
    assert "Eingelesen: 3 Zeilen mit Beträgen" in guest.text
    guest.go(files)
    assert "Runde.csv" in guest.text
    assert "Spielabend 3" in guest.text
    guest.go(shown).send("/undo")
    assert guest.status == 422
    assert "Grund" in guest.errors()[0] or "Warum" in guest.errors()[0]
    guest.send("/undo", reason="falsche Datei")
    assert "Zurückgenommen: falsche Datei" in guest.text
    assert "Cäcilie kam nur durch diese Datei dazu und spielt nicht mehr mit." in guest.text


def test_every_problem_stands_at_its_cell_in_pages(guest: Guest, files: str) -> None:
    rows = "".join(f"1.2.2025;{i},10;-{i},005;;\n" for i in range(120))
    hand_in(guest, files, "Datum;Anna;Bert;Cäcilie;Bemerkung\n2.2.2025;x,y;1;;\n" + rows)
    assert "121 Stellen stimmen nicht" in guest.text
    cells = [
        one.text_content()
        for one in guest.page.xpath("//*[@id='problems']//table[@class='found-table']/tbody/tr")
    ]
    assert len(cells) == 50
    assert cells[0].startswith("B2Anna„x,y“ ist kein Betrag.")
    assert cells[1].startswith("C3Bert„-0,005“ sind Bruchteile eines Cents.")
    guest.go(guest.page.xpath("//a[@rel='next']/@href")[0].partition("#")[0])
    assert len(guest.page.xpath("//*[@id='problems']//table[@class='found-table']/tbody/tr")) == 50
    assert not [form for form in guest.page.forms if (form.get("action") or "").endswith("confirm")]


def test_what_is_in_doubt_is_asked_before_anything_is_stored(guest: Guest, files: str) -> None:
    hand_in(guest, files, "Datum;Anna;Bert;Cäcilie\n2.2.2025;1,50;-1;-1\n3.2.2025;1;-1;\n")
    assert "Zeile 2 (−0,50 €) geht nicht auf" in guest.text.replace("\u00a0", " ")
    assert "Erst müssen die Fragen oben beantwortet sein." in guest.text
    assert not [form for form in guest.page.forms if (form.get("action") or "").endswith("confirm")]


def test_columns_are_put_right_and_remembered(guest: Guest, files: str, config: Config) -> None:
    sheet = SHEET.replace("Cäcilie", "Carolin")
    hand_in(guest, files, sheet)
    caro = guest.page.xpath("//select[@name='column-3']/option[text()='Caro']/@value")[0]
    guest.send("/columns", **{"column-3": caro})
    assert guest.page.xpath("//select[@name='column-3']/option[@selected]/text()") == ["Caro"]
    assert "neu" not in [one.text for one in guest.page.xpath("//*[@id='found']//span")]
    guest.send("/confirm")
    work(config)
    hand_in(guest, files, sheet.replace("Solo", "Wenz"))
    assert guest.page.xpath("//select[@name='column-3']/option[@selected]/text()") == ["Caro"]
    guest.send("/columns", header="99999")
    assert guest.status == 422


def test_the_same_file_twice_is_asked_about(guest: Guest, files: str, config: Config) -> None:
    hand_in(guest, files, SHEET).send("/confirm")
    work(config)
    hand_in(guest, files, SHEET)
    assert "schon eingelesen (Import 1)" in guest.text
    assert not [form for form in guest.page.forms if (form.get("action") or "").endswith("confirm")]
    press(guest, "Das sind wirklich neue Spiele").send("/confirm")
    assert guest.status == 200
    work(config)
    assert "Eingelesen" in guest.go(guest.place).text


def test_a_file_can_be_discarded(guest: Guest, files: str) -> None:
    hand_in(guest, files, SHEET).send("/drop")
    assert "verworfen" in guest.page.xpath("//*[@data-notice]")[0].text
    assert "Runde.csv" not in guest.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "In dieser Datei steht nichts"),
        (b"\x00\x01\x02", "keine Tabelle"),
        (b"PK\x03\x04" + b"x" * 100, "keine Tabelle"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "alten Excel"),
        (b"x" * (FILE_MAX + 1), "höchstens 20 MB"),
    ],
)
def test_what_is_no_sheet_is_a_sentence(
    guest: Guest, files: str, content: bytes, said: str
) -> None:
    hand_in(guest, files, content)
    assert guest.status == 422
    assert said in guest.errors()[0]


def test_a_file_far_too_large_is_turned_away(guest: Guest, files: str) -> None:
    hand_in(guest, files, b"x" * (FILE_MAX + 100_000))
    assert guest.status == 413


def test_without_a_file_nothing_happens(guest: Guest, files: str) -> None:
    guest.go(files).send("/import")
    assert (guest.status, guest.errors()) == (422, ["Bitte eine Datei auswählen."])


def test_files_to_take_away(guest: Guest, files: str) -> None:
    guest.enter(
        files.replace("files/", "") + table_of(guest), declarer="Anna", play="brand", tricks=7
    )
    guest.go(files)
    for value in guest.page.xpath("//select[@id='what']//option/@value"):
        answer = guest.client.get(f"{files}export?what={value}", follow_redirects=True)
        assert (answer.status_code, bool(answer.data)) == (200, True), value
        assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
        assert answer.headers["Content-Type"].count("charset") <= 1
    for link in guest.page.xpath("//a[@download]/@href"):
        assert guest.client.get(link).status_code == 200
    xlsx = guest.client.get(f"{files}export/deals.xlsx").data
    (sheet,) = load_workbook(io.BytesIO(xlsx)).worksheets
    assert [cell.value for cell in sheet[1]][6:] == ["Anna", "Bert", "Caro"]
    for bad in ("deals.pdf", "nothing.csv", "deals.csv?first=yesterday", "deals.csv?season=x"):
        assert guest.client.get(f"{files}export/{bad}").status_code in (404, 422), bad


def table_of(guest: Guest) -> str:
    """Return the address of the table, below the club's."""
    guest.go(guest.page.xpath("//a[contains(@href,'/c/')]/@href")[0])
    found = re.search(r"/(t/[0-9a-f-]{36})", guest.answer.text if guest.answer else "")
    assert found
    return found[1]


NAME_PROBLEMS = ("import_check.py", "import_rows.py", "cells.py", "cell_days.py")
PROBLEM = re.compile(
    r"""(?:CellError\(|Problem\([^"{=]*|problems\.add\([^"{)]*|Wrong\([^"{)]*)"([a-z_]+)\""""
)
QUOTED = re.compile(r'"([a-z_]+)"')
OF_AMOUNTS = {"amount", "currency", "fraction", "large", "unclear"}
KEY = re.compile(r"""["'](files\.[A-Za-z0-9_.]+)["'{]""")
ENDS = {
    "files.entry.": {kind.value for kind in EntryKind},
    "files.game.": {"bolachen", "wallachen", "watten"},
    "files.subject.": set(exports.FORMATS),
    "files.format.": {one for formats in exports.FORMATS.values() for one in formats},
    "files.state.": {"new", "queued", "posted", "undone", "dropped", "looked", "asks", "wrong"},
    "files.role.": {"date", "remark", "ignore", "name", "new", "purse", "unnamed"},
    "files.account.": {"purse", "cash", "bank"},
    "files.column.": set(),
    "files.cli.bare.": {"euro", "cent"},
    "files.difference.": {"gives", "takes"},
    "files.press.": {
        *("rows.running", "rows.deals", "unit.euro", "unit.cent", "difference.purse"),
        *("only_new.yes", "again.yes", "total", "deal", "dates.day", "dates.month"),
        "kind.members",
    },
    "files.press.unit.": {"euro", "cent"},
    "files.press.column.": {"ignore", "new", "purse", "remark"},
    "files.answered.": {
        *("rows.running", "rows.deals", "unit.euro", "unit.cent", "difference.purse"),
        *("only_new", "again", "total", "deal", "dates.day", "dates.month"),
    },
    "files.question.": CODES,
    "files.answer.": CODES,
}


def test_every_word_is_there_and_none_is_left_over() -> None:
    used: set[str] = set()
    codes: set[str] = set()
    there = catalogue("files", "de")
    for path, text in texts(".py", ".html"):
        if path.parts[0] not in ("scorekeeper", "templates"):
            continue
        for key in KEY.findall(text):
            used |= {key + end for end in ENDS[key]} if key in ENDS else {key}
        if path.name in NAME_PROBLEMS:
            codes |= set(PROBLEM.findall(text))
        if "import_formats" in path.parts:
            codes |= {one for one in QUOTED.findall(text) if f"files.problem.{one}" in there}
    codes |= {"day_unclear", "record", "row", *OF_AMOUNTS}
    codes |= {f"own_{one}" for one in ("accounts", "balances", "ledger", "standings")}
    used |= {f"files.problem.{code}" for code in codes}
    used.discard("files.problem.")
    keys = {key for key in used if not key.endswith(".") and translator("de").has(key)}
    missing = {key for key in used - keys if key.count(".") > 1}
    assert missing == set()
    assert set(there) - used == set()


def test_the_page_is_in_english_too(app: Flask, guest: Guest, files: str) -> None:
    guest.go(files).send("/language", language="en")
    hand_in(guest, files, SHEET)
    assert "3 rows of amounts" in guest.text
    answer = guest.client.get(f"{files}export/ledger.csv")
    assert answer.data.decode("utf-8-sig").startswith("Entry;Moment;Date;Evening No.")
