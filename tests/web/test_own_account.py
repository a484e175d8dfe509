"""A member who signs in sees his own account with the club, and nobody else's."""

import pytest
from flask import Flask

from scorekeeper.services import officers
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from scorekeeper.web.pages import EXTENSION
from tests.services.signing import person
from tests.services.treasurer import Club
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in
from tests.web.guest import Guest
from tests.web.test_accounts import at_phone


@pytest.fixture
def club(app: Flask) -> Club:
    desk: Desk = app.extensions[EXTENSION].desk
    made = found_club(desk.acting("Anna"))
    pay_in(made, "Bert", 700)
    pay_in(made, "Anna", 1_500)
    return made


@pytest.fixture
def bert(app: Flask, club: Club) -> Guest:
    """Bert, who only looks, signed in on his phone."""
    account_id = person(club.desk, "Bert", Role.VIEWER, club_id=club.club_id)
    officers.link_member(
        club.desk, club_id=club.club_id, account_id=account_id, member_id=club.ids["Bert"]
    )
    return at_phone(app, account_id)


def test_a_member_sees_what_he_owes_and_paid(bert: Guest, club: Club) -> None:
    home = f"/c/{club.club_id}"
    own = f"{home}/purse/accounts/{club.ids['Bert']}"
    assert own in bert.go("/account").page.xpath("//a/@href")
    card = f"{home}/members/{club.ids['Bert']}"
    assert own in bert.go(card).page.xpath("//a/@href")
    bert.go(own)
    assert bert.status == 200
    assert "+7,00 €" in bert.text
    # Nothing here leads where he may not go.
    for link in bert.page.xpath("//main//a/@href | //a[@class='back']/@href"):
        assert bert.go(link).status == 200, link
    assert not bert.go(own).page.xpath("//form[contains(@action, 'papers')]")


def test_a_member_gets_all_that_is_kept_about_him_and_nobody_else(bert: Guest, club: Club) -> None:
    home = f"/c/{club.club_id}/members"
    own = f"{home}/{club.ids['Bert']}/export"
    assert own in bert.go("/account").page.xpath("//a/@href")
    assert own in bert.go(f"{home}/{club.ids['Bert']}").page.xpath("//a/@href")
    answer = bert.client.get(own)
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["person"]["name"] == "Bert"
    assert [one["cents"] for one in answer.json["movements"]] == [700]
    other = f"{home}/{club.ids['Anna']}"
    assert bert.client.get(f"{other}/export").status_code == 403
    assert f"{other}/export" not in bert.go(other).page.xpath("//a/@href")
    for page in ("merge", "anonymise"):
        assert bert.client.get(f"{home}/{club.ids['Bert']}/{page}").status_code == 403


def test_nobody_sees_the_account_of_somebody_else(bert: Guest, club: Club) -> None:
    home = f"/c/{club.club_id}"
    other = f"{home}/purse/accounts/{club.ids['Anna']}"
    assert bert.go(other).status == 403
    assert "15,00" not in bert.text
    assert other not in bert.go(f"{home}/members/{club.ids['Anna']}").page.xpath("//a/@href")
    for page in ("/purse/", "/purse/accounts", "/purse/book", "/purse/own"):
        assert bert.go(home + page).status == 403, page


def test_who_is_no_member_by_his_account_sees_none(app: Flask, bert: Guest, club: Club) -> None:
    caro = at_phone(app, person(club.desk, "Caro", Role.VIEWER, club_id=club.club_id))
    own = f"/c/{club.club_id}/purse/accounts/{club.ids['Bert']}"
    assert caro.go(own).status == 403
    assert not [one for one in caro.go("/account").page.xpath("//a/@href") if "/purse/" in one]
