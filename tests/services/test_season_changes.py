"""A season's name and days changed later: logged, proved, and no night or cent moves by it."""

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import error_sentence
from scorekeeper.services import closings
from scorekeeper.services import nights
from scorekeeper.services import season_changes
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import standings
from scorekeeper.services.backup import backup
from scorekeeper.services.backup import restore
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from scorekeeper.services.views import SeasonView
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick


@pytest.fixture
def played(desk: Desk) -> Round:
    """A night of 27 November in the season of its year, closed and settled."""
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    table.close()
    settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, mode="carry", key=table.keys()
    )
    return table


def season_of(table: Round) -> SeasonView:
    return seasons.list_seasons(table.desk, club_id=table.club_id)[-1]


def change(table: Round, **told: Any) -> SeasonView:
    return season_changes.change_season(
        table.desk,
        club_id=table.club_id,
        season_id=season_of(table).id,
        key=table.keys(),
        **told,
    )


def night_on(table: Round, day: date, season_id: str | None = None) -> str:
    """Begin a night on a day and return the name of the season it is in."""
    begun = nights.start_night(
        table.desk, club_id=table.club_id, date=day, season_id=season_id, key=table.keys()
    )
    every = seasons.list_seasons(table.desk, club_id=table.club_id)
    return next(one.name for one in every if one.id == begun.season_id)


def test_a_change_is_an_entry_that_says_how_it_was(played: Round) -> None:
    before = standings.standings(
        played.desk, club_id=played.club_id, season_id=season_of(played).id
    )
    changed = change(
        played, name="Winter", begins=date(2026, 9, 1), ends=date(2027, 3, 31), reason="Beschluss"
    )
    assert (changed.name, changed.begins, changed.ends) == (
        *("Winter", date(2026, 9, 1)),
        date(2027, 3, 31),
    )
    assert change(played, open_end=True).ends is None
    history = season_changes.season_history(
        played.desk, club_id=played.club_id, season_id=changed.id
    )
    assert [(one.name_was, one.name, one.ends_was, one.ends) for one in history] == [
        ("Winter", "Winter", date(2027, 3, 31), None),
        ("2026", "Winter", date(2026, 12, 31), date(2027, 3, 31)),
    ]
    assert [(one.who, one.why) for one in history] == [("Anna", ""), ("Anna", "Beschluss")]
    assert verify(played.desk, records=True) == []
    after = standings.standings(played.desk, club_id=played.club_id, season_id=changed.id)
    assert after.rows == before.rows
    assert after.season_name == "Winter"


def test_what_stays_as_it_is_writes_nothing(played: Round) -> None:
    change(played, name="2026", begins=date(2026, 1, 1))
    assert not season_changes.season_history(
        played.desk, club_id=played.club_id, season_id=season_of(played).id
    )


def test_the_same_key_changes_once(played: Round) -> None:
    told = {"club_id": played.club_id, "season_id": season_of(played).id, "key": "once-only"}
    for _ in range(2):
        season_changes.change_season(played.desk, name="Winter", **told)
    with pytest.raises(ScorekeeperError) as refused:
        season_changes.change_season(played.desk, name="Sommer", **told)
    assert refused.value.code is ErrorCode.KEY_REUSED
    history = season_changes.season_history(
        played.desk, club_id=played.club_id, season_id=season_of(played).id
    )
    assert len(history) == 1


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ({"begins": date(2026, 11, 28)}, "begins"),
        ({"ends": date(2026, 11, 26)}, "ends"),
        ({"begins": date(2025, 1, 1), "ends": date(2025, 12, 31)}, "ends"),
    ],
)
def test_days_that_would_leave_out_a_night_are_refused_with_its_name(
    played: Round, told: dict[str, date], place: str
) -> None:
    with pytest.raises(ScorekeeperError) as refused:
        change(played, **told)
    assert (refused.value.code, refused.value.place) == (ErrorCode.SEASON_OUTSIDE, place)
    said = error_sentence(refused.value, "de")
    assert "außerhalb der Saison 2026" in said
    assert "1 (Fr., 27.11.2026)" in said
    assert season_of(played).begins == date(2026, 1, 1)
    assert verify(played.desk) == []


def test_a_night_just_on_the_first_or_last_day_is_covered(played: Round) -> None:
    day = date(2026, 11, 27)
    assert change(played, begins=day, ends=day).ends == day


