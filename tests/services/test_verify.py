"""Whatever somebody changes behind the program's back is found."""

import pytest

from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from scorekeeper.store import entries
from tests.services.play import MISDEAL
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import number
from tests.services.play import quick


@pytest.fixture
def table(desk: Desk) -> Round:
    played = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    played.record(PASSED_OUT)
    played.record(number(played.id("Anna"), 6, 8))
    played.record(PASSED_OUT)
    return played


def tamper(desk: Desk, *statements: str) -> None:
    """Change rows with the triggers out of the way, as somebody with the file in hand may."""
    with desk.store.write() as tx:
        run = tx.connection.exec_driver_sql
        if tx.is_sqlite:
            for name in (
                run("SELECT name FROM sqlite_master WHERE type = 'trigger'").scalars().all()
            ):
                run(f"DROP TRIGGER {name}")
        else:
            for name in ("entry", "line", "deal_version"):
                run(f"ALTER TABLE {name} DISABLE TRIGGER USER")
        for statement in statements:
            run(statement)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE line SET amount = amount + 1 WHERE entry = 2 AND number = 1", "does not follow"),
        ("UPDATE line SET debit = 'member:x' WHERE entry = 2 AND number = 1", "does not follow"),
        ("UPDATE entry SET who = 'Bert' WHERE number = 1", "does not follow"),
        ("UPDATE entry SET at = '2026-11-27T18:00:00.000000Z' WHERE number = 2", "does not follow"),
        ("UPDATE entry SET digest = 'x' WHERE number = 2", "does not follow"),
        ("UPDATE entry SET hash = 'x' WHERE number = 3", "the end of the chain"),
        ("UPDATE chain SET number = 7", "the end of the chain"),
        ("UPDATE balance SET cents = cents + 1", "its lines say"),
        ("DELETE FROM balance WHERE account LIKE 'haferl:%%'", "its lines say"),
        ("UPDATE deal_version SET record = replace(record, '8', '9')", "its record is not the one"),
        ("UPDATE deal_version SET outcome = replace(outcome, '8', '9')", "its record is not"),
        ("UPDATE deal SET changes = '{}'", "what it changed"),
        ("UPDATE card_table SET deals = 2", "deals kept"),
        ("UPDATE deal SET number = 9 WHERE number = 3", "numbered"),
        (
            "UPDATE card_table SET standing = replace(standing, '\"haferl\":30', '\"haferl\":40')",
            "the Haferl is not",
        ),
    ],
)
def test_what_was_changed_is_found(desk: Desk, table: Round, statement: str, found: str) -> None:
    assert verify(desk, records=True) == []
    if desk.store.is_sqlite:
        statement = statement.replace("%%", "%")
    tamper(desk, statement)
    assert any(found in problem for problem in verify(desk))


def test_a_deleted_entry_is_found(desk: Desk, table: Round) -> None:
    tamper(desk, "DELETE FROM line WHERE entry = 2", "DELETE FROM entry WHERE number = 2")
    assert any("entry 2 is missing" in problem for problem in verify(desk))


@pytest.mark.parametrize("block", [1, 2, 1000])
def test_entries_come_in_order_with_their_lines_however_they_are_read(
    desk: Desk, table: Round, block: int
) -> None:
    """Also one that moved nothing, and across a hole that is wider than a block."""
    table.record(MISDEAL)
    table.record(PASSED_OUT)
    for holes in ((), (2, 3)):
        for number_ in holes:
            tamper(
                desk,
                f"DELETE FROM line WHERE entry = {number_}",
                f"DELETE FROM entry WHERE number = {number_}",
            )
        with desk.store.read() as tx:
            read = list(entries.in_order(tx, table.club_id, block))
            paged = entries.page(tx, table.club_id, after=0, count=100)
        assert read == [(head, [line[2:] for line in lines]) for head, lines in paged]
        assert [head.number for head, _ in read] == [n for n in range(1, 6) if n not in holes]
        assert [bool(lines) for head, lines in read if head.number > 3] == [False, True]


def test_records_are_scored_again(desk: Desk, table: Round) -> None:
    """A rule that was changed behind the back shows only when everything is scored again."""
    tamper(desk, 'UPDATE house_rules SET options = \'{"pass_out":"haferl","haferl_stake":2}\'')
    assert verify(desk) == []
    problems = verify(desk, records=True)
    assert any("comes out differently" in problem for problem in problems)


def test_progress_is_told_to_the_end(desk: Desk, table: Round) -> None:
    told: list[tuple[int, int]] = []
    verify(desk, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (6, 6)
    assert [done for done, _ in told] == sorted(done for done, _ in told)
