"""Cards written down after a deal was recorded: nobody has to, and the money stays."""

import pytest
from flask import Flask

from scorekeeper.services import deals
from scorekeeper.services import disputes
from scorekeeper.services import nights
from scorekeeper.services import tables
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")
# Anna takes the first eight tricks, Bert the ninth, Caro the last.
CARDS = """\
1 Anna: HA GK H7
2 Anna: HK GO H8
3 Anna: HO GU S7
4 Anna: HU SK S8
5 Anna: H10 SO S9
6 Anna: H9 SU E9
7 Anna: SA S10 E10
8 Anna: EA EK EU
9 Anna: E7 EO G8
10 Bert: G10 GA G7
"""


@pytest.fixture
def deal(guest: Guest) -> str:
    """Record a deal of which only the tricks are known, and return its address."""
    table = guest.begin("wallachen", *THREE).place
    guest.enter(table, declarer="Anna", play="7", trump="H", tricks=8)
    return str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])


def written(guest: Guest, deal: str, told: str, do: str = "save") -> Guest:
    return guest.go(deal + "/cards").send("", button=("do", do), told_a=told)


def money(guest: Guest, deal: str) -> str:
    guest.go(deal)
    return str(guest.page.find_class("amounts")[0].text_content())


def typed(guest: Guest) -> str:
    return str(guest.page.get_element_by_id("told_a").text).strip()


def test_nothing_asks_for_cards_after_a_deal_is_saved(guest: Guest) -> None:
    table = guest.begin("wallachen", *THREE).place
    guest.enter(table, declarer="Anna", play="7", trump="H", tricks=8)
    assert guest.place == table


def test_cards_are_added_and_the_money_stays(guest: Guest, deal: str) -> None:
    before = money(guest, deal)
    assert "Bestes Spiel" not in guest.text
    guest.go(guest.page.xpath("//a[.='Karten dazu aufschreiben']/@href")[0])
    assert typed(guest) == ""
    guest.send("", button=("do", "check"), told_a=CARDS)
    assert (guest.status, guest.errors()) == (200, [])
    assert "Das Geld bleibt, wie es ist." in guest.text
    assert typed(guest) == CARDS.strip()
    assert "Bestes Spiel" not in guest.go(deal).text
    written(guest, deal, CARDS)
    assert (guest.status, guest.place) == (200, deal)
    assert "Karten nachgetragen" in guest.text
    assert money(guest, deal) == before
    assert "Karten ändern" in guest.text
    assert typed(guest.go(deal + "/cards")) == CARDS.strip()


def test_the_deal_can_be_replayed_afterwards(guest: Guest, deal: str) -> None:
    written(guest, deal, CARDS)
    guest.go(guest.page.xpath("//a[.='Bestes Spiel']/@href")[0])
    assert guest.status == 200
    assert len(guest.page.xpath("//li[@data-trick]")) == 10


def test_a_card_written_twice_stands_at_its_line(guest: Guest, deal: str) -> None:
    told = CARDS.replace("2 Anna: HK GO H8", "2 Anna: HK GK H8")
    written(guest, deal, told)
    assert guest.status == 422
    assert any("Zeile 2:" in error for error in guest.errors())
    assert typed(guest) == told.strip()
    assert "Karten dazu aufschreiben" in guest.go(deal).text


def test_what_is_no_card_stands_at_its_line(guest: Guest, deal: str) -> None:
    told = "1 Anna: HA XY H7\nfrage Bert 1\nstiche Anna 8"
    written(guest, deal, told)
    assert guest.status == 422
    (said,) = guest.errors()
    assert "Zeile 1: „XY“ ist keine Karte." in said
    assert "Zeile 2: Hier stehen nur Karten." in said
    assert "Zeile 3: Hier stehen nur Karten." in said
    assert typed(guest) == told


@pytest.mark.parametrize("told", ["", "  ", "# nichts", "reizen: Anna 7, Bert weiter"])
def test_without_a_card_there_is_nothing_to_record(guest: Guest, deal: str, told: str) -> None:
    written(guest, deal, told)
    assert guest.status == 422
    assert guest.errors() == ["Hier steht noch keine Karte."]


