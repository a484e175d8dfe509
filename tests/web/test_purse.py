"""The treasurer's pages, as somebody without script uses them on a phone."""

import re
from datetime import date

import pytest
from flask import Flask

from scorekeeper.i18n import translator
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import purse
from scorekeeper.services.desk import Desk
from scorekeeper.web.pages import EXTENSION
from tests.services.test_coins_and_purse import propose
from tests.services.test_coins_and_purse import to_purse
from tests.services.treasurer import Club
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in
from tests.services.treasurer import spend
from tests.web.guest import Guest


@pytest.fixture
def club(app: Flask) -> Club:
    desk: Desk = app.extensions[EXTENSION].desk
    return found_club(desk.acting("Anna"))


@pytest.fixture
def home(club: Club) -> str:
    return f"/c/{club.club_id}/purse"


def stands(club: Club) -> tuple[int, int, int]:
    found = cash_book.get_purse(club.desk, club_id=club.club_id)
    assert found.agrees
    return found.cash, found.bank, found.purse


def test_a_cash_box_taken_below_zero_is_told_of(guest: Guest, home: str) -> None:
    for kind, amount, told in (("income", "5", False), ("expense", "7", True)):
        guest.go(home + "/new/enter").send(
            "/new/enter", kind=kind, amount=amount, category="Blumen", place="cash"
        )
        page = guest.page.text_content().replace("\u00a0", " ")
        assert "Gebucht." in page
        assert ("Die Barkasse steht jetzt bei −2,00 €, also unter null." in page) is told


def test_from_paper_to_a_cash_book(guest: Guest, club: Club, home: str) -> None:
    guest.go(home + "/")
    assert guest.status == 200
    assert "Noch ist nichts gebucht" in guest.text
    ids = list(club.ids.values())
    guest.go(home + "/new/opening").send(
        "/new/opening",
        cash="120,50",
        bank="1.300,00",
        member=ids,
        credit=["5", "", "", ""],
        debt=["", "7.50", "", ""],
    )
    assert (guest.status, guest.errors()) == (200, [])
    assert stands(club) == (12_050, 130_000, 142_300)
    guest.go(home + "/")
    assert "zusammen1.420,50 €" in guest.text
    assert "Beides ist gleich: 1.420,50 €. Kein Cent fehlt." in guest.text
    assert "Anfangsbestände" not in guest.text
    guest.go(home + "/new/enter").send(
        "/new/enter",
        kind="expense",
        amount="30",
        category="Blumen",
        place="cash",
        words="Muttertag",
    )
    assert "Gebucht." in guest.text
    assert stands(club) == (9_050, 130_000, 139_300)
    guest.go(home + "/book")
    assert "Anfangsbestand" in guest.text
    assert "Blumen" in guest.text
    ends = guest.page.find_class("carried")[-1].xpath("td[@data-name]/text()")
    assert ends == ["90,50", "1.300,00"]


def test_a_fee_for_several_and_its_payment(guest: Guest, club: Club, home: str) -> None:
    guest.go(home + "/catalogue").send("/catalogue", kind="fee", name="Startgeld", amount="2,00")
    assert "Startgeld" in guest.text
    guest.go(home + "/new/charge")
    (item,) = [x for x in guest.page.xpath("//select[@name='item']/option/@value") if len(x) == 36]
    some = [club.ids["Anna"], club.ids["Bert"]]
    guest.send("/new/charge", item=item, member=some)
    assert club.accounts() == {"Anna": -200, "Bert": -200, "Caro": 0, "Dora": 0}
    guest.go(home + "/accounts")
    assert guest.status == 200
    guest.go(f"{home}/accounts/{club.ids['Anna']}")
    assert "Anna schuldet der Kasse 2,00 €." in guest.text
    guest.go(f"{home}/new/pay?member={club.ids['Anna']}").send("/new/pay", amount="2", way="in")
    assert club.accounts()["Anna"] == 0
    guest.go(f"{home}/accounts/{club.ids['Anna']}")
    assert "ausgeglichen" in guest.text
    assert re.search(r"Beleg \d{4}-1\b", guest.text)


