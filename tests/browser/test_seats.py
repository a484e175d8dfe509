"""Who plays goes by who dealt: on the sheet at once, in the money, and in corrections."""

from playwright.sync_api import Page
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones

FIVE = ("Anna", "Bert", "Caro", "Dora", "Emil")


def dealt_by(page: Page, name: str) -> None:
    """Choose another dealer on the sheet."""
    special = page.locator("details.more")
    if special.get_attribute("open") is None:
        special.locator("summary").click()
    page.get_by_label("Gegeben hat", exact=True).select_option(label=name)


def players(page: Page) -> list[str]:
    """Return who can be tapped as having played."""
    return table.question(page, "declarer").locator(".chip").all_inner_texts()


def test_the_sheet_shows_at_once_who_plays_when_another_dealt(phones: Phones) -> None:
    page = phones()
    table.begin(page, "Bolachen", *FIVE)
    table.tap(page, declarer="Bert", play="Bettel")
    head = page.locator(".sheet-head p")
    expect(head).to_contain_text("Emil")
    assert players(page) == ["Bert", "Caro", "Dora"]
    dealt_by(page, "Caro")
    expect(head).to_contain_text("Caro und Dora sitzen aus")
    assert players(page) == ["Anna", "Bert", "Emil"]
    assert table.question(page, "declarer").get_by_label("Bert", exact=True).is_checked()
    expect(page.get_by_label("Gegeben hat", exact=True)).to_be_focused()
    table.question(page, "tricks").get_by_label("0", exact=True).check()
    expect(page.locator("[data-price]")).to_contain_text("Anna und Emil zahlen")
    dealt_by(page, "Emil, wie vorgesehen")
    expect(head).to_contain_text("Anna und Emil sitzen aus")
    dealt_by(page, "Caro")
    expect(head).to_contain_text("Caro und Dora sitzen aus")
    table.save(page)
    zero = "0,00"
    assert table.standing(page) == {
        "Anna": "−0,20",
        "Bert": "+0,40",
        "Caro": zero,
        "Dora": zero,
        "Emil": "−0,20",
    }


def test_a_correction_saved_untouched_with_script_changes_nothing(phones: Phones) -> None:
    page = phones()
    table.begin(page, "Watten", *FIVE[:4])
    table.tap(page, winner="Bert + Dora", value="3", raiser="Anna + Caro")
    table.save(page)
    page.locator("li.deal a").first.click()
    page.get_by_role("link", name="Korrigieren").click()
    expect(table.question(page, "winner").get_by_label("Bert + Dora")).to_be_checked()
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Es hat sich nichts geändert")).to_be_visible()


def test_two_people_are_shown_the_way_to_a_third(phones: Phones) -> None:
    page = phones()
    table.begin(page, "Bolachen", *FIVE[:3])
    page.get_by_role("link", name="Leute").last.click()
    page.locator("button[value^='leave']").last.click()
    page.goto(page.url.replace("/people", ""))
    expect(page.get_by_text("Zum Bolachen gehören drei bis sechs Leute.")).to_be_visible()
    expect(page.get_by_role("link", name="Spiel eintragen")).to_have_count(0)
    page.locator(".bar").get_by_role("link", name="Leute").click()
    expect(page.get_by_role("heading", name="Leute")).to_be_visible()
