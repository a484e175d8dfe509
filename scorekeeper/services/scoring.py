"""From what people said of a deal to what is stored of it and what it moves.

A deal is scored when it is recorded or told anew. What was booked then is read, never worked out
again: the rules may have changed since.
"""

import hashlib
import json
from collections.abc import Container
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from typing import Any

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.sequence import SpokenDeal
from scorekeeper.adjudication.sequence import TableState
from scorekeeper.adjudication.sequence import match_of_deal
from scorekeeper.adjudication.sequence import move_haferl
from scorekeeper.adjudication.sequence import move_match
from scorekeeper.adjudication.sequence import score_deal
from scorekeeper.ledger.journal import Account
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal import haferl_account
from scorekeeper.ledger.journal import is_haferl
from scorekeeper.ledger.journal import line
from scorekeeper.ledger.journal import member_account
from scorekeeper.ledger.journal import member_of
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.outcome import HAFERL
from scorekeeper.rules.outcome import Payment
from scorekeeper.rules.record import FORMAT
from scorekeeper.rules.seats import players_in_order
from scorekeeper.rules.version import RULES_VERSION
from scorekeeper.services import bounds
from scorekeeper.services import standing as standings
from scorekeeper.services.house_rules import rules_of
from scorekeeper.services.standing import Standing

