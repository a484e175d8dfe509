"""Saying a deal anew: seen before it is saved, visible for ever."""

import pytest

from scorekeeper.adjudication.sequence import ScoredDeal
from scorekeeper.adjudication.sequence import SpokenDeal
from scorekeeper.adjudication.sequence import TableState
from scorekeeper.adjudication.sequence import score_deal
from scorekeeper.services import scoring
from tests.services.newer_rules import change_payments
from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")
FOUR = (*THREE, "Dora")


def _open(guest: Guest, table: str, number: int) -> str:
    guest.go(table)
    (link,) = guest.page.xpath(f"//li[@data-deal='{number}']//a/@href")
    return str(guest.go(str(link)).place)


def test_a_correction_is_previewed_reasoned_and_visible(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    guest.enter(table, declarer="Bert", play="bettel", tricks=0)
    deal = _open(guest, table, 1)
    guest.go(deal + "/correct")
    filled = guest.form("/correct").form_values()
    assert ("tricks", "7") in filled
    assert ("trump", "H") in filled
    guest.send("/correct", button=("do", "check"), tricks=5)
    assert "Anna, Herz-Brand verloren, 5 Stiche." in guest.text
    assert "Das ändert: Anna −0,40 €, Bert +0,20 €, Caro +0,20 €" in guest.text
    guest.send("/correct", button=("do", "save"))
    assert guest.status == 422
    assert ("tricks", "5") in guest.form("/correct").form_values()
    guest.send("/correct", button=("do", "save"), usual="counted", own="waren nur fünf")
    assert guest.status == 200
    assert guest.place == deal
    assert "Anna, Herz-Brand gewonnen, 7 Stiche" in guest.text
    assert "verzählt: waren nur fünf" in guest.text
    guest.go(guest.page.xpath("//a[contains(@href,'/n/')]/@href")[0])
    struck = guest.page.find_class("was")
    assert len(struck) == 1
    assert "7" in struck[0].text_content()
    assert guest.go(table).balances() == {"Anna": "−0,40", "Bert": "+0,50", "Caro": "−0,10"}


def test_a_deal_saved_as_it_stands_is_said_to_be_unchanged(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    guest.enter(table, declarer="Bert", play="bettel", tricks=0)
    deal = _open(guest, table, 1)
    guest.go(deal + "/correct").send("/correct", button=("do", "save"), usual="counted")
    assert (guest.status, guest.place) == (200, deal)
    assert "Es hat sich nichts geändert" in guest.page.text_content()
    assert "verzählt" not in guest.text
    assert not guest.page.find_class("was")


def test_each_kind_of_deal_comes_back_onto_its_sheet(guest: Guest) -> None:
    table = guest.begin("watten", *FOUR).place
    told = [
        {"end": "tricks", "winner": "Bert + Dora", "value": "4", "raiser": "Anna + Caro"},
        {"end": "fold", "winner": "Anna + Caro", "value": "3"},
        {"end": "penalty", "offender": "Caro", "offence": "revoke"},
        {"end": "maschine", "winner": "Anna + Caro"},
    ]
    for number, deal in enumerate(told, 1):
        guest.enter(table, **deal)
        guest.go(_open(guest, table, number) + "/correct")
        filled = dict(guest.form("/correct").form_values())
        for name, label in deal.items():
            wanted = (
                guest.option(name, label) if name in ("winner", "raiser", "offender") else label
            )
            assert filled[name] == wanted, (deal, name)


def test_a_later_deal_that_breaks_is_corrected_in_the_same_step(guest: Guest) -> None:
    """Anna and Caro get to nine only by the correction: their raise after it was not allowed."""
    table = guest.begin("watten", *FOUR).place
    ours = "Anna + Caro"
    for _ in range(4):
        guest.enter(table, end="tricks", winner=ours, value=2)
    guest.enter(table, end="tricks", winner="Bert + Dora", value=3, raiser=ours)
    deal = _open(guest, table, 1)
    guest.go(deal + "/correct")
    raiser = guest.option("raiser", ours)
    guest.send("/correct", button=("do", "save"), value=3, raiser=raiser, usual="counted")
    assert guest.status == 409
    assert "Spiel 5 passt dann nicht mehr" in guest.text
    later = dict(guest.form("/correct").form_values())["other"]
    guest.send("/correct", button=("do", "save"), **{f"{later}.winner": ""})
    assert guest.status == 422
    assert guest.errors() == ["Das fehlt noch."]
    opponents = guest.option(f"{later}.winner", "Bert + Dora")
    guest.send(
        "/correct",
        button=("do", "save"),
        usual="counted",
        **{f"{later}.value": "2", f"{later}.raiser": "", f"{later}.winner": opponents},
    )
    assert guest.place == deal, guest.text
    assert "neu gerechnet" in guest.go(table).text or "korrigiert" in guest.text
    points = [p.text_content() for p in guest.page.find_class("points")]
    assert points == ["9", "3"]


def test_a_request_to_correct_the_first_of_seven_scores_seven_at_most(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = guest.begin("watten", *FOUR).place
    sides = ("Anna + Caro", "Bert + Dora")
    for place in range(7):
        guest.enter(table, end="tricks", winner=sides[place % 2], value=2)
    deal = _open(guest, table, 1)
    scored = []

    def counted(state: TableState, told: SpokenDeal) -> ScoredDeal:
        scored.append(told)
        return score_deal(state, told)

    monkeypatch.setattr(scoring, "score_deal", counted)
    guest.go(deal + "/correct")
    theirs = guest.option("winner", sides[1])
    for button, answer in (("save", 422), ("check", 200), ("save", 200)):
        scored.clear()
        why = {"usual": "counted"} if answer == 200 else {}
        guest.send("/correct", button=("do", button), winner=theirs, **why)
        assert guest.status == answer, guest.text
        assert len(scored) == 7


def test_it_is_said_where_newer_rules_change_a_deal(
    guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    guest.enter(table, declarer="Bert", play="brand", trump="H", tricks=7)
    change_payments(monkeypatch)
    deal = _open(guest, table, 1)
    guest.go(deal + "/correct").send("/correct", button=("do", "check"), tricks=7)
    assert "An den Guthaben ändert das nichts" in guest.text
    assert "nach den heutigen Regeln" not in guest.text
    guest.send("/correct", button=("do", "check"), tricks=8, usual="counted")
    assert "#1 wird nach den heutigen Regeln gerechnet, die damals anders waren" in guest.text
    guest.send("/correct", button=("do", "save"))
    assert "dann nach neueren Regeln gerechnet" in guest.text
    guest.go(guest.page.xpath("//a[contains(@href,'/n/')]/@href")[0])
    assert "verzählt; gerechnet nach neueren Regeln" in guest.text
    assert guest.go(table).balances() == {"Anna": "+0,30", "Bert": "0,00", "Caro": "−0,30"}


def test_a_deal_taken_back_cannot_be_corrected(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="mord", tricks=10)
    guest.go(table).send("/undo")
    deal = _open(guest, table, 1)
    assert not guest.page.xpath("//a[contains(@href,'/correct')]")
    guest.go(deal + "/correct").send("/correct", button=("do", "save"), usual="counted")
    assert guest.status == 422


def test_called_card_and_revoke_come_back(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.go(table + "/deal")
    bert = guest.option("declarer", "Bert")
    guest.enter(
        table,
        declarer="Anna",
        play="bettel",
        tricks=1,
        call_card="E7",
        call_from=bert,
        call_given="HA",
        revoke_by=bert,
        revoke_trick="3",
    )
    guest.go(_open(guest, table, 1) + "/correct")
    filled = dict(guest.form("/correct").form_values())
    assert (filled["call_card"], filled["call_from"], filled["call_given"]) == ("E7", bert, "HA")
    assert (filled["revoke_by"], filled["revoke_trick"]) == (bert, "3")


def test_people_called_like_cards_and_games(guest: Guest) -> None:
    """Initials are names too: E is no acorn, and brand is somebody."""
    table = guest.begin("bolachen", "E", "brand", "K").place
    guest.enter(table, declarer="brand", play="brand", trump="E", tricks=7)
    guest.go(_open(guest, table, 1) + "/correct")
    filled = dict(guest.form("/correct").form_values())
    assert filled["declarer"] == guest.option("declarer", "brand")
    assert (filled["play"], filled["trump"], filled["tricks"]) == ("brand", "E", "7")
    guest.send("/correct", button=("do", "save"), tricks=5, usual="counted")
    assert guest.go(table).balances() == {"E": "+0,10", "brand": "−0,20", "K": "+0,10"}


def test_a_deal_is_corrected_by_the_rules_it_was_played_by(guest: Guest) -> None:
    """The table plays Watten by now; its Wallachen was played with a Haferl."""
    table = guest.begin("wallachen", *THREE, pass_out="haferl").place
    guest.enter(table, declarer="Anna", play="6", trump="E", tricks=6)
    deal = _open(guest, table, 1)
    guest.go(table + "/people")
    guest.send(
        "/people", button=("do", "game"), house_rules_id="preset:watten:rulebook", tariff="50"
    )
    guest.go(deal + "/correct")
    nobody = guest.option("declarer", "eingepasst")
    guest.send("/correct", button=("do", "save"), declarer=nobody, usual="counted")
    assert guest.status == 200
    assert guest.go(table).balances() == {"Anna": "−0,10", "Bert": "−0,10", "Caro": "−0,10"}


def test_a_deal_of_another_table_is_no_later_deal(guest: Guest) -> None:
    other = guest.begin("bolachen", "Xaver", "Yvonne", "Zenz").place
    guest.enter(other, declarer="Xaver", play="brand", trump="H", tricks=7)
    stranger = _open(guest, other, 1).rpartition("/")[2]
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    guest.go(_open(guest, table, 1) + "/correct")
    guest.send("/correct", button=("do", "check"), other=stranger)
    assert guest.status == 404


def test_another_dealer_of_four_means_other_players(guest: Guest) -> None:
    """Caro dealt and sat out, not Dora; so it was Dora who played."""
    table = guest.begin("bolachen", *FOUR).place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    assert guest.balances() == {"Anna": "+0,20", "Bert": "−0,10", "Caro": "−0,10", "Dora": "0,00"}
    guest.go(_open(guest, table, 1) + "/correct")
    (caro,) = guest.page.xpath("//select[@name='dealer']/option[.='Caro']/@value")
    guest.send("/correct", button=("do", "check"), dealer=caro)
    dora = guest.option("declarer", "Dora")
    guest.send("/correct", button=("do", "save"), declarer=dora, usual="player")
    assert guest.status == 200
    assert guest.go(table).balances() == {
        "Anna": "−0,10",
        "Bert": "−0,10",
        "Caro": "0,00",
        "Dora": "+0,20",
    }
