"""What is held against whom, as the engine finds it and as it stands in a deal's record."""

import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.adjudication.side_won import without_invented
from scorekeeper.rules.record import Offence
from scorekeeper.services import bounds
from scorekeeper.services import disputes
from scorekeeper.services import scoring
from scorekeeper.services.ruling_views import Offending
from scorekeeper.store import house_rules
from scorekeeper.store.deals import ToldRow
from scorekeeper.store.engine import Transaction

_TRICK_MAX = 10
_REMEMBERED = frozenset({"tricks", "held", "hands", "talon", "discards", "pack", "ask"})
# A bluff is paid beside whatever decides the deal; all others are set aside by a new ruling.
_BESIDE = (Offence.BLUFF.value,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the engine says: the play in question as JSON, its rule, and what to rule on it."""

    verdict: str = "{}"
    rule: str = ""
    offending: Offending | None = None


def checked(told: Offending) -> Offending:
    """Return an offence a record may have; only a misdeal may be nobody's."""
    if told.offence not in Offence.__members__.values():
        raise bounds.invalid("offence", told.offence)
    if told.trick is not None:
        bounds.number(told.trick, "trick", 1, _TRICK_MAX)
    if told.by is None and told.offence != Offence.MISDEAL:
        raise bounds.invalid("by", "")
    return told


def require_player(held: Offending, people: Sequence[str]) -> None:
    """Refuse an offence of somebody who did not play."""
    if held.by is not None and held.by not in people:
        raise bounds.invalid("by", "")


def remembered_of(told: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return of what was told only what adds to a record: cards, never who plays or what counts."""
    if told is None:
        return {}
    return {name: value for name, value in bounds.said(told).items() if name in _REMEMBERED}


def ruled_record(record: Mapping[str, Any], held: Offending | None) -> dict[str, Any]:
    """Return a record with this ruling in the place of those it sets aside."""
    said = {name: value for name, value in record.items() if name != "rulings"}
    kept = [one for one in record.get("rulings", ()) if one.get("offence") in _BESIDE]
    if held is not None and held.offence in _BESIDE:
        kept = [one for one in kept if one.get("by") != held.by]
    found = kept if held is None else [held.as_ruling(), *kept]
    return {**said, "rulings": found} if found else said


def rule_of(held: Offending | None, cited: str, game: str) -> str:
    """Name the rule a step is about."""
    if cited or held is None:
        return cited
    watten = game == "watten"
    return {
        Offence.REVOKE.value: "I5" if watten else "I2",
        Offence.MISDEAL.value: "I6",
        Offence.BLUFF.value: "T11",
    }.get(held.offence, "T33")


def ask_engine(
    tx: Transaction,
    club_id: str,
    row: ToldRow,
    remembered: Mapping[str, Any],
    trick: int | None,
) -> Found:
    """Ask the engine about the deal with what is remembered of it."""
    rules = house_rules.get(tx, club_id, row.deal.house_rules_id)
    assert rules is not None
    told = without_invented(json.loads(row.version.record))
    record = told | json.loads(row.version.context) | remembered
    record |= {"tariff": row.deal.tariff}
    options = json.loads(rules.options)
    if options:
        record["house_rules"] = options
    if not record.get("tricks"):
        return Found()
    faults = disputes.judge(record).faults
    faults = tuple(one for one in faults if trick in (None, one.play.trick))
    fault = next((one for one in faults if one.play.verdict == "illegal"), None)
    fault = fault or next(iter(faults), None)
    if fault is None:
        return Found()
    play = fault.play
    said = {
        "verdict": play.verdict,
        "rule": play.rule or "",
        "trick": play.trick,
        "player": play.player,
        "card": int(play.card),
        "because": [int(card) for card in play.because],
        "instead": [int(card) for card in play.instead],
    }
    offending = None
    if play.verdict == "illegal" and fault.ruled is not None:
        kind = Offence.ERROR if play.rule in disputes.TURN else Offence.REVOKE
        offending = Offending(offence=kind.value, by=play.player, trick=play.trick)
    return Found(verdict=scoring.dump(said), rule=play.rule or "", offending=offending)
