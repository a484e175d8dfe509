"""What is tapped of a dispute beside contract and cards, without script."""

from typing import Any

import pytest
from lxml import html

from tests.web.guest import Guest

FOUR = ["Anna", "Bert", "Caro", "Dora"]
WATTEN = {"player": FOUR, "players": "4", "schlag": "10", "trump": "S"}
THREE = {"player": FOUR[:3], "declarer": "0"}


def told(guest: Guest, game: str, **typed: Any) -> Guest:
    """Open a dispute about no deal in particular and tell it."""
    guest.begin("wallachen", "Anna", "Bert", "Caro")
    club = guest.place.split("/t/")[0]
    return guest.go(f"{club}/dispute?rules=preset:{game}:rulebook").send("", **typed)


def chosen(guest: Guest, name: str) -> list[str]:
    """Return what the page shows as tapped under a name."""
    box: html.HtmlElement = guest.form("")
    return [value for field, value in box.form_values() if field == name and value]


def test_doubles_multiply_what_is_paid(guest: Guest) -> None:
    said = {**THREE, "play": "7", "trump": "H", "told_a": "stiche Anna 7\n5 Anna: GO G9 GA"}
    told(guest, "wallachen", **said)
    assert "zahlen Anna je 0,70 €" in guest.text
    guest.send("", doubles=["1", "2"])
    assert "Bert und Caro zahlen Anna je 2,80 €" in guest.text
    assert chosen(guest, "doubles") == ["1", "2"]


def test_a_called_card_is_in_the_declarers_hand(guest: Guest) -> None:
    said = {**THREE, "play": "bettel", "told_a": "2 Bert: HA HK H8"}
    told(guest, "bolachen", **said)
    assert guest.status == 200
    guest.send("", call_card="HK", call_from="1", call_given="H7")
    assert guest.status == 422, "Anna called the king Caro is said to have played"
    guest.send("", told_a="2 Bert: HA H8 HK")
    assert guest.status == 200
    assert (chosen(guest, "call_card"), chosen(guest, "call_from")) == (["HK"], ["1"])
    guest.send("", told_a="2 Bert: HA H7 HK")
    assert guest.status == 422, "Bert got the seven, and Caro is said to have played it"
    guest.send("", call_from="0")
    assert guest.errors(), "B18: the declarer has it himself"


def test_points_make_gespannt_and_raises_climb_from_there(guest: Guest) -> None:
    said = {**WATTEN, "told_a": "stiche Anna 3\n2 Anna: GA G7 G8 G9"}
    told(guest, "watten", **said, points=["4", "5", ""], value="4", raiser="1")
    assert "Anna und Caro: 4 Punkte" in guest.text
    assert "Anna 8, Bert 5, Caro 8, Dora 5" in guest.text
    assert chosen(guest, "value") == ["4"]
    guest.send("", points=["9", "5", ""], value="4", raiser="1")
    assert "Anna und Caro: 4 Punkte" in guest.text
    assert "Partie gewonnen" in guest.text
    guest.send("", points=["9", "5", ""], value="4", raiser="0")
    assert guest.status == 422
    assert guest.errors(), "T28: who is gespannt may not raise"


def test_a_raise_that_was_given_up_scores_the_old_value(guest: Guest) -> None:
    said = {**WATTEN, "told_a": "2 Anna: GA G7 G8 G9", "value": "4", "raiser": "0"}
    told(guest, "watten", **said, folded="yes")
    assert "Anna und Caro: 3 Punkte, die anderen gaben auf" in guest.text
    guest.send("", raiser="")
    assert guest.errors() == ["Wer hat zuletzt erhöht?"]
    guest.send("", raiser="0", value="none")
    assert guest.errors() == ["Auf wie viel wurde erhöht?"]


def test_one_side_without_points_is_asked_for(guest: Guest) -> None:
    told(guest, "watten", **WATTEN, told_a="2 Anna: GA G7 G8 G9", points=["9", "", ""])
    assert guest.status == 422
    assert "wie viele Punkte Bert vor dem Spiel hatte" in " ".join(guest.errors())


