"""Deals of a table: previewed, recorded, undone, looked at. Corrections have their own file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.services import bounds
from scorekeeper.services import facets
from scorekeeper.services import money_rules
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services import tables
from scorekeeper.services import tallying
from scorekeeper.services.answering import once
from scorekeeper.services.closing import book_of
from scorekeeper.services.corrections import correct_deal
from scorekeeper.services.corrections import preview_correction
from scorekeeper.services.desk import Desk
from scorekeeper.services.facets import Found
from scorekeeper.services.members import names_at
from scorekeeper.services.people import book_together
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.posting import stored_lines
from scorekeeper.services.refusing import require_settled
from scorekeeper.services.scoring import Scored
from scorekeeper.services.scoring import Terms
from scorekeeper.services.showing import Names
from scorekeeper.services.showing import deal_view
from scorekeeper.services.showing import preview_view
from scorekeeper.services.standing import PartnersChangedError
from scorekeeper.services.standing import Standing
from scorekeeper.services.table_views import deal_views
from scorekeeper.services.views import DealView
from scorekeeper.services.views import PreviewView
from scorekeeper.store import balances
from scorekeeper.store import deals
from scorekeeper.store import facets as facet_rows
from scorekeeper.store import house_rules
from scorekeeper.store import tables as table_rows
from scorekeeper.store.deals import DealRow
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.deals import VersionRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.tables import FullRow

__all__ = [
    "correct_deal",
    "get_deal",
    "preview_correction",
    "preview_deal",
    "record_deal",
    "undo_last",
]

RECORDED = "recorded"
UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class AtTable:
    """A table as the next deal finds it."""

    row: FullRow
    seats: tuple[str, ...]
    standing: Standing
    terms: Terms
    names: Names


def preview_deal(
    desk: Desk,
    *,
    club_id: str,
    table_id: str,
    said: Mapping[str, Any],
    new_match: bool | None = None,
) -> PreviewView:
    """Return what a deal would do if it were recorded now; nothing is kept.

    What is wrong with it stands in the report; only what is no deal at all is refused.
    """
    told = bounds.said(said)
    with desk.store.read() as tx:
        row = table_rows.get(tx, club_id, bounds.id_(table_id, "table"))
        if row is None:
            raise bounds.missing("table")
        at = _at_table(tx, club_id, row)
        stands = _stands(tx, club_id, at) if row.night.stake_limit else {}
    record = _record(at, told)
    before = scoring.with_decision(at.standing, _decision(new_match))
    scored = scoring.score(record, at.terms, before, ask=False)
    seen = preview_view(scored, at.names, desk.language)
    return seen if row.night.stake_limit is None else _with_limit(seen, at, stands)


def _with_limit(seen: PreviewView, at: AtTable, stands: Mapping[str, int]) -> PreviewView:
    """Say in a preview who would lose more than was agreed for the night."""
    night = at.row.night
    after = {one: cents + seen.changes.get(one, 0) for one, cents in stands.items()}
    over = money_rules.over_limit(night.stake_limit, after, seen.changes)
    return replace(
        seen,
        over=tuple((at.names.of(member), lost) for member, lost in over.items()),
        stake_limit=night.stake_limit,
        stake_mode=night.stake_mode,
    )


def _stands(tx: Transaction, club_id: str, at: AtTable) -> dict[str, int]:
    """Return where everybody of the night stands in its book, by member id."""
    kept = book_together(balances.of_book(tx, club_id, at.row.night.id), at.names.aliases)
    return {one: kept.get(member_account(at.names.person(one)), 0) for one in at.names.by_id}


def record_deal(
    desk: Desk,
    *,
    club_id: str,
    table_id: str,
    said: Mapping[str, Any],
    key: str,
    expected_revision: int | None = None,
    new_match: bool | None = None,
) -> DealView:
    """Record the next deal of a table: what was said is kept, scored and posted.

    `new_match` answers what to do with a running Watten match when the partners have changed:
    begin a new one, or go on.

    Raises ScorekeeperError: NIGHT_NOT_OPEN, SEATS_COUNT; TABLE_CHANGED when the table is not at
    the revision expected; PARTNERS_CHANGED while `new_match` is not answered; DEAL_INVALID with
    the findings; DEAL_UNDECIDED when it is not known how the deal ended; STAKE_LIMIT where
    somebody would lose more than the evening allows.
    """
    told = bounds.said(said)

    def work(tx: Transaction) -> tuple[str, DealView]:
        row = tables.lock(tx, club_id, table_id)
        if expected_revision is not None and row.table.revision != expected_revision:
            raise ScorekeeperError(ErrorCode.TABLE_CHANGED, "table", revision=row.table.revision)
        at = _at_table(tx, club_id, row)
        tables.require_count(len(at.seats), at.terms.game)
        before = scoring.with_decision(at.standing, _decision(new_match))
        scored = _score(_record(at, told), at, before)
        require_settled(scored, at.names, desk.language)
        view = _keep(tx, desk, club_id, at, before, scored, key)
        return view.id, view

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["record_deal", table_id, told, new_match],
        work=work,
        again=lambda tx, made: read(tx, club_id, made),
    )


def undo_last(
    desk: Desk,
    *,
    club_id: str,
    table_id: str,
    key: str,
    reason: str = "",
    deal_id: str | None = None,
) -> DealView:
    """Undo the last deal of a table that counts, by a counter-entry; the same dealer deals again.

    With `deal_id` it must be that one, so that two who undo at once undo one deal.

    Raises ScorekeeperError: NIGHT_NOT_OPEN, UNDO_NOT_LAST, NOT_FOUND when there is none.
    """
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)

    def work(tx: Transaction) -> tuple[str, DealView]:
        row = tables.lock(tx, club_id, table_id)
        last = deals.last_valid(tx, club_id, row.table.id)
        if deal_id is not None and (last is None or last.id != deal_id):
            raise ScorekeeperError(ErrorCode.UNDO_NOT_LAST, "deal")
        if last is None:
            raise bounds.missing("deal")
        told = deals.get(tx, club_id, last.id)
        assert told is not None
        _undo(tx, desk, club_id, row, told, reason, key)
        return last.id, read(tx, club_id, last.id)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["undo_last", table_id, reason, deal_id],
        work=work,
        again=lambda tx, made: read(tx, club_id, made),
    )


def get_deal(desk: Desk, *, club_id: str, deal_id: str) -> DealView:
    """Return a deal with everything that was ever told of it.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, deal_id)


