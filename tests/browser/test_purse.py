"""A treasurer's evening on a phone: from the opening balances to the printed cash book."""

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones
from tests.browser.test_dispute import clean


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_purse_from_paper_to_a_pdf(phones: Phones, scheme: str) -> None:
    page = phones(color_scheme=scheme)
    table.begin(page, "Bolachen", f"Anna {scheme}", f"Bert {scheme}", f"Caro {scheme}")
    page.locator("summary[aria-label]").click()
    page.get_by_role("link", name="Kasse", exact=True).click()
    home = page.url
    clean(page)
    if page.get_by_role("link", name="Anfangsbestände").count():
        page.get_by_role("link", name="Anfangsbestände").click()
        page.get_by_label("In der Barkasse").fill("100")
        page.get_by_label(f"Schulden von Bert {scheme}").fill("7,50")
        clean(page)
        page.get_by_role("button", name="Übernehmen").click()
        expect(page.get_by_text("Gebucht.")).to_be_visible()
        clean(page)
    page.goto(home)
    page.get_by_role("link", name="Einnahme oder Ausgabe").click()
    page.get_by_label("Betrag").fill("1.234")
    page.get_by_label("Wofür").fill("Kreide")
    page.get_by_role("button", name="Buchen").click()
    expect(page.locator(".error")).to_contain_text("1234,00")
    clean(page)
    page.get_by_label("Betrag").fill("5,50")
    page.get_by_role("button", name="Buchen").click()
    page.get_by_label("Grund").fill("war privat")
    page.get_by_role("button", name="Zurücknehmen").click()
    expect(page.get_by_text("Nimmt diese Buchung zurück.")).to_be_visible()
    clean(page)
    for name in ("charge", "pay", "host", "move", "transfer"):
        page.goto(f"{home}new/{name}")
        clean(page)
    for path in ("accounts", "catalogue", "closings/", "own", "book"):
        page.goto(home + path)
        clean(page)
    page.get_by_role("button", name="als PDF").click()
    page.wait_for_selector("a[href$='/file']", timeout=60_000)
    with page.expect_download() as download:
        page.locator("a[href$='/file']").click()
    assert download.value.suggested_filename.endswith(".pdf")
