"""Disputes about deals: marked, decided, appealed, found again; the ledger stays right."""

import random
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import deals
from scorekeeper.services import documents
from scorekeeper.services import ledger
from scorekeeper.services import nights
from scorekeeper.services import rulings
from scorekeeper.services import settlement
from scorekeeper.services.backup import backup
from scorekeeper.services.backup import restore
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.ruling_views import DisputeState
from scorekeeper.services.ruling_views import DisputeView
from scorekeeper.services.ruling_views import Offending
from scorekeeper.services.ruling_views import StepKind
from scorekeeper.services.views import DealView
from scorekeeper.store import migrate
from tests.conftest import TickingClock
from tests.services.play import MISDEAL
from tests.services.play import PASSED_OUT
from tests.services.play import Round
from tests.services.play import any_deal
from tests.services.play import number
from tests.services.play import quick
from tests.services.play import won

PROPOSED = Decision(choice=Choice.PROPOSED)
AS_PLAYED = Decision(choice=Choice.AS_PLAYED)


def wallachen(desk: Desk) -> Round:
    return quick(desk, "Anna Bert Caro", "wallachen", {"pass_out": "haferl"})


def seven(table: Round, tricks: int = 4) -> dict[str, Any]:
    """Anna plays a seven in Herz; with fewer tricks it is lost."""
    said = number(table.id("Anna"), 7, tricks)
    said["contract"]["trump"] = "H"
    return said


def remembered(table: Round) -> dict[str, Any]:
    """Bert did not follow Gras in the fifth trick, and played Gras in the eighth."""
    anna, bert = table.id("Anna"), table.id("Bert")
    return {
        "tricks": [
            {"n": 5, "lead": anna, "cards": ["GO", "H9", "GA"]},
            {"n": 8, "lead": bert, "cards": ["G8", "H8", "H7"]},
        ],
        "ask": [{"trick": 5, "player": bert}],
    }


def dispute(table: Round, deal: DealView, **more: Any) -> DisputeView:
    more.setdefault("key", table.keys())
    more.setdefault("reason", "Bert hatte noch Gras")
    return rulings.open_dispute(table.desk, club_id=table.club_id, deal_id=deal.id, **more)


def revoke(table: Round, deal: DealView, name: str = "Bert", trick: int = 5) -> DisputeView:
    return dispute(table, deal, offence="revoke", by=table.id(name), trick=trick)


def decide(table: Round, shown: DisputeView, decision: Decision, **more: Any) -> DisputeView:
    more.setdefault("key", table.keys())
    return rulings.rule(
        table.desk, club_id=table.club_id, dispute_id=shown.id, decision=decision, **more
    )


def appeal(table: Round, shown: DisputeView, reason: str = "Caro hat es anders gesehen") -> None:
    rulings.appeal(
        table.desk,
        club_id=table.club_id,
        dispute_id=shown.id,
        reason=reason,
        key=table.keys(),
    )


def kinds(desk: Desk, club_id: str) -> list[str]:
    with desk.store.read() as tx:
        rows = tx.connection.exec_driver_sql("SELECT kind FROM entry ORDER BY number").all()
    return [row[0] for row in rows]


def sound(table: Round) -> None:
    """The ledger agrees with itself in every respect, and adds up to nothing."""
    assert ledger.verify(table.desk, records=True) == []
    view = table.see()
    if view.open:
        assert sum(table.balances().values()) + view.haferl == 0


def refused(code: ErrorCode, attempt: Any, *args: Any, **kwargs: Any) -> None:
    with pytest.raises(ScorekeeperError) as caught:
        attempt(*args, **kwargs)
    assert caught.value.code is code