def read(tx: Transaction, club_id: str, deal_id: str) -> DealView:
    """Return a deal within a transaction."""
    row = deals.get(tx, club_id, bounds.id_(deal_id, "deal"))
    if row is None:
        raise bounds.missing("deal")
    names = names_at(tx, club_id, row.deal.night_id)
    return deal_views(tx, club_id, [row], names, running=True)[0]


def _decision(new_match: bool | None) -> str | None:
    if new_match is None:
        return None
    return standings.NEW_IF_CHANGED if new_match else standings.GO_ON


def _at_table(tx: Transaction, club_id: str, row: FullRow) -> AtTable:
    return AtTable(
        row=row,
        seats=tuple(json.loads(row.table.seats)),
        standing=standings.from_text(row.table.standing),
        terms=Terms(
            table_id=row.table.id,
            game=row.table.game,
            options=row.rules.options,
            tariff=row.table.tariff,
            currency=row.table.currency,
        ),
        names=names_at(tx, club_id, row.night.id, veiled=False),
    )


def _record(at: AtTable, told: Mapping[str, Any]) -> dict[str, Any]:
    standing = at.standing
    dealer = told.get("dealer")
    if dealer in at.seats:
        standing = standings.dealt_by(standing, dealer, at.terms.game)
    return scoring.record_of(
        told,
        game=at.terms.game,
        dealer=at.standing.dealer,
        seats=at.seats,
        sitting_out=standings.sitting_out(standing, at.seats, at.terms.game),
        known=at.names.by_id,
    )


def _score(record: Mapping[str, Any], at: AtTable, before: Standing) -> Scored:
    try:
        return scoring.score(record, at.terms, before, ask=True)
    except PartnersChangedError as error:
        raise ScorekeeperError(ErrorCode.PARTNERS_CHANGED, "new_match") from error


