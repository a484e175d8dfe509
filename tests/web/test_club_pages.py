"""A club's settings, its imprint and privacy, and who may do what."""

import pytest
from flask import Flask

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.services import club_texts
from scorekeeper.services import clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import ALLOWED
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Role
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

TEXT = "Kartenrunde Post\nHauptstraße 1\n\n<script>alert(1)</script> & Söhne"


@pytest.fixture
def club(guest: Guest) -> str:
    return guest.begin("bolachen", "Anna", "Bert", "Caro").place.partition("/t/")[0]


def _write(guest: Guest, club: str, **typed: str) -> None:
    """Send the second form of the settings: what the club says of itself."""
    page = club + "/settings"
    sent = dict(guest.go(page).page.forms[-1].form_values()) | typed | {"do": "texts"}
    assert guest.read(guest.client.post(page, data=sent), page).status == 200


def test_every_page_leads_to_imprint_and_privacy(guest: Guest, club: str) -> None:
    for path in ("/", club + "/", club + "/settings", "/rights"):
        links = guest.go(path).page.xpath("//footer//a/@href")
        assert len(links) == 2, path
        for link in links:
            assert guest.go(link).status == 200
            assert guest.page.xpath("//main//h1")


def test_a_stranger_reads_them_without_signing_in(app: Flask, guest: Guest, club: str) -> None:
    _write(guest, club, imprint=TEXT)
    stranger = Guest(app, REMOTE_ADDR="192.168.1.23")
    for path in (club + "/imprint", "/imprint"):
        stranger.go(path)
        assert stranger.status == 200
        assert "Kartenrunde Post" in stranger.text
    assert stranger.go(club + "/settings").place.startswith("/access")
    assert stranger.go("/c/" + "0" * 36 + "/imprint").status == 404


def test_texts_are_plain_paragraphs(guest: Guest, club: str) -> None:
    _write(guest, club, imprint=TEXT, privacy="Nur wir.")
    guest.go(club + "/imprint")
    paragraphs = guest.page.xpath("//article/p")
    assert len(paragraphs) == 2
    assert len(paragraphs[0].xpath("br")) == 1
    assert "<script>alert(1)</script> & Söhne" in paragraphs[1].text_content()
    assert not guest.page.xpath("//article//script")
    assert guest.go(club + "/privacy").text.endswith("Nur wir.")


def test_without_own_words_privacy_says_what_is_kept(guest: Guest, club: str) -> None:
    guest.go(club + "/privacy")
    for word in ("ein einziges Cookie", "argon2id", "angefügt", "unkenntlich", "180 Tage"):
        assert word in guest.text
    assert guest.go(club + "/imprint").text.endswith("noch kein Impressum hinterlegt.")


def test_settings_are_kept(guest: Guest, club: str) -> None:
    guest.go(club + "/settings").send(
        "", button=("do", "club"), name="Herrenrunde", time_zone="Europe/Vienna", language="en"
    )
    assert guest.page.xpath("//input[@name='name']/@value") == ["Herrenrunde"]
    assert guest.page.xpath("//option[@selected]/@value") == ["Europe/Vienna"]
    guest.send("", button=("do", "club"), time_zone="Mars/Olympus")
    assert guest.status == 422
    assert guest.errors()
    guest.go(club + "/settings").send("", button=("do", "club"), name=" ")
    assert guest.status == 422


def test_the_table_of_rights_is_the_one_the_gate_asks(app: Flask) -> None:
    stranger = Guest(app, REMOTE_ADDR="192.168.1.23").go("/rights")
    assert stranger.status == 200
    t = translator("de")
    rows = stranger.page.xpath("//table[@class='rights']/tbody/tr")
    assert len(rows) == len(Action)
    for row, action in zip(rows, Action, strict=True):
        assert row.xpath("th")[0].text_content() == t(f"gate.action.{action}")
        cells = [cell.text_content() == "ja" for cell in row.xpath("td")]
        assert cells[: len(Role)] == [role in ALLOWED[action] for role in Role]


def test_texts_on_both_databases(desk: Desk) -> None:
    one = clubs.create_club(desk, name="Eins").id
    two = clubs.create_club(desk, name="Zwei").id
    assert club_texts.site_texts(desk) == club_texts.ClubTexts()
    club_texts.set_texts(desk, club_id=two, imprint="b\r\n\r\n\r\nc\x00", privacy="")
    assert club_texts.site_texts(desk).imprint == "b\n\n\nc"
    club_texts.set_texts(desk, club_id=one, imprint="a", privacy="p")
    assert club_texts.site_texts(desk).imprint == "a"
    club_texts.set_texts(desk, club_id=one, imprint="", privacy="")
    assert club_texts.get_texts(desk, club_id=one) == club_texts.ClubTexts()
    assert club_texts.get_texts(desk, club_id=two).imprint == "b\n\n\nc"
    with pytest.raises(ScorekeeperError) as long:
        club_texts.set_texts(desk, club_id=one, imprint="x" * 20_001, privacy="")
    assert long.value.code == ErrorCode.TEXT_TOO_LONG
    with pytest.raises(ScorekeeperError) as nowhere:
        club_texts.get_texts(desk, club_id="0" * 36)
    assert nowhere.value.code == ErrorCode.NOT_FOUND
    with pytest.raises(ScorekeeperError) as zone:
        club_texts.change_club(desk, club_id=one, name="Eins", language="de", time_zone="Mars")
    assert zone.value.code == ErrorCode.VALUE_INVALID


def test_paragraphs_are_taken_apart_at_empty_lines() -> None:
    assert club_texts.paragraphs("a\nb\n\n\nc\n\n") == (("a", "b"), ("c",))
    assert club_texts.paragraphs("") == ()


def zones(guest: Guest, club: str) -> tuple[list[str], list[str]]:
    """Return the groups of time zones and what is chosen among them."""
    guest.go(club + "/settings")
    groups = guest.page.xpath("//select[@name='time_zone']/optgroup/@label")
    return groups, guest.page.xpath("//select[@name='time_zone']//option[@selected]/@value")


def test_zones_of_most_clubs_stand_first_by_their_cities(guest: Guest, club: str) -> None:
    groups, chosen = zones(guest, club)
    assert groups[:2] == ["Bei uns", "Europa"]
    assert chosen == ["Europe/Berlin"]
    first = guest.page.xpath("//select[@name='time_zone']/optgroup[1]/option/text()")
    assert first[:3] == ["Berlin", "Wien", "Zürich"]
    for group in guest.page.xpath("//select[@name='time_zone']/optgroup"):
        names = group.xpath("option/text()")
        assert len(names) == len(set(names)), group.get("label")
    guest.send("", button=("do", "club"), time_zone="America/New_York")
    assert zones(guest, club)[1] == ["America/New_York"]


def test_an_old_name_of_a_zone_stays_chosen(guest: Guest, club: str) -> None:
    desk = guest.client.application.extensions[EXTENSION].desk
    club_texts.change_club(
        desk, club_id=club.split("/")[2], name="Runde", language="de", time_zone="US/Pacific"
    )
    groups, chosen = zones(guest, club)
    assert (groups[-1], chosen) == ("Andere", ["US/Pacific"])
