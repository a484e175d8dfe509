"""Entered twice by mistake, merged on a phone, searched for, parted, and a name given up."""

import json

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones
from tests.browser.test_accessible import _clean

DESK = {"width": 1280, "height": 900}
FIVE = ("Anna", "Bert", "Caro", "Dora", "Emil")


def member(page: Page, club: str, name: str) -> None:
    page.goto(club + "members/")
    page.locator("a.list-row", has_text=name).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_people_are_merged_found_parted_and_made_anonymous(phones: Phones, size: str) -> None:
    page = phones(**({"viewport": DESK} if size == "desk" else {}))
    mark = size[0].upper()
    anna, bert, caro, anni = (f"{name} {mark}." for name in ("Anna", "Bert", "Caro", "Anni"))
    table.begin(page, "Bolachen", anna, bert, caro)
    table.tap(page, declarer=anna, play="Brand", trump="Herz", tricks="7")
    table.save(page)
    club = page.url.split("/t/")[0] + "/"
    table.end_and_settle(page)

    page.goto(club + "members/")
    page.get_by_label("Neuer Name").fill(anni)
    page.get_by_label("Gast der Runde").check()
    page.get_by_role("button", name="Aufnehmen").click()
    _clean(page)
    member(page, club, anna)
    _clean(page)
    page.get_by_role("link", name="Doppelt eingetragen?").click()
    page.get_by_label(f"Wer ist dieselbe Person wie {anna}?").select_option(label=anni)
    page.get_by_role("button", name="Ansehen").click()
    expect(page.get_by_role("heading", level=2)).to_contain_text(
        f"{anna} und {anni} sind dieselbe Person"
    )
    _clean(page)
    page.get_by_role("button", name="Zusammenlegen").click()
    expect(page.get_by_role("status")).to_contain_text(f"Zusammengelegt als {anna}")
    _clean(page)

    page.get_by_role("link", name="Spiele suchen").click()
    page.get_by_label("Wer", exact=True).fill(anni)
    page.get_by_label("Ansage").select_option(label="Brand")
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator("ol .list-row")).to_contain_text([f"{anna}, Herz-Brand"])
    _clean(page)

    member(page, club, anna)
    page.get_by_role("button", name=f"Wieder trennen: {anni}").click()
    expect(page.get_by_role("status")).to_contain_text("wieder eine eigene Person")
    with page.expect_download() as got:
        page.get_by_role("link", name="Alles herunterladen").click()
    told = json.loads(got.value.path().read_text(encoding="utf-8"))
    assert [deal["cents"] for deal in told["deals"]] == [20]
    page.get_by_role("link", name="Anonymisieren").click()
    page.get_by_label("soll anonym werden").check()
    _clean(page)
    page.get_by_role("button", name="Endgültig anonymisieren").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ehemaliges Mitglied")
    _clean(page)
    width = page.evaluate("document.documentElement.scrollWidth - screen.width")
    assert width <= 0


@pytest.mark.parametrize("names", [FIVE[:3], FIVE[:4], FIVE])
def test_every_number_of_the_list_stands_under_its_name(
    phones: Phones, names: tuple[str, ...]
) -> None:
    page = phones()
    table.begin(page, "Bolachen", *names)
    table.tap(page, declarer="Bert", play="Brand", trump="Herz", tricks="7")
    table.save(page)
    page.get_by_role("link", name="Spielliste").last.click()

    def lefts(part: str) -> list[float]:
        boxes = [cell.bounding_box() for cell in page.locator(f".ledger {part} .num").all()]
        return [round(box["x"]) for box in boxes if box]

    assert lefts("thead") == lefts("tbody") == lefts("tfoot")
    assert len(set(lefts("tbody"))) == len(names)
