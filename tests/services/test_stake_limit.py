"""The evening's stake limit ("Deckel"): said before a deal is recorded, refused where agreed."""

import threading

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import corrections
from scorekeeper.services import deals
from scorekeeper.services import money_rules
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from scorekeeper.store.engine import Transaction
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick


def agree(table: Round, limit: int | None, mode: str = "refuse") -> None:
    money_rules.set_night_rules(
        table.desk,
        club_id=table.club_id,
        night_id=table.night_id,
        coin=None,
        stake_limit=limit,
        stake_mode=mode,
    )


def limited(desk: Desk, mode: str = "refuse") -> Round:
    """Begin a night where each lost deal of Anna's costs the others 10, and 25 is the limit."""
    table = quick(desk, "Anna Bert Caro", "bolachen")
    agree(table, 25, mode)
    for _ in range(2):
        table.record(brand(table.id("Anna"), 7))
    return table


def test_a_deal_beyond_the_limit_is_refused_with_name_and_amounts(desk: Desk) -> None:
    table = limited(desk)
    assert table.balances() == {"Anna": 40, "Bert": -20, "Caro": -20}
    with pytest.raises(ScorekeeperError) as refused:
        table.record(brand(table.id("Anna"), 7))
    assert refused.value.code is ErrorCode.STAKE_LIMIT
    told = refused.value.values
    assert told["name"] in ("Bert", "Caro")
    assert told["loss"] == "0,30\N{NO-BREAK SPACE}€"
    assert told["limit"] == "0,25\N{NO-BREAK SPACE}€"
    # Nothing of it is kept, and a deal by which Bert wins is free.
    assert table.balances() == {"Anna": 40, "Bert": -20, "Caro": -20}
    assert table.see().next_number == 3
    assert verify(desk, records=True) == []


def test_who_wins_is_not_held_up_by_what_he_lost(desk: Desk) -> None:
    table = limited(desk)
    agree(table, 30)
    table.record(brand(table.id("Bert"), 7))
    agree(table, 10)
    assert table.balances() == {"Anna": 30, "Bert": 0, "Caro": -30}
    table.record(brand(table.id("Caro"), 7))
    assert table.balances() == {"Anna": 20, "Bert": -10, "Caro": -10}
    with pytest.raises(ScorekeeperError):
        table.record(brand(table.id("Anna"), 7))
    agree(table, None)
    table.record(brand(table.id("Anna"), 7))


def preview(table: Round) -> dict[str, object]:
    seen = deals.preview_deal(
        table.desk,
        club_id=table.club_id,
        table_id=table.table.id,
        said=brand(table.id("Anna"), 7),
    )
    return {"over": dict(seen.over), "limit": seen.stake_limit, "mode": seen.stake_mode}


@pytest.mark.parametrize("mode", ["warn", "refuse"])
def test_the_price_says_so_before(desk: Desk, mode: str) -> None:
    table = limited(desk, mode)
    assert preview(table) == {"over": {"Bert": 30, "Caro": 30}, "limit": 25, "mode": mode}
    agree(table, 30, mode)
    assert preview(table) == {"over": {}, "limit": 30, "mode": mode}
    agree(table, None)
    assert preview(table) == {"over": {}, "limit": None, "mode": None}


def test_a_warning_refuses_nothing(desk: Desk) -> None:
    table = limited(desk, "warn")
    table.record(brand(table.id("Anna"), 7))
    assert table.balances()["Bert"] == -30


