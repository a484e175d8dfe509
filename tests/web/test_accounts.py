"""Pages of accounts: the first one, signing in and out, devices, officers, invitations."""

import re
from contextlib import suppress
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.config import Config
from scorekeeper.config import MailServer
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import accounts
from scorekeeper.services import clubs
from scorekeeper.services import links
from scorekeeper.services import officers
from scorekeeper.services import tries
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import visitor_of_device
from scorekeeper.services.permissions import Role
from scorekeeper.web.pages import EXTENSION
from tests.services.signing import PASSWORD
from tests.services.signing import device_of
from tests.services.signing import person
from tests.web.guest import Guest

PHONE = "192.168.1.23"
OTHER = "ein anderes Passwort"


@pytest.fixture
def desk(app: Flask) -> Desk:
    found: Desk = app.extensions[EXTENSION].desk
    return found


@pytest.fixture
def anna(app: Flask, desk: Desk) -> Guest:
    """Anna, who leads the club, signed in on her phone."""
    return at_phone(app, person(desk, "Anna", Role.OWNER, Role.TREASURER, Role.REFEREE))


def at_phone(app: Flask, account_id: str) -> Guest:
    """Give somebody a phone on which he signed in before."""
    phone = Guest(app, REMOTE_ADDR=PHONE)
    with phone.client.session_transaction() as session:
        session["device"] = device_of(app.extensions[EXTENSION].desk, account_id)
    return phone


def account_of(phone: Guest, desk: Desk) -> str:
    with phone.client.session_transaction() as session:
        visitor = visitor_of_device(desk, session["device"])
    assert visitor is not None
    assert visitor.account_id is not None
    return visitor.account_id


def club(desk: Desk) -> str:
    return clubs.private_club(desk).id


def test_a_private_machine_becomes_a_club_with_roles(app: Flask, guest: Guest, desk: Desk) -> None:
    guest.begin("bolachen", "Anna", "Bert", "Caro")
    table = guest.place
    assert guest.go("/sign-in").place == "/account/first"
    assert guest.go("/account").place == "/account/first"
    assert "Schlüssel für andere Programme" in guest.page.xpath("//main")[0].text_content()
    guest.send("", name="Anna", email="anna@example.org", password="kurz")
    assert guest.status == 422
    assert "10 bis 200 Zeichen" in guest.text
    guest.send("", password=PASSWORD)
    assert guest.place == "/account"
    assert "Der Verein hat jetzt Ämter" in guest.text
    assert guest.go(table).status == 200
    # From now on nobody is let in for being on this machine.
    stranger = Guest(app)
    assert stranger.go(table).place.startswith("/sign-in")
    assert stranger.go("/account/first").place.startswith("/sign-in")
    answer = stranger.client.post("/account/first", data={})
    assert answer.status_code in (400, 401, 403)
    roles = officers.list_officers(desk, club_id=club(desk))
    assert [one.roles for one in roles] == [(Role.OWNER, Role.TREASURER, Role.REFEREE)]


def test_the_first_account_is_made_once_however_often_it_is_sent(
    app: Flask, guest: Guest, desk: Desk
) -> None:
    other = Guest(app).go("/account/first")
    guest.go("/account/first")
    guest.send("", name="Anna", email="anna@example.org", password=PASSWORD)
    data = dict(other.form("").form_values()) | {"name": "B", "email": "b@x.org"}
    answer = other.client.post("/account/first", data={**data, "password": PASSWORD})
    assert answer.status_code in (302, 303, 401, 403)
    assert len(accounts.list_accounts(desk)) == 1


def test_signing_in_leads_back_to_where_one_wanted(app: Flask, anna: Guest, desk: Desk) -> None:
    phone = Guest(app, REMOTE_ADDR=PHONE)
    wanted = f"/c/{club(desk)}/members/"
    phone.go(wanted)
    assert phone.place.startswith("/sign-in?back=")
    phone.send("/sign-in", email="anna@example.org", password="falsch geraten")
    assert phone.status == 422
    assert "E-Mail und Passwort passen nicht zusammen" in phone.text
    wrong = phone.text
    phone.send("/sign-in", email="nobody@example.org", password="falsch geraten")
    assert (phone.status, phone.text) == (422, wrong)
    phone.send("/sign-in", email="anna@example.org", password=PASSWORD)
    assert (phone.place, phone.status) == (wanted, 200)


