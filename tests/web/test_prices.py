"""What a unit costs is said before the first deal, and a price few people mean is asked about."""

import pytest
from flask import Flask

from scorekeeper.i18n import translator
from scorekeeper.services import clubs
from scorekeeper.services import tables
from scorekeeper.services.views import TableView
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest


def table_of(app: Flask, guest: Guest) -> TableView:
    _, _, club_id, _, table_id = guest.place.split("/")[:5]
    desk = app.extensions[EXTENSION].desk
    return tables.get_table(desk, club_id=club_id, table_id=table_id, deals=0)


@pytest.mark.parametrize(
    ("game", "typed", "said"),
    [
        ("bolachen", {"tariff": "50"}, "1 Einheit = 0,50 €"),
        ("bolachen", {"tariff": "0,50 €"}, "1 Einheit = 0,50 €"),
        ("wallachen", {"tariff": "200"}, "1 Einheit = 2,00 €"),
        ("watten", {"bummerl": "300"}, "1 Bummerl = 3,00 €"),
    ],
)
def test_the_price_stands_at_the_table_before_the_first_deal(
    guest: Guest, game: str, typed: dict[str, str], said: str
) -> None:
    table = guest.begin(game, "Anna", "Bert", "Caro", *(["Dora"] * (game == "watten")), **typed)
    assert said in table.text
    assert guest.page.xpath("//*[@id='price']//a/@href")[0].endswith("/people#game")


def test_it_is_gone_after_the_first_deal_and_where_nothing_is_played_for(guest: Guest) -> None:
    table = guest.begin("bolachen", "Anna", "Bert", "Caro").place
    guest.enter(table, declarer="Anna", play="brand", tricks=7)
    assert not guest.go(table).page.xpath("//*[@id='price']")
    guest.begin("watten", "Anna", "Bert", "Caro", "Dora", bummerl="0")
    assert not guest.page.xpath("//*[@id='price']")


@pytest.mark.parametrize(
    ("game", "field", "price", "said"),
    [
        ("bolachen", "tariff", "500", "1 Einheit = 5,00 €"),
        ("wallachen", "tariff", "201", "1 Einheit = 2,01 €"),
        ("watten", "bummerl", "5000", "1 Bummerl = 50,00 €"),
    ],
)
def test_a_price_few_people_mean_is_confirmed_first(
    guest: Guest, app: Flask, game: str, field: str, price: str, said: str
) -> None:
    names = ["Anna", "Bert", "Caro", *(["Dora"] * (game == "watten"))]
    guest.begin(game, *names, **{field: price})
    assert guest.status == 422
    assert f"{said}: Ist das so gemeint?" in guest.text
    desk = app.extensions[EXTENSION].desk
    assert clubs.private_club(desk).night_count == 0
    guest.send("/", sure=price, name=names)
    assert guest.status == 200
    assert table_of(app, guest).tariff == int(price)


def test_another_price_is_another_question(guest: Guest) -> None:
    names = ["Anna", "Bert", "Caro"]
    guest.begin("bolachen", *names, tariff="500")
    guest.send("/", sure="500", tariff="5000", name=names)
    assert guest.status == 422
    assert "1 Einheit = 50,00 €" in guest.text


def test_decimals_without_a_unit_are_asked_about_and_never_fifty_cents(guest: Guest) -> None:
    guest.begin("bolachen", "Anna", "Bert", "Caro", tariff="0,5")
    assert guest.status == 422
    assert guest.errors() == [translator("de")("web.amount.cents")]
    assert "0,50\u00a0€" in guest.errors()[0]
    assert ("tariff", "0,5") in guest.form("/").form_values()


@pytest.mark.parametrize("typed", ["1.234 €", "500.000 Euro"])
def test_a_point_that_may_mean_thousands_is_asked_about_in_its_own_words(
    guest: Guest, typed: str
) -> None:
    guest.begin("bolachen", "Anna", "Bert", "Caro", tariff=typed)
    assert guest.errors() == [translator("de")("web.amount.unclear")]


def test_a_new_price_at_the_table_is_confirmed_too(guest: Guest, app: Flask) -> None:
    guest.begin("bolachen", "Anna", "Bert", "Caro", tariff="300")
    guest.send("/", sure="300", name=["Anna", "Bert", "Caro"])
    table = guest.place
    people = guest.go(table + "/people")
    rules = people.page.xpath("//select[@name='house_rules_id']/option[@selected]/@value")[0]

    def send(**typed: str) -> None:
        guest.go(table + "/people")
        form = next(f for f in guest.page.forms if "tariff" in dict(f.form_values()))
        data = dict(form.form_values()) | {"do": "game", "house_rules_id": rules} | typed
        guest.read(guest.client.post(table + "/people", data=data), table + "/people")

    send(tariff="300")  # as it is already: nothing to ask
    assert guest.status == 200
    send(tariff="2500")
    assert guest.status == 422
    assert "1 Einheit = 25,00 €: Ist das so gemeint?" in guest.text
    send(tariff="2500", sure="2500")
    assert guest.status == 200
    guest.go(table)
    assert table_of(app, guest).tariff == 2500
