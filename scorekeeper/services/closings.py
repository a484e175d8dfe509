"""Closing a month of the purse, and a whole season; and opening them again, with a reason.

Every step is an entry of the ledger without lines, its facts hashed into it. After a month's
closing nothing is booked on one of its days; after a season's closing nothing of its evenings
changes.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import date
from datetime import timedelta

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import once
from scorekeeper.services.cash_book import month_span
from scorekeeper.services.cash_book import read_purse
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.purse_booking import Told
from scorekeeper.services.purse_booking import book
from scorekeeper.services.purse_booking import club_today
from scorekeeper.services.purse_booking import counter
from scorekeeper.services.purse_people import People
from scorekeeper.services.purse_views import ClosingView
from scorekeeper.services.purse_views import MonthView
from scorekeeper.store import bookings
from scorekeeper.store import closings
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import entries
from scorekeeper.store import purse
from scorekeeper.store import seasons
from scorekeeper.store.closings import ClosingRow
from scorekeeper.store.closings import LoggedRow
from scorekeeper.store.closings import OpenNight
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of

_ENTRY_MAX = 2**62
_LOG_MAX = 500
_NIGHTS_SHOWN = 20
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))

Work = Callable[[Transaction], tuple[str, ClosingView]]


def next_month(desk: Desk, *, club_id: str) -> MonthView | None:
    """Return the month to be closed next, None while nothing was booked.

    It is the one after the last that was closed, or the first in which money moved.
    """
    with desk.store.read() as tx:
        today = club_today(desk, tx, club_id)
        closed = purse.get(tx, club_id).closed_month
        if closed is None:
            begun = bookings.cash_book(
                tx, club_id, day="0000-00-00", entry=0, last="9999-99-99", count=1
            )
            month = begun[0].booking.day[:7] if begun else ""
        else:
            month = _following(closed)
        if not month:
            return None
        last = month_span(month)[1]
        cash, bank = bookings.held(tx, club_id, day=last.isoformat(), entry=_ENTRY_MAX)
    opens = _opens(last)
    return MonthView(month=month, last=last, opens=opens, over=opens <= today, cash=cash, bank=bank)


def close_month(
    desk: Desk, *, club_id: str, month: str, counted: int, key: str, reason: str = ""
) -> ClosingView:
    """Close the purse up to the end of a month, with what was counted in the cash box.

    What is missing or too much is booked on the month's last day as the cash box's difference,
    which needs a reason. All months before are closed with it.

    It can be closed from the first day of the next month on, by the club's clock: until then
    money may still move.

    Raises ScorekeeperError: MONTH_NOT_OVER; MONTH_ORDER for one that is not after the last one
    closed; REASON_NEEDED for a difference; VALUE_INVALID.
    """
    opens = _opens(month_span(month)[1])
    last = month_span(month)[1].isoformat()
    counted = bounds.number(counted, "counted", 0, SUM_MAX)
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)

    def work(tx: Transaction) -> tuple[str, ClosingView]:
        clubs.read(tx, club_id)
        club_rows.lock_chain(tx, club_id)
        kept = purse.get(tx, club_id)
        if kept.closed_month is not None and month <= kept.closed_month:
            raise ScorekeeperError(ErrorCode.MONTH_ORDER, "month")
        if club_today(desk, tx, club_id) < opens:
            raise ScorekeeperError(ErrorCode.MONTH_NOT_OVER, "month", month=month, first=opens)
        difference = counted - bookings.held(tx, club_id, day=last, entry=_ENTRY_MAX)[0]
        if difference and not reason:
            raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")
        if difference:
            _book_difference(tx, desk, club_id, last, difference, reason, key)
        row = _row(tx, club_id, EntryKind.MONTH_CLOSED, month=month, counted=counted, day=last)
        number = _log(tx, desk, club_id, row, reason, key)
        purse.put(tx, club_id, kept._replace(closed_month=month))
        return str(number), _read(tx, club_id, number)

    return _once(desk, club_id, key, ["close_month", month, counted, reason], work)


def reopen_month(desk: Desk, *, club_id: str, reason: str, key: str) -> ClosingView:
    """Open the last month again that was closed; the difference booked then is taken back.

    Raises ScorekeeperError: REASON_NEEDED, MONTH_ORDER when none is closed.
    """
    reason = _needed(reason)

    def work(tx: Transaction) -> tuple[str, ClosingView]:
        clubs.read(tx, club_id)
        club_rows.lock_chain(tx, club_id)
        kept = purse.get(tx, club_id)
        if kept.closed_month is None:
            raise ScorekeeperError(ErrorCode.MONTH_ORDER, "month")
        standing = _standing_months(closings.every(tx, club_id))
        assert standing[-1] == kept.closed_month
        before = standing[-2] if len(standing) > 1 else None
        purse.put(tx, club_id, kept._replace(closed_month=before))
        last = month_span(kept.closed_month)[1].isoformat()
        _take_difference_back(tx, desk, club_id, last, reason, key)
        row = _row(tx, club_id, EntryKind.MONTH_REOPENED, month=kept.closed_month, day=last)
        number = _log(tx, desk, club_id, row, reason, key)
        return str(number), _read(tx, club_id, number)

    return _once(desk, club_id, key, ["reopen_month", reason], work)


def close_season(
    desk: Desk, *, club_id: str, season_id: str, key: str, reason: str = ""
) -> ClosingView:
    """Close a season: nothing of its evenings changes any more.

    Raises ScorekeeperError: NOT_FOUND, SEASON_CLOSED, SEASON_UNFINISHED with the nights that go on
    or are not settled.
    """
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)

    def work(tx: Transaction) -> tuple[str, ClosingView]:
        clubs.read(tx, club_id)
        season = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
        if season is None:
            raise bounds.missing("season")
        # Evenings before the chain, as everybody does who records one.
        seasons.lock_to_close(tx, club_id, season.id)
        unfinished = closings.lock_unfinished(tx, club_id, season.id)
        if seasons.is_closed(tx, club_id, season.id):
            raise ScorekeeperError(ErrorCode.SEASON_CLOSED, "season")
        if unfinished:
            nights = _in_words(unfinished, desk.language)
            raise ScorekeeperError(ErrorCode.SEASON_UNFINISHED, "season", nights=nights)
        club_rows.lock_chain(tx, club_id)
        row = _row(tx, club_id, EntryKind.SEASON_CLOSED, season_id=season.id)
        number = _log(tx, desk, club_id, row, reason, key)
        seasons.set_closed(tx, club_id, season.id, desk.now())
        return str(number), _read(tx, club_id, number)

    return _once(desk, club_id, key, ["close_season", season_id, reason], work)


def reopen_season(
    desk: Desk, *, club_id: str, season_id: str, reason: str, key: str
) -> ClosingView:
    """Open a closed season again.

    Raises ScorekeeperError: REASON_NEEDED, NOT_FOUND; VALUE_INVALID for one that is not closed.
    """
    reason = _needed(reason)

    def work(tx: Transaction) -> tuple[str, ClosingView]:
        clubs.read(tx, club_id)
        season = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
        if season is None:
            raise bounds.missing("season")
        seasons.lock_to_close(tx, club_id, season.id)
        if not seasons.is_closed(tx, club_id, season.id):
            raise bounds.invalid("season", season.name)
        club_rows.lock_chain(tx, club_id)
        row = _row(tx, club_id, EntryKind.SEASON_REOPENED, season_id=season.id)
        number = _log(tx, desk, club_id, row, reason, key)
        seasons.set_closed(tx, club_id, season.id, None)
        return str(number), _read(tx, club_id, number)

    return _once(desk, club_id, key, ["reopen_season", season_id, reason], work)


def closing_log(
    desk: Desk, *, club_id: str, before: int | None = None, limit: int = 100
) -> tuple[ClosingView, ...]:
    """Return what was closed and opened again, the last first."""
    limit = bounds.number(limit, "limit", 1, _LOG_MAX)
    first = _ENTRY_MAX if before is None else bounds.number(before, "before", 0, _ENTRY_MAX)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        people = People(tx, club_id)
        return tuple(
            _view(row, people) for row in closings.log(tx, club_id, before=first, count=limit)
        )


def digest_of(row: ClosingRow) -> str:
    """Return the hash of a closing's facts, which its entry carries and the chain so proves."""
    facts = row._asdict()
    del facts["entry"]
    return hashlib.sha256(_ENCODER.encode(facts).encode("utf-8", "surrogatepass")).hexdigest()


