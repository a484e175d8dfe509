"""What deals are found by is what they are, whatever became of them since."""

import random
from contextlib import suppress

import pytest
from sqlalchemy import text

from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services import verify_people
from scorekeeper.services.desk import Desk
from scorekeeper.store import facets
from scorekeeper.store import migrate
from scorekeeper.store.facets import FacetRow
from tests.services.play import MISDEAL
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import any_deal
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won


def rows(table: Round) -> list[FacetRow]:
    with table.desk.store.read() as tx:
        return list(facets.of_night(tx, table.club_id, "2026-11-27", table.night_id))


def by_name(table: Round) -> list[tuple[object, ...]]:
    """Return of every deal by what it is found: who played it, what, whether it counts."""
    names = {one.member_id: one.name for one in table.see().people}
    return [
        (
            names.get(row.declarer, ""),
            " ".join(names[one] for one in row.players.split()),
            row.contract,
            row.trump,
            bool(row.counts),
            bool(row.corrected),
        )
        for row in rows(table)
    ]


def test_a_deal_is_found_by_who_played_what(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "bolachen")
    told = table.record(brand(table.id("Anna"), 7, "S"))
    assert by_name(table) == [("Anna", "Anna Bert Caro", "brand", "S", True, False)]
    assert {(row.day, row.place, row.deal_id, row.game) for row in rows(table)} == {
        ("2026-11-27", 1, told.id, "bolachen")
    }
    table.correct(told.id, brand(table.id("Bert"), 6, "G"))
    assert by_name(table) == [("Bert", "Anna Bert Caro", "brand", "G", True, True)]
    table.undo()
    assert by_name(table) == [("Bert", "Anna Bert Caro", "brand", "G", False, True)]
    table.record(MISDEAL)
    assert by_name(table)[1:] == [("", "Anna Bert Caro", "misdeal", "", True, False)]
    nights.void_night(
        desk, club_id=table.club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    assert {row[4] for row in by_name(table)} == {False}
    assert ledger.verify(desk, records=True) == []


def test_the_trump_of_watten_is_what_was_said(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "watten")
    for said in ({"trump": "L"}, {"trump": "C"}, {}):
        pack = {"pack": "french"} if said.get("trump") == "C" else {}
        contract = {"contract": said} if said else {}
        table.record({**won(table.id("Anna")), **contract, **pack})
    assert [row[3] for row in by_name(table)] == ["G", "E", ""]
    assert {row[:2] for row in by_name(table)} == {("", "Anna Bert Caro Dora")}
    assert ledger.verify(desk) == []


def test_what_is_found_wrongly_is_told(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen")
    table.record(number(table.id("Anna"), 7, 8))
    for change in (
        "UPDATE deal_facet SET trump = 'E'",
        "UPDATE deal_facet SET declarer = ''",
        "UPDATE deal_facet SET players = replace(players, ' ', '')",
        "UPDATE deal_facet SET day = '2026-11-28'",
        "DELETE FROM deal_facet",
        "UPDATE member SET merged_into = 'x' WHERE name = 'Bert'",
        "UPDATE member SET anonymous = true WHERE name = 'Bert'",
    ):
        with desk.store.write() as tx:
            tx.connection.execute(text(change))
            assert ledger_problems(desk, tx) != [], change
            tx.connection.rollback()
    assert ledger.verify(desk) == []


def test_of_a_large_club_each_deals_own_row_is_compared(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_people, "READ_AT_ONCE", 0)
    table = quick(desk, "Anna Bert Caro", "wallachen")
    table.record(number(table.id("Anna"), 7, 8))
    table.record(number(table.id("Bert"), 7, 8))
    table.undo()
    assert ledger.verify(desk) == []
    for change in (
        "UPDATE deal_facet SET counts = false",
        "UPDATE deal_facet SET game = 'watten'",
        "UPDATE deal_facet SET day = '2026-11-28'",
        "DELETE FROM deal_facet",
    ):
        with desk.store.write() as tx:
            tx.connection.execute(text(change))
            assert ledger_problems(desk, tx) != [], change
            tx.connection.rollback()
    with desk.store.write() as tx:
        tx.connection.execute(text("UPDATE deal_facet SET trump = 'E'"))
    assert ledger.verify(desk) == []
    assert len(ledger.verify(desk, records=True)) == 2


def ledger_problems(desk: Desk, tx: object) -> list[str]:
    from scorekeeper.services.verify import problems_in

    return problems_in(tx)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["bolachen", "wallachen", "watten"])
def test_a_migration_finds_the_same_as_keeping_along(desk: Desk, game: str) -> None:
    dice = random.Random(game)
    table = quick(desk, "Anna Bert Caro Dora", game, keys=Keys(f"key-{game}"))
    for _ in range(16):
        with suppress(ScorekeeperError):  # not everything anybody may say is a deal
            something_happens(dice, table, game)
    assert len(rows(table)) > 9
    kept = rows(table)
    with desk.store.write() as tx:
        tx.connection.execute(text("DELETE FROM deal_facet"))
    migrated(desk)
    assert rows(table) == kept
    assert ledger.verify(desk, records=True) == []


def something_happens(dice: random.Random, table: Round, game: str) -> None:
    seen = table.see()
    playing = [one.member_id for one in seen.people if not one.sits_out_next]
    told = table.record(any_deal(dice, game, playing), new_match=True)
    roll = dice.random()
    if roll < 0.2:
        table.undo()
    elif roll < 0.4:
        table.correct(told.id, any_deal(dice, game, playing))


def migrated(desk: Desk) -> None:
    """Fill the table as the migration does for a database that is there already."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(migrate._config()).get_revision("people")
    with (
        migrate._migrating(desk.store) as connection,
        Operations.context(MigrationContext.configure(connection)),
    ):
        script.module._fill_deal_facet()
