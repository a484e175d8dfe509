"""Stored proposals of who pays whom, and what was ticked off of them."""

from collections.abc import Iterable
from collections.abc import Sequence
from typing import Any
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import member
from scorekeeper.store.schema import settlement
from scorekeeper.store.schema import transfer


class SettlementRow(NamedTuple):
    """A proposal; of a night's several only one is current."""

    id: str
    night_id: str
    number: int
    mode: str
    exact: bool
    cashier_id: str | None
    current: bool
    stale: bool
    who: str
    at: str


class TransferRow(NamedTuple):
    """One payment of a proposal and how much of it is paid."""

    id: str
    settlement_id: str
    number: int
    payer_id: str
    payee_id: str
    amount: int
    paid: int


class NamedTransfer(NamedTuple):
    """A payment of a proposal with the names of both; a duplicate has the person's."""

    transfer: TransferRow
    payer: str
    payee: str


_columns = tuple(settlement.c[name] for name in SettlementRow._fields)
_transfer_columns = tuple(transfer.c[name] for name in TransferRow._fields)
_mine = settlement.c.club_id == bindparam("club_id")
_payer = member.alias("payer")
_payee = member.alias("payee")
_paying = member.alias("paying")
_paid = member.alias("paid_to")

_ADD = insert_all(settlement)
_ADD_TRANSFERS = insert_all(transfer)
_CURRENT = Prepared(
    select(*_columns).where(
        _mine,
        settlement.c.night_id == bindparam("night_id"),
        settlement.c.current == bindparam("yes"),
    )
)
_GET = Prepared(select(*_columns).where(_mine, settlement.c.id == bindparam("id")))
_LAST_NUMBER = Prepared(
    select(func.max(settlement.c.number)).where(
        _mine, settlement.c.night_id == bindparam("night_id")
    )
)
_named = (
    select(
        *_transfer_columns,
        func.coalesce(_paying.c.name, _payer.c.name),
        func.coalesce(_paid.c.name, _payee.c.name),
    )
    .join_from(
        transfer,
        _payer,
        (_payer.c.club_id == transfer.c.club_id) & (_payer.c.id == transfer.c.payer_id),
        isouter=True,
    )
    .join(
        _payee,
        (_payee.c.club_id == transfer.c.club_id) & (_payee.c.id == transfer.c.payee_id),
        isouter=True,
    )
    .outerjoin(
        _paying, (_paying.c.club_id == _payer.c.club_id) & (_paying.c.id == _payer.c.merged_into)
    )
    .outerjoin(_paid, (_paid.c.club_id == _payee.c.club_id) & (_paid.c.id == _payee.c.merged_into))
    .where(transfer.c.club_id == bindparam("club_id"))
)
_TRANSFERS = Prepared(
    _named.where(transfer.c.settlement_id == bindparam("settlement_id")).order_by(transfer.c.number)
)
_proposed = select(settlement.c.id).where(_mine, settlement.c.night_id == bindparam("night_id"))
# By the night's proposals, and not joined with them: SQLite would walk all payments of the club.
_PAID = Prepared(
    _named.where(transfer.c.settlement_id.in_(_proposed), transfer.c.paid > 0).order_by(
        transfer.c.settlement_id, transfer.c.number
    )
)
_TRANSFER = Prepared(
    select(*_transfer_columns).where(
        transfer.c.club_id == bindparam("club_id"), transfer.c.id == bindparam("id")
    )
)
_REPLACE = Prepared(
    update(settlement)
    .where(
        settlement.c.club_id == bindparam("club"),
        settlement.c.night_id == bindparam("night"),
    )
    .values(current=bindparam("no"))
)
_STALE = Prepared(
    update(settlement)
    .where(
        settlement.c.club_id == bindparam("club"),
        settlement.c.night_id == bindparam("night"),
        settlement.c.current == bindparam("yes"),
    )
    .values(stale=bindparam("yes"))
)
_PAY = Prepared(
    update(transfer)
    .where(transfer.c.club_id == bindparam("club"), transfer.c.id == bindparam("transfer"))
    .values(paid=transfer.c.paid + bindparam("more"))
)


def add(
    tx: Transaction, club_id: str, row: SettlementRow, transfers: Iterable[TransferRow]
) -> None:
    """Add a proposal and its payments; it takes the place of the one before."""
    tx.run(_REPLACE, club=club_id, night=row.night_id, no=False)
    tx.run(_ADD, club_id=club_id, **row._asdict())
    tx.many(_ADD_TRANSFERS, [{"club_id": club_id, **part._asdict()} for part in transfers])


def current(tx: Transaction, club_id: str, night_id: str) -> SettlementRow | None:
    """Return the night's proposal that holds."""
    row = tx.one(_CURRENT, club_id=club_id, night_id=night_id, yes=True)
    return None if row is None else SettlementRow._make(row)


def get(tx: Transaction, club_id: str, settlement_id: str) -> SettlementRow | None:
    """Return a proposal, replaced or not."""
    row = tx.one(_GET, club_id=club_id, id=settlement_id)
    return None if row is None else SettlementRow._make(row)


def next_number(tx: Transaction, club_id: str, night_id: str) -> int:
    """Return the number of the night's next proposal."""
    row = tx.one(_LAST_NUMBER, club_id=club_id, night_id=night_id)
    return 1 if row is None or row[0] is None else int(row[0]) + 1


def transfers(tx: Transaction, club_id: str, settlement_id: str) -> list[NamedTransfer]:
    """Return the payments of a proposal in their order, with names."""
    return _with_names(tx.all(_TRANSFERS, club_id=club_id, settlement_id=settlement_id))


def paid(tx: Transaction, club_id: str, night_id: str) -> list[NamedTransfer]:
    """Return what was paid in a night, wholly or in part, by proposals replaced since too."""
    return _with_names(tx.all(_PAID, club_id=club_id, night_id=night_id))


def _with_names(rows: Iterable[Sequence[Any]]) -> list[NamedTransfer]:
    width = len(TransferRow._fields)
    return [
        NamedTransfer(TransferRow._make(row[:width]), row[width] or "", row[width + 1] or "")
        for row in rows
    ]


def transfer_of(tx: Transaction, club_id: str, transfer_id: str) -> TransferRow | None:
    """Return one payment of a proposal."""
    row = tx.one(_TRANSFER, club_id=club_id, id=transfer_id)
    return None if row is None else TransferRow._make(row)


def replace(tx: Transaction, club_id: str, night_id: str) -> None:
    """Let no proposal of the night hold any more."""
    tx.run(_REPLACE, club=club_id, night=night_id, no=False)


def make_stale(tx: Transaction, club_id: str, night_id: str) -> None:
    """Mark the night's proposal as made before a correction."""
    tx.run(_STALE, club=club_id, night=night_id, yes=True)


def pay(tx: Transaction, club_id: str, transfer_id: str, more: int) -> None:
    """Count so many cents more (or fewer) of a payment as paid."""
    tx.run(_PAY, club=club_id, transfer=transfer_id, more=more)
