"""What is tapped of a dispute beside its cards: calls, doubles, and what Watten has of its own."""

import pytest
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import PHONE
from tests.browser.conftest import Phones
from tests.browser.test_dispute import begin
from tests.browser.test_dispute import clean
from tests.browser.test_dispute import trick
from tests.browser.test_dispute import verdict

DESK = {"width": 1280, "height": 900}


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_points_raises_and_schlecken_are_tapped(phones: Phones, viewport: dict[str, int]) -> None:
    page = phones(viewport=viewport)
    begin(page, "Watten", "Anna", "Bert", "Caro", "Dora")
    page.locator("[name=schlag][value='10']").check()
    page.get_by_label("Schellen", exact=True).check()
    page.get_by_text("Besonderes", exact=True).click()
    page.get_by_label("Anna, Caro").first.select_option("9")
    page.get_by_label("Bert, Dora").first.select_option("5")
    expect(page.get_by_text("Zuletzt erhöht von")).to_be_hidden()
    page.locator("[name=value][value='4']").check()
    page.locator("[name=raiser][value='1']").check()
    page.locator("#schlecken-0").select_option("HK")
    clean(page)
    trick(page, 1, "Anna", "Schellen 10", "Schellen-Sau", "Eichel 10", "Gras 8")
    said = verdict(page)
    assert "Caro durfte Eichel 10 nicht zugeben." in said
    assert page.locator("#points-0").input_value() == "9"
    expect(page.locator("#schlecken-0")).to_be_visible()


def test_names_and_sides_follow_how_many_play(phones: Phones) -> None:
    page = phones()
    begin(page, "Watten", "Anna", "Bert", "Caro")
    page.get_by_text("Besonderes", exact=True).click()
    labels = page.locator("[data-account] label")
    assert [one for one in labels.all_inner_texts() if one] == ["Anna", "Bert", "Caro"]
    page.locator("[name=value][value='3']").check()
    expect(page.get_by_label("Bert, Caro", exact=True)).to_be_attached()
    expect(page.locator(".seat-3")).to_be_hidden()
    page.get_by_label("Zu 2.", exact=True).check()
    expect(page.locator("[data-account]").nth(2)).to_be_hidden()
    expect(page.locator(".seat-2")).to_be_hidden()


def test_a_card_called_is_asked_for_in_bettel_and_mord_only(phones: Phones) -> None:
    page = phones()
    begin(page, "Bolachen", "Anna", "Bert", "Caro")
    page.get_by_label("Brand", exact=True).check()
    expect(page.get_by_label("Verlangte Karte")).to_be_hidden()
    page.get_by_label("Mord", exact=True).check()
    page.get_by_label("Verlangte Karte").select_option("HK")
    page.get_by_label("Sie war bei").select_option(label="Bert")
    page.locator("[data-declarer]").get_by_label("Anna").check()
    trick(page, 2, "Bert", "Herz-Sau", "Herz-König", "Herz 8")
    page.get_by_role("button", name="Urteil", exact=True).click()
    expect(page.locator(".error").first).to_be_visible()
    assert "Herz-König" in table.words(page.locator("main").inner_text())


def test_calls_and_doubles_are_tapped_in_wallachen(phones: Phones) -> None:
    page = phones()
    begin(page, "Wallachen", "Anna", "Bert", "Caro")
    page.locator("[name=doubles]").nth(1).check(force=True)
    for who, call in (("Anna", "6"), ("Bert", "weiter"), ("Caro", "weiter")):
        page.locator("#called").get_by_label(who, exact=True).check()
        page.locator("#said").select_option(label=call)
        page.get_by_role("button", name="Dazuschreiben").click()
        expect(page.locator("#called")).to_be_in_viewport()
    told = page.locator("[name=told_a]").input_value()
    assert told.strip() == "reizen: Anna 6, Bert weiter, Caro weiter"
    assert page.locator("[name=doubles]").nth(1).is_checked()
    clean(page)
