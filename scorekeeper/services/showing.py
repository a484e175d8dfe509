"""Rows joined into what pages, documents and the command line show: names instead of ids."""

import json
import re
from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.writing import report_as_json
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.findings import pointer
from scorekeeper.rules.outcome import HAFERL
from scorekeeper.services.people import NOBODY
from scorekeeper.services.people import Aliases
from scorekeeper.services.scoring import Scored
from scorekeeper.services.veiling import CLEAR
from scorekeeper.services.veiling import Veil
from scorekeeper.services.views import DealVersionView
from scorekeeper.services.views import DealView
from scorekeeper.services.views import PreviewView
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.deals import VersionRow
from scorekeeper.store.moments import moment_of

_ID = re.compile(r'"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"')

# What is stored of a deal never changes, and phones ask for the same page again and again.
_KEPT = 4096


class Names:
    """The names of members by id, ready to stand in JSON.

    `aliases` has the ids that stand for another person of these; `veil` is for texts that name
    somebody who is anonymous by now.
    """

    __slots__ = ("aliases", "by_id", "items", "veil")

    def __init__(
        self, by_id: Mapping[str, str], aliases: Aliases = NOBODY, veil: Veil = CLEAR
    ) -> None:
        self.by_id = by_id
        self.items = tuple(by_id.items())
        self.aliases = aliases
        self.veil = veil

    def read(self, text: str) -> dict[str, Any]:
        """Read stored JSON with names in the place of ids, as keys and as values."""
        told: dict[str, Any] = json.loads(self.put(text))
        return told

    def put(self, text: str) -> str:
        """Put names in the place of ids in JSON text."""
        quoted = _quoted(self.items)
        return _ID.sub(lambda found: quoted.get(found[1], found[0]), text)

    def person(self, id_: str) -> str:
        """Return the id of the person this one stands for."""
        return self.aliases.get(id_, id_)

    def get(self, id_: str, missing: str = "") -> str:
        """Return a member's name, or what to say of nobody."""
        return self.by_id.get(id_, missing)

    def of(self, id_: str) -> str:
        """Return a member's name; the pot's is its own."""
        return self.by_id.get(id_, id_)

    def say(self, value: object) -> object:
        """Return a value with names in the place of ids, inside tuples and lists too."""
        if isinstance(value, str):
            return self.by_id.get(value, value)
        if isinstance(value, tuple | list):
            return tuple(self.say(part) for part in value)
        return value


