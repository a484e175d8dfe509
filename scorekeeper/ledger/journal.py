"""Entries and their lines, and the chain of hashes that proves a printed ledger later.

A line moves a positive amount from the account it debits to the account it credits; a credit
raises a balance. "Bert pays Anna 10" is

    Line(debit=member_account("bert"), credit=member_account("anna"), amount=10)

so a book of lines always adds up to zero, whatever is written into it. Nothing is ever erased:
what was wrong is reversed by lines the other way round.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from datetime import datetime
from enum import StrEnum
from json.encoder import encode_basestring as _text
from typing import NewType

from scorekeeper.ledger.money import Cents
from scorekeeper.ledger.money import cents

Account = NewType("Account", str)

PURSE = Account("purse")
"""The club's own money."""

CASH = Account("cash")
BANK = Account("bank")
"""Where money lies. They stand at minus what they hold, so that everything adds up to zero."""

GENESIS = "0" * 64
"""What stands before the first entry of a club in its chain."""

_MEMBER = "member:"
_SEASON = "account:"
_HAFERL = "haferl:"


def member_account(member_id: str) -> Account:
    """Name the account of a member in a night's book."""
    return _account(_MEMBER, member_id)


def season_account(member_id: str) -> Account:
    """Name the account a member keeps over a season, where balances are carried to."""
    return _account(_SEASON, member_id)


def haferl_account(table_id: str) -> Account:
    """Name the account of a table's pot."""
    return _account(_HAFERL, table_id)


def _account(prefix: str, id_: str) -> Account:
    if not id_:
        raise ValueError(f"{prefix} needs an id")
    return Account(prefix + id_)


def member_of(account: str) -> str | None:
    """Return the member id of a member's account in a night's book, None of any other account."""
    return account[len(_MEMBER) :] if account.startswith(_MEMBER) else None


def season_member_of(account: str) -> str | None:
    """Return the member id of an account kept over a season, None of any other account."""
    return account[len(_SEASON) :] if account.startswith(_SEASON) else None


def is_clubs(account: str) -> bool:
    """Tell whether the account stands in the club's own book, whatever night moves it."""
    return account in (PURSE, CASH, BANK) or account.startswith(_SEASON)


def is_haferl(account: str) -> bool:
    """Tell whether the account is a table's pot."""
    return account.startswith(_HAFERL)


class EntryKind(StrEnum):
    """Why an entry was written."""

    DEAL = "deal"
    CORRECTION = "correction"  # reverses what a deal moved and moves what it should have
    UNDO = "undo"  # reverses a deal
    RULING = "ruling"  # reverses what a deal moved and moves what the referee decided
    AMOUNTS = "amounts"  # a sheet's plus and minus per person
    PAYMENT = "payment"  # money handed over to settle a night
    PAYMENT_TAKEN_BACK = "payment_taken_back"
    CARRY = "carry"  # a night's balance moved to the season's account
    CARRY_TAKEN_BACK = "carry_taken_back"
    ROUNDING = "rounding"  # what paying in whole coins gives and takes
    ROUNDING_TAKEN_BACK = "rounding_taken_back"
    HAFERL_DIVIDED = "haferl_divided"
    HAFERL_TO_PURSE = "haferl_to_purse"
    HAFERL_RESTORED = "haferl_restored"  # a closed night was opened again
    VOID = "void"  # reverses all that a night moved
    FEE = "fee"  # a member owes the club something of its catalogue
    FINE = "fine"  # likewise, for what he did
    HOST_SHARE = "host_share"  # what the host of an evening gets
    INCOME = "income"  # of the cash book, from nobody of the club
    EXPENSE = "expense"
    MEMBER_PAYMENT = "member_payment"  # a member pays into his account, or is paid out of it
    MEMBER_TRANSFER = "member_transfer"  # from one member's account to another's
    MONEY_MOVED = "money_moved"  # from the cash box to the bank or back
    OPENING = "opening"  # what there was when a club came from paper
    COUNTED = "counted"  # the cash box held more or less than the book said
    TAKEN_BACK = "taken_back"  # reverses any of the purse's bookings
    MONTH_CLOSED = "month_closed"
    MONTH_REOPENED = "month_reopened"
    SEASON_CLOSED = "season_closed"
    SEASON_REOPENED = "season_reopened"
    SEASON_CHANGED = "season_changed"  # it got another name or other days


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A positive amount moved from `debit` to `credit`, two different accounts.

    Raises:
        TypeError, ValueError: the amount is no positive number of cents, or moves nowhere.
    """

    debit: Account
    credit: Account
    amount: Cents

    def __post_init__(self) -> None:
        if cents(self.amount) <= 0:
            raise ValueError(f"a line moves a positive amount, not {self.amount}")
        if self.debit == self.credit:
            raise ValueError(f"a line needs two accounts, not {self.debit} twice")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that happened to a book: no, one or more lines, and who, when and why.

    `book` is the night (or season) whose balances it changes, `reference` the deal, transfer or
    table it is about. An entry without lines is one that moved no money (a redealt deal).

    Raises:
        ValueError: `at` has no time zone.
    """

    id: str
    club_id: str
    book: str
    kind: EntryKind
    reference: str
    lines: tuple[Line, ...]
    who: str
    at: datetime
    why: str = ""
    key: str = ""  # the idempotency key it was written under

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError("an entry's moment needs a time zone")