def test_who_took_a_card_when_the_pack_was_cut_had_it(guest: Guest) -> None:
    said = {**WATTEN, "told_a": "1 Anna: S10 G8 E10 G9\nfrage Caro 1"}
    told(guest, "watten", **said, schlecken=["HK", "", ""])
    assert "Caro durfte Eichel 10 nicht zugeben." in guest.text
    assert "Regel T20" in guest.text
    guest.send("", schlecken=["waived", "S7", ""])
    assert guest.status == 422
    assert guest.errors(), "T10: after the cutter waived the dealer may not take one"
    guest.send("", schlecken=["", "S7", ""])
    assert guest.status == 200, "then the cutter took one nobody remembers"


def test_a_maschine_wins_the_deal(guest: Guest) -> None:
    told(guest, "watten", **WATTEN, maschine="3")
    assert "Bert und Dora: 2 Punkte, Maschine" in guest.text
    guest.send("", told_a="blatt Anna: HK S8 S9 G8 G9", maschine="3")
    assert guest.status == 422
    assert any("alle drei Kritischen" in error for error in guest.errors())


@pytest.mark.parametrize("names", [FOUR[:2], FOUR[:3]])
def test_two_and_three_people_have_their_own_points(guest: Guest, names: list[str]) -> None:
    said = {**WATTEN, "player": names, "players": str(len(names)), "told_a": "stiche Anna 3"}
    told(guest, "watten", **said, points=["4", "5", "6"][: len(names)], value="3", raiser="0")
    assert "Anna: 3 Punkte" in guest.text
    assert "Anna 7" in guest.text


def test_calls_are_put_together_one_after_the_other(guest: Guest) -> None:
    told(guest, "wallachen", **THREE, button=("do", "call"), caller="0", said="6")
    for caller, call in (("1", "7"), ("2", "pass"), ("0", "hold"), ("1", "pass")):
        guest.send("", button=("do", "call"), caller=caller, said=call)
        assert guest.status == 200
    text = guest.page.get_element_by_id("told_a").text.strip()
    assert text == "reizen: Anna 6, Bert 7, Caro weiter, Anna halte ich, Bert weiter"
    guest.send("", play="7", trump="H", told_a=f"{text}\n5 Anna: GO G9 G8")
    assert guest.status == 200
    guest.send("", play="8", trump="H")
    assert guest.status == 422, "7 was bid"
    guest.send("", button=("do", "call"), caller="", said="6")
    assert guest.errors() == ["Wer hat angesagt, und was?"]


def test_bolachen_has_its_own_calls(guest: Guest) -> None:
    told(guest, "bolachen", **THREE, button=("do", "call"), caller="0", said="brand")
    guest.send("", button=("do", "call"), caller="1", said="brand:H")
    guest.send("", button=("do", "call"), caller="2", said="pass")
    guest.send("", button=("do", "call"), caller="0", said="names:S")
    text = guest.page.get_element_by_id("told_a").text.strip()
    assert text == "reizen: Anna Brand, Bert Brand H, Caro weiter, Anna nennt S"


def test_what_nobody_can_tap_is_refused_at_its_field(guest: Guest) -> None:
    for typed in ({"points": ["99"]}, {"schlecken": ["XX"]}, {"value": "1"}, {"maschine": "9"}):
        told(guest, "watten", **{**WATTEN, **typed})
        assert guest.status == 422, typed


def test_two_memories_of_an_auction_are_set_side_by_side(guest: Guest) -> None:
    said = {**THREE, "play": "7", "trump": "H"}
    first = "reizen: Anna 6, Bert weiter, Caro 7, Anna halte ich, Caro weiter\n5 Anna: GO G9 G8"
    other = "reizen: Anna 7, Bert weiter, Caro weiter\n5 Anna: GO G9 G8"
    told(guest, "wallachen", **said, told_a=first, told_b=other)
    (about,) = guest.page.xpath("//ul[@class='differences']/li")
    assert about.get("data-matters") == "no"
    text = " ".join(about.text_content().split())
    assert "Was angesagt wurde" in text
    assert "Anna 6, Bert weiter, Caro 7, Anna halte ich, Caro weiter" in text
