"""A whole night of each game on a phone, from the first page to the PDF."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser import table
from tests.browser.conftest import Phones


def test_a_night_of_bolachen(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    table.begin(page, "Bolachen", "Anna", "Bert", "Caro")
    table.tap(page, declarer="Anna", play="Brand", trump="Herz", tricks="7")
    expect(page.locator("[data-price]")).to_contain_text("Bert und Caro zahlen Anna je 0,10 €.")
    table.save(page)
    assert table.standing(page) == {"Anna": "+0,20", "Bert": "−0,10", "Caro": "−0,10"}
    table.tap(page, declarer="Bert", play="Bettel", tricks="1")
    table.save(page)
    table.tap(page, declarer="Caro", play="Mord", tricks="10")
    table.save(page)
    page.get_by_role("button", name="Spiel 3 zurücknehmen").click()
    expect(page.locator(".deal.undone")).to_have_count(1)

    page.locator(".deal", has_text="Bettel").get_by_role("link").click()
    page.get_by_role("link", name="Korrigieren").click()
    table.question(page, "tricks").get_by_label("0", exact=True).check()
    page.get_by_label("verzählt").check()
    page.get_by_role("button", name="Prüfen").click()
    expect(page.locator(".price")).to_contain_text("Das ändert:")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_text("Was vorher dastand")).to_be_visible()
    page.get_by_role("link", name="Zum Tisch").last.click()
    assert table.standing(page) == {"Anna": "0,00", "Bert": "+0,30", "Caro": "−0,30"}

    table.end_and_settle(page)
    expect(page.get_by_text("Alles bezahlt.").first).to_be_visible()
    pdf = table.fetch_pdf(page, tmp_path)
    assert pdf.startswith(b"%PDF-")


def test_a_night_of_wallachen_with_four(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    table.begin(page, "Wallachen", "Anna", "Bert", "Caro", "Dora", haferl="yes")
    table.tap(page, declarer="eingepasst")
    expect(page.locator("[data-price]")).to_contain_text("ins Haferl")
    table.save(page)
    expect(page.locator(".sum")).to_contain_text("0,30")
    table.tap(page, declarer="Bert", play="7", trump="Herz", tricks="8", doubles="Caro")
    expect(page.locator("[data-price]")).to_contain_text("aus dem Haferl")
    table.save(page)
    assert sum(_cents(v) for v in table.standing(page).values()) == 0
    page.get_by_role("link", name="Leute & Tisch").last.click()
    page.get_by_role("button", name="geht").first.click()
    expect(page.get_by_role("button", name="geht")).to_have_count(3)
    page.get_by_role("link", name="Zurück").click()
    table.tap(page, declarer="Dora", play="Mord", tricks="10")
    table.save(page)
    expect(page.locator(".person.away")).to_have_count(1)
    table.end_and_settle(page)
    assert table.fetch_pdf(page, tmp_path).startswith(b"%PDF-")


def test_a_night_of_watten(phones: Phones, tmp_path: Path) -> None:
    page = phones()
    table.begin(page, "Watten", "Anna", "Bert", "Caro", "Dora", bummerl="50")
    ours = "Anna + Caro"
    table.tap(page, winner=ours, schlag="10", trump="Herz")
    expect(page.locator("[data-price]")).to_contain_text("Anna + Caro 2 : Bert + Dora 0")
    table.save(page)
    table.tap(page, winner="Bert + Dora", value="3", raiser=ours)
    table.save(page)
    table.tap(page, end="Aufgabe", winner=ours, value="4")
    table.save(page)
    table.tap(page, end="Strafe", offender="Dora", offence="Fehler")
    table.save(page)
    table.tap(page, end="Maschine", winner=ours)
    table.save(page)
    expect(page.locator(".slate .stroke")).to_have_text("10")
    table.tap(page, winner=ours)
    expect(page.locator("[data-price]")).to_contain_text("Bert zahlt Anna 0,50 €.")
    table.save(page)
    assert table.standing(page) == {
        "Anna": "+0,50",
        "Bert": "−0,50",
        "Caro": "+0,50",
        "Dora": "−0,50",
    }
    table.end_and_settle(page)
    assert table.fetch_pdf(page, tmp_path).startswith(b"%PDF-")


def _cents(written: str) -> int:
    return int(written.replace("−", "-").replace("+", "").replace(",", ""))
