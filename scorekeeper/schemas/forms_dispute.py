"""The form of a dispute: what was played, by whom, and what one or two people remember of it."""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from marshmallow import fields
from marshmallow import validate

from scorekeeper.cards import Pack
from scorekeeper.rules.house import HouseRules
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.seats import accounts_of
from scorekeeper.rules.seats import cutter_of
from scorekeeper.rules.seats import sides_of
from scorekeeper.rules.watten import GESPANNT_SHORT
from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import FormData
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Price
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import text
from scorekeeper.schemas.forms_deal import CARDS
from scorekeeper.schemas.forms_deal import IN_TALON
from scorekeeper.schemas.forms_deal import RANKS
from scorekeeper.schemas.forms_deal import SUITS
from scorekeeper.schemas.forms_deal import raises_said
from scorekeeper.schemas.notation import FIELDS

TEXT_MAX = 30_000
PLAYS = ("", "brand", "6", "7", "8", "9", "bettel", "mord")
PLACES = ("0", "1", "2", "3")  # of the players, in playing order
POINTS_MAX = 21  # the highest target there is
RAISED_MAX = 7  # as high as the entry of a deal goes
NOT = "none"  # not raised, no Maschine
TAKEN = "taken"  # a card nobody remembers
WAIVED = "waived"
KRITISCHE = ("HK", "S7", "E7")
FRENCH_SUITS = dict(zip(SUITS, "CSHD", strict=True))
FRENCH_RANKS = {"O": "Q", "U": "J"}


def _told() -> fields.String:
    return fields.String(
        load_default="", validate=validate.Length(max=TEXT_MAX, error="web.form.too_long")
    )


class Dispute(Form):
    rules = text(80)
    player = fields.List(text(60), load_default=list)
    players = one_of(("", "2", "3", "4"), default="")
    tariff = Price(load_default=10)
    declarer = one_of(("", *PLACES), default="")
    play = one_of(PLAYS, default="")
    trump = one_of(("", *SUITS), default="")
    schlag = one_of(("", *RANKS), default="")
    told_a = _told()
    told_b = _told()
    who_a = text(60)
    who_b = text(60)
    call_card = one_of(("", *CARDS), default="")
    call_from = one_of(("", *PLACES, IN_TALON), default="")
    call_given = one_of(("", *CARDS), default="")
    doubles = fields.List(one_of(PLACES), load_default=list)
    points = fields.List(one_of(("", *map(str, range(POINTS_MAX)))), load_default=list)
    value = one_of((NOT, *map(str, range(3, RAISED_MAX + 1))), default=NOT)
    raiser = one_of(("", "0", "1"), default="")
    folded = one_of(("no", "yes"), default="no")
    schlecken = fields.List(one_of(("", TAKEN, WAIVED, *KRITISCHE)), load_default=list)
    maschine = one_of((NOT, *PLACES), default=NOT)
    caller = one_of(("", *PLACES), default="")
    said = text(40)
    do = one_of(("judge", "replay", "call"), default="judge")


class DealCards(Form):
    """The cards of a deal that is recorded already."""

    key = key()
    told_a = _told()
    do = one_of(("check", "save"), default="check")


def dispute_form(data: FormData) -> dict[str, Any]:
    """Read the form of a dispute.

    Raises FormError with the fields that cannot be used.
    """
    return read(Dispute, data)


def contract_said(
    typed: Mapping[str, Any], game: str, players: Sequence[str], pack: Pack
) -> dict[str, Any]:
    """Write what was tapped as the contract of a record; {} while nobody said anything."""
    french = pack is Pack.FRENCH
    trump = FRENCH_SUITS.get(typed["trump"], "") if french else typed["trump"]
    contract: dict[str, Any] = {}
    if game == "watten":
        if typed["schlag"]:
            schlag = typed["schlag"]
            contract["schlag"] = FRENCH_RANKS.get(schlag, schlag) if french else schlag
    elif typed["play"] and typed["declarer"] and int(typed["declarer"]) < len(players):
        number = typed["play"].isdigit()
        contract = {
            "declarer": players[int(typed["declarer"])],
            "kind": "number" if number else typed["play"],
        }
        if number:
            contract["bid"] = int(typed["play"])
    else:
        return {}
    if trump and typed["play"] not in ("bettel", "mord"):
        contract["trump"] = trump
    return contract


