"""The form of a dispute: what was played, by whom, and what one or two people remember of it."""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from marshmallow import fields
from marshmallow import validate

from scorekeeper.cards import Pack
from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import FormData
from scorekeeper.schemas.forms import Price
from scorekeeper.schemas.forms import key
from scorekeeper.schemas.forms import one_of
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import text
from scorekeeper.schemas.forms_deal import RANKS
from scorekeeper.schemas.forms_deal import SUITS
from scorekeeper.schemas.notation import FIELDS

TEXT_MAX = 30_000
PLAYS = ("", "brand", "6", "7", "8", "9", "bettel", "mord")
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
    declarer = one_of(("", "0", "1", "2", "3"), default="")
    play = one_of(PLAYS, default="")
    trump = one_of(("", *SUITS), default="")
    schlag = one_of(("", *RANKS), default="")
    told_a = _told()
    told_b = _told()
    who_a = text(60)
    who_b = text(60)
    do = one_of(("judge", "replay"), default="judge")


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
