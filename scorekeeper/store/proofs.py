"""What proving the ledger reads besides entries and deals: rulings, payments, a printed hash."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.schema import deal_version
from scorekeeper.store.schema import dispute
from scorekeeper.store.schema import dispute_step
from scorekeeper.store.schema import entry
from scorekeeper.store.schema import night
from scorekeeper.store.schema import settlement
from scorekeeper.store.schema import transfer


class StepProof(NamedTuple):
    """A step of a dispute beside the telling of the deal it names; None where there is none.

    `digest` is what the telling's entry proves, and the chain of hashes proves the entry.
    """

    dispute_number: int
    state: str
    number: int
    kind: str
    cause: str | None
    entry: int | None
    record: str | None
    context: str | None
    outcome: str | None
    digest: str | None


class Printed(NamedTuple):
    """The entry a printed hash belongs to."""

    number: int
    at: str
    kind: str
    hash: str
    night_id: str | None


_STEPS = Prepared(
    select(
        dispute.c.number,
        dispute.c.state,
        dispute_step.c.number,
        dispute_step.c.kind,
        deal_version.c.cause,
        deal_version.c.entry,
        deal_version.c.record,
        deal_version.c.context,
        deal_version.c.outcome,
        entry.c.digest,
    )
    .join_from(
        dispute,
        dispute_step,
        (dispute_step.c.club_id == dispute.c.club_id) & (dispute_step.c.dispute_id == dispute.c.id),
        isouter=True,
    )
    .join(
        deal_version,
        (deal_version.c.club_id == dispute.c.club_id)
        & (deal_version.c.deal_id == dispute.c.deal_id)
        & (deal_version.c.version == dispute_step.c.version),
        isouter=True,
    )
    .join(
        entry,
        (entry.c.club_id == deal_version.c.club_id) & (entry.c.number == deal_version.c.entry),
        isouter=True,
    )
    .where(dispute.c.club_id == bindparam("club_id"))
    .order_by(dispute.c.number, dispute_step.c.number)
)
_PAID = Prepared(
    select(transfer.c.id, transfer.c.paid)
    .join_from(
        transfer,
        settlement,
        (settlement.c.club_id == transfer.c.club_id)
        & (settlement.c.id == transfer.c.settlement_id),
    )
    .join(night, (night.c.club_id == settlement.c.club_id) & (night.c.id == settlement.c.night_id))
    .where(transfer.c.club_id == bindparam("club_id"), night.c.state != "voided")
)
_PRINTED = Prepared(
    select(entry.c.number, entry.c.at, entry.c.kind, entry.c.hash, entry.c.night_id)
    .where(
        entry.c.club_id == bindparam("club_id"),
        func.substr(entry.c.hash, 1, bindparam("length")) == bindparam("printed"),
    )
    .order_by(entry.c.number)
    .limit(1)
)


def steps(tx: Transaction, club_id: str) -> list[StepProof]:
    """Return every step of every dispute of a club in order, with the telling it names."""
    return [StepProof._make(row) for row in tx.all(_STEPS, club_id=club_id)]


def paid(tx: Transaction, club_id: str) -> dict[str, int]:
    """Return how much of each payment of a club is said to be paid, without voided nights."""
    return {row[0]: row[1] for row in tx.all(_PAID, club_id=club_id)}


def printed(tx: Transaction, club_id: str, hash_: str) -> Printed | None:
    """Return the entry whose hash begins like this; reads all entries of the club."""
    row = tx.one(_PRINTED, club_id=club_id, printed=hash_, length=len(hash_))
    return None if row is None else Printed._make(row)