def beside_contract(
    typed: Mapping[str, Any], rules: HouseRules, players: Sequence[str]
) -> dict[str, Any]:
    """Return what was tapped beside the contract: a card called, doubles; all of Watten's table.

    Raises FormError where half of something was tapped.
    """
    if isinstance(rules, WattenRules):
        return _watten_said(typed, rules, players)
    said: dict[str, Any] = {}
    doubles = dict.fromkeys(players[int(n)] for n in typed["doubles"] if int(n) < len(players))
    if doubles:
        said["doubles"] = list(doubles)
    if typed["call_card"] and typed["play"] in ("bettel", "mord"):
        said["call"] = {"card": typed["call_card"]}
        if typed["call_from"]:
            talon = typed["call_from"] == IN_TALON
            said["call"]["from"] = None if talon else _player(players, typed["call_from"])
        if typed["call_given"]:
            said["call"]["given"] = typed["call_given"]
    return said


def _watten_said(
    typed: Mapping[str, Any], rules: WattenRules, players: Sequence[str]
) -> dict[str, Any]:
    said: dict[str, Any] = {}
    accounts = accounts_of(players)
    match = {
        account[0]: int(points)
        for account, points in zip(accounts, typed["points"], strict=False)
        if points
    }
    if match:
        said["match"] = match
    line = rules.target - GESPANNT_SHORT
    gespannt = rules.gespannt_mode != "off" and any(n >= line for n in match.values())
    steps = 0 if typed["value"] == NOT else int(typed["value"]) - (3 if gespannt else 2)
    folded = typed["folded"] == "yes"
    if steps > 0:
        if not typed["raiser"]:
            raise FormError({"raiser": "web.form.missing.raiser"})
        sides = sides_of(players)
        last, other = sides if typed["raiser"] == "0" else sides[::-1]
        said["raises"] = raises_said(last[0], other[0], steps, folded=folded)
    elif folded:
        raise FormError({"value": "web.form.missing.value"})
    schlecken = _schlecken(typed["schlecken"], players)
    if schlecken:
        said["schlecken"] = schlecken
    if typed["maschine"] != NOT:
        said["maschine"] = _player(players, typed["maschine"])
    return said


def _schlecken(told: Sequence[str], players: Sequence[str]) -> list[dict[str, Any]]:
    """Return who took a card or waived; before the last of them nobody can have left it open."""
    takers = (cutter_of(players), players[-1], cutter_of(players))
    last = max((n for n, one in enumerate(told) if one), default=-1)
    found = []
    for taker, one in zip(takers, told[: last + 1], strict=False):
        entry: dict[str, Any] = {"player": taker}
        if one == WAIVED:
            entry["waived"] = True
        elif one in KRITISCHE:
            entry["card"] = one
        found.append(entry)
    return found


def _player(players: Sequence[str], place: str) -> str:
    return players[min(int(place), len(players) - 1)]


def contract_typed(record: Mapping[str, Any], players: Sequence[str]) -> dict[str, str]:
    """Fill the fields from a record's contract: the way back of `contract_said`."""
    contract = record.get("contract") or {}
    typed = {}
    if contract.get("declarer") in players:
        typed["declarer"] = str(players.index(contract["declarer"]))
    kind = contract.get("kind")
    if kind and kind != "passed_out":
        typed["play"] = str(contract["bid"]) if kind == "number" else kind
    german = {v: k for k, v in FRENCH_SUITS.items()} if record.get("pack") == "french" else {}
    ranks = {v: k for k, v in FRENCH_RANKS.items()} if german else {}
    for name, back in (("trump", german), ("schlag", ranks)):
        if contract.get(name):
            typed[name] = str(back.get(contract[name], contract[name])).upper()
    return typed


def record_of(
    base: Mapping[str, Any], contract: Mapping[str, Any], told: Mapping[str, Any]
) -> dict[str, Any]:
    """Join what is known of a deal with the contract tapped and what somebody told."""
    record = {k: v for k, v in base.items() if k not in (*FIELDS, "contract")}
    if contract:
        record["contract"] = dict(contract)
    elif (base.get("contract") or {}).get("kind") == "passed_out":
        record["contract"] = {"kind": "passed_out"}
    return {**record, **told}
