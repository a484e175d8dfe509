"""Who is shown to play is who pays, without script too; two people are no three-hander."""

import pytest
from flask import Flask

from scorekeeper.services import tables
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

SIX = ("Anna", "Bert", "Caro", "Dora", "Emil", "Fritz")


def dealer(guest: Guest, name: str) -> str:
    (found,) = guest.page.xpath(f"//select[@name='dealer']/option[.='{name}']/@value")
    return str(found)


def shown(guest: Guest) -> set[str]:
    """Return who can be tapped as having played."""
    chips = guest.page.xpath("//fieldset[@data-ask='declarer']//label")
    return {chip.text_content().strip() for chip in chips} - {"eingepasst"}


@pytest.mark.parametrize("count", [4, 5, 6])
@pytest.mark.parametrize("misdealt", [False, True])
def test_a_sheet_for_other_players_is_shown_again(guest: Guest, count: int, misdealt: bool) -> None:
    people = SIX[:count]
    table = guest.begin("bolachen", *people).place
    if misdealt:
        guest.enter(table, misdeal="misdeal")
    guest.go(table + "/deal")
    before = shown(guest)
    other = next(one for one in people if one in before)  # he played, and dealt instead
    declarer = guest.option("declarer", next(one for one in people[1:] if one in before - {other}))
    typed = {"declarer": declarer, "play": "bettel", "tricks": "0"}
    guest.send("/deal", button=("do", "save"), dealer=dealer(guest, other), **typed)
    assert guest.status == 422
    assert f"Hat {other} gegeben, spielen andere." in guest.text
    assert f"{other} gibt" in guest.text
    now = shown(guest)
    assert now != before
    filled = dict(guest.form("/deal").form_values())
    assert (filled["play"], filled["tricks"]) == ("bettel", "0")
    one = filled.get("declarer") or guest.option("declarer", min(now))
    guest.send("/deal", button=("do", "save"), declarer=one)
    assert (guest.status, guest.place) == (200, table)
    assert {name for name, cents in guest.balances().items() if cents != "0,00"} == now


def test_sides_of_three_at_watten_go_by_who_dealt(guest: Guest) -> None:
    """Forehand is alone: with another dealer it is somebody else, though nobody sits out."""
    table = guest.begin("watten", *SIX[:3]).place
    guest.go(table + "/deal")
    alone = guest.option("winner", "Anna")
    guest.send("/deal", button=("do", "save"), dealer=dealer(guest, "Anna"), winner=alone)
    assert guest.status == 422
    guest.send("/deal", button=("do", "save"), winner=guest.option("winner", "Anna + Caro"))
    assert guest.place == table
    assert "Anna und Caro: 2 Punkte" in guest.text


def test_another_dealer_of_four_at_watten_changes_nobody(guest: Guest) -> None:
    table = guest.begin("watten", *SIX[:4]).place
    guest.go(table + "/deal")
    ours = guest.option("winner", "Anna + Caro")
    guest.send("/deal", button=("do", "save"), dealer=dealer(guest, "Bert"), winner=ours)
    assert (guest.status, guest.place) == (200, table)


def test_a_correction_for_other_players_is_shown_again(guest: Guest) -> None:
    table = guest.begin("bolachen", *SIX[:4]).place
    guest.enter(table, declarer="Anna", play="bettel", tricks="0")
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    guest.go(deal + "/correct")
    assert shown(guest) == {"Anna", "Bert", "Caro"}
    guest.send("/correct", button=("do", "save"), dealer=dealer(guest, "Bert"), usual="player")
    assert guest.status == 422
    assert shown(guest) == {"Anna", "Caro", "Dora"}
    guest.send("/correct", button=("do", "save"))
    assert (guest.status, guest.place) == (200, deal)
    guest.go(table)
    assert {name for name, cents in guest.balances().items() if cents != "0,00"} == {
        *("Anna", "Caro", "Dora")
    }


@pytest.mark.parametrize("game", ["bolachen", "wallachen"])
def test_two_people_are_shown_the_way_to_a_third(app: Flask, guest: Guest, game: str) -> None:
    table = guest.begin(game, *SIX[:3]).place
    _, _, club_id, _, table_id = table.split("/")
    desk = app.extensions[EXTENSION].desk
    seat = tables.get_table(desk, club_id=club_id, table_id=table_id).seats[2]
    tables.leave_table(desk, club_id=club_id, table_id=table_id, member_id=seat)
    said = f"Zum {'Bolachen' if game == 'bolachen' else 'Wallachen'} gehören drei bis sechs Leute."
    guest.go(table)
    assert said in guest.text
    assert not guest.page.xpath("//a[@id='enter']")
    assert guest.page.xpath(f"//div[@class='bar']//a[@href='{table}/people']")
    guest.go(table + "/deal")
    assert guest.place == table
    assert said in guest.page.text_content()


def test_two_people_can_play_watten(guest: Guest) -> None:
    table = guest.begin("watten", *SIX[:2]).place
    guest.enter(table, end="tricks", winner="Anna")
    assert guest.place == table
    assert "Anna: 2 Punkte" in guest.text


def test_a_later_deal_for_other_players_is_shown_again_too(guest: Guest) -> None:
    """Where a later deal is told anew with the first, its dealer counts as much."""
    table = guest.begin("bolachen", *SIX[:4]).place
    guest.enter(table, declarer="Anna", play="bettel", tricks="0")
    guest.enter(table, declarer="Bert", play="bettel", tricks="0")
    guest.go(table)
    first, second = (str(guest.page.xpath(f"//li[@data-deal='{n}']//a/@href")[0]) for n in (1, 2))
    later = second.rpartition("/")[2]
    guest.go(second + "/correct")
    bert = dealer(guest, "Bert")
    guest.go(first + "/correct")
    guest.send("/correct", button=("do", "check"), other=later, tricks="1")
    assert guest.page.xpath(f"//select[@name='{later}.dealer']")
    guest.send("/correct", button=("do", "save"), usual="counted", **{f"{later}.dealer": bert})
    assert guest.status == 422
    assert "Hat Bert gegeben, spielen andere." in guest.text
    names = guest.page.xpath(f"//label[input[@name='{later}.declarer']]")
    assert {name.text_content().strip() for name in names} == {"Anna", "Caro", "Dora"}
