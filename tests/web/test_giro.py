"""Paying by bank: the code is read again with another program, and seen by nobody else."""

import io
import subprocess

import pytest
import zxingcpp
from flask import Flask
from PIL import Image
from weasyprint import HTML

from scorekeeper.documents.symbols import giro_code
from scorekeeper.services import bank_details
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.permissions import Role
from scorekeeper.services.permissions import Visitor
from scorekeeper.services.settlement import SettlementView
from scorekeeper.web import gate
from scorekeeper.web.pages import EXTENSION
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick
from tests.web.guest import Guest

IBAN = "DE89370400440532013000"


def settled(desk: Desk, deals: int = 2) -> tuple[Round, SettlementView]:
    table = quick(desk, "Änne Bert Caro", "bolachen")
    for _ in range(deals):
        table.record(brand(table.id("Änne"), 7))
    table.close()
    plan = settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
    )
    return table, plan


def decoded(svg: str) -> list[str]:
    """Read a code as a phone does."""
    page = f"<style>@page{{size:80mm 80mm;margin:0}}svg{{width:80mm}}</style>{svg}"
    pdf = HTML(string=page).write_pdf()
    shown = subprocess.run(
        ["pdftoppm", "-png", "-r", "150", "-"], input=pdf, capture_output=True, check=True
    ).stdout
    (code,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(shown)))
    return code.text.split("\n")


def test_the_code_says_what_is_open_field_by_field(desk: Desk) -> None:
    table, plan = settled(desk)
    one = plan.transfers[0]
    assert bank_details.payable(desk, club_id=table.club_id, night_id=table.night_id) == frozenset()
    bank_details.set_bank_detail(
        desk,
        club_id=table.club_id,
        member_id=table.id("Änne"),
        iban="de89 3704 0044 0532 0130 00",
        bic="COBADEFFXXX",
    )
    told = bank_details.get_giro_code(desk, club_id=table.club_id, transfer_id=one.id)
    assert decoded(told.code) == [
        "BCD",
        "002",
        "1",
        "SCT",
        "COBADEFFXXX",
        "Änne",
        IBAN,
        "EUR0.2",
        "",
        "",
        "Spielabend 1, 27.11.2026",
    ]
    assert (told.payer, told.payee, told.amount) == ("Bert", "Änne", 20)
    # A part was paid in cash: the rest is what the bank is told.
    settlement.pay_transfer(
        desk, club_id=table.club_id, transfer_id=one.id, amount=13, key=table.keys()
    )
    told = bank_details.get_giro_code(desk, club_id=table.club_id, transfer_id=one.id)
    assert decoded(told.code)[7] == "EUR0.07"
    assert one.id in bank_details.payable(desk, club_id=table.club_id, night_id=table.night_id)
    bank_details.remove_bank_detail(desk, club_id=table.club_id, member_id=table.id("Änne"))
    assert (
        bank_details.get_bank_detail(desk, club_id=table.club_id, member_id=table.id("Änne"))
        is None
    )


def test_an_iban_is_given_on_its_page_and_paid_from_the_settlement(guest: Guest) -> None:
    table = guest.begin("bolachen", "Änne", "Bert", "Caro").place
    guest.enter(table, declarer="Änne", play="brand", tricks=7)
    club = table.split("/t/")[0]
    anna = guest.go(table).page.xpath("//a[contains(@href,'person=')]/@href")[0].split("person=")[1]
    bank = f"{club}/members/{anna}/bank"
    guest.go(bank).send("", iban="DE89 3704 0044 0532 0130 01")
    assert guest.status == 422
    assert "Diese IBAN stimmt nicht" in guest.text
    guest.go(bank).send("", iban=IBAN, holder="Änne Groß und Partner")
    assert guest.page.xpath("//input[@name='iban']/@value") == ["DE89 3704 0044 0532 0130 00"]
    night = guest.go(table).page.xpath("//a[contains(@href,'/settlement')]/@href")[0]
    guest.go(night).send("/close")
    links = guest.page.xpath("//a[contains(@href,'/pay/')]/@href")
    assert len(links) == 2
    guest.go(links[0])
    assert "Änne Groß und Partner" in guest.text
    assert "Spielabend 1," in guest.text
    assert guest.page.xpath("count(//div[@class='giro']//*[local-name()='svg'])") == 1
    guest.go(bank).send("", button=("do", "remove"))
    assert "gelöscht" in guest.text
    assert guest.page.xpath("//input[@name='iban']/@value") == [""]
    assert not guest.go(night).page.xpath("//a[contains(@href,'/pay/')]")
    assert guest.go(links[0]).status == 404