def test_cards_that_contradict_the_tricks_said_are_refused_in_words(guest: Guest) -> None:
    table = guest.begin("wallachen", *THREE).place
    guest.enter(table, declarer="Anna", play="7", trump="H", tricks=9)
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    before = money(guest, deal)
    for do in ("check", "save"):
        written(guest, deal, CARDS, do)
        assert guest.status == 422
        (said,) = guest.page.xpath("//p[@role='alert'][contains(@class,'warn')]")
        assert "Anna" in said.text_content()
        assert "Das Geld bleibt" not in guest.text
        assert typed(guest) == CARDS.strip()
    assert money(guest, deal) == before
    assert "Karten dazu aufschreiben" in guest.text


def test_everything_else_that_was_said_is_kept(guest: Guest) -> None:
    table = guest.begin("wallachen", *THREE).place
    guest.enter(table, declarer="Anna", play="7", trump="H", tricks=8, doubles=["Bert"])
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    guest.go(deal + "/correct")
    before = sorted(v for v in guest.form("/correct").form_values() if v[0] not in ("key", "csrf"))
    written(guest, deal, CARDS)
    guest.go(deal + "/correct")
    after = sorted(v for v in guest.form("/correct").form_values() if v[0] not in ("key", "csrf"))
    assert [v for v in after if v[0] != "csrf_token"] == [v for v in before if v[0] != "csrf_token"]
    # And the sheet leaves the cards as they are.
    guest.send("/correct", button=("do", "save"), usual="counted")
    assert typed(guest.go(deal + "/cards")) == CARDS.strip()


def test_later_deals_stay_as_they_are(guest: Guest, deal: str) -> None:
    table = guest.place
    guest.enter(table, declarer="Bert", play="8", trump="G", tricks=6)
    before = guest.balances()
    written(guest, deal, CARDS)
    assert (guest.status, guest.place) == (200, deal)
    assert guest.go(table).balances() == before


def test_sent_twice_it_is_recorded_once(guest: Guest, deal: str) -> None:
    guest.go(deal + "/cards")
    form = dict(guest.form("").form_values())
    for _ in range(2):
        answer = guest.client.post(deal + "/cards", data={**form, "told_a": CARDS, "do": "save"})
        assert guest.read(answer, deal).status == 200
    assert guest.text.count("Ersetzt") + len(guest.page.xpath("//ol[@class='list']/li")) == 1
    other = {**form, "told_a": CARDS.replace("10 Bert", "# 10 Bert"), "do": "save"}
    guest.read(guest.client.post(deal + "/cards", data=other), deal + "/cards")
    assert guest.status == 409
    assert dict(guest.form("").form_values())["key"] != form["key"]


def test_a_voided_evening_takes_no_cards(guest: Guest, deal: str, app: Flask) -> None:
    club, deal_id = deal.split("/")[2], deal.split("/")[4]
    desk = app.extensions[EXTENSION].desk
    night = disputes.disputed_deal(desk, club_id=club, deal_id=deal_id).night_id
    nights.void_night(desk, club_id=club, night_id=night, reason="Probe", key="voided-night-1")
    written(guest, deal, CARDS)
    assert guest.status == 422
    assert guest.page.xpath("//p[@role='alert']")
    assert typed(guest) == CARDS.strip()


def test_a_closed_evening_takes_them_because_no_money_moves(
    guest: Guest, deal: str, app: Flask
) -> None:
    club, deal_id = deal.split("/")[2], deal.split("/")[4]
    desk = app.extensions[EXTENSION].desk
    night = disputes.disputed_deal(desk, club_id=club, deal_id=deal_id).night_id
    nights.close_night(desk, club_id=club, night_id=night, key="closed-night-1")
    before = money(guest, deal)
    written(guest, deal, CARDS)
    assert (guest.status, guest.place) == (200, deal)
    assert money(guest, deal) == before


def test_with_four_at_the_table_the_dealer_has_no_cards(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE, "Dora").place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=8)
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    written(guest, deal, "1 Anna: HA ? H7\ngesehen Bert 1: GK")
    assert (guest.status, guest.place) == (200, deal)
    written(guest, deal, "1 Dora: HA ? H7")
    assert "Wer ist „Dora“? Am Tisch saßen Anna, Bert und Caro." in guest.text


