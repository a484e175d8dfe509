"""Keys for other programs."""

from typing import Any

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import require
from scorekeeper.api.asking import visitor
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import refuses
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import tokens
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import Visitor
from scorekeeper.services.permissions import needs

resources = Blueprint("tokens", "Keys for other programs.")


@resources.get("/me")
@needs(Action.ENTER_SITE)
@resources.answers(200, answers.Mine)
def me() -> Any:
    """Say who this key is and what it is good for: what both its scopes and its account allow."""
    who = visitor()
    grant = who.grant
    clubs = [grant.club_id] if grant is not None else sorted(who.roles)
    return {
        "name": who.name,
        "scopes": sorted(one.value for one in Action if _may_anywhere(who, one, clubs)),
        "clubs": clubs,
        "table_id": None if grant is None else grant.table_id,
    }


def _may_anywhere(who: Visitor, action: Action, clubs: list[str]) -> bool:
    """Say whether somebody may do something in one of these clubs, or with his own account."""
    if who.may(action, None):
        return True
    if action is Action.ACCOUNT:
        return False
    return who.everywhere or any(who.may(action, club_id) for club_id in clubs)


@resources.get(CLUB + "/tokens")
@needs(Action.TOKENS)
@resources.answers(200, answers.TOKENS)
def list_tokens(club_id: str) -> Any:
    """List the keys that are good: one's own, or on a private machine all."""
    found = tokens.list_tokens(desk(), club_id=club_id, account_id=visitor().account_id)
    return page_of(found, None)


@resources.post(CLUB + "/tokens")
@needs(Action.TOKENS)
@refuses(ErrorCode.NAME_INVALID, ErrorCode.VALUE_INVALID, ErrorCode.TOO_MANY)
@resources.takes(asked.NewToken, example={"name": "Anzeige im Saal", "scopes": ["look"]})
@resources.answers(201, answers.MadeToken)
def create_token(told: dict[str, Any], club_id: str) -> Any:
    """Make a key; its text is shown this once. It can do no more than whoever makes it."""
    for scope in told["scopes"]:
        if scope in {one.value for one in Action}:
            require(Action(scope), club_id)
    if told["table_id"] is not None:
        require(Action.GUESTS, club_id)
    return tokens.create_token(desk(), club_id=club_id, account_id=visitor().account_id, **told)


@resources.delete(CLUB + "/tokens/<id:token_id>")
@needs(Action.TOKENS)
@resources.answers(200, answers.TOKEN)
def revoke_token(club_id: str, token_id: str) -> Any:
    """End a key."""
    return tokens.revoke_token(
        desk(), club_id=club_id, token_id=token_id, account_id=visitor().account_id
    )
