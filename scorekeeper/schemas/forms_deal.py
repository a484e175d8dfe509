"""The entry of a deal as a form: what was tapped becomes what was said, in deal-record fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from scorekeeper.rules.seats import cutter_of
from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import FormData
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import text

SUITS = ("E", "G", "H", "S")
RANKS = ("A", "K", "O", "U", "10", "9", "8", "7")
CARDS = tuple(suit + rank for suit in SUITS for rank in RANKS)
BOLACHEN_PLAYS = ("brand", "bettel", "mord")
WALLACHEN_PLAYS = ("6", "7", "8", "9", "bettel", "mord")
ENDS = ("tricks", "fold", "gehen", "maschine", "penalty")
OFFENCES = ("error", "gespannt_raise", "revoke")
NOBODY = "none"  # the declarer of a deal that was passed out
IN_TALON = "talon"  # whom a called card came from when it lay in the Dopper
FIELDS = (
    *("declarer", "play", "trump", "tricks", "doubles", "misdeal", "dealer"),
    *("revoke_by", "revoke_trick", "call_card", "call_from", "call_given"),
    *("end", "winner", "value", "raiser", "schlag", "offender", "offence", "bluff"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who plays in the deal that is entered, in playing order, and how Watten stands."""

    game: str
    players: tuple[str, ...]  # member ids, forehand first
    sides: tuple[tuple[str, ...], ...] = ()
    base: int = 2  # what a Watten deal is worth before anybody raises
    gespannt: tuple[str, ...] = ()


class Prefixed:
    """The fields of one deal among several in one form: their names begin alike."""

    def __init__(self, data: FormData, prefix: str) -> None:
        self._data = data
        self._prefix = prefix

    def get(self, name: str) -> Any:
        return self._data.get(self._prefix + name)

    def getlist(self, name: str) -> list[Any]:
        return self._data.getlist(self._prefix + name)


def _number(least: int, most: int) -> fields.String:
    return one_of(("", *map(str, range(least, most + 1))), default="")


class _AnyDeal(Form):
    dealer = text(36)
    misdeal = one_of(("", "misdeal"), default="")
    trump = one_of(("", *SUITS), default="")


class ThreeHanderDeal(_AnyDeal):
    declarer = text(36)
    play = one_of(("", *BOLACHEN_PLAYS, *WALLACHEN_PLAYS[:4]), default="")
    tricks = _number(0, 10)
    doubles = fields.List(text(36))
    revoke_by = text(36)
    revoke_trick = _number(1, 10)
    call_card = one_of(("", *CARDS), default="")
    call_from = text(36)
    call_given = one_of(("", *CARDS), default="")


class WattenDeal(_AnyDeal):
    end = one_of(("", *ENDS), default="")
    winner = text(36)
    value = _number(2, 20)
    raiser = text(36)
    schlag = one_of(("", *RANKS), default="")
    offender = text(36)
    offence = one_of(("", *OFFENCES), default="")
    bluff = one_of(("", "yes"), default="")


def deal_said(data: FormData, seating: Seating, *, tricks_known: bool = False) -> dict[str, Any]:
    """Turn the entry form into what was said of the deal, with member ids for names.

    Where the number of tricks is known otherwise it is not asked.

    Raises:
        FormError: something is still missing, or does not fit together.
    """
    if seating.game != "watten":
        return three_hander_said(data, tricks_known=tricks_known)
    typed = read(WattenDeal, data)
    return {**_of_any(typed), **({} if typed["misdeal"] else _watten(typed, seating))}


def three_hander_said(data: FormData, *, tricks_known: bool = False) -> dict[str, Any]:
    """Turn the entry form of Bolachen or Wallachen into what was said; who sits where is not asked.

    Raises:
        FormError: something is still missing.
    """
    typed = read(ThreeHanderDeal, data)
    told = {} if typed["misdeal"] else _three_hander(typed, tricks_known=tricks_known)
    return {**_of_any(typed), **told}