def line(debit: str, credit: str, amount: int) -> Line:
    """Make a line of plain values, as a database row or a report holds them."""
    return Line(debit=Account(debit), credit=Account(credit), amount=Cents(amount))


def reversed_lines(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Turn every line round."""
    return tuple(Line(debit=x.credit, credit=x.debit, amount=x.amount) for x in lines)


def canonical_json(entry: Entry) -> str:
    """Write an entry the one way that is hashed.

    Keys are sorted, there is no white space, letters stand as themselves, the moment is UTC with
    microseconds, and a line is [debit, credit, amount]. The same entry always gives the same
    text, on every machine and from either database.
    """
    return canonical_text(
        at=entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        book=entry.book,
        club=entry.club_id,
        id_=entry.id,
        key=entry.key,
        kind=entry.kind.value,
        lines=[(x.debit, x.credit, x.amount) for x in entry.lines],
        reference=entry.reference,
        who=entry.who,
        why=entry.why,
    )


def canonical_text(
    *,
    at: str,
    book: str,
    club: str,
    id_: str,
    key: str,
    kind: str,
    lines: Iterable[tuple[str, str, int]],
    reference: str,
    who: str,
    why: str,
) -> str:
    """Write the parts of an entry the one way that is hashed; `at` is UTC with microseconds.

    By hand, for a proof writes every entry there is; tests hold it equal to `json.dumps`.
    """
    told = ",".join([f"[{_text(debit)},{_text(credit)},{cents}]" for debit, credit, cents in lines])
    return (
        f'{{"at":{_text(at)},"book":{_text(book)},"club":{_text(club)},"id":{_text(id_)},'
        f'"key":{_text(key)},"kind":{_text(kind)},"lines":[{told}],'
        f'"reference":{_text(reference)},"who":{_text(who)},"why":{_text(why)}}}'
    )


def entry_hash(previous: str, canonical: str) -> str:
    """Return the hash of an entry in its club's chain, 64 hex digits.

    `previous` is the hash of the club's entry before it, `GENESIS` for the first one.
    """
    text = f"{previous}\n{canonical}"
    # A lone surrogate cannot be encoded strictly, and a hash must exist for whatever is stored.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def printed_hash(digest: str) -> str:
    """Return a hash as it stands on paper: its first 12 hex digits in groups of four."""
    return " ".join(digest[i : i + 4] for i in (0, 4, 8)) if digest else ""
