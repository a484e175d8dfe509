"""From ending a night to the last coin: settlement, reopening, voiding, the document."""

from datetime import date
from urllib.parse import unquote

import pytest

from scorekeeper.documents.file_names import attachment
from scorekeeper.services.documents import PaperView
from scorekeeper.services.documents import name_of
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import NightState
from scorekeeper.services.views import NightView
from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")


def _played(guest: Guest) -> str:
    table = guest.begin("bolachen", *THREE, place="Gasthof Post").place
    guest.enter(table, declarer="Anna", play="mord", tricks=10)
    (night,) = {a for a in guest.page.xpath("//nav[@class='row']//a/@href") if a.endswith("ment")}
    return str(night).removesuffix("/settlement")


def _paid(guest: Guest) -> list[str]:
    return [
        badge.text
        for badge in guest.page.xpath("//li[contains(@class,'transfer')]//*[@class='badge open']")
    ]


def test_payments_are_ticked_off_in_parts_and_taken_back(guest: Guest) -> None:
    night = _played(guest)
    guest.go(night + "/settlement")
    assert "läuft noch" in guest.text
    guest.send("/close")
    assert "Bert an Anna" in guest.text
    assert "Caro an Anna" in guest.text
    guest.send("/pay", amount="0,10")
    assert "0,10 € bezahlt, 0,20 € offen" in guest.text
    guest.send("/pay", amount="5")
    assert guest.status == 422
    assert guest.errors()
    assert ("amount", "5") in guest.form("/pay").form_values()
    guest.send("/pay", amount="zwei")
    assert guest.errors() == ["Das ist kein Betrag. Bitte so schreiben: 5 oder 5,50 oder 1.234,56."]
    guest.go(night + "/settlement").send("/pay", amount="0,20")
    assert _paid(guest) == ["bezahlt"]
    guest.send("/unpay")
    assert _paid(guest) == []
    guest.send("/pay", amount="0,30")
    guest.send("/pay", amount="0,30")
    assert "Alles bezahlt." in guest.text
    guest.go(night)
    assert "abgerechnet" in guest.text
    assert "Bert an Anna 0,30 €" in guest.text


def test_the_result_can_go_to_the_group(guest: Guest) -> None:
    night = _played(guest)
    guest.go(night + "/settlement").send("/close")
    text = guest.page.get_element_by_id("share").text.replace("\u00a0", " ")
    assert "Gasthof Post" in text
    assert "Anna +0,60 €" in text
    assert "Caro an Anna 0,30 €" in text


def test_all_through_one_or_carried_to_the_season(guest: Guest) -> None:
    night = _played(guest)
    guest.go(night + "/settlement").send("/close")
    cashier = guest.page.xpath("//select[@name='cashier_id']/option[.='Caro']/@value")[0]
    for form in guest.page.forms:
        if form.xpath(".//select"):
            break
    data = dict(form.form_values()) | {"cashier_id": cashier, "mode": "cashier"}
    guest.read(guest.client.post(form.get("action"), data=data), "")
    assert "Caro an Anna 0,60 €" in guest.text.replace("  ", " ")
    data |= {"mode": "carry", "key": data["key"] + "-other"}
    guest.read(guest.client.post(form.get("action"), data=data), "")
    assert "auf die Saison übertragen" in guest.text


def test_an_ended_night_takes_no_deal_until_it_is_opened_again(guest: Guest) -> None:
    night = _played(guest)
    table = guest.place
    lying_open = guest.go(table + "/deal").page  # on a phone somebody else ends the night around
    guest.go(night + "/settlement").send("/close")
    guest.go(table + "/deal")
    assert guest.place == table, "a new sheet leads back to the table"
    assert "Spiel eintragen" not in guest.text
    guest.page = lying_open
    anna = guest.option("declarer", "Anna")
    guest.send("/deal", button=("do", "save"), declarer=anna, play="mord", tricks=10)
    assert guest.status == 422
    assert guest.page.find_class("warn")
    assert ("tricks", "10") in guest.form("/deal").form_values()
    guest.go(night).send("/reopen")
    guest.enter(table, declarer="Anna", play="mord", tricks=10)
    assert guest.balances()["Anna"] == "+1,20"