def test_a_voided_night_stands_in_nobodys_way(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    nights.void_night(
        desk, club_id=table.club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    assert change(table, ends=date(2026, 6, 30)).ends == date(2026, 6, 30)


def test_a_night_put_into_the_season_from_elsewhere_stays_where_it_is(played: Round) -> None:
    season = season_of(played)
    assert night_on(played, date(2025, 12, 30), season.id) == "2026"
    assert change(played, begins=date(2026, 9, 1)).nights == 2
    assert verify(played.desk) == []


def test_longer_days_take_no_night_out_of_its_season(played: Round) -> None:
    spring = seasons.create_season(
        played.desk,
        club_id=played.club_id,
        name="Frühjahr 2027",
        begins=date(2027, 1, 1),
        ends=date(2027, 6, 30),
    )
    assert night_on(played, date(2027, 2, 1)) == "Frühjahr 2027"
    change(played, ends=date(2027, 12, 31))
    every = {
        one.name: one.nights for one in seasons.list_seasons(played.desk, club_id=played.club_id)
    }
    assert every == {"2026": 1, "Frühjahr 2027": 1}
    # Where two cover a day, the one that began last has it, as ever.
    assert night_on(played, date(2027, 3, 1)) == "Frühjahr 2027"
    assert night_on(played, date(2027, 8, 1)) == "2026"
    assert spring.id


def test_a_day_no_season_covers_any_more_gets_one_of_its_own(played: Round) -> None:
    change(played, begins=date(2026, 9, 1), ends=date(2026, 11, 30))
    assert night_on(played, date(2026, 12, 5)) == "2026 (2)"
    assert night_on(played, date(2026, 3, 5)) == "2026 (3)"
    found = {one.name: one for one in seasons.list_seasons(played.desk, club_id=played.club_id)}
    assert (found["2026 (2)"].begins, found["2026 (2)"].ends) == (
        date(2026, 12, 1),
        date(2026, 12, 31),
    )
    assert (found["2026 (3)"].begins, found["2026 (3)"].ends) == (
        date(2026, 1, 1),
        date(2026, 8, 31),
    )
    assert night_on(played, date(2026, 12, 6)) == "2026 (2)"


def test_a_closed_season_keeps_its_name_and_its_days(played: Round) -> None:
    closings.close_season(
        played.desk, club_id=played.club_id, season_id=season_of(played).id, key=played.keys()
    )
    for told in ({"name": "Winter"}, {"ends": date(2027, 1, 31)}):
        with pytest.raises(ScorekeeperError) as refused:
            change(played, **told)
        assert refused.value.code is ErrorCode.SEASON_CLOSED
    closings.reopen_season(
        played.desk,
        club_id=played.club_id,
        season_id=season_of(played).id,
        reason="falscher Name",
        key=played.keys(),
    )
    assert change(played, name="Winter").name == "Winter"
    assert verify(played.desk) == []


def test_a_name_another_has_and_an_end_before_the_beginning_are_refused(played: Round) -> None:
    seasons.create_season(
        played.desk, club_id=played.club_id, name="Winter", begins=date(2027, 1, 1)
    )
    tries: list[tuple[dict[str, Any], ErrorCode, str]] = [
        ({"name": "Winter"}, ErrorCode.NAME_TAKEN, "name"),
        ({"name": " "}, ErrorCode.NAME_INVALID, "name"),
        ({"ends": date(2025, 1, 1)}, ErrorCode.VALUE_INVALID, "ends"),
    ]
    for told, code, place in tries:
        with pytest.raises(ScorekeeperError) as refused:
            change(played, **told)
        assert (refused.value.code, refused.value.place) == (code, place)
    with pytest.raises(ScorekeeperError) as refused:
        season_changes.change_season(
            played.desk, club_id=played.club_id, season_id="0" * 8, name="X", key=played.keys()
        )
    assert refused.value.code is ErrorCode.NOT_FOUND


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE season SET name = 'anders'",
        "UPDATE season SET ends = '2030-01-01'",
        "UPDATE season_change SET name_was = 'anders'",
    ],
)
def test_what_was_changed_behind_the_ledger_is_found(played: Round, statement: str) -> None:
    change(played, name="Winter")
    with played.desk.store.write() as tx:
        if "season_change" in statement:
            _let_change(tx.connection, is_sqlite=tx.is_sqlite)
        tx.connection.exec_driver_sql(statement)
    assert verify(played.desk) != []


def _let_change(connection: Any, *, is_sqlite: bool) -> None:
    if is_sqlite:
        connection.exec_driver_sql("DROP TRIGGER season_change_no_update")
    else:
        connection.exec_driver_sql("ALTER TABLE season_change DISABLE TRIGGER USER")


@pytest.mark.parametrize(
    "verb", ["UPDATE season_change SET name = 'x'", "DELETE FROM season_change"]
)
def test_the_log_is_only_added_to(played: Round, verb: str) -> None:
    change(played, name="Winter")
    with pytest.raises(DBAPIError, match="append-only"), played.desk.store.write() as tx:
        tx.connection.exec_driver_sql(verb)


def test_changes_come_back_from_a_backup(played: Round, database_url: str, tmp_path: Path) -> None:
    changed = change(played, name="Winter")
    backup(database_url, tmp_path / "cards.backup")
    change(played, name="Sommer")
    restore(database_url, tmp_path / "cards.backup", replace=True)
    history = season_changes.season_history(
        played.desk, club_id=played.club_id, season_id=changed.id
    )
    assert [one.name for one in history] == ["Winter"]
    assert verify(played.desk) == []
