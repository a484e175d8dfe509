"""The referee's desk: what people say of a deal, the verdict on it, and what it costs.

Nothing here is kept: a verdict is a function of the record alone. What a fault costs is found by
judging the same record again with the ruling for it added (I2 to I5, T33).
"""

import json
from collections.abc import Iterable
from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import replace
from enum import StrEnum
from typing import Any

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import Verdict
from scorekeeper.adjudication.check import check
from scorekeeper.adjudication.side_won import as_deal_record
from scorekeeper.adjudication.side_won import without_invented
from scorekeeper.adjudication.solution import solve_record
from scorekeeper.adjudication.verdict import PlayVerdict
from scorekeeper.cards import Card
from scorekeeper.cards import Pack
from scorekeeper.cards import Rank
from scorekeeper.cards import Suit
from scorekeeper.cards import rank_name
from scorekeeper.cards import rank_of
from scorekeeper.cards import suit_name
from scorekeeper.cards import suit_of
from scorekeeper.rules.house import Game
from scorekeeper.rules.house_bolachen import BolachenRules
from scorekeeper.rules.house_wallachen import WallachenRules
from scorekeeper.rules.outcome import By
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.reading import read_text
from scorekeeper.rules.record import HAND_SIZE
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Ruling
from scorekeeper.services import bounds
from scorekeeper.services.desk import Desk
from scorekeeper.services.house_rules import view as rules_view
from scorekeeper.services.members import names_at
from scorekeeper.services.views import HouseRulesView
from scorekeeper.solver.solve import Solution
from scorekeeper.store import deals
from scorekeeper.store import house_rules
from scorekeeper.store import tables

DIFFERENCES_MAX = 40  # more than a deal has tricks and hands; each is judged
TURN = frozenset({"B20", "W18", "T18"})
_SET_ASIDE = (Offence.REVOKE, Offence.ERROR, Offence.GESPANNT_RAISE)


class Known(StrEnum):
    """How it is known that a card was in a hand."""

    PLAYED = "played"
    HELD = "held"
    HAND = "hand"
    FOLLOWS = "follows"  # every other place is taken


class Remedy(StrEnum):
    """What a fault does to the deal."""

    LOST = "lost"
    MADE = "made"
    BEST_PLAY = "best_play"
    DECIDED = "decided"  # I4: the result stands
    AS_PLAYED = "as_played"  # the house rules let it stand
    FINE = "fine"
    UNKNOWN = "unknown"  # what is paid depends on what is not recorded
    NONE = "none"  # playing out of turn is no revoke


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A card that proves something, and how it is known: `trick` where that says when."""

    card: Card
    known: Known
    trick: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A play that was not allowed, or may not have been, with all there is to say about it.

    `leader` is who should have led where the fault is having led. `ruled` is the report with this
    fault ruled, None where no ruling fits it.
    """

    play: PlayVerdict
    trick: TrickWon
    leader: str
    proof: tuple[Seen, ...]
    remedy: Remedy
    ruled: Report | None
    pays_alone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The verdict on one telling of a deal. `record` is None where it could not even be read."""

    record: DealRecord | None
    report: Report
    faults: tuple[Fault, ...] = ()
    replayable: bool = False

    def essence(self) -> tuple[object, ...]:
        """Return what matters of the verdict: who broke what, and what is paid in the end."""
        found = tuple(
            (f.play.trick, f.play.player, f.play.verdict, f.play.rule) for f in self.faults
        )
        return (self.report.verdict, found, self._paid())

    def _paid(self) -> object:
        decided = next((f for f in self.faults if f.play.verdict == Verdict.ILLEGAL), None)
        report = decided.ruled if decided is not None and decided.ruled else self.report
        result = report.result or {}
        return (report.payments, result.get("side"), result.get("points"), result.get("made"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Something two tellings of a deal do not agree on: which part of the record, and each side.

    `matters`: telling this one thing as the other does changes the verdict or the price.
    """

    field: str
    which: str
    first: Any
    second: Any
    matters: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two tellings side by side."""

    differences: tuple[Difference, ...]
    matters: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputedDeal:
    """A deal of a night as the desk takes it up: its whole record, with names."""

    id: str
    number: int
    table_id: str
    night_id: str
    rules: HouseRulesView
    record: Mapping[str, Any]


def disputed_deal(desk: Desk, *, club_id: str, deal_id: str) -> DisputedDeal:
    """Return the record of a stored deal with everything it was scored by.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        row = deals.get(tx, club_id, bounds.id_(deal_id, "deal"))
        if row is None:
            raise bounds.missing("deal")
        rules = house_rules.get(tx, club_id, row.deal.house_rules_id)
        table = tables.get(tx, club_id, row.deal.table_id)
        assert rules is not None
        assert table is not None
        names = names_at(tx, club_id, row.deal.night_id)
    shown = rules_view(rules)
    record = names.read(row.version.record)
    context = names.read(row.version.context)
    record |= {"tariff": row.deal.tariff, "currency": table.table.currency, **context}
    if shown.options:
        record["house_rules"] = dict(shown.options)
    record = without_invented(record)
    return DisputedDeal(
        id=row.deal.id,
        number=row.deal.number,
        table_id=row.deal.table_id,
        night_id=row.deal.night_id,
        rules=shown,
        record=record,
    )


