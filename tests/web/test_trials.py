"""The pages on which other house rules are tried on a season."""

import threading

from scorekeeper.config import Config
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from tests.web.guest import Guest


def work(config: Config) -> None:
    run(
        Workplace(database_url=config.database_url, folder=config.data / "documents"),
        stop=threading.Event(),
        until_idle=True,
    )


def trial_of(guest: Guest) -> str:
    """Play a Mord and return the address where other rules are tried on its season."""
    table = guest.begin("bolachen", "Anna", "Bert", "Caro").place
    guest.enter(table, declarer="Anna", play="mord", tricks=10)
    assert guest.status == 200
    club = table.split("/t/")[0]
    season = guest.go(club + "/seasons/").page.xpath("//main//a[contains(@href, '/seasons/')]")
    address: str = season[0].get("href") + "/ladders/"
    guest.go(address)
    return str(guest.page.xpath("//main//a[contains(@href, '/trial/')]/@href")[0])


def test_a_season_is_scored_by_other_rules_and_nothing_changes(
    guest: Guest, config: Config
) -> None:
    address = trial_of(guest)
    club = address.split("/seasons/")[0]
    guest.go(club + "/house-rules/new/bolachen?preset=mord_at_five")
    guest.send("/bolachen", name="Mord um fünf")
    guest.go(address)
    wanted = guest.page.xpath("//label[contains(., 'Mord um fünf')]/input/@value")[0]
    guest.send("/trial/", rules=wanted)
    place = guest.place
    assert "Nachrechnen" in guest.text
    assert guest.answer is not None
    assert guest.answer.headers["Refresh"] == "1"
    work(config)
    guest.go(place)
    assert "Anders ausgegangen: 1" in guest.text
    first = guest.page.xpath("(//table[@class='sides'])[1]/tbody/tr[1]/*")
    cells = [cell.text_content().replace("\u00a0", " ") for cell in first]
    assert cells == ["Anna", "1. → 1.", "+0,60 €", "+1,00 €", "6 → 10"]
    assert "Anna +1,00 €, Bert −0,50 €, Caro −0,50 €" in guest.text
    guest.go(address.removesuffix("trial/") + "ladders/")
    assert guest.status == 200


def test_without_rules_it_is_asked_again(guest: Guest) -> None:
    guest.go(trial_of(guest))
    guest.send("/trial/", first="viele")
    assert guest.status == 422
    assert len(guest.errors()) == 2
