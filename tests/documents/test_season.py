"""A season's report: every place, the marks, the chart, and the head it was made from."""

import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.documents.child import render_pdf
from scorekeeper.documents.facts import digest
from scorekeeper.documents.season_html import season_html
from scorekeeper.services import documents
from scorekeeper.services import nights
from scorekeeper.services.deals import record_deal
from scorekeeper.services.desk import Desk
from scorekeeper.services.ledger import night_ledger
from scorekeeper.services.members import members_named
from scorekeeper.services.season_paper import season_facts


@pytest.fixture
def season(desk: Desk) -> tuple[str, str]:
    """Play two evenings: Anna makes a game on each, Bert one on the second."""
    club = season_id = ""
    for number, declarers in enumerate((["Anna"], ["Anna", "Bert"]), 1):
        table = nights.quick_night(
            desk,
            names=["Anna", "Bert", "Caro"],
            game="bolachen",
            tariff=10,
            options={},
            key=f"night-{number:04}",
        )
        club = table.club.id
        people = {person.name: person.member_id for person in table.people}
        for at, name in enumerate(declarers):
            record_deal(
                desk,
                club_id=club,
                table_id=table.id,
                said={
                    "contract": {"declarer": people[name], "kind": "brand", "trump": "H"},
                    "tricks_taken": {people[name]: 6},
                },
                key=f"deal-{number}-{at:04}",
            )
        nights.close_night(desk, club_id=club, night_id=table.night.id, key=f"close-{number:04}")
        season_id = nights.get_night(desk, club_id=club, night_id=table.night.id).season_id or ""
    return club, season_id


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_it_states_the_places_and_the_money(desk: Desk, season: tuple[str, str]) -> None:
    club_id, season_id = season
    facts = season_facts(desk, club_id=club_id, season_id=season_id)
    # Each game made brings its declarer ten cents from both others.
    assert facts.lines == (("Anna", (20, 30)), ("Bert", (-10, 0)), ("Caro", (-10, -30)))
    assert next(len(ladder.rows) for ladder in facts.ladders) == 3
    assert facts.days == (date(2026, 11, 27), date(2026, 11, 27))
    last = night_ledger(
        desk, club_id=club_id, night_id=nights.list_nights(desk, club_id=club_id)[0].id
    )
    assert facts.hash == last.hash
    german = plain(season_html(facts, language="de"))
    for words in ("1. = Anna +0,30 2 3", "Bert 0,00 2 3", "Caro −0,30 2 3"):
        assert words in german
    assert "Made from the ledger up to entry" in plain(season_html(facts, language="en"))


def test_it_is_made_once_and_again_when_something_changed(
    desk: Desk, season: tuple[str, str]
) -> None:
    club_id, season_id = season
    first = documents.request_season(desk, club_id=club_id, season_id=season_id, language="de")
    again = documents.request_season(desk, club_id=club_id, season_id=season_id, language="de")
    other = documents.request_season(desk, club_id=club_id, season_id=season_id, language="en")
    assert first.id == again.id != other.id
    members_named(desk, club_id=club_id, names=["Dora"])
    night = nights.start_night(desk, club_id=club_id, key="night-0003")
    assert night.season_id == season_id
    same = documents.request_season(desk, club_id=club_id, season_id=season_id, language="de")
    assert same.id == first.id


def test_the_paper_can_be_read(desk: Desk, season: tuple[str, str], tmp_path: Path) -> None:
    club_id, season_id = season
    facts = season_facts(
        desk, club_id=club_id, season_id=season_id, public_url="https://karten.example.org"
    )
    assert facts.url == ""
    path = tmp_path / "season.pdf"
    path.write_bytes(render_pdf(season_html(facts, language="de")))
    text = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], check=True, capture_output=True, text=True
    ).stdout
    assert "+0,30" in text
    assert "Wie das Geld lief" in text
    assert digest(facts, language="de") != digest(facts, language="en")
