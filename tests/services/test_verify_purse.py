"""Whatever somebody changes in the purse behind the program's back is found, also after a move."""

from datetime import date
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from scorekeeper.services import cash_book
from scorekeeper.services import closings
from scorekeeper.services import purse
from scorekeeper.services import purse_items
from scorekeeper.services import seasons
from scorekeeper.services.backup import backup
from scorekeeper.services.backup import restore
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.verify import verify
from scorekeeper.store.refusals import Conflict
from tests.conftest import TickingClock
from tests.services.treasurer import Club
from tests.services.treasurer import found_club
from tests.services.treasurer import pay_in
from tests.services.treasurer import spend

TABLES = ("entry", "line", "booking", "movement", "closing")


def kept(desk: Desk) -> Club:
    """A purse with something of everything."""
    club = found_club(desk)
    item = purse_items.add_item(desk, club_id=club.club_id, kind="fee", name="Startgeld", amount=50)
    purse.open_books(desk, club_id=club.club_id, cash=10_000, bank=500, key=club.keys())
    purse.charge(
        desk,
        club_id=club.club_id,
        kind="fee",
        item_id=item.id,
        member_ids=list(club.ids.values()),
        key=club.keys(),
    )
    pay_in(club, "Anna", 700)
    wrong = spend(club, 300, words="Kreide")
    purse.take_back(
        desk, club_id=club.club_id, entry=wrong.entry, reason="doppelt", key=club.keys()
    )
    closings.close_month(desk, club_id=club.club_id, month="2026-10", counted=0, key=club.keys())
    season = seasons.create_season(
        desk, club_id=club.club_id, name="Heuer", begins=date(2026, 1, 1)
    )
    closings.close_season(desk, club_id=club.club_id, season_id=season.id, key=club.keys())
    return club


def tamper(desk: Desk, statement: str) -> None:
    """Change rows with the triggers out of the way, as somebody with the file in hand may."""
    with desk.store.write() as tx:
        run = tx.connection.exec_driver_sql
        if tx.is_sqlite:
            for name in (
                run("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars().all()
            ):
                run(f"DROP TRIGGER {name}")
        else:
            for name in TABLES:
                run(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        run(statement)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE booking SET day = '2026-11-01' WHERE receipt = 2", "not the one its entry proves"),
        ("UPDATE booking SET words = 'Wein' WHERE words = 'Kreide'", "not the one its entry"),
        ("UPDATE booking SET member_id = NULL WHERE receipt = 2", "not the one its entry"),
        ("UPDATE booking SET cash = cash + 1 WHERE receipt = 2", "another amount than its lines"),
        ("UPDATE booking SET receipt = 9 WHERE receipt = 4", "out of turn"),
        ("DELETE FROM booking WHERE receipt = 2", "without a booking"),
        ("DELETE FROM booking WHERE kind = 'opening'", "there is no opening"),
        ("UPDATE movement SET after = after + 1 WHERE account = 'purse'", "is said to stand at"),
        ("UPDATE movement SET cents = cents + 1 WHERE account = 'cash'", "is said to move cash"),
        ("DELETE FROM movement WHERE account = 'bank'", "is said to move bank"),
        ("UPDATE balance SET cents = cents + 5 WHERE account = 'purse'", "its lines say"),
        ("UPDATE closing SET counted = 5 WHERE month = '2026-10'", "closing"),
        ("DELETE FROM closing WHERE month IS NOT NULL", "the month closed last"),
        ("UPDATE purse SET closed_month = NULL", "the month closed last"),
        ("UPDATE season SET closed_at = NULL", "is not as its closings left it"),
    ],
)
def test_what_was_changed_is_found(desk: Desk, statement: str, found: str) -> None:
    kept(desk)
    assert verify(desk) == []
    tamper(desk, statement)
    problems = verify(desk)
    assert any(found in said for said in problems), problems


@pytest.mark.parametrize("table", ["booking", "movement", "closing"])
@pytest.mark.parametrize("verb", ["UPDATE", "DELETE"])
def test_the_database_itself_refuses_it(desk: Desk, table: str, verb: str) -> None:
    kept(desk)
    change = f"UPDATE {table} SET entry = entry" if verb == "UPDATE" else f"DELETE FROM {table}"
    with pytest.raises(DBAPIError, match="append-only"), desk.store.write() as tx:
        tx.connection.exec_driver_sql(change)


def test_a_receipt_is_there_once(desk: Desk) -> None:
    kept(desk)
    double = (
        "INSERT INTO booking SELECT club_id, (SELECT max(number) FROM entry), kind, day, year, "
        "receipt, cash, bank, member_id, other_id, night_id, item_id, category, words, voucher "
        "FROM booking WHERE receipt = 2"
    )
    with pytest.raises(Conflict), desk.store.write() as tx:
        tx.connection.exec_driver_sql(double)


@pytest.mark.parametrize("target", ["sqlite_url", "postgres_url"])
def test_a_purse_moves_to_either_database(
    desk: Desk,
    database_url: str,
    target: str,
    tmp_path: Path,
    clock: TickingClock,
    request: pytest.FixtureRequest,
) -> None:
    club = kept(desk)
    path = tmp_path / "purse.backup"
    backup(database_url, path)
    url = request.getfixturevalue(target)
    seen = cash_book.get_purse(desk, club_id=club.club_id)
    restore(url, path, replace=url == database_url)
    other = open_desk(url, clock, "Anna")
    try:
        assert cash_book.get_purse(other, club_id=club.club_id) == seen
        club.desk = other
        assert pay_in(club, "Bert", 100).receipt == "2026-5"
        assert verify(other) == []
    finally:
        other.close()
