"""Settling a night: a stored proposal of who pays whom, ticked off payment by payment.

A payment is an entry of the night's book that takes both sides towards zero; what was paid stays
paid, whatever is corrected later. Carrying moves what is open to the season's accounts at once.
Where something of the night is the club's, the purse is one of those who pay and are paid, in cash.
"""

from collections.abc import Mapping

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import member_of
from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.ledger.settlement import Plan
from scorekeeper.ledger.settlement import cashier_plan
from scorekeeper.ledger.settlement import fewest_transfers
from scorekeeper.services import bounds
from scorekeeper.services import carrying
from scorekeeper.services import handing_over
from scorekeeper.services import members
from scorekeeper.services import night_views
from scorekeeper.services import rounding
from scorekeeper.services.announcing import Event
from scorekeeper.services.announcing import announce
from scorekeeper.services.answering import once
from scorekeeper.services.closing import book_of
from scorekeeper.services.closing import lock_night
from scorekeeper.services.closing import require_closed
from scorekeeper.services.desk import Desk
from scorekeeper.services.handing_over import hand_over
from scorekeeper.services.ledger import member_balances
from scorekeeper.services.people import book_of as book_of_people
from scorekeeper.services.people import book_together
from scorekeeper.services.people import canonical
from scorekeeper.services.posting import Book
from scorekeeper.services.views import MemberView
from scorekeeper.services.views import NightView
from scorekeeper.services.views import SettlementView
from scorekeeper.services.views import TransferView
from scorekeeper.store import balances
from scorekeeper.store import entries
from scorekeeper.store import members as member_rows
from scorekeeper.store import nights
from scorekeeper.store import settlements
from scorekeeper.store import tables
from scorekeeper.store.engine import Transaction
from scorekeeper.store.nights import NightRow
from scorekeeper.store.settlements import NamedTransfer
from scorekeeper.store.settlements import SettlementRow
from scorekeeper.store.settlements import TransferRow

TRANSFERS = "transfers"
CASHIER = "cashier"
CARRY = "carry"
MODES = (TRANSFERS, CASHIER, CARRY)


def propose_settlement(
    desk: Desk,
    *,
    club_id: str,
    night_id: str,
    key: str,
    mode: str = TRANSFERS,
    cashier_id: str | None = None,
) -> SettlementView:
    """Work out who pays whom for what still stands open, and keep that in place of the last one.

    `transfers` are the fewest payments, with `cashier` all go through one member, `carry` moves
    everything to the season.

    Raises ScorekeeperError: NIGHT_NOT_CLOSED, VALUE_INVALID, NOT_FOUND for the cashier.
    """
    if mode not in MODES:
        raise bounds.invalid("mode", mode)
    if (mode == CASHIER) != (cashier_id is not None):
        raise bounds.invalid("cashier", "")

    def work(tx: Transaction) -> tuple[str, SettlementView]:
        night = lock_night(tx, club_id, night_id)
        require_closed(night)
        cashier = cashier_id
        if cashier is not None:
            members.read(tx, club_id, cashier)
            cashier = canonical(tx, club_id).get(cashier, cashier)
        book = book_of(club_id, night)
        if mode != CARRY:
            carrying.take_back(tx, desk, book, key=key)
        rounding.round_off(tx, desk, book, night, exact=mode == CARRY, key=key)
        made = _propose(tx, desk, book, mode, cashier, key)
        _move_on(tx, desk, club_id, night, book, done=not carrying.open_balances(tx, book))
        tables.touch_night(tx, club_id, night.id)
        return made, _read(tx, desk, club_id, made)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["propose_settlement", night_id, mode, cashier_id],
        work=work,
        again=lambda tx, made: _read(tx, desk, club_id, made),
    )


def get_settlement(desk: Desk, *, club_id: str, night_id: str) -> SettlementView | None:
    """Return the night's proposal, None while nobody asked for one."""
    with desk.store.read() as tx:
        row = settlements.current(tx, club_id, bounds.id_(night_id, "night"))
        if row is None:
            night_views.read(tx, club_id, night_id)
            return None
        return _view(tx, desk, club_id, row)


