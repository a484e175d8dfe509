"""The pages of a season: a ladder as it stands and stood, its rules, the course of the money."""

import re
from datetime import date

from flask import Flask

from scorekeeper.services import closings
from scorekeeper.services import ladders
from scorekeeper.services import seasons
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest


def season(guest: Guest) -> str:
    """Play two evenings and return the address of their season."""
    for winner in ("Anna", "Bert"):
        table = guest.begin("bolachen", "Anna", "Bert", "Caro").place
        guest.enter(table, declarer=winner, tricks="8")
        assert guest.status == 200
    club = re.match(r"/c/[0-9a-f-]{36}", table)
    assert club is not None
    page = guest.go(club[0] + "/seasons/").page
    found: str = page.xpath("//main//a[contains(@href, '/seasons/')]/@href")[0]
    return found


def ladder(guest: Guest) -> list[list[str]]:
    """Return the cells of the ladder the page shows: place, name, value."""
    return [
        [
            row.xpath("td[@class='place']/*[1]")[0].text_content(),
            row.xpath("td[@class='who']")[0].text_content().split("gleichauf")[0].strip(),
            row.xpath("td[@class='worth']/strong")[0].text_content(),
        ]
        for row in guest.page.xpath("//table[@class='ladder']/tbody/tr")
    ]


def test_a_ladder_stands_as_the_deals_say(guest: Guest) -> None:
    address = season(guest)
    guest.go(address)
    # Eight tricks are two over six: each winner was paid twice what he paid in the other deal.
    rows = ladder(guest)
    assert [row[1] for row in rows][2] == "Caro"
    assert rows[0][2] == rows[1][2]
    assert rows[0][2].startswith("+")
    assert rows[2][2].startswith("−")
    assert "gleichauf mit" in guest.text
    assert "entschieden durch Los" in guest.text


def test_a_ladder_stands_as_it_stood_after_the_first_evening(guest: Guest) -> None:
    address = season(guest)
    guest.go(address)
    first = guest.page.xpath("//select[@name='night']/option[last()]/@value")[0]
    guest.go(f"{address}?ladder=1&night={first}")
    rows = ladder(guest)
    assert rows[0][:2] == ["1.", "Anna"]
    assert {row[1] for row in rows[1:]} == {"Bert", "Caro"}
    assert rows[1][2] == rows[2][2]
    assert "neu dabei" in guest.text


def test_every_ladder_of_a_new_season_has_a_page_and_rules(guest: Guest) -> None:
    address = season(guest)
    guest.go(address)
    tabs = guest.page.xpath("//nav[@class='tabs']/a")
    assert len(tabs) == 6
    for tab in tabs:
        guest.go(tab.get("href"))
        assert guest.status == 200
        assert tab.text == guest.page.xpath("//nav[@class='tabs']/a[@aria-current]")[0].text
    assert "Teilnahme: an wie vielen Abenden" in guest.text
    assert [row[2] for row in ladder(guest)] == ["2", "2", "2"]


def test_what_is_not_there_is_not_found(guest: Guest) -> None:
    address = season(guest)
    for query in ("?ladder=99", "?night=99"):
        assert guest.go(address + query).status == 404
    assert guest.go(address[:-36] + "0" * 36).status == 404


def test_a_ladder_is_made_changed_and_retired(guest: Guest) -> None:
    address = season(guest)
    guest.go(address + "/ladders/new")
    guest.send("", name="Beste Abende", kind="money", best="1", min_nights="2")
    assert guest.status == 200, guest.errors()
    assert "Nur der beste Abend zählt." in guest.text
    assert "Gewertet wird ab 2 Abenden." in guest.text
    guest.go(address + "?ladder=7")
    assert ladder(guest)[0][2].startswith("+")
    edit = guest.go(address + "/ladders/").page.xpath("//section[last()]//a/@href")[0]
    guest.go(edit).send("", min_nights="3")
    assert "Fassung 2" in guest.text
    guest.go(address + "?ladder=7")
    assert {row[0] for row in ladder(guest)} == {"–"}
    assert "dazu braucht es 3 Abende" in guest.text
    guest.go(address + "/ladders/").send(edit[-36:] + "/retire")
    assert "nicht gezeigt" in guest.text
    assert guest.go(address + "?ladder=7").status == 404


def test_a_ladder_that_cannot_be_is_refused_where_it_was_typed(guest: Guest) -> None:
    address = season(guest)
    guest.go(address + "/ladders/new")
    guest.send("", name="", best="viele")
    assert guest.status == 422
    assert guest.errors() == ["Das fehlt noch.", "Bitte eine ganze Zahl, oder leer lassen."]
    guest.send("", name="X", best="2", drop="1")
    assert guest.status == 422
    assert "nicht zusammen mit den besten Abenden" in guest.errors()[0]
    guest.send("", name="X", best="", drop="", ties=["lots", "money", "", ""])
    assert guest.status == 422
    assert "nach dem Los kommt nichts mehr" in guest.errors()[0]
    assert guest.page.xpath("//input[@name='name']/@value") == ["X"]


