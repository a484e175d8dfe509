"""Deals are proved night by night: none is left out, and each against its own entry and table."""

import json

import pytest

from scorekeeper.services import verify_deals
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick
from tests.services.test_amounts import Paper
from tests.services.test_verify import tamper

NAMES = "Anna Bert Caro"


@pytest.fixture
def two_nights(desk: Desk) -> tuple[Round, Round]:
    first = quick(desk, NAMES, "bolachen")
    for name, tricks in (("Anna", 7), ("Bert", 4), ("Anna", 6)):
        first.record(brand(first.id(name), tricks))
    first.close()
    second = quick(desk, NAMES, "bolachen", keys=first.keys)
    for name, tricks in (("Caro", 8), ("Bert", 5)):
        second.record(brand(second.id(name), tricks))
    return first, second


def agree(desk: Desk) -> None:
    assert verify(desk) == []
    assert verify(desk, records=True) == []


@pytest.mark.parametrize("block", [1, 2, 3, 500])
def test_a_night_may_be_read_in_pieces(
    desk: Desk, two_nights: tuple[Round, Round], block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_deals, "_BLOCK", block)
    agree(desk)
    told: list[tuple[int, int]] = []
    verify(desk, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (10, 10)
    with desk.store.read() as tx:
        nights = [
            [row.deal.seq for row, _ in night]
            for night in verify_deals._nights(tx, two_nights[0].club_id)
        ]
    assert sorted(nights) == [[1, 2, 3], [4, 5]]


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE deal_version SET entry = 1", "its record is not the one entry 1 proves"),
        ("UPDATE deal_version SET entry = 99 WHERE entry = 2", "not the one entry 99 proves"),
        ("UPDATE deal_version SET context = context || ' '", "its record is not the one"),
        ("UPDATE deal SET version = 9 WHERE seq = 2", "of 1 deals there is no telling"),
        ("UPDATE deal SET state = 'undone' WHERE seq = 2", "numbered without gaps"),
        ("UPDATE deal SET changes = 'nothing' WHERE seq = 2", "what it changed"),
        ("UPDATE deal_version SET outcome = replace(outcome, '\"trump\"', '\"tramp\"')", "proves"),
    ],
)
def test_a_deal_told_otherwise_is_found(
    desk: Desk, two_nights: tuple[Round, Round], statement: str, found: str
) -> None:
    tamper(desk, statement)
    assert any(found in problem for problem in verify(desk)), verify(desk)


def test_an_undone_deal_without_a_telling_is_found(
    desk: Desk, two_nights: tuple[Round, Round]
) -> None:
    two_nights[1].undo()
    agree(desk)
    tamper(desk, "UPDATE deal SET version = 9 WHERE seq = 5")
    assert any("of 1 deals there is no telling" in problem for problem in verify(desk))


def test_a_deal_in_another_night_is_found(desk: Desk, two_nights: tuple[Round, Round]) -> None:
    first, second = two_nights
    tamper(desk, f"UPDATE deal SET night_id = '{second.night_id}' WHERE night_id <> ''")
    problems = verify(desk)
    assert f"table {first.table.id}: it has deals of night {second.night_id}, where it is not" in (
        problems
    )


def test_deals_in_a_night_nobody_knows_are_found(
    desk: Desk, two_nights: tuple[Round, Round]
) -> None:
    tamper(desk, "UPDATE deal SET night_id = 'nowhere' WHERE seq > 3")
    assert any("deals of night nowhere" in problem for problem in verify(desk))


def test_what_a_deal_changed_is_all_of_its_money_and_no_more(
    desk: Desk, two_nights: tuple[Round, Round]
) -> None:
    """Neither a piece of the outcome that goes on after the money nor other money passes."""
    with desk.store.read() as tx:
        run = tx.connection.exec_driver_sql
        outcome = run("SELECT outcome FROM deal_version WHERE entry = 2").scalar_one()
        changes = run("SELECT changes FROM deal WHERE seq = 2").scalar_one()
    place = outcome.index('"money":') + len('"money":')
    assert outcome[place:].startswith(changes)
    others = [
        outcome[place:],
        outcome[place : outcome.index("}", place + len(changes)) + 1],
        *(changes[:-1], "", "{", "}", "{}"),
        json.dumps({name: 2 * cents for name, cents in json.loads(changes).items()}),
        '{"x":1}',
    ]
    for other in others:
        with desk.store.write() as tx:
            told = other.replace("%", "%%")
            tx.connection.exec_driver_sql(f"UPDATE deal SET changes = '{told}' WHERE seq = 2")
        assert any("what it changed" in problem for problem in verify(desk)), other
    with desk.store.write() as tx:  # written otherwise it is still the same
        same = json.dumps(json.loads(changes), indent=1, sort_keys=True)
        tx.connection.exec_driver_sql(f"UPDATE deal SET changes = '{same}' WHERE seq = 2")
    assert verify(desk) == []


SIDES = """
INSERT INTO night_facet
SELECT club_id, night_id, member_id, 'watten', 'declarer', 1, 1, 0, 0 FROM night_tally
"""
RATING = """
INSERT INTO season_form
SELECT t.club_id, t.season_id, 'watten', t.member_id, n.date, n.number, 1, 1, 1, 1, 1, 1
FROM night_tally t JOIN season_night n ON n.night_id = t.night_id
"""


@pytest.mark.parametrize(
    ("statements", "found"),
    [
        (["UPDATE night_tally SET cents = cents + 5"], "its deals say"),
        # Money that is another game's would not be missed in the ledger's sums.
        (
            [
                "UPDATE night_tally SET game = 'watten'",
                "UPDATE season_tally SET game = 'watten' WHERE game <> 'all'",
            ],
            "watten of",
        ),
        ([SIDES], "the sides of its deals are kept wrongly"),
        ([RATING], "the rating"),
        (["DELETE FROM night_mark"], "the worth of a night"),
        (["UPDATE season_tally SET substituted = 1"], "its nights say"),
    ],
)
def test_what_is_kept_wrongly_of_a_night_without_deals_is_found(
    desk: Desk, statements: list[str], found: str
) -> None:
    paper = Paper(desk)
    paper.enter(Anna=340, Bert=-120, Caro=-220)
    paper.close()
    agree(desk)
    tamper(desk, *statements)
    assert any(found in problem for problem in verify(desk)), verify(desk)