def test_who_is_near_the_limit() -> None:
    stands = [("Anna", 400), ("Bert", -480), ("Caro", -600), ("Dora", -300)]
    assert money_rules.near_limit(500, stands, 30) == (("Bert", 20), ("Caro", -100))
    assert money_rules.near_limit(None, stands, 30) == ()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect the statements this thread runs; a watch on another table may still look."""
    found: list[str] = []
    here = threading.get_ident()
    for name in ("one", "all", "run", "many"):
        plain = getattr(Transaction, name)

        def counted(self, statement, *args, _plain=plain, **values):  # type: ignore[no-untyped-def]
            if threading.get_ident() == here:
                found.append(str(statement.statement))
            return _plain(self, statement, *args, **values)

        monkeypatch.setattr(Transaction, name, counted)
    return found


def test_recording_asks_no_more_where_there_is_a_limit(desk: Desk, asked: list[str]) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    said = brand(table.id("Anna"), 7)
    table.record(said)
    asked.clear()
    table.record(said)
    without = list(asked)
    agree(table, 10_000)
    asked.clear()
    table.record(said)
    assert asked == without
    assert len(without) > 3


def deal_id(table: Round, number: int) -> str:
    return next(one.id for one in table.see().deals if one.number == number)


def lost_by_bert(table: Round) -> dict[str, object]:
    """Tell of a deal that Bert declared and lost to both."""
    return brand(table.id("Bert"), 3)


def test_a_correction_is_held_to_the_limit_as_recording_is(desk: Desk) -> None:
    table = limited(desk)
    second = deal_id(table, 2)
    with pytest.raises(ScorekeeperError) as refused:
        table.correct(second, lost_by_bert(table))
    assert refused.value.code is ErrorCode.STAKE_LIMIT
    assert refused.value.values == {
        "name": "Bert",
        "loss": "0,30\N{NO-BREAK SPACE}€",
        "limit": "0,25\N{NO-BREAK SPACE}€",
    }
    assert table.balances() == {"Anna": 40, "Bert": -20, "Caro": -20}
    agree(table, 25, "warn")
    table.correct(second, lost_by_bert(table))
    assert table.balances() == {"Anna": 30, "Bert": -30, "Caro": 0}
    assert verify(desk, records=True) == []


@pytest.mark.parametrize("mode", ["warn", "refuse"])
def test_the_look_at_a_correction_says_who_would_lose_too_much(desk: Desk, mode: str) -> None:
    table = limited(desk, mode)

    def look(said: dict[str, object]) -> tuple[object, object, object]:
        seen = deals.preview_correction(
            desk, club_id=table.club_id, deal_id=deal_id(table, 2), said=said
        ).preview
        return seen.over, seen.stake_limit, seen.stake_mode

    assert look(lost_by_bert(table)) == ((("Bert", 30),), 25, mode)
    assert look(brand(table.id("Bert"), 7)) == ((), 25, mode)


def test_a_correction_by_which_nobody_loses_more_is_always_free(desk: Desk) -> None:
    table = limited(desk)
    agree(table, 5)
    first, second = deal_id(table, 1), deal_id(table, 2)
    # As before for everybody, though all but Anna are far beyond the limit.
    table.correct(second, {**brand(table.id("Anna"), 7), "dealer": table.id("Caro")})
    assert table.balances() == {"Anna": 40, "Bert": -20, "Caro": -20}
    agree(table, 15)
    # Caro still loses more than agreed, but not by this; Bert loses less.
    table.correct(first, brand(table.id("Bert"), 7))
    assert table.balances() == {"Anna": 10, "Bert": 10, "Caro": -20}
    assert verify(desk, records=True) == []


def test_what_was_paid_since_does_not_let_anybody_lose_more(desk: Desk) -> None:
    table = limited(desk)
    table.close()
    plan = settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key="propose-1"
    )
    for transfer in plan.transfers:
        settlement.pay_transfer(
            desk,
            club_id=table.club_id,
            transfer_id=transfer.id,
            amount=transfer.amount,
            key=f"pay-{transfer.id}",
        )
    with pytest.raises(ScorekeeperError) as refused:
        table.correct(deal_id(table, 2), lost_by_bert(table))
    assert refused.value.values["loss"] == "0,30\N{NO-BREAK SPACE}€"


def test_a_ruling_stands_whatever_was_agreed(desk: Desk) -> None:
    table = limited(desk)
    second = deal_id(table, 2)
    with desk.store.write() as tx:
        corrections.retell(
            tx,
            desk,
            table.club_id,
            second,
            {second: lost_by_bert(table)},
            reason="Entscheid",
            key=table.keys(),
            manner=corrections.RULED,
        )
    assert table.balances()["Bert"] == -30
