"""Where members want to be paid by bank, and the code that pays one payment of a settlement.

An account number is the member's own: it is kept apart and can be deleted at any time. It is read
by the member, by who sees the purse, and in a payment's code by who owes him something; written and
deleted by the member and by who keeps the purse. Who did so when is kept and shown to him.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.documents.symbols import GIRO_AMOUNTS
from scorekeeper.documents.symbols import giro_code
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.ledger.iban import needs_bic
from scorekeeper.ledger.iban import read_bic
from scorekeeper.ledger.iban import read_iban
from scorekeeper.ledger.iban import same_country
from scorekeeper.ledger.journal import PURSE
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import members
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.people import canonical
from scorekeeper.services.veiling import veil_of
from scorekeeper.store import bank_details
from scorekeeper.store import nights
from scorekeeper.store import officers
from scorekeeper.store import settlements
from scorekeeper.store.bank_details import BankRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of
from scorekeeper.store.settlements import SettlementRow
from scorekeeper.store.settlements import TransferRow

HOLDER_MAX = 70
CHANGES_SHOWN = 20
GIVEN, CHANGED, DELETED = "given", "changed", "deleted"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankView:
    """Where a member wants to be paid."""

    member_id: str
    name: str  # the member's
    holder: str
    iban: str
    bic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BankChangeView:
    """That a member's bank details were given, changed or deleted; `who` is "" for nobody known."""

    kind: str
    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class GiroView:
    """One payment as a bank's app reads it. `code` is the QR code as SVG."""

    payer: str
    payee: str
    holder: str
    iban: str
    bic: str
    amount: int
    words: str
    code: str


def get_bank_detail(desk: Desk, *, club_id: str, member_id: str) -> BankView | None:
    """Return where a member wants to be paid, None where he said nothing.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, member_id)


def read(tx: Transaction, club_id: str, member_id: str) -> BankView | None:
    """Return where a member wants to be paid, within a transaction."""
    member = members.read(tx, club_id, member_id)
    row = bank_details.get(tx, club_id, _person(tx, club_id, member.id))
    if row is None:
        return None
    return BankView(
        member_id=member.id, name=member.name, holder=row.holder, iban=row.iban, bic=row.bic
    )


def bank_changes(desk: Desk, *, club_id: str, member_id: str) -> tuple[BankChangeView, ...]:
    """Return who wrote or deleted where a member wants to be paid, the last change first.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        member = members.read(tx, club_id, member_id)
        veil = veil_of(tx, club_id)
        rows = bank_details.changes(
            tx, club_id, _person(tx, club_id, member.id), count=CHANGES_SHOWN
        )
        return tuple(
            BankChangeView(kind=row.kind, who=veil.text(row.who, row.at), at=moment_of(row.at))
            for row in rows
        )


def set_bank_detail(
    desk: Desk, *, club_id: str, member_id: str, iban: str, bic: str = "", holder: str = ""
) -> BankView:
    """Keep where a member wants to be paid; without a holder it is the member by his name.

    Written again as it stands it is no change.

    Raises ScorekeeperError: NOT_FOUND, IBAN_INVALID; BIC_INVALID for one that is none, of another
    country than the IBAN, or missing where a bank outside the EEA needs it.
    """
    holder = bounds.text(holder, "holder", HOLDER_MAX)
    account = read_iban(iban) if len(iban) < 100 else None
    if account is None:
        raise ScorekeeperError(ErrorCode.IBAN_INVALID, "iban")
    bank = _bic_for(account, bic)

    def work(tx: Transaction) -> BankView:
        member = members.read(tx, club_id, member_id)
        row = BankRow(
            member_id=_person(tx, club_id, member.id),
            holder=holder or member.name,
            iban=account,
            bic=bank,
            at=desk.now(),
        )
        before = bank_details.get(tx, club_id, row.member_id)
        if before is None or before._replace(at=row.at) != row:
            bank_details.put(tx, club_id, row)
            _note(tx, desk, club_id, row.member_id, GIVEN if before is None else CHANGED)
        view = read(tx, club_id, member_id)
        assert view is not None
        return view

    return written(desk, work)


def remove_bank_detail(desk: Desk, *, club_id: str, member_id: str) -> None:
    """Forget where a member wants to be paid.

    Raises ScorekeeperError: NOT_FOUND.
    """

    def work(tx: Transaction) -> None:
        members.read(tx, club_id, member_id)
        person = _person(tx, club_id, member_id)
        if bank_details.get(tx, club_id, person) is not None:
            bank_details.remove(tx, club_id, person)
            _note(tx, desk, club_id, person, DELETED)

    written(desk, work)


def own_member(desk: Desk, *, club_id: str, account_id: str | None) -> str | None:
    """Return which member of a club an account is, as far as it was said."""
    if account_id is None:
        return None
    with desk.store.read() as tx:
        found = officers.members(tx, club_id).get(account_id)
        return None if found is None else _person(tx, club_id, found)


