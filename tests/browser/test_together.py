"""Hasty thumbs, two phones, no script, small screens."""

from playwright.sync_api import Page
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones

THREE = ("Anna", "Bert", "Caro")


def test_a_double_tap_saves_once(phones: Phones) -> None:
    page = phones()
    table.begin(page, "Bolachen", *THREE)
    table.tap(page, declarer="Anna", play="Brand", tricks="6")
    page.get_by_role("button", name="Speichern").dblclick()
    expect(page.locator(".deal")).to_have_count(1)
    assert table.standing(page)["Anna"] == "+0,20"


def test_a_double_tap_without_script_saves_once(phones: Phones) -> None:
    page = phones(java_script_enabled=False)
    table.begin(page, "Bolachen", *THREE)
    table.tap(page, declarer="Anna", play="Brand", tricks="6")
    page.get_by_role("button", name="Speichern").dblclick()
    expect(page.locator(".deal")).to_have_count(1)
    assert table.standing(page)["Anna"] == "+0,20"


def test_a_whole_deal_without_script(phones: Phones) -> None:
    page = phones(java_script_enabled=False)
    table.begin(page, "Bolachen", *THREE)
    table.tap(page, declarer="Bert", play="Bettel", tricks="0")
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator(".price")).to_contain_text("Anna und Caro zahlen Bert je 0,20 €.")
    table.save(page)
    assert table.standing(page)["Bert"] == "+0,40"
    table.tap(page, play="Mord")
    page.get_by_role("button", name="Speichern").click()
    expect(page.locator(".error").first).to_be_visible()
    expect(table.question(page, "play").get_by_label("Mord")).to_be_checked()


def test_what_another_phone_saves_appears_by_itself(phones: Phones) -> None:
    one, two = phones(), phones()
    address = table.begin(one, "Bolachen", *THREE)
    two.goto(address)
    table.tap(one, declarer="Anna", play="Brand", tricks="6")
    table.save(one)
    expect(two.locator(".deal")).to_have_count(1)
    expect(two.locator(".balance").first).to_have_text("+0,20")


def test_two_phones_saving_at_once(phones: Phones) -> None:
    one, two = phones(), phones()
    address = table.begin(one, "Bolachen", *THREE)
    two.goto(address)
    table.tap(one, declarer="Anna", play="Brand", tricks="6")
    table.tap(two, declarer="Bert", play="Mord", tricks="10")
    table.save(one)
    two.get_by_role("button", name="Speichern").click()
    expect(two.get_by_role("alert")).to_contain_text("Spiel 1 gespeichert: Anna, Brand gewonnen")
    expect(table.question(two, "declarer").get_by_label("Bert")).to_be_checked()
    expect(table.question(two, "tricks").get_by_label("10")).to_be_checked()
    table.save(two)
    assert table.standing(two) == {"Anna": "−0,10", "Bert": "+0,50", "Caro": "−0,40"}


def test_the_sheet_needs_no_scrolling_on_a_small_phone(phones: Phones) -> None:
    page = phones(viewport={"width": 360, "height": 640})
    table.begin(page, "Wallachen", *THREE, haferl="yes")
    table.tap(page, declarer="Bert", play="7", trump="Schellen", tricks="8", doubles="Caro")
    expect(page.locator("[data-price]")).to_contain_text("zahlen Bert je")
    assert _scrolls(page) == 0
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, .chip, summary")]
            .filter((e) => e.offsetParent && !e.classList.contains("skip"))
            .map((e) => e.getBoundingClientRect())
            .filter((r) => r.height < 43.5).length"""
    )
    assert small == 0


def _scrolls(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight - window.innerHeight"))


def test_going_back_after_saving_does_not_fill_the_next_sheet(phones: Phones) -> None:
    """The sheet behind is the next deal's: what was tapped for the last one is gone."""
    page = phones()
    table.begin(page, "Bolachen", *THREE)
    table.tap(page, declarer="Anna", play="Brand", trump="Herz", tricks="7")
    table.save(page)
    page.go_back()
    expect(table.question(page, "declarer").locator("input:checked")).to_have_count(0)
    page.get_by_role("button", name="Speichern").click()
    expect(page.locator(".error").first).to_be_visible()
    page.get_by_role("link", name="Abbrechen").click()
    expect(page.locator(".deal")).to_have_count(1)


def test_what_is_typed_outlives_another_language(phones: Phones) -> None:
    page = phones()
    page.goto("/")
    page.get_by_label("Watten", exact=True).check()
    page.get_by_label("Name 1", exact=True).fill("Anna")
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_label("Watten", exact=True)).to_be_checked()
    expect(page.get_by_label("Name 1", exact=True)).to_have_value("Anna")
