"""A sheet handed in on a phone, brought in by the service's own worker, and a file taken away."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones
from tests.browser.test_accessible import RULES

SHEETS = Path(__file__).parents[1] / "corpus" / "sheets"


@pytest.mark.parametrize(("scheme", "sheet"), [("light", "season.xlsx"), ("dark", "tabs.txt")])
def test_a_sheet_on_a_phone(phones: Phones, scheme: str, sheet: str) -> None:
    page = phones(color_scheme=scheme)
    table.begin(page, "Bolachen", "Anni", "Bertl", "Caro")
    club = page.url.split("/t/")[0]
    page.goto(club + "/files/")
    clean(page)
    page.set_input_files("#file", SHEETS / "problems.csv")
    page.get_by_role("button", name="Datei ansehen").click()
    expect(page.get_by_role("heading", name="5 Stellen stimmen nicht")).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Datei verwerfen").click()
    page.set_input_files("#file", SHEETS / sheet)
    page.get_by_role("button", name="Datei ansehen").click()
    clean(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Einlesen").click()
    expect(page.get_by_text("Eingelesen: ")).to_be_visible()
    clean(page)
    page.goto(club + "/files/")
    with page.expect_download() as waiting:
        page.get_by_role("link", name="als CSV für Excel").first.click()
    text = Path(waiting.value.path()).read_text(encoding="utf-8-sig")
    assert text.startswith("Datum;Abend Nr.;")
    assert waiting.value.suggested_filename.endswith(".csv")


def clean(page: Page) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(v["id"], [n["html"] for n in v["nodes"]][:2]) for v in found] == [], page.url
