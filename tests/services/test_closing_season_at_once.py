"""A season is closed while others still correct, reopen and begin its evenings: one comes first."""

import threading
from collections.abc import Callable

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import closings
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import verify
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import NightState
from scorekeeper.store import entries
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick

ROUNDS = 3
Work = Callable[[str], object]
REFUSED = {
    ErrorCode.SEASON_CLOSED,
    ErrorCode.SEASON_UNFINISHED,
    ErrorCode.NIGHT_NOT_OPEN,
    ErrorCode.NIGHT_NOT_CLOSED,
    ErrorCode.STORE_BUSY,
}


def settled(desk: Desk, keys: Keys, *, played: bool = True) -> Round:
    table = quick(desk, "Anna Bert Caro", "bolachen", keys=keys)
    if played:
        table.record(brand(table.id("Anna"), 7))
    table.close()
    settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, mode="carry", key=keys()
    )
    return table


def test_nothing_of_a_season_is_written_after_its_closing(desk: Desk) -> None:
    keys = Keys()
    for turn in range(ROUNDS):
        # An evening without deals is opened again without an entry, and must be refused as well.
        tables = [settled(desk, keys, played=place != 1) for place in range(3)]
        club_id = tables[0].club_id
        (season,) = seasons.list_seasons(desk, club_id=club_id)
        _at_once(_works(desk, tables, season.id, turn), turn)
        _nothing_after_the_closing(desk, club_id, season.id)
        _tidy(desk, club_id, season.id, keys)
    assert verify.verify(desk) == []


def _works(desk: Desk, tables: list[Round], season_id: str, turn: int) -> list[Work]:
    first, empty, last = tables
    club = {"club_id": first.club_id}
    deal, bert = first.see().deals[0].id, first.id("Bert")
    return [
        lambda key: closings.close_season(desk, season_id=season_id, key=key, **club),
        lambda key: first.correct(deal, brand(bert, 6 + turn % 3), key=key),
        lambda key: nights.reopen_night(desk, night_id=empty.night_id, key=key, **club),
        lambda key: nights.start_night(desk, key=key, **club),
        lambda key: nights.void_night(
            desk, night_id=last.night_id, reason="Probe", key=key, **club
        ),
    ]


def _at_once(works: list[Work], turn: int) -> None:
    start = threading.Barrier(len(works))
    odd: list[BaseException] = []

    def run(place: int, work: Work) -> None:
        start.wait()
        try:
            work(f"turn-{turn}-{place}")
        except ScorekeeperError as error:
            if error.code not in REFUSED:
                odd.append(error)
        except BaseException as error:
            odd.append(error)

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert odd == []


def _nothing_after_the_closing(desk: Desk, club_id: str, season_id: str) -> None:
    last = closings.closing_log(desk, club_id=club_id, limit=1)
    if not last or last[0].kind != "season_closed":
        return
    found = nights.list_nights(desk, club_id=club_id)
    assert all(
        night.state is not NightState.OPEN for night in found if night.season_id == season_id
    )
    with desk.store.read() as tx:
        late = [
            row.number for row, _ in entries.in_order(tx, club_id) if row.number > last[0].entry
        ]
    assert late == []


def _tidy(desk: Desk, club_id: str, season_id: str, keys: Keys) -> None:
    """Open the season again and make an end of what still goes on."""
    args = {"club_id": club_id}
    if seasons.list_seasons(desk, **args)[0].closed:
        closings.reopen_season(
            desk, season_id=season_id, reason="nächste Runde", key=keys(), **args
        )
    for night in nights.list_nights(desk, **args):
        if night.state is NightState.OPEN:
            nights.void_night(desk, night_id=night.id, reason="Probe", key=keys(), **args)
        elif night.state is NightState.CLOSED:
            settlement.propose_settlement(desk, night_id=night.id, mode="carry", key=keys(), **args)
