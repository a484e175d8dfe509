"""Disputes settled with a thumb: cards are tapped, the verdict is read."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones
from tests.browser.test_accessible import RULES


def clean(page: Page) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(v["id"], [n["html"] for n in v["nodes"]][:2]) for v in found] == [], page.url
    wide = page.evaluate("document.documentElement.scrollWidth - screen.width")
    assert wide <= 0, "nothing may be wider than the phone"


def begin(page: Page, game: str, *names: str) -> None:
    """Open a dispute about no deal in particular, with these people."""
    table.begin(page, game, *names)
    page.locator("summary[aria-label]").click()
    page.get_by_role("link", name="Streitfall").click()
    clean(page)
    page.get_by_role("link", name=f"{game} – Regelbuch").click()
    if game == "Watten":
        page.get_by_label(f"Zu {len(names)}.", exact=True).check()
    for n, name in enumerate(names):
        page.locator("[name=player]").nth(n).fill(name)
    page.locator("[name=player]").nth(len(names) - 1).blur()


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        if card == "?":
            page.get_by_role("button", name="Weiß keiner mehr").click()
        else:
            page.locator(".suit-grid").get_by_label(card, exact=True).click()


def trick(page: Page, n: int, lead: str, *cards: str) -> None:
    """Tap a trick: its number, who led, the cards."""
    page.get_by_role("button", name="Stich", exact=True).click()
    page.locator("[data-n]").select_option(str(n))
    page.locator("[data-player]").select_option(lead)
    tap(page, *cards)


def seen(page: Page, who: str, after: int, *cards: str) -> None:
    page.get_by_role("button", name="Gesehen später").click()
    page.locator("[data-n]").select_option(str(after))
    page.locator("[data-player]").select_option(who)
    tap(page, *cards)


def ask(page: Page, who: str, card: str) -> None:
    page.locator(".told-card").get_by_text(who).first.wait_for()
    page.get_by_role("button", name=f"{who}: {card}", exact=True).click()


def verdict(page: Page) -> str:
    page.get_by_role("button", name="Urteil", exact=True).click()
    expect(page.locator(".verdict").first).to_be_visible()
    clean(page)
    return table.words(page.locator("#verdict").inner_text())


def test_a_revoke_in_wallachen_that_comes_out_later(phones: Phones) -> None:
    page = phones()
    begin(page, "Wallachen", "Anna", "Bert", "Caro")
    page.locator("[data-declarer]").get_by_label("Anna").check()
    page.get_by_label("7", exact=True).check()
    page.get_by_label("Herz", exact=True).check()
    trick(page, 5, "Anna", "Gras-Ober", "Herz 9", "Gras-Sau")
    assert page.locator("[data-n]").input_value() == "6"
    assert page.locator("[data-player]").input_value() == "Bert", "he trumped: he leads next"
    expect(page.locator(".suit-grid").get_by_label("Herz 9", exact=True)).to_be_hidden()
    trick(page, 8, "Bert", "Gras 8")
    expect(page.locator("[data-turn]")).to_have_text("Caro ist dran.")
    ask(page, "Bert", "Herz 9")
    clean(page)
    said = verdict(page)
    assert "Bert durfte Herz 9 nicht zugeben." in said
    assert "Bert spielte im 8. Stich Gras 8." in said
    assert "Bert zahlt Anna 1,40 €." in said
    expect(page.locator(".accused")).to_contain_text("✗ nicht erlaubt")
    page.get_by_text("Zum Weitergeben").click()
    expect(page.get_by_role("button", name="Kopieren")).to_be_visible()
    clean(page)
    page.get_by_role("link", name="Regel W19").click()
    expect(page.locator("#W19")).to_be_visible()


def test_two_linke_in_watten(phones: Phones) -> None:
    page = phones()
    begin(page, "Watten", "Anna", "Bert", "Caro", "Dora")
    page.locator("[name=schlag][value='10']").check()
    page.get_by_label("Schellen", exact=True).check()
    trick(page, 1, "Anna", "Gras 10", "Schellen-Sau", "Eichel 10", "Gras 8")
    assert page.locator("[data-player]").input_value() == "Anna", "the first Linker takes it"
    trick(page, 2, "Caro", "Gras-Sau")
    ask(page, "Caro", "Gras-Sau")
    said = verdict(page)
    assert "Caro durfte Gras-Sau nicht ausspielen: Anna war dran." in said
    assert "3 Punkte für Bert und Dora, und das Spiel ist aus." in said


def test_a_release_in_bolachen(phones: Phones) -> None:
    page = phones()
    begin(page, "Bolachen", "Anna", "Bert", "Caro")
    page.locator("[data-declarer]").get_by_label("Anna").check()
    page.get_by_label("Brand", exact=True).check()
    page.get_by_label("Herz", exact=True).check()
    trick(page, 1, "Anna", "Gras-König", "Gras-Sau", "Schellen 7")
    seen(page, "Caro", 1, "Herz 8")
    ask(page, "Caro", "Schellen 7")
    said = verdict(page)
    assert "Ob Caro Schellen 7 zugeben durfte, steht nicht fest." in said
    assert "Herz" not in said.partition("hatte:")[2].partition(".")[0], "he need not trump"
    page.get_by_role("button", name="Ganzes Blatt").click()
    page.locator("[data-player]").select_option("Caro")
    for card in ("Herz 8", "Schellen 7", "Schellen 8", "Schellen 9"):
        tap(page, card)
    tap(page, *(f"Eichel {n}" for n in (7, 8, 9, 10)), "Eichel-Unter", "Eichel-Ober")
    assert "Caro durfte Schellen 7 spielen." in verdict(page)


def test_a_partial_memory_stays_open(phones: Phones) -> None:
    page = phones()
    begin(page, "Wallachen", "Anna", "Bert", "Caro")
    page.locator("[data-declarer]").get_by_label("Anna").check()
    page.get_by_label("7", exact=True).check()
    page.get_by_label("Herz", exact=True).check()
    trick(page, 5, "Anna", "Gras-Ober", "?", "Eichel 8")
    said = verdict(page)
    assert "Noch offen" in said
    assert "ob Caro eine von diesen hatte: Gras-Sau" in said
    assert "weiß keiner mehr" in page.locator("[data-told]").inner_html()


def test_two_memories_side_by_side(phones: Phones) -> None:
    page = phones()
    begin(page, "Wallachen", "Anna", "Bert", "Caro")
    page.locator("[data-declarer]").get_by_label("Anna").check()
    page.get_by_label("7", exact=True).check()
    page.get_by_label("Herz", exact=True).check()
    trick(page, 5, "Anna", "Gras-Ober", "Herz 9", "Gras-Sau")
    trick(page, 8, "Bert", "Gras 8")
    ask(page, "Bert", "Herz 9")
    page.get_by_text("Jemand erinnert sich anders").click()
    page.get_by_label("Oben erzählt").fill("Anna")
    page.get_by_label("Hier erzählt").fill("Bert")
    page.get_by_role("button", name="Zweite Version").click()
    page.get_by_role("button", name="Zeile entfernen: 8. Stich").click()
    said = verdict(page)
    assert "Anna sagt" in said
    assert "Bert sagt" in said
    assert "Es kommt darauf an: Je nach Version" in said
    expect(page.locator(".differences h3")).to_have_text(["8. Stich"])
    boxes = [box.bounding_box() for box in page.locator(".verdict").all()]
    assert boxes[0]
    assert boxes[1]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"], "one under the other on a phone"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_from_a_deal_of_the_night_to_best_play(phones: Phones, scheme: str) -> None:
    page = phones(color_scheme=scheme)
    table.begin(page, "Wallachen", "Anna", "Bert", "Caro")
    table.tap(page, declarer="Anna", play="7", trump="Herz", tricks="9")
    table.save(page)
    page.locator(".deal a").first.click()
    page.get_by_role("link", name="Streitfall").last.click()
    expect(page.get_by_label("7", exact=True)).to_be_checked()
    clean(page)
    page.get_by_text("Als Text").click()
    page.get_by_label("Stiche und Karten").first.fill(
        "blatt Anna: HA HK HO HU H10 H9 G7 GA SA EA\n"
        "blatt Bert: GK GO GU G10 SK SO SU S10 EK EO\n"
        "blatt Caro: H7 G9 G8 H8 S9 S8 S7 EU E10 E9\n"
        "1 Anna: H9 GK H7\n"
    )
    verdict(page)
    page.get_by_role("button", name="Mit bestem Spiel vergleichen").click()
    expect(page.locator(".replay")).to_contain_text("Spielen alle so gut es geht")
    clean(page)
