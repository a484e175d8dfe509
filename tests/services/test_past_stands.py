"""What was booked stands: a changed rule changes no deal that nothing else has changed."""

import csv
import json
from pathlib import Path

import pytest

from scorekeeper.adjudication import check
from scorekeeper.clock import system_clock
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules.findings import CONTRADICTION
from scorekeeper.rules.findings import Finding
from scorekeeper.services import closing
from scorekeeper.services import deals
from scorekeeper.services import documents
from scorekeeper.services import entries
from scorekeeper.services import exports
from scorekeeper.services import ledger
from scorekeeper.services import rulings
from scorekeeper.services import scoring
from scorekeeper.services.club_copy import restore_club
from scorekeeper.services.corrections import CorrectionRefusedError
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.verify import verify
from scorekeeper.services.verify_deals import RulesNews
from tests.conftest import TickingClock
from tests.services.newer_rules import TODAY
from tests.services.newer_rules import change_payments
from tests.services.play import MISDEAL
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won
from tests.services.test_verify import tamper

THREE = "Anna Bert Caro"
FOUR = "Anna Bert Caro Dora"


def news_of(desk: Desk) -> list[RulesNews]:
    """Prove everything, of which nothing may be wrong; return what today's rules would change."""
    news: list[RulesNews] = []
    assert verify(desk, records=True, news=news) == []
    return news


def versions(table: Round) -> list[list[int]]:
    """Return of each deal by which rules each of its tellings was scored."""
    with table.desk.store.read() as tx:
        rows = tx.connection.exec_driver_sql(
            "SELECT d.seq, v.rules FROM deal d JOIN deal_version v ON v.deal_id = d.id "
            "ORDER BY d.seq, v.version"
        ).all()
    found: dict[int, list[int]] = {}
    for seq, rules in rows:
        found.setdefault(seq, []).append(rules)
    return list(found.values())


def everywhere(table: Round) -> list[dict[str, int]]:
    """Return each deal's money by name; page, book, export and paper must say the same."""
    names = {one.member_id: one.name for one in table.see().people}
    page = {one.id: one for one in table.see().deals if one.state == "valid"}
    told = [
        {names[member]: cents for member, cents in page[one].changes.items() if cents}
        for one in sorted(page, key=lambda one: page[one].number)
    ]
    balances: dict[str, int] = dict.fromkeys(names.values(), 0)
    for changes in told:
        for name, cents in changes.items():
            balances[name] += cents
    assert table.balances() == balances
    book = ledger.night_ledger(table.desk, club_id=table.club_id, night_id=table.night_id)
    shown = sorted((one for one in book.deals if one.state == "valid"), key=lambda one: one.number)
    assert [{names[m]: c for m, c in one.changes.items() if c} for one in shown] == told
    facts = documents.ledger_facts(table.desk, club_id=table.club_id, night_id=table.night_id)
    (printed,) = facts.tables
    assert [
        {
            name: cents
            for name, cents in zip(printed.people, deal.valid.changes, strict=True)
            if cents
        }
        for deal in printed.deals
        if deal.valid is not None
    ] == told
    return told


def test_a_correction_leaves_later_deals_as_they_were_booked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, THREE, "bolachen")
    first = table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Bert"), 4))
    change_payments(monkeypatch)
    table.record(brand(table.id("Caro"), 8))
    (one, two) = news_of(desk)
    assert (one.night, one.table, one.number) == (1, table.see().name, 1)
    assert one.was == {"Anna": 20, "Bert": -10, "Caro": -10}
    assert one.now == {"Anna": 40, "Bert": -20, "Caro": -20}
    assert (two.number, two.was["Bert"], two.now and two.now["Bert"]) == (2, -20, -40)
    table.correct(first.id, brand(table.id("Bert"), 7))
    assert everywhere(table) == [
        {"Bert": 40, "Anna": -20, "Caro": -20},  # told anew, so by the rules of now
        {"Bert": -20, "Anna": 10, "Caro": 10},
        {"Caro": 40, "Anna": -20, "Bert": -20},
    ]
    assert versions(table) == [[TODAY, TODAY + 1], [TODAY], [TODAY + 1]]
    assert [one.number for one in news_of(desk)] == [2]


