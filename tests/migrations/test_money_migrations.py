"""What older versions kept of nights and bank details is brought up, and proved afterwards."""

import pytest

from scorekeeper.ledger.money import AMOUNT_MAX
from scorekeeper.services import bank_details
from scorekeeper.services import nights
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from scorekeeper.store import migrate
from tests.services.test_amounts import Paper

IBAN = "DE89370400440532013000"
BEFORE = "season_changes"


def test_marks_and_bank_details_go_down_and_up(desk: Desk) -> None:
    paper = Paper(desk)
    paper.enter(Anna=340, Bert=-120, Caro=-220)
    paper.close()
    where = {"club_id": paper.club, "member_id": paper.ids["Anna"]}
    given = bank_details.set_bank_detail(desk, **where, iban=IBAN)
    migrate.downgrade(desk.store, BEFORE)
    with desk.store.engine.connect() as connection:
        mark = "SELECT max(mark) FROM night_mark WHERE measure = 'money'"
        assert connection.exec_driver_sql(mark).scalar() == 340 * 10**12
    migrate.upgrade(desk.store)
    assert verify(desk, records=True) == []
    assert bank_details.get_bank_detail(desk, **where) == given
    (change,) = bank_details.bank_changes(desk, **where)
    assert (change.kind, change.who) == ("given", "")


def test_an_evening_the_older_version_could_not_close_is_closed(desk: Desk) -> None:
    paper = Paper(desk)
    paper.enter(Anna=AMOUNT_MAX, Bert=-AMOUNT_MAX)
    migrate.downgrade(desk.store, BEFORE)
    migrate.upgrade(desk.store)
    paper.close()
    nights.start_night(desk, club_id=paper.club, key=paper.keys())
    assert verify(desk, records=True) == []
    with pytest.raises(RuntimeError, match="too large for the version before"):
        migrate.downgrade(desk.store, BEFORE)