@pytest.mark.parametrize(
    "back", ["https://evil.example.org/", "//evil.example.org", "/\\evil.example.org", "evil"]
)
def test_signing_in_leads_to_no_page_of_others(anna: Guest, app: Flask, back: str) -> None:
    phone = Guest(app, REMOTE_ADDR=PHONE)
    phone.go("/sign-in", query_string={"back": back})
    data = dict(phone.form("/sign-in").form_values())
    assert data["back"] == back
    data |= {"email": "anna@example.org", "password": PASSWORD}
    assert phone.client.post("/sign-in", data=data).headers["Location"] == "/"
    # Who is signed in already is not sent elsewhere either.
    answer = phone.client.get("/sign-in", query_string={"back": back})
    assert answer.headers["Location"] == "/"


def test_signing_in_begins_a_new_session(app: Flask, anna: Guest) -> None:
    phone = Guest(app, REMOTE_ADDR=PHONE)
    phone.go("/sign-in")
    with phone.client.session_transaction() as session:
        session["planted"] = "by somebody else"
        session["device"] = "x"
        session["lang"] = "en"
        before = session["csrf_token"]
    phone.go("/sign-in").send("/sign-in", email="anna@example.org", password=PASSWORD)
    with phone.client.session_transaction() as session:
        assert "planted" not in session
        assert session["device"] != "x"
        assert session["lang"] == "en"
        assert session.get("csrf_token") != before
        assert session.permanent


def test_guessing_at_a_page_is_slowed_down(app: Flask, desk: Desk) -> None:
    person(desk, "Anna", Role.OWNER)
    phone = Guest(app, REMOTE_ADDR=PHONE).go("/sign-in")
    for _ in range(5):
        tries.begin(desk, tries.of_sign_in("nobody@example.org", PHONE))
    phone.send("/sign-in", email="nobody@example.org", password="falsch geraten")
    assert phone.status == 422
    phone.send("/sign-in", email="nobody@example.org", password="falsch geraten")
    assert phone.status == 429
    assert phone.answer is not None
    assert int(phone.answer.headers["Retry-After"]) > 0
    assert "Zu viele Versuche" in phone.text


def test_a_signed_in_device_is_not_kept_out_by_its_neighbours(
    app: Flask, anna: Guest, desk: Desk
) -> None:
    for _ in range(30):
        with suppress(ScorekeeperError):
            tries.begin(desk, tries.of_sign_in("anna@example.org", PHONE))
    stranger = Guest(app, REMOTE_ADDR=PHONE).go("/sign-in")
    stranger.send("/sign-in", email="anna@example.org", password=PASSWORD)
    assert stranger.status == 429
    other = "ein ganz anderes Kennwort"
    anna.go("/account").send("/account/password", old=PASSWORD, password=other)
    assert anna.status == 200
    # Its own guesses are counted all the same.
    for _ in range(7):
        anna.go("/account").send("/account/password", old="falsch geraten", password=other)
    assert anna.status == 429


def test_signing_out_ends_the_device_not_only_the_cookie(app: Flask, anna: Guest) -> None:
    with anna.client.session_transaction() as session:
        token = session["device"]
    anna.go("/account")
    anna.send("/sign-out")
    assert anna.place == "/sign-in"
    thief = Guest(app, REMOTE_ADDR=PHONE)
    with thief.client.session_transaction() as session:
        session["device"] = token
    assert thief.go("/account").place.startswith("/sign-in")


def test_a_device_is_ended_from_another(app: Flask, anna: Guest, desk: Desk) -> None:
    laptop = at_phone(app, account_of(anna, desk))
    assert laptop.go("/account").status == 200
    anna.go("/account")
    assert anna.text.count("Firefox auf Android") == 2
    (button,) = anna.page.xpath("//button[@name='id' and @value!='others']/@value")
    anna.send("/account/devices", button=("id", button))
    assert "Ein Gerät ist abgemeldet" in anna.text
    assert laptop.go("/account").place.startswith("/sign-in")
    assert anna.go("/account").status == 200


