"""Ladders as people make them, what is kept after an upgrade, and what verifying finds."""

from typing import Any

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import database
from scorekeeper.services import forming
from scorekeeper.services import ladders
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import ratings
from scorekeeper.services import seasons
from scorekeeper.services import standings
from scorekeeper.services import statistics
from scorekeeper.services import tallying
from scorekeeper.services.amounts import record_amounts
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick

NAMES = "Anna Bert Caro"


@pytest.fixture
def played(desk: Desk) -> Round:
    """Two nights of Bolachen, the first closed."""
    first = quick(desk, NAMES, "bolachen")
    for name, tricks in (("Anna", 7), ("Bert", 4), ("Anna", 6)):
        first.record(brand(first.id(name), tricks))
    first.close()
    second = quick(desk, NAMES, "bolachen", keys=first.keys)
    second.record(brand(second.id("Caro"), 8))
    return second


def season_of(table: Round) -> str:
    return seasons.list_seasons(table.desk, club_id=table.club_id)[0].id


def shown(table: Round, **more: Any) -> standings.StandingsView:
    return standings.standings(
        table.desk, club_id=table.club_id, season_id=season_of(table), **more
    )


def test_a_season_begins_with_the_usual_ladders(played: Round) -> None:
    found = ladders.list_ladders(played.desk, club_id=played.club_id, season_id=season_of(played))
    assert [one.name for one in found] == [
        *("Geld", "Weiche Wertung", "Gewonnene Ansagen", "Bettel und Mord", "Bummerl", "Teilnahme")
    ]
    assert {one.version for one in found} == {1}
    assert len({one.seed for one in found}) == 6


def test_an_open_night_counts_at_once(played: Round) -> None:
    rows = shown(played).rows
    assert [(one.name, one.amount, one.moved) for one in rows] == [
        *(("Anna", 40, 0), ("Caro", 10, 0), ("Bert", -50, 0))
    ]
    played.undo()
    assert [(one.name, one.amount) for one in shown(played).rows] == [
        *(("Anna", 50), ("Caro", -10), ("Bert", -40))
    ]


def test_a_change_is_a_new_version_and_the_old_one_stays(played: Round) -> None:
    first = shown(played).ladder
    changed = ladders.change_ladder(
        played.desk,
        club_id=played.club_id,
        ladder_id=first.id,
        settings={"best": 1, "tie_breaks": ["nights"]},
    )
    assert (changed.version, changed.best, changed.kind, changed.seed) == (
        2,
        1,
        "money",
        first.seed,
    )
    assert shown(played).ladder.version == 2
    assert [one.amount for one in shown(played).rows] == [50, 20, -10]
    history = ladders.ladder_history(played.desk, club_id=played.club_id, ladder_id=first.id)
    assert [(one.version, one.best) for one in history] == [(1, None), (2, 1)]


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"kind": "luck"}, "kind"),
        ({"kind": "money", "game": "tarock"}, "game"),
        ({"kind": "money", "best": 0}, "best"),
        ({"kind": "money", "best": 2, "drop": 1}, "drop"),
        ({"kind": "attendance", "best": 2}, "best"),
        ({"kind": "money", "tie_breaks": ["lots", "soft"]}, "tie_breaks"),
        ({"kind": "money", "tie_breaks": "soft"}, "tie_breaks"),
        ({"kind": "money", "guests": "no"}, "guests"),
        ({"kind": "money", "colour": "red"}, "settings"),
    ],
)
def test_what_no_ladder_can_be_is_refused(
    played: Round, settings: dict[str, Any], place: str
) -> None:
    with pytest.raises(ScorekeeperError) as refused:
        ladders.create_ladder(
            played.desk,
            club_id=played.club_id,
            season_id=season_of(played),
            name="Neu",
            settings=settings,
        )
    assert (refused.value.code, refused.value.place) == (ErrorCode.VALUE_INVALID, place)


def test_too_few_nights_have_no_place(played: Round) -> None:
    made = ladders.create_ladder(
        played.desk,
        club_id=played.club_id,
        season_id=season_of(played),
        name="Fleißige",
        settings={"kind": "money", "min_nights": 3, "tie_breaks": []},
    )
    rows = shown(played, ladder_id=made.id).rows
    assert {(one.place, one.missing) for one in rows} == {(None, "few_nights")}
    assert [one.name for one in rows] == ["Anna", "Caro", "Bert"]


def test_another_clubs_ladder_is_not_there(played: Round, desk: Desk) -> None:
    with pytest.raises(ScorekeeperError) as refused:
        standings.standings(
            desk,
            club_id="0" * 8,
            season_id=season_of(played),
            ladder_id=shown(played).ladder.id,
        )
    assert refused.value.code is ErrorCode.NOT_FOUND


def test_a_voided_night_never_was(played: Round) -> None:
    sheet = {members.add_member(played.desk, club_id=played.club_id, name="Zenzi").id: 50}
    record_amounts(
        played.desk,
        club_id=played.club_id,
        night_id=played.night_id,
        changes={**sheet, played.id("Anna"): -50},
        why="Zettel",
        key="a-sheet-of-paper",
    )
    nights.void_night(
        played.desk,
        club_id=played.club_id,
        night_id=played.night_id,
        reason="Probe",
        key="void-it!",
    )
    assert [(one.name, one.amount) for one in shown(played).rows] == [
        *(("Anna", 50), ("Caro", -10), ("Bert", -40))
    ]
    course = statistics.season_statistics(
        played.desk, club_id=played.club_id, season_id=season_of(played)
    )
    assert [(one.name, one.cents) for one in course.series] == [
        *(("Anna", 50), ("Caro", -10), ("Bert", -40))
    ]
    assert verify(played.desk, records=True) == []


