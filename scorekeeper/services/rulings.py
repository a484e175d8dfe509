"""Disputes about recorded deals: opened, decided by a referee, appealed, looked up again.

While a dispute is open its deal counts as it was played and is marked. A ruling tells the deal
anew exactly as a correction does, by entries of their own kind. What was said and decided stays.
"""

import json
from collections.abc import Mapping
from typing import Any

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.rules.record import Offence
from scorekeeper.rules.seats import players_in_order
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import corrections
from scorekeeper.services import scoring
from scorekeeper.services.announcing import Event
from scorekeeper.services.announcing import announce
from scorekeeper.services.answering import once
from scorekeeper.services.charges import Found
from scorekeeper.services.charges import ask_engine
from scorekeeper.services.charges import checked
from scorekeeper.services.charges import remembered_of
from scorekeeper.services.charges import require_player
from scorekeeper.services.charges import rule_of
from scorekeeper.services.charges import ruled_record
from scorekeeper.services.closing import lock_night
from scorekeeper.services.desk import Desk
from scorekeeper.services.members import names_at
from scorekeeper.services.ruling_views import BookView
from scorekeeper.services.ruling_views import Choice
from scorekeeper.services.ruling_views import Decision
from scorekeeper.services.ruling_views import DisputeState
from scorekeeper.services.ruling_views import DisputeView
from scorekeeper.services.ruling_views import Offending
from scorekeeper.services.ruling_views import OutcomeView
from scorekeeper.services.ruling_views import StepKind
from scorekeeper.services.ruling_views import people_of
from scorekeeper.services.ruling_views import story
from scorekeeper.store import deals
from scorekeeper.store import nights
from scorekeeper.store import rulings
from scorekeeper.store import tables
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction
from scorekeeper.store.rulings import DisputeRow
from scorekeeper.store.rulings import StepRow

OPEN, DECIDED = "open", "decided"
PAGE_MAX = 50
_QUERY_MAX = 200
_WORDS_MAX = 8
_NUMBER_MAX = 10**9
_EVENTS = {
    StepKind.OPENED: Event.DISPUTE_OPENED,
    StepKind.RULED: Event.DISPUTE_DECIDED,
    StepKind.APPEALED: Event.DISPUTE_APPEALED,
}


def open_dispute(
    desk: Desk,
    *,
    club_id: str,
    deal_id: str,
    reason: str,
    key: str,
    offence: str | None = None,
    by: str | None = None,
    trick: int | None = None,
    told: Mapping[str, Any] | None = None,
) -> DisputeView:
    """Dispute a deal: from now on it is marked, though it still counts as it was played.

    `told` is what is remembered of the play beyond the record, with member ids; the engine's
    verdict on it is kept, and proposed where no offence is named.

    Raises ScorekeeperError: REASON_NEEDED, NOT_FOUND, DEAL_UNDONE, NIGHT_NOT_OPEN for a voided
    night, DISPUTE_OPEN, VALUE_INVALID.
    """
    reason = _reason(reason)
    offending = None if not offence else checked(Offending(offence=offence, by=by, trick=trick))
    remembered = remembered_of(told)
    asked = _asked(desk, club_id, deal_id, remembered, trick)

    def work(tx: Transaction) -> tuple[str, DisputeView]:
        row = _lock_deal(tx, club_id, deal_id)
        if any(one.state == OPEN for one in rulings.of_deal(tx, club_id, row.deal.id)):
            raise ScorekeeperError(ErrorCode.DISPUTE_OPEN, "deal")
        people = _players(row)
        if offending is not None:
            require_player(offending, people)
        found = asked.get(row.deal.version) or ask_engine(tx, club_id, row, remembered, trick)
        held = offending or found.offending
        dispute = DisputeRow(
            id=desk.new_id(),
            number=rulings.next_number(tx, club_id),
            deal_id=row.deal.id,
            night_id=row.deal.night_id,
            game=row.deal.game,
            state=OPEN,
            people=" ".join(people),
            words=bounds.name_key(reason),
        )
        rulings.add(tx, club_id, dispute)
        _step(
            tx,
            desk,
            club_id,
            dispute,
            kind=StepKind.OPENED,
            held=held,
            rule=rule_of(held, found.rule, row.deal.game),
            version=row.deal.version,
            told=remembered,
            verdict=found.verdict,
            why=reason,
        )
        tables.touch_night(tx, club_id, row.deal.night_id)
        return dispute.id, _view(tx, club_id, dispute)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["open_dispute", deal_id, reason, offence, by, trick, remembered],
        work=work,
        again=lambda tx, made: _view(tx, club_id, _dispute(tx, club_id, made)),
    )


