"""Disputes and rulings without script: opened, decided, appealed, looked up."""

from typing import Any

import pytest

from tests.web.guest import Guest

LOST: dict[str, Any] = {"declarer": "Anna", "play": "7", "tricks": 4, "trump": "H"}


def deal_of(guest: Guest) -> str:
    """Play a night with one deal and return the address of the deal."""
    table = guest.begin("wallachen", "Anna", "Bert", "Caro").place
    guest.enter(table, **LOST)
    return str(guest.go(table).page.xpath("//li[contains(@class,'deal')]//a/@href")[0])


def member(guest: Guest, name: str) -> str:
    return str(guest.page.xpath(f"//select[@name='by']/option[text()='{name}']/@value")[0])


def disputed(guest: Guest, **typed: Any) -> str:
    """Open a dispute about a revoke by Bert and return the address of its page."""
    deal = deal_of(guest)
    guest.go(f"{deal}/rulings/new")
    said: dict[str, Any] = {"reason": "Bert hatte noch Gras", "offence": "revoke", "trick": "5"}
    guest.send("", by=member(guest, "Bert"), **{**said, **typed})
    assert guest.status == 200
    return guest.place


def test_a_dispute_marks_the_deal_and_shows_both_outcomes(guest: Guest) -> None:
    place = disputed(guest)
    assert "Bert: nicht zugegeben, Stich 5" in guest.text
    assert "Wie gespielt" in guest.text
    assert "Nach dem Vorwurf" in guest.text
    assert "Regel I2, Renonce zu dritt" in guest.text
    assert len(guest.page.xpath("//article[@data-outcome]")) == 2
    guest.go(guest.page.xpath("//main//a[contains(@href,'/d/')]/@href")[0])
    assert "strittig" in guest.text
    assert guest.page.xpath(f"//a[@href='{place}']")
    assert not guest.page.xpath("//a[contains(@href,'/rulings/new')]")
    guest.go(guest.page.xpath("//main//a[contains(@href,'/t/')]/@href")[0])
    assert "strittig" in guest.text
    guest.go(guest.page.xpath("//main//a[contains(@href,'/n/')]/@href")[0])
    assert "strittig" in guest.text


def test_accepting_books_it_and_an_appeal_opens_it_again(guest: Guest) -> None:
    disputed(guest)
    forms = [one for one in guest.page.forms if (one.get("action") or "").endswith("/rule")]
    assert forms[0].fields["choice"] == "proposed"
    guest.send("/rule")
    assert guest.status == 200
    assert "So ist es entschieden" in guest.text
    guest.send("/appeal", reason="")
    assert guest.errors() == ["Bitte ausfüllen."] or guest.status == 422
    guest.send("/appeal", reason="Caro hat es anders gesehen")
    assert "hat Einspruch erhoben" in guest.text
    last = [one for one in guest.page.forms if (one.get("action") or "").endswith("/rule")][-1]
    data = {**dict(last.form_values()), "choice": "as_played", "reason": "Es war doch recht"}
    guest.read(guest.client.post(last.get("action"), data=data), last.get("action"))
    assert guest.status == 200
    assert "Es bleibt, wie gespielt" in guest.text
    assert guest.page.xpath("//li[@data-step]/@data-step") == [
        *("opened", "ruled", "appealed", "ruled")
    ]


def test_remembered_tricks_come_over_from_the_verdict(guest: Guest) -> None:
    deal = deal_of(guest)
    guest.go(f"{deal}/dispute").send("", told_a="5 Anna: GO H9 GA\n8 Bert: G8 H8 H7\nfrage Bert 5")
    guest.send("/rulings/new", button=("do", "ask"))
    assert "5 Anna: GO H9 GA" in guest.page.xpath("//textarea[@name='told']")[0].text
    guest.send("", reason="Bert hatte noch Gras")
    assert "Bert: nicht zugegeben, Stich 5" in guest.text
    assert "Regel W19" in guest.text
    assert "Bert durfte Herz 9 im 5. Stich nicht zugeben." in guest.text
    assert "Erlaubt war Gras 8." in guest.text


def test_what_is_missing_is_said_at_its_field(guest: Guest) -> None:
    deal = deal_of(guest)
    guest.go(f"{deal}/rulings/new").send("", offence="revoke")
    assert guest.status == 422
    guest.send("", reason="Streit", offence="revoke")
    assert "Bitte sagen, wem es vorgeworfen wird." in guest.errors()
    guest.send("", offence="", told="so ein Unsinn")
    assert any("lassen sich nicht lesen" in one for one in guest.errors())
    guest.send("", told="")
    assert guest.status == 200
    last = guest.form("/rule")
    data = {**dict(last.form_values()), "choice": "as_played", "reason": ""}
    guest.read(guest.client.post(last.get("action"), data=data), last.get("action"))
    assert guest.status == 422
    assert any("Grund" in one for one in guest.errors())
    data = {**dict(last.form_values()), "choice": "other", "reason": "weil"}
    guest.read(guest.client.post(last.get("action"), data=data), last.get("action"))
    assert guest.errors() == ["Bitte sagen, was vorgeworfen wird."]


def test_the_book_is_linked_and_searched(guest: Guest) -> None:
    place = disputed(guest)
    guest.go(guest.page.xpath("//nav//a[text()='Entscheidungen']/@href")[0])
    assert "Bert: nicht zugegeben, Stich 5" in guest.text
    book = guest.place
    for query, there in (("q=gras", 1), ("q=bert+GRAS", 1), ("q=nix", 0), ("rule=i2", 1)):
        guest.go(f"{book}?{query}")
        assert len(guest.page.xpath(f"//a[@href='{place}']")) == there, query
    assert "Dazu gibt es keine" in guest.go(f"{book}?game=watten&rule=W19").text
    assert guest.go(f"{book}?game=skat&before=x").status == 200


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_page_speaks_both_languages(guest: Guest, lang: str) -> None:
    place = disputed(guest)
    guest.send("/language", language=lang)
    said = guest.go(place).text
    assert ("Wie gespielt" if lang == "de" else "As played") in said
    guest.send("/rule")
    assert ("entschieden" if lang == "de" else "decided") in guest.text


def test_a_dispute_of_another_club_is_not_found(guest: Guest) -> None:
    place = disputed(guest)
    other = place.replace(place.split("/")[2], "0" * 36)
    assert guest.go(other).status == 404
    assert guest.go(f"{place[:-36]}{'0' * 36}").status == 404


@pytest.mark.parametrize(
    "told",
    [
        '{"tricks": [{"n": 5, "lead": ["Anna"], "cards": [1]}], "hands": {"Anna": 3}}',
        '{"tricks": 5, "held": [7], "ask": null}',
        "{kein JSON",
    ],
)
def test_odd_records_are_kept_without_a_verdict(guest: Guest, told: str) -> None:
    deal = deal_of(guest)
    guest.go(f"{deal}/rulings/new").send("", reason="Streit", told=told)
    assert guest.status == 200
    assert "Streit" in guest.text


def test_a_record_pasted_as_json_is_judged(guest: Guest) -> None:
    deal = deal_of(guest)
    told = (
        '{"tricks": [{"n": 5, "lead": "Anna", "cards": ["GO", "H9", "GA"]},'
        ' {"n": 8, "lead": "Bert", "cards": ["G8", "H8", "H7"]}]}'
    )
    guest.go(f"{deal}/rulings/new").send("", reason="Streit", told=told)
    assert "Regel W19" in guest.text
