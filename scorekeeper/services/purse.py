"""The purse: fees and fines, what comes in and goes out, what members pay, and taking it back.

Everything booked is an entry of the club's own book. Nothing is ever deleted: what was wrong is
taken back by a counter-entry, and booked anew.
"""

from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import date
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import season_account
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import monthly_fees
from scorekeeper.services import night_views
from scorekeeper.services import purse_items
from scorekeeper.services.answering import once
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.purse_booking import CATEGORY_MAX
from scorekeeper.services.purse_booking import VOUCHER_MAX
from scorekeeper.services.purse_booking import WORDS_MAX
from scorekeeper.services.purse_booking import Place
from scorekeeper.services.purse_booking import Told
from scorekeeper.services.purse_booking import book
from scorekeeper.services.purse_booking import club_today
from scorekeeper.services.purse_booking import counter
from scorekeeper.services.purse_booking import counter_day
from scorekeeper.services.purse_booking import place_account
from scorekeeper.services.purse_people import People
from scorekeeper.services.purse_people import read_booking
from scorekeeper.services.purse_views import BookingView
from scorekeeper.store import bookings
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import entries
from scorekeeper.store import purse
from scorekeeper.store.engine import Transaction

ENTRY_MAX = 10**12
_PEOPLE_MAX = 200
_CASH_BOOK_KINDS = (EntryKind.INCOME.value, EntryKind.EXPENSE.value)

Many = tuple[BookingView, ...]
Telling = Callable[[Transaction, People, str], Sequence[Told]]


def charge(
    desk: Desk,
    *,
    club_id: str,
    kind: str,
    member_ids: Sequence[str],
    key: str,
    item_id: str | None = None,
    amount: int | None = None,
    words: str = "",
    night_id: str | None = None,
    day: date | None = None,
    paid: str | None = None,
    again: bool = False,
) -> Many:
    """Charge a fee or a fine to members, as the catalogue has it or with an amount of its own.

    With `paid` (cash or bank) everybody paid it at once, which is booked along. It may be about a
    night; it stands on the members' accounts with the club all the same. The same fee a second
    time in a month is booked only with `again`.

    Raises ScorekeeperError: CHARGED_ALREADY, NOT_FOUND, VALUE_INVALID, DAY_AHEAD, MONTH_CLOSED.
    """
    kind, words = purse_items.checked_kind(kind), bounds.text(words, "words", WORDS_MAX)
    if amount is not None:
        amount = bounds.amount(amount, "amount")
    if item_id is None and (amount is None or not words):
        raise bounds.invalid("item", "")
    people = tuple(member_ids[: _PEOPLE_MAX + 1])
    if not 1 <= len(people) <= _PEOPLE_MAX or len(set(people)) != len(people):
        raise bounds.invalid("members", "")
    place = None if paid is None else place_account(paid)

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        item = None if item_id is None else purse_items.read(tx, club_id, item_id)
        if item is not None and (item.kind != kind or not item.active):
            raise bounds.invalid("item", item.name)
        cents = amount if amount is not None else item.amount if item is not None else 0
        night = None if night_id is None else night_views.read(tx, club_id, night_id).id
        told: list[Told] = []
        for one in people:
            member = who.find(one).id
            common: dict[str, Any] = {"day": today, "member_id": member, "night_id": night}
            common |= {"item_id": item_id, "words": words, "category": item.name if item else ""}
            owed = line(season_account(member), PURSE, cents)
            told.append(Told(kind=EntryKind(kind), lines=[owed], **common))
            if place is not None:
                brought = line(place, season_account(member), cents)
                told.append(Told(kind=EntryKind.MEMBER_PAYMENT, lines=[brought], **common))
        if not again:
            monthly_fees.require_first(tx, club_id, told, who)
        return told

    body = ["charge", kind, people, item_id, amount, words, night_id, paid]
    return _booked(desk, club_id, key, day, body, tell)