@pytest.mark.parametrize("game", ["bolachen", "wallachen", "watten"])
def test_a_deal_saved_as_it_stands_keeps_what_was_booked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    table = quick(desk, FOUR if game == "watten" else THREE, game)
    anna, bert = table.id("Anna"), table.id("Bert")
    said = {
        "bolachen": brand(anna, 7),
        "wallachen": {**number(anna, 6, 7), "doubles": [bert]},
        "watten": won(bert, (anna, "accept")),
    }[game]
    first = table.record(said)
    table.record(MISDEAL)
    booked = everywhere(table)
    change_payments(monkeypatch)
    backwards = dict(reversed(list(first.said.items())))
    preview = deals.preview_correction(
        desk, club_id=table.club_id, deal_id=first.id, said=backwards
    )
    assert (preview.differences, preview.rescored, preview.new_rules) == ({}, (), ())
    assert preview.preview.changes == first.changes
    names = {one.member_id: one.name for one in table.see().people}
    money = {names[member]: cents for member, cents in first.changes.items()}
    assert preview.preview.report["money"] == money
    paid = dict.fromkeys(money, 0)
    for payer, payee, cents in preview.preview.payments:
        paid[payer] -= cents
        paid[payee] += cents
    assert paid == money
    before = entries.list_entries(desk, club_id=table.club_id, purse=True)
    again = table.correct(first.id, backwards)
    assert (again.cause, again.history) == ("recorded", ())
    assert entries.list_entries(desk, club_id=table.club_id, purse=True) == before
    assert everywhere(table) == booked
    news_of(desk)


def test_where_the_haferl_changed_a_deal_is_scored_by_the_rules_of_now_and_that_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, THREE, "wallachen", {"pass_out": "haferl"})
    anna, bert, caro = (table.id(name) for name in THREE.split())
    first = table.record(PASSED_OUT)
    table.record(number(anna, 6, 6))  # takes the Haferl
    table.record(number(bert, 6, 6))
    assert everywhere(table)[1] == {"Anna": 150, "Bert": -60, "Caro": -60}
    change_payments(monkeypatch)
    said = number(caro, 6, 6)
    preview = deals.preview_correction(desk, club_id=table.club_id, deal_id=first.id, said=said)
    assert (preview.rescored, preview.new_rules) == ((2,), (1, 2))
    # Deal 1: from -10 each to 140 for Caro. Deal 2: no Haferl, and 70 instead of 60 from each.
    assert preview.new_rules_share == {anna: -60 - 10, bert: -60 - 10, caro: 150 - 10}
    assert preview.differences == preview.new_rules_share
    table.correct(first.id, said)
    assert everywhere(table) == [
        {"Caro": 140, "Anna": -70, "Bert": -70},
        {"Anna": 140, "Bert": -70, "Caro": -70},
        {"Bert": 120, "Anna": -60, "Caro": -60},
    ]
    book = ledger.night_ledger(desk, club_id=table.club_id, night_id=table.night_id)
    replaced = [[(old.replaced_by, old.new_rules) for old in one.history] for one in book.deals]
    assert replaced == [[("corrected", True)], [("rescored", True)], []]
    facts = documents.ledger_facts(desk, club_id=table.club_id, night_id=table.night_id)
    struck = [[why.new_rules for _, why in one.struck] for one in facts.tables[0].deals]
    assert struck == [[True], [True], []]
    assert versions(table) == [[TODAY, TODAY + 1], [TODAY, TODAY + 1], [TODAY]]
    assert [(one.number, one.was["Bert"]) for one in news_of(desk)] == [(3, 120)]


