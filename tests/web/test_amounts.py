"""A sheet typed in on its page, seen in the night's list, told anew and taken back."""

from flask import Flask

from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest


def night_of_last_winter(guest: Guest) -> str:
    """Begin a night on a past day, and go to its sheet."""
    guest.begin("bolachen", "Anna", "Bert", "Caro")
    club = guest.place.split("/t/")[0]
    guest.go(club + "/nights/new").send("", date="2026-01-09", place="Post")
    assert guest.page.xpath("//a[contains(@href,'/sheet')]/@href")
    found: str = guest.page.xpath("//a[contains(@href,'/sheet')]/@href")[0]
    return found


def lines_of(guest: Guest) -> list[str]:
    """Return who has a line of the sheet, "" for those that are free."""
    return [str(value) for value in guest.page.xpath("//input[@name='name']/@value")]


def test_a_sheet_is_typed_in_and_told_anew(guest: Guest, app: Flask) -> None:
    sheet = night_of_last_winter(guest)
    guest.go(sheet)
    names = lines_of(guest)
    assert names == ["Anna", "Bert", "Caro", "", "", "", ""]
    typed = ["3,40", "", "", "0,60", "", "", ""]
    names[3] = "Dora"
    guest.send("", name=names, plus=typed, minus=["", "4", "", "", "", "", ""], why="Zettel 9")
    assert guest.status == 200
    night = guest.place
    assert "Zettel: Zettel 9" in guest.text
    assert "+3,40" in guest.text
    assert "+0,60" in guest.text
    row = guest.page.xpath("//tr[.//a[contains(@href,'/sheet/')]]")[0]
    guest.go(row.xpath(".//a/@href")[0])
    assert lines_of(guest)[:4] == ["Anna", "Bert", "Dora", "Caro"]
    free = [""] * 7
    guest.send("", plus=["4", *free], minus=["", "4", *free[1:]], why="verlesen")
    assert guest.place == night
    assert guest.page.xpath("count(//tr[@class='was'])") == 1
    links = guest.page.xpath("//tr//a[contains(@href,'/sheet/')]/@href")
    guest.go(links[1]).send("", button=("do", "undo"), why="falscher Abend")
    assert guest.page.xpath("count(//tr[@class='was'])") == 2
    assert verified(app) == []


def verified(app: Flask) -> list[str]:
    from scorekeeper.services.verify import verify

    return verify(app.extensions[EXTENSION].desk, records=True)


def test_what_is_missing_is_said_and_nothing_typed_is_lost(guest: Guest) -> None:
    sheet = night_of_last_winter(guest)
    guest.go(sheet)
    names = lines_of(guest)
    names[3] = "Dora"
    plus = ["3,40", "", "", "", "", "", ""]
    guest.send("", name=names, plus=plus, minus=["", "2", "", "1", "", "", ""], why="Zettel")
    assert guest.status == 422
    assert "es fehlen −0,40 €" in guest.text
    assert guest.page.xpath("//input[@name='plus']/@value")[0] == "3,40"
    # Dora is no member before the sheet adds up.
    club = sheet.split("/n/")[0]
    assert "Dora" not in Guest.go(guest, club + "/members/").text
    guest.go(sheet).send("", plus=["x", *plus[1:]], minus=[""] * 7, why="Zettel")
    assert guest.status == 422
    assert len(guest.errors()) == 1
    guest.go(sheet).send("", plus=["1", *plus[1:]], minus=["1", *plus[1:]][:1] + [""] * 6, why="z")
    assert "nur Plus oder nur Minus" in guest.text
    guest.go(sheet).send("", plus=["1", *[""] * 6], minus=["", "1", *[""] * 5], why=" ")
    assert guest.status == 422