def test_a_changed_password_signs_the_others_out(app: Flask, anna: Guest, desk: Desk) -> None:
    laptop = at_phone(app, account_of(anna, desk))
    anna.go("/account").send("/account/password", old="falsch geraten", password=OTHER)
    assert anna.status == 422
    assert "Das ist nicht das jetzige Passwort" in anna.text
    anna.go("/account").send("/account/password", old=PASSWORD, password=OTHER)
    assert "ein anderes Gerät ist abgemeldet" in anna.text
    assert laptop.go("/account").place.startswith("/sign-in")
    phone = Guest(app, REMOTE_ADDR=PHONE).go("/sign-in")
    phone.send("/sign-in", email="anna@example.org", password=OTHER)
    assert phone.place == "/"


def test_another_address_is_taken_with_the_password(anna: Guest, desk: Desk) -> None:
    person(desk, "Bert", Role.VIEWER)
    anna.go("/account").send("/account/email", email="neu@example.org", email_password="falsch")
    assert anna.status == 422
    assert "Das ist nicht das jetzige Passwort" in anna.text
    anna.send("/account/email", email="bert@example.org", email_password=PASSWORD)
    assert "gibt es schon ein Konto" in anna.text
    anna.send("/account/email", email="Neu@Example.org", email_password=PASSWORD)
    assert "mit der neuen Adresse" in anna.text
    assert accounts.find_account(desk, "neu@example.org").name == "Anna"
    assert anna.go("/account").status == 200


def test_somebody_is_invited_and_takes_the_role(app: Flask, anna: Guest, desk: Desk) -> None:
    page = f"/c/{club(desk)}/officers"
    anna.go(page).send("/invite", name="Bert")
    assert anna.status == 422
    assert "mindestens ein Amt" in anna.text
    anna.send("/invite", name="Bert", role=["treasurer", "viewer"])
    (link,) = anna.page.xpath("//*[@id='link']/text()")
    assert not anna.page.xpath("//img[contains(@src, 'image.svg')]")  # no address to read it by
    assert link not in anna.go(page).answer.text  # type: ignore[union-attr]
    assert "Bert" in anna.text
    path = re.sub(r"^https?://[^/]+", "", link)
    bert = Guest(app, REMOTE_ADDR=PHONE)
    bert.go(path)
    assert "Führt die Kasse" in bert.text
    bert.send("", name="Bert", email="bert@example.org", password=OTHER)
    assert bert.place == f"/c/{club(desk)}/"
    assert bert.status == 200
    assert bert.go(page).status == 403
    roles = {one.name: one.roles for one in officers.list_officers(desk, club_id=club(desk))}
    assert roles["Bert"] == (Role.TREASURER, Role.VIEWER)
    late = Guest(app, REMOTE_ADDR=PHONE).go(path)
    assert late.status == 410
    assert "gilt nicht mehr" in late.text


def test_who_has_an_account_accepts_with_it(app: Flask, anna: Guest, desk: Desk) -> None:
    bert_id = person(desk, "Bert")
    clubs.create_club(desk, name="Stammtisch", owner=bert_id)
    bert = at_phone(app, bert_id)
    page = f"/c/{club(desk)}/officers"
    assert bert.go(page).status == 404
    anna.go(page).send("/invite", role=["viewer"])
    (link,) = anna.page.xpath("//*[@id='link']/text()")
    bert.go(re.sub(r"^https?://[^/]+", "", link)).send("", button=("do", "accept"))
    assert bert.place == f"/c/{club(desk)}/"
    assert bert.go(page).status == 403