def _of_any(typed: Mapping[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = {"dealer": typed["dealer"]} if typed["dealer"] else {}
    if typed["misdeal"]:
        said["rulings"] = [{"offence": "misdeal"}]
    return said


def _three_hander(typed: Mapping[str, Any], *, tricks_known: bool) -> dict[str, Any]:
    said: dict[str, Any] = {}
    if typed["doubles"]:
        said["doubles"] = list(dict.fromkeys(typed["doubles"]))
    declarer = typed["declarer"]
    if declarer == NOBODY:
        return {**said, "contract": {"kind": "passed_out"}}
    play = typed["play"]
    ruled = bool(typed["revoke_by"])
    missing = {
        name: "web.form.missing." + name
        for name, there in (
            ("declarer", declarer),
            ("play", play),
            ("tricks", typed["tricks"] or ruled or tricks_known),
        )
        if not there
    }
    if missing:
        raise FormError(missing)
    contract: dict[str, Any] = {"declarer": declarer, "kind": play}
    if play.isdigit():
        contract |= {"kind": "number", "bid": int(play)}
    if typed["trump"] and play not in ("bettel", "mord"):
        contract["trump"] = typed["trump"]
    said["contract"] = contract
    if typed["tricks"]:
        said["tricks_taken"] = {declarer: int(typed["tricks"])}
    if ruled:
        ruling: dict[str, Any] = {"offence": "revoke", "by": typed["revoke_by"]}
        if typed["revoke_trick"]:
            ruling["trick"] = int(typed["revoke_trick"])
        said["rulings"] = [ruling]
    if play in ("bettel", "mord") and typed["call_card"]:
        said["call"] = _call(typed)
    return said


def _call(typed: Mapping[str, Any]) -> dict[str, Any]:
    call: dict[str, Any] = {"card": typed["call_card"]}
    if typed["call_from"]:
        call["from"] = None if typed["call_from"] == IN_TALON else typed["call_from"]
    if typed["call_given"]:
        call["given"] = typed["call_given"]
    return call


def _watten(typed: Mapping[str, Any], seating: Seating) -> dict[str, Any]:
    said: dict[str, Any] = {}
    named = {k: typed[k] for k in ("schlag", "trump") if typed[k]}
    if named:
        said["contract"] = named
    end = typed["end"]
    if not end:
        raise FormError({"end": "web.form.missing.end"})
    if end == "penalty":
        missing = {k: "web.form.missing." + k for k in ("offender", "offence") if not typed[k]}
        if missing:
            raise FormError(missing)
        ruling = {"offence": typed["offence"], "by": typed["offender"]}
        return {**said, "rulings": [ruling]}
    winners = next((side for side in seating.sides if typed["winner"] in side), None)
    if winners is None:
        raise FormError({"winner": "web.form.missing.winner"})
    losers = next(side for side in seating.sides if side != winners)
    if end == "gehen":
        said["gehen"] = next((m for m in losers if m in seating.gespannt), losers[0])
    elif end == "maschine":
        said |= {"side_won": list(winners), "by": "maschine"}
    else:
        raises = _raises(typed, seating, winners)
        if raises:
            said["raises"] = raises
        if end == "tricks":
            said["side_won"] = list(winners)
    if typed["bluff"] and end == "tricks":
        said["rulings"] = [{"offence": "bluff", "by": cutter_of(seating.players)}]
    return said


def _raises(
    typed: Mapping[str, Any], seating: Seating, winners: tuple[str, ...]
) -> list[dict[str, str]]:
    """Write the ladder: sides alternate (T25), so the last raise tells all of them."""
    steps = int(typed["value"] or seating.base) - seating.base
    folded = typed["end"] == "fold"
    if steps < 1:
        if folded:
            raise FormError({"value": "web.form.missing.value"})
        return []
    last = winners
    if not folded:
        found = next((side for side in seating.sides if typed["raiser"] in side), None)
        if found is None:
            raise FormError({"raiser": "web.form.missing.raiser"})
        last = found
    other = next(side for side in seating.sides if side != last)
    return raises_said(last[0], other[0], steps, folded=folded)


def raises_said(last: str, other: str, steps: int, *, folded: bool) -> list[dict[str, str]]:
    """Return so many raises, the sides alternating up to the one of `last` (T25)."""
    raises = [
        {"by": last if (steps - n) % 2 == 0 else other, "answer": "accept"}
        for n in range(1, steps + 1)
    ]
    if folded and raises:
        raises[-1]["answer"] = "fold"
    return raises