def how_it_stands(
    desk: Desk, *, club_id: str, night_id: str
) -> tuple[NightView, tuple[tuple[MemberView, int], ...], SettlementView | None]:
    """Return a night, what it brought everybody, and its proposal, read at one moment."""
    with desk.store.read() as tx:
        row = settlements.current(tx, club_id, bounds.id_(night_id, "night"))
        if row is not None:
            plan = _view(tx, desk, club_id, row)
            return plan.night, plan.results, plan
        night = night_views.read(tx, club_id, night_id)
        people = member_rows.at_night(tx, club_id, night_id)
        book = book_of_people(tx, club_id, night_id)
    return night, member_balances(people, book), None


def pay_transfer(
    desk: Desk, *, club_id: str, transfer_id: str, amount: int, key: str, place: str | None = None
) -> SettlementView:
    """Tick off a payment, or a part of it.

    Of one to or from the purse `place` says where the club's money lies, cash or bank; left out it
    is cash.

    Raises ScorekeeperError: TRANSFER_TOO_MUCH, SETTLEMENT_STALE when the proposal was replaced or a
    correction came after it; VALUE_INVALID for a place where the purse has no part.
    """
    amount = bounds.number(amount, "amount", 1, SUM_MAX)
    return _move(desk, club_id, transfer_id, amount, key, "pay_transfer", place)


def unpay_transfer(
    desk: Desk, *, club_id: str, transfer_id: str, key: str, amount: int | None = None
) -> SettlementView:
    """Take back that a payment was made, all of it or so many cents.

    What the purse had of it is taken back from where it was put. Money that was not handed over
    can be taken back whatever came since; the present proposal then
    no longer holds when the payment was one of an earlier one's.

    Raises ScorekeeperError: TRANSFER_TOO_MUCH when less was paid.
    """
    if amount is not None:
        amount = -bounds.number(amount, "amount", 1, SUM_MAX)
    return _move(desk, club_id, transfer_id, amount, key, "unpay_transfer")


def _propose(
    tx: Transaction, desk: Desk, book: Book, mode: str, cashier_id: str | None, key: str
) -> str:
    made = desk.new_id()
    plan = _plan(carrying.open_balances(tx, book), mode, cashier_id)
    row = SettlementRow(
        id=made,
        night_id=book.night,
        number=settlements.next_number(tx, book.club_id, book.night),
        mode=mode,
        exact=plan.exact,
        cashier_id=cashier_id,
        current=True,
        stale=False,
        who=desk.actor,
        at=desk.now(),
    )
    transfers = [
        TransferRow(
            id=desk.new_id(),
            settlement_id=made,
            number=number,
            payer_id=transfer.payer,
            payee_id=transfer.payee,
            amount=transfer.amount,
            paid=0,
        )
        for number, transfer in enumerate(plan.transfers, start=1)
    ]
    settlements.add(tx, book.club_id, row, transfers)
    if mode == CARRY:
        carrying.carry(tx, desk, book, about=made, key=key)
    return made


def _plan(open_: Mapping[str, int], mode: str, cashier_id: str | None) -> Plan:
    if mode == CARRY:
        return Plan(transfers=(), exact=True)
    if mode == CASHIER:
        assert cashier_id is not None
        return cashier_plan(open_, cashier_id)
    return fewest_transfers(open_)


def _move(
    desk: Desk,
    club_id: str,
    transfer_id: str,
    amount: int | None,
    key: str,
    name: str,
    place: str | None = None,
) -> SettlementView:
    """Count money of a payment as handed over, or below zero as not."""

    def work(tx: Transaction) -> tuple[str, SettlementView]:
        transfer, row = _transfer(tx, club_id, transfer_id)
        night = lock_night(tx, club_id, row.night_id)
        transfer, row = _transfer(tx, club_id, transfer_id)
        more = -transfer.paid if amount is None else amount
        if more > 0 and (not row.current or row.stale):
            raise ScorekeeperError(ErrorCode.SETTLEMENT_STALE, "transfer")
        require_closed(night)
        if more == 0 or not 0 <= transfer.paid + more <= transfer.amount:
            left = transfer.amount - transfer.paid if more > 0 else transfer.paid
            raise ScorekeeperError(ErrorCode.TRANSFER_TOO_MUCH, "amount", left=left)
        book = book_of(club_id, night)
        hand_over(tx, desk, book, transfer, more, key, place)
        settlements.pay(tx, club_id, transfer.id, more)
        if not row.current:
            settlements.make_stale(tx, club_id, night.id)
        _move_on(tx, desk, club_id, night, book, done=not carrying.open_balances(tx, book))
        tables.touch_night(tx, club_id, night.id)
        return row.id, _read(tx, desk, club_id, row.id)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=[name, transfer_id, amount, *([] if place is None else [place])],
        work=work,
        again=lambda tx, made: _read(tx, desk, club_id, made),
    )


