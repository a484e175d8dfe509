"""What people see of the purse: plain values, one class for each thing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from datetime import datetime

from scorekeeper.services.views import MemberView


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemView:
    """A fee or fine of the catalogue; `amount` in cents."""

    id: str
    kind: str
    name: str
    amount: int
    active: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingView:
    """A booking. `cash` and `bank` are what came in there, below zero what went out.

    `category` is the name of a fee or fine as it was. `receipt` is "2026-17" where money lay in
    the cash box or at the bank, else "". `takes_back` is the entry this one takes back,
    `taken_back_by` the one that takes this back.
    """

    entry: int
    kind: str
    day: date
    receipt: str
    cash: int
    bank: int
    amount: int
    member: MemberView | None
    other: MemberView | None
    night_id: str | None
    night_number: int | None
    night_date: date | None
    category: str
    words: str
    voucher: str
    who: str
    at: datetime
    why: str
    takes_back: int | None
    taken_back_by: int | None
    may_be_taken_back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PurseView:
    """How the purse stands: what lies where, and whose it is.

    What lies in `cash` and `bank` together is what the purse owns, what members have to their
    credit, and below zero what they owe; and what evenings have not settled yet (`nights`).
    """

    cash: int
    bank: int
    purse: int
    credit: int
    debt: int
    nights: int
    haferl: bool
    closed_month: str | None
    opening: int | None
    hash: str

    @property
    def holdings(self) -> int:
        """Return what lies in the cash box and at the bank."""
        return self.cash + self.bank

    @property
    def agrees(self) -> bool:
        """Say whether what lies there is what it belongs to."""
        return self.holdings == self.purse + self.credit + self.debt + self.nights


@dataclass(frozen=True, slots=True, kw_only=True)
class CashRow:
    """A row of the cash book, and what cash box and bank held after it."""

    booking: BookingView
    cash: int
    bank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CashBookView:
    """A page of the cash book: what lay there before its first row, its rows, where it goes on."""

    first: date
    last: date
    cash_before: int
    bank_before: int
    rows: tuple[CashRow, ...]
    next_after: str | None

    @property
    def cash_after(self) -> int:
        """Return what the cash box held after the last row."""
        return self.rows[-1].cash if self.rows else self.cash_before

    @property
    def bank_after(self) -> int:
        """Return what the bank held after the last row."""
        return self.rows[-1].bank if self.rows else self.bank_before


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView:
    """A member's account with the club: above zero he has to his credit, below zero he owes."""

    member: MemberView
    cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MovementView:
    """What one entry did to an account, and where it then stood.

    `kind` is that of the entry; `day` the booking's, the night's, or the day it was written.
    """

    entry: int
    kind: str
    day: date
    cents: int
    after: int
    receipt: str
    category: str
    words: str
    other: str
    night_id: str | None
    night_number: int | None
    who: str
    at: datetime
    why: str
    takes_back: int | None
    taken_back_by: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementView:
    """A page of an account, the last movement first; `member` is None for the purse itself."""

    member: MemberView | None
    cents: int
    rows: tuple[MovementView, ...]
    next_before: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingView:
    """A step of the log of closings. `kind` is that of its entry; amounts are those of then."""

    entry: int
    kind: str
    month: str
    season_id: str | None
    season: str
    cash: int
    bank: int
    purse: int
    counted: int | None
    who: str
    at: datetime
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthView:
    """The month to be closed next: its last day and what the cash box and bank then held.

    It can be closed from the day it `opens` on; `over` says whether that has come.
    """

    month: str
    last: date
    opens: date
    over: bool
    cash: int
    bank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeView:
    """What was charged to some members at once, and the payments booked along."""

    bookings: tuple[BookingView, ...]
    balances: Mapping[str, int]
