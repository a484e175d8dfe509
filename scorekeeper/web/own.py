"""What is one's own: which member of a club an account is, and pages that are his as well."""

from flask import g

from scorekeeper.services import bank_details
from scorekeeper.services.permissions import Action
from scorekeeper.web.gate import require
from scorekeeper.web.pages import desk


def own_member(club_id: str) -> str | None:
    """Return which member of a club this visitor is, as far as it was said."""
    return bank_details.own_member(desk(), club_id=club_id, account_id=g.visitor.account_id)


def require_own(club_id: str, member_id: str, otherwise: Action) -> None:
    """Let a member at what is his own, and whoever may do the other thing at that of all."""
    if own_member(club_id) != member_id:
        require(otherwise)