def closed_through(log: list[ClosingRow]) -> str | None:
    """Return the last month that is closed after these steps."""
    standing = _standing_months(log)
    return standing[-1] if standing else None


def _standing_months(log: list[ClosingRow]) -> list[str]:
    months: list[str] = []
    for row in log:
        if row.kind == EntryKind.MONTH_CLOSED and row.month is not None:
            months.append(row.month)
        elif row.kind == EntryKind.MONTH_REOPENED:
            months.pop()
    return months


def _following(month: str) -> str:
    year, number = int(month[:4]), int(month[5:])
    return f"{year + number // 12:04}-{number % 12 + 1:02}"


def _opens(last: date) -> date:
    """Return from which day on a month with this last day can be closed."""
    return last + timedelta(days=1)


def _in_words(nights: list[OpenNight], lang: str) -> tuple[str, ...]:
    shown = [
        f"{one.number} ({format_date(date.fromisoformat(one.date), lang, short=True)})"
        for one in nights[:_NIGHTS_SHOWN]
    ]
    return tuple([*shown, "…"] if len(nights) > _NIGHTS_SHOWN else shown)


def _needed(reason: str) -> str:
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)
    if not reason:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")
    return reason


def _book_difference(
    tx: Transaction, desk: Desk, club_id: str, day: str, cents: int, reason: str, key: str
) -> None:
    moved = line(CASH, PURSE, cents) if cents > 0 else line(PURSE, CASH, -cents)
    told = Told(kind=EntryKind.COUNTED, day=day, lines=[moved], words=reason[:200], why=reason)
    book(tx, desk, Book(club_id=club_id), [told], key=key)