def test_roles_are_given_and_taken_but_never_the_last_owner(anna: Guest, desk: Desk) -> None:
    page = f"/c/{club(desk)}/officers"
    bert = person(desk, "Bert", Role.VIEWER)
    me = accounts.find_account(desk, "anna@example.org").id
    anna.go(page).send(f"/officers/{me}", role=["treasurer"], button=("do", "save"))
    assert anna.status == 422
    assert "muss sie behalten" in anna.text
    anna.go(page).send(f"/officers/{bert}", role=["owner", "scorekeeper"], button=("do", "save"))
    assert "Leitung und Schreiber" in anna.text
    anna.go(page).send(f"/officers/{bert}", button=("do", "remove"))
    assert "Bert" not in anna.text
    anna.go(page)
    anna.send("/invite", role=["viewer"], name="Caro")
    assert "Caro" in anna.go(page).text
    (invitation,) = anna.page.xpath("//form[contains(@action, 'withdraw')]//button/@value")
    anna.send("/withdraw", button=("id", invitation))
    assert "Caro" not in anna.text


def test_an_account_of_another_club_is_not_touched(anna: Guest, desk: Desk) -> None:
    """Roles in one's own club may be given to any account, never in another's."""
    bert = person(desk, "Bert")
    other = clubs.create_club(desk, name="Stammtisch", owner=bert)
    anna.go(f"/c/{club(desk)}/officers")
    token = dict(anna.form("/invite").form_values())["csrf_token"]
    for path in (f"/c/{other.id}/officers/{bert}", f"/c/{other.id}/officers/invite"):
        answer = anna.client.post(path, data={"csrf_token": token, "do": "remove"})
        assert answer.status_code == 404
    assert len(officers.list_officers(desk, club_id=other.id)) == 1


@pytest.fixture
def mailing(config: Config) -> Config:
    server = MailServer(security="smtp", host="localhost", port=1, sender="karten@example.org")
    return replace(config, public_url="https://karten.example.org", mail=server)


def test_whether_there_is_an_account_is_not_said(mailing: Config) -> None:
    app = create_app(mailing)
    desk: Desk = app.extensions[EXTENSION].desk
    person(desk, "Anna", Role.OWNER)
    said = []
    for email in ("anna@example.org", "nobody@example.org"):
        guest = Guest(app).go("/sign-in/mail")
        page = guest.send("", email=email, button=("do", "sign_in"))
        assert page.status == 200
        said.append(page.text)
    assert said[0] == said[1]
    with desk.store.read() as tx:
        jobs = tx.connection.exec_driver_sql("SELECT kind, state, args FROM job").all()
        assert tx.connection.exec_driver_sql("SELECT count(*) FROM sign_in_link").scalar() == 0
    assert [job[:2] for job in jobs] == [("mail", "queued")] * 2
    desk.close()


def test_a_link_is_opened_without_being_used(app: Flask, desk: Desk) -> None:
    person(desk, "Anna", Role.OWNER)
    link = links.make_link(desk, email="anna@example.org", purpose=links.Purpose.SIGN_IN)
    assert link is not None
    path = f"/sign-in/link/{link.token}"
    for _ in range(3):  # a program that reads mail, and another
        assert Guest(app, REMOTE_ADDR=PHONE).go(path).status == 200
    wrong = Guest(app, REMOTE_ADDR=PHONE).go(f"/password/link/{link.token}")
    assert wrong.status == 410
    phone = Guest(app, REMOTE_ADDR=PHONE).go(path).send("")
    assert (phone.place, phone.status) == ("/", 200)
    assert Guest(app, REMOTE_ADDR=PHONE).go(path).status == 410


def test_a_forgotten_password_is_replaced_by_link(app: Flask, anna: Guest, desk: Desk) -> None:
    link = links.make_link(desk, email="anna@example.org", purpose=links.Purpose.PASSWORD)
    assert link is not None
    phone = Guest(app, REMOTE_ADDR=PHONE).go(f"/password/link/{link.token}")
    phone.send("", password="Passwort123")
    assert phone.status == 422
    phone.send("", password=OTHER)
    assert phone.place == "/account"
    assert phone.go("/account").status == 200
    assert anna.go("/account").place.startswith("/sign-in")


def test_without_mail_there_is_no_page_for_it(anna: Guest) -> None:
    assert anna.go("/sign-in/mail").status == 404