def test_watten_takes_cards_too(guest: Guest) -> None:
    table = guest.begin("watten", *THREE, "Dora").place
    guest.enter(table, end="tricks", winner="Anna + Caro", schlag="10", trump="S")
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    written(guest, deal, "1 Bert: S10 SA E7 G8")
    assert (guest.status, guest.place) == (200, deal)


def test_passed_out_deals_have_no_cards_to_tell(guest: Guest) -> None:
    table = guest.begin("wallachen", *THREE).place
    guest.enter(table, misdeal="misdeal")
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    assert "Karten dazu" not in guest.go(deal).text


def test_the_page_speaks_english(guest: Guest, deal: str) -> None:
    with guest.client.session_transaction() as session:
        session["lang"] = "en"
    guest.go(deal)
    guest.go(guest.page.xpath("//a[.='Write down the cards as well']/@href")[0])
    guest.send("", button=("do", "check"), told_a=CARDS)
    assert "The money stays as it is." in guest.text
    guest.send("", button=("do", "save"))
    assert "Cards added" in guest.text


CARO_TAKES_THEM = "1 Anna: S10 SA E7 G8\n2 Caro: SK G7 G9 HA\n3 Caro: HK EA E8 E9"


def test_either_partner_may_take_the_tricks_that_won(guest: Guest) -> None:
    """The sheet was told that Anna and Caro won; by the cards it was Caro who took the tricks."""
    table = guest.begin("watten", *THREE, "Dora").place
    guest.enter(table, end="tricks", winner="Anna + Caro", schlag="10", trump="S")
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    written(guest, deal, CARO_TAKES_THEM)
    assert (guest.status, guest.place) == (200, deal), guest.errors()
    assert "Anna und Caro: 2 Punkte" in guest.text
    guest.go(deal + "/dispute").send("", do="judge")
    assert guest.status == 200, guest.errors()


def test_the_cards_say_when_the_other_side_took_the_tricks(guest: Guest) -> None:
    table = guest.begin("watten", *THREE, "Dora").place
    guest.enter(table, end="tricks", winner="Bert + Dora", schlag="10", trump="S")
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    written(guest, deal, "1 Anna: S10 SA E7 G8\n2 Caro: SK G7 G9 HA")
    assert (guest.status, guest.place) == (200, deal)
    written(guest, deal, CARO_TAKES_THEM)
    assert guest.status == 422
    told = "Als Gewinner eingetragen: Bert und Dora."
    assert (
        f"{told} Nach den Stichen, die aufgeschrieben sind, wäre es: Anna und Caro." in guest.text
    )


def test_the_partner_may_have_held_the_maschine(guest: Guest) -> None:
    table = guest.begin("watten", *THREE, "Dora").place
    guest.enter(table, end="maschine", winner="Anna + Caro", schlag="10", trump="S")
    deal = str(guest.page.xpath("//li[contains(@class,'deal')]//a/@href")[0])
    written(guest, deal, "hand Caro: HK S7 E7 G8 G9")
    assert (guest.status, guest.place) == (200, deal), guest.errors()
    written(guest, deal, "hand Bert: HK G7 G8 G9 GA")
    assert guest.status == 422


def test_a_deal_of_an_older_sheet_takes_cards_of_the_partner(app: Flask, guest: Guest) -> None:
    """Older sheets kept "Anna and Caro won" as three tricks of Anna's."""
    table = guest.begin("watten", *THREE, "Dora").place
    desk = app.extensions[EXTENSION].desk
    _, _, club_id, _, table_id = table.split("/")
    anna = tables.get_table(desk, club_id=club_id, table_id=table_id).seats[0]
    contract = {"schlag": "10", "trump": "S"}
    kept = deals.record_deal(
        desk,
        club_id=club_id,
        table_id=table_id,
        said={"contract": contract, "tricks_taken": {anna: 3}},
        key="an-older-sheet",
    )
    deal = f"/c/{club_id}/d/{kept.id}"
    guest.go(deal + "/dispute").send("", told_a=CARO_TAKES_THEM)
    assert guest.status == 200, guest.errors()
    guest.go(deal)
    written(guest, deal, CARO_TAKES_THEM)
    assert (guest.status, guest.place) == (200, deal), guest.errors()