def test_the_catalogue_is_changed_and_retired(guest: Guest, club: Club, home: str) -> None:
    guest.go(home + "/catalogue").send("/catalogue", kind="fine", name="Handy", amount="1")
    (form,) = [x for x in guest.page.forms if x.action and len(x.action.split("/")[-1]) == 36]
    place = form.action.removeprefix("http://localhost")
    guest.send(place[-36:], button=("do", "save"), name="Handy am Tisch", amount="1.500")
    assert guest.status == 422
    assert guest.errors() == [translator("de")("web.amount.unclear")]
    guest.send(place[-36:], button=("do", "save"), name="Handy am Tisch", amount="1,50")
    assert "Handy am Tisch" in guest.text
    assert "1,50 €" in guest.text
    guest.send(place[-36:], button=("do", "retire"))
    assert "wird nicht mehr verwendet" in guest.text
    guest.go(home + "/new/charge")
    assert "Handy" not in guest.text


@pytest.mark.parametrize("amount", ["", "0", "-5", "1.000", "fünf", "5,00,00", "٣", "1e3"])
def test_what_is_no_amount_is_asked_for_again(
    guest: Guest, club: Club, home: str, amount: str
) -> None:
    typed = {"member": club.ids["Bert"], "words": "für das Fass", "place": "bank"}
    guest.go(home + "/new/pay").send("/new/pay", amount=amount, **typed)
    assert guest.status == 422
    assert len(guest.errors()) == 1
    form = dict(guest.form("/new/pay").form_values())
    assert {name: form[name] for name in typed} == typed
    assert stands(club) == (0, 0, 0)


@pytest.mark.parametrize(
    ("amount", "cents"),
    [("5", 500), ("5,00", 500), ("5.00", 500), (" 5,07 € ", 507), ("1.234,56", 123_456)],
)
def test_amounts_are_read_as_people_write_them(
    guest: Guest, club: Club, home: str, amount: str, cents: int
) -> None:
    guest.go(home + "/new/move").send("/new/move", to="bank", amount=amount)
    assert stands(club) == (-cents, cents, 0)


def test_each_form_books_what_it_says(guest: Guest, club: Club, home: str) -> None:
    anna, bert = club.ids["Anna"], club.ids["Bert"]
    guest.go(home + "/new/transfer").send("/new/transfer", payer=anna, payee=bert, amount="3")
    assert club.accounts() == {"Anna": -300, "Bert": 300, "Caro": 0, "Dora": 0}
    guest.go(home + "/new/transfer").send("/new/transfer", payer=anna, payee=anna, amount="3")
    assert guest.status == 422
    guest.go(home + "/new/host").send("/new/host", amount="10", to="cash", words="Wirt")
    assert stands(club) == (-1000, 0, -1000)
    guest.go(home + "/new/host").send("/new/host", amount="4", to="account")
    assert guest.errors() == ["Bitte antippen, wen es betrifft."]
    guest.send("/new/host", amount="4", to="account", member=bert)
    assert club.accounts()["Bert"] == 700
    guest.go(home + "/new/charge").send(
        "/new/charge", item="fine", amount="1", words="Karten verlegt", member=[anna], paid="cash"
    )
    assert stands(club) == (-900, 0, -1300)
    guest.go(home + "/new/charge").send("/new/charge", item="fee", amount="1", member=[anna])
    assert guest.errors() == ["Bitte dazuschreiben, wofür."]
    guest.go(home + "/new/charge").send("/new/charge", item="fee", amount="1", words="x")
    assert guest.errors() == ["Bitte antippen, wen es betrifft."]


def test_a_booking_is_taken_back_with_a_reason(guest: Guest, club: Club, home: str) -> None:
    booked = spend(club, 500)
    address = f"{home}/bookings/{booked.entry}"
    guest.go(address).send("", reason="")
    assert guest.status == 422
    guest.send("", reason="doppelt gebucht")
    assert "Zurückgenommen." in guest.text
    assert "doppelt gebucht" in guest.text
    assert stands(club) == (0, 0, 0)
    guest.go(address)
    assert "Diese Buchung wurde zurückgenommen." in guest.text
    assert not [form for form in guest.page.forms if form.xpath(".//input[@name='reason']")]