def pay_host(
    desk: Desk,
    *,
    club_id: str,
    amount: int,
    key: str,
    place: str | None = None,
    member_id: str | None = None,
    night_id: str | None = None,
    words: str = "",
    voucher: str = "",
    day: date | None = None,
) -> BookingView:
    """Give the host of an evening his share out of the purse: at once, or to a member's account.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID, DAY_AHEAD, MONTH_CLOSED.
    """
    amount = bounds.amount(amount, "amount")
    words = bounds.text(words, "words", WORDS_MAX)
    voucher = bounds.text(voucher, "voucher", VOUCHER_MAX)
    if (place is None) == (member_id is None):
        raise bounds.invalid("place", "")
    there = None if place is None else place_account(place)

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        member = None if member_id is None else who.find(member_id).id
        night = None if night_id is None else night_views.read(tx, club_id, night_id).id
        to = there if member is None else season_account(member)
        assert to is not None
        return [
            Told(
                kind=EntryKind.HOST_SHARE,
                day=today,
                lines=[line(PURSE, to, amount)],
                member_id=member,
                night_id=night,
                words=words,
                voucher=voucher,
            )
        ]

    body = ["pay_host", amount, place, member_id, night_id, words, voucher]
    return _booked(desk, club_id, key, day, body, tell)[0]


def enter(
    desk: Desk,
    *,
    club_id: str,
    kind: str,
    amount: int,
    category: str,
    place: str,
    key: str,
    words: str = "",
    voucher: str = "",
    day: date | None = None,
) -> BookingView:
    """Enter an income or an expense into the cash book; `voucher` is the paper's own number.

    Raises ScorekeeperError: VALUE_INVALID, TEXT_TOO_LONG, DAY_AHEAD, MONTH_CLOSED.
    """
    if kind not in _CASH_BOOK_KINDS:
        raise bounds.invalid("kind", kind)
    amount = bounds.amount(amount, "amount")
    category = bounds.text(category, "category", CATEGORY_MAX)
    if not category:
        raise bounds.invalid("category", "")
    words = bounds.text(words, "words", WORDS_MAX)
    voucher = bounds.text(voucher, "voucher", VOUCHER_MAX)
    there = place_account(place)
    came = kind == EntryKind.INCOME
    moved = line(there, PURSE, amount) if came else line(PURSE, there, amount)

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        return [
            Told(
                kind=EntryKind(kind),
                day=today,
                lines=[moved],
                category=category,
                words=words,
                voucher=voucher,
            )
        ]

    body = ["enter", kind, amount, category, place, words, voucher]
    return _booked(desk, club_id, key, day, body, tell)[0]


def member_pays(
    desk: Desk,
    *,
    club_id: str,
    member_id: str,
    amount: int,
    place: str,
    key: str,
    paid_out: bool = False,
    words: str = "",
    voucher: str = "",
    day: date | None = None,
) -> BookingView:
    """Book that a member paid into his account, or that he was paid out of it.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID, DAY_AHEAD, MONTH_CLOSED.
    """
    amount = bounds.amount(amount, "amount")
    words = bounds.text(words, "words", WORDS_MAX)
    voucher = bounds.text(voucher, "voucher", VOUCHER_MAX)
    there = place_account(place)

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        member = who.find(member_id).id
        mine = season_account(member)
        return [
            Told(
                kind=EntryKind.MEMBER_PAYMENT,
                day=today,
                lines=[line(mine, there, amount) if paid_out else line(there, mine, amount)],
                member_id=member,
                words=words,
                voucher=voucher,
            )
        ]

    body = ["member_pays", member_id, amount, place, bool(paid_out), words, voucher]
    return _booked(desk, club_id, key, day, body, tell)[0]


def member_transfer(
    desk: Desk,
    *,
    club_id: str,
    payer_id: str,
    payee_id: str,
    amount: int,
    key: str,
    words: str = "",
    day: date | None = None,
) -> BookingView:
    """Move money from one member's account with the club to another's.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID for one and the same, DAY_AHEAD, MONTH_CLOSED.
    """
    amount = bounds.amount(amount, "amount")
    words = bounds.text(words, "words", WORDS_MAX)

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        payer, payee = who.find(payer_id, "payer").id, who.find(payee_id, "payee").id
        if payer == payee:
            raise bounds.invalid("payee", "")
        return [
            Told(
                kind=EntryKind.MEMBER_TRANSFER,
                day=today,
                lines=[line(season_account(payer), season_account(payee), amount)],
                member_id=payer,
                other_id=payee,
                words=words,
            )
        ]

    body = ["member_transfer", payer_id, payee_id, amount, words]
    return _booked(desk, club_id, key, day, body, tell)[0]


