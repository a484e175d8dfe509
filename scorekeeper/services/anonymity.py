"""Making somebody anonymous on request, with every sum as it was.

His name goes from everywhere it can be changed: the member, texts, accounts, addresses, IBANs,
finished documents. Entries of the ledger, tellings of deals and steps of disputes are hashed into
a chain or only ever added to; where his name was typed into one of those, the row keeps it, or the
proof of every later entry would be gone. Such texts are shown veiled (`veiling`).
"""

from collections.abc import Iterable
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import translator
from scorekeeper.i18n.formats import format_cents
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import season_account
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import documents
from scorekeeper.services import members
from scorekeeper.services import officers
from scorekeeper.services import people
from scorekeeper.services.answering import once
from scorekeeper.services.desk import Desk
from scorekeeper.services.people import ANONYMISED
from scorekeeper.services.veiling import Veil
from scorekeeper.services.veiling import mark
from scorekeeper.services.views import MemberView
from scorekeeper.store import members as member_rows
from scorekeeper.store import nights
from scorekeeper.store import officers as officer_rows
from scorekeeper.store import person_steps
from scorekeeper.store import personal
from scorekeeper.store import persons
from scorekeeper.store.engine import Transaction
from scorekeeper.store.person_steps import MarkRow

NAMES_MAX = 10
_ALWAYS = "9999"  # later than every text: what may be changed is changed whenever it was written


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenMoney:
    """Money that still stands open: in a night of this number, or with None on the account."""

    night: int | None
    cents: int


def open_money(desk: Desk, *, club_id: str, member_id: str) -> tuple[OpenMoney, ...]:
    """Return where money of a person still stands open.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        members.read(tx, club_id, member_id)
        return _open_money(tx, club_id, people.ids_of(tx, club_id, member_id))


def make_anonymous(
    desk: Desk,
    *,
    club_id: str,
    member_id: str,
    key: str,
    also: Sequence[str] = (),
    why: str = "",
    confirmed: bool = False,
) -> MemberView:
    """Give up somebody's name, for good; `also` are other names he is called by in notes.

    With `confirmed` also while money stands open.

    Raises ScorekeeperError: NOT_FOUND, MEMBER_MERGED, MEMBER_ANONYMOUS, MEMBER_SEATED, MONEY_OPEN,
    NAME_INVALID, and LAST_OWNER when he alone leads the club.
    """
    why = bounds.text(why, "why", bounds.REASON_MAX)
    others = [bounds.name(one, "also") for one in also[:NAMES_MAX]]
    files: list[str] = []

    def work(tx: Transaction) -> tuple[str, MemberView]:
        club = clubs.read(tx, club_id)
        person = members.require_own(tx, club_id, member_id)
        ids = people.ids_of(tx, club_id, person.id)
        _require_up(tx, club_id, person.name, ids)
        if not confirmed:
            _require_even(tx, desk, club_id, person.name, ids)
        own = [row for row in (member_rows.plain(tx, club_id, one) for one in ids) if row]
        linked = personal.accounts_of(tx, club_id, ids)
        names = [*(row.name for row in own), *others, *(name for _, name, _ in linked)]
        marks = " ".join(mark(name) for name in dict.fromkeys(names))
        for row in own:
            _rename(tx, club_id, row.id, club.language)
        now = desk.now()
        for row in own:
            person_steps.add(
                tx,
                club_id,
                member_id=row.id,
                kind=ANONYMISED,
                marks=marks if row.id == person.id else "",
                why=why if row.id == person.id else "",
                who=desk.actor,
                at=now,
            )
        fresh = members.read(tx, club_id, person.id)
        veil = Veil([MarkRow(marks, _ALWAYS, fresh.name)])
        personal.change_texts(tx, club_id, lambda told: veil.text(told, now))
        personal.forget_mappings(
            tx, club_id, lambda text: any(name.casefold() in text.casefold() for name in names)
        )
        personal.forget_bank_details(tx, club_id, ids)
        for account_id, _, _ in linked:
            _leave(tx, desk, club_id, account_id, fresh.name)
        files[:] = personal.forget_documents(tx, club_id, documents.JOB_KIND)
        return person.id, fresh

    shown = once(
        desk,
        club_id=club_id,
        key=key,
        body=["make_anonymous", member_id, others, why, bool(confirmed)],
        work=work,
        again=lambda tx, made: members.read(tx, club_id, made),
    )
    for file in files:
        with suppress(OSError):  # swept meanwhile; whoever needs it has it made again
            Path(file).unlink()
    return shown


def _rename(tx: Transaction, club_id: str, member_id: str, language: str) -> None:
    """Call somebody a former member, by the next number nobody has."""
    t = translator(language)
    for number in count(1):
        name = t("people.former", number=number)
        if member_rows.named(tx, club_id, bounds.name_key(name)) is None:
            member_rows.make_anonymous(tx, club_id, member_id, name, bounds.name_key(name))
            return


def _leave(tx: Transaction, desk: Desk, club_id: str, account_id: str, name: str) -> None:
    """Take an account's offices of this club; one that has no other is given up altogether."""
    officers.apply(tx, desk, club_id, account_id, frozenset())
    if not officer_rows.of_account(tx, account_id):
        personal.forget_account(tx, account_id, name=name, at=desk.now())


def _require_up(tx: Transaction, club_id: str, name: str, ids: Iterable[str]) -> None:
    for one in ids:
        for table in persons.sits(tx, club_id, one).values():
            raise ScorekeeperError(ErrorCode.MEMBER_SEATED, "member", name=name, table=table)


def _require_even(tx: Transaction, desk: Desk, club_id: str, name: str, ids: Iterable[str]) -> None:
    found = _open_money(tx, club_id, ids)
    if found:
        where = tuple(said(one, desk.language) for one in found[:3])
        raise ScorekeeperError(ErrorCode.MONEY_OPEN, "confirmed", name=name, where=where)


def said(one: OpenMoney, language: str) -> str:
    """Say where how much stands open."""
    t = translator(language)
    amount = format_cents(one.cents, language, sign=True)
    if one.night is None:
        return t("people.open.account", amount=amount)
    return t("people.open.night", number=one.night, amount=amount)


def _open_money(tx: Transaction, club_id: str, ids: Iterable[str]) -> tuple[OpenMoney, ...]:
    """Add up what stands open in each night, and on the account with the club."""
    stands: dict[str, int] = {}
    account = 0
    for one in ids:
        for book, cents in persons.stands(tx, club_id, member_account(one)).items():
            stands[book] = stands.get(book, 0) + cents
        account += persons.stands(tx, club_id, season_account(one)).get(club_id, 0)
    found = []
    for book, cents in stands.items():
        night = nights.get(tx, club_id, book) if cents else None  # a season's book is no debt
        if night is not None:
            found.append(OpenMoney(night=night.number, cents=cents))
    found.sort(key=lambda one: -(one.night or 0))
    if account:
        found.append(OpenMoney(night=None, cents=account))
    return tuple(found)