def payable(desk: Desk, *, club_id: str, night_id: str, party: str | None = None) -> frozenset[str]:
    """Return the payments of a night's present proposal that can be made by bank.

    With `party` only those this member makes or gets.
    """
    night_id = bounds.id_(night_id, "night")
    with desk.store.read() as tx:
        # Most clubs pay in cash, and then there is nothing to look up.
        row = settlements.current(tx, club_id, night_id) if bank_details.any_(tx, club_id) else None
        if row is None or row.stale:
            return frozenset()
        open_ = [
            one.transfer
            for one in settlements.transfers(tx, club_id, row.id)
            if one.transfer.amount - one.transfer.paid in GIRO_AMOUNTS
            and one.transfer.payee_id != PURSE
        ]
        person = canonical(tx, club_id)
        if party is not None:
            open_ = [
                one
                for one in open_
                if party in {person.get(id_, id_) for id_ in (one.payer_id, one.payee_id)}
            ]
        payees = {one.id: person.get(one.payee_id, one.payee_id) for one in open_}
        rows = bank_details.of_members(tx, club_id, set(payees.values()))
        given = {row.member_id for row in rows if _reachable(row.iban, row.bic)}
        return frozenset(id_ for id_, payee in payees.items() if payee in given)


def parties(desk: Desk, *, club_id: str, transfer_id: str) -> frozenset[str]:
    """Return who pays and who is paid by a payment: the only two its code concerns.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        transfer, _ = _transfer(tx, club_id, transfer_id)
        ids = (transfer.payer_id, transfer.payee_id)
        return frozenset(_person(tx, club_id, one) for one in ids)


def get_giro_code(desk: Desk, *, club_id: str, transfer_id: str) -> GiroView:
    """Return the code that pays what is still open of a payment.

    Raises ScorekeeperError: NOT_FOUND, also where the payee did not say how he wants to be paid,
    his bank cannot be reached by it, or nothing is open that a bank transfers; SETTLEMENT_STALE
    when the proposal does not hold any more.
    """
    with desk.store.read() as tx:
        transfer, row = _transfer(tx, club_id, transfer_id)
        if not row.current or row.stale:
            raise ScorekeeperError(ErrorCode.SETTLEMENT_STALE, "transfer")
        left = transfer.amount - transfer.paid
        detail = read(tx, club_id, transfer.payee_id) if transfer.payee_id != PURSE else None
        if detail is None or left not in GIRO_AMOUNTS or not _reachable(detail.iban, detail.bic):
            raise bounds.missing("transfer")
        night = nights.get(tx, club_id, row.night_id)
        assert night is not None
        payer = (
            "" if transfer.payer_id == PURSE else members.read(tx, club_id, transfer.payer_id).name
        )
        language = clubs.read(tx, club_id).language
    day = ".".join(reversed(night.date.split("-")))
    words = translator(language)("settling.giro.words", number=night.number, day=day)
    return GiroView(
        payer=payer or translator(desk.language)("settling.purse"),
        payee=detail.name,
        holder=detail.holder,
        iban=detail.iban,
        bic=detail.bic,
        amount=left,
        words=words,
        code=giro_code(
            name=detail.holder,
            iban=detail.iban,
            bic=detail.bic,
            cents=left,
            words=words,
        ),
    )


def _transfer(tx: Transaction, club_id: str, transfer_id: str) -> tuple[TransferRow, SettlementRow]:
    transfer = settlements.transfer_of(tx, club_id, bounds.id_(transfer_id, "transfer"))
    if transfer is None:
        raise bounds.missing("transfer")
    row = settlements.get(tx, club_id, transfer.settlement_id)
    assert row is not None
    return transfer, row


def _bic_for(iban: str, told: str) -> str:
    """Return the BIC beside an IBAN, "" where none was given and none is needed."""
    if not told.strip():
        if needs_bic(iban):
            raise ScorekeeperError(ErrorCode.BIC_INVALID, "bic", of="needed")
        return ""
    found = read_bic(told) if len(told) < 40 else None
    if found is None:
        raise ScorekeeperError(ErrorCode.BIC_INVALID, "bic")
    if not same_country(iban, found):
        raise ScorekeeperError(
            ErrorCode.BIC_INVALID, "bic", of="country", iban=iban[:2], bic=found[4:6]
        )
    return found


def _reachable(iban: str, bic: str) -> bool:
    """Return whether a code can be made: what was kept earlier may lack the right BIC."""
    return same_country(iban, bic) if bic else not needs_bic(iban)


def _note(tx: Transaction, desk: Desk, club_id: str, person: str, kind: str) -> None:
    bank_details.add_change(tx, club_id, person, kind=kind, who=desk.actor, at=desk.now())


def _person(tx: Transaction, club_id: str, member_id: str) -> str:
    return canonical(tx, club_id).get(member_id, member_id)
