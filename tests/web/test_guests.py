"""Guests at a table: in by a code, for one evening, and out again."""

import pytest
from flask import Flask
from lxml import etree

from scorekeeper.services import accounts
from scorekeeper.services import guests
from scorekeeper.services import nights
from scorekeeper.services.access import set_access_code
from scorekeeper.services.permissions import Action
from scorekeeper.web import guests as guest_pages
from scorekeeper.web.limits import Throttle
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

PHONE = "192.168.1.23"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_pages, "TRIES", Throttle(each=10, everyone=300, seconds=60))


@pytest.fixture
def table(guest: Guest) -> str:
    return guest.begin("bolachen", "Anna", "Bert", "Caro").place


def code_of(guest: Guest, table: str) -> str:
    """Open the door of a table and read its code off the page."""
    guest.go(table + "/guests").send("", button=("do", "open"))
    code: str = guest.page.find_class("door-code")[0].text
    return code


def came_in(app: Flask, code: str, name: str = "Zenta", part: str = "scorekeeper") -> Guest:
    phone = Guest(app, REMOTE_ADDR=PHONE)
    phone.go("/join").send("/join", code=code)
    assert "Willkommen" in phone.text
    phone.send(phone.place, name=name, part=part)
    return phone


def test_a_guest_comes_in_by_the_code_and_keeps_score(app: Flask, guest: Guest, table: str) -> None:
    phone = came_in(app, code_of(guest, table))
    assert phone.place == table
    phone.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    assert phone.status == 200
    link = guest.go(table).page.find_class("what")[0].get("href")
    assert "Zenta" in guest.go(link).text


def test_who_looks_on_finds_no_button_and_no_way(app: Flask, guest: Guest, table: str) -> None:
    phone = came_in(app, code_of(guest, table), part="viewer")
    assert "Spiel eintragen" not in phone.text
    assert phone.go(table + "/deal").status == 403
    assert "Als Gast" in phone.text


def test_a_guest_sees_his_evening_and_nothing_else(app: Flask, guest: Guest, table: str) -> None:
    other = guest.begin("bolachen", "Anna", "Bert", "Dora").place
    phone = came_in(app, code_of(guest, table))
    club = table.partition("/t/")[0]
    assert phone.go("/").place == table
    ledger = phone.go(table).page.xpath("//nav//a[contains(@href, '/n/')]/@href")[0]
    assert phone.go(ledger).status == 200
    for closed in (other, other + "/deal", club + "/seasons/" + "0" * 36):
        assert phone.go(closed).status == 404, closed
    for closed in (club + "/", club + "/members/", club + "/seasons/", table + "/people"):
        assert phone.go(closed).status == 403, closed
    links = phone.go(table).page.xpath("//nav//a/@href")
    assert not [link for link in links if link.startswith(club + "/members")]


def test_a_new_code_lets_nobody_in_by_the_old_one(app: Flask, guest: Guest, table: str) -> None:
    old = code_of(guest, table)
    phone = came_in(app, old)
    new = code_of(guest, table)
    assert new != old
    assert phone.go(table).status == 200
    late = Guest(app, REMOTE_ADDR=PHONE)
    late.go("/join").send("/join", code=old)
    assert late.status == 404
    assert "Diesen Code gibt es nicht" in late.text


def test_a_guest_is_sent_away(app: Flask, guest: Guest, table: str) -> None:
    phone = came_in(app, code_of(guest, table))
    button = guest.go(table + "/guests").page.xpath("//button[starts-with(@value, 'away:')]")[0]
    guest.send("", button=("do", button.get("value")))
    assert "Zenta" not in guest.text
    assert phone.go(table).place.startswith("/access")


def test_guests_may_be_kept_from_writing(app: Flask, guest: Guest, table: str) -> None:
    phone = came_in(app, code_of(guest, table))
    guest.go(table + "/guests").send("", button=("do", "look"))
    assert phone.go(table + "/deal").status == 403
    guest.send("", button=("do", "write"))
    assert phone.go(table + "/deal").status == 200


def test_shutting_the_door_ends_everybody(app: Flask, guest: Guest, table: str) -> None:
    code = code_of(guest, table)
    phone = came_in(app, code)
    guest.go(table + "/guests").send("", button=("do", "shut"))
    assert phone.go(table).place.startswith("/access")
    assert Guest(app, REMOTE_ADDR=PHONE).go("/join/" + code).status == 404


