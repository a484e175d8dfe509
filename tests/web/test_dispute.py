"""Streitfall without script: what people remember is typed in, the verdict is read."""

import json

import pytest
from flask import Flask

from scorekeeper.services import deals
from scorekeeper.services import tables
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

WALLACHEN = "preset:wallachen:rulebook"


def club_of(guest: Guest) -> str:
    """Return the address of the club everything happens in."""
    guest.begin("wallachen", "Anna", "Bert", "Caro")
    return guest.place.split("/t/")[0]


def dispute(guest: Guest, rules: str, **typed: str) -> Guest:
    """Open a dispute without a deal and tell it."""
    return guest.go(f"{club_of(guest)}/dispute?rules={rules}").send("", **typed)


def three(guest: Guest, told: str, **typed: str) -> Guest:
    said = {"player": ["Anna", "Bert", "Caro"], "declarer": "0", "play": "7", "trump": "H"}
    return dispute(guest, WALLACHEN, **{**said, "told_a": told, **typed})


def test_a_revoke_that_came_out_later(guest: Guest) -> None:
    three(guest, "5 Anna: GO H9 GA\n8 Bert: G8 H8 H7\nfrage Bert 5")
    assert guest.status == 200
    assert "Stich 5 · Wallachen, Herz ist Trumpf" in guest.text
    assert "Bert durfte Herz 9 nicht zugeben." in guest.text
    assert "Regel W19, Farbzwang: Wer die ausgespielte Farbe hat" in guest.text
    assert "Bert spielte im 8. Stich Gras 8." in guest.text
    assert "Erlaubt war Gras 8" in guest.text
    assert "Folge nach eurer Hausordnung (I2, I3)" in guest.text
    assert "Anna hat gewonnen, und Bert zahlt für beide. Bert zahlt Anna 1,40 €." in guest.text


def test_the_verdict_can_be_passed_on_as_text(guest: Guest) -> None:
    three(guest, "5 Anna: GO H9 GA\n8 Bert: G8 H8 H7\nfrage Bert 5")
    lines = guest.page.get_element_by_id("text-1").text.splitlines()
    assert lines[0] == "Nicht erlaubt"
    assert "Anna Gras-Ober · Bert Herz 9 ✗ · Caro Gras-Sau" in lines
    assert "Beweis: Bert spielte im 8. Stich Gras 8." in lines
    assert "Erlaubt war: Gras 8" in lines


def test_a_card_nobody_has_seen_stays_open(guest: Guest) -> None:
    three(guest, "5 Anna: GO H9 GA")
    text = guest.page.get_element_by_id("text-1").text
    assert "Anna Gras-Ober · Bert Herz 9 ? · Caro Gras-Sau" in text.splitlines()
    assert not {"✓", "✗"} & {*text, *guest.text}
    assert "Ob Bert Herz 9 zugeben durfte, steht nicht fest." in guest.text
    assert "ob Bert eine von diesen hatte: Gras-König, Gras-Unter, Gras 10" in guest.text
    assert "Wenn ja, nach eurer Hausordnung (I2, I3)" in guest.text


def test_who_leads_out_of_turn_is_told_whose_turn_it_was(guest: Guest) -> None:
    three(guest, "1 Bert: GA G7 G8")
    assert "Bert durfte Gras-Sau nicht ausspielen: Anna war dran." in guest.text
    assert "hat keine feste Folge" in guest.text


def test_what_was_called_is_written_as_it_was_said(guest: Guest) -> None:
    told = "reizen: Anna: Ich spiele 6, Bert 7, Caro weiter, Anna halte ich, Bert weiter"
    three(guest, f"{told}\n5 Anna: GO G9 G8")
    assert guest.status == 200
    assert "reizen:" in guest.text
    assert "stock:" in guest.text
    three(guest, "reizen: Anna ich spiele 6, Bert Herz-Brand")
    assert guest.status == 422  # no call of Wallachen
    assert any("Zeile 1:" in error for error in guest.errors())
    three(guest, "reizen: Anna ich spiele Quatsch")
    assert any("„reizen: Anna ich spiele 6, Bert 7" in error for error in guest.errors())


def test_what_cannot_be_read_stands_at_its_line_and_stays_typed(guest: Guest) -> None:
    told = "5 Anna: GO XY GA\nfoo: GA"
    three(guest, told)
    assert guest.status == 422
    assert "Zeile 1: „XY“ ist keine Karte." in guest.text
    assert "Zeile 2: Wer ist „foo“? Am Tisch saßen Anna, Bert und Caro." in guest.text
    assert guest.page.get_element_by_id("told_a").text.strip() == told


