"""Clubs, members, house rules, seasons, nights: names, versions, lists and their bounds."""

from datetime import UTC
from datetime import date
from datetime import datetime

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import access
from scorekeeper.services import clubs
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import ladders
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import standings
from scorekeeper.services import tables
from scorekeeper.services.amounts import record_amounts
from scorekeeper.services.desk import Desk
from scorekeeper.services.finding import find_club
from scorekeeper.services.finding import find_night
from scorekeeper.services.person_card import person_card
from tests.conftest import TickingClock
from tests.services.play import brand
from tests.services.play import quick


@pytest.fixture
def club(desk: Desk) -> str:
    return clubs.create_club(desk, name="Freitagsrunde").id


def test_a_name_is_one_however_it_is_written(desk: Desk, club: str) -> None:
    made = members.add_member(desk, club_id=club, name="  Jo\u0308rg\u200b ", key="add-joerg")
    assert made.name == "Jörg"
    for same in ("JÖRG", "jo\u0308rg", "J\u200dörg", "\u202eJörg", "Jörg\u3164"):
        with pytest.raises(ScorekeeperError) as caught:
            members.add_member(desk, club_id=club, name=same)
        assert caught.value.code is ErrorCode.NAME_TAKEN
    assert members.rename_member(desk, club_id=club, member_id=made.id, name="JÖRG").name == "JÖRG"


@pytest.mark.parametrize(
    "name", ["", "  ", "\u200b", "\u3164\u200d", "x" * 61, "a\nb", "Haferl", "\ud800", "x" * 10_000]
)
def test_what_is_no_name_is_refused(desk: Desk, club: str, name: str) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        members.add_member(desk, club_id=club, name=name)
    assert caught.value.code is ErrorCode.NAME_INVALID


def test_who_is_deactivated_does_not_play_but_stays_known(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "bolachen")
    dora = table.id("Dora")
    tables.leave_table(desk, club_id=table.club_id, table_id=table.table.id, member_id=dora)
    assert not members.deactivate_member(desk, club_id=table.club_id, member_id=dora).active
    assert len(members.list_members(desk, club_id=table.club_id)) == 3
    everybody = members.list_members(desk, club_id=table.club_id, include_inactive=True)
    assert [one.name for one in everybody] == ["Anna", "Bert", "Caro", "Dora"]
    with pytest.raises(ScorekeeperError) as caught:
        tables.join_table(
            desk, club_id=table.club_id, table_id=table.table.id, member_id=dora, place=0
        )
    assert caught.value.code is ErrorCode.MEMBER_INACTIVE
    assert members.reactivate_member(desk, club_id=table.club_id, member_id=dora).active


def test_an_evening_is_one_with_a_deal_of_his_own_as_attendance_counts_it(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "bolachen")
    club = table.club_id

    def evenings() -> dict[str, int]:
        return {one.name: one.nights for one in members.list_members(desk, club_id=club)}

    assert evenings() == dict.fromkeys(("Anna", "Bert", "Caro", "Dora"), 0)
    anna, dora = table.id("Anna"), table.id("Dora")
    changes = {anna: 10, dora: -10}
    record_amounts(
        desk, club_id=club, night_id=table.night_id, changes=changes, why="Zettel", key="amounts-1"
    )
    tables.leave_table(desk, club_id=club, table_id=table.table.id, member_id=dora, key="leave-key")
    table.record(brand(anna, 7))
    table.record(brand(table.id("Bert"), 7))
    table.close()
    assert evenings() == {"Anna": 1, "Bert": 1, "Caro": 1, "Dora": 0}
    (season,) = seasons.list_seasons(desk, club_id=club)
    ladder = next(
        one
        for one in ladders.list_ladders(desk, club_id=club, season_id=season.id)
        if one.kind == "attendance"
    )
    shown = standings.standings(desk, club_id=club, season_id=season.id, ladder_id=ladder.id)
    assert {row.name: row.nights for row in shown.rows} == {"Anna": 1, "Bert": 1, "Caro": 1}
    card = person_card(desk, club_id=club, member_id=dora)
    assert [(one.nights, one.cents) for one in card.seasons] == [(0, -10)]
    nights.void_night(desk, club_id=club, night_id=table.night_id, reason="Probe", key="void-key")
    assert not any(evenings().values())