def judge(told: Mapping[str, Any] | bytes) -> Judgement:
    """Judge what somebody says of a deal: a record as an object, or its JSON text."""
    read = read_text(told) if isinstance(told, bytes) else read_object(as_deal_record(told))
    if not isinstance(read, DealRecord):
        return Judgement(record=None, report=Report(verdict=Verdict.ERROR, errors=read))
    report = check(read)
    faults = tuple(
        _fault(read, report, play) for play in report.plays if play.verdict != Verdict.LEGAL
    )
    return Judgement(record=read, report=report, faults=faults, replayable=_replayable(read))


def replay(record: DealRecord) -> Solution | Report:
    """Say what best play would have given at every card of a recorded deal."""
    return solve_record(record)


def compare(first: Mapping[str, Any], second: Mapping[str, Any]) -> Comparison | None:
    """Find what two tellings of one deal do not agree on, and whether it matters.

    None where one of them cannot be read as a record.
    """
    one, other = judge(first), judge(second)
    if one.record is None or other.record is None:
        return None
    told, told_other = _told(first, one.record), _told(second, other.record)
    base = {name: value for name, value in first.items() if name not in told}
    found: list[Difference] = []
    for field in told:
        parts, others = told[field], told_other[field]
        keys = [*parts, *(key for key in others if key not in parts)]
        if field == "tricks":
            keys.sort(key=int)
        for key in keys:
            if parts.get(key) == others.get(key) or len(found) >= DIFFERENCES_MAX:
                continue
            changed = {k: v for k, v in parts.items() if k != key}
            if key in others:
                changed[key] = others[key]
            again = judge(_record_with(base, {**told, field: changed}))
            found.append(
                Difference(
                    field=field,
                    which=key,
                    first=parts.get(key),
                    second=others.get(key),
                    matters=again.essence() != one.essence(),
                )
            )
    return Comparison(differences=tuple(found), matters=one.essence() != other.essence())


Parts = dict[str, dict[str, Any]]


def _told(telling: Mapping[str, Any], record: DealRecord) -> Parts:
    """Take a telling apart; numbers of tricks that only stand for the side that won are none."""
    parts = _plain(record)
    return parts if "tricks_taken" in telling else {**parts, "tricks_taken": {}}


def _plain(record: DealRecord) -> Parts:
    """Take a record apart into what can be told one way or the other, each under its own key."""

    def spelled(cards: Iterable[Card | None]) -> list[str | None]:
        return [None if card is None else card_spelling(card, record.pack) for card in cards]

    contract: dict[str, Any] = {}
    if record.contract is not None:
        said = record.contract
        contract = {
            "kind": said.kind and said.kind.value,
            "declarer": said.declarer,
            "bid": said.bid,
            "trump": None if said.trump is None else suit_spelling(said.trump, record.pack),
            "schlag": None if said.schlag is None else rank_spelling(said.schlag, record.pack),
        }
    held: dict[str, list[str | None]] = {}
    for one in record.held:
        key = f"{one.player}\n{one.after_trick}"
        held[key] = spelled(sorted({*one.cards})) if key not in held else held[key]
    return {
        "contract": {key: value for key, value in contract.items() if value is not None},
        "tricks": {
            str(trick.n): {"n": trick.n, "cards": spelled(trick.cards)}
            | ({} if trick.lead is None else {"lead": trick.lead})
            for trick in record.tricks
        },
        "held": held,
        "hands": {hand.player: spelled(sorted(hand.cards)) for hand in record.hands},
        "talon": {} if record.talon is None else {"": spelled(sorted(record.talon))},
        "discards": {} if record.discards is None else {"": spelled(sorted(record.discards))},
        "tricks_taken": {count.player: count.number for count in record.tricks_taken},
        "auction": {} if record.auction is None else {"": _calls(record)},
    }


def _calls(record: DealRecord) -> list[list[str]]:
    said = []
    for call in record.auction or ():
        what = call.kind.value if call.bid is None else str(call.bid)
        suit = "" if call.suit is None else f":{suit_spelling(call.suit, record.pack)}"
        said.append([call.player, what + suit])
    return said


def _record_with(base: Mapping[str, Any], parts: Parts) -> dict[str, Any]:
    """Put the parts back into a record."""
    told = {name: value for name, value in base.items() if name not in parts}
    for field in ("contract", "hands", "tricks_taken"):
        if parts[field]:
            told[field] = parts[field]
    told["tricks"] = [parts["tricks"][n] for n in sorted(parts["tricks"], key=int)]
    told["held"] = [
        {"player": key.split("\n")[0], "after_trick": int(key.split("\n")[1]), "cards": cards}
        for key, cards in parts["held"].items()
    ]
    for field in ("talon", "discards", "auction"):
        if parts[field]:
            told[field] = parts[field][""]
    return told


