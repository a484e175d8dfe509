"""Deals at a table: what is recorded, what is refused, who deals and who sits out."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import ledger
from scorekeeper.services import members
from scorekeeper.services import tables
from scorekeeper.services.desk import Desk
from tests.services.play import MISDEAL
from tests.services.play import PASSED_OUT
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won


def refused(call: object) -> ErrorCode:
    assert isinstance(call, pytest.ExceptionInfo)
    error = call.value
    assert isinstance(error, ScorekeeperError)
    return error.code


def test_a_deal_moves_money_and_the_deal_passes_on(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    deal = table.record(brand(table.id("Anna"), 7))
    assert deal.outcome["declarer"] == "Anna"
    assert deal.record["tricks_taken"] == {"Anna": 7}
    assert deal.dealer == "Caro"
    assert table.balances() == {"Anna": 20, "Bert": -10, "Caro": -10}
    seen = table.see()
    assert seen.dealer_id == table.id("Anna")
    assert (seen.next_number, seen.night.deals, seen.revision) == (2, 1, 2)
    assert seen.house_rules.frozen
    assert ledger.verify(desk, records=True) == []


def test_the_same_key_counts_once_and_another_body_is_refused(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    said = brand(table.id("Anna"), 7)
    first = table.record(said, key="the-same-key")
    assert table.record(said, key="the-same-key") == first
    assert table.see().next_number == 2
    with pytest.raises(ScorekeeperError) as caught:
        table.record(brand(table.id("Anna"), 5), key="the-same-key")
    assert refused(caught) is ErrorCode.KEY_REUSED


def test_records_hold_ids_and_nothing_the_program_supplies(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    table.record(PASSED_OUT)
    table.record({**number(table.id("Bert"), 7, 8), "haferl": 5, "tariff": 99})
    with desk.store.read() as tx:
        rows = tx.connection.exec_driver_sql("SELECT record FROM deal_version").all()
    for (record,) in rows:
        assert "Bert" not in record
        assert not {"haferl", "match", "house_rules", "tariff"} & set(record.split('"'))


def test_what_is_wrong_is_refused_with_findings_that_name_people(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    wrong = {**brand(table.id("Anna"), 7), "tricks_taken": {table.id("Anna"): 11}}
    with pytest.raises(ScorekeeperError) as caught:
        table.record(wrong)
    assert refused(caught) is ErrorCode.DEAL_INVALID
    assert caught.value.values["findings"][0].path == "/tricks_taken/Anna"
    with pytest.raises(ScorekeeperError) as caught:
        table.record({"contract": {"declarer": table.id("Anna"), "kind": "brand", "trump": "H"}})
    assert refused(caught) is ErrorCode.DEAL_UNDECIDED
    assert table.balances() == {"Anna": 0, "Bert": 0, "Caro": 0}


def test_a_preview_says_what_would_be_and_keeps_nothing(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    said = brand(table.id("Bert"), 5)
    preview = deals.preview_deal(desk, club_id=table.club_id, table_id=table.table.id, said=said)
    assert preview.scored
    assert preview.payments == (("Bert", "Anna", 10), ("Bert", "Caro", 10))
    empty = deals.preview_deal(desk, club_id=table.club_id, table_id=table.table.id, said={})
    assert not empty.scored
    assert table.see().next_number == 1


def test_two_who_save_at_once_do_not_overwrite_each_other(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.record(brand(table.id("Anna"), 7), expected_revision=1)
    with pytest.raises(ScorekeeperError) as caught:
        table.record(brand(table.id("Bert"), 7), expected_revision=1)
    assert refused(caught) is ErrorCode.TABLE_CHANGED


def test_with_four_the_dealer_sits_out(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "bolachen")
    assert table.see().sitting_out == (table.id("Dora"),)
    table.record(brand(table.id("Anna"), 7))
    assert table.see().sitting_out == (table.id("Anna"),)
    assert table.balances() == {"Anna": 20, "Bert": -10, "Caro": -10, "Dora": 0}


@pytest.mark.parametrize("names", ["A B C D E", "A B C D E F"])
def test_with_five_or_six_everybody_rests_equally_often(desk: Desk, names: str) -> None:
    table = quick(desk, names, "bolachen")
    rests = dict.fromkeys(table.table.seats, 0)
    for _ in range(30):
        seen = table.see()
        assert len(seen.seats) - len(seen.sitting_out) == 3
        for member in seen.sitting_out:
            rests[member] += 1
        playing = next(one for one in seen.seats if one not in seen.sitting_out)
        table.record(brand(playing, 7))
    assert max(rests.values()) - min(rests.values()) <= 1


def test_a_misdeal_is_dealt_again_by_the_same_dealer(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    deal = table.record(MISDEAL)
    assert deal.outcome == {}
    assert table.see().dealer_id == table.id("Caro")
    assert {one.dealt for one in table.see().people} == {0}


def test_undo_puts_back_money_dealer_and_haferl(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    table.record(PASSED_OUT)
    before = table.see()
    table.record(number(table.id("Bert"), 7, 8))
    assert table.see().haferl == 0
    undone = table.undo(reason="vergessen")
    assert (undone.state, undone.reason, undone.who) == ("undone", "vergessen", "Anna")
    after = table.see()
    assert after.haferl == before.haferl == 30
    assert after.people == before.people
    assert after.next_number == before.next_number
    assert ledger.verify(desk, records=True) == []


def test_undo_of_another_than_the_last_is_refused(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    first = table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Anna"), 7))
    with pytest.raises(ScorekeeperError) as caught:
        table.undo(deal_id=first.id)
    assert refused(caught) is ErrorCode.UNDO_NOT_LAST


def test_joining_leaving_and_substituting(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    other = quick(desk, "Dora Emil Fritz", "bolachen", keys=table.keys)
    dora = other.id("Dora")
    at = {"club_id": table.club_id, "table_id": table.table.id}
    seen = tables.join_table(desk, **at, member_id=dora, place=1)
    assert [one.name for one in seen.people] == ["Anna", "Dora", "Bert", "Caro"]
    table.record(brand(table.id("Anna"), 7))
    seen = tables.leave_table(desk, **at, member_id=table.id("Anna"))
    assert [one.name for one in seen.people if one.seated] == ["Dora", "Bert", "Caro"]
    assert table.balances()["Anna"] == 20
    assert seen.dealer_id == dora
    seen = tables.substitute(desk, **at, out_id=dora, in_id=table.id("Anna"))
    assert seen.dealer_id == table.id("Anna")
    with pytest.raises(ScorekeeperError) as caught:
        tables.join_table(desk, **at, member_id=table.id("Bert"), place=0)
    assert refused(caught) is ErrorCode.SEAT_TAKEN


def test_the_last_round_ends_when_all_have_dealt_equally_often(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    at = {"club_id": table.club_id, "table_id": table.table.id}
    table.record(brand(table.id("Anna"), 7))
    seen = tables.announce_last_round(desk, **at, on=True)
    assert seen.deals_to_go == 2
    table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Anna"), 7))
    assert table.see().deals_to_go == 0
    again = tables.announce_last_round(desk, **at, on=True)
    assert again.deals_to_go == 3
    assert tables.announce_last_round(desk, **at, on=False).deals_to_go is None


def test_game_and_tariff_may_change_between_deals(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})
    at = {"club_id": table.club_id, "table_id": table.table.id}
    table.record(PASSED_OUT)
    rules = house_rules.preset_house_rules(
        desk, club_id=table.club_id, game="bolachen", preset="rulebook"
    )
    tables.change_game(desk, **at, game="bolachen", house_rules_id=rules.id, tariff=50)
    table.record(brand(table.id("Anna"), 7))
    assert table.balances() == {"Anna": 90, "Bert": -60, "Caro": -60}
    assert table.see().haferl == 30
    assert [deal.tariff for deal in table.see().deals] == [50, 10]
    assert ledger.verify(desk, records=True) == []


def bummerl(views: Mapping[str, int], ids: Mapping[str, str]) -> dict[str, int]:
    return {name: views.get(id_, 0) for name, id_ in ids.items()}


def test_a_watten_match_is_carried_to_its_end_and_the_next_begins(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "watten", {"bummerl_stake": 5})
    ids = {name: table.id(name) for name in ("Anna", "Bert", "Caro", "Dora")}
    for _ in range(5):
        table.record(won(ids["Anna"]))
    match = table.see().match
    assert match is not None
    assert match.points[ids["Caro"]] == 10
    assert set(match.gespannt) == {ids["Anna"], ids["Caro"]}
    table.record(won(ids["Anna"]))
    after = table.see().match
    assert after is not None
    assert after.number == 2
    assert set(after.points.values()) == {0}
    assert bummerl(after.bummerl, ids) == {"Anna": 0, "Bert": 1, "Caro": 0, "Dora": 1}
    assert table.balances() == {"Anna": 50, "Bert": -50, "Caro": 50, "Dora": -50}
    table.undo()
    back = table.see().match
    assert back is not None
    assert replace(back) == match


def test_a_fifth_at_a_watten_table_waits_for_the_next_match(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "watten")
    at = {"club_id": table.club_id, "table_id": table.table.id}
    anna = table.id("Anna")
    table.record(won(anna))
    guest = members.add_member(desk, club_id=table.club_id, name="Emil", key=table.keys())
    seen = tables.join_table(desk, **at, member_id=guest.id, place=2)
    assert not seen.partners_changed
    assert seen.sitting_out == (guest.id,)
    for _ in range(5):
        assert table.see().sitting_out == (guest.id,)
        assert table.see().dealer_id != guest.id
        table.record(won(anna))
    fresh = table.see()
    assert fresh.match is not None
    assert fresh.match.number == 2
    assert guest.id not in fresh.sitting_out
    assert len(fresh.sitting_out) == 1
    gone = tables.leave_table(desk, **at, member_id=fresh.sitting_out[0])
    assert gone.sitting_out == ()
    assert ledger.verify(desk, records=True) == []


def test_when_partners_change_people_decide(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "watten")
    ids = {name: table.id(name) for name in ("Anna", "Bert", "Caro", "Dora")}
    at = {"club_id": table.club_id, "table_id": table.table.id}
    table.record(won(ids["Anna"]))
    order = (ids["Anna"], ids["Caro"], ids["Bert"], ids["Dora"])
    assert tables.set_seats(desk, **at, member_ids=order).partners_changed
    with pytest.raises(ScorekeeperError) as caught:
        table.record(won(ids["Anna"]))
    assert refused(caught) is ErrorCode.PARTNERS_CHANGED
    deal = table.record(won(ids["Anna"]), new_match=False)
    assert deal.match_after == {ids["Anna"]: 4, ids["Bert"]: 4, ids["Caro"]: 2, ids["Dora"]: 2}
    table.undo()
    assert not tables.new_match(desk, **at).partners_changed
    deal = table.record(won(ids["Anna"]))
    assert deal.match_after == {ids["Anna"]: 2, ids["Bert"]: 2, ids["Caro"]: 0, ids["Dora"]: 0}
    assert ledger.verify(desk, records=True) == []


def test_a_deal_into_a_closed_night_is_refused(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro", "bolachen")
    table.close()
    with pytest.raises(ScorekeeperError) as caught:
        table.record(brand(table.table.seats[0], 7))
    assert refused(caught) is ErrorCode.NIGHT_NOT_OPEN