@pytest.mark.parametrize("role", list(Role))
def test_nobody_else_sees_an_account_number(
    app: Flask, guest: Guest, monkeypatch: pytest.MonkeyPatch, role: Role
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    desk = gate_desk(app)
    table, plan = settled(desk)
    club, member = table.club_id, table.id("Änne")
    bank_details.set_bank_detail(desk, club_id=club, member_id=member, iban=IBAN)
    visitor = Visitor(name="X", account_id="nobody's", roles={club: frozenset({role})})
    monkeypatch.setattr(gate, "_visitor", lambda: visitor)
    may = role in (Role.OWNER, Role.TREASURER)
    page = f"/c/{club}/n/{table.night_id}/pay/{plan.transfers[0].id}"
    assert guest.go(page).status == (200 if may else 404)
    bank = f"/c/{club}/members/{member}/bank"
    assert guest.go(bank).status == (200 if may else 403)
    if may:
        assert bool(guest.page.xpath("//input[@name='iban']")) is (role is Role.TREASURER)
    for button in ("save", "remove"):
        answer = guest.client.post(bank, data={"do": button, "iban": "AT611904300234573201"})
        assert answer.status_code == (303 if role is Role.TREASURER else 403)
    bank_details.set_bank_detail(desk, club_id=club, member_id=member, iban=IBAN)
    owns = f"/c/{club}/members/{member}"
    assert bool(guest.go(owns).page.xpath("//main//a[contains(@href,'/bank')]")) is may
    guest.go(f"/c/{club}/n/{table.night_id}/settlement")
    assert bool(guest.page.xpath("//a[contains(@href,'/pay/')]")) is may
    # Who owes her something sees it, and she herself; who owes her nothing does not.
    whose = {"Bert": True, "Änne": True, "Caro": False}
    assert plan.transfers[0].payer == "Bert"
    for name, seen in whose.items():
        monkeypatch.setattr(
            "scorekeeper.web.bank_details.own_member", lambda club_id, name=name: table.id(name)
        )
        assert guest.go(page).status == (200 if seen or may else 404)


def test_a_member_writes_his_own_and_sees_who_wrote(
    app: Flask, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = gate_desk(app)
    table, _ = settled(desk)
    club, member = table.club_id, table.id("Änne")
    bank_details.set_bank_detail(desk.acting("Kassier"), club_id=club, member_id=member, iban=IBAN)
    visitor = Visitor(name="Änne", account_id="hers", roles={club: frozenset({Role.VIEWER})})
    monkeypatch.setattr(gate, "_visitor", lambda: visitor)
    for at in ("scorekeeper.web.bank_details.own_member", "scorekeeper.web.own.own_member"):
        monkeypatch.setattr(at, lambda club_id: member)
    bank = f"/c/{club}/members/{member}/bank"
    guest.go(bank)
    assert "eingetragen von Kassier" in guest.text
    guest.send("", iban="AT61 1904 3002 3457 3201")
    guest.send("", iban="AT61 1904 3002 3457 3201")  # again as it stands: no change
    guest.send("", button=("do", "remove"))
    lines = [one.text_content() for one in guest.page.xpath("//ul[@class='list']/li")]
    assert [line.split(": ")[1] for line in lines] == [
        *("gelöscht von Änne", "geändert von Änne", "eingetragen von Kassier"),
    ]
    other = f"/c/{club}/members/{table.id('Bert')}/bank"
    assert guest.go(other).status == 403


def test_a_bank_beyond_the_eea_needs_its_bic_and_of_its_country(guest: Guest) -> None:
    table = guest.begin("bolachen", "Änne", "Bert", "Caro").place
    club = table.split("/t/")[0]
    anna = guest.go(table).page.xpath("//a[contains(@href,'person=')]/@href")[0].split("person=")[1]
    bank = f"{club}/members/{anna}/bank"
    swiss = "CH93 0076 2011 6238 5295 7"
    for iban, bic, said in (
        (swiss, "", "braucht die Überweisung auch die BIC"),
        (swiss, "COBADEFFXXX", "IBAN (CH) und BIC (DE) gehören zu verschiedenen Ländern"),
        (IBAN, "POFICHBEXXX", "IBAN (DE) und BIC (CH) gehören zu verschiedenen Ländern"),
        (IBAN, "COBADEF", "Diese BIC stimmt nicht"),
    ):
        guest.go(bank).send("", iban=iban, bic=bic)
        assert guest.status == 422
        assert said in guest.text
    guest.go(bank).send("", iban=swiss, bic="POFICHBEXXX")
    assert guest.status == 200
    assert "eingetragen von" in guest.text


@pytest.mark.parametrize("holder", ["🃏" * 70, "Ä" * 70, "Anna Huber", "漢" * 70])
@pytest.mark.parametrize("words", ["Spielabend 12345, 27.11.2026", "ß" * 140])
def test_any_name_fits_into_the_code(holder: str, words: str) -> None:
    code = giro_code(
        name=holder,
        iban="MT84MALT011000012345MTLCAST001S",
        bic="MALTMTMTXXX",
        cents=99_999_999_999,
        words=words,
    )
    lines = decoded(code)
    assert lines[7] == "EUR999999999.99"
    assert holder.startswith(lines[5])
    assert len(lines[5]) >= min(len(holder), 50)
    assert words.startswith(lines[10])
    assert len(lines[10]) >= min(len(words), 20)
    assert len("\n".join(lines).encode()) <= 331


@pytest.mark.parametrize("cents", [0, -1, 10**11])
def test_what_no_bank_transfers_has_no_code(cents: int) -> None:
    with pytest.raises(ValueError, match=str(cents)):
        giro_code(name="Anna", iban=IBAN, bic="", cents=cents, words="x")


def test_seventy_emoji_are_paid_like_anybody(desk: Desk) -> None:
    table, plan = settled(desk)
    bank_details.set_bank_detail(
        desk, club_id=table.club_id, member_id=table.id("Änne"), iban=IBAN, holder="🃏" * 70
    )
    told = bank_details.get_giro_code(desk, club_id=table.club_id, transfer_id=plan.transfers[0].id)
    assert decoded(told.code)[5].strip("🃏") == ""


def gate_desk(app: Flask) -> Desk:
    found: Desk = app.extensions[EXTENSION].desk
    return found