def test_renaming_touches_no_record_and_no_hash(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    deal = table.record(brand(table.id("Anna"), 7))
    members.rename_member(
        desk, club_id=table.club_id, member_id=table.id("Anna"), name="Anna-Maria"
    )
    seen = table.see().deals[0]
    assert seen.id == deal.id
    assert seen.record["tricks_taken"] == {"Anna-Maria": 7}
    assert seen.outcome["declarer"] == "Anna-Maria"


def test_one_club_does_not_see_another(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    club = clubs.create_club(desk, name="Andere Runde").id
    deal = table.record(brand(table.id("Anna"), 7))
    for call in (
        lambda: tables.get_table(desk, club_id=club, table_id=table.table.id),
        lambda: nights.get_night(desk, club_id=club, night_id=table.night_id),
        lambda: members.rename_member(desk, club_id=club, member_id=table.id("Anna"), name="X"),
        lambda: tables.get_revision(desk, club_id=club, table_id=table.table.id),
        lambda: deals.get_deal(desk, club_id=club, deal_id=deal.id),
        lambda: deals.undo_last(desk, club_id=club, table_id=table.table.id, key="undo-other"),
        lambda: ledger.night_ledger(desk, club_id=club, night_id=table.night_id),
    ):
        with pytest.raises(ScorekeeperError) as caught:
            call()
        assert caught.value.code is ErrorCode.NOT_FOUND
    assert deal.number == 1


def test_house_rules_get_versions_and_freeze(desk: Desk, club: str) -> None:
    at = {"club_id": club, "game": "wallachen", "name": "Unsere"}
    first = house_rules.create_house_rules(desk, **at, options={"haferl_stake": 2}, key="rules-001")
    same = house_rules.create_house_rules(desk, **at, options={"haferl_stake": 2})
    assert same.id == first.id
    second = house_rules.create_house_rules(desk, **at, options={"haferl_stake": 3, "hold": "off"})
    assert (second.version, second.options) == (2, {"haferl_stake": 3, "hold": "off"})
    defaults = house_rules.create_house_rules(desk, **at, options={"haferl_stake": 1})
    assert (defaults.version, defaults.options) == (3, {})
    listed = house_rules.list_house_rules(desk, club_id=club, game="wallachen")
    assert [one.version for one in listed] == [1, 2, 3]
    assert not any(one.frozen for one in listed)


def test_wrong_options_name_what_is_allowed(desk: Desk, club: str) -> None:
    at = {"club_id": club, "game": "watten", "name": "Unsere"}
    with pytest.raises(ScorekeeperError) as caught:
        house_rules.create_house_rules(desk, **at, options={"hold": "off"})
    assert caught.value.code is ErrorCode.OPTION_UNKNOWN
    with pytest.raises(ScorekeeperError) as caught:
        house_rules.create_house_rules(desk, **at, options={"target": 12})
    assert caught.value.code is ErrorCode.OPTION_VALUE
    assert "15" in str(caught.value.values["allowed"])


def test_presets_are_kept_once(desk: Desk, club: str) -> None:
    at = {"club_id": club, "game": "watten", "preset": "tournament"}
    first = house_rules.preset_house_rules(desk, **at)
    assert house_rules.preset_house_rules(desk, **at).id == first.id
    assert first.name == "Turnier"
    with pytest.raises(ScorekeeperError):
        house_rules.preset_house_rules(desk, club_id=club, game="watten", preset="none")


def test_seasons_take_their_nights_by_day(desk: Desk, club: str) -> None:
    season = seasons.create_season(
        desk,
        club_id=club,
        name="2026/27",
        begins=date(2026, 9, 1),
        ends=date(2027, 6, 30),
        key="season-01",
    )
    inside = nights.start_night(desk, club_id=club, date=date(2026, 11, 6), key="night-001")
    before = nights.start_night(desk, club_id=club, date=date(2026, 8, 7), key="night-002")
    assert inside.season_id == season.id
    assert before.season_name == "2026"
    assert [one.name for one in seasons.list_seasons(desk, club_id=club)] == ["2026/27", "2026"]
    with pytest.raises(ScorekeeperError) as caught:
        seasons.create_season(desk, club_id=club, name="2026/27", begins=date(2026, 1, 1))
    assert caught.value.code is ErrorCode.NAME_TAKEN
    with pytest.raises(ScorekeeperError):
        seasons.create_season(
            desk, club_id=club, name="Rückwärts", begins=date(2026, 2, 1), ends=date(2026, 1, 1)
        )


def test_a_night_belongs_to_the_evening_it_began(
    desk: Desk, club: str, clock: TickingClock
) -> None:
    clock.now = datetime(2026, 11, 28, 0, 30, tzinfo=UTC)  # half past one in Berlin
    night = nights.start_night(desk, club_id=club, key="late-night")
    assert night.date == date(2026, 11, 27)


def test_nights_are_listed_page_by_page_and_found_by_what_people_say(desk: Desk, club: str) -> None:
    for day in range(1, 8):
        nights.start_night(desk, club_id=club, date=date(2026, 11, day), key=f"night-{day:03d}")
    page = nights.list_nights(desk, club_id=club, limit=3)
    assert [one.number for one in page] == [7, 6, 5]
    page = nights.list_nights(desk, club_id=club, before=5, limit=3)
    assert [one.number for one in page] == [4, 3, 2]
    assert nights.list_nights(desk, club_id=club, before=99) == ()
    found = find_club(desk, "FREITAGSRUNDE")
    assert found.night_count == 7
    assert find_night(desk, found, None).number == 7
    assert find_night(desk, found, "3").date == date(2026, 11, 3)
    assert find_night(desk, found, "2026-11-05").number == 5
    for wrong in ("99", "2025-01-01", "nothing"):
        with pytest.raises(ScorekeeperError):
            find_night(desk, found, wrong)


def test_an_old_sheet_entered_later_stands_at_its_day(desk: Desk, club: str) -> None:
    for key, day in enumerate((26, 27, 27, 25), 1):
        nights.start_night(desk, club_id=club, date=date(2026, 11, day), key=f"night-{key:03d}")
    old = nights.start_night(desk, club_id=club, date=date(2023, 4, 7), key="old-sheet")
    seen: list[int] = []
    while found := nights.list_nights(
        desk, club_id=club, before=seen[-1] if seen else None, limit=2
    ):
        seen += [one.number for one in found]
    assert seen == [3, 2, 1, 4, old.number]
    assert find_night(desk, find_club(desk, "FREITAGSRUNDE"), None).number == 3
    assert find_night(desk, find_club(desk, "FREITAGSRUNDE"), str(old.number)) == old


def test_of_several_clubs_their_names_are_said(desk: Desk, club: str) -> None:
    assert find_club(desk, None).id == club
    clubs.create_club(desk, name="Stammtisch")
    with pytest.raises(ScorekeeperError) as caught:
        find_club(desk, None)
    assert caught.value.code is ErrorCode.CLUB_UNCLEAR
    names = caught.value.values["names"]
    assert isinstance(names, tuple)
    assert [name.split(" (")[0] for name in names] == ["Freitagsrunde", "Stammtisch"]


def test_everything_that_comes_in_has_a_bound(desk: Desk, club: str) -> None:
    for call, code in (
        (lambda: nights.start_night(desk, club_id=club, key="short"), ErrorCode.VALUE_INVALID),
        (
            lambda: nights.start_night(desk, club_id=club, place="x" * 121, key="long-place"),
            ErrorCode.TEXT_TOO_LONG,
        ),
        (lambda: nights.list_nights(desk, club_id=club, limit=0), ErrorCode.VALUE_INVALID),
        (
            lambda: clubs.create_club(desk, name="X", time_zone="Europe/Nowhere"),
            ErrorCode.VALUE_INVALID,
        ),
        (lambda: clubs.create_club(desk, name="X", language="fr"), ErrorCode.VALUE_INVALID),
        (lambda: quick(desk, "A B", "bolachen"), ErrorCode.SEATS_COUNT),
        (lambda: quick(desk, "A B C D E F G", "watten"), ErrorCode.SEATS_COUNT),
        (lambda: quick(desk, "A B a", "bolachen"), ErrorCode.NAME_TAKEN),
        (lambda: quick(desk, "A B C", "skat"), ErrorCode.VALUE_INVALID),
        (lambda: quick(desk, "A B C", "watten", tariff=-1), ErrorCode.VALUE_INVALID),
        (lambda: quick(desk, "A B C", "watten", tariff=1_000_001), ErrorCode.VALUE_INVALID),
    ):
        with pytest.raises(ScorekeeperError) as caught:
            call()
        assert caught.value.code is code


def test_what_is_said_of_a_deal_is_bounded(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    said: dict[str, object]
    for said in ({"auction": deep}, {"x": float("nan")}, {"x": {1, 2}}, {"x": "y" * 70_000}):
        with pytest.raises(ScorekeeperError) as caught:
            table.record(said)
        assert caught.value.code in (ErrorCode.VALUE_INVALID, ErrorCode.TEXT_TOO_LONG)
    with pytest.raises(ScorekeeperError) as caught:
        table.record({"seats": ["nobody", "Anna", "Bert"]})
    assert caught.value.code is ErrorCode.VALUE_INVALID
    with pytest.raises(ScorekeeperError) as caught:
        table.record({"game": "watten"})
    assert caught.value.code is ErrorCode.VALUE_INVALID


def test_the_access_code_is_kept_as_a_hash(desk: Desk) -> None:
    assert access.access_mark(desk) == ""
    assert not access.check_access_code(desk, "")
    code = access.set_access_code(desk, None)
    mark = access.access_mark(desk)
    assert len(code) == 14
    assert access.check_access_code(desk, code.upper().replace("-", " "))
    assert not access.check_access_code(desk, code[:-1])
    access.set_access_code(desk, "kartenrunde")
    assert access.check_access_code(desk, "Kartenrunde")
    assert not access.check_access_code(desk, code)
    assert access.access_mark(desk) != mark
    with desk.store.read() as tx:
        rows = tx.connection.exec_driver_sql("SELECT salt, hash FROM access_code").all()
    assert len(rows) == 1
    assert "kartenrunde" not in str(rows)
    with pytest.raises(ScorekeeperError):
        access.set_access_code(desk, "x")
