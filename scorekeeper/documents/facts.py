"""What a document states: plain values, the same in every language.

Amounts are whole cents. Cards' suits are E, G, H, S. Names are names; nothing has an id here.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from dataclasses import dataclass
from datetime import date
from datetime import datetime
from enum import StrEnum

from scorekeeper.documents.season_facts import SeasonFacts
from scorekeeper.rules.spelling import as_reported

LAYOUT = 1
"""Goes up when the same facts are to be printed in another way."""


class Standing(StrEnum):
    """Whether more may still happen to a night."""

    OPEN = "open"
    CLOSED = "closed"
    SETTLED = "settled"
    VOIDED = "voided"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedFacts:
    """What was played and how it ended, as far as it is known.

    `kind` is brand, number, bettel, mord, passed_out, misdeal, watten or unknown. `by` is how a
    deal ended: tricks, ruling, penalty, maschine, gehen or fold. `match` lists the sides and
    their points after the deal.
    """

    kind: str
    declarer: str = ""
    trump: str = ""  # E, G, H, S
    bid: int | None = None
    tricks: int | None = None
    made: bool | None = None
    by: str = ""
    doubles: tuple[str, ...] = ()
    schlag: str = ""  # A, K, O, U, 10, 9, 8, 7
    side: tuple[str, ...] = ()
    points: int | None = None
    fine_side: tuple[str, ...] = ()
    fine_points: int | None = None
    match: tuple[tuple[tuple[str, ...], int], ...] = ()
    match_won_by: tuple[str, ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()  # offence, by whom


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFacts:
    """Why a line was struck out: who said so, when, and with what reason.

    `rescored` tells a line whose payment changed only because an earlier deal was corrected,
    `new_rules` one that stood by older rules than what replaced it.
    """

    who: str
    at: datetime
    reason: str
    rescored: bool = False
    ruled: bool = False  # by a referee
    new_rules: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TellingFacts:
    """One telling of a deal.

    `changes` has an amount for each column of its table, None for who did not play in the deal.
    """

    played: PlayedFacts
    changes: tuple[int | None, ...]
    haferl_change: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFacts:
    """One deal of a table: what holds now, and before it what was struck out, oldest first.

    Each of `struck` has the reason that replaced it. An undone deal has only struck tellings and
    no `valid` one. `balances` has what stands after the deal in the whole night for each column,
    None for who was not there yet.
    """

    number: int
    dealer: str
    valid: TellingFacts | None
    struck: tuple[tuple[TellingFacts, ChangeFacts], ...]
    balances: tuple[int | None, ...]
    haferl_after: int
    disputed: bool = False  # counts as it was played until that is decided


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesFacts:
    """House rules a table plays by; `options` are those that differ from the rule book."""

    game: str
    name: str
    version: int
    options: tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """One table of the night. `people` are its columns, in the order they sat or came."""

    name: str
    game: str
    tariff: int
    rules: tuple[RulesFacts, ...]
    people: tuple[str, ...]
    deals: tuple[DealFacts, ...]
    haferl_shares: tuple[int, ...] = ()  # per column, what a divided Haferl brought; () if none
    final_balances: tuple[int, ...] = ()  # per column, after that
    soft: bool = False  # played without money: its changes and balances are points


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceFacts:
    """What the night brought somebody, what he has paid (or got, below zero), what is open."""

    name: str
    deals: int  # won or lost by deals, with what lies in a Haferl taken off
    haferl: int  # his share of a Haferl divided at the end
    paid: int
    open: int
    sheets: int = 0  # by sheets without deals
    rounding: int = 0  # what paying in whole coins gave him

    @property
    def result(self) -> int:
        """What the night brought him in all."""
        return self.deals + self.haferl + self.sheets


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountsFacts:
    """A sheet's plus and minus per person, typed in without its deals, or a row of a file."""

    reason: str
    who: str
    at: datetime
    amounts: tuple[tuple[str, int], ...]
    taken_back: bool = False
    purse: int = 0  # what it brought the club's purse
    imported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferFacts:
    """Who pays whom how much, and how much of that is paid; "" is the club's purse."""

    payer: str
    payee: str
    amount: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementFacts:
    """Who pays whom. `mode` is transfers, cashier or carry.

    `proposed` tells a plan somebody asked for from one this document works out for itself.
    """

    mode: str
    exact: bool
    cashier: str
    transfers: tuple[TransferFacts, ...]
    proposed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerFacts:
    """A whole night as its ledger prints it."""

    club: str
    number: int
    date: date
    place: str
    season: str
    standing: Standing
    void_reason: str
    time_zone: str  # of the club, for the times of day
    currency: str
    tables: tuple[TableFacts, ...]
    balances: tuple[BalanceFacts, ...]
    haferl: int  # what lies in all pots together
    purse: int  # what went to the club
    settlement: SettlementFacts | None
    hash: str  # of the last entry, hex; "" when there is none
    as_of: datetime | None  # of the last entry
    url: str  # of the page, "" where no public address is set
    entry: int = 0  # number of the last entry in the club's ledger, 0 where that is not said
    sheets: tuple[AmountsFacts, ...] = ()
    purse_open: int = 0  # what of that was not paid yet
    purse_rounding: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetFacts:
    """A blank score sheet. `people` are names to print, () leaves room to write them."""

    game: str
    club: str = ""
    people: tuple[str, ...] = ()
    tariff: int | None = None
    currency: str = "EUR"
    target: int | None = None  # of a Watten match
    haferl: bool = True  # a Wallachen sheet has a column for it


