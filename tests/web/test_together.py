"""Two taps on one button, two phones at one table."""

from flask import Flask

from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")


def _sheet(guest: Guest, table: str, who: str) -> dict[str, str]:
    guest.go(table + "/deal")
    data = dict(guest.form("/deal").form_values())
    return data | {"declarer": guest.option("declarer", who), "tricks": "7", "do": "save"}


def test_the_same_form_sent_twice_counts_once(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    data = _sheet(guest, table, "Anna")
    first = guest.client.post(table + "/deal", data=data)
    second = guest.client.post(table + "/deal", data=data)
    assert (first.status_code, second.status_code) == (303, 303)
    guest.go(table)
    assert guest.balances()["Anna"] == "+0,20"
    assert len(guest.page.find_class("deal")) == 1


def test_the_second_phone_sees_what_the_first_saved_and_loses_nothing(app: Flask) -> None:
    one, two = Guest(app), Guest(app)
    table = one.begin("bolachen", *THREE).place
    one.go("/").send("/writer", who="Maria")
    mine = _sheet(two, table, "Bert")
    one.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    two.read(two.client.post(table + "/deal", data=mine), table + "/deal")
    assert two.status == 409
    assert "Maria hat Spiel 1 gespeichert: Anna, Herz-Brand gewonnen, 7 Stiche." in two.text
    kept = dict(two.form("/deal").form_values())
    assert kept["declarer"] == mine["declarer"]
    assert kept["tricks"] == "7"
    two.send("/deal", button=("do", "save"))
    assert two.status == 200
    assert two.balances() == {"Anna": "+0,10", "Bert": "+0,10", "Caro": "−0,20"}


def test_a_key_used_for_another_deal_is_not_lost(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    data = _sheet(guest, table, "Anna")
    guest.client.post(table + "/deal", data=data)
    other = data | {"tricks": "3"}
    guest.read(guest.client.post(table + "/deal", data=other), table + "/deal")
    assert guest.status == 409
    assert "schon ein Spiel gespeichert" in guest.text
    guest.send("/deal", button=("do", "save"))
    assert guest.balances()["Anna"] == "0,00"


def test_a_watching_phone_gets_no_body_until_something_changes(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    first = guest.client.get(table + "/rev")
    same = guest.client.get(table + "/rev", headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    guest.enter(table, declarer="Anna", play="brand", tricks=7)
    changed = guest.client.get(table + "/rev", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert changed.text != first.text
