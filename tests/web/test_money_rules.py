"""Coins and the stake limit on their pages, at the table and in the price."""

from tests.web.guest import Guest


def test_an_evening_warns_and_refuses_at_its_limit(guest: Guest) -> None:
    table = guest.begin("bolachen", "Anna", "Bert", "Caro").place
    club = table.split("/t/")[0]
    guest.go(club + "/money-rules").send("", coin="10", stake_limit="20", stake_mode="warn")
    assert guest.place.endswith("/money-rules")
    assert guest.page.xpath("//input[@name='stake_limit']/@value") == ["20,00"]
    assert "Ein Spiel zurücknehmen geht auch über den Deckel hinaus" in guest.text
    night = guest.go(table).page.xpath("//a[contains(@href,'/settlement')]/@href")[0]
    guest.go(night)
    rules = guest.page.xpath("//main//a[contains(@href,'/money-rules')]/@href")[0]
    guest.go(rules).send("", stake_limit="0,25", stake_mode="refuse", coin="10")
    assert guest.place == night
    for _ in range(2):
        guest.enter(table, declarer="Anna", play="brand", tricks=7)
    assert "Bert hat noch 0,05 € bis zum Deckel von 0,25 €." in guest.go(table).text
    guest.enter(table, check=True, declarer="Anna", play="brand", tricks=7)
    assert "Damit verliert Bert heute 0,30 €" in guest.text
    assert "So wird das Spiel nicht angenommen." in guest.text
    guest.enter(table, declarer="Anna", play="brand", tricks=7)
    assert guest.status == 422
    assert "ausgemacht sind höchstens 0,25 €" in guest.text
    guest.go(rules).send("", stake_limit="0,25", stake_mode="warn", coin="10")
    guest.enter(table, declarer="Anna", play="brand", tricks=7)
    assert guest.balances()["Bert"] == "−0,30"
    assert "Bert ist am Deckel von 0,25 €." in guest.text
    guest.go(night).send("/close")
    assert "Auf Münzen" not in guest.text


def test_a_limit_that_is_no_amount_is_asked_again(guest: Guest) -> None:
    club = guest.begin("bolachen", "Anna", "Bert", "Caro").place.split("/t/")[0]
    for wrong in ("viel", "0", "-3"):
        guest.go(club + "/money-rules").send("", stake_limit=wrong)
        assert guest.status == 422
        assert guest.errors()
        assert guest.page.xpath("//input[@name='stake_limit']/@value") == [wrong]


def test_what_was_rounded_is_said_where_it_is_paid(guest: Guest) -> None:
    table = guest.begin("bolachen", "Anna", "Bert", "Caro", tariff="7").place
    guest.enter(table, declarer="Anna", play="brand", tricks=7)
    night = guest.go(table).page.xpath("//a[contains(@href,'/settlement')]/@href")[0]
    guest.go(night)
    rules = guest.page.xpath("//main//a[contains(@href,'/money-rules')]/@href")[0]
    guest.go(rules).send("", stake_limit="", coin="10")
    guest.go(night).send("/close")
    assert "Auf Münzen zu 0,10 € gerundet: Anna +0,06, Bert −0,03, Caro −0,03" in guest.text
    assert "0,10 €" in guest.text
