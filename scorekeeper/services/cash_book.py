"""Reading the purse: how it stands, the cash book page by page, and everybody's account."""

import calendar
from datetime import date

from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import season_account
from scorekeeper.ledger.journal import season_member_of
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.desk import Desk
from scorekeeper.services.purse_people import People
from scorekeeper.services.purse_people import booking_view
from scorekeeper.services.purse_people import receipt_words
from scorekeeper.services.purse_views import AccountView
from scorekeeper.services.purse_views import BookingView
from scorekeeper.services.purse_views import CashBookView
from scorekeeper.services.purse_views import CashRow
from scorekeeper.services.purse_views import MovementView
from scorekeeper.services.purse_views import PurseView
from scorekeeper.services.purse_views import StatementView
from scorekeeper.services.views import MemberView
from scorekeeper.store import balances
from scorekeeper.store import bookings
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import members
from scorekeeper.store import purse
from scorekeeper.store.bookings import MovedRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of

PAGE_MAX = 500
_ENTRY_MAX = 2**62


def get_purse(desk: Desk, *, club_id: str) -> PurseView:
    """Return how the purse stands.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        return read_purse(tx, club_id)


def below_zero(desk: Desk, booked: BookingView, *, club_id: str) -> tuple[tuple[str, int], ...]:
    """Return where a booking took money out that stands below zero since: "cash" or "bank"."""
    taken = [place for place in ("cash", "bank") if getattr(booked, place) < 0]
    if not taken:
        return ()
    seen = get_purse(desk, club_id=club_id)
    return tuple((place, getattr(seen, place)) for place in taken if getattr(seen, place) < 0)


def read_purse(tx: Transaction, club_id: str) -> PurseView:
    """Return how the purse stands within a transaction."""
    kept = purse.get(tx, club_id)
    book = balances.of_book(tx, club_id, club_id)
    people = [cents for _, cents in _by_person(tx, club_id, book)]
    return PurseView(
        cash=-book.get(CASH, 0),
        bank=-book.get(BANK, 0),
        purse=book.get(PURSE, 0),
        credit=sum(cents for cents in people if cents > 0),
        debt=sum(cents for cents in people if cents < 0),
        # Lines add up to zero, so what is missing here lies with evenings not settled yet.
        nights=-sum(book.values()),
        haferl=kept.haferl,
        closed_month=kept.closed_month,
        opening=kept.opening,
        hash=club_rows.chain_end(tx, club_id)[1],
    )


def list_bookings(
    desk: Desk, *, club_id: str, before: int | None = None, limit: int = 20
) -> tuple[BookingView, ...]:
    """Return bookings in the order they were entered, the last first."""
    limit = bounds.number(limit, "limit", 1, PAGE_MAX)
    first = _ENTRY_MAX if before is None else bounds.number(before, "before", 0, _ENTRY_MAX)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        people = People(tx, club_id)
        rows = bookings.latest(tx, club_id, before=first, count=limit)
        return tuple(booking_view(row, people) for row in rows)


def get_cash_book(
    desk: Desk,
    *,
    club_id: str,
    first: date,
    last: date,
    after: str | None = None,
    limit: int = 100,
) -> CashBookView:
    """Return a page of the cash book from one day to another, oldest first.

    `after` is where the page before ended.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID for a cursor nobody was given.
    """
    limit = bounds.number(limit, "limit", 1, PAGE_MAX)
    begins, ends = bounds.day(first, "first"), bounds.day(last, "last")
    day, entry = (begins, 0) if after is None else _cursor(after)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        people = People(tx, club_id)
        cash, bank = bookings.held(tx, club_id, day=day, entry=entry)
        page = bookings.cash_book(
            tx, club_id, day=max(day, begins), entry=entry, last=ends, count=limit + 1
        )
        rows: list[CashRow] = []
        cash_before, bank_before = cash, bank
        for row in page[:limit]:
            cash, bank = cash + row.booking.cash, bank + row.booking.bank
            rows.append(CashRow(booking=booking_view(row, people), cash=cash, bank=bank))
    end = page[limit - 1].booking if len(page) > limit else None
    return CashBookView(
        first=first,
        last=last,
        cash_before=cash_before,
        bank_before=bank_before,
        rows=tuple(rows),
        next_after=None if end is None else f"{end.day}.{end.entry}",
    )


def list_accounts(desk: Desk, *, club_id: str) -> tuple[AccountView, ...]:
    """Return everybody's account with the club, by name; who is gone only while it is not zero."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        book = balances.of_book(tx, club_id, club_id)
        found = _by_person(tx, club_id, book)
    return tuple(
        AccountView(member=member, cents=cents) for member, cents in found if member.active or cents
    )