def _take_difference_back(
    tx: Transaction, desk: Desk, club_id: str, last: str, reason: str, key: str
) -> None:
    """Take back what was missing or too much, on the day it was booked on."""
    told = [
        counter(tx, club_id, row.booking, day=last, why=reason)
        for row in bookings.cash_book(tx, club_id, day=last, entry=0, last=last, count=10_000)
        if row.booking.kind == EntryKind.COUNTED
        and entries.reversed_by(tx, club_id, row.booking.entry) is None
    ]
    if told:
        book(tx, desk, Book(club_id=club_id), told, key=key)


def _row(
    tx: Transaction,
    club_id: str,
    kind: EntryKind,
    *,
    month: str | None = None,
    season_id: str | None = None,
    counted: int | None = None,
    day: str | None = None,
) -> ClosingRow:
    """State the money there was: at the end of the day named, or by now."""
    now = read_purse(tx, club_id)
    cash, bank = now.cash, now.bank
    if day is not None:
        cash, bank = bookings.held(tx, club_id, day=day, entry=_ENTRY_MAX)
    return ClosingRow(0, kind.value, month, season_id, cash, bank, now.purse, counted)


def _log(tx: Transaction, desk: Desk, club_id: str, row: ClosingRow, reason: str, key: str) -> int:
    posting = Posting(kind=EntryKind(row.kind), lines=(), why=reason, digest=digest_of(row))
    number = post(tx, desk, Book(club_id=club_id), [posting], key=key)[0]
    closings.add(tx, club_id, row._replace(entry=number))
    return number


def _once(desk: Desk, club_id: str, key: str, body: object, work: Work) -> ClosingView:
    return once(
        desk,
        club_id=club_id,
        key=key,
        body=body,
        work=work,
        again=lambda tx, made: _read(tx, club_id, int(made)),
    )


def _read(tx: Transaction, club_id: str, number: int) -> ClosingView:
    found = closings.log(tx, club_id, before=number + 1, count=1)
    assert found
    assert found[0].closing.entry == number
    return _view(found[0], People(tx, club_id))


def _view(row: LoggedRow, people: People) -> ClosingView:
    told = row.closing
    return ClosingView(
        entry=told.entry,
        kind=told.kind,
        month=told.month or "",
        season_id=told.season_id,
        season=row.season or "",
        cash=told.cash,
        bank=told.bank,
        purse=told.purse,
        counted=told.counted,
        who=people.text(row.who, row.at),
        at=moment_of(row.at),
        why=people.text(row.why, row.at),
    )
