"""A deal from the sheet to the standing, for each game, right and wrong."""

import pytest

from scorekeeper.services import money_rules
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")
FOUR = (*THREE, "Dora")


def test_a_bolachen_deal_is_paid_by_both_defenders(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    assert guest.place == table
    assert guest.balances() == {"Anna": "+0,20", "Bert": "−0,10", "Caro": "−0,10"}
    assert "Anna, Herz-Brand gewonnen, 7 Stiche" in guest.text


def test_the_price_is_said_before_anything_is_saved(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, check=True, declarer="Anna", play="brand", trump="H", tricks=7)
    assert guest.status == 200
    assert "Bert und Caro zahlen Anna je 0,10 €." in guest.text
    assert guest.form("/deal").form_values()  # the sheet is there, filled as it was
    assert ("tricks", "7") in guest.form("/deal").form_values()
    guest.send("/deal", button=("do", "save"))
    assert guest.balances()["Anna"] == "+0,20"


def test_what_is_missing_is_said_where_it_is_missing(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, play="bettel")
    assert guest.status == 422
    assert guest.errors() == ["Das fehlt noch."] * 2
    assert "Wer spielt? Wie viele Stiche?" in guest.text
    assert ("play", "bettel") in guest.form("/deal").form_values()
    missing = "Das fehlt noch."
    assert linked(guest) == {"Wer spielt?": missing, "Wie viele Stiche?": missing}


def linked(guest: Guest) -> dict[str, str]:
    """Return what the foot of the sheet says is open, and what stands where it leads to."""
    found = {}
    for link in guest.page.xpath("//*[@class='price']//a"):
        (question,) = guest.page.xpath(f"//fieldset[@id='{link.get('href')[1:]}']")
        (said,) = question.find_class("error")
        found[link.text_content()] = said.text_content()
    return found


def test_what_does_not_fit_is_said_at_its_question_and_leads_there(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    wrong = {"play": "bettel", "tricks": 0, "call_card": "EA", "call_given": "EA"}
    guest.enter(table, declarer="Bert", **wrong)
    assert guest.status == 422
    (said,) = guest.errors()
    (link,) = guest.page.xpath("//*[@class='price']//a")
    assert (link.text_content(), link.get("href")) == (said, "#call_given")
    (field,) = guest.page.xpath("//select[@id='call_given']")
    assert field.get("aria-describedby") == "call_given-error"
    assert not guest.page.find_class("warn")


def test_who_would_lose_too_much_is_said_once(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    desk: Desk = guest.client.application.extensions[EXTENSION].desk
    club_id, night_id = night_of(desk, table)
    money_rules.set_night_rules(
        desk,
        club_id=club_id,
        night_id=night_id,
        coin=None,
        stake_limit=5,
        stake_mode="refuse",
    )
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    assert guest.status == 422
    assert guest.text.count("ausgemacht sind höchstens 0,05 €") == 1
    money_rules.set_night_rules(
        desk, club_id=club_id, night_id=night_id, coin=None, stake_limit=15, stake_mode="refuse"
    )
    guest.enter(table, declarer="Anna", play="brand", trump="H", tricks=7)
    deal = guest.page.xpath("//a[contains(@href, '/d/')]/@href")[0]
    bert = guest.go(deal + "/correct").option("declarer", "Bert")
    guest.send("/correct", declarer=bert, tricks="3", button=("do", "save"))
    assert guest.status == 422
    assert guest.text.count("ausgemacht sind höchstens 0,15 €") == 1


def night_of(desk: Desk, table: str) -> tuple[str, str]:
    club_id, table_id = table.split("/")[2], table.split("/")[4]
    return club_id, tables.get_table(desk, club_id=club_id, table_id=table_id).night.id


def test_a_revoke_is_paid_by_the_offender_alone(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.go(table + "/deal")
    caro = guest.option("declarer", "Caro")
    guest.enter(table, declarer="Bert", play="brand", trump="S", revoke_by=caro)
    assert guest.balances() == {"Anna": "0,00", "Bert": "+0,20", "Caro": "−0,20"}


def test_the_haferl_fills_and_is_taken(guest: Guest) -> None:
    table = guest.begin("wallachen", *THREE, pass_out="haferl").place
    guest.enter(table, declarer="eingepasst")
    assert "Haferl 0,30 €" in guest.text
    guest.enter(table, declarer="Bert", play="7", trump="H", tricks=8, doubles=["Caro"])
    assert "Haferl 0,00 €" in guest.text
    assert guest.balances() == {"Anna": "−1,70", "Bert": "+3,40", "Caro": "−1,70"}


def test_passing_out_is_offered_only_where_the_table_allows_it(guest: Guest) -> None:
    table = guest.begin("wallachen", *THREE, pass_out="muss_spiel").place
    guest.go(table + "/deal")
    with pytest.raises(AssertionError):
        guest.option("declarer", "eingepasst")


def test_the_fourth_sits_out_and_cannot_play(guest: Guest) -> None:
    table = guest.begin("bolachen", *FOUR).place
    guest.go(table + "/deal")
    assert "Dora sitzt aus" in guest.text
    with pytest.raises(AssertionError):
        guest.option("declarer", "Dora")


def test_a_watten_match_runs_to_its_bummerl(guest: Guest) -> None:
    table = guest.begin("watten", *FOUR, bummerl="50").place
    guest.enter(table, end="tricks", winner="Anna + Caro", value=2)
    guest.enter(table, end="tricks", winner="Anna + Caro", value=4, raiser="Bert + Dora")
    guest.enter(table, end="fold", winner="Anna + Caro", value=3)
    guest.enter(table, end="maschine", winner="Anna + Caro")
    assert "gespannt" in guest.text
    guest.enter(table, end="tricks", winner="Anna + Caro", value=3)
    assert guest.balances() == {"Anna": "+0,50", "Bert": "−0,50", "Caro": "+0,50", "Dora": "−0,50"}
    assert "ein Bummerl" in guest.text


def test_a_raise_that_was_accepted_needs_who_raised(guest: Guest) -> None:
    table = guest.begin("watten", *FOUR).place
    guest.enter(table, end="tricks", winner="Bert + Dora", value=3)
    assert guest.status == 422
    assert guest.errors() == ["Das fehlt noch."]
    assert "Wer hat zuletzt erhöht?" in guest.text


def test_a_misdeal_is_dealt_again_by_the_same_dealer(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.go(table)
    before = guest.page.xpath("//a[contains(@class,'deals')]//span[@class='name']")[0].text
    guest.enter(table, misdeal="misdeal")
    assert guest.status == 200, guest.text
    after = guest.page.xpath("//a[contains(@class,'deals')]//span[@class='name']")[0].text
    assert before == after
    assert set(guest.balances().values()) == {"0,00"}


def test_another_dealer_than_planned_can_be_said_with_the_deal(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.go(table + "/deal")
    anna = guest.option("declarer", "Anna")
    guest.enter(table, declarer="Bert", play="brand", tricks=6, dealer=anna)
    assert guest.page.xpath("//a[contains(@class,'deals')]//span[@class='name']")[0].text == "Bert"


def test_the_last_deal_is_taken_back(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.enter(table, declarer="Anna", play="mord", tricks=10)
    guest.go(table).send("/undo")
    assert set(guest.balances().values()) == {"0,00"}
    assert "zurückgenommen" in guest.text


def test_the_preview_is_a_piece_of_a_page_and_records_nothing(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.go(table + "/deal")
    form = guest.form("/deal")
    data = dict(form.form_values()) | {
        "declarer": guest.option("declarer", "Anna"),
        "tricks": "3",
    }
    answer = guest.client.post(table + "/deal/preview", data=data)
    assert answer.status_code == 200
    assert "Anna zahlt Bert und Caro je" in answer.text
    assert "<html" not in answer.text
    assert set(guest.go(table).balances().values()) == {"0,00"}


def test_the_match_is_said_side_by_side_also_when_it_is_even(guest: Guest) -> None:
    table = guest.begin("watten", *FOUR).place
    guest.enter(table, end="tricks", winner="Anna + Caro", value=2)
    guest.enter(table, check=True, end="tricks", winner="Bert + Dora", value=2)
    assert "Es steht Anna + Caro 2 : Bert + Dora 2." in guest.text


def test_watten_with_three_counts_for_everybody(guest: Guest) -> None:
    table = guest.begin("watten", *THREE).place
    guest.go(table + "/deal")
    assert guest.option("winner", "Bert + Caro")
    guest.enter(table, check=True, end="tricks", winner="Bert + Caro", value=2)
    assert "Es steht Anna 0 : Bert 2 : Caro 2." in guest.text
    guest.send("/deal", button=("do", "save"))
    assert [p.text_content() for p in guest.page.find_class("points")] == ["0", "2", "2"]


def test_watten_with_two(guest: Guest) -> None:
    table = guest.begin("watten", "Anna", "Bert", bummerl="100").place
    for _ in range(4):
        guest.enter(table, end="tricks", winner="Bert", value=3, raiser="Anna")
    assert guest.balances() == {"Anna": "−1,00", "Bert": "+1,00"}


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("revision", "²"),
        ("revision", "9" * 5000),
        ("dealer", ["x", "y"]),
        ("doubles", "x" * 5000),
        ("trump", "Q"),
    ],
)
def test_what_no_sheet_sends_breaks_nothing(guest: Guest, field: str, values: object) -> None:
    table = guest.begin("wallachen", "Anna", "Bert", "Caro").place
    guest.enter(table, declarer="Anna", play="6", tricks=6)
    guest.go(table + "/deal")
    guest.send("/deal", button=("do", "check"), **{field: values})
    assert guest.status == 422
    guest.go(table + "/deal")
    anna = guest.option("declarer", "Anna")
    guest.send(
        "/deal",
        button=("do", "save"),
        **{"declarer": anna, "play": "6", "tricks": "6", field: values},
    )
    assert guest.status in (200, 422)


def _slate(guest: Guest) -> list[list[str]]:
    """Read the slate side by side: the steps, then the points that count."""
    (slate,) = guest.page.find_class("slate")
    return [
        [one.text_content().strip() for one in side.xpath(".//li | .//p[@class='points']")]
        for side in slate.xpath("div")
    ]


def test_the_slate_shows_the_running_match_only(guest: Guest) -> None:
    """A match that was broken off, or begun by other partners, leaves no numbers behind."""
    table = guest.begin("watten", *FOUR, bummerl="0").place
    guest.enter(table, end="tricks", winner="Anna + Caro")
    guest.enter(table, end="tricks", winner="Bert + Dora")
    guest.enter(table, end="tricks", winner="Anna + Caro")
    assert _slate(guest) == [["2", "4"], ["2"]] or _slate(guest) == [["2", "4"], ["2", "2"]]
    guest.go(table + "/people").send("/people", button=("do", "new_match"))
    assert _slate(guest) == [["0"], ["0"]]
    guest.enter(table, end="tricks", winner="Anna + Caro")
    guest.enter(table, end="tricks", winner="Anna + Caro")
    assert _slate(guest) == [["2", "4"], ["0"]]
    guest.go(table + "/people")
    bert = guest.page.xpath("//button[starts-with(@value,'up:')]/@value")[1]
    guest.send("/people", button=("do", bert))
    guest.go(table)
    assert _slate(guest) == [["0"], ["0"]]
    guest.send("/people", button=("do", "go_on"))
    assert _slate(guest) == [["4"], ["4"]]


def test_who_changes_partners_keeps_his_bummerl(guest: Guest) -> None:
    table = guest.begin("watten", *FOUR, bummerl="0").place
    for _ in range(5):
        guest.enter(table, end="tricks", winner="Anna + Caro")
    guest.enter(table, end="tricks", winner="Anna + Caro")
    said = [one.text_content() for one in guest.page.find_class("bummerl")]
    assert said == ["ein Bummerl"]
    guest.go(table + "/people")
    bert = guest.page.xpath("//button[starts-with(@value,'up:')]/@value")[1]
    guest.send("/people", button=("do", bert))
    guest.go(table)
    said = [one.text_content() for one in guest.page.find_class("bummerl")]
    assert said == ["Bert: ein Bummerl", "Dora: ein Bummerl"]