Facts = LedgerFacts | SheetFacts | SeasonFacts


def digest(facts: Facts, *, language: str) -> str:
    """Return a name for the document these facts make: the same facts, the same name."""
    stated = json.dumps(
        [LAYOUT, type(facts).__name__, language, asdict(facts)],
        default=_plain,
        ensure_ascii=True,
        separators=(",", ":"),
        sort_keys=True,
    )
    return hashlib.sha256(stated.encode("ascii")).hexdigest()


def _plain(value: object) -> str:
    if isinstance(value, date | datetime):
        return value.isoformat()
    raise TypeError(f"not a fact: {value!r}")


def played(game: str, record: Mapping[str, object], outcome: Mapping[str, object]) -> PlayedFacts:
    """Read what was played out of a deal's record and its report's result, both with names."""
    contract = as_reported(record, "contract")
    return PlayedFacts(
        kind=_kind(game, record, contract, outcome),
        declarer=_text(outcome.get("declarer") or contract.get("declarer")),
        trump=_text(outcome.get("trump") or contract.get("trump")),
        bid=_number(outcome.get("bid", contract.get("bid"))),
        tricks=_number(outcome.get("tricks")),
        made=outcome["made"] if isinstance(outcome.get("made"), bool) else None,  # type: ignore[arg-type]
        by=_text(outcome.get("by")),
        doubles=_names(record.get("doubles")),
        schlag=_text(contract.get("schlag")),
        side=_names(outcome.get("side")),
        points=_number(outcome.get("points")),
        fine_side=_names(_mapping(outcome.get("fine")).get("side")),
        fine_points=_number(_mapping(outcome.get("fine")).get("points")),
        match=_match(record, outcome),
        match_won_by=_names(outcome.get("match_won_by")),
        rulings=tuple(
            (_text(ruling.get("offence")), _text(ruling.get("by")))
            for ruling in map(_mapping, _list(record.get("rulings")))
        ),
    )


def _kind(
    game: str,
    record: Mapping[str, object],
    contract: Mapping[str, object],
    outcome: Mapping[str, object],
) -> str:
    if any(_mapping(r).get("offence") == "misdeal" for r in _list(record.get("rulings"))):
        return "misdeal"
    if game == "watten":
        return "watten"
    return _text(outcome.get("kind") or contract.get("kind")) or "unknown"


def _match(
    record: Mapping[str, object], outcome: Mapping[str, object]
) -> tuple[tuple[tuple[str, ...], int], ...]:
    """Group the players of a Watten deal into sides, the side of the seat named first leading.

    With four players partners sit opposite, with three and two everyone has his own points.
    """
    points = _mapping(outcome.get("match"))
    names = [name for name in _names(record.get("seats")) if name in points]
    if len(names) == 4:
        sides = [(names[0], names[2]), (names[1], names[3])]
    else:
        sides = [(name,) for name in names]  # type: ignore[misc]
    return tuple((side, _number(points[side[0]]) or 0) for side in sides)


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> tuple[object, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def _names(value: object) -> tuple[str, ...]:
    return tuple(x for x in _list(value) if isinstance(x, str))


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
