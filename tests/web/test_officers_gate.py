"""With accounts the machine is private no more: who is let in where, and what he is told."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.services import accounts
from scorekeeper.services import clubs
from scorekeeper.services import officers
from scorekeeper.services import tokens
from scorekeeper.services.desk import Desk
from scorekeeper.services.devices import sign_in_device
from scorekeeper.services.permissions import Role
from scorekeeper.web.pages import EXTENSION
from scorekeeper.web.pages import back_to
from tests.services.play import Round
from tests.services.play import quick
from tests.web.guest import Guest

Officer = Callable[..., Guest]


@pytest.fixture
def desk(app: Flask) -> Desk:
    found: Desk = app.extensions[EXTENSION].desk
    return found


@pytest.fixture
def evening(desk: Desk) -> Round:
    return quick(desk.acting("Anna"), "Anna Bert Caro", "bolachen")


@pytest.fixture
def officer(app: Flask, desk: Desk, evening: Round) -> Officer:
    def come(name: str, *roles: Role) -> Guest:
        email = f"{name.casefold()}@example.org"
        account = accounts.create_account(desk, email=email, name=name, password=None)
        if roles:
            officers.set_roles(desk, club_id=evening.club_id, account_id=account.id, roles=roles)
        with desk.store.write() as tx:
            token = sign_in_device(tx, desk, account.id, "")
        guest = Guest(app)
        keep(guest.client, device=token)
        return guest

    return come


def keep(client: FlaskClient, **values: str) -> None:
    with client.session_transaction() as kept:
        kept.update(values)


def table_of(evening: Round) -> str:
    return f"/c/{evening.club_id}/t/{evening.table.id}"


def test_the_first_account_ends_the_private_machine(
    app: Flask, evening: Round, officer: Officer
) -> None:
    guest = Guest(app)
    assert guest.go(table_of(evening)).status == 200
    officer("Anna", Role.OWNER)
    assert guest.go(table_of(evening)).place.startswith("/sign-in?back=/c/")
    answer = guest.client.post(table_of(evening) + "/undo", data={"csrf_token": "x"})
    assert answer.status_code == 401
    assert "angemeldet" in answer.text
    assert guest.go("/access").place.startswith("/sign-in")


def test_programs_are_told_to_bring_a_key(app: Flask, evening: Round, officer: Officer) -> None:
    officer("Anna", Role.OWNER)
    for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Basic eDp4"}):
        answer = app.test_client().get(f"/api/v1/clubs/{evening.club_id}", headers=headers)
        assert answer.status_code == 401
        assert answer.mimetype == "application/problem+json"
        assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("en", "key"),
        ("de", "Schlüssel"),
        ("en-GB,de;q=0.5", "key"),
        ("en;q=0,fr,*;q=0.1", "Schlüssel"),
        ("fr", "Schlüssel"),
        ("", "Schlüssel"),
    ],
)
def test_programs_are_refused_in_the_language_they_ask_in(
    app: Flask, evening: Round, officer: Officer, asked: str, said: str
) -> None:
    officer("Anna", Role.OWNER)
    headers = {"Accept-Language": asked} if asked else {}
    answer = app.test_client().get(f"/api/v1/clubs/{evening.club_id}", headers=headers)
    assert answer.status_code == 401
    assert said in answer.get_json()["detail"]
    assert "Accept-Language" in answer.headers["Vary"]


def test_what_a_key_may_not_is_said_in_the_language_it_asks_in(
    app: Flask, desk: Desk, evening: Round
) -> None:
    made = tokens.create_token(desk, club_id=evening.club_id, name="Anzeige", scopes=["look"])
    for asked, said in (("en", "this key"), ("de", "dieser Schlüssel")):
        headers = {"Authorization": f"Bearer {made.text}", "Accept-Language": asked}
        answer = app.test_client().get(f"/api/v1/clubs/{evening.club_id}/purse", headers=headers)
        assert answer.status_code == 403
        assert said in answer.get_json()["detail"]


def test_who_may_not_is_told_who_may(evening: Round, officer: Officer) -> None:
    viewer = officer("Vroni", Role.VIEWER)
    viewer.go(table_of(evening))
    assert viewer.status == 200
    assert "Spiel eintragen" not in viewer.text
    viewer.go(table_of(evening) + "/deal")
    assert viewer.status == 403
    assert "Sache von Leitung, Kassier, Schiedsrichter und Schreiber" in viewer.text
    assert "das ist hier Sache von Leitung." in viewer.go(f"/c/{evening.club_id}/settings").text


def test_a_club_of_others_looks_like_none(desk: Desk, evening: Round, officer: Officer) -> None:
    other = clubs.create_club(desk, name="Herrenrunde").id
    anna = officer("Anna", *Role)
    pages = []
    for club_id in (other, "0" * 36):
        for path in ("/", "/members/", "/settings"):
            anna.go(f"/c/{club_id}{path}")
            assert anna.status == 404
            pages.append(anna.text)
    assert len(set(pages)) == 1
    assert "Herrenrunde" not in anna.go("/").text


def test_the_ledger_says_who_was_signed_in(evening: Round, officer: Officer) -> None:
    kathi = officer("Kathi", Role.SCOREKEEPER)
    keep(kathi.client, who="somebody else")
    table = table_of(evening)
    kathi.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    link = kathi.go(table).page.find_class("what")[0].get("href")
    assert "Kathi" in kathi.go(link).text
    assert "somebody else" not in kathi.text


def test_who_belongs_to_no_club_is_told_so(evening: Round, officer: Officer) -> None:
    nobody = officer("Xaver")
    assert nobody.go("/").status == 200
    assert "Noch keine Runde" in nobody.text
    assert nobody.client.post("/", data={}).status_code == 400  # no token of ours
    assert nobody.go(table_of(evening)).status == 404


def test_the_menu_leads_only_where_one_may_go(evening: Round, officer: Officer) -> None:
    table = table_of(evening)
    for roles in ([Role.VIEWER], [Role.TREASURER], [Role.OWNER]):
        guest = officer("Name" + roles[0], *roles)
        links = guest.go(table).page.xpath("//details[@class='menu']//a/@href")
        assert len(links) > 5
        for link in links:
            assert guest.go(link).status == 200, (roles, link)
    viewer = officer("Vroni", Role.VIEWER)
    links = viewer.go(table).page.xpath("//details[@class='menu']//a/@href")
    assert not [link for link in links if "/purse" in link or "/settings" in link]


@pytest.mark.parametrize(
    "target",
    [
        *("https://evil.example.org", "//evil.example.org", "/\\evil.example.org", "\\\\evil"),
        *("/\t/evil.example.org", "/\n/evil", "javascript:alert(1)", "", "evil", " //evil"),
    ],
)
def test_one_is_sent_back_to_pages_of_ours_only(app: Flask, target: str) -> None:
    with app.test_request_context():
        answer = back_to(target)
    place = answer.headers["Location"]
    assert place.startswith("/")
    assert not place.startswith(("//", "/\\", "/\t", "/\n"))
