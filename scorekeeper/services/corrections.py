"""Corrections: a deal is told anew, and what follows from it at its table.

What was recorded stays and is seen; a counter-entry takes back what it moved and a new entry moves
what it should have moved. Later deals before which the Haferl or the match is another one now are
scored anew and treated alike, all in one transaction; the others stand as they were booked.
Nothing is posted until every deal fits.
"""

import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import reversed_lines
from scorekeeper.services import bounds
from scorekeeper.services import carrying
from scorekeeper.services import correction_limit
from scorekeeper.services import facets
from scorekeeper.services import folding
from scorekeeper.services import scoring
from scorekeeper.services import standing as standings
from scorekeeper.services import tallying
from scorekeeper.services.answering import once
from scorekeeper.services.closing import book_of
from scorekeeper.services.closing import divide
from scorekeeper.services.closing import lock_night
from scorekeeper.services.closing import put_back
from scorekeeper.services.deadlines import action_needed as action_needed
from scorekeeper.services.deadlines import needed_now
from scorekeeper.services.deadlines import require_in_time
from scorekeeper.services.desk import Desk
from scorekeeper.services.facets import Found
from scorekeeper.services.members import names_at
from scorekeeper.services.permissions import Action
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.refusing import require_settled
from scorekeeper.services.retelling import Retold
from scorekeeper.services.retelling import Story
from scorekeeper.services.retelling import deal_of
from scorekeeper.services.retelling import story_of
from scorekeeper.services.retelling import together
from scorekeeper.services.showing import preview_view
from scorekeeper.services.showing import sentences
from scorekeeper.services.table_views import deal_views
from scorekeeper.services.views import CorrectionPreview
from scorekeeper.services.views import DealView
from scorekeeper.store import deals
from scorekeeper.store import nights
from scorekeeper.store import settlements
from scorekeeper.store import tables as table_rows
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.deals import VersionRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.nights import NightRow

_OTHERS_MAX = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """Why deals are told anew: the cause their tellings get, and the kind of entry."""

    cause: str
    kind: EntryKind


class CorrectionRefusedError(ScorekeeperError):
    """A correction that is refused, with what it would change, so that nobody scores it again."""

    def __init__(self, error: ScorekeeperError, seen: CorrectionPreview) -> None:
        super().__init__(error.code, error.place, **error.values)
        self.seen = seen


CORRECTED = Manner(cause="corrected", kind=EntryKind.CORRECTION)
RULED = Manner(cause="ruled", kind=EntryKind.RULING)


def preview_correction(
    desk: Desk,
    *,
    club_id: str,
    deal_id: str,
    said: Mapping[str, Any],
    others: Mapping[str, Mapping[str, Any]] | None = None,
) -> CorrectionPreview:
    """Return what a correction would change for the deal, for later deals and for everybody.

    Raises ScorekeeperError: NOT_FOUND, DEAL_UNDONE, NIGHT_NOT_OPEN for a voided night.
    """
    told = _told(deal_id, said, others)
    with desk.store.read() as tx:
        row = deal_of(tx, club_id, deal_id)
        night = nights.get(tx, club_id, row.deal.night_id)
        assert night is not None
        _require_correctable(row, night)
        table = table_rows.get(tx, club_id, row.deal.table_id)
        assert table is not None
        story = story_of(tx, club_id, table, row, told)
        return _seen(tx, desk, club_id, night, story, deal_id)


def _seen(
    tx: Transaction, desk: Desk, club_id: str, night: NightRow, story: Story, deal_id: str
) -> CorrectionPreview:
    mine = next(one for one in story.deals if one.row.deal.id == deal_id)
    preview = preview_view(mine.seen(), story.names, desk.language)
    if not mine.settled:
        return CorrectionPreview(preview=preview, differences={}, rescored=(), impossible=())
    new_rules = [one for one in story.deals if one.new_rules]
    return CorrectionPreview(
        preview=correction_limit.with_limit(tx, club_id, night, story, preview),
        differences=story.differences(),
        rescored=tuple(
            one.row.deal.number
            for one in story.deals
            if one is not mine and one.settled and one.payments_change
        ),
        impossible=_impossible(story, desk.language),
        new_rules=tuple(one.row.deal.number for one in new_rules),
        new_rules_share=together(new_rules),
    )


