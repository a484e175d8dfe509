"""The whole ledger proved as a job; disputes and payments that were tampered with are found."""

import threading
from pathlib import Path

import pytest

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.jobs.worker import Workplace
from scorekeeper.jobs.worker import run
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.services import ledger
from scorekeeper.services import proving
from scorekeeper.services import rulings
from scorekeeper.services import settlement
from scorekeeper.services.desk import Desk
from scorekeeper.services.proving import ProofView
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.verify import verify
from tests.services.play import Round
from tests.services.play import brand
from tests.services.play import quick
from tests.services.test_verify import tamper


@pytest.fixture
def table(desk: Desk) -> Round:
    """A night with a dispute that was decided, and one payment of two made."""
    played = quick(desk, "Anna Bert Caro", "bolachen")
    deal = played.record(brand(played.id("Anna"), 7)).id
    played.record(brand(played.id("Anna"), 7))
    dispute = rulings.open_dispute(
        desk, club_id=played.club_id, deal_id=deal, reason="verzählt?", key=played.keys()
    )
    rulings.rule(
        desk,
        club_id=played.club_id,
        dispute_id=dispute.id,
        decision=Decision(choice=Choice.AS_PLAYED),
        reason="Der Schiedsrichter hat mitgezählt",
        key=played.keys(),
    )
    played.close()
    plan = settlement.propose_settlement(
        desk, club_id=played.club_id, night_id=played.night_id, key=played.keys()
    )
    settlement.pay_transfer(
        desk, club_id=played.club_id, transfer_id=plan.transfers[0].id, amount=5, key=played.keys()
    )
    return played


def proved(desk: Desk, url: str, folder: Path, club_id: str, printed: str = "") -> ProofView:
    asked = proving.request_proof(desk, club_id=club_id, printed=printed)
    assert asked.state == "queued"
    run(
        Workplace(database_url=url, folder=folder, clock=desk.clock),
        stop=threading.Event(),
        until_idle=True,
    )
    return proving.get_proof(desk, club_id=club_id, job_id=asked.id)


def test_a_book_that_agrees_says_so_with_its_head(
    desk: Desk, table: Round, database_url: str, tmp_path: Path
) -> None:
    book = ledger.night_ledger(desk, club_id=table.club_id, night_id=table.night_id)
    printed = printed_hash(book.hash)
    assert len(printed) == 14
    proof = proved(desk, database_url, tmp_path, table.club_id, printed.upper())
    assert proof.agrees
    assert proof.head == proving.get_head(desk, club_id=table.club_id)
    assert proof.head is not None
    assert proof.found is not None
    assert (proof.found.number, proof.found.hash) == (book.entry, book.hash)
    assert proof.found.night_number == 1
    assert proof.done == proof.total > 0
    # A hash that is nobody's, and asking again for what is done.
    proof = proved(desk, database_url, tmp_path, table.club_id, "0123 4567 89ab")
    assert proof.agrees
    assert proof.found is None
    assert proved(desk, database_url, tmp_path, table.club_id, printed).agrees


def test_a_book_that_was_changed_says_so(
    desk: Desk, table: Round, database_url: str, tmp_path: Path
) -> None:
    assert proved(desk, database_url, tmp_path, table.club_id).agrees
    tamper(desk, "UPDATE line SET amount = amount + 1 WHERE entry = 2 AND number = 1")
    proof = proved(desk, database_url, tmp_path, table.club_id)
    assert not proof.agrees
    assert proof.count == len(verify(desk, club_id=table.club_id))
    assert any("entry 2 does not follow" in line for line in proof.problems)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE dispute_step SET version = 9 WHERE number = 2", "that is not there"),
        ("UPDATE dispute_step SET version = 1 WHERE number = 2", "the telling it names is not"),
        ("UPDATE dispute_step SET number = 5 WHERE number = 2", "not numbered without gaps"),
        ("UPDATE dispute_step SET kind = 'appealed' WHERE number = 2", "its last step is appealed"),
        ("UPDATE dispute SET state = 'open'", "its last step is ruled"),
        ("DELETE FROM dispute_step WHERE number = 1", "not opened once"),
        ("DELETE FROM dispute_step", "it has no steps"),
        (
            "UPDATE deal_version SET record = record || ' ' WHERE cause = 'ruled'",
            "does not prove what it names",
        ),
        ("UPDATE transfer SET paid = 6 WHERE paid = 5", "its entries say 5"),
        ("UPDATE transfer SET paid = 1 WHERE paid = 0", "its entries say 0"),
    ],
)
def test_disputes_and_payments_that_were_changed_are_found(
    desk: Desk, table: Round, statement: str, found: str
) -> None:
    assert verify(desk, records=True) == []
    if not desk.store.is_sqlite:
        tamper(desk, "ALTER TABLE dispute_step DISABLE TRIGGER USER")
    tamper(desk, statement)
    assert any(found in problem for problem in verify(desk)), verify(desk)


def test_what_is_no_hash_is_refused(desk: Desk, table: Round) -> None:
    for wrong in ("zzzz", "abcd", "g" * 12, "a" * 65, "a" * 500, "%" * 12):
        with pytest.raises(ScorekeeperError) as refused:
            proving.request_proof(desk, club_id=table.club_id, printed=wrong)
        assert refused.value.code is ErrorCode.VALUE_INVALID