# Made once: `json.dumps` makes one for every call that does not want its defaults.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
SUPPLIED = frozenset({"format", "game", "house_rules", "tariff", "currency", "haferl", "match"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a deal is played by. `options` are the house rules as they are stored."""

    table_id: str
    game: str
    options: str
    tariff: int
    currency: str = "EUR"

    @property
    def rules(self) -> HouseRules:
        """Return the house rules."""
        return rules_of(self.game, self.options)

    @property
    def target(self) -> int:
        """Return the points that win a Watten match, 0 in other games."""
        rules = self.rules
        return rules.target if isinstance(rules, WattenRules) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Booked:
    """What is stored of a deal (record, context and outcome as JSON) and what it moves.

    `rules` is the version of the rules it was scored by.
    """

    record: str
    context: str
    outcome: str
    changes: Mapping[str, int]
    lines: tuple[Line, ...]
    rules: int

    @property
    def texts(self) -> tuple[str, str, str]:
        """Return record, context and outcome as they are stored."""
        return self.record, self.context, self.outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A deal with its report, what is stored of it and the standing it leaves behind.

    `record` is what was said, `context` the Haferl and the match points supplied, `outcome` the
    report's result with everybody's money. `changes` are cents by member, `rules` the version of
    the rules.
    """

    record: Mapping[str, Any]
    report: Report
    context: Mapping[str, Any]
    outcome: Mapping[str, Any]
    changes: Mapping[str, int]
    lines: tuple[Line, ...]
    after: Standing
    rules: int

    @property
    def settled(self) -> bool:
        """Say whether the deal can stand: it is scored, or it is a misdeal."""
        return self.report.result is not None or self.report.misdeal

    def booked(self) -> Booked:
        """Return what is stored of the deal."""
        return Booked(
            record=dump(self.record),
            context=dump(self.context),
            outcome=dump(self.outcome),
            changes=self.changes,
            lines=self.lines,
            rules=self.rules,
        )


def record_of(
    said: Mapping[str, Any],
    *,
    game: str,
    dealer: str,
    seats: Sequence[str],
    sitting_out: Sequence[str],
    known: Container[str],
) -> dict[str, Any]:
    """Return the record of what was said; who dealt and who sat where may be left unsaid.

    What the program supplies when it scores (house rules, tariff, Haferl, match) is never part
    of it. Other seats than the table's may only be of people `known` tonight.

    Raises ScorekeeperError with VALUE_INVALID when another game or somebody else was meant.
    """
    if said.get("game", game) != game:
        raise bounds.invalid("game", said["game"])
    record: dict[str, Any] = {
        "format": FORMAT,
        "game": game,
        "seats": list(seats),
        "dealer": dealer,
    }
    told = {name: value for name, value in said.items() if name not in SUPPLIED}
    if sitting_out:
        record["sitting_out"] = list(sitting_out)
    others = told.get("seats", ())
    if isinstance(others, list) and not all(isinstance(n, str) and n in known for n in others):
        raise bounds.invalid("seats", "")
    record.update(told)
    return record


def score(record: Mapping[str, Any], terms: Terms, before: Standing, *, ask: bool) -> Scored:
    """Score a record from the standing before it.

    Raises PartnersChangedError when `ask` and people must decide about the running match first.
    """
    players = _players(record)
    table, new_match = before.table, False
    if terms.game == Game.WATTEN and players:
        table, new_match = standings.opening(before, players, terms.target, ask=ask)
    said = {name: value for name, value in record.items() if name not in SUPPLIED}
    scored = score_deal(
        table,
        SpokenDeal(
            game=terms.game,
            said={**said, "currency": terms.currency},
            house_rules=json.loads(terms.options),
            tariff=terms.tariff,
            new_match=new_match,
        ),
    )
    report = scored.report
    context: dict[str, Any] = {}
    if terms.game == Game.WALLACHEN:
        context["haferl"] = scored.haferl_before
    if scored.match_before is not None:
        context["match"] = dict(scored.match_before)
    if not scored.settled:
        return Scored(
            record=record,
            report=report,
            context=context,
            outcome={},
            changes={},
            lines=(),
            after=before,
            rules=RULES_VERSION,
        )
    return Scored(
        record=record,
        report=report,
        context=context,
        outcome=_outcome(report, table, scored.state),
        changes=report.money or {},
        lines=_lines(report, terms.table_id),
        after=standings.after_deal(before, record, scored.state, misdeal=report.misdeal),
        rules=RULES_VERSION,
    )


def supplied(record: Mapping[str, Any], terms: Terms, before: Standing) -> dict[str, Any]:
    """Return what a deal is scored with beside its record: the Haferl, or the match's points.

    With the same record and the same of this a deal pays the same, wherever it is in the evening.
    """
    if terms.game == Game.WALLACHEN:
        return {"haferl": before.table.haferl}
    if terms.game != Game.WATTEN:
        return {}
    players = _players(record)
    table, new_match = standings.opening(before, players, terms.target, ask=False)
    match, _ = match_of_deal(table, players, target=terms.target, new_match=new_match)
    return {"match": {player: match.points_of(player) for player in players}}


def table_after(booked: Booked, terms: Terms, before: Standing) -> TableState:
    """Return the Haferl and the match a booked deal leaves behind, from its lines and outcome."""
    if terms.game == Game.WALLACHEN:
        return move_haferl(before.table, map(_named, booked.lines))
    rules = terms.rules
    if not isinstance(rules, WattenRules):
        return before.table
    players = _players(json.loads(booked.record))
    table, new_match = standings.opening(before, players, rules.target, ask=False)
    match, _ = match_of_deal(table, players, target=rules.target, new_match=new_match)
    outcome = json.loads(booked.outcome)
    if outcome.get("misdeal"):
        return replace(table, match=match)
    return move_match(table, match, outcome["result"], players, rules=rules)


def as_booked(booked: Booked, terms: Terms, before: Standing) -> Scored:
    """Return a deal with a report of what was booked, whatever today's rules would give."""
    scored = score(json.loads(booked.record), terms, before, ask=False)
    outcome = json.loads(booked.outcome)
    report = replace(
        scored.report,
        errors=(),
        **{name: outcome.get(name) for name in ("result", "units", "soft", "money")},
        payments=tuple(
            Payment(payer=payer, payee=payee, amount=amount)
            for payer, payee, amount in map(_named, booked.lines)
        ),
        misdeal=bool(outcome.get("misdeal")),
    )
    return replace(scored, report=report, changes=booked.changes)


def digest_of(record: str, context: str, outcome: str) -> str:
    """Return the hash by which an entry proves what was told of its deal."""
    return hashlib.sha256("\n".join((record, context, outcome)).encode()).hexdigest()


def _players(record: Mapping[str, Any]) -> tuple[str, ...]:
    """Return who plays in playing order, () when the record does not say it rightly."""
    seats, dealer, out = record["seats"], record["dealer"], record.get("sitting_out", [])
    if not isinstance(seats, list) or not isinstance(out, list) or dealer not in seats:
        return ()
    if not all(isinstance(name, str) for name in (*seats, *out)) or len(set(seats)) != len(seats):
        return ()
    return players_in_order(seats, dealer, out)


def _outcome(report: Report, before: TableState, after: TableState) -> dict[str, Any]:
    outcome: dict[str, Any] = {
        "result": report.result,
        "units": report.units,
        "soft": report.soft,
        "money": report.money,
        "haferl": [after.haferl - before.haferl, after.haferl],
    }
    if report.misdeal:
        outcome["misdeal"] = True
    return {name: value for name, value in outcome.items() if value is not None}


def _lines(report: Report, table_id: str) -> tuple[Line, ...]:
    def account(name: str) -> Account:
        return haferl_account(table_id) if name == HAFERL else member_account(name)

    return tuple(
        line(account(payment.payer), account(payment.payee), payment.amount)
        for payment in report.payments
    )


def _named(booked: Line) -> tuple[str, str, int]:
    """Return payer, payee and cents of a line, the pot as HAFERL."""
    payer, payee = (
        HAFERL if is_haferl(account) else member_of(account) or ""
        for account in (booked.debit, booked.credit)
    )
    return payer, payee, booked.amount


def dump(value: object) -> str:
    """Write a value as JSON the way it is stored."""
    return _ENCODER.encode(value)


def with_decision(before: Standing, decision: str | None) -> Standing:
    """Return the standing with what people say about the running match, if they say it now."""
    return before if decision is None else replace(before, decision=decision)