def test_the_course_ends_where_the_ladder_stands(guest: Guest) -> None:
    address = season(guest)
    stands = {row[1]: row[2] for row in ladder(guest.go(address))}
    guest.go(address + "/course")
    last = {
        row.xpath("th")[0].text: row.xpath("td[last()]")[0].text
        for row in guest.page.xpath("//table[@class='course']/tbody/tr")
    }
    assert last == stands
    assert guest.page.xpath("//*[local-name()='svg']//*[local-name()='title']")


def test_it_reads_english_too(app: Flask) -> None:
    guest = Guest(app)
    address = season(guest)
    guest.go("/").send("/language", button=("language", "en"))
    assert "level with" in guest.go(address).text
    assert "Course" in guest.go(address + "/course").page.xpath("//h1")[0].text


def test_anybody_with_the_link_reads_and_nobody_without(app: Flask, guest: Guest) -> None:
    address = season(guest)
    guest.go(address)
    assert "Nur der Verein sieht diese Saison" in guest.text
    guest.send("/public", button=("public", "yes"))
    link = guest.page.xpath("//main//form//a/@href")[0]
    path = link[link.index("/s/") :]
    stands = ladder(guest)
    reader = Guest(app, REMOTE_ADDR="192.168.7.7")
    assert reader.go(path).status == 200
    assert ladder(reader) == stands
    assert reader.answer is not None
    assert reader.answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert reader.page.xpath("//table[@class='ladder']//a") == []
    assert reader.go(path + "?ladder=2").status == 200
    assert reader.go(path + "/course").status == 200
    assert reader.page.xpath("//table[@class='course']")
    assert reader.go(address).place.startswith("/access")
    assert reader.go(path[:-1] + ("a" if path[-1] != "a" else "b")).status == 404
    guest.go(address).send("/public", button=("public", "no"))
    assert reader.go(path).status == 404
    assert reader.go(path + "/course").status == 404
    guest.go(address).send("/public", button=("public", "yes"))
    assert path not in guest.answer.text if guest.answer else False


def test_a_person_has_a_page_of_his_own(guest: Guest) -> None:
    address = season(guest)
    guest.go(address)
    links = {a.text: a.get("href") for a in guest.page.xpath("//table[@class='ladder']//td/a")}
    assert links.keys() == {"Anna", "Bert", "Caro"}
    guest.go(links["Anna"])
    tiles = {
        tile.xpath("dt")[0].text: tile.xpath("dd")[0].text for tile in guest.page.find_class("tile")
    }
    assert tiles["Abende"] == "2"
    assert tiles["Spiele"] == "2"
    assert "1 von 2 Spielen gewonnen (50,0 %)." in guest.text
    assert "1 von 1 eigenen Ansagen gemacht (100,0 %)." in guest.text
    assert "als Alleinspieler" in guest.text
    assert guest.page.xpath("//*[local-name()='svg']")
    for row in guest.page.xpath("//table[@class='sides']/tbody/tr"):
        deals, won = row.xpath("td/text()")[:2]
        assert 0 <= int(won) <= int(deals) <= 2
    assert guest.go(links["Anna"][:-36] + "0" * 36).status == 404
    assert guest.go(address + "/course").page.xpath("//table[@class='sides']")


def test_name_and_days_are_changed_on_a_page_of_their_own(guest: Guest) -> None:
    address = season(guest)
    guest.go(address)
    assert f"{address}/change" in guest.page.xpath("//main//a/@href")
    guest.go(f"{address}/change")
    guest.send("", name="Winter 2026/27", begins="2026-09-01", ends="", reason="Beschluss")
    assert guest.status == 200
    assert guest.page.xpath("//h1")[0].text_content() == "Winter 2026/27"
    assert "seit Di., 1.9.2026" in guest.page.text_content()
    guest.go(f"{address}/change")
    assert "Name: „2026“ → „Winter 2026/27“." in guest.text
    assert "Do., 1.1.2026 – Do., 31.12.2026 → seit Di., 1.9.2026" in guest.text
    assert "Beschluss" in guest.text


def test_days_that_leave_out_an_evening_are_refused_where_they_were_typed(guest: Guest) -> None:
    address = season(guest)
    guest.go(f"{address}/change")
    guest.send("", begins="2030-01-01", ends="")
    assert guest.status == 422
    assert (
        "lägen dann außerhalb der Saison 2026"
        in guest.page.xpath("//p[@id='begins-error']")[0].text_content()
    )
    guest.send("", begins="2026-01-01", ends="2025-01-01")
    assert "vor dem ersten" in guest.page.xpath("//p[@id='ends-error']")[0].text_content()


