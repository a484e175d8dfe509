"""What people do at the table with a phone in hand."""

import re
from pathlib import Path

from playwright.sync_api import Locator
from playwright.sync_api import Page
from playwright.sync_api import expect


def begin(page: Page, game: str, *names: str, **more: str) -> str:
    """Begin a quick night and return the table's address."""
    page.goto("/")
    page.get_by_label(game, exact=True).check()
    for n, name in enumerate(names, 1):
        page.get_by_label(f"Name {n}", exact=True).fill(name)
    if "haferl" in more:
        page.get_by_label("Haferl", exact=True).check()
    if "bummerl" in more:
        page.get_by_label("Preis des Bummerls in Cent").fill(more["bummerl"])
    page.get_by_label("Wo?").fill("Gasthof Post")
    page.get_by_role("button", name="Los geht’s").click()
    expect(page.get_by_role("link", name="Spiel eintragen")).to_be_visible()
    return page.url


def question(page: Page, name: str) -> Locator:
    """Return one question of the entry sheet."""
    return page.locator(f'[data-ask="{name}"]')


def tap(page: Page, **answers: str) -> None:
    """Open the sheet and tap the answers, question by question."""
    page.get_by_role("link", name="Spiel eintragen").click()
    for name, label in answers.items():
        for one in label.split("; "):
            question(page, name).get_by_label(one, exact=True).check()


def save(page: Page) -> None:
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("link", name="Spiel eintragen")).to_be_visible()


def standing(page: Page) -> dict[str, str]:
    """Read everybody's balance off the table page."""
    people = page.locator(".person")
    return {
        person.locator(".name").inner_text(): person.locator(".balance").inner_text()
        for person in people.all()
    }


def end_and_settle(page: Page) -> None:
    """End the night and tick off every payment."""
    page.get_by_role("link", name="Abrechnung").last.click()
    page.get_by_role("button", name="Abend beenden").click()
    expect(page.get_by_role("heading", name="Wer zahlt wem?")).to_be_visible()
    while page.get_by_role("button", name="Bezahlt").count():
        left = page.get_by_role("button", name="Bezahlt").count()
        page.get_by_role("button", name="Bezahlt").first.click()
        expect(page.get_by_role("button", name="Bezahlt")).to_have_count(left - 1)


def fetch_pdf(page: Page, folder: Path) -> bytes:
    """Ask for the night's PDF, wait for it and return it."""
    page.get_by_role("button", name="Als PDF").click()
    link = page.get_by_role("link", name="PDF herunterladen")
    expect(link).to_be_visible(timeout=60_000)
    with page.expect_download() as waiting:
        link.click()
    target = folder / "night.pdf"
    waiting.value.save_as(target)
    return target.read_bytes()


def words(text: str) -> str:
    """Return text with plain spaces, as a reader sees it."""
    return re.sub(r"\s+", " ", text.replace("\u00a0", " ")).strip()