@lru_cache(maxsize=64)
def _quoted(names: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {id_: json.dumps(name) for id_, name in names}


@lru_cache(maxsize=_KEPT)
def _named(text: str, names: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    return Names(dict(names)).read(text)


@lru_cache(maxsize=_KEPT)
def _stored(text: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(text)
    return told


def deal_view(
    row: ToldRow,
    names: Names,
    balances_after: Mapping[str, int],
    history: Sequence[VersionRow] = (),
) -> DealView:
    """Return a deal as pages show it. `history` are the earlier tellings, oldest first."""
    if history or names.veil is not CLEAR:
        return _deal_view(row, names, balances_after, history)
    return _plain_view(row, names.items, tuple(balances_after.items()))


@lru_cache(maxsize=_KEPT)
def _plain_view(
    row: ToldRow, names: tuple[tuple[str, str], ...], balances_after: tuple[tuple[str, int], ...]
) -> DealView:
    """Return a deal that was told once, as it was shown before: a ledger is asked for often."""
    return _deal_view(row, Names(dict(names)), dict(balances_after), ())


def _deal_view(
    row: ToldRow,
    names: Names,
    balances_after: Mapping[str, int],
    history: Sequence[VersionRow],
) -> DealView:
    told = row.version
    record = _named(told.record, names.items)
    stored = _stored(told.outcome)
    change, after = stored.get("haferl", (0, 0))
    result = stored.get("result") or {}
    return DealView(
        id=row.deal.id,
        number=row.deal.number,
        table_id=row.deal.table_id,
        table_name=row.table_name,
        game=row.deal.game,
        house_rules_id=row.deal.house_rules_id,
        tariff=row.deal.tariff,
        state=row.deal.state,
        dealer=record["dealer"],
        record=record,
        said=_stored(told.record),
        outcome=_named(told.outcome, names.items).get("result") or {},
        changes=stored.get("money", {}),
        haferl_change=change,
        haferl_after=after,
        balances_after=balances_after,
        match_after=result.get("match") or {},
        soft=stored.get("soft", {}),
        who=names.veil.text(told.who, told.at),
        at=moment_of(told.at),
        reason=names.veil.text(told.why, told.at),
        cause=told.cause,
        history=versions(history, told, names),
    )


def versions(
    earlier: Sequence[VersionRow], current: VersionRow, names: Names
) -> tuple[DealVersionView, ...]:
    """Return the earlier tellings of a deal, each with the reason that replaced it."""
    told = sorted(earlier, key=lambda row: row.version)
    shown = []
    for row, next_row in zip(told, (*told[1:], current), strict=False):
        stored = _stored(row.outcome)
        shown.append(
            DealVersionView(
                version=row.version,
                record=_named(row.record, names.items),
                outcome=_named(row.outcome, names.items).get("result") or {},
                changes=stored.get("money", {}),
                soft=stored.get("soft", {}),
                haferl_change=stored.get("haferl", (0, 0))[0],
                who=names.veil.text(row.who, row.at),
                at=moment_of(row.at),
                reason=names.veil.text(next_row.why, next_row.at),
                cause=row.cause,
                replaced_by=next_row.cause,
                new_rules=row.rules != next_row.rules,
            )
        )
    return tuple(shown)


def running_balances(
    members: Iterable[str], changes: Iterable[tuple[int, str]], wanted: Iterable[int]
) -> dict[int, dict[str, int]]:
    """Return everybody's balance after each deal that is wanted, by its place in the night.

    `changes` are those of the deals that count, in order. After a deal that does not count the
    balances are those after the one before it.
    """
    balance = dict.fromkeys(members, 0)
    after: dict[int, dict[str, int]] = {}
    rest = iter(changes)
    following = next(rest, None)
    for seq in sorted(wanted):
        while following is not None and following[0] <= seq:
            for member, cents in _stored(following[1]).items():
                balance[member] = balance.get(member, 0) + cents
            following = next(rest, None)
        after[seq] = dict(balance)
    return after


def named_finding(finding: Finding, names: Names) -> Finding:
    """Return a finding that speaks of names instead of ids, in its path too."""
    parts = finding.path.split("/")
    path = "/".join(pointer(names.by_id[part]) if part in names.by_id else part for part in parts)
    args = {name: names.say(value) for name, value in finding.args.items()}
    return replace(finding, path=path, args=args)


def named_report(report: Report, names: Names, language: str) -> dict[str, Any]:
    """Return a report as JSON with names, its errors as sentences."""
    t = translator(language)
    told = replace(report, errors=tuple(named_finding(one, names) for one in report.errors))
    plain = report_as_json(told, lambda finding: finding_sentence(finding, t))
    read: dict[str, Any] = json.loads(names.put(json.dumps(plain, ensure_ascii=False)))
    return read


def sentences(findings: Iterable[Finding], names: Names, language: str) -> tuple[str, ...]:
    """Say what is wrong with a deal, one sentence each."""
    t = translator(language)
    return tuple(finding_sentence(named_finding(one, names), t) for one in findings)


def named_payments(report: Report, names: Names) -> tuple[tuple[str, str, int], ...]:
    """Return who hands whom how much, by name; the pot is "haferl"."""
    return tuple(
        (
            HAFERL if payment.payer == HAFERL else names.of(payment.payer),
            HAFERL if payment.payee == HAFERL else names.of(payment.payee),
            payment.amount,
        )
        for payment in report.payments
    )


def preview_view(scored: Scored, names: Names, language: str) -> PreviewView:
    """Return what a scored deal would do, with names."""
    return PreviewView(
        report=named_report(scored.report, names, language),
        changes=scored.changes,
        payments=named_payments(scored.report, names),
        scored=scored.settled,
        record=names.read(json.dumps(scored.record, ensure_ascii=False)),
    )