_FRENCH_SUITS = ("C", "S", "H", "D")
_FRENCH_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")


def suit_spelling(suit: Suit, pack: Pack) -> str:
    """Write a suit as a record with this pack does."""
    return suit_name(suit) if pack is Pack.GERMAN else _FRENCH_SUITS[suit]


def rank_spelling(rank: Rank, pack: Pack) -> str:
    """Write a rank as a record with this pack does."""
    return rank_name(rank) if pack is Pack.GERMAN else _FRENCH_RANKS[rank]


def card_spelling(card: Card, pack: Pack) -> str:
    """Write a card as a record with this pack does."""
    return suit_spelling(suit_of(card), pack) + rank_spelling(rank_of(card), pack)


def _replayable(record: DealRecord) -> bool:
    """Say whether the hands of a three-hander can be known, so that best play can be told."""
    if record.game is Game.WATTEN or record.contract is None or not record.tricks:
        return False
    whole = [trick for trick in record.tricks if None not in trick.cards]
    full = HAND_SIZE[record.game]
    if len(whole) == full and all(len(trick.cards) == 3 for trick in whole):
        return True
    known = len(record.hands)
    return known == 3 or (known == 2 and record.discards is not None)


def _fault(record: DealRecord, report: Report, play: PlayVerdict) -> Fault:
    trick = next(won for won in report.tricks if won.n == play.trick)
    ruled = None
    if record.game is not Game.WATTEN and play.rule in TURN:
        remedy = Remedy.NONE
    else:
        ruled = _ruled(record, play)
        remedy = Remedy.UNKNOWN if ruled is None else _remedy(record, play, ruled)
    return Fault(
        play=play,
        trick=trick,
        leader=_due_to_lead(record, report, play.trick) if play.rule in TURN else "",
        proof=tuple(_seen(record, report, play, card) for card in play.because),
        remedy=remedy,
        ruled=ruled,
        pays_alone=remedy is Remedy.MADE
        and getattr(record.rules, "revoke_payer", "") == "offender",
    )


def _ruled(record: DealRecord, play: PlayVerdict) -> Report | None:
    """Judge the record again with this fault ruled; None where it is still not known who pays."""
    turn = play.rule in TURN
    ruling = Ruling(Offence.ERROR if turn else Offence.REVOKE, play.player, play.trick)
    others = tuple(one for one in record.rulings if one.offence not in _SET_ASIDE)
    ruled = check(replace(record, rulings=(ruling, *others), ask=()))
    return None if ruled.errors or ruled.result is None else ruled


def _remedy(record: DealRecord, play: PlayVerdict, ruled: Report) -> Remedy:
    assert ruled.result is not None
    by = ruled.result["by"]
    rules = record.rules
    if not isinstance(rules, BolachenRules | WallachenRules):
        return Remedy.FINE if by == By.PENALTY else Remedy.DECIDED
    if rules.revoke_remedy == "as_played":
        return Remedy.AS_PLAYED
    if by != By.RULING:
        return Remedy.DECIDED
    if rules.revoke_remedy == "double_dummy":
        plain = _ruled(replace(record, rules=replace(rules, revoke_remedy="side_loses")), play)
        if plain is None or plain.result != ruled.result or plain.payments != ruled.payments:
            return Remedy.BEST_PLAY
    return Remedy.MADE if ruled.result["made"] else Remedy.LOST


def _due_to_lead(record: DealRecord, report: Report, trick: int) -> str:
    """Name who should have led a trick, "" where that is not known."""
    if trick == 1:
        contract = record.contract
        if record.game is not Game.WATTEN and contract is not None:
            return contract.declarer or ""
        return record.players[0]
    before = next((won for won in report.tricks if won.n == trick - 1), None)
    return "" if before is None else before.winner or ""


def _seen(record: DealRecord, report: Report, play: PlayVerdict, card: Card) -> Seen:
    """Say how it is known that this card was still in the hand."""
    for won in report.tricks:
        if won.n > play.trick and (play.player, card) in won.plays:
            return Seen(card=card, known=Known.PLAYED, trick=won.n)
    for held in record.held:
        if held.player == play.player and card in held.cards and held.after_trick >= play.trick - 1:
            return Seen(card=card, known=Known.HELD, trick=held.after_trick)
    for hand in record.hands:
        if hand.player == play.player and card in hand.cards:
            return Seen(card=card, known=Known.HAND)
    return Seen(card=card, known=Known.FOLLOWS)


def as_object(text: str) -> dict[str, Any] | None:
    """Read a record written as JSON, to be compared with another; None where it is no object."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