def test_a_month_is_closed_and_opened_again(guest: Guest, club: Club, home: str) -> None:
    month, day = _last_month(club)
    pay_in(club, "Anna", 1000, day=day)
    guest.go(home + "/closings/")
    guest.send("/month", counted="9,50")
    assert guest.status == 422
    assert "Grund" in guest.errors()[0]
    guest.send("/month", counted="9,50", reason="fehlt")
    assert "Abgeschlossen." in guest.text
    assert "lässt sich abschließen, wenn er vorbei ist: ab " in guest.text
    assert stands(club)[0] == 950
    guest.go(home + "/new/pay").send(
        "/new/pay", member=club.ids["Anna"], amount="1", day=day.isoformat()
    )
    assert guest.status == 422
    assert "abgeschlossen" in guest.errors()[0]
    guest.go(home + "/closings/").send("/month/open", reason="gefunden")
    assert "Wieder offen." in guest.text
    assert stands(club)[0] == 1000
    log = closings.closing_log(club.desk, club_id=club.club_id)
    assert [(one.kind, one.month) for one in log] == [
        ("month_reopened", month),
        ("month_closed", month),
    ]


def _last_month(club: Club) -> tuple[str, date]:
    today = club.desk.clock().date()
    year, number = (today.year, today.month - 1) if today.month > 1 else (today.year - 1, 12)
    return f"{year}-{number:02}", date(year, number, 15)


def test_a_season_is_closed_and_opened_again(guest: Guest, club: Club) -> None:
    guest.begin("bolachen", "Xaver", "Zenzi", "Vroni")
    club_id = guest.place.split("/")[2]
    table = guest.place
    guest.enter(table, declarer="Xaver", play="mord", tricks=10)
    links = guest.page.xpath("//nav[@class='row']//a/@href")
    settle = next(link for link in links if link.endswith("/settlement"))
    home = f"/c/{club_id}/purse/closings/"
    guest.go(home)
    (close,) = [x.action for x in guest.page.forms if "/closings/season/" in (x.action or "")]
    guest.send(close[-36:])
    assert guest.status == 422
    assert "1 (" in guest.errors()[0]
    guest.go(settle).send("/close")
    guest.send("/settlement", button=("mode", "carry"))
    guest.go(home).send(close[-36:])
    assert "Abgeschlossen." in guest.text
    guest.go(home).send("/open", reason="Einspruch")
    assert "Wieder offen." in guest.text
    assert "Einspruch" in guest.text


def test_an_impossible_cash_box_is_pointed_out(guest: Guest, club: Club, home: str) -> None:
    for amount, found in (("7,77", True), ("0,77", False)):
        kind = "expense" if found else "income"
        guest.go(home + "/new/enter")
        guest.send("/enter", kind=kind, amount=amount, category="Karten", day="1.10.2026")
        assert guest.status == 200
        guest.go(home + "/new/enter")
        guest.send("/enter", kind="income", amount="7,00", category="Spende", day="1.10.2026")
        guest.go(home + "/")
        assert ("weniger als nichts" in guest.text) is found


def test_the_haferl_is_sent_to_the_purse(guest: Guest, club: Club, home: str) -> None:
    guest.go(home + "/").send("/haferl", button=("to", "purse"))
    assert "gehört der Kasse" in guest.text
    assert cash_book.get_purse(club.desk, club_id=club.club_id).haferl
    guest.send("/haferl", button=("to", "payers"))
    assert not cash_book.get_purse(club.desk, club_id=club.club_id).haferl


def test_what_an_evening_brings_the_purse_may_go_to_the_bank(app: Flask, guest: Guest) -> None:
    desk: Desk = app.extensions[EXTENSION].desk.acting("Anna")
    table = to_purse(desk)
    table.close()
    propose(table)
    page = f"/c/{table.club_id}/n/{table.night_id}"
    guest.go(page + "/settlement")
    assert guest.page.xpath("//li[contains(., 'Kasse')]//form[contains(@action, '/pay')]")
    assert not guest.page.xpath("//select[@name='place']")
    purse.enter(
        desk,
        club_id=table.club_id,
        kind="income",
        amount=500,
        category="Spende",
        place="bank",
        key=table.keys(),
    )
    guest.go(page + "/settlement")
    (place,) = guest.page.xpath("//select[@name='place']")
    form = place.getparent()
    assert "Kasse" in form.getparent().text_content()
    assert place.xpath("option/text()") == ["Barkasse", "Bank"]
    sent = {**dict(form.form_values()), "place": "bank"}
    guest.client.post(page + "/pay", data=sent)
    found = cash_book.get_purse(desk, club_id=table.club_id)
    assert (found.cash, found.bank) == (0, 530)
    assert "an Kasse (Bank)" in guest.go(page).text