def test_a_disputed_deal_counts_and_is_marked(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    before, revision = table.balances(), table.see().revision
    shown = revoke(table, deal)
    assert table.balances() == before
    assert table.see().deals[0].disputed
    assert table.see().revision > revision
    assert (shown.state, shown.number) == (DisputeState.OPEN, 1)
    assert (shown.steps[0].by, shown.steps[0].trick, shown.steps[0].rule) == ("Bert", 5, "I2")
    played, ruled = rulings.outcomes(desk, club_id=table.club_id, dispute_id=shown.id)
    assert (played.choice, played.seen.differences) == (Choice.AS_PLAYED, {})
    assert ruled.seen.preview.scored
    assert sum(ruled.seen.differences.values()) == 0
    assert ruled.seen.differences[table.id("Anna")] > 0
    sound(table)


def test_the_engine_proposes_what_the_cards_prove(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    shown = dispute(table, deal, told=remembered(table))
    first = shown.steps[0]
    assert (first.offence, first.by, first.trick, first.rule) == ("revoke", "Bert", 5, "W19")
    assert first.found is not None
    assert (first.found.verdict, first.found.player) == ("illegal", "Bert")
    decided = decide(table, shown, PROPOSED)
    assert decided.ruling is not None
    assert (decided.ruling.rule, decided.ruling.by) == ("W19", "Bert")
    sound(table)


def test_a_ruling_is_posted_as_its_own_kind_and_rescores_what_follows(desk: Desk) -> None:
    table = wallachen(desk)
    table.record(PASSED_OUT)
    deal = table.record(seven(table))
    table.record(number(table.id("Bert"), 6, 7))
    expected = rulings.outcomes(
        desk, club_id=table.club_id, dispute_id=(shown := revoke(table, deal)).id
    )[1]
    before = table.balances()
    decided = decide(table, shown, PROPOSED)
    after = {name: cents for name, cents in table.balances().items() if cents != before[name]}
    moved = {
        table.see().people[i].name: cents
        for i, person in enumerate(table.see().people)
        if (cents := expected.seen.differences.get(person.member_id))
    }
    assert {name: after[name] - before[name] for name in after} == moved
    assert dict(decided.steps[-1].changes) == moved
    assert kinds(desk, table.club_id)[-4:].count("ruling") == 2
    fresh = table.see().deals[1]
    assert (fresh.cause, fresh.disputed) == ("ruled", False)
    assert fresh.said["rulings"] == [{"offence": "revoke", "by": table.id("Bert"), "trick": 5}]
    assert fresh.history[-1].replaced_by == "ruled"
    sound(table)


def test_as_played_is_a_ruling_too(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    before = table.balances()
    shown = revoke(table, deal)
    refused(ErrorCode.REASON_NEEDED, decide, table, shown, AS_PLAYED)
    decided = decide(table, shown, AS_PLAYED, reason="Niemand hat es gesehen")
    assert decided.state is DisputeState.DECIDED
    assert decided.steps[-1].offence == ""
    assert table.balances() == before
    assert kinds(desk, table.club_id)[-1] == "ruling"
    assert not table.see().deals[0].disputed
    sound(table)


def test_another_offender_and_a_misdeal(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    shown = revoke(table, deal)
    caro = Offending(offence="revoke", by=table.id("Caro"), trick=3)
    decided = decide(
        table, shown, Decision(choice=Choice.OTHER, offending=caro), reason="Caro war es"
    )
    assert (decided.steps[-1].by, decided.steps[-1].trick) == ("Caro", 3)
    appeal(table, shown)
    decide(table, shown, Decision(choice=Choice.MISDEAL), reason="Eine Karte lag offen")
    assert set(table.balances().values()) == {0}
    assert table.see().deals[0].said["rulings"] == MISDEAL["rulings"]
    sound(table)


def test_an_appeal_reopens_and_everything_stays_readable(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    before = table.balances()
    shown = revoke(table, deal)
    refused(ErrorCode.DISPUTE_OPEN, appeal, table, shown)
    decide(table, shown, PROPOSED)
    refused(ErrorCode.DISPUTE_DECIDED, decide, table, shown, PROPOSED)
    ruled = table.balances()
    appeal(table, shown)
    assert table.see().deals[0].disputed
    assert table.balances() == ruled
    played, proposed = rulings.outcomes(desk, club_id=table.club_id, dispute_id=shown.id)
    assert proposed.seen.differences == {}
    assert played.seen.differences != {}
    decided = decide(table, shown, AS_PLAYED, reason="Es war doch recht")
    assert table.balances() == before
    assert [one.kind for one in decided.steps] == [
        *(StepKind.OPENED, StepKind.RULED, StepKind.APPEALED, StepKind.RULED)
    ]
    assert [one.reason for one in decided.steps][2:] == [
        *("Caro hat es anders gesehen", "Es war doch recht")
    ]
    sound(table)


def test_the_same_key_does_it_once(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    one = dispute(table, deal, key="the-same-key")
    assert dispute(table, deal, key="the-same-key") == one
    refused(ErrorCode.KEY_REUSED, dispute, table, deal, key="the-same-key", reason="anders")
    refused(ErrorCode.DISPUTE_OPEN, dispute, table, deal)
    first = decide(table, one, AS_PLAYED, reason="passt", key="ruling-key")
    posted = len(kinds(desk, table.club_id))
    assert decide(table, one, AS_PLAYED, reason="passt", key="ruling-key") == first
    assert len(kinds(desk, table.club_id)) == posted
    sound(table)


def test_what_is_refused(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    refused(ErrorCode.REASON_NEEDED, dispute, table, deal, reason=" ")
    refused(ErrorCode.VALUE_INVALID, dispute, table, deal, offence="theft", by=table.id("Bert"))
    refused(ErrorCode.VALUE_INVALID, dispute, table, deal, offence="revoke", by="nobody")
    refused(ErrorCode.VALUE_INVALID, dispute, table, deal, offence="revoke")
    refused(
        ErrorCode.VALUE_INVALID,
        dispute,
        table,
        deal,
        offence="revoke",
        by=table.id("Bert"),
        trick=11,
    )
    shown = dispute(table, deal)
    refused(ErrorCode.VALUE_INVALID, decide, table, shown, PROPOSED)
    theirs = Offending(offence="gespannt_raise", by=table.id("Bert"))
    other = Decision(choice=Choice.OTHER, offending=theirs)
    refused(ErrorCode.DEAL_INVALID, decide, table, shown, other, reason="so nicht")
    refused(
        ErrorCode.NOT_FOUND,
        rulings.get_dispute,
        desk,
        club_id=table.club_id,
        dispute_id="nothing",
    )
    sound(table)


def test_undoing_a_disputed_deal_leaves_nothing_to_decide(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    shown = revoke(table, deal)
    table.undo()
    assert not table.see().deals[0].disputed
    again = rulings.get_dispute(desk, club_id=table.club_id, dispute_id=shown.id)
    assert again.state is DisputeState.MOOT
    assert rulings.outcomes(desk, club_id=table.club_id, dispute_id=shown.id) == ()
    refused(ErrorCode.DEAL_UNDONE, decide, table, shown, PROPOSED)
    refused(ErrorCode.DEAL_UNDONE, revoke, table, deal)
    sound(table)


def test_a_disputed_deal_may_be_corrected_first(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    shown = revoke(table, deal)
    table.correct(deal.id, seven(table, 8))
    assert table.see().deals[0].disputed
    decide(table, shown, PROPOSED)
    record: Any = table.see().deals[0].said
    assert record["tricks_taken"] == {table.id("Anna"): 8}
    assert record["rulings"][0]["by"] == table.id("Bert")
    sound(table)


def test_an_undone_ruling_is_undone_whole(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    decide(table, revoke(table, deal), PROPOSED)
    table.undo()
    assert set(table.balances().values()) == {0}
    sound(table)


def test_a_voided_night_has_nothing_to_decide(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    shown = revoke(table, deal)
    other = table.record(seven(table))
    decide(table, revoke(table, other), PROPOSED)
    nights.void_night(
        desk, club_id=table.club_id, night_id=table.night_id, reason="Probe", key=table.keys()
    )
    refused(ErrorCode.NIGHT_NOT_OPEN, decide, table, shown, PROPOSED)
    again = rulings.get_dispute(desk, club_id=table.club_id, dispute_id=shown.id)
    assert again.state is DisputeState.MOOT
    assert ledger.verify(desk, records=True) == []


def test_after_the_night_is_closed_a_ruling_needs_a_reason(desk: Desk) -> None:
    table = wallachen(desk)
    table.record(PASSED_OUT)
    deal = table.record(seven(table))
    table.close()
    settlement.propose_settlement(
        desk, club_id=table.club_id, night_id=table.night_id, key=table.keys()
    )
    shown = revoke(table, deal)
    refused(ErrorCode.REASON_NEEDED, decide, table, shown, PROPOSED)
    decide(table, shown, PROPOSED, reason="Am nächsten Tag geklärt")
    found = settlement.get_settlement(desk, club_id=table.club_id, night_id=table.night_id)
    assert found is not None
    assert found.stale
    sound(table)


def test_watten_errors_are_ruled_with_their_points(desk: Desk) -> None:
    table = quick(desk, "Anna Bert Caro Dora", "watten")
    deal = table.record(won(table.id("Anna")))
    shown = dispute(table, deal, offence="error", by=table.id("Anna"))
    assert shown.steps[0].rule == "T33"
    decide(table, shown, PROPOSED)
    outcome: Any = table.see().deals[0].outcome
    assert set(outcome["side"]) == {"Bert", "Dora"}
    sound(table)


def test_the_book_is_searched_by_rule_game_and_words(desk: Desk) -> None:
    table = wallachen(desk)
    first = dispute(table, table.record(seven(table)), told=remembered(table))
    decide(table, first, PROPOSED)
    second = revoke(table, table.record(seven(table)), "Caro")
    decide(table, second, AS_PLAYED, reason="100% _sicher_ war niemand")

    def found(**asked: Any) -> list[int]:
        book = rulings.book_of_rulings(desk, club_id=table.club_id, **asked)
        return [one.number for one in book.disputes]

    assert found() == [2, 1]
    assert found(rule_number="w19") == [1]
    assert found(game="wallachen") == [2, 1]
    assert found(game="watten") == []
    assert found(query="SICHER 100%") == [2]
    assert found(query="anna gras") == [2, 1]
    assert found(query="dora") == []
    assert found(query="%") == [2]
    page = rulings.book_of_rulings(desk, club_id=table.club_id, limit=1)
    assert page.before == 2
    assert found(before=page.before) == [1]


def test_paper_and_deal_pages_know_of_the_dispute(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    revoke(table, deal)
    assert deals.get_deal(desk, club_id=table.club_id, deal_id=deal.id).disputed
    facts = documents.ledger_facts(desk, club_id=table.club_id, night_id=table.night_id)
    assert facts.tables[0].deals[0].disputed
    (shown,) = rulings.disputes_of(desk, club_id=table.club_id, deal_id=deal.id)
    decide(table, shown, PROPOSED)
    facts = documents.ledger_facts(desk, club_id=table.club_id, night_id=table.night_id)
    assert not facts.tables[0].deals[0].disputed
    assert facts.tables[0].deals[0].struck[0][1].ruled


@pytest.mark.parametrize("target", ["sqlite_url", "postgres_url"])
def test_a_backup_has_the_disputes(
    desk: Desk,
    database_url: str,
    target: str,
    tmp_path: Path,
    clock: TickingClock,
    request: pytest.FixtureRequest,
) -> None:
    table = wallachen(desk)
    shown = revoke(table, table.record(seven(table)))
    decide(table, shown, PROPOSED)
    appeal(table, shown)
    before = rulings.get_dispute(desk, club_id=table.club_id, dispute_id=shown.id)
    backup(database_url, tmp_path / "cards.backup")
    url = request.getfixturevalue(target)
    restore(url, tmp_path / "cards.backup", replace=url == database_url)
    other = open_desk(url, clock, "Anna")
    assert rulings.get_dispute(other, club_id=table.club_id, dispute_id=shown.id) == before
    assert ledger.verify(other, records=True) == []
    with pytest.raises(DBAPIError, match="append-only"), other.store.write() as tx:
        tx.connection.exec_driver_sql("DELETE FROM dispute_step")
    other.close()


def test_going_back_would_lose_disputes_and_is_refused(desk: Desk) -> None:
    table = wallachen(desk)
    revoke(table, table.record(seven(table)))
    with pytest.raises(RuntimeError, match="would lose them"):
        migrate.downgrade(desk.store, "first_tables")
    sound(table)


def test_two_referees_at_once_decide_once(desk: Desk) -> None:
    table = wallachen(desk)
    shown = revoke(table, table.record(seven(table)))
    answers: list[object] = []

    def work(decision: Decision, key: str) -> None:
        try:
            answers.append(decide(table, shown, decision, reason="so ist es", key=key))
        except ScorekeeperError as error:
            answers.append(error.code)

    threads = [
        threading.Thread(target=work, args=(PROPOSED, "referee-one")),
        threading.Thread(target=work, args=(AS_PLAYED, "referee-two")),
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(ErrorCode.DISPUTE_DECIDED) == 1
    assert len(answers) == 2
    sound(table)


def test_two_dispute_a_deal_at_once_and_one_is_told(desk: Desk) -> None:
    table = wallachen(desk)
    deal = table.record(seven(table))
    answers: list[object] = []

    def work(key: str) -> None:
        try:
            answers.append(dispute(table, deal, key=key))
        except ScorekeeperError as error:
            answers.append(error.code)

    threads = [threading.Thread(target=work, args=(f"dispute-{n}",)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers.count(ErrorCode.DISPUTE_OPEN) == 2
    assert len(rulings.disputes_of(desk, club_id=table.club_id, deal_id=deal.id)) == 1


@pytest.mark.parametrize("game", ["bolachen", "wallachen", "watten"])
def test_any_ruling_moves_what_was_shown_before(desk: Desk, game: str) -> None:
    names = "Anna Bert Caro Dora" if game == "watten" else "Anna Bert Caro"
    dice = random.Random(game)
    table = quick(desk, names, game, {"pass_out": "haferl"} if game == "wallachen" else {})
    players = [person.member_id for person in table.see().people]
    for _ in range(6):
        table.record(any_deal(dice, game, players))
    for deal in table.see().deals[::2]:
        by = dice.choice(players)
        shown = dispute(table, deal, offence="revoke", by=by, trick=1)
        seen = rulings.outcomes(desk, club_id=table.club_id, dispute_id=shown.id)[1].seen
        if seen.preview.scored and not seen.impossible:
            before = table.balances()
            decide(table, shown, PROPOSED)
            after = table.balances()
            moved = {table.id(name): after[name] - before[name] for name in after}
            assert {one: cents for one, cents in moved.items() if cents} == seen.differences
        else:
            with pytest.raises(ScorekeeperError):
                decide(table, shown, PROPOSED)
        sound(table)
