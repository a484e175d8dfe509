"""People at a table and the club around it: every page, in both languages."""

import pytest

from tests.web.guest import Guest

THREE = ("Anna", "Bert", "Caro")
PAGES = (
    *("", "members/", "house-rules/", "seasons/", "nights/new"),
    *("house-rules/new/bolachen", "house-rules/new/wallachen", "house-rules/new/watten"),
)


def _club(guest: Guest) -> str:
    return guest.place.split("/t/")[0] + "/"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_page_of_a_club_is_there_in_both_languages(guest: Guest, lang: str) -> None:
    guest.begin("wallachen", *THREE)
    club = _club(guest)
    guest.send("/language", language=lang)
    for path in PAGES:
        assert guest.go(club + path).status == 200, path
        assert guest.page.get("lang") == lang
    season = guest.go(club + "seasons/").page.xpath("//a[contains(@href,'/seasons/0')]/@href")[0]
    assert guest.go(season).status == 200
    rules = guest.go(club + "house-rules/").page.xpath("//a[contains(@class,'list-row')]/@href")[0]
    assert guest.go(rules).status == 200


def test_coming_going_and_taking_over(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    people = table + "/people"
    guest.go(people).send("/people", button=("do", "join"), member_name="Dora", place=1)
    order = [s.text for s in guest.page.xpath("//ol[@class='list']//strong")]
    assert order == ["Anna", "Dora", "Bert", "Caro"]
    dora = guest.page.xpath("//button[.='geht']/@value")[1]
    guest.send("/people", button=("do", dora))
    assert [s.text for s in guest.page.xpath("//ol[@class='list']//strong")] == list(THREE)
    bert = guest.page.xpath("//select[@name='out']/option[.='Bert']/@value")[0]
    form = next(f for f in guest.page.forms if f.xpath(".//select[@name='out']"))
    data = dict(form.form_values()) | {"do": "substitute", "out": bert, "member_name": "Emil"}
    guest.read(guest.client.post(people, data=data), people)
    order = [s.text for s in guest.page.xpath("//ol[@class='list']//strong")]
    assert order == ["Anna", "Emil", "Caro"]
    guest.go(table)
    assert "Emil" in guest.balances()


def test_order_dealer_and_last_round(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE, "Dora").place
    people = table + "/people"
    up = guest.go(people).page.xpath("//button[.='↑']/@value")[2]
    guest.send("/people", button=("do", up))
    order = [s.text for s in guest.page.xpath("//ol[@class='list']//strong")]
    assert order == ["Anna", "Caro", "Bert", "Dora"]
    anna = guest.option("dealer", "Anna")
    guest.send("/people", button=("do", "dealer"), dealer=anna)
    guest.go(table)
    assert guest.page.xpath("//a[contains(@class,'deals')]//span[@class='name']")[0].text == "Anna"
    bert = guest.go(people).option("sitting_out", "Bert")
    guest.send("/people", button=("do", "sitting_out"), sitting_out=[bert])
    assert "Bert sitzt aus" in guest.go(table + "/deal").text
    five = guest.begin("bolachen", *THREE, "Dora", "Emil").place
    assert "Anna und Emil sitzen aus" in guest.go(five + "/deal").text
    guest.go(people).send("/people", button=("do", "last_round"))
    assert "Letzte Runde" in guest.go(table).text


def test_another_game_from_the_next_deal_on(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE, "Dora").place
    guest.go(table + "/people")
    form = next(f for f in guest.page.forms if f.xpath(".//select[@name='house_rules_id']"))
    data = dict(form.form_values()) | {
        "do": "game",
        "house_rules_id": "preset:watten:fifteen",
        "tariff": "20",
    }
    guest.read(guest.client.post(table + "/people", data=data), "")
    assert guest.status == 200, guest.text
    assert "Watten" in guest.go(table).page.xpath("//header")[0].text_content()
    assert "bis 15" in guest.text


def test_a_refused_change_says_why_where_it_was_asked(guest: Guest) -> None:
    table = guest.begin("bolachen", *THREE).place
    guest.go(table + "/people").send("/people", button=("do", "join"))
    assert guest.status == 422
    assert guest.errors() == ["Wer? Bitte wählen oder einen Namen eintragen."]


def test_house_rules_get_a_name_and_versions(guest: Guest) -> None:
    guest.begin("wallachen", *THREE)
    club = _club(guest)
    guest.go(club + "house-rules/new/wallachen?preset=with_haferl")
    guest.send("/wallachen", name="Beim Wirt", haferl_stake=500)
    assert guest.status == 422
    assert guest.errors() == ["Eine ganze Zahl von 1 bis 100."]
    assert ("haferl_stake", "500") in guest.form("/wallachen").form_values()
    guest.send("/wallachen", haferl_stake=2)
    assert guest.place.endswith("/house-rules/")
    assert "Beim Wirt" in guest.text
    guest.go(guest.page.xpath("//a[.//strong='Beim Wirt']/@href")[0])
    guest.send("/wallachen", haferl_stake=3)
    assert "Beim Wirt, Fassung 2" in guest.text
    guest.go(club + "house-rules/new/watten")
    guest.send("/watten", name="Hoch", raise_max="number", **{"raise_max.number": "8"})
    assert "Hoch" in guest.text


def test_an_evening_with_several_tables(guest: Guest) -> None:
    guest.begin("bolachen", *THREE)
    club = _club(guest)
    guest.go(club + "seasons/").send("", name="Winter", begins="2026-11-01")
    guest.go(club + "nights/new").send("", place="Vereinsheim")
    assert guest.place.endswith("/tables")
    night = guest.place
    guest.send("", name=["Dora", "Emil", "Franz"], house_rules_id="preset:wallachen:rulebook")
    assert "/t/" in guest.place
    guest.go(night).send(
        "",
        name=["Anna", "Bert", "Caro", "Gust"],
        house_rules_id="preset:watten:rulebook",
        table_name="Stammtisch",
    )
    assert guest.status == 200
    guest.go(night).send("", name=["Hans"], house_rules_id="preset:watten:rulebook")
    assert guest.status == 422
    assert guest.errors()
    assert "Hans" in [v for _, v in guest.page.forms[-1].form_values()]


def test_a_night_begun_wrongly_keeps_what_was_typed(guest: Guest) -> None:
    guest.begin("bolachen", "Anna", "Bert", place="Post", tariff="viel")
    assert guest.status == 422
    assert "Das ist kein Preis. Bitte in Cent schreiben, so: 10 oder 50." in guest.errors()
    filled = guest.form("/").form_values()
    assert ("name", "Anna") in filled
    assert ("place", "Post") in filled
    assert ("tariff", "viel") in filled


def test_the_club_gets_the_name_that_stands_on_its_pages(guest: Guest) -> None:
    guest.begin("bolachen", *THREE)
    club = _club(guest)
    guest.go(club).send("", name="Freitagsrunde")
    assert guest.place == club
    assert guest.page.xpath("//header//p")[0].text == "Freitagsrunde"
    guest.send("", name="x" * 61)
    assert guest.status == 422
    assert guest.errors()
    assert ("name", "x" * 61) in guest.form("").form_values()
