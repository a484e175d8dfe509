"""A recorded deal as its entry form, and what that form says once somebody has changed it.

A record may hold more than the form can show: a second ruling, the trick a raise was made in, the
partners' tricks. So a part of the record is written anew only where a field it comes from was
changed; a form that is sent as it was shown leaves the record as it is.
"""

from collections.abc import Collection
from collections.abc import Iterator
from collections.abc import Mapping
from typing import Any

from scorekeeper.adjudication.side_won import FIELDS as SIDE_FIELDS
from scorekeeper.cards import Pack
from scorekeeper.rules.seats import players_in_order
from scorekeeper.rules.seats import sides_of
from scorekeeper.rules.spelling import as_reported
from scorekeeper.schemas.forms import FormData
from scorekeeper.schemas.forms_deal import FIELDS
from scorekeeper.schemas.forms_deal import IN_TALON
from scorekeeper.schemas.forms_deal import NOBODY
from scorekeeper.schemas.forms_deal import Seating
from scorekeeper.schemas.forms_deal import deal_said
from scorekeeper.schemas.forms_dispute import FRENCH_RANKS
from scorekeeper.schemas.forms_dispute import FRENCH_SUITS

Typed = Mapping[str, tuple[str, ...]]

# What a record may hold beyond the form; a correction by the form leaves it as it was.
BEYOND = ("auction", "hands", "talon", "discards", "held", "tricks", "schlecken", "ask", "pack")
_RAISED = ("end", "value", "raiser")


def typed_in(data: FormData) -> dict[str, tuple[str, ...]]:
    """Return what was typed, by the name of the field; empty ones are left out."""
    typed: dict[str, tuple[str, ...]] = {}
    for name in FIELDS:
        values = tuple(str(value) for value in data.getlist(name) if str(value))
        if values:
            typed[name] = values
    return typed


def typed_from(
    record: Mapping[str, Any], result: Mapping[str, Any], base: int
) -> dict[str, tuple[str, ...]]:
    """Return what has to be typed for a recorded deal: the way back of the form.

    `record` and `result` name people as the form does. `base` is what a Watten deal was worth
    before anybody raised.
    """
    typed: dict[str, Any] = {}
    contract = as_reported(record, "contract")
    rulings = record.get("rulings") or ()
    if any(ruling["offence"] == "misdeal" for ruling in rulings):
        typed["misdeal"] = "misdeal"
    typed |= {name: contract[name] for name in ("trump", "schlag") if name in contract}
    if record["game"] == "watten":
        typed |= _watten(record, result, base)
    else:
        typed |= _three_hander(record, contract, result)
    return {
        name: tuple(map(str, value)) if isinstance(value, list | tuple) else (str(value),)
        for name, value in typed.items()
        if value not in ("", None, [])
    }


def _three_hander(
    record: Mapping[str, Any], contract: Mapping[str, Any], result: Mapping[str, Any]
) -> dict[str, Any]:
    doubled = record.get("doubles") or ()
    typed: dict[str, Any] = {"doubles": [name for name in record["seats"] if name in doubled]}
    kind = contract.get("kind")
    if kind == "passed_out":
        typed["declarer"] = NOBODY
    elif kind:
        declarer = contract["declarer"]
        typed["declarer"] = declarer
        typed["play"] = contract["bid"] if kind == "number" else kind
        played = result.get("tricks") if result.get("by") == "tricks" else None
        tricks = (record.get("tricks_taken") or {}).get(declarer, played)
        typed["tricks"] = None if tricks is None else int(tricks)
    revoke = next((one for one in record.get("rulings") or () if one["offence"] == "revoke"), None)
    if revoke is not None:
        typed["revoke_by"] = revoke["by"]
        typed["revoke_trick"] = int(revoke["trick"]) if "trick" in revoke else ""
    call = as_reported(record, "call")
    if call:
        typed["call_card"] = call["card"]
        typed["call_given"] = call.get("given", "")
        typed["call_from"] = (call["from"] or IN_TALON) if "from" in call else ""
    return typed


def _watten(record: Mapping[str, Any], result: Mapping[str, Any], base: int) -> dict[str, Any]:
    players = players_in_order(record["seats"], record["dealer"], record.get("sitting_out") or ())
    sides = sides_of(players)

    def side_of(member: object) -> str:
        """Return the side as the form names it: by who of it sits first."""
        side = next((one for one in sides if member in one), ())
        return min(side, key=record["seats"].index, default="")

    rulings = record.get("rulings") or ()
    raises = record.get("raises") or ()
    end = str(result.get("by") or "")
    typed: dict[str, Any] = {"end": end, "value": base + len(raises)}
    if raises:
        typed["raiser"] = side_of(raises[-1]["by"])
    if any(ruling["offence"] == "bluff" for ruling in rulings):
        typed["bluff"] = "yes"
    if end == "penalty":
        fined = [one for one in rulings if one["offence"] not in ("bluff", "misdeal")]
        ruling = next(one for one in fined if one["by"] not in result["side"])
        return typed | {"offender": ruling["by"], "offence": ruling["offence"]}
    side = result.get("side") or ()
    return typed | {"winner": side_of(side[0])} if side else typed