def test_a_test_night_is_voided_with_a_reason(guest: Guest) -> None:
    night = _played(guest)
    guest.go(night).send("/void", own="nur ausprobiert")
    assert "nur ausprobiert" in guest.text
    assert "ungültig" in guest.text
    (total,) = {td.text_content() for td in guest.page.xpath("//tfoot//td[contains(@class,'num')]")}
    assert total == "0,00"


def test_the_document_is_asked_for_and_watched(guest: Guest) -> None:
    night = _played(guest)
    guest.go(night).send("/document")
    assert guest.status == 200
    assert "/jobs/" in guest.place
    assert guest.answer is not None
    assert guest.answer.headers["Refresh"] == "1"
    guest.send("/cancel")
    assert "Abgebrochen." in guest.text
    assert "Refresh" not in guest.answer.headers
    guest.go(night).send("/document")
    assert guest.answer.headers["Refresh"] == "1", "asked for again it is made after all"


def test_a_blank_sheet_is_asked_for_at_a_table(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.go(table + "/people").send("/sheet")
    assert "/jobs/" in guest.place


def test_one_persons_deals(guest: Guest) -> None:
    night = _played(guest)
    table = guest.go(night).page.xpath("//a[contains(@class,'back')]/@href")[0]
    link = guest.go(table).page.xpath("//a[contains(@class,'person')]/@href")[0]
    guest.go(link)
    assert "Spielliste: Anna" in guest.text


@pytest.mark.parametrize(
    ("club", "lang", "plain", "real"),
    [
        ("Zum Löwen", "de", "Zum-Loewen-Spielabend-3-2026-11-30.pdf", "Zum-Löwen-Spielabend-3"),
        ('a"/..\\\r\n\u202eb', "en", "a-b-evening-3-2026-11-30.pdf", "a-b-evening-3"),
        ("★", "de", "Spielabend-3-2026-11-30.pdf", "Spielabend-3"),
    ],
)
def test_a_document_is_named_by_what_is_in_it(club: str, lang: str, plain: str, real: str) -> None:
    paper = PaperView(
        kind="ledger",
        language=lang,
        club=ClubView(id="c", name=club, language="de", time_zone="Europe/Berlin"),
        night=NightView(
            id="n",
            number=3,
            date=date(2026, 11, 30),
            place="",
            state=NightState.OPEN,
            season_id=None,
            season_name="",
            rows=0,
            deals=1,
            table_ids=(),
            table_names=(),
        ),
        game="",
    )
    header = attachment(name_of(paper))
    assert header.startswith(f"attachment; filename=\"{plain}\"; filename*=UTF-8''")
    assert unquote(header.rpartition("'")[2]) == real + "-2026-11-30.pdf"


def test_what_was_paid_before_is_seen_and_taken_back(guest: Guest) -> None:
    night = _played(guest)
    guest.go(night + "/settlement").send("/close")
    guest.send("/pay", amount="0,10")
    guest.send("/settlement", button=("mode", "carry"))
    assert "Vorher schon bezahlt" in guest.text
    assert (
        "Die Guthaben sind auf die Saison übertragen." in guest.page.get_element_by_id("share").text
    )
    guest.send("/unpay")
    assert "Vorher schon bezahlt" not in guest.text
    assert "Seitdem hat sich etwas geändert." in guest.text
    assert "bezahlt" not in guest.page.get_element_by_id("share").text


def test_nobody_pays_nothing(guest: Guest) -> None:
    night = _played(guest)
    guest.go(night + "/settlement").send("/close")
    guest.send("/pay", amount="0")
    assert guest.status == 422
    assert guest.errors() == ["Bitte einen Betrag über null schreiben."]
