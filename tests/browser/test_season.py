"""A season's pages in a browser, by day and in the cellar: axe is content, nothing sticks out."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser import table
from tests.browser.conftest import PHONE
from tests.browser.conftest import Phones

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_season_on_a_phone(phones: Phones, scheme: str) -> None:
    page = phones(color_scheme=scheme)
    page.goto("/")
    for name in ("Anna", "Bert"):
        table.begin(page, "Bolachen", "Anna", "Bert", "Caro")
        table.tap(page, declarer=name, tricks="8")
        table.save(page)
        page.goto("/")
    page.locator("summary[aria-label]").click()
    page.get_by_role("link", name="Saisons").click()
    page.locator("main a.list-row").first.click()
    season = page.url
    # Others may have played in this season before.
    people = page.locator("table.ladder tbody tr").count()
    names = page.locator("table.ladder td.who a").all_inner_texts()
    assert {"Anna", "Bert", "Caro"} <= set(names)
    _fine(page)
    page.get_by_role("button", name="Link anlegen").click()
    _fine(page)
    public = page.get_by_role("link", name="/s/").get_attribute("href")
    page.locator("table.ladder td.who").get_by_role("link", name="Anna", exact=True).click()
    _fine(page)
    page.locator("details.more summary").first.click()
    _fine(page)
    page.goto(season + "/course")
    assert page.locator("svg.chart polyline").count() == min(people, 8)
    _shows_its_end(page, "figure.latest", "svg.chart")
    _shows_its_end(page, "div.latest", "table.course")
    _fine(page)
    page.goto(season + "/change")
    _fine(page)
    page.get_by_label("Name", exact=True).fill("Winter am Ofen")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("heading", name="Winter am Ofen").wait_for()
    page.goto(season + "/change")
    page.get_by_text("→ „Winter am Ofen“").first.wait_for()
    _fine(page)
    page.get_by_label("Name", exact=True).fill("2026" if scheme == "light" else "2026 dunkel")
    page.get_by_role("button", name="Speichern").click()
    page.get_by_role("heading", name="2026").wait_for()
    page.goto(season + "/ladders/")
    _fine(page)
    page.goto(season + "/ladders/new")
    _fine(page)
    assert public is not None
    stranger = phones(color_scheme=scheme)
    stranger.goto(public[public.index("/s/") :])
    assert stranger.locator("table.ladder tbody tr").count() == people
    _fine(stranger)
    page.goto(season)
    page.get_by_role("button", name="Link abschalten").click()
    page.get_by_role("button", name="Link anlegen").wait_for()
    answer = stranger.reload()
    assert answer is not None
    assert answer.status == 404


def _shows_its_end(page: Page, frame: str, wide: str) -> None:
    """The end of something wider than the screen is what one sees first."""
    ends = page.evaluate(
        "([frame, wide]) => [wide, frame].map(one => {"
        " const box = document.querySelector(one).getBoundingClientRect();"
        " return [box.left, box.right]; })",
        [f"main {frame}", f"main {wide}"],
    )
    (left, right), (edge, end) = ends
    if right - left > end - edge:
        assert left < edge
    assert right <= end + 1


def _fine(page: Page) -> None:
    """Nothing for axe, and no page that must be pushed sideways."""
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(v["id"], [n["html"] for n in v["nodes"]][:2]) for v in found] == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], page.url