def correct_deal(
    desk: Desk,
    *,
    club_id: str,
    deal_id: str,
    said: Mapping[str, Any],
    key: str,
    reason: str = "",
    others: Mapping[str, Mapping[str, Any]] | None = None,
    granted: Action | None = None,
) -> DealView:
    """Return a deal anew, with later deals of its table in `others` by id.

    `granted` is what `action_needed` said before, if somebody asked. Where all is told as it stands
    already nothing is written, and the deal is answered as it is.

    Raises ScorekeeperError: DEAL_UNDONE; REASON_NEEDED once a later deal was recorded or the night
    was closed; TABLE_CHANGED when more is needed now than was granted; DEAL_INVALID,
    DEAL_UNDECIDED; LATER_DEALS_BREAK with `deals`, the later ones that are impossible now, each as
    id, number and sentence; STAKE_LIMIT where somebody would have lost more than the evening allows
    by it.
    """
    told = _told(deal_id, said, others)
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)

    def work(tx: Transaction) -> tuple[str, DealView]:
        story = retell(tx, desk, club_id, deal_id, told, reason=reason, key=key, granted=granted)
        fresh = deal_of(tx, club_id, deal_id)
        return deal_id, deal_views(tx, club_id, [fresh], story.names, running=True)[0]

    def again(tx: Transaction, made: str) -> DealView:
        row = deal_of(tx, club_id, made)
        names = names_at(tx, club_id, row.deal.night_id)
        return deal_views(tx, club_id, [row], names, running=True)[0]

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["correct_deal", deal_id, told, reason],
        work=work,
        again=again,
    )


def retell(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    deal_id: str,
    told: Mapping[str, Mapping[str, Any]],
    *,
    reason: str,
    key: str,
    manner: Manner = CORRECTED,
    granted: Action | None = None,
) -> Story:
    """Post deals told anew within a transaction; `told` has what is said of each by its id.

    Raises ScorekeeperError: as `correct_deal`, with what the correction would change where that
    is known by then.
    """
    row = deal_of(tx, club_id, deal_id)
    night = lock_night(tx, club_id, row.deal.night_id)
    table = table_rows.lock(tx, club_id, row.deal.table_id)
    assert table is not None
    # Read again: it may have been corrected while this waited for its turn.
    row = deal_of(tx, club_id, deal_id)
    _require_correctable(row, night)
    story = story_of(tx, club_id, table, row, told)
    if manner is CORRECTED and story.unchanged:
        return story
    try:
        require_in_time(needed_now(tx, club_id, table, told), granted, reason)
        _require_all_settled(story, deal_id, desk.language)
        if manner is CORRECTED:  # a ruling stands whatever was agreed
            correction_limit.require_within(tx, desk, club_id, night, story)
    except ScorekeeperError as error:
        seen = _seen(tx, desk, club_id, night, story, deal_id)
        raise CorrectionRefusedError(error, seen) from error
    _post(tx, desk, club_id, night, story, reason, key, manner)
    return story


def _told(
    deal_id: str, said: Mapping[str, Any], others: Mapping[str, Mapping[str, Any]] | None
) -> dict[str, dict[str, Any]]:
    if others is not None and len(others) > _OTHERS_MAX:
        raise bounds.invalid("others", "")
    told = {
        bounds.id_(other, "deal"): bounds.said(about) for other, about in (others or {}).items()
    }
    told[bounds.id_(deal_id, "deal")] = bounds.said(said)
    return told


def _require_correctable(row: ToldRow, night: NightRow) -> None:
    if night.state == "voided":
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=night.number)
    if row.deal.state != "valid":
        raise ScorekeeperError(ErrorCode.DEAL_UNDONE, "deal", number=row.deal.number)


def _require_all_settled(story: Story, deal_id: str, language: str) -> None:
    for one in story.deals:
        mine = one.row.deal.id == deal_id
        if one.scored is not None and (mine or (one.settled and one.payments_change)):
            require_settled(one.scored, story.names, language)
    wrong = _impossible(story, language)
    if wrong:
        raise ScorekeeperError(
            ErrorCode.LATER_DEALS_BREAK,
            "others",
            deals=wrong,
            numbers=tuple(number for _, number, _ in wrong),
        )


