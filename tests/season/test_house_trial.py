"""Other house rules tried on a season: what would differ, against a season played by them."""

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.tasks import TASKS
from scorekeeper.jobs.tasks import Context
from scorekeeper.services import house_rules
from scorekeeper.services import house_trial
from scorekeeper.services import ledger
from scorekeeper.services import seasons
from scorekeeper.services.desk import Desk
from scorekeeper.services.verify import verify
from tests.services.play import PASSED_OUT
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import number
from tests.services.play import quick

NAMES = "Anna Bert Caro"


def mord(declarer: str, tricks: int) -> dict[str, object]:
    contract = {"declarer": declarer, "kind": "mord"}
    return {"contract": contract, "tricks_taken": {declarer: tricks}}


def season_of(table: Round) -> str:
    return seasons.list_seasons(table.desk, club_id=table.club_id)[0].id


def test_a_mord_at_five_would_have_paid_more(desk: Desk) -> None:
    table = quick(desk, NAMES, "bolachen")
    table.record(mord(table.id("Anna"), 10))
    table.record(
        {**mord(table.id("Bert"), 0), "contract": {"declarer": table.id("Bert"), "kind": "bettel"}}
    )
    before = table.balances()
    steps: list[tuple[int, int]] = []
    found = house_trial.try_rules(
        desk,
        club_id=table.club_id,
        season_id=season_of(table),
        game="bolachen",
        options={"mord_factor": 5},
        progress=lambda done, total: steps.append((done, total)),
    )
    assert (found.scored, found.differing, found.undecided) == (2, 1, 0)
    assert found.deals[0].was == {"Anna": 60, "Bert": -30, "Caro": -30}
    assert found.deals[0].now == {"Anna": 100, "Bert": -50, "Caro": -50}
    assert {one.name: (one.cents_was, one.cents_now) for one in found.people} == {
        "Anna": (40, 80),
        "Bert": (10, -10),
        "Caro": (-50, -70),
    }
    assert [(one.place_was, one.place_now) for one in found.people] == [(1, 1), (2, 2), (3, 3)]
    assert steps[-1] == (1, 1)
    assert house_trial.from_text(house_trial.as_text(found)) == found
    assert table.balances() == before
    assert verify(desk) == []


def test_a_trial_carries_the_haferl_as_a_season_played_by_those_rules(desk: Desk) -> None:
    told = [
        lambda t: PASSED_OUT,
        lambda t: number(t.id("Anna"), 6, 5),
        lambda t: number(t.id("Bert"), 7, 8),
        lambda t: PASSED_OUT,
    ]
    ends: list[dict[str, int]] = []
    trial = None
    for stake in (1, 4):
        options = {"pass_out": "haferl", "haferl_stake": stake}
        keys = Keys(prefix=f"stake-{stake}")
        table = quick(desk, NAMES, "wallachen", options, keys=keys)
        for say in told:
            table.record(say(table))
        table.close()
        pairs = ledger.balances(desk, club_id=table.club_id, night_id=table.night_id)
        ends.append({one.name: cents for one, cents in pairs})
        if trial is None:
            trial = house_trial.try_rules(
                desk,
                club_id=table.club_id,
                season_id=season_of(table),
                game="wallachen",
                options={"pass_out": "haferl", "haferl_stake": 4},
            )
    assert trial is not None
    assert {one.name: one.cents_was for one in trial.people} == ends[0]
    assert {one.name: one.cents_now for one in trial.people} == ends[1]


def test_a_record_the_rules_do_not_allow_is_left_and_told(desk: Desk) -> None:
    table = quick(desk, NAMES, "wallachen", {"pass_out": "haferl"})
    table.record(PASSED_OUT)
    found = house_trial.try_rules(
        desk,
        club_id=table.club_id,
        season_id=season_of(table),
        game="wallachen",
        options={},
    )
    assert (found.differing, found.undecided) == (1, 1)
    assert found.deals[0].undecided
    assert found.deals[0].was == found.deals[0].now


def test_a_worker_tries_them_too(desk: Desk, tmp_path) -> None:  # type: ignore[no-untyped-def]
    table = quick(desk, NAMES, "bolachen")
    table.record(mord(table.id("Anna"), 9))
    job_id = house_trial.request_trial(
        desk,
        club_id=table.club_id,
        season_id=season_of(table),
        game="bolachen",
        options={"mord_factor": 5},
    )
    assert house_trial.get_trial(desk, club_id=table.club_id, job_id=job_id).found is None
    args = {
        "season_id": season_of(table),
        "game": "bolachen",
        "options": {"mord_factor": 5},
        "first": None,
        "last": None,
    }
    context = Context(
        desk=desk,
        club_id=table.club_id,
        folder=tmp_path,
        progress=lambda done, total: None,
        stopped=lambda: False,
    )
    found = house_trial.from_text(TASKS[house_trial.JOB_KIND](context, args))
    assert found.differing == 1


def test_other_rules_begin_with_the_deal_that_is_stated(desk: Desk) -> None:
    table = quick(desk, NAMES, "bolachen")
    table.record(mord(table.id("Anna"), 10))
    rules = house_rules.create_house_rules(
        desk,
        club_id=table.club_id,
        game="bolachen",
        name="Mord um fünf",
        options={"mord_factor": 5},
        key="rules-key",
    )
    adopt = {"club_id": table.club_id, "table_id": table.table.id, "house_rules_id": rules.id}
    with pytest.raises(ScorekeeperError) as refused:
        house_trial.adopt_rules(desk, **adopt, from_number=1, key="adopt-one")
    assert refused.value.code is ErrorCode.TABLE_CHANGED
    house_trial.adopt_rules(desk, **adopt, from_number=2, key="adopt-two")
    table.record(mord(table.id("Anna"), 10))
    assert [deal.changes[table.id("Anna")] for deal in table.see().deals] == [100, 60]
    assert verify(desk, records=True) == []