def test_who_paid_into_the_haferl_is_known_without_scoring_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another three pay the same into the Haferl: the later deals keep their lines, not the pot."""
    table = quick(desk, FOUR, "wallachen", {"pass_out": "haferl"})
    first = table.record(PASSED_OUT)
    table.record(PASSED_OUT)
    change_payments(monkeypatch)
    for _ in range(2):
        table.record({**PASSED_OUT, "contract": {"kind": "passed_out"}})
    other = {"dealer": table.id("Anna"), "sitting_out": [table.id("Anna")]}
    table.correct(first.id, {**PASSED_OUT, **other})
    assert versions(table) == [[TODAY, TODAY + 1], [TODAY], [TODAY + 1], [TODAY + 1]]
    news_of(desk)
    table.close()
    news_of(desk)
    assert sum(table.balances().values()) == 0


def test_a_haferl_that_was_divided_stays_divided_as_it_was(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, THREE, "wallachen", {"pass_out": "haferl"})
    anna, bert = table.id("Anna"), table.id("Bert")
    first = table.record(number(anna, 6, 6))
    last = table.record(PASSED_OUT)
    table.close()
    divided = table.balances()
    real = closing.haferl_division
    monkeypatch.setattr(closing, "haferl_division", lambda pot, who, pot_: real(pot, who[:1], pot_))
    preview = deals.preview_correction(
        desk, club_id=table.club_id, deal_id=first.id, said=number(bert, 6, 6)
    )
    assert preview.differences == {anna: -180, bert: 180}
    table.correct(first.id, number(bert, 6, 6))
    assert table.balances() == {
        "Anna": divided["Anna"] - 180,
        "Bert": divided["Bert"] + 180,
        "Caro": divided["Caro"],
    }
    assert news_of(desk) == []
    said = number(bert, 6, 6)
    preview = deals.preview_correction(desk, club_id=table.club_id, deal_id=last.id, said=said)
    before = table.balances()
    table.correct(last.id, said)  # the pot was never there
    after = table.balances()
    names = {one.member_id: one.name for one in table.see().people}
    moved = {names[one]: cents for one, cents in preview.differences.items()}
    assert {name: after[name] - before[name] for name in moved} == moved
    assert sum(after.values()) == 0
    assert news_of(desk) == []


def test_a_match_that_changed_is_scored_by_the_rules_of_now(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, FOUR, "watten")
    anna, bert = table.id("Anna"), table.id("Bert")
    first = table.record(won(anna))
    for _ in range(2):
        table.record(won(anna))
    change_payments(monkeypatch)
    table.correct(first.id, won(bert))
    match = table.see().match
    assert match is not None
    assert (match.points[anna], match.points[bert]) == (6, 3)
    assert versions(table) == [[TODAY, TODAY + 1]] * 3
    assert news_of(desk) == []


def test_undoing_takes_back_what_was_booked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = quick(desk, THREE, "wallachen", {"pass_out": "haferl"})
    table.record(PASSED_OUT)
    table.record(number(table.id("Bert"), 6, 6))
    change_payments(monkeypatch)
    table.undo()
    assert (
        everywhere(table) == [{"Anna": -10, "Bert": -10, "Caro": -10}] or table.see().haferl == 30
    )
    assert table.see().haferl == 30
    table.record(number(table.id("Bert"), 6, 6))
    assert everywhere(table)[1] == {"Bert": 170, "Anna": -70, "Caro": -70}
    assert versions(table) == [[TODAY], [TODAY, TODAY], [TODAY + 1]]
    assert news_of(desk) == []


def test_a_ruling_that_lets_the_play_stand_moves_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, THREE, "bolachen")
    first = table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Bert"), 7))
    booked = everywhere(table)
    dispute = rulings.open_dispute(
        desk,
        club_id=table.club_id,
        deal_id=first.id,
        reason="nicht zugegeben",
        offence="revoke",
        by=table.id("Anna"),
        key=table.keys(),
    )
    change_payments(monkeypatch)
    played, ruled = rulings.outcomes(desk, club_id=table.club_id, dispute_id=dispute.id)
    assert (played.seen.differences, played.seen.new_rules) == ({}, ())
    assert (ruled.seen.differences[table.id("Anna")], ruled.seen.new_rules) == (-60, (1,))
    for choice, then in (
        (Choice.AS_PLAYED, booked),
        (Choice.PROPOSED, [{"Anna": -40, "Bert": 20, "Caro": 20}, booked[1]]),
    ):
        rulings.rule(
            desk,
            club_id=table.club_id,
            dispute_id=dispute.id,
            decision=Decision(choice=choice),
            reason="so war es",
            key=table.keys(),
        )
        assert everywhere(table) == then
        news_of(desk)
        rulings.appeal(
            desk,
            club_id=table.club_id,
            dispute_id=dispute.id,
            reason="doch nicht",
            key=table.keys(),
        )
    assert versions(table) == [[TODAY, TODAY, TODAY + 1], [TODAY]]


def test_a_later_deal_that_the_rules_of_now_make_impossible_is_named(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, FOUR, "watten")
    anna, bert, dora = (table.id(name) for name in ("Anna", "Bert", "Dora"))
    first = table.record(won(bert))
    for _ in range(2):
        table.record(won(bert))
    last = table.record(won(anna, (bert, "accept")))
    booked = everywhere(table)
    # Three points a deal: their side is gespannt before deal 4 then, and could not have raised.
    change_payments(monkeypatch)
    with pytest.raises(ScorekeeperError) as caught:
        table.correct(first.id, {"tricks_taken": {bert: 2, dora: 1}})
    assert caught.value.code is ErrorCode.LATER_DEALS_BREAK
    assert isinstance(caught.value, CorrectionRefusedError)
    assert [one[0] for one in caught.value.seen.impossible] == [last.id]
    assert everywhere(table) == booked
    news_of(desk)


def test_a_deal_that_the_rules_of_now_would_refuse_is_news(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, THREE, "bolachen")
    table.record(brand(table.id("Anna"), 7))
    change_payments(monkeypatch)
    wrong = Finding(code=CONTRADICTION, path="/contract", key="findings.contradiction.contract")
    monkeypatch.setattr(check, "_call_errors", lambda _: [wrong])
    (one,) = news_of(desk)
    assert (one.was, one.now) == ({"Anna": 20, "Bert": -10, "Caro": -10}, None)


def test_another_payment_under_the_same_version_is_an_error(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = quick(desk, THREE, "bolachen")
    deal = table.record(brand(table.id("Anna"), 7))
    change_payments(monkeypatch, version=TODAY)
    news: list[RulesNews] = []
    problems = verify(desk, records=True, news=news)
    assert (problems, news) == ([f"deal {deal.id}: scored again it comes out differently"], [])


def test_an_entry_that_pays_otherwise_than_its_record_says_is_an_error(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By whatever rules a deal was booked: its record and its lines must agree."""
    table = quick(desk, THREE, "bolachen")
    deal = table.record(brand(table.id("Anna"), 7))
    change_payments(monkeypatch)
    with desk.store.read() as tx:
        outcome = tx.connection.exec_driver_sql("SELECT outcome FROM deal_version").scalar_one()
    forged = json.loads(outcome)
    forged["money"] = {member: 2 * cents for member, cents in forged["money"].items()}
    told = scoring.dump(forged).replace("%", "%%")
    tamper(desk, f"UPDATE deal_version SET outcome = '{told}' WHERE version = 1")
    problems = verify(desk, records=True)
    assert f"deal {deal.id}: its entry does not pay what its record says" in problems


def test_exports_say_what_was_booked_and_by_which_rules(
    postgres_url: str, sqlite_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    desk = open_desk(postgres_url, TickingClock(), "Anna", "de")
    table = quick(desk, THREE, "bolachen")
    first = table.record(brand(table.id("Anna"), 7))
    table.record(brand(table.id("Bert"), 7))
    change_payments(monkeypatch)
    table.correct(first.id, brand(table.id("Caro"), 7))
    made = exports.export(desk, club_id=table.club_id, subject="deals", format_="csv")
    head, *rows = csv.reader(b"".join(made.blocks).decode("utf-8-sig").splitlines(), delimiter=";")
    assert [dict(zip(head, row, strict=True))["Bert"] for row in rows] == ["-0,20", "0,20"]
    whole = exports.export(desk, club_id=table.club_id, subject="club", format_="json")
    path = tmp_path / "club.json"
    path.write_bytes(b"".join(whole.blocks))
    desk.close()
    other = open_desk(sqlite_url, system_clock, "Bert")
    restore_club(other, path)
    assert [one.number for one in news_of(other)] == [2]
    other.close()
