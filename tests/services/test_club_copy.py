"""A complete export goes into an empty database of either kind and gives the same documents."""

import io
import itertools
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC
from datetime import date
from datetime import datetime
from pathlib import Path

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import clubs
from scorekeeper.services import demo
from scorekeeper.services import documents
from scorekeeper.services import exports
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services.club_copy import is_club_copy
from scorekeeper.services.club_copy import restore_club
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.store import club_copy
from scorekeeper.store.engine import open_store
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.schema import metadata
from tests.conftest import TickingClock
from tests.services.play import brand
from tests.services.play import quick

OTHER = {"sqlite": "postgres_url", "postgresql": "sqlite_url"}


def at_noon() -> datetime:
    return datetime(2026, 11, 28, 12, 0, tzinfo=UTC)


def written(desk: Desk, club_id: str, path: Path) -> Path:
    made = exports.export(desk, club_id=club_id, subject="club", format_="json")
    path.write_bytes(b"".join(made.blocks))
    return path


@pytest.fixture
def season(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> str:
    """An invented season in short, with a second club beside it."""
    monkeypatch.setattr(demo, "NIGHTS", 3)
    beside = quick(desk, "Xaver Yvonne Zenzi", "bolachen")
    beside.record(brand(beside.id("Xaver"), 7))
    made = demo.fill(desk, seed=3, last_evening=date(2026, 11, 20), progress=lambda *_: None)
    return made.id


@pytest.fixture
def other(request: pytest.FixtureRequest, desk: Desk) -> Iterator[Desk]:
    """An empty database of the other kind."""
    kind = "sqlite" if desk.store.is_sqlite else "postgresql"
    opened = open_desk(request.getfixturevalue(OTHER[kind]), desk.clock, "Anna")
    yield opened
    opened.close()


def papers(desk: Desk, club_id: str) -> list[str]:
    """Return the document of every night as HTML, made at the same moment."""
    noon = replace(desk, clock=at_noon)
    return [
        documents.document_html(
            documents.ledger_facts(noon, club_id=club_id, night_id=night.id, public_url=""),
            language="de",
        )
        for night in nights.list_nights(desk, club_id=club_id)
    ]


def test_a_round_trip_from_one_database_to_the_other(
    desk: Desk, other: Desk, season: str, tmp_path: Path
) -> None:
    path = written(desk, season, tmp_path / "club.json")
    assert is_club_copy(path)
    restored = restore_club(other, path)
    assert (restored.id, restored.name) == (season, demo.CLUB)
    assert [club.id for club in clubs.list_clubs(other)] == [season]
    assert ledger.verify(other, records=True) == []
    before = papers(desk, season)
    assert len(before) == 3
    assert papers(other, season) == before
    for found in seasons.list_seasons(desk, club_id=season):
        told = seasons.get_season(desk, club_id=season, season_id=found.id)
        assert seasons.get_season(other, club_id=season, season_id=found.id) == told
    again = written(other, season, tmp_path / "again.json")
    assert again.read_bytes() == path.read_bytes()


def test_what_was_restored_goes_on(desk: Desk, other: Desk, season: str, tmp_path: Path) -> None:
    restore_club(other, written(desk, season, tmp_path / "club.json"))
    night = nights.start_night(other, club_id=season, key="goes-on-1")
    assert night.number == nights.list_nights(desk, club_id=season)[0].number + 1
    with pytest.raises(Exception, match="append-only"), other.store.write() as tx:
        tx.connection.exec_driver_sql("DELETE FROM line")
    assert ledger.verify(other, records=True) == []


def test_it_is_a_json_document(desk: Desk, season: str) -> None:
    made = exports.export(desk, club_id=season, subject="club", format_="json")
    told = json.load(io.BytesIO(b"".join(made.blocks)))
    assert (told["format"], told["club"]) == ("scorekeeper-club/1", season)
    rows = {table["name"]: table["rows"] for table in told["tables"]}
    assert sum(map(len, rows.values())) == told["rows"]
    assert len(rows["night"]) == 3
    names = next(table["columns"] for table in told["tables"] if table["name"] == "member")
    assert {row[names.index("club_id")] for row in rows["member"]} == {season}


def refused(desk: Desk, path: Path) -> ErrorCode:
    with pytest.raises(ScorekeeperError) as caught:
        restore_club(desk, path)
    return caught.value.code


def test_a_club_that_is_there_is_not_overwritten(
    desk: Desk, other: Desk, season: str, tmp_path: Path
) -> None:
    path = written(desk, season, tmp_path / "club.json")
    assert refused(desk, path) is ErrorCode.CLUB_THERE
    restore_club(other, path)
    assert refused(other, path) is ErrorCode.CLUB_THERE


def test_a_second_private_club_becomes_a_club_like_others(
    desk: Desk, other: Desk, tmp_path: Path
) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    here = clubs.private_club(other)
    members.add_member(other, club_id=here.id, name="Dora")
    restored = restore_club(other, written(desk, table.club_id, tmp_path / "club.json"))
    assert clubs.private_club(other).id == here.id
    assert restored.id == table.club_id
    assert ledger.verify(other, records=True) == []


@pytest.mark.parametrize(
    "how",
    [
        *("cut off", "a row is missing", "a table is missing", "an amount was changed"),
        *("goes on", "another file", "of a newer version", "not text", "nothing"),
    ],
)
def test_a_damaged_export_changes_nothing(
    sqlite_url: str, tmp_path: Path, clock: TickingClock, how: str
) -> None:
    desk = open_desk(sqlite_url, clock, "Anna")
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7))
    path = written(desk, table.club_id, tmp_path / "club.json")
    damage(path, how)
    url = f"sqlite:///{tmp_path}/empty.db"
    with closing(open_store(url)) as store:
        upgrade(store)
    empty = open_desk(url, clock)
    assert refused(empty, path) is ErrorCode.EXPORT_INVALID
    assert clubs.list_clubs(empty) == ()
    empty.close()
    desk.close()


def damage(path: Path, how: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    heads = ('{"name":"entry"', ',{"name":"entry"')
    entry = next(place for place, line in enumerate(lines) if line.startswith(heads))
    if how == "cut off":
        lines = lines[:-1]
    elif how == "a row is missing":
        del lines[entry + 1]
    elif how == "a table is missing":
        end = next(i for i in itertools.count(entry) if lines[i] == "]}\n")
        del lines[entry : end + 1]
    elif how == "an amount was changed":
        place = next(i for i, line in enumerate(lines) if line.endswith(",20]\n"))
        lines[place] = lines[place].replace(",20]\n", ",21]\n")
    elif how == "goes on":
        lines.append("{}\n")
    elif how == "another file":
        lines = ["What is this?\n"]
    elif how == "of a newer version":
        lines[0] = lines[0].replace('"revision":"', '"revision":"not_invented_yet')
    elif how == "nothing":
        lines = []
    text = "".join(lines).encode()
    path.write_bytes(b"\xff\xfe\x00" + text if how == "not text" else text)


def test_every_table_is_in_a_copy_or_left_out_on_purpose() -> None:
    for table in metadata.sorted_tables:
        if table.name in club_copy.LEFT_OUT:
            continue
        assert table.name == "club" or "club_id" in table.columns, table.name
        for key in table.foreign_keys:
            assert key.column.table.name not in club_copy.LEFT_OUT, table.name
    assert set(metadata.tables) >= club_copy.LEFT_OUT
