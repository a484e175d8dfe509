"""The page of an import: it asks with the rows in doubt, and what is pressed answers."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Config
from scorekeeper.services import import_looking
from scorekeeper.services import imports
from scorekeeper.web.pages import EXTENSION
from tests.web.guest import Guest
from tests.web.test_files import files
from tests.web.test_files import hand_in
from tests.web.test_files import press
from tests.web.test_files import work

__all__ = ["files"]  # a fixture

SHEETS = Path(__file__).parents[1] / "corpus" / "imports"


def handed_in(guest: Guest, files: str, name: str) -> Guest:
    return hand_in(guest, files, (SHEETS / name).read_bytes(), name)


def texts(guest: Guest, path: str) -> list[str]:
    """Return what stands in each element, its parts with a blank between them."""
    found = guest.page.xpath(path)
    said = [" ".join(" ".join(one.itertext()).split()).replace("\xa0", " ") for one in found]
    return [one.replace(" ,", ",") for one in said]


def booked(guest: Guest) -> list[str]:
    """Return the first rows as the page says they will be booked."""
    return texts(guest, "//section[@id='booked']//li")


def asked(guest: Guest) -> list[str]:
    """Return the rows in doubt as they stand in the file."""
    return texts(guest, "//section[@id='questions']//tr[@class='asked']")


def in_the_end(guest: Guest, config: Config) -> str:
    """Bring it in, and return what the list of evenings says."""
    guest.send("/confirm")
    assert guest.status == 200, guest.text
    work(config)
    assert "Eingelesen" in guest.go(guest.place).text
    return guest.go(guest.place.split("files/")[0]).text.replace("\xa0", " ")


def test_a_row_that_may_be_a_total_is_shown_among_its_neighbours(
    guest: Guest, files: str, config: Config
) -> None:
    handed_in(guest, files, "three-and-sum.csv")
    assert asked(guest) == ["5 Ruf -0,30 0,30 0,00"]
    around = guest.page.xpath("//section[@id='questions']//tbody/tr/th/text()")
    assert around == ["4", "5"]
    heads = guest.page.xpath("//section[@id='questions']//thead//th/text()")
    assert heads == ["Datum", "Spielart", "Anna", "Bert", "Caro"]
    assert not [form for form in guest.page.forms if "confirm" in (form.get("action") or "")]
    press(guest, "Das ist eine Summe")
    assert "Zeile 5 ist eine Summe." in guest.text
    assert asked(guest) == []
    assert booked(guest)[0] == "2 Fr., 6.11.2026 · Brand Anna +0,20 €, Bert −0,10 €, Caro −0,10 €"
    press(guest, "doch nicht")
    press(guest, "Das ist ein Spiel")
    assert "4 Zeilen" in in_the_end(guest, config)


def test_what_stands_first_in_a_day_is_pressed(guest: Guest, files: str) -> None:
    hand_in(guest, files, "Datum;Anna;Bert\n3/4/2026;1,50;-1,50\n10/4/2026;2;-2\n")
    assert asked(guest) == ["2 3/4/2026 1,50 -1,50", "3 10/4/2026 2 -2"]
    press(guest, "Der Monat steht vorn")
    assert "In den Daten steht der Monat vorn." in guest.text
    assert [one[:17] for one in booked(guest)] == ["2 Mi., 4.3.2026 A", "3 So., 4.10.2026 "]
    press(guest, "doch nicht")
    assert len(asked(guest)) == 2


def test_rows_are_decided_about_one_by_one(guest: Guest, files: str) -> None:
    handed_in(guest, files, "evenings-end-in-sum.csv")
    assert len(asked(guest)) == 2
    form = next(one for one in guest.page.forms if "row-5" in one.fields)
    fields = dict(form.form_values()) | {"row-5": "total", "row-9": "deal"}
    guest.read(guest.client.post(form.get("action"), data=fields), guest.place)
    assert asked(guest) == []
    assert "Zeile 5 ist eine Summe." in guest.text
    assert "Zeile 9 ist ein Spiel." in guest.text
    assert "Eine Zeile zählt nicht mit" in guest.text


def test_a_total_that_was_left_out_can_be_overruled(
    guest: Guest, files: str, config: Config
) -> None:
    handed_in(guest, files, "upper.csv")
    (left_out,) = texts(guest, "//section[@id='left-out']//li")
    assert left_out.startswith("8 Summe SUMME · -1,00")
    press(guest, "doch ein Spiel")
    assert not guest.page.xpath("//section[@id='left-out']")
    assert "4 Zeilen" in in_the_end(guest, config)


@pytest.mark.parametrize(
    ("sheet", "words", "then"),
    [
        ("running-remarks.csv", "Es ist der laufende Stand", "3 Fr., 6.11.2026 · Brand Anna +2,00"),
        ("running-remarks.csv", "Jede Zeile ist ein Spiel", "3 Fr., 6.11.2026 · Brand Anna +4,00"),
        ("misses-zero", "Den Rest auf die Kasse buchen", "Vereinskasse +0,50 €"),
        ("sums-beside.xlsx", "Blatt „Abende“ nehmen", "2 Fr., 6.11.2026 Anna +2,00"),
        ("cents-plain.csv", "Es sind Cent", "2 Fr., 6.11.2026 Anna +1,50 €, Bert −1,50 €"),
    ],
)
def test_what_is_pressed_answers(
    guest: Guest, files: str, sheet: str, words: str, then: str
) -> None:
    if sheet == "misses-zero":
        hand_in(guest, files, "Datum;Anna;Bert\n6.11.2026;2,00;-2,50\n13.11.2026;1,00;-1,00\n")
    else:
        handed_in(guest, files, sheet)
    press(guest, words)
    assert not guest.page.xpath("//section[@id='questions']")
    assert any(then in one for one in booked(guest)), booked(guest)
    assert [form for form in guest.page.forms if "confirm" in (form.get("action") or "")]


def test_the_unit_is_said_and_shown_by_an_amount_of_the_file(guest: Guest, files: str) -> None:
    handed_in(guest, files, "cents-plain.csv")
    said = guest.text.replace("\xa0", " ")
    assert "„150“ = 150,00 €" in said
    assert "Zahlen ohne Komma gelten als Euro." in said
    press(guest, "Es sind Cent")
    assert "„150“ = 1,50 €" in guest.text.replace("\xa0", " ")


def test_a_column_nobody_knows_is_shown_with_its_first_rows(guest: Guest, files: str) -> None:
    handed_in(guest, files, "purse-topf.csv")
    assert guest.page.xpath("//section[@id='questions']//tbody/tr")
    (choice,) = guest.page.xpath("//section[@id='questions']//select")
    form = choice.getparent().getparent()
    fields = dict(form.form_values()) | {choice.get("name"): "purse"}
    guest.read(guest.client.post(form.get("action"), data=fields), guest.place)
    assert "Vereinskasse" in booked(guest)[0]
    assert not guest.page.xpath("//section[@id='questions']")


def test_a_grown_sheet_offers_only_what_is_new_or_to_replace_the_old_one(
    guest: Guest, files: str, config: Config
) -> None:
    handed_in(guest, files, "season-1.csv").send("/confirm")
    work(config)
    handed_in(guest, files, "season-2.csv")
    assert len(asked(guest)) == 2
    press(guest, "Nur die neuen Zeilen einlesen")
    assert "steht schon im Buch" in guest.text
    assert len(booked(guest)) == 1
    press(guest, "doch nicht")
    press(guest, "Import 1 dadurch ersetzen")
    assert len(booked(guest)) == 3
    guest.send("/confirm")
    work(config)
    guest.go(files)
    assert "zurückgenommen" in guest.text


def test_problems_stand_there_with_their_rows(guest: Guest, files: str) -> None:
    hand_in(guest, files, "Datum;Anna;Bert\n6.11.2026;1;-1\n;x,y;1\n;2;-2\n")
    assert texts(guest, "//section[@id='problems']//tr[@class='asked']") == ["3 x,y 1"]
    around = guest.page.xpath("//section[@id='problems']//table[@class='sheet-grid']/tbody/tr/th")
    assert [one.text for one in around] == ["2", "3", "4"]


def test_what_cannot_be_an_answer_is_a_sentence(guest: Guest, files: str) -> None:
    handed_in(guest, files, "three-and-sum.csv")
    form = next(one for one in guest.page.forms if "/answer" in (one.get("action") or ""))
    for wrong in ({"row-99": "total"}, {"rows": "x"}, {"replace": "77"}, {"sheet": "x"}):
        fields = {"csrf_token": form.fields["csrf_token"], **wrong}
        guest.read(guest.client.post(form.get("action"), data=fields), guest.place)
        assert guest.status == 422, wrong
        assert "Traceback" not in guest.text


def test_days_that_can_be_read_in_two_ways_are_asked_about(guest: Guest, files: str) -> None:
    handed_in(guest, files, "slashes.csv")
    assert "Der Monat steht vorn" in guest.text
    press(guest, "Der Tag steht vorn")
    assert booked(guest)[0].startswith("2 Fr., 3.4.2026")
    assert "In den Daten steht der Tag vorn." in guest.text


def test_what_no_button_answers_says_what_to_do(guest: Guest, files: str) -> None:
    handed_in(guest, files, "two-tables-below.csv")
    assert "eine eigene Datei" in guest.text
    assert "--mapping" not in guest.text


def test_deals_in_lines_that_came_before_count_again_only_if_said(
    guest: Guest, files: str, config: Config
) -> None:
    content = (Path(__file__).parents[1] / "corpus" / "sheets" / "deals.jsonl").read_bytes()
    hand_in(guest, files, content, "deals.jsonl").send("/confirm")
    work(config)
    hand_in(guest, files, content, "deals.jsonl")
    assert "schon eingelesen (Import 1)" in guest.text
    place = guest.place
    guest.send("/confirm")
    assert guest.status == 422
    guest.go(place).send("/confirm", again="yes")
    assert guest.status == 200
    work(config)
    assert "Eingelesen" in guest.go(place).text


LINES = "Datum;Anna;Bert\n" + "6.11.2026;1,50;-1,50\n7.11.2026;-3,50;3,50\n" * 15_000


def test_a_large_sheet_is_looked_through_by_a_worker(
    guest: Guest, files: str, config: Config
) -> None:
    assert len(LINES) > import_looking.TEXT_AT_ONCE
    hand_in(guest, files, LINES)
    place = guest.place
    assert "wird gerade durchgesehen" in guest.text
    assert guest.answer is not None
    assert guest.answer.headers["Refresh"] == "1"
    assert not [form for form in guest.page.forms if "confirm" in (form.get("action") or "")]
    assert "wird durchgesehen" in guest.go(files).text
    work(config)
    guest.go(place)
    assert booked(guest)[0] == "2 Fr., 6.11.2026 Anna +1,50 €, Bert −1,50 €"
    guest.send("/columns", rows="running")
    assert "wird gerade durchgesehen" in guest.text
    assert not booked(guest)
    work(config)
    guest.go(place)
    assert booked(guest)[1] == "3 Sa., 7.11.2026 Anna −5,00 €, Bert +5,00 €"


def test_what_a_worker_cannot_read_stands_with_the_import(
    guest: Guest, files: str, config: Config, app: Flask
) -> None:
    hand_in(guest, files, "a;b\n" * 200_001)
    place = guest.place
    desk = app.extensions[EXTENSION].desk
    club_id, import_id = place.split("/")[2], place.rsplit("/", 1)[1]
    with pytest.raises(Exception, match="import_state"):
        imports.confirm(desk, club_id=club_id, import_id=import_id)
    work(config)
    assert "höchstens 200000 Zeilen" in guest.go(place).text
    with pytest.raises(Exception, match="import_state"):
        imports.confirm(desk, club_id=club_id, import_id=import_id)
    guest.send("/drop")
    assert "verworfen" in guest.text