def move_money(
    desk: Desk,
    *,
    club_id: str,
    to: str,
    amount: int,
    key: str,
    words: str = "",
    voucher: str = "",
    day: date | None = None,
) -> BookingView:
    """Bring money from the cash box to the bank, or fetch it from there.

    Raises ScorekeeperError: VALUE_INVALID, DAY_AHEAD, MONTH_CLOSED.
    """
    amount = bounds.amount(amount, "amount")
    words = bounds.text(words, "words", WORDS_MAX)
    voucher = bounds.text(voucher, "voucher", VOUCHER_MAX)
    target = place_account(to)
    source = CASH if target == BANK else BANK

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        return [
            Told(
                kind=EntryKind.MONEY_MOVED,
                day=today,
                lines=[line(target, source, amount)],
                words=words,
                voucher=voucher,
            )
        ]

    return _booked(desk, club_id, key, day, ["move_money", to, amount, words, voucher], tell)[0]


def open_books(
    desk: Desk,
    *,
    club_id: str,
    key: str,
    cash: int = 0,
    bank: int = 0,
    accounts: Mapping[str, int] | None = None,
    words: str = "",
    day: date | None = None,
) -> BookingView:
    """Take over what there was on paper: cash, bank, and every member's account; the purse follows.

    Above zero a member has something to his credit, below he owes. The bank may be overdrawn.

    Raises ScorekeeperError: OPENING_THERE until the one there is is taken back; NOT_FOUND,
    AMOUNT_LARGE, VALUE_INVALID when everything is zero, DAY_AHEAD, MONTH_CLOSED.
    """
    cash = bounds.amount(cash, "cash", least=0)
    bank = bounds.amount(bank, "bank", least=None)
    words = bounds.text(words, "words", WORDS_MAX)
    told = dict(accounts or {})
    if len(told) > 10 * _PEOPLE_MAX:
        raise bounds.invalid("accounts", "")

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        if purse.get(tx, club_id).opening is not None:
            raise ScorekeeperError(ErrorCode.OPENING_THERE, "opening")
        for one, cents in told.items():
            found = who.find(one, "accounts")
            bounds.amount(cents, "accounts", least=None, name=found.name)
        lines: list[Line] = []
        for account, cents in (
            (CASH, -cash),
            (BANK, -bank),
            *((season_account(who.find(one, "accounts").id), cents) for one, cents in told.items()),
        ):
            if cents:
                up = cents > 0
                lines.append(line(PURSE if up else account, account if up else PURSE, abs(cents)))
        if not lines:
            raise bounds.invalid("cash", "0")
        return [Told(kind=EntryKind.OPENING, day=today, lines=lines, words=words)]

    def after(tx: Transaction, numbers: Sequence[int]) -> None:
        kept = purse.get(tx, club_id)
        purse.put(tx, club_id, kept._replace(opening=numbers[0]))

    body = ["open_books", cash, bank, sorted(told.items()), words]
    return _booked(desk, club_id, key, day, body, tell, after)[0]


