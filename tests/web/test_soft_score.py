"""A table that plays for nothing shows the soft score, on its page and in its list."""

import pytest
from flask import Flask

from scorekeeper.services import ledger
from scorekeeper.services import tables
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")


def cells(guest: Guest) -> list[list[str]]:
    """Return the numbers of the list, a row a deal and the last one the sums."""
    rows = guest.page.xpath("//table[contains(@class,'ledger')]//tr[td[contains(@class,'num')]]")
    return [[" ".join(cell.itertext()).strip() for cell in row.find_class("num")] for row in rows]


def test_the_soft_score_stands_where_money_would(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE, tariff="0").place
    guest.enter(table, declarer="Anna", play="brand", tricks="7")
    guest.enter(table, declarer="Bert", play="mord", tricks="4")
    guest.go(table)
    assert guest.balances() == {"Anna": "+5", "Bert": "−7", "Caro": "+2"}
    assert "Weiche Wertung: Punkte ohne Geld" in guest.text
    assert "0,00" not in guest.text
    changes = [c.text for c in guest.page.xpath("//li[contains(@class,'deal')]/span[last()]")]
    assert changes == ["−6", "+2"]
    guest.go(guest.page.xpath("//main//a[.='Spielliste']/@href")[0])
    assert "weiche Wertung in Punkten" in guest.text
    assert cells(guest) == [
        ["+2 +2", "−1 −1", "−1 −1"],
        ["+3 +5", "−6 −7", "+3 +2"],
        ["+5", "−7", "+2"],
    ]


def test_a_deal_taken_back_counts_no_more(guest: Guest) -> None:
    table = guest.begin("wallachen", *THREE, tariff="0").place
    guest.enter(table, declarer="Anna", play="7", tricks="8")
    guest.enter(table, declarer="Anna", play="6", tricks="2")
    guest.go(table).send("/undo")
    assert guest.balances() == {"Anna": "+16", "Bert": "−8", "Caro": "−8"}
    guest.go(guest.page.xpath("//main//a[.='Spielliste']/@href")[0])
    assert cells(guest)[-1] == ["+16", "−8", "−8"]


def test_money_and_points_stand_side_by_side(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="brand", tricks="7")
    people = table + "/people"
    form = next(f for f in guest.go(people).page.forms if f.xpath(".//input[@name='tariff']"))
    data = {**dict(form.form_values()), "do": "game", "tariff": "0"}
    guest.read(guest.client.post(people, data=data), people)
    guest.enter(table, declarer="Bert", play="bettel", tricks="0")
    guest.go(table)
    assert guest.balances() == {"Anna": "+0,20", "Bert": "−0,10", "Caro": "−0,10"}
    assert [e.text for e in guest.page.xpath("//a[contains(@class,'person')]/span[3]")][:1] == ["0"]
    guest.go(guest.page.xpath("//main//a[.='Spielliste']/@href")[0])
    assert cells(guest)[1] == ["−2 0", "+4 +3", "−2 −3"]
    assert cells(guest)[2] == ["+0,20 0", "−0,10 +3", "−0,10 −3"]


def test_a_table_for_money_shows_none_of_it(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="brand", tricks="7")
    assert "Weiche Wertung" not in guest.go(table).text
    guest.go(guest.page.xpath("//main//a[.='Spielliste']/@href")[0])
    assert "weiche Wertung" not in guest.text


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_score_goes_on_from_page_to_page(app: Flask, guest: Guest, limit: int) -> None:
    table = guest.begin("bolachen", *THREE, tariff="0").place
    for tricks in ("7", "3", "8", "6", "2"):
        guest.enter(table, declarer="Anna", play="brand", tricks=tricks)
    desk = app.extensions[EXTENSION].desk
    club_id, table_id = table.split("/")[2], table.split("/")[4]
    night_id = tables.get_table(desk, club_id=club_id, table_id=table_id).night.id
    sums, after = [], None
    while True:
        book = ledger.night_ledger(
            desk, club_id=club_id, night_id=night_id, after=after, limit=limit
        )
        anna = next(m.id for m in book.members if m.name == "Anna")
        sums += [deal.soft_after[anna] for deal in book.deals]
        after = book.next_after
        if after is None:
            break
    assert sums == [2, 0, 2, 4, 2]