@pytest.mark.parametrize("end", ["close", "void"])
def test_guests_end_with_the_evening_and_for_good(
    app: Flask, guest: Guest, table: str, end: str
) -> None:
    code = code_of(guest, table)
    phone = came_in(app, code)
    desk = app.extensions[EXTENSION].desk
    club_id, table_id = table.split("/")[2], table.split("/")[4]
    night_id = guests.get_door(desk, club_id=club_id, table_id=table_id).night_id
    if end == "close":
        nights.close_night(desk, club_id=club_id, night_id=night_id, key="close-it")
    else:
        nights.void_night(desk, club_id=club_id, night_id=night_id, reason="x", key="void-it-now")
    assert phone.go(table).place.startswith("/access")
    assert Guest(app, REMOTE_ADDR=PHONE).go("/join/" + code).status == 404
    if end == "close":
        nights.reopen_night(desk, club_id=club_id, night_id=night_id, key="open-again")
        code_of(guest, table)
        assert phone.go(table).place.startswith("/access")


def test_a_guest_leaves(app: Flask, guest: Guest, table: str) -> None:
    phone = came_in(app, code_of(guest, table))
    phone.go(table).send("/leave")
    assert phone.place == "/join"
    assert "Zenta" not in guest.go(table + "/guests").text


def test_guessing_codes_is_slowed_down(app: Flask, guest: Guest, table: str) -> None:
    code = code_of(guest, table)
    phone = Guest(app, REMOTE_ADDR=PHONE)
    for _ in range(10):
        assert phone.go("/join/aaaabbbb").status == 404
    assert phone.go("/join/" + code).status == 429
    assert phone.answer is not None
    assert int(phone.answer.headers["Retry-After"]) > 0
    assert Guest(app, REMOTE_ADDR="192.168.1.99").go("/join/" + code).status == 200


def test_codes_are_short_by_chance_and_easily_read(guest: Guest, table: str) -> None:
    codes = {code_of(guest, table) for _ in range(20)}
    assert len(codes) == 20
    for code in codes:
        assert len(guests.plain(code)) == guests.CODE_LENGTH
        assert set(guests.plain(code)) <= set(guests.LETTERS)
        assert not set(code.casefold()) & set("il1o0")


def test_a_camera_finds_the_way_only_where_other_phones_reach(
    app: Flask, guest: Guest, table: str
) -> None:
    code = code_of(guest, table)
    assert guest.client.get(table + "/guests/code.svg").status_code == 404  # this machine alone
    entered = set_access_code(app.extensions[EXTENSION].desk, None)
    phone = Guest(app, REMOTE_ADDR=PHONE)
    phone.go("/").send("/access", code=entered)
    phone.go(table + "/guests")
    assert f"http://localhost/join/{guests.plain(code)}" in phone.text
    assert phone.client.get(table + "/guests/code.svg").status_code == 200


def test_the_image_is_a_picture_without_script(app: Flask, guest: Guest, table: str) -> None:
    code_of(guest, table)
    config = app.extensions[EXTENSION].config
    object.__setattr__(config, "public_url", "https://karten.example.org")
    club_id, table_id = table.split("/")[2], table.split("/")[4]
    desk = app.extensions[EXTENSION].desk
    accounts.create_first_account(
        desk, email="anna@example.org", name="Anna", password="ein langer satz als schutz"
    )
    signed = accounts.sign_in(desk, email="anna@example.org", password="ein langer satz als schutz")
    phone = Guest(app)
    with phone.client.session_transaction() as kept:
        kept["device"] = signed.token
    phone.go(table + "/guests")
    assert "https://karten.example.org/join/" in phone.text
    drawn = phone.client.get(phone.page.find_class("door-image")[0].get("src"))
    assert drawn.mimetype == "image/svg+xml"
    root = etree.fromstring(drawn.data)
    assert {etree.QName(one).localname for one in root.iter()} <= {"svg", "path", "rect", "g"}
    assert not [one for one in root.iter() for name in one.attrib if name.startswith("on")]
    assert guests.get_door(desk, club_id=club_id, table_id=table_id).code


def test_a_forged_token_is_nobody(app: Flask, table: str) -> None:
    desk = app.extensions[EXTENSION].desk
    for token in ("", "x", "x" * 43, "ü" * 43, "x" * 5000):
        assert guests.visitor_of_guest(desk, token) is None


def test_what_a_guest_holds_is_kept_as_a_hash_only(app: Flask, guest: Guest, table: str) -> None:
    desk = app.extensions[EXTENSION].desk
    code = code_of(guest, table)
    token, door = guests.come_in(desk, code=code, name="Zenta", writes=True)
    found = guests.visitor_of_guest(desk, token)
    assert found is not None
    assert found.grant is not None
    assert found.may(Action.RECORD, door.club_id)
    assert not found.may(Action.HOST_NIGHT, door.club_id)
    with desk.store.read() as tx:
        rows = tx.connection.exec_driver_sql("SELECT * FROM guest_device").fetchall()
    assert token not in repr(rows)
