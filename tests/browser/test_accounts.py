"""Signing in with a real browser: password, passkey, link by mail; axe on every page of it."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect

from scorekeeper.clock import system_clock
from scorekeeper.services import accounts
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from tests.browser.conftest import Phones
from tests.browser.test_accessible import _clean
from tests.jobs.mailbox import Mailbox
from tests.serve.service import Service
from tests.services.signing import PASSWORD

DESK = {"width": 1280, "height": 900}
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@dataclass(frozen=True)
class Club:
    """A service with a domain, a mail server and a club that Anna leads."""

    url: str
    desk: Desk
    box: Mailbox


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with Mailbox() as box:
        service = Service(tmp_path_factory.mktemp("accounts") / "data")
        url = f"http://localhost:{service.port}"
        service.env |= {
            "SCOREKEEPER_PUBLIC_URL": url,
            "SCOREKEEPER_MAIL_URL": f"smtp://127.0.0.1:{box.port}",
            "SCOREKEEPER_MAIL_FROM": "karten@example.org",
        }
        with service:
            desk = open_desk(f"sqlite:///{service.data}/scorekeeper.db", system_clock)
            accounts.create_first_account(
                desk, email="anna@example.org", name="Anna", password=PASSWORD
            )
            yield Club(url, desk, box)
            desk.close()


def sign_in(page: Page, club: Club) -> None:
    page.goto(f"{club.url}/sign-in")
    page.get_by_label("E-Mail").fill("anna@example.org")
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Anmelden", exact=True).click()
    expect(page).to_have_url(f"{club.url}/")


def sign_out(page: Page, club: Club) -> None:
    page.goto(f"{club.url}/account")
    page.locator("main").get_by_role("button", name="Abmelden", exact=True).last.click()
    expect(page).to_have_url(f"{club.url}/sign-in")


def test_a_passkey_is_made_signs_in_and_is_removed(phones: Phones, club: Club) -> None:
    page = phones()
    wire = page.context.new_cdp_session(page)
    wire.send("WebAuthn.enable")
    wire.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    sign_in(page, club)
    page.goto(f"{club.url}/account")
    page.get_by_role("button", name="Passkey auf diesem Gerät anlegen").click()
    removing = page.get_by_role("button", name=re.compile("^Entfernen"))
    expect(removing).to_have_count(1)
    sign_out(page, club)

    page.goto(f"{club.url}/account?back=1")
    expect(page).to_have_url(re.compile("/sign-in"))
    page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect(page).to_have_url(re.compile("/account"))
    expect(page.get_by_text("· zuletzt benutzt am")).to_be_visible()
    # Made there already: the browser makes no second one for the same account.
    page.get_by_role("button", name="Passkey auf diesem Gerät anlegen").click()
    expect(page.get_by_text("Das wurde abgebrochen")).to_be_visible()

    removing.click()
    expect(removing).to_have_count(0)
    sign_out(page, club)
    page.get_by_role("button", name="Mit Passkey anmelden").click()
    expect(page.get_by_text("Das hat mit dem Passkey nicht geklappt")).to_be_visible()
    page.goto(f"{club.url}/account")
    expect(page).to_have_url(re.compile("/sign-in"))


def test_a_link_by_mail_signs_in(phones: Phones, club: Club) -> None:
    page = phones()
    page.goto(f"{club.url}/sign-in")
    page.get_by_role("link", name="Ohne Passwort anmelden").click()
    page.get_by_label("E-Mail").fill("anna@example.org")
    page.get_by_role("button", name="Anmelde-Link schicken").click()
    expect(page.get_by_role("heading", name="Schau in deine Mails")).to_be_visible()
    link = _link(club)
    reader = phones()  # what reads mail opens the link first
    reader.goto(link)
    page.goto(link)
    _clean(page)
    page.get_by_role("button", name="Jetzt anmelden").click()
    expect(page).to_have_url(f"{club.url}/")
    reader.get_by_role("button", name="Jetzt anmelden").click()
    expect(reader.get_by_role("heading", name="Dieser Link gilt nicht mehr")).to_be_visible()
    _clean(reader)


def test_somebody_is_invited_with_a_link_and_a_picture_of_it(phones: Phones, club: Club) -> None:
    page = phones()
    sign_in(page, club)
    page.locator("summary[aria-label]").click()
    page.get_by_role("link", name="Ämter").click()
    page.get_by_label("Für wen").fill("Bert")
    page.get_by_label("Schreiber").last.check()
    page.get_by_role("button", name="Einladen", exact=True).click()
    link = page.locator("#link").inner_text()
    page.get_by_role("button", name="Kopieren").click()
    expect(page.get_by_role("button", name="Kopiert")).to_be_visible()
    assert link.startswith(f"{club.url}/invitation/")
    drawn = page.get_by_role("img", name="Der Link als QR-Code")
    expect(drawn).to_be_visible()
    assert drawn.evaluate("image => image.complete && image.naturalWidth > 0")
    _clean(page)
    bert = phones()
    bert.goto(link)
    _clean(bert)
    bert.get_by_label("E-Mail").fill("bert@example.org")
    bert.get_by_label("Passwort").fill(PASSWORD)
    bert.get_by_role("button", name="Konto anlegen und annehmen").click()
    expect(bert.get_by_text("Willkommen bei")).to_be_visible()


@pytest.mark.parametrize(("scheme", "wide"), [("light", False), ("dark", True)])
def test_axe_is_content_with_accounts(
    phones: Phones, club: Club, scheme: str, *, wide: bool
) -> None:
    page = phones(color_scheme=scheme, **({"viewport": DESK} if wide else {}))
    page.goto("/account/first")  # of a service that is private still
    _clean(page)
    page.goto(f"{club.url}/sign-in")
    page.get_by_label("E-Mail").fill("anna@example.org")
    page.get_by_label("Passwort").fill("falsch geraten")
    page.get_by_role("button", name="Anmelden", exact=True).click()
    expect(page.get_by_text("passen nicht zusammen")).to_be_visible()
    _clean(page)
    page.goto(f"{club.url}/sign-in/mail")
    _clean(page)
    sign_in(page, club)
    page.goto(f"{club.url}/account")
    _clean(page)
    page.get_by_role("link", name="Leitung").click()
    page.locator("summary[aria-label]").click()
    page.get_by_role("link", name="Ämter").click()
    page.locator("details.officer summary").first.click()
    _clean(page)
    assert page.evaluate("document.documentElement.scrollWidth <= screen.width")


def _link(club: Club) -> str:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for _, _, message in club.box.received:
            found = re.search(r"http://localhost\S+/sign-in/link/\S+", message.get_content())
            if found:
                return found[0]
        time.sleep(0.1)
    raise AssertionError("no mail")
