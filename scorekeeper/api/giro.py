"""Which payments of a settlement the one who asks may make by bank, and where their codes are."""

from typing import Any

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import visitor
from scorekeeper.api.blueprint import tagged
from scorekeeper.services import bank_details
from scorekeeper.services.permissions import Action
from scorekeeper.services.views import SettlementView


def told(club_id: str, found: SettlementView) -> dict[str, Any]:
    """Return a settlement with its tag, and beside each payment where its code is."""
    codes = _codes(club_id, found)
    tagged((found, codes))
    shown = {name: getattr(found, name) for name in found.__slots__}
    shown["transfers"] = [
        {**{name: getattr(one, name) for name in one.__slots__}, "giro_code": codes.get(one.id)}
        for one in found.transfers
    ]
    return shown


def sees_accounts(club_id: str) -> bool:
    """Return whether who asks may see every account number: who sees the purse."""
    return visitor().may(Action.SEE_PURSE, club_id)


def own_member(club_id: str) -> str | None:
    """Return which member asks; a key to look with, as on a screen for all, is nobody's own."""
    who = visitor()
    if not who.may(Action.TOKENS, club_id):
        return None
    return bank_details.own_member(desk(), club_id=club_id, account_id=who.account_id)


def _codes(club_id: str, found: SettlementView) -> dict[str, str]:
    party = None if sees_accounts(club_id) else own_member(club_id)
    if party is None and not sees_accounts(club_id):
        return {}
    payable = bank_details.payable(desk(), club_id=club_id, night_id=found.night.id, party=party)
    return {one: f"/api/v1/clubs/{club_id}/transfers/{one}/giro-code" for one in sorted(payable)}