def corrected(
    record: Mapping[str, Any], shown: Typed, data: FormData, seating: Seating
) -> dict[str, Any]:
    """Return what is said of a deal once its form, filled with `shown`, was sent.

    Raises:
        FormError: something is missing now, or does not fit together.
    """
    typed, shown = _raised(typed_in(data), seating), _raised(shown, seating)
    if typed == shown:
        return dict(record)
    kept = {name for name in FIELDS if typed.get(name) == shown.get(name)}
    if not _same_players(record, seating):
        kept -= {name for name in FIELDS if name not in ("schlag", "trump", "doubles")}
    alike = "misdeal" in kept and _passed_out(typed) == _passed_out(shown)
    known = alike and {"declarer", "play", "tricks"} <= kept
    said = _spelled(record, deal_said(data, seating, tricks_known=known))
    beyond = {name: record[name] for name in BEYOND if name in record}
    if not alike:
        return {**beyond, **said}
    for part in _parts(typed, kept, watten=seating.game == "watten"):
        said.pop(part, None)
        if part in record:
            said[part] = record[part]
    rulings = _rulings(record, said, kept, watten=seating.game == "watten")
    said.pop("rulings", None)
    return {**beyond, **said, **({"rulings": rulings} if rulings else {})}


def _raised(typed: Typed, seating: Seating) -> dict[str, tuple[str, ...]]:
    """Return what was typed without the value of a deal nobody raised: it need not be shown."""
    base = (str(seating.base),)
    return {name: values for name, values in typed.items() if (name, values) != ("value", base)}


def _passed_out(typed: Typed) -> bool:
    return typed.get("declarer") == (NOBODY,)


def _same_players(record: Mapping[str, Any], seating: Seating) -> bool:
    """Return whether the form, as it was sent, speaks of those who played by the record."""
    out = record.get("sitting_out") or ()
    players = players_in_order(record["seats"], record["dealer"], out)
    if seating.game != "watten":
        return set(players) == set(seating.players)
    return {frozenset(side) for side in sides_of(players)} == set(map(frozenset, seating.sides))


def _parts(typed: Typed, kept: Collection[str], *, watten: bool) -> Iterator[str]:
    """Name the parts of the record none of whose fields was changed."""
    from_fields: dict[tuple[str, ...], tuple[str, ...]]
    if not watten:
        from_fields = {
            ("declarer", "play", "trump"): ("contract",),
            ("declarer", "tricks"): ("tricks_taken",),
            ("doubles",): ("doubles",),
            ("declarer", "play", "call_card", "call_from", "call_given"): ("call",),
        }
    else:
        raised = (*_RAISED, "winner") if typed.get("end") == ("fold",) else _RAISED
        from_fields = {
            ("schlag", "trump"): ("contract",),
            ("end", "winner"): (*SIDE_FIELDS, "tricks_taken", "gehen", "maschine"),
            raised: ("raises",),
        }
    for fields, parts in from_fields.items():
        if all(name in kept for name in fields):
            yield from parts


def _rulings(
    record: Mapping[str, Any], said: Mapping[str, Any], kept: Collection[str], *, watten: bool
) -> list[dict[str, Any]]:
    """Return the rulings: those the form was not changed about as they are recorded."""

    def of(source: Mapping[str, Any], *, bluff: bool) -> list[dict[str, Any]]:
        rulings = source.get("rulings") or ()
        return [one for one in rulings if (one["offence"] == "bluff") is bluff]

    ruled = ("end", "offender", "offence") if watten else ("revoke_by", "revoke_trick")
    same = all(name in kept for name in ruled)
    same_bluff = all(name in kept for name in ("end", "bluff"))
    if same and same_bluff:
        return list(record.get("rulings") or ())
    return [
        *of(record if same else said, bluff=False),
        *of(record if same_bluff else said, bluff=True),
    ]


def _spelled(record: Mapping[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """Return what the form says with its cards spelled as the record does."""
    if record.get("pack") != Pack.FRENCH:
        return said
    for part in ("contract", "call"):
        if part in said:
            told = dict(said[part])
            for name in ("card", "given"):
                if name in told:
                    rank = told[name][1:]
                    told[name] = FRENCH_SUITS[told[name][0]] + FRENCH_RANKS.get(rank, rank)
            if "trump" in told:
                told["trump"] = FRENCH_SUITS[told["trump"]]
            if "schlag" in told:
                told["schlag"] = FRENCH_RANKS.get(told["schlag"], told["schlag"])
            said[part] = told
    return said
