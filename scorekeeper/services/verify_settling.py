"""Proving disputes and payments: every ruling against its entry, every tick against the ledger."""

from collections.abc import Mapping
from itertools import groupby

from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services import scoring
from scorekeeper.store import proofs
from scorekeeper.store.engine import Transaction
from scorekeeper.store.entries import EntryRow
from scorekeeper.store.proofs import StepProof

RULED = "ruled"
_PAID = {EntryKind.PAYMENT.value: 1, EntryKind.PAYMENT_TAKEN_BACK.value: -1}


def count_paid(paid: dict[str, int], head: EntryRow, amount: int) -> None:
    """Count an entry's money with the payment it is about."""
    sign = _PAID.get(head.kind)
    if sign is not None and head.about is not None:
        paid[head.about] = paid.get(head.about, 0) + sign * amount


def settling_problems(tx: Transaction, club_id: str, paid: Mapping[str, int]) -> list[str]:
    """Return what does not agree in a club's disputes and payments; `paid` is what those moved."""
    problems: list[str] = []
    for number, found in groupby(proofs.steps(tx, club_id), key=lambda row: row.dispute_number):
        problems += [f"club {club_id}: dispute {number}: {wrong}" for wrong in _dispute([*found])]
    ticked = proofs.paid(tx, club_id)
    problems += [
        f"club {club_id}: payment {one} is ticked off with {cents}, its entries say "
        f"{paid.get(one, 0)}"
        for one, cents in ticked.items()
        if cents != paid.get(one, 0)
    ]
    return problems


def _dispute(steps: list[StepProof]) -> list[str]:
    """Return what is wrong with a dispute, told step by step.

    A ruling told its deal anew, so there is a telling with that cause whose entry proves it.
    """
    if steps[0].number is None:
        return ["it has no steps"]
    wrong = []
    if [one.number for one in steps] != list(range(1, len(steps) + 1)):
        wrong.append("its steps are not numbered without gaps")
    kinds = [one.kind for one in steps]
    if kinds[0] != "opened" or "opened" in kinds[1:]:
        wrong.append("it was not opened once, at first")
    if (kinds[-1] == RULED) != (steps[-1].state == "decided"):
        wrong.append(f"it is said to be {steps[-1].state}, its last step is {kinds[-1]}")
    for one in steps:
        if one.record is None or one.context is None or one.outcome is None or one.entry is None:
            wrong.append(f"step {one.number} is about a telling of the deal that is not there")
        elif one.kind == RULED and one.cause != RULED:
            wrong.append(f"step {one.number} is a ruling, the telling it names is not")
        elif one.digest != scoring.digest_of(one.record, one.context, one.outcome):
            wrong.append(f"step {one.number}: entry {one.entry} does not prove what it names")
    return wrong