def get_statement(
    desk: Desk,
    *,
    club_id: str,
    member_id: str | None,
    before: int | None = None,
    limit: int = 50,
) -> StatementView:
    """Return a member's account, or with None the purse's own, the last movement first.

    A person several ids stand for has one account made of theirs.

    Raises ScorekeeperError: NOT_FOUND.
    """
    limit = bounds.number(limit, "limit", 1, PAGE_MAX)
    first = _ENTRY_MAX if before is None else bounds.number(before, "before", 0, _ENTRY_MAX)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        people = People(tx, club_id)
        member, accounts = _accounts(tx, club_id, people, member_id)
        found: list[MovedRow] = []
        stands = 0
        for account in accounts:
            page = bookings.moved(tx, club_id, account, before=first, count=limit + 1)
            stands += page[0].after if page else 0
            found += page
        found.sort(key=lambda row: -row.entry)
        now = sum(balances.of_account(tx, club_id, club_id, account) for account in accounts)
        rows: list[MovementView] = []
        for row in found[:limit]:
            rows.append(_movement(row, stands, member, people))
            stands -= row.cents
    more = len(found) > limit
    return StatementView(
        member=member,
        cents=now,
        rows=tuple(rows),
        next_before=rows[-1].entry if more else None,
    )


def month_span(month: str) -> tuple[date, date]:
    """Return the first and last day of a month written as 2026-11.

    Raises ScorekeeperError: VALUE_INVALID.
    """
    year, dash, number = month.partition("-")
    good = len(month) == 7 and dash and (year + number).isdigit() and month.isascii()
    if not good or not 1900 <= int(year) <= 2999 or not 1 <= int(number) <= 12:
        raise bounds.invalid("month", month)
    first = date(int(year), int(number), 1)
    return first, first.replace(day=calendar.monthrange(first.year, first.month)[1])


def _by_person(tx: Transaction, club_id: str, book: dict[str, int]) -> list[tuple[MemberView, int]]:
    """Return every person of a club by name with what his accounts stand at together."""
    rows = members.list_plain(tx, club_id)
    sums: dict[str, int] = {}
    person = {row.id: row.merged_into or row.id for row in rows}
    for account, cents in book.items():
        member = season_member_of(account)
        if member is not None:
            whose = person.get(member, member)
            sums[whose] = sums.get(whose, 0) + cents
    return [
        (MemberView(id=row.id, name=row.name, active=bool(row.active)), sums.get(row.id, 0))
        for row in rows
        if row.merged_into is None
    ]


def _accounts(
    tx: Transaction, club_id: str, people: People, member_id: str | None
) -> tuple[MemberView | None, list[str]]:
    if member_id is None:
        return None, [PURSE]
    member = people.find(member_id)
    ids = [
        member.id,
        *(one for one, into in members.merged(tx, club_id).items() if into == member.id),
    ]
    return member, [season_account(one) for one in ids]


def _movement(row: MovedRow, after: int, member: MemberView | None, people: People) -> MovementView:
    at = moment_of(row.at)
    day = row.day or row.night_date or at.date().isoformat()
    mine = None if member is None else member.id
    concerned = [people.maybe(one) for one in (row.member_id, row.other_id)]
    other = next((one.name for one in concerned if one is not None and one.id != mine), "")
    return MovementView(
        entry=row.entry,
        kind=row.kind,
        day=date.fromisoformat(day),
        cents=row.cents,
        after=after,
        receipt=receipt_words(row.year, row.receipt),
        category=row.category or "",
        words=people.text(row.words or "", row.at),
        other=other,
        night_id=row.night_id,
        night_number=row.night_number,
        who=people.text(row.who, row.at),
        at=at,
        why=people.text(row.why, row.at),
        takes_back=row.reverses,
        taken_back_by=row.taken_back_by,
    )


def _cursor(after: str) -> tuple[str, int]:
    day, _, entry = after.partition(".")
    if not entry.isascii() or not entry.isdigit() or len(entry) > 18:
        raise bounds.invalid("after", after)
    try:
        return date.fromisoformat(day).isoformat(), int(entry)
    except ValueError as error:
        raise bounds.invalid("after", after) from error
