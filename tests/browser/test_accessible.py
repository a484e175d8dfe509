"""axe finds nothing on the main pages, by day and in the cellar."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser import table
from tests.browser.conftest import Phones

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_is_content(phones: Phones, scheme: str) -> None:
    page = phones(color_scheme=scheme)
    page.goto("/")
    _clean(page)
    table.begin(page, "Wallachen", "Anna", "Bert", "Caro", "Dora", haferl="yes")
    table.tap(page, declarer="eingepasst")
    table.save(page)
    table.tap(page, declarer="Bert", play="7", trump="Herz", tricks="4")
    page.wait_for_selector(".pays")
    _clean(page)
    table.save(page)
    _clean(page)
    page.locator("summary[aria-label]").click()
    _clean(page)
    page.keyboard.press("Escape")
    page.locator(".deal a").first.click()
    _clean(page)
    page.get_by_role("link", name="Korrigieren").click()
    page.get_by_role("button", name="Prüfen").click()
    _clean(page)
    page.go_back()
    page.goto(page.url.split("/d/")[0] + "/")
    club = page.url
    for path in (
        "",
        "members/",
        "house-rules/",
        "house-rules/new/watten",
        "seasons/",
        "rules/watten",
    ):
        page.goto(club + path)
        _clean(page)
    page.goto(club)
    page.locator("a.list-row").first.click()
    for name in ("Leute & Tisch", "Spielliste"):
        page.get_by_role("link", name=name).last.click()
        _clean(page)
        page.go_back()
    table.end_and_settle(page)
    _clean(page)
    page.goto("/access")
    _clean(page)


def test_axe_is_content_with_watten(phones: Phones) -> None:
    page = phones()
    table.begin(page, "Watten", "Anna", "Bert", "Caro", "Dora")
    table.tap(page, winner="Anna + Caro")
    _clean(page)
    table.save(page)
    _clean(page)


def _clean(page: Page) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(v["id"], [n["html"] for n in v["nodes"]][:2]) for v in found] == [], page.url