def test_a_card_that_came_twice_is_found_in_its_line(guest: Guest) -> None:
    three(guest, "5 Anna: GO H9 GA\n6 Caro: GA G7 G8")
    assert guest.status == 422
    assert any("Zeile 2:" in error for error in guest.errors())


def test_a_record_as_json_is_judged_as_it_is(guest: Guest) -> None:
    record = {
        "format": "deal-record/1",
        "game": "bolachen",
        "seats": ["Anna", "Bert", "Caro"],
        "dealer": "Caro",
        "contract": {"declarer": "Anna", "kind": "brand", "trump": "H"},
        "tricks": [{"lead": "Anna", "cards": ["HA", "H10", "S7"]}],
    }
    three(guest, json.dumps(record))
    assert "Ob Caro Schellen 7 zugeben durfte, steht nicht fest." in guest.text
    three(guest, "{")
    assert guest.status == 422


def test_two_linke_in_watten_the_first_one_takes_the_trick(guest: Guest) -> None:
    rules = "preset:watten:rulebook"
    names = ["Anna", "Bert", "Caro", "Dora"]
    typed = {"player": names, "players": "4", "schlag": "10", "trump": "S"}
    dispute(guest, rules, **typed, told_a="1 Anna: G10 SA E10 G8\n2 Anna: GA")
    assert "Alle 5 Karten waren erlaubt." in guest.text
    taken = "Den 1. Stich macht Anna: Gras 10, erster Linker (T4)."
    assert taken in guest.text
    assert taken in guest.page.get_element_by_id("text-1").text.splitlines()
    guest.send("", told_a="1 Anna: G10 SA E10 G8\n2 Caro: GA\nfrage Caro 2")
    assert "Caro durfte Gras-Sau nicht ausspielen: Anna war dran." in guest.text
    assert "3 Punkte für Bert und Dora, und das Spiel ist aus." in guest.text


def test_a_rechter_led_first_binds_everybody(guest: Guest) -> None:
    names = ["Anna", "Bert", "Caro", "Dora"]
    typed = {"player": names, "players": "4", "schlag": "10", "trump": "S"}
    told = "1 Anna: S10 E7 E10 G8\ngesehen Dora 1: SK\nfrage Dora 1"
    dispute(guest, "preset:watten:rulebook", **typed, told_a=told)
    assert "Dora durfte Gras 8 spielen" in guest.text
    assert "Den 1. Stich macht Bert: Eichel 7, höchster Kritischer (T2)." in guest.text
    guest.send("", told_a="1 Anna: S10 SA E10 G8\ngesehen Dora 1: SK\nfrage Dora 1")
    assert "Regel T20" in guest.text
    assert "Dora hatte nach dem 1. Stich noch Schellen-König." in guest.text


def test_a_release_in_bolachen(guest: Guest) -> None:
    rules = "preset:bolachen:rulebook"
    said = {"player": ["Anna", "Bert", "Caro"], "declarer": "0", "play": "brand", "trump": "H"}
    told = "1 Anna: GK GA S7\ngesehen Caro 1: H8\nfrage Caro 1"
    dispute(guest, rules, **said, told_a=told)
    assert "Ob Caro Schellen 7 zugeben durfte, steht nicht fest." in guest.text
    told += "\nblatt Caro: H8 S7 S8 S9 E7 E8 E9 E10 EU EO"
    guest.send("", told_a=told)
    assert "Stich 1: Caro durfte Schellen 7 spielen." in guest.text


def test_two_memories_say_what_they_differ_in_and_whether_it_matters(guest: Guest) -> None:
    first = "5 Anna: GO H9 GA\n8 Bert: G8 H8 H7\nfrage Bert 5"
    other = "5 Anna: GO G10 GA\n8 Bert: G8 H8 S7\nfrage Bert 5"
    three(guest, first, told_b=other, who_a="Anna", who_b="Bert")
    assert "Anna sagt" in guest.text
    assert "Bert sagt" in guest.text
    assert "Es kommt darauf an" in guest.text
    told = {
        item.xpath("h3")[0].text: item.get("data-matters")
        for item in guest.page.xpath("//ul[@class='differences']/li")
    }
    assert told == {"5. Stich": "yes", "8. Stich": "no"}
    three(guest, first, told_b=first)
    assert "Ihr erzählt beide dasselbe." in guest.text


