"""The ledger of a night as people read it, and what stands on it."""

import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import replace

from scorekeeper.ledger.journal import BANK
from scorekeeper.ledger.journal import CASH
from scorekeeper.ledger.journal import PURSE
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import is_haferl
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.services import amounts
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import night_views
from scorekeeper.services.desk import Desk
from scorekeeper.services.members import names_of
from scorekeeper.services.people import book_of
from scorekeeper.services.people import book_together
from scorekeeper.services.person_views import by_person
from scorekeeper.services.showing import Names
from scorekeeper.services.table_views import Surroundings
from scorekeeper.services.table_views import deal_views
from scorekeeper.services.table_views import table_view
from scorekeeper.services.veiling import veil_of
from scorekeeper.services.verify import verify
from scorekeeper.services.views import DealView
from scorekeeper.services.views import EventView
from scorekeeper.services.views import LedgerView
from scorekeeper.services.views import MemberView
from scorekeeper.store import balances as kept
from scorekeeper.store import deals
from scorekeeper.store import entries
from scorekeeper.store import members
from scorekeeper.store import seats as stays
from scorekeeper.store import tables
from scorekeeper.store.engine import Transaction
from scorekeeper.store.members import MemberRow
from scorekeeper.store.moments import moment_of
from scorekeeper.store.moments import text_of
from scorekeeper.store.seats import StayRow

__all__ = ["balances", "night_ledger", "verify"]

PAGE_MAX = 1000
HAFERL = "haferl"
_SEQ_MAX = 2**62


def night_ledger(
    desk: Desk, *, club_id: str, night_id: str, after: str | None = None, limit: int = 100
) -> LedgerView:
    """Return a page of a night's ledger, oldest first; `after` is where the page before ended.

    Raises ScorekeeperError: NOT_FOUND, VALUE_INVALID for a cursor nobody was given.
    """
    limit = bounds.number(limit, "limit", 1, PAGE_MAX)
    first = _cursor(after)
    with desk.store.read() as tx:
        return _read(tx, club_id, bounds.id_(night_id, "night"), first, limit)


def balances(desk: Desk, *, club_id: str, night_id: str) -> tuple[tuple[MemberView, int], ...]:
    """Return what everybody of a night is owed (or owes, below zero), by name."""
    with desk.store.read() as tx:
        rows = members.at_night(tx, club_id, bounds.id_(night_id, "night"))
        if not rows:
            night_views.read(tx, club_id, night_id)
        book = book_of(tx, club_id, night_id)
    return member_balances(rows, book)


def member_balances(
    rows: list[MemberRow], book: Mapping[str, int]
) -> tuple[tuple[MemberView, int], ...]:
    """Join members and a book, by name."""
    return tuple(
        (
            MemberView(id=row.id, name=row.name, active=bool(row.active)),
            book.get(member_account(row.id), 0),
        )
        for row in sorted(rows, key=lambda row: bounds.name_key(row.name))
    )


def _read(tx: Transaction, club_id: str, night_id: str, first: int, limit: int) -> LedgerView:
    full = tables.of_night(tx, club_id, night_id)
    night = (
        night_views.view(
            full[0].night,
            [(r.table.id, r.table.name, r.table.deals) for r in full],
            night_views.rows_in(tx, club_id, full[0].night),
        )
        if full
        else night_views.read(tx, club_id, night_id)
    )
    present = members.people_at_night(tx, club_id, night_id)
    rows = members.persons(present)
    names = names_of(present, veil_of(tx, club_id))
    book = book_together(kept.of_book(tx, club_id, night_id), names.aliases)
    around = Surroundings(club=clubs.read(tx, club_id), night=night, names=names, book=book)
    page = deals.page(tx, club_id, night_id, after=first, count=limit + 1)
    more = len(page) > limit
    page = page[:limit]
    last = entries.last_of_night(tx, club_id, night_id)
    stayed = stays.of_night(tx, club_id, night_id)
    happened = entries.events_of_night(tx, club_id, night_id)
    view = LedgerView(
        club=around.club,
        night=night,
        members=_columns(rows, stayed, names),
        tables=tuple(
            table_view(
                row,
                around,
                [stay for stay in stayed if stay.table_id == row.table.id],
                undoable=None,
                told=(),
            )
            for row in full
        ),
        deals=_with_soft(
            tx,
            club_id,
            night_id,
            deal_views(tx, club_id, page, names, running=True, from_start=first == 0),
            first,
        )
        if page
        else (),
        events=_events(tx, club_id, happened, names),
        balances={row.id: book.get(member_account(row.id), 0) for row in rows},
        haferl=sum(cents for account, cents in book.items() if is_haferl(account)),
        purse=book.get(PURSE, 0),
        hash="" if last is None else last[2],
        next_after=str(page[-1].deal.seq) if more else None,
        entry=0 if last is None else last[0],
        purse_open=-sum(c for a, c in book.items() if member_of(a) is not None or is_haferl(a)),
        amounts=tuple(
            replace(
                one,
                who=names.veil.text(one.who, text_of(one.at)),
                reason=names.veil.text(one.reason, text_of(one.at)),
            )
            for one in amounts.views(happened)
        ),
    )
    return by_person(view, names) if names.aliases else view


