"""The invented half season is one that could have been, and the same again for the same seed."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from scorekeeper.clock import system_clock
from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import demo
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services.database import upgrade
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.views import ClubView
from scorekeeper.services.views import LedgerView
from scorekeeper.services.views import NightState

UNTIL = date(2026, 11, 27)


def filled(folder: Path, name: str) -> tuple[Desk, ClubView]:
    url = f"sqlite:///{folder}/{name}.db"
    upgrade(url)
    desk = open_desk(url, system_clock, "Anni")
    return desk, demo.fill(desk, seed=3, last_evening=UNTIL, progress=lambda _done, _all: None)


@pytest.fixture(scope="module")
def season(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Desk, ClubView, list[LedgerView]]]:
    desk, club = filled(tmp_path_factory.mktemp("demo"), "first")
    evenings = nights.list_nights(desk, club_id=club.id)
    books = [ledger.night_ledger(desk, club_id=club.id, night_id=one.id) for one in evenings]
    yield desk, club, books
    desk.close()


def test_it_has_twenty_evenings_of_three_games(
    season: tuple[Desk, ClubView, list[LedgerView]],
) -> None:
    _, club, books = season
    assert club.night_count == demo.NIGHTS == len(books)
    games = Counter(deal.game for book in books for deal in book.deals)
    assert set(games) == {"bolachen", "wallachen", "watten"}
    assert min(games.values()) > 50
    assert any(len(book.tables) == 2 for book in books)


def test_it_has_what_happens_to_people(season: tuple[Desk, ClubView, list[LedgerView]]) -> None:
    _, _, books = season
    deals = [deal for book in books for deal in book.deals]
    assert any(deal.state == "undone" for deal in deals)
    assert any(deal.history and deal.reason for deal in deals)
    assert any(deal.haferl_after for deal in deals)
    kinds = Counter(event.kind for book in books for event in book.events)
    assert kinds["haferl_divided"]
    assert kinds["payment"]
    assert kinds["carry"]
    assert any(deal.game == "watten" and any(deal.changes.values()) for deal in deals), (
        "somebody pays for a Bummerl"
    )


def test_the_last_evening_is_open_and_the_one_before_not_all_paid(
    season: tuple[Desk, ClubView, list[LedgerView]],
) -> None:
    _, _, books = season
    states = [book.night.state for book in books]
    assert states[0] == NightState.OPEN
    assert books[0].night.date == UNTIL
    assert states[1] == NightState.CLOSED
    assert set(states[2:]) == {NightState.SETTLED}


def test_its_ledger_agrees(season: tuple[Desk, ClubView, list[LedgerView]]) -> None:
    desk, club, _ = season
    assert not list(ledger.verify(desk, club_id=club.id, records=True))


def test_its_purse_shows_what_a_treasurer_does(
    season: tuple[Desk, ClubView, list[LedgerView]],
) -> None:
    desk, club, _ = season
    found = cash_book.get_purse(desk, club_id=club.id)
    assert found.agrees
    assert found.cash > 0
    assert found.bank > 0
    kinds = Counter(one.kind for one in cash_book.list_bookings(desk, club_id=club.id, limit=200))
    assert {
        *("opening", "fee", "fine", "host_share", "expense", "income"),
        *("member_payment", "money_moved", "counted"),
    } <= set(kinds)
    closed = [one for one in closings.closing_log(desk, club_id=club.id) if one.month]
    months = {f"{one.night.date:%Y-%m}" for one in season[2]}
    assert len(closed) == len(months) - 1
    owed = [cents for _, cents in accounts_of(desk, club)]
    assert any(cents < 0 for cents in owed)


def accounts_of(desk: Desk, club: ClubView) -> list[tuple[str, int]]:
    found = cash_book.list_accounts(desk, club_id=club.id)
    return [(one.member.name, one.cents) for one in found]


def test_the_same_seed_gives_the_same_season(
    season: tuple[Desk, ClubView, list[LedgerView]], tmp_path: Path
) -> None:
    desk, club, _ = season
    again = filled(tmp_path, "again")
    assert totals(desk, club) == totals(*again)
    again[0].close()


def totals(desk: Desk, club: ClubView) -> dict[str, int]:
    names = {one.id: one.name for one in members.list_members(desk, club_id=club.id)}
    (one,) = seasons.list_seasons(desk, club_id=club.id)
    found = seasons.get_season(desk, club_id=club.id, season_id=one.id)
    return {names[member.id]: cents for member, cents in found.totals}