def test_every_page_is_there_in_english(guest: Guest, club: Club, home: str) -> None:
    booked = pay_in(club, "Anna", 700)
    purse.take_back(
        club.desk, club_id=club.club_id, entry=booked.entry, reason="wrong", key=club.keys()
    )
    guest.go("/")
    guest.send("/language", button=("language", "en"))
    names = ["charge", "enter", "pay", "transfer", "move", "host", "opening"]
    member = club.ids["Anna"]
    for page in [
        *("/", "/book", "/accounts", f"/accounts/{member}", "/own", "/catalogue", "/closings/"),
        f"/bookings/{booked.entry}",
        *(f"/new/{name}" for name in names),
    ]:
        guest.go(home + page)
        assert guest.status == 200, page
        assert not [word for word in ("Beleg", "Konto", "Buchung") if word in guest.text], page


@pytest.mark.parametrize(
    "page", ["/new/nothing", "/bookings/999", "/book?month=2026-13", "/book?after=x", "/bookings/0"]
)
def test_what_is_not_there_is_not_there(guest: Guest, club: Club, home: str, page: str) -> None:
    guest.go(home + page)
    assert guest.status in (404, 422)


def test_a_paper_is_asked_for_and_waits_for_the_worker(guest: Guest, club: Club, home: str) -> None:
    pay_in(club, "Anna", 700)
    guest.go(home + "/book").send("/papers/")
    assert guest.status == 200
    assert "/purse/papers/" in guest.place
    guest.go(guest.place + "/file")
    assert guest.status == 404


def test_the_same_fee_twice_is_asked_about_without_script(
    guest: Guest, club: Club, home: str
) -> None:
    typed = {"item": "fee", "words": "Beitrag", "amount": "5", "member": [club.ids["Anna"]]}
    guest.go(home + "/new/charge").send("/new/charge", **typed)
    assert club.accounts()["Anna"] == -500
    guest.go(home + "/new/charge").send("/new/charge", **typed)
    assert guest.status == 422
    assert "schon gebucht: Anna" in guest.text
    assert club.accounts()["Anna"] == -500
    guest.send("/new/charge", again="true")
    assert guest.status == 200
    assert club.accounts()["Anna"] == -1000


def test_a_booking_goes_back_on_the_day_that_is_offered_or_another(
    guest: Guest, club: Club, home: str
) -> None:
    booked = pay_in(club, "Anna", 700, day=date(2026, 10, 15))
    place = f"{home}/bookings/{booked.entry}"
    assert guest.go(place).page.xpath("//input[@name='day']/@value") == ["2026-10-15"]
    guest.send("", reason="falsch", day="2026-10-14")
    assert guest.status == 422
    assert "frühestens am Tag der Buchung" in guest.text
    guest.send("", reason="falsch", day="2026-10-16")
    assert "16. Oktober 2026" in guest.text
    assert stands(club) == (0, 0, 0)
    assert "Keine wird ein zweites Mal vergeben" in guest.go(home + "/book?month=2026-10").text


def test_a_closed_month_shows_the_way_to_open_it(guest: Guest, club: Club, home: str) -> None:
    pay_in(club, "Anna", 700, day=date(2026, 10, 15))
    closings.close_month(
        club.desk, club_id=club.club_id, month="2026-10", counted=700, key=club.keys()
    )
    guest.go(home + "/new/pay").send(
        "/new/pay", member=club.ids["Anna"], amount="5", day="2026-10-20"
    )
    assert guest.status == 422
    assert guest.page.xpath("//main//a[contains(@href, '/purse/closings')]")