def _with_soft(
    tx: Transaction, club_id: str, night_id: str, told: tuple[DealView, ...], first: int
) -> tuple[DealView, ...]:
    """Return deals with everybody's soft score after them, where one of them cost nothing."""
    if all(one.tariff for one in told):
        return told
    sums: dict[str, int] = {}
    before = deals.page(tx, club_id, night_id, after=0, count=first) if first else []
    for row in before:
        if row.deal.seq <= first and row.deal.state == "valid":
            _add(sums, json.loads(row.version.outcome).get("soft") or {})
    shown = []
    for one in told:
        if one.state == "valid":
            _add(sums, one.soft)
        shown.append(replace(one, soft_after=dict(sums)))
    return tuple(shown)


def _add(sums: dict[str, int], soft: Mapping[str, int]) -> None:
    for member, points in soft.items():
        sums[member] = sums.get(member, 0) + points


def _columns(rows: list[MemberRow], stayed: list[StayRow], names: Names) -> tuple[MemberView, ...]:
    """Return the members in the order they came, those who sat at no table after them by name."""
    by_id = {row.id: row for row in rows}
    order = dict.fromkeys(names.person(stay.member_id) for stay in stayed)
    order |= dict.fromkeys(
        row.id for row in sorted(rows, key=lambda row: bounds.name_key(row.name))
    )
    return tuple(
        MemberView(id=id_, name=by_id[id_].name, active=bool(by_id[id_].active))
        for id_ in order
        if id_ in by_id
    )


def _events(
    tx: Transaction, club_id: str, happened: Sequence[entries.Booked], names: Names
) -> tuple[EventView, ...]:
    found = [one for one in happened if one[0].kind != EntryKind.AMOUNTS]
    strangers = {
        member
        for _, lines in found
        for debit, credit, _ in lines
        for member in (member_of(debit), member_of(credit))
        if member is not None and member not in names.by_id
    }
    known = dict(names.by_id)
    for member in strangers:
        row = members.plain(tx, club_id, member)
        known[member] = member if row is None else row.name
    return tuple(
        EventView(
            kind=entry.kind,
            at=moment_of(entry.at),
            who=names.veil.text(entry.who, entry.at),
            reason=names.veil.text(entry.why, entry.at),
            lines=tuple((_said(d, known), _said(c, known), cents) for d, c, cents in lines),
            number=entry.number,
        )
        for entry, lines in found
    )


def _said(account: str, known: Mapping[str, str]) -> str:
    """Name an account for people: a member's name, "haferl", "purse", "cash", "bank", "season"."""
    member = member_of(account)
    if member is not None:
        return known[member]
    if is_haferl(account):
        return HAFERL
    return str(account) if account in (PURSE, CASH, BANK) else "season"


def _cursor(after: str | None) -> int:
    if after is None:
        return 0
    if not after.isascii() or not after.isdigit() or len(after) > 18 or int(after) > _SEQ_MAX:
        raise bounds.invalid("after", after)
    return int(after)
