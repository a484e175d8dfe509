"""A sheet typed on a phone, coins and the limit agreed on, a payment by bank, the book proved."""

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones
from tests.browser.test_accessible import _clean


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_evening_on_paper_is_brought_to_its_end(phones: Phones, scheme: str) -> None:
    page = phones(color_scheme=scheme)
    begun = table.begin(page, "Bolachen", "Anna", "Bert", "Caro")
    club = begun.split("/t/")[0]
    page.goto(club + "/nights/new")
    page.get_by_label("Tag", exact=True).fill("2026-01-09")
    page.locator("main form button").last.click()
    page.get_by_role("link", name="Vom Zettel nachtragen").click()
    _clean(page)
    plus = page.get_by_label("Plus: Anna", exact=True)
    plus.fill("3,42")
    page.get_by_label("Minus: Bert", exact=True).fill("1,42")
    missing = page.get_by_text("es fehlen −2,00 €")
    expect(missing).to_be_visible()
    page.get_by_placeholder("Noch jemand").first.fill("Dora")
    page.get_by_label("Minus: Noch jemand", exact=True).first.fill("2")
    expect(page.get_by_text("Plus und Minus sind gleich.")).to_be_visible()
    page.get_by_label("Was ist das für ein Zettel?").fill("Zettel 9")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Zettel: Zettel 9")).to_be_visible()
    _clean(page)
    night = page.url
    page.goto(night + "/money-rules")
    _clean(page)
    page.get_by_label("0,10 €").check()
    page.get_by_label("Deckel").fill("20")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("button", name="Abend beenden").click()
    expect(page.get_by_text("Auf Münzen zu 0,10 € gerundet")).to_be_visible()
    page.goto(club + "/members/")
    page.get_by_role("link", name="Anna").first.click()
    page.get_by_role("link", name="IBAN").click()
    page.get_by_label("IBAN", exact=True).fill("DE89 3704 0044 0532 0130 00")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("button", name="IBAN löschen")).to_be_visible()
    _clean(page)
    page.goto(night + "/settlement")
    _clean(page)
    page.get_by_role("link", name="Überweisung").first.click()
    expect(page.get_by_role("img", name="QR-Code für die Überweisung")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")
    _clean(page)
    page.goto(club + "/proof/")
    _clean(page)
    page.get_by_role("button", name="Jetzt prüfen").click()
    expect(page.get_by_text("Das Buch stimmt")).to_be_visible(timeout=30_000)
    _clean(page)