def rule(
    desk: Desk,
    *,
    club_id: str,
    dispute_id: str,
    decision: Decision,
    key: str,
    reason: str = "",
    others: Mapping[str, Mapping[str, Any]] | None = None,
) -> DisputeView:
    """Decide a dispute: the deal is told anew with the ruling in its record, and later ones follow.

    Accepting what is proposed needs no reason of its own while the night is open.

    Raises ScorekeeperError: DISPUTE_DECIDED, REASON_NEEDED, VALUE_INVALID, and all that a
    correction may be refused with.
    """
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)
    if not reason and decision.choice is not Choice.PROPOSED:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")
    chosen = None if decision.offending is None else checked(decision.offending)
    anew = {bounds.id_(one, "deal"): bounds.said(said) for one, said in (others or {}).items()}

    def work(tx: Transaction) -> tuple[str, DisputeView]:
        row = _lock_deal(tx, club_id, _dispute(tx, club_id, dispute_id).deal_id)
        dispute = _dispute(tx, club_id, dispute_id)
        if dispute.state != OPEN:
            raise ScorekeeperError(ErrorCode.DISPUTE_DECIDED, "dispute")
        steps = rulings.steps(tx, club_id, dispute.id)
        held = _held(decision.choice, chosen, steps)
        if held is not None:
            require_player(held, dispute.people.split())
        why = _why(tx, club_id, row, steps, reason)
        said = {row.deal.id: ruled_record(json.loads(row.version.record), held), **anew}
        told = corrections.retell(
            tx, desk, club_id, row.deal.id, said, reason=why, key=key, manner=corrections.RULED
        )
        fresh = deals.get(tx, club_id, row.deal.id)
        assert fresh is not None
        decided = dispute._replace(state=DECIDED, words=_more(dispute.words, reason))
        rulings.set_state(tx, club_id, dispute.id, state=DECIDED, words=decided.words)
        _step(
            tx,
            desk,
            club_id,
            decided,
            kind=StepKind.RULED,
            held=held,
            choice=decision.choice,
            rule=rule_of(held, _cited(steps, held), dispute.game),
            version=fresh.deal.version,
            changes=told.differences(),
            why=reason,
        )
        tables.touch_night(tx, club_id, row.deal.night_id)
        return dispute.id, _view(tx, club_id, decided)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=[
            *("rule", dispute_id, decision.choice.value, chosen and chosen.as_ruling(), reason),
            anew,
        ],
        work=work,
        again=lambda tx, made: _view(tx, club_id, _dispute(tx, club_id, made)),
    )


def appeal(desk: Desk, *, club_id: str, dispute_id: str, reason: str, key: str) -> DisputeView:
    """Open a decided dispute again; the deal is marked again and counts as it was ruled.

    Raises ScorekeeperError: REASON_NEEDED, DISPUTE_OPEN when it, or another about the same deal,
    is open; DEAL_UNDONE, NIGHT_NOT_OPEN for a voided night.
    """
    reason = _reason(reason)

    def work(tx: Transaction) -> tuple[str, DisputeView]:
        row = _lock_deal(tx, club_id, _dispute(tx, club_id, dispute_id).deal_id)
        if any(one.state == OPEN for one in rulings.of_deal(tx, club_id, row.deal.id)):
            raise ScorekeeperError(ErrorCode.DISPUTE_OPEN, "dispute")
        dispute = _dispute(tx, club_id, dispute_id)
        again = dispute._replace(state=OPEN, words=_more(dispute.words, reason))
        rulings.set_state(tx, club_id, dispute.id, state=OPEN, words=again.words)
        _step(
            tx,
            desk,
            club_id,
            again,
            kind=StepKind.APPEALED,
            held=None,
            rule="",
            version=row.deal.version,
            why=reason,
        )
        tables.touch_night(tx, club_id, row.deal.night_id)
        return dispute.id, _view(tx, club_id, again)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["appeal", dispute_id, reason],
        work=work,
        again=lambda tx, made: _view(tx, club_id, _dispute(tx, club_id, made)),
    )


