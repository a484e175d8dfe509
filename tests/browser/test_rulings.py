"""A disputed deal on a phone: opened, decided, found again in the book."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones
from tests.browser.test_dispute import clean


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_dispute_from_the_deal_to_the_book(phones: Phones, scheme: str) -> None:
    page = phones(color_scheme=scheme)
    table.begin(page, "Wallachen", "Anna", "Bert", "Caro")
    table.tap(page, declarer="Anna", play="7", trump="Herz", tricks="4")
    table.save(page)
    page.locator(".deal a").first.click()
    page.get_by_role("link", name="Entscheidung verlangen").click()
    clean(page)
    page.get_by_label("Worum geht der Streit?").fill("Bert hatte noch Gras")
    page.get_by_label("Was wird vorgeworfen?").select_option("revoke")
    page.get_by_label("Wer?").select_option(label="Bert")
    page.get_by_label("In welchem Stich?").select_option("5")
    page.get_by_role("button", name="Als strittig kennzeichnen").click()
    expect(page.locator("[data-outcome]")).to_have_count(2)
    expect(page.locator("[data-outcome=proposed]")).to_contain_text("Bert zahlt Anna 1,40")
    page.get_by_text("Anders entscheiden").click()
    clean(page)
    page.get_by_role("button", name="So entscheiden").click()
    expect(page.locator("[data-step]")).to_have_count(2)
    clean(page)
    page.get_by_role("link", name="Zurück").click()
    page.get_by_label("Regel").fill("i2")
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator(".ruling-row").first).to_contain_text("Bert: nicht zugegeben, Stich 5")
    expect(page).to_have_url(re.compile("rule=i2"))
    clean(page)