def take_back(
    desk: Desk, *, club_id: str, entry: int, reason: str, key: str, day: date | None = None
) -> BookingView:
    """Take a booking back by a counter-entry; return that.

    It is of the day given, else of the booking's own while its month is open, else of today.

    Raises ScorekeeperError: REASON_NEEDED, NOT_FOUND, BOOKING_TAKEN_BACK, MONTH_CLOSED, DAY_AHEAD;
    DAY_BEFORE for a day before the booking; VALUE_INVALID for what a night's settlement or a
    month's closing booked.
    """
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)
    if not reason:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")
    number = bounds.number(entry, "entry", 1, ENTRY_MAX)

    def tell(tx: Transaction, who: People, today: str) -> list[Told]:
        row = bookings.plain(tx, club_id, number)
        if row is None:
            raise bounds.missing("booking")
        if row.kind == EntryKind.TAKEN_BACK or entries.reversed_by(tx, club_id, number) is not None:
            raise ScorekeeperError(ErrorCode.BOOKING_TAKEN_BACK, "entry")
        head = entries.get(tx, club_id, number)
        assert head is not None
        if head.night_id is not None or row.kind == EntryKind.COUNTED:
            raise bounds.invalid("entry", number)
        when = today if day is not None else counter_day(tx, desk, club_id, row.day)
        if when < row.day:
            raise ScorekeeperError(ErrorCode.DAY_BEFORE, "day", first=date.fromisoformat(row.day))
        return [counter(tx, club_id, row, day=when, why=reason)]

    def after(tx: Transaction, numbers: Sequence[int]) -> None:
        kept = purse.get(tx, club_id)
        if kept.opening == number:
            purse.put(tx, club_id, kept._replace(opening=None))

    return _booked(desk, club_id, key, day, ["take_back", number, reason], tell, after)[0]


def day_to_take_back(desk: Desk, *, club_id: str, entry: int) -> date:
    """Return the day a booking is taken back on where no other is given.

    Raises ScorekeeperError: NOT_FOUND.
    """
    booked = get_booking(desk, club_id=club_id, entry=entry)
    with desk.store.read() as tx:
        return date.fromisoformat(counter_day(tx, desk, club_id, booked.day.isoformat()))


def set_haferl(desk: Desk, *, club_id: str, to_purse: bool) -> None:
    """Say whether a Haferl left over at the end of a night is the purse's from now on (W31)."""

    def work(tx: Transaction) -> None:
        clubs.read(tx, club_id)
        club_rows.lock_chain(tx, club_id)
        purse.put(tx, club_id, purse.get(tx, club_id)._replace(haferl=bool(to_purse)))

    written(desk, work)


def read_haferl(tx: Transaction, club_id: str) -> bool:
    """Say within a transaction whether a Haferl left over is the purse's."""
    clubs.read(tx, club_id)
    return bool(purse.get(tx, club_id).haferl)


def get_booking(desk: Desk, *, club_id: str, entry: int) -> BookingView:
    """Return a booking by its entry.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        if not 0 < entry <= ENTRY_MAX:
            raise bounds.missing("booking")
        return read_booking(tx, club_id, entry, People(tx, club_id))


def _booked(
    desk: Desk,
    club_id: str,
    key: str,
    day: date | None,
    body: list[Any],
    tell: Telling,
    after: Callable[[Transaction, Sequence[int]], None] = lambda tx, numbers: None,
) -> Many:
    """Book what is told in one transaction, once for each key; the day is today if left out."""
    given = None if day is None else bounds.day(day, "day")

    def work(tx: Transaction) -> tuple[str, Many]:
        today = club_today(desk, tx, club_id).isoformat()
        # What is told is read under the lock that all who book wait for.
        club_rows.lock_chain(tx, club_id)
        told = tell(tx, People(tx, club_id), given or today)
        numbers = book(tx, desk, Book(club_id=club_id), told, key=key)
        after(tx, numbers)
        return f"{numbers[0]}:{numbers[-1]}", _read(tx, club_id, numbers)

    def again(tx: Transaction, made: str) -> Many:
        first, last = map(int, made.split(":"))
        return _read(tx, club_id, range(first, last + 1))

    return once(desk, club_id=club_id, key=key, body=[*body, given], work=work, again=again)


def _read(tx: Transaction, club_id: str, numbers: Sequence[int]) -> Many:
    people = People(tx, club_id)
    return tuple(read_booking(tx, club_id, number, people) for number in numbers)


__all__ = [
    "Place",
    "charge",
    "enter",
    "get_booking",
    "member_pays",
    "member_transfer",
    "move_money",
    "open_books",
    "pay_host",
    "set_haferl",
    "take_back",
]