def test_nobody_overwrites_what_another_changed_meanwhile(app: Flask, guest: Guest) -> None:
    address = season(guest)
    guest.go(f"{address}/change")
    other = Guest(app).go(f"{address}/change")
    other.send("", name="Winter", begins="2026-09-01", ends="")
    assert other.status == 200
    # An evening more is nobody's change of the name or the days.
    guest.begin("bolachen", "Anna", "Bert", "Caro")
    guest.go(f"{address}/change")
    stale = dict(guest.form("").form_values()) | {"name": "Sommer"}
    other.go(f"{address}/change").send("", ends="2027-03-31")
    assert other.status == 200
    guest.read(guest.client.post(f"{address}/change", data=stale), f"{address}/change")
    assert guest.status == 409
    assert "inzwischen jemand anders geändert" in guest.errors()[0]
    assert dict(guest.form("").form_values())["name"] == "Winter"
    assert dict(guest.form("").form_values())["ends"] == "2027-03-31"
    guest.send("", name="")  # a form sent back for another reason is not a new look
    assert guest.status == 422
    other.go(f"{address}/change").send("", name="Frühjahr")
    guest.send("", name="Sommer")
    assert guest.status == 409
    guest.send("", name="Sommer")
    assert guest.status == 200
    assert guest.page.xpath("//h1")[0].text_content() == "Sommer"


def test_a_closed_season_offers_no_change_of_its_name(app: Flask, guest: Guest) -> None:
    club_id = season(guest).split("/")[2]
    desk = app.extensions[EXTENSION].desk
    empty = seasons.create_season(
        desk, club_id=club_id, name="Alt", begins=date(2020, 1, 1), ends=date(2020, 12, 31)
    )
    address = f"/c/{club_id}/seasons/{empty.id}"
    assert address + "/change" in guest.go(address).page.xpath("//main//a/@href")
    closings.close_season(desk, club_id=club_id, season_id=empty.id, key="close-the-old-one")
    assert address + "/change" not in guest.go(address).page.xpath("//main//a/@href")


def test_usual_ladders_are_called_in_the_readers_language_until_they_are_renamed(
    guest: Guest,
) -> None:
    address = season(guest)
    guest.go("/").send("/language", language="en")
    guest.go(address)
    names = ["Money", "Soft score", "Contracts made", "Bettel and Mord", "Bummerl", "Attendance"]
    assert guest.page.xpath("//nav[@class='tabs']/a/text()") == names
    guest.go(f"{address}/ladders/")
    assert [one.strip() for one in guest.page.xpath("//main//h2/text()")] == names
    first = guest.page.xpath("//a[contains(@href, '/ladders/')]/@href")[0]
    guest.go(first)
    assert guest.page.xpath("//h1")[0].text_content() == "Change Money"
    guest.send("", name="Stammtisch")
    guest.go(address)
    assert guest.page.xpath("//nav[@class='tabs']/a/text()") == ["Stammtisch", *names[1:]]
    guest.go("/").send("/language", language="de")
    guest.go(address)
    assert guest.page.xpath("//nav[@class='tabs']/a/text()")[:2] == ["Stammtisch", "Weiche Wertung"]


def test_saving_a_usual_ladder_in_another_language_does_not_rename_it(
    app: Flask, guest: Guest
) -> None:
    address = season(guest)
    desk = app.extensions[EXTENSION].desk
    _, _, club_id, _, season_id = address.split("/")
    (stored, *_) = ladders.list_ladders(desk, club_id=club_id, season_id=season_id)
    assert stored.name == "Geld"
    guest.go("/").send("/language", language="en")
    guest.go(f"{address}/ladders/{stored.id}").send("", min_nights="3")
    (changed, *_) = ladders.list_ladders(desk, club_id=club_id, season_id=season_id)
    assert (changed.name, changed.min_nights, changed.version) == ("Geld", 3, 2)
    # A new one is not called as another is shown, in whatever language.
    for name in ("Money", "geld", "Attendance"):
        guest.go(f"{address}/ladders/new").send("", name=name)
        assert guest.status == 422
        assert "by what it counts otherwise" in guest.text
    assert len(ladders.list_ladders(desk, club_id=club_id, season_id=season_id)) == 6


def test_shares_have_no_space_in_english(guest: Guest) -> None:
    address = season(guest)
    guest.go(address)
    person = guest.page.xpath("//td[@class='who']/a/@href")[0]
    guest.go(person)
    assert "(50,0 %)" in guest.text
    guest.go("/").send("/language", language="en")
    guest.go(person)
    assert "(50.0%)" in guest.text
