"""A second phone comes to the table by its code; axe is content with what both see."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_a_club_and_of_guests_are_accessible(phones: Phones, scheme: str) -> None:
    page = phones(color_scheme=scheme)
    table.begin(page, "Bolachen", "Anna", "Bert", "Caro")
    club = page.url.partition("/t/")[0]
    page.get_by_role("link", name="Gäste am Tisch").last.click()
    clean(page)
    page.get_by_role("button", name="Code machen").click()
    code = page.locator(".door-code")
    expect(code).to_be_visible()
    clean(page)
    for path in ("/settings", "/imprint", "/privacy"):
        page.goto(club + path)
        clean(page)
    for path in ("/rights", "/join"):
        page.goto(path)
        clean(page)


def test_nothing_is_wider_than_a_phone(phones: Phones) -> None:
    page = phones()
    table.begin(page, "Bolachen", "Anna", "Bert", "Caro")
    club, at_table = page.url.partition("/t/")[0], page.url
    for path in (club + "/settings", club + "/privacy", "/rights", "/join", at_table + "/guests"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path


def clean(page: Page) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(v["id"], [n["html"] for n in v["nodes"]][:2]) for v in found] == [], page.url