def get_dispute(desk: Desk, *, club_id: str, dispute_id: str) -> DisputeView:
    """Return a dispute with its whole story.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return _view(tx, club_id, _dispute(tx, club_id, dispute_id))


def disputes_of(desk: Desk, *, club_id: str, deal_id: str) -> tuple[DisputeView, ...]:
    """Return every dispute there was about a deal, the oldest first."""
    with desk.store.read() as tx:
        rows = rulings.of_deal(tx, club_id, bounds.id_(deal_id, "deal"))
        return tuple(_view(tx, club_id, row) for row in rows)


def players_of(desk: Desk, *, club_id: str, deal_id: str) -> tuple[tuple[str, str], ...]:
    """Return id and name of who plays in a deal, in playing order."""
    with desk.store.read() as tx:
        row = deals.get(tx, club_id, bounds.id_(deal_id, "deal"))
        if row is None:
            raise bounds.missing("deal")
        names = names_at(tx, club_id, row.deal.night_id)
    return tuple((one, names.get(one, "")) for one in _players(row))


def outcomes(desk: Desk, *, club_id: str, dispute_id: str) -> tuple[OutcomeView, ...]:
    """Return what an open dispute may come to: as it was played, and with what is proposed."""
    with desk.store.read() as tx:
        dispute = _dispute(tx, club_id, dispute_id)
        row = deals.get(tx, club_id, dispute.deal_id)
        assert row is not None
        steps = rulings.steps(tx, club_id, dispute.id)
    if dispute.state != OPEN or row.deal.state != "valid":
        return ()
    choices: list[tuple[Choice, Offending | None]] = [(Choice.AS_PLAYED, None)]
    proposed = _proposed(steps)
    if proposed is not None:
        choices.append((Choice.PROPOSED, proposed))
    record = json.loads(row.version.record)
    return tuple(
        OutcomeView(
            choice=choice,
            seen=corrections.preview_correction(
                desk, club_id=club_id, deal_id=row.deal.id, said=ruled_record(record, held)
            ),
        )
        for choice, held in choices
    )


def book_of_rulings(
    desk: Desk,
    *,
    club_id: str,
    query: str = "",
    game: str = "",
    rule_number: str = "",
    before: int | None = None,
    limit: int = 20,
) -> BookView:
    """Return a page of the club's disputes, the newest first.

    `query` are words that must all occur, in a reason or as somebody's name.
    """
    words = bounds.name_key(bounds.text(query, "q", _QUERY_MAX)).split()[:_WORDS_MAX]
    chosen = bounds.game(game) if game else None
    number = bounds.text(rule_number, "rule", _QUERY_MAX).upper() or None
    start = _NUMBER_MAX if before is None else bounds.number(before, "before", 0, _NUMBER_MAX)
    count = bounds.number(limit, "limit", 1, PAGE_MAX)
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        rows = rulings.page(
            tx, club_id, before=start, count=count + 1, game=chosen, rule=number, words=words
        )
        shown = tuple(_view(tx, club_id, row) for row in rows[:count])
    return BookView(disputes=shown, before=shown[-1].number if len(rows) > count else None)


def _asked(
    desk: Desk, club_id: str, deal_id: str, remembered: Mapping[str, Any], trick: int | None
) -> dict[int, Found]:
    """Ask the engine before anything is locked; its answer holds for that telling of the deal."""
    with desk.store.read() as tx:
        row = deals.get(tx, club_id, bounds.id_(deal_id, "deal"))
        if row is None:
            return {}
        return {row.deal.version: ask_engine(tx, club_id, row, remembered, trick)}


def _dispute(tx: Transaction, club_id: str, dispute_id: str) -> DisputeRow:
    row = rulings.get(tx, club_id, bounds.id_(dispute_id, "dispute"))
    if row is None:
        raise bounds.missing("dispute")
    return row


def _lock_deal(tx: Transaction, club_id: str, deal_id: str) -> ToldRow:
    """Return a deal that counts; nobody else changes its night until this transaction ends."""
    found = deals.get(tx, club_id, bounds.id_(deal_id, "deal"))
    if found is None:
        raise bounds.missing("deal")
    night = lock_night(tx, club_id, found.deal.night_id)
    tables.lock(tx, club_id, found.deal.table_id)
    row = deals.get(tx, club_id, found.deal.id)
    assert row is not None
    if night.state == "voided":
        raise ScorekeeperError(ErrorCode.NIGHT_NOT_OPEN, "night", number=night.number)
    if row.deal.state != "valid":
        raise ScorekeeperError(ErrorCode.DEAL_UNDONE, "deal", number=row.deal.number)
    return row


def _view(tx: Transaction, club_id: str, dispute: DisputeRow) -> DisputeView:
    row = deals.get(tx, club_id, dispute.deal_id)
    night = nights.get(tx, club_id, dispute.night_id)
    assert row is not None
    assert night is not None
    table = tables.get(tx, club_id, row.deal.table_id)
    assert table is not None
    names = names_at(tx, club_id, dispute.night_id)
    moot = dispute.state == OPEN and row.deal.state != "valid"
    return DisputeView(
        id=dispute.id,
        number=dispute.number,
        deal_id=row.deal.id,
        deal_number=row.deal.number,
        table_id=row.deal.table_id,
        table_name=row.table_name,
        night_id=night.id,
        night_number=night.number,
        house_rules_id=row.deal.house_rules_id,
        game=dispute.game,
        currency=table.table.currency,
        state=DisputeState.MOOT if moot else DisputeState(dispute.state),
        people=people_of(dispute, names),
        steps=story(rulings.steps(tx, club_id, dispute.id), names),
    )


def _step(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    dispute: DisputeRow,
    *,
    kind: StepKind,
    held: Offending | None,
    rule: str,
    version: int,
    why: str,
    choice: str = "",
    told: Mapping[str, Any] | None = None,
    verdict: str = "{}",
    changes: Mapping[str, int] | None = None,
) -> None:
    row = StepRow(
        dispute_id=dispute.id,
        number=len(rulings.steps(tx, club_id, dispute.id)) + 1,
        kind=kind.value,
        choice=choice,
        offence=held.offence if held else "",
        by_id=held.by if held else None,
        trick=held.trick if held else None,
        rule=rule,
        version=version,
        told=scoring.dump(told or {}),
        verdict=verdict,
        changes=scoring.dump(changes or {}),
        why=why,
        who=desk.actor,
        at=desk.now(),
    )
    rulings.add_step(tx, club_id, row)
    announce(tx, desk, club_id, _EVENTS[kind], night_id=dispute.night_id, about=dispute.id)


def _reason(reason: str) -> str:
    told = bounds.text(reason, "reason", bounds.REASON_MAX)
    if not told:
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")
    return told


def _why(tx: Transaction, club_id: str, row: ToldRow, steps: list[StepRow], reason: str) -> str:
    """Return the reason for the ledger; while the night is open that of the dispute will do."""
    night = nights.get(tx, club_id, row.deal.night_id)
    assert night is not None
    if not reason and night.state != "open":
        raise ScorekeeperError(ErrorCode.REASON_NEEDED, "reason")
    return reason or steps[0].why


def _more(words: str, reason: str) -> str:
    return f"{words}\n{bounds.name_key(reason)}" if reason else words


def _players(row: ToldRow) -> list[str]:
    record = json.loads(row.version.record)
    return [*players_in_order(record["seats"], record["dealer"], record.get("sitting_out", ()))]


def _proposed(steps: list[StepRow]) -> Offending | None:
    first = steps[0]
    if not first.offence:
        return None
    return Offending(offence=first.offence, by=first.by_id, trick=first.trick)


def _held(choice: Choice, chosen: Offending | None, steps: list[StepRow]) -> Offending | None:
    """Return what is held against whom by a decision."""
    if choice is Choice.AS_PLAYED:
        return None
    if choice is Choice.MISDEAL:
        return Offending(offence=Offence.MISDEAL.value)
    held = _proposed(steps) if choice is Choice.PROPOSED else chosen
    if held is None:
        raise bounds.invalid("decision", choice.value)
    return held


def _cited(steps: list[StepRow], held: Offending | None) -> str:
    """Return the rule the engine cited, where the ruling follows it or lets the play stand."""
    return steps[0].rule if held is None or held == _proposed(steps) else ""