_WRONG = [
    "UPDATE night_tally SET soft = soft + 1",
    "UPDATE season_tally SET made = made + 1 WHERE game = 'all'",
    "UPDATE season_tally SET nights = 7 WHERE game = 'bolachen'",
    "DELETE FROM night_mark",
    "UPDATE season_facet SET deals = deals + 1",
    "UPDATE night_facet SET won = won + 1",
    "UPDATE season_form SET mu = mu + 100",
    "DELETE FROM season_form",
    "DELETE FROM night_tally",
    "DELETE FROM season_night",
]


@pytest.mark.parametrize("statement", _WRONG)
def test_whatever_is_kept_wrongly_is_found(played: Round, statement: str) -> None:
    assert verify(played.desk, records=True) == []
    with played.desk.store.write() as tx:
        tx.connection.exec_driver_sql(statement)
    assert verify(played.desk, records=True) != []


def test_an_upgrade_fills_in_what_was_played_before(played: Round) -> None:
    before = shown(played).rows
    tables = ("season_night", "night_tally", "night_mark", "night_facet")
    kept = ("season_tally", "season_facet", "season_form", "ladder_version", "ladder")
    with played.desk.store.write() as tx:
        for table in (*tables, *kept):
            tx.connection.exec_driver_sql(f"DELETE FROM {table}")
    database.complete(played.desk.store)
    after = shown(played).rows
    assert [(one.name, one.place, one.amount) for one in after] == [
        (one.name, one.place, one.amount) for one in before
    ]
    behind = standings.ratings(
        played.desk, club_id=played.club_id, season_id=season_of(played), game="bolachen"
    ).behind
    assert behind == 2
    assert ratings.rate_some(played.desk, club_id=played.club_id, season_id=season_of(played)) == 0
    assert verify(played.desk, records=True) == []


def test_a_night_counted_anew_is_the_night_it_was(played: Round) -> None:
    before = statistics.season_statistics(
        played.desk, club_id=played.club_id, season_id=season_of(played)
    )
    with played.desk.store.write() as tx:
        tallying.rebuild_night(tx, played.club_id, played.night_id, rate=True)
    after = statistics.season_statistics(
        played.desk, club_id=played.club_id, season_id=season_of(played)
    )
    assert after == before
    assert verify(played.desk, records=True) == []


def test_many_nights_at_once_are_left_for_a_job(
    played: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forming.catch_up, "__kwdefaults__", {"at_most": 0})
    played.close()
    seen = standings.ratings(
        played.desk, club_id=played.club_id, season_id=season_of(played), game="bolachen"
    )
    assert seen.behind == 1
    ratings.rate_some(played.desk, club_id=played.club_id, season_id=season_of(played))
    seen = standings.ratings(
        played.desk, club_id=played.club_id, season_id=season_of(played), game="bolachen"
    )
    assert seen.behind == 0
    assert sum(one.deals for one in seen.rows) == 12
    assert verify(played.desk, records=True) == []


def test_guests_are_ranked_only_where_the_ladder_says_so(played: Round) -> None:
    with played.desk.store.write() as tx:
        members.members.set_guest(tx, played.club_id, played.id("Anna"), guest=True)
    made = ladders.create_ladder(
        played.desk,
        club_id=played.club_id,
        season_id=season_of(played),
        name="Mitglieder",
        settings={"kind": "money", "guests": False},
    )
    assert [one.name for one in shown(played, ladder_id=made.id).rows] == ["Caro", "Bert"]
    assert [one.guest for one in shown(played).rows] == [True, False, False]


def test_a_person_sees_his_season(played: Round) -> None:
    person = statistics.person_statistics(
        played.desk,
        club_id=played.club_id,
        season_id=season_of(played),
        member_id=played.id("Anna"),
    )
    assert person.nights == 2
    assert person.totals["all"]["cents"] == 40
    assert [(one.cents, one.sum) for one in person.series] == [(50, 50), (-10, 40)]
    assert person.best[0].cents == 50
    assert person.worst[0].cents == -10
    sides = {(one.side, one.what): (one.deals, one.won) for one in person.sides}
    assert sides["declarer", ""] == (2, 2)
    assert sides["against", "Bert"] == (3, 3)
    assert sides["with", "Bert"] == (1, 0)
    assert sides["trump", "H"] == (2, 2)


def test_another_trump_alone_is_another_side_of_play(desk: Desk) -> None:
    table = quick(desk, NAMES, "bolachen")
    deal = table.record(brand(table.id("Anna"), 7, "H"))
    table.close()
    table.correct(deal.id, brand(table.id("Anna"), 7, "G"))
    assert verify(desk, records=True) == []
    person = statistics.person_statistics(
        desk, club_id=table.club_id, season_id=season_of(table), member_id=table.id("Anna")
    )
    assert {one.what for one in person.sides if one.side == "trump"} == {"G"}