def _transfer(tx: Transaction, club_id: str, transfer_id: str) -> tuple[TransferRow, SettlementRow]:
    transfer = settlements.transfer_of(tx, club_id, bounds.id_(transfer_id, "transfer"))
    if transfer is None:
        raise bounds.missing("transfer")
    row = settlements.get(tx, club_id, transfer.settlement_id)
    assert row is not None
    return transfer, row


def _move_on(
    tx: Transaction, desk: Desk, club_id: str, night: NightRow, book: Book, *, done: bool
) -> None:
    state = "settled" if done else "closed"
    if state != night.state:
        nights.set_state(tx, club_id, night.id, state=state, closed_at=night.closed_at)
        if done:
            announce(tx, desk, club_id, Event.NIGHT_SETTLED, night_id=night.id, about=night.id)


def _read(tx: Transaction, desk: Desk, club_id: str, settlement_id: str) -> SettlementView:
    row = settlements.get(tx, club_id, settlement_id)
    assert row is not None
    return _view(tx, desk, club_id, row)


def _view(tx: Transaction, desk: Desk, club_id: str, row: SettlementRow) -> SettlementView:
    purse = translator(desk.language)("settling.purse")
    night = night_views.read(tx, club_id, row.night_id)
    aliases = canonical(tx, club_id)
    book = book_together(balances.of_book(tx, club_id, row.night_id), aliases)
    paid = book_together(entries.payments(tx, club_id, row.night_id), aliases)
    results = {account: cents - paid.get(account, 0) for account, cents in book.items()}
    people = _people(tx, club_id, row.night_id, book)
    cashier_id = None if row.cashier_id is None else aliases.get(row.cashier_id, row.cashier_id)
    cashier = next((one.name for one in people if one.id == cashier_id), "")
    if cashier_id is not None and not cashier:
        cashier = members.read(tx, club_id, cashier_id).name
    open_ = member_balances(people, book)
    return SettlementView(
        id=row.id,
        night=night,
        mode=row.mode,
        exact=bool(row.exact),
        cashier=cashier,
        transfers=tuple(
            _transfer_view(one, purse) for one in settlements.transfers(tx, club_id, row.id)
        ),
        balances=open_,
        results=member_balances(people, results),
        done=not any(cents for _, cents in open_),
        stale=bool(row.stale) or not row.current,
        paid_before=tuple(
            _transfer_view(one, purse)
            for one in settlements.paid(tx, club_id, row.night_id)
            if one.transfer.settlement_id != row.id
        ),
        purse=-sum(cents for _, cents in open_),
        rounded=_rounded(tx, club_id, row.night_id, people, purse) if night.coin else (),
        purse_places=handing_over.places(tx, club_id),
    )


def _rounded(
    tx: Transaction,
    club_id: str,
    night_id: str,
    people: list[member_rows.MemberRow],
    purse: str,
) -> tuple[tuple[str, int], ...]:
    """Return whom paying in whole coins gave or took something, by name."""
    names = {one.id: one.name for one in people} | {PURSE: purse}
    moved = rounding.moved_in(tx, club_id, night_id)
    return tuple(sorted((names[party], cents) for party, cents in moved.items() if cents))


def _transfer_view(one: NamedTransfer, purse: str) -> TransferView:
    return TransferView(
        id=one.transfer.id,
        payer_id=one.transfer.payer_id,
        payer=one.payer or purse,
        payee_id=one.transfer.payee_id,
        payee=one.payee or purse,
        amount=one.transfer.amount,
        paid=one.transfer.paid,
    )


def _people(
    tx: Transaction, club_id: str, night_id: str, book: Mapping[str, int]
) -> list[member_rows.MemberRow]:
    """Return who sat at a table of the night, and a cashier who did not but still holds money."""
    people = member_rows.at_night(tx, club_id, night_id)
    known = {row.id for row in people}
    for account, cents in book.items():
        member = member_of(account)
        if member is not None and cents and member not in known:
            row = member_rows.plain(tx, club_id, member)
            assert row is not None
            people.append(row)
    return people