def _impossible(story: Story, language: str) -> tuple[tuple[str, int, str], ...]:
    """Return id, number and sentence of the deals that cannot stand as they are told now."""
    return tuple(
        (
            one.row.deal.id,
            one.row.deal.number,
            " ".join(sentences(one.errors, story.names, language)),
        )
        for one in story.wrong()
    )


def _post(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    night: NightRow,
    story: Story,
    reason: str,
    key: str,
    manner: Manner,
) -> None:
    book = book_of(club_id, night)
    table = story.table.table
    if story.divides != story.divided:
        put_back(tx, desk, book, table, key=key, why=reason)
    _tell(tx, desk, book, story.deals, reason, key, manner)
    for one in story.deals:
        if _gets_version(one, manner):
            was = (json.loads(one.was.record), json.loads(one.was.outcome))
            now = (json.loads(one.now.record), json.loads(one.now.outcome))
            deal = one.row.deal
            tallying.change(tx, club_id, night.id, deal.game, was, now)
            found = Found(deal.id, deal.seq, night.date, table.number, deal.game)
            facets.retell(tx, club_id, found, *now, corrected=one.corrected)
    if table.open:
        table_rows.move_on(tx, club_id, table.id, standing=standings.as_text(story.after), more=0)
        return
    divided_by = table.divided_by
    if story.divides != story.divided:
        divided_by = divide(tx, desk, book, table, story.after, key=key, why=reason)
    table_rows.set_open(
        tx,
        club_id,
        table.id,
        open_=False,
        standing=standings.as_text(story.after),
        divided_by=divided_by,
    )
    folding.fold_night(tx, club_id, night.id)
    if story.differences():
        settlements.make_stale(tx, club_id, night.id)
    if night.state == "settled" and carrying.open_balances(tx, book):
        nights.set_state(tx, club_id, night.id, state="closed", closed_at=night.closed_at)


def _tell(
    tx: Transaction,
    desk: Desk,
    book: Book,
    retold: Sequence[Retold],
    reason: str,
    key: str,
    manner: Manner,
) -> None:
    """Post what the new tellings change and point the deals at them."""
    postings: list[Posting] = []
    places: list[int] = []
    anew = [one for one in retold if _gets_version(one, manner)]
    for one in anew:
        if one.payments_change:
            postings.append(_counter(one, reason, manner))
        places.append(len(postings))
        postings.append(_telling(one, reason, manner))
    numbers = post(tx, desk, book, postings, key=key)
    at = desk.now()
    versions = {
        one.row.deal.id: VersionRow(
            deal_id=one.row.deal.id,
            version=one.row.deal.version + 1,
            cause=manner.cause if one.corrected else "rescored",
            entry=numbers[place],
            record=one.now.record,
            context=one.now.context,
            outcome=one.now.outcome,
            who=desk.actor,
            at=at,
            why=reason,
            rules=one.now.rules,
        )
        for one, place in zip(anew, places, strict=True)
    }
    for one in retold:
        deal = one.row.deal
        version = versions.get(deal.id, one.row.version)
        deals.tell(
            tx,
            book.club_id,
            deal.id,
            version=version.version,
            entry=version.entry if one.payments_change else deal.entry,
            began=standings.as_text(one.began),
            changes=scoring.dump(one.now.changes),
        )
    deals.add_versions(tx, book.club_id, versions.values())


def _gets_version(one: Retold, manner: Manner) -> bool:
    """Return whether something new is to be stored of a deal; a ruling is, whatever it says."""
    return one.texts_change or (one.corrected and manner is RULED)


def _counter(one: Retold, reason: str, manner: Manner) -> Posting:
    deal = one.row.deal
    return Posting(
        kind=manner.kind if one.corrected else EntryKind.CORRECTION,
        lines=reversed_lines(one.was.lines),
        about=deal.id,
        table_id=deal.table_id,
        reverses=deal.entry,
        why=reason,
    )


def _telling(one: Retold, reason: str, manner: Manner) -> Posting:
    """Return the entry of a new telling; it moves nothing when nobody pays anything else."""
    kind = EntryKind.DEAL if one.payments_change else EntryKind.CORRECTION
    if one.corrected and manner is RULED:
        kind = manner.kind
    return Posting(
        kind=kind,
        lines=one.now.lines if one.payments_change else (),
        about=one.row.deal.id,
        table_id=one.row.deal.table_id,
        why=reason,
        digest=scoring.digest_of(*one.now.texts),
    )