def test_a_deal_of_the_night_brings_its_rules_and_its_contract(guest: Guest) -> None:
    table = guest.begin("wallachen", "Anna", "Bert", "Caro").place
    guest.enter(table, declarer="Bert", play="7", trump="H", tricks=8)
    guest.go(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    guest.go(guest.page.xpath("//a[.='Streitfall'][contains(@class,'button')]/@href")[0])
    form = dict(guest.form("").form_values())
    assert (form["declarer"], form["play"], form["trump"]) == (
        guest.option("declarer", "Bert"),
        "7",
        "H",
    )
    assert form["told_a"].strip() == "stiche Bert 8"
    told = "5 Bert: GO H9 GA\n8 Caro: G8 H8 H7\nstiche Bert 8\nfrage Caro 5"
    guest.send("", told_a=told)
    assert "Caro durfte Herz 9 nicht zugeben." in guest.text
    assert "Caro zahlt Bert 1,60 €." in guest.text


def test_the_house_rules_of_the_dispute_decide_what_it_costs(guest: Guest) -> None:
    club = club_of(guest)
    guest.go(f"{club}/house-rules/new/wallachen")
    guest.send("/wallachen", name="Stammtisch", revoke_remedy="as_played")
    guest.go(f"{club}/dispute")
    guest.go(guest.page.xpath("//a[contains(., 'Stammtisch')]/@href")[0])
    told = "5 Anna: GO H9 GA\n8 Bert: G8 H8 H7\nfrage Bert 5\nstiche Anna 8"
    said = {"player": ["Anna", "Bert", "Caro"], "declarer": "0", "play": "7", "trump": "H"}
    guest.send("", **said, told_a=told)
    assert "Bei euch bleibt es, wie gespielt wurde." in guest.text


@pytest.mark.parametrize("rules", ["preset:watten:nothing", "preset:x", "preset:", "nowhere"])
def test_house_rules_that_are_not_there(guest: Guest, rules: str) -> None:
    assert guest.go(f"{club_of(guest)}/dispute?rules={rules}").status == 404


def test_a_fully_recorded_deal_is_compared_with_best_play(guest: Guest) -> None:
    hands = (
        "blatt Anna: HA HK HO HU H10 H9 H8 GA SA EA\nblatt Bert: GK GO GU G10 SK SO SU S10 EK EO\n"
    )
    hands += "blatt Caro: H7 G9 G8 G7 S9 S8 S7 EU E10 E9\n1 Anna: HA GK H7\n2 Anna: GA GO G9\n"
    three(guest, hands)
    assert "Mit bestem Spiel vergleichen" in guest.text
    guest.send("", button=("do", "replay"))
    assert "macht Anna 10 Stiche und gewinnt." in guest.text
    assert len(guest.page.xpath("//li[@data-trick]")) == 2


def test_a_stored_deal_with_all_its_cards_is_replayed(app: Flask, guest: Guest) -> None:
    table = guest.begin("wallachen", "Anna", "Bert", "Caro").place
    club, table_id = table.split("/")[2], table.split("/")[4]
    desk = app.extensions[EXTENSION].desk
    seen = tables.get_table(desk, club_id=club, table_id=table_id, deals=0)
    anna, bert, caro = seen.seats  # Anna deals
    said = {
        "contract": {"declarer": anna, "kind": "number", "bid": 7, "trump": "H"},
        "hands": {
            anna: ["HA", "HK", "HO", "HU", "H10", "H9", "G7", "GA", "SA", "EA"],
            bert: ["GK", "GO", "GU", "G10", "SK", "SO", "SU", "S10", "EK", "EO"],
            caro: ["H7", "H8", "G9", "G8", "S9", "S8", "S7", "EU", "E10", "E9"],
        },
        "tricks": [
            {"cards": ["HA", "GK", "H7"]},
            {"cards": ["G7", "G10", "G9"]},
            {"cards": ["GO", "G8", "GA"]},
        ],
        "tricks_taken": {anna: 9},
    }
    deal = deals.record_deal(desk, club_id=club, table_id=table_id, said=said, key="replayed-1")
    guest.go(f"/c/{club}/d/{deal.id}")
    guest.go(guest.page.xpath("//a[.='Bestes Spiel']/@href")[0])
    assert guest.status == 200
    assert "macht Anna 9 Stiche und gewinnt." in guest.text
    assert len(guest.page.xpath("//li[@data-trick]")) == 3
    guest.enter(table, declarer="Bert", play="7", trump="H", tricks=8)
    plain = guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0]
    assert "Bestes Spiel" not in guest.go(plain).text
    assert guest.go(plain + "/replay").status == 404


def test_what_was_played_is_asked_for_where_it_is_missing(guest: Guest) -> None:
    three(guest, "5 Anna: GO H9 GA", declarer="", play="")
    assert guest.status == 422
    assert guest.errors()
    three(guest, "5 Anna: GO H9 GA", tariff="viel")
    assert guest.status == 422
    assert guest.errors()


def test_in_english(guest: Guest) -> None:
    guest.go("/").send("/language", language="en")
    three(guest, "5 Anna: GO H9 GA\n8 Bert: G8 H8 H7\nask Bert 5")
    assert "Bert was not allowed to play Hearts 9." in guest.text
