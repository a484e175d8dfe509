"""A read never writes: no page and no answer to a GET changes the database, nor founds a club."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from contextlib import contextmanager

import pytest
from click.testing import CliRunner
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.config import Config
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.web.pages import EXTENSION
from tests.conftest import TickingClock
from tests.web.filled import filled_club
from tests.web.guest import Guest
from tests.web.test_matrix import address
from tests.web.test_matrix import cases


@contextmanager
def counter(config: Config) -> Iterator[sqlite3.Cursor]:
    """Open the database beside the service, to ask whether anybody changed it."""
    with closing(sqlite3.connect(config.database_url.removeprefix("sqlite:///"))) as beside:
        yield beside.cursor()


def changes(beside: sqlite3.Cursor) -> int:
    """Return SQLite's own counter of what others have committed."""
    return int(beside.execute("PRAGMA data_version").fetchone()[0])


def walk(app: Flask, config: Config, ids: dict[str, str]) -> list[str]:
    """Ask every GET there is and return those that changed something."""
    client = app.test_client()
    wrong, asked = [], 0
    with counter(config) as beside:
        before = changes(beside)
        for (method, endpoint), rule in cases(app).items():
            if method != "GET" or (rule.arguments and not ids):
                continue
            path = address(app, rule, ids, "GET")
            answer = client.get(path)
            answer.close()
            asked += answer.status_code < 400
            now = changes(beside)
            if now != before or answer.status_code >= 500:
                wrong.append(f"{endpoint} {path}: {answer.status_code}")
            before = now
    assert asked > (60 if ids else 5)
    return wrong


def desk_of(app: Flask) -> Desk:
    found: Desk = app.extensions[EXTENSION].desk
    return found


def test_the_counter_sees_what_is_written(app: Flask, config: Config) -> None:
    with counter(config) as beside:
        before = changes(beside)
        clubs.create_club(desk_of(app), name="Post")
        assert changes(beside) != before


def test_no_get_of_a_private_machine_writes(app: Flask, config: Config) -> None:
    club = filled_club(desk_of(app), "Stammtisch")
    club.ids |= {"account_id": "a" * 36, "device_id": "d" * 36, "passkey_id": "p" * 36}
    assert walk(app, config, club.ids) == []
    assert [one.name for one in clubs.list_clubs(desk_of(app))] == ["Stammtisch"]


def test_no_get_of_an_empty_machine_writes(app: Flask, config: Config) -> None:
    assert walk(app, config, {}) == []
    assert clubs.list_clubs(desk_of(app)) == ()


def test_the_first_evening_founds_the_club(guest: Guest, app: Flask) -> None:
    guest.go("/")
    guest.begin("bolachen", "Anna", "Bert", "Caro")
    assert guest.status == 200
    (club,) = clubs.list_clubs(desk_of(app))
    assert (club.name, club.member_count, club.night_count) == ("Private Runde", 3, 1)


def test_the_members_may_come_before_the_first_evening(guest: Guest, app: Flask) -> None:
    guest.go("/").send("/club")
    (club,) = clubs.list_clubs(desk_of(app))
    assert guest.place.startswith(f"/c/{club.id}/members")
    assert guest.go("/").page.xpath("//input[@name='club']/@value") == [club.id]


def test_the_one_club_there_is_is_the_one_that_is_shown(guest: Guest, app: Flask) -> None:
    club = clubs.create_club(desk_of(app), name="Kartenrunde Post")
    guest.begin("bolachen", "Anna", "Bert", "Caro")
    assert guest.place.startswith(f"/c/{club.id}/")
    assert [one.name for one in clubs.list_clubs(desk_of(app))] == ["Kartenrunde Post"]


def test_an_empty_club_of_an_older_version_does_not_stand_before_the_real_one(
    guest: Guest, app: Flask
) -> None:
    clubs.private_club(desk_of(app))
    real = clubs.create_club(desk_of(app), name="Kartenrunde Post")
    members.add_member(desk_of(app), club_id=real.id, name="Anna")
    guest.go("/")
    assert guest.page.xpath("//input[@name='club']/@value") == [real.id]


def test_the_first_account_founds_no_club_beside_the_real_one(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA", str(config.data))
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", config.database_url)
    desk = open_desk(config.database_url, TickingClock())
    clubs.create_club(desk, name="Kartenrunde Post")
    done = CliRunner().invoke(main, ["account", "add", "anna@example.org"])
    assert done.exit_code == 0, done.output
    assert [one.name for one in clubs.list_clubs(desk)] == ["Kartenrunde Post"]
    desk.close()
