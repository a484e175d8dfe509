"""Two ids that are one person: counted once everywhere, and parted as they were."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import permutations

import pytest
from sqlalchemy import select

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import merging
from scorekeeper.services import nights
from scorekeeper.services import seasons
from scorekeeper.services import settlement
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from scorekeeper.store.schema import metadata
from tests.services.play import Keys
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick

EXTRA = {"person_step", "request"}


def everything(desk: Desk) -> dict[str, list[tuple[object, ...]]]:
    """Return every row there is, but for the log of what was decided about people."""
    with desk.store.read() as tx:
        return {
            table.name: [
                tuple(row)
                for row in tx.connection.execute(
                    select(table).order_by(*table.primary_key.columns)
                ).all()
            ]
            for table in metadata.sorted_tables
            if table.name not in EXTRA
        }


def named(desk: Desk, club_id: str) -> dict[str, str]:
    found = members.list_members(desk, club_id=club_id, include_inactive=True)
    return {one.name: one.id for one in found}


def refused(code: ErrorCode, work: Callable[[], object]) -> ScorekeeperError:
    with pytest.raises(ScorekeeperError) as caught:
        work()
    assert caught.value.code is code
    return caught.value


def two_evenings(desk: Desk) -> tuple[Round, Round, dict[str, str]]:
    """Anna plays on one evening, and as "Anni" on another."""
    keys = Keys()
    first = quick(desk, "Anna Bert Caro", "bolachen", keys=keys)
    first.record(brand(first.id("Anna"), 7))
    first.close()
    second = quick(desk, "Anni Bert Caro", "bolachen", keys=keys)
    second.record(brand(second.id("Anni"), 5))
    second.record(brand(second.id("Bert"), 10))
    second.close()
    return first, second, named(desk, first.club_id)


def merge(table: Round, who: str, into: str) -> None:
    merging.merge_members(
        table.desk, club_id=table.club_id, member_id=who, into_id=into, key=table.keys()
    )


def test_a_duplicate_is_shown_and_summed_as_the_person(desk: Desk) -> None:
    first, second, ids = two_evenings(desk)
    club = first.club_id
    before = seasons.get_season(desk, club_id=club, season_id=first.table.night.season_id or "")
    sums = {member.name: cents for member, cents in before.totals}
    preview = merging.preview_merge(desk, club_id=club, member_id=ids["Anni"], into_id=ids["Anna"])
    assert (preview.nights, preview.result) == (2, sums["Anna"] + sums["Anni"])
    assert (preview.person_result, preview.duplicate_result) == (sums["Anna"], sums["Anni"])

    merge(first, ids["Anni"], ids["Anna"])
    after = seasons.get_season(desk, club_id=club, season_id=first.table.night.season_id or "")
    assert {member.name: cents for member, cents in after.totals} == {
        "Anna": sums["Anna"] + sums["Anni"],
        "Bert": sums["Bert"],
        "Caro": sums["Caro"],
    }
    assert {m.name: m.nights for m in members.list_members(desk, club_id=club)} == {
        **dict.fromkeys(("Anna", "Bert", "Caro"), 2)
    }
    shown = ledger.night_ledger(desk, club_id=club, night_id=second.night_id)
    assert [one.name for one in shown.members] == ["Anna", "Bert", "Caro"]
    assert shown.balances[ids["Anna"]] == sums["Anni"]
    assert shown.deals[0].record["seats"] == ["Anna", "Bert", "Caro"]
    assert shown.deals[0].said["seats"][0] == ids["Anni"]  # type: ignore[index]
    assert shown.deals[-1].balances_after == shown.balances
    assert set(shown.deals[0].changes) == {ids[name] for name in ("Anna", "Bert", "Caro")}
    assert ledger.verify(desk, records=True) == []


def test_taking_a_merge_back_leaves_everything_as_it_was(desk: Desk) -> None:
    first, _, ids = two_evenings(desk)
    before = everything(desk)
    merge(first, ids["Anni"], ids["Anna"])
    assert everything(desk) != before
    merging.unmerge_member(desk, club_id=first.club_id, member_id=ids["Anni"], key=first.keys())
    assert everything(desk) == before
    refused(
        ErrorCode.MERGE_NONE,
        lambda: merging.unmerge_member(
            desk, club_id=first.club_id, member_id=ids["Anni"], key=first.keys()
        ),
    )


def test_who_played_together_is_two_people_and_the_deal_is_named(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "bolachen")
    club, ids = table.club_id, named(desk, table.club_id)
    sat = refused(ErrorCode.MERGE_SEATED, lambda: merge(table, ids["Dora"], ids["Anna"]))
    assert "Tisch" in str(sat.values["where"])
    table.record(brand(table.id("Anna"), 7))
    error = refused(ErrorCode.MERGE_TOGETHER, lambda: merge(table, ids["Bert"], ids["Anna"]))
    assert error.values["number"] == 1
    assert "27.11.2026" in str(error.values["where"])
    refused(
        ErrorCode.MERGE_SEATED,
        lambda: merging.preview_merge(
            desk, club_id=club, member_id=ids["Dora"], into_id=ids["Anna"]
        ),
    )
    refused(ErrorCode.MERGE_SAME, lambda: merge(table, ids["Anna"], ids["Anna"]))
    refused(ErrorCode.NOT_FOUND, lambda: merge(table, "nobody", ids["Anna"]))


def test_one_person_at_two_tables_of_an_evening_owes_once(desk: Desk) -> None:
    keys = Keys()
    one = quick(desk, "Anna Bert Caro Dora", "bolachen", keys=keys)
    one.record(brand(one.id("Bert"), 10))
    tables.leave_table(
        desk, club_id=one.club_id, table_id=one.table.id, member_id=one.id("Anna"), key=keys()
    )
    rules = one.table.house_rules.id
    extra = members.members_named(desk, club_id=one.club_id, names=["Anni", "Emil", "Fred"])
    other = tables.open_table(
        desk,
        club_id=one.club_id,
        night_id=one.night_id,
        game="bolachen",
        house_rules_id=rules,
        tariff=10,
        member_ids=[member.id for member in extra],
        key=keys(),
    )
    two = Round(desk=desk, table=other, keys=keys)
    two.record(brand(extra[0].id, 8))
    ids = named(desk, one.club_id)
    merge(one, ids["Anni"], ids["Anna"])
    assert two.balances()["Anna"] == one.balances()["Anna"]
    one.close()
    plan = settlement.propose_settlement(
        desk, club_id=one.club_id, night_id=one.night_id, key=keys()
    )
    stands = {member.name: cents for member, cents in plan.balances}
    assert sorted(stands) == ["Anna", "Bert", "Caro", "Dora", "Emil", "Fred"]
    assert sum(stands.values()) == 0
    for transfer in plan.transfers:
        plan = settlement.pay_transfer(
            desk,
            club_id=one.club_id,
            transfer_id=transfer.id,
            amount=transfer.amount,
            key=keys(),
        )
    assert plan.done
    assert nights.get_night(desk, club_id=one.club_id, night_id=one.night_id).state == "settled"
    # As two people they are not even: what was paid for both was paid to one.
    merging.unmerge_member(desk, club_id=one.club_id, member_id=ids["Anni"], key=keys())
    assert nights.get_night(desk, club_id=one.club_id, night_id=one.night_id).state == "closed"
    merge(one, ids["Anni"], ids["Anna"])
    assert nights.get_night(desk, club_id=one.club_id, night_id=one.night_id).state == "settled"
    assert ledger.verify(desk, records=True) == []


def test_chains_of_duplicates_lead_to_one_person_and_come_apart_again(desk: Desk) -> None:
    keys = Keys()
    table = quick(desk, "Bert Caro Dora", "bolachen", keys=keys)
    made = members.members_named(desk, club_id=table.club_id, names=["Anna", "Anni", "Annerl"])
    anna, anni, annerl = (one.id for one in made)
    merge(table, annerl, anni)
    before = everything(desk)
    merge(table, anni, anna)
    assert "Annerl" not in named(desk, table.club_id)
    refused(ErrorCode.MEMBER_MERGED, lambda: merge(table, annerl, table.id("Bert")))
    merging.unmerge_member(desk, club_id=table.club_id, member_id=anni, key=keys())
    assert everything(desk) == before
    merge(table, anni, anna)
    merging.unmerge_member(desk, club_id=table.club_id, member_id=annerl, key=keys())
    assert sorted(named(desk, table.club_id)) == ["Anna", "Annerl", "Bert", "Caro", "Dora"]
    # The old name finds the person, and stays taken.
    found = members.members_named(desk, club_id=table.club_id, names=["anni"])
    assert [one.id for one in found] == [anna]
    refused(
        ErrorCode.NAME_TAKEN,
        lambda: members.add_member(desk, club_id=table.club_id, name="Anni"),
    )
    refused(
        ErrorCode.MEMBER_MERGED,
        lambda: members.rename_member(desk, club_id=table.club_id, member_id=anni, name="Anne"),
    )
    refused(
        ErrorCode.MEMBER_MERGED,
        lambda: tables.join_table(
            desk, club_id=table.club_id, table_id=table.table.id, member_id=anni
        ),
    )


def test_whoever_is_merged_at_once_ends_as_one_person(desk: Desk) -> None:
    table = quick(desk, "Bert Caro Dora", "bolachen")
    names = ["Anna", "Anni", "Annerl", "Anne"]
    made = members.members_named(desk, club_id=table.club_id, names=names)
    pairs = list(permutations([one.id for one in made], 2))

    def work(number: int) -> None:
        one, into = pairs[number]
        with suppress(ScorekeeperError):
            merging.merge_members(
                desk, club_id=table.club_id, member_id=one, into_id=into, key=f"at-once-{number:03}"
            )

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(len(pairs))))
    left = [name for name in named(desk, table.club_id) if name.startswith("Ann")]
    assert len(left) == 1
    assert ledger.verify(desk) == []


def test_a_duplicate_that_sits_at_a_table_plays_on_as_the_person(desk: Desk) -> None:
    keys = Keys()
    table = quick(desk, "Anni Bert Caro", "bolachen", keys=keys)
    table.record(brand(table.id("Anni"), 7))
    anna = members.members_named(desk, club_id=table.club_id, names=["Anna"])[0].id
    merge(table, table.id("Anni"), anna)
    assert sorted(table.balances()) == ["Anna", "Bert", "Caro"]
    told = table.record(brand(table.id("Anna"), 6))
    assert told.record["contract"]["declarer"] == "Anna"  # type: ignore[index]
    again = table.correct(told.id, brand(table.id("Bert"), 6))
    assert again.record["seats"] == ["Anna", "Bert", "Caro"]
    refused(
        ErrorCode.SEAT_TAKEN,
        lambda: tables.join_table(
            desk, club_id=table.club_id, table_id=table.table.id, member_id=anna
        ),
    )
    table.undo()
    assert ledger.verify(desk, records=True) == []