def _keep(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    at: AtTable,
    before: Standing,
    scored: Scored,
    key: str,
) -> DealView:
    """Post a deal, keep what was told of it, and move the table on."""
    table, night = at.row.table, at.row.night
    if not at.row.rules.frozen:
        house_rules.freeze(tx, club_id, at.row.rules.id)
    deal_id = desk.new_id()
    booked = scored.booked()
    posting = Posting(
        kind=EntryKind.DEAL,
        lines=scored.lines,
        about=deal_id,
        table_id=table.id,
        digest=scoring.digest_of(*booked.texts),
    )
    book = book_of(club_id, night)
    number = post(tx, desk, book, [posting], key=key)[0]
    deal = DealRow(
        id=deal_id,
        night_id=night.id,
        table_id=table.id,
        seq=number,
        number=table.deals + 1,
        game=table.game,
        house_rules_id=table.house_rules_id,
        tariff=table.tariff,
        state="valid",
        version=1,
        entry=number,
        began=standings.as_text(before),
        changes=scoring.dump(scored.changes),
    )
    version = VersionRow(
        deal_id=deal_id,
        version=1,
        cause=RECORDED,
        entry=number,
        record=booked.record,
        context=booked.context,
        outcome=booked.outcome,
        who=desk.actor,
        at=desk.now(),
        why="",
        rules=booked.rules,
    )
    deals.add(tx, club_id, deal)
    deals.add_versions(tx, club_id, [version])
    tallying.keep(tx, club_id, night.id, table.game, (scored.record, scored.outcome))
    found = Found(deal_id, number, night.date, table.number, table.game)
    facets.keep(tx, club_id, found, scored.record, scored.outcome)
    after = standings.seated_dealer(scored.after, at.seats)
    table_rows.move_on(tx, club_id, table.id, standing=standings.as_text(after), more=1)
    now = _stands(tx, club_id, at)
    money_rules.require_within(desk, night, now, scored.changes, at.names.by_id)
    return deal_view(ToldRow(deal=deal, version=version, table_name=table.name), at.names, now)


def _undo(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    row: FullRow,
    told: ToldRow,
    reason: str,
    key: str,
) -> None:
    deal, version = told.deal, told.version
    posting = Posting(
        kind=EntryKind.UNDO,
        lines=reversed_lines(stored_lines(tx, club_id, deal.entry)),
        about=deal.id,
        table_id=deal.table_id,
        reverses=deal.entry,
        why=reason,
        digest=scoring.digest_of(version.record, version.context, version.outcome),
    )
    book = book_of(club_id, row.night)
    number = post(tx, desk, book, [posting], key=key)[0]
    again = version._replace(
        version=version.version + 1,
        cause=UNDONE,
        entry=number,
        who=desk.actor,
        at=desk.now(),
        why=reason,
    )
    deals.add_versions(tx, club_id, [again])
    deals.tell(
        tx,
        club_id,
        deal.id,
        version=again.version,
        entry=number,
        began=deal.began,
        changes=deal.changes,
    )
    deals.undo(tx, club_id, deal.id)
    facet_rows.undo(tx, club_id, row.night.date, deal.seq)
    told_then = (json.loads(version.record), json.loads(version.outcome))
    tallying.take_back(tx, club_id, deal.night_id, deal.game, told_then)
    table_rows.move_on(
        tx,
        club_id,
        row.table.id,
        standing=standings.as_text(_before(row, told)),
        more=-1,
    )


def _before(row: FullRow, told: ToldRow) -> Standing:
    """Return the standing after a deal is undone: as before it, with what people did since."""
    seats = tuple(json.loads(row.table.seats))
    began = standings.from_text(told.deal.began)
    now = standings.from_text(row.table.standing)
    record, outcome = json.loads(told.version.record), json.loads(told.version.outcome)
    misdeal = bool(outcome.get("misdeal"))
    was = standings.after_deal(began, record, now.table, misdeal=misdeal)
    back = standings.carried(was, now, began)
    dealer = began.dealer if began.dealer in seats else back.dealer
    resting = began.resting
    if resting is not None and not set(resting) <= set(seats):
        resting = None
    back = replace(back, dealer=dealer, resting=resting, decision=now.decision or began.decision)
    return standings.seated_dealer(back, seats)
