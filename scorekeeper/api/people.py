"""People beyond their names: duplicates, leaving no trace, guests at a table, officers."""

from typing import Any

from werkzeug.wrappers import Response

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_or_not
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import may_be_conditional
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.giro import own_member
from scorekeeper.api.nights import ID
from scorekeeper.api.nights import TABLE
from scorekeeper.documents.file_names import attachment
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.schemas import api_more_answers as answers
from scorekeeper.schemas import api_people as asked
from scorekeeper.services import anonymity
from scorekeeper.services import conditions
from scorekeeper.services import guests
from scorekeeper.services import invitations
from scorekeeper.services import merging
from scorekeeper.services import officers
from scorekeeper.services import person_export
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("people", "Duplicates, data about a person, guests at a table, officers.")
MEMBER = CLUB + "/members/<id:member_id>"
OFFICER = CLUB + "/officers/<id:account_id>"


@resources.post(MEMBER + "/merge/preview")
@needs(Action.PEOPLE_DATA)
@resources.takes(asked.Merging, example={"into_id": ID})
@resources.answers(200, answers.MERGE_PREVIEW)
def preview_merge(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Say what a merge would make of two people."""
    return merging.preview_merge(
        desk(), club_id=club_id, member_id=member_id, into_id=told["into_id"]
    )


@resources.post(MEMBER + "/merge")
@needs(Action.PEOPLE_DATA)
@keyed
@resources.takes(asked.Merging, example={"into_id": ID, "why": "Zweimal angelegt"})
@resources.answers(200, answers.MEMBER)
def merge(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Make a duplicate one with the person it stands for; its history is kept."""
    return merging.merge_members(desk(), club_id=club_id, member_id=member_id, key=key(), **told)


@resources.post(MEMBER + "/unmerge")
@needs(Action.PEOPLE_DATA)
@keyed
@resources.takes(asked.Parting, example={"why": "Es sind doch zwei"})
@resources.answers(200, answers.MEMBER)
def unmerge(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Take a merge back."""
    return merging.unmerge_member(desk(), club_id=club_id, member_id=member_id, key=key(), **told)


@resources.post(MEMBER + "/anonymise")
@needs(Action.PEOPLE_DATA)
@keyed
@resources.takes(asked.Anonymising, example={"confirmed": True, "why": "Auf Wunsch"})
@resources.answers(200, answers.MEMBER)
def anonymise(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Make somebody unrecognisable, with every sum as it was. This cannot be taken back."""
    return anonymity.make_anonymous(desk(), club_id=club_id, member_id=member_id, key=key(), **told)


@resources.get(MEMBER + "/export")
@needs(Action.PEOPLE_DATA)
@resources.gives_file("Everything that is kept about a person.", "application/json")
def export_person(club_id: str, member_id: str) -> Any:
    """Return everything that is kept about a person."""
    return _export(club_id, member_id)


@resources.get(CLUB + "/own-export")
@needs(Action.LOOK)
@refuses(ErrorCode.NOT_FOUND)
@resources.gives_file("Everything that is kept about oneself.", "application/json")
def export_oneself(club_id: str) -> Any:
    """Return everything that is kept about the member whose key this is.

    Beside `look` the key needs the scope `tokens`; one that only looks is nobody's own.
    """
    member_id = own_member(club_id)
    if member_id is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "member")
    return _export(club_id, member_id)


def _export(club_id: str, member_id: str) -> Response:
    found = person_export.export_person(desk(), club_id=club_id, member_id=member_id)
    return Response(
        (piece.encode() for piece in found.pieces),
        mimetype="application/json",
        headers={"Content-Disposition": attachment(found.name)},
    )


@resources.get(TABLE + "/door")
@needs(Action.GUESTS)
@resources.answers(200, answers.DOOR, etag=True)
def get_door(club_id: str, table_id: str) -> Any:
    """Return the code guests of a table type, and who came in."""
    return tagged(conditions.look(desk(), conditions.door(club_id, table_id)))


@resources.put(TABLE + "/door")
@needs(Action.GUESTS)
@conditional
@refuses(ErrorCode.NIGHT_NOT_OPEN, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.DoorChange, example={"open": True, "writes": False})
@resources.answers(200, answers.DOOR, etag=True)
def set_door(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Let guests in by a new code, or no more."""
    at = as_seen(conditions.door(club_id, table_id), "table")
    if not told["open"]:
        return tagged(guests.shut_door(at, club_id=club_id, table_id=table_id))
    return tagged(guests.open_door(at, club_id=club_id, table_id=table_id, writes=told["writes"]))


@resources.post(TABLE + "/door/let-write")
@needs(Action.GUESTS)
@may_be_conditional
@refuses(ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.Writing, example={"writes": True})
@resources.answers(200, answers.DOOR, etag=True)
def let_write(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Say whether the guests of a table may record, all of them or one; its code stays."""
    at = as_seen_or_not(conditions.door(club_id, table_id), "table")
    return tagged(guests.let_write(at, club_id=club_id, table_id=table_id, **told))


@resources.post(TABLE + "/door/send-away")
@needs(Action.GUESTS)
@may_be_conditional
@refuses(ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.SentAway, example={"guest_id": ID})
@resources.answers(200, answers.DOOR, etag=True)
def send_away(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Send a guest away."""
    at = as_seen_or_not(conditions.door(club_id, table_id), "table")
    return tagged(
        guests.send_away(at, club_id=club_id, table_id=table_id, guest_id=told["guest_id"])
    )


@resources.get(CLUB + "/officers")
@needs(Action.ROLES)
@resources.answers(200, answers.OFFICERS)
def list_officers(club_id: str) -> Any:
    """List everybody who holds a role in the club."""
    return page_of(officers.list_officers(desk(), club_id=club_id), None)


@resources.get(OFFICER)
@needs(Action.ROLES)
@refuses(ErrorCode.NOT_FOUND)
@resources.answers(200, answers.OFFICER, etag=True)
def get_officer(club_id: str, account_id: str) -> Any:
    """Return somebody who holds a role in the club."""
    found = conditions.look(desk(), conditions.officer(club_id, account_id))
    if found is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "account")
    return tagged(found)


@resources.put(OFFICER)
@needs(Action.ROLES)
@conditional
@refuses(ErrorCode.LAST_OWNER, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.RolesOf, example={"roles": ["scorekeeper"]})
@resources.answers(200, answers.OFFICERS)
def set_roles(told: dict[str, Any], club_id: str, account_id: str) -> Any:
    """Say which roles somebody has; the last owner keeps his. If-Match is the one of his GET."""
    at = as_seen(conditions.officer(club_id, account_id), "account")
    return page_of(officers.set_roles(at, club_id=club_id, account_id=account_id, **told), None)


@resources.put(OFFICER + "/member")
@needs(Action.ROLES)
@conditional
@refuses(ErrorCode.NOT_FOUND, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.OfficerIs, example={"member_id": ID})
@resources.answers(200, answers.OFFICER, etag=True)
def link_member(told: dict[str, Any], club_id: str, account_id: str) -> Any:
    """Say which member an officer is, so that his own account number is his to see."""
    thing = conditions.officer(club_id, account_id)
    officers.link_member(as_seen(thing, "account"), club_id=club_id, account_id=account_id, **told)
    return tagged(conditions.look(desk(), thing))


@resources.get(CLUB + "/invitations")
@needs(Action.ROLES)
@resources.answers(200, answers.INVITATIONS)
def list_invitations(club_id: str) -> Any:
    """List the invitations that can still be used."""
    return page_of(invitations.list_invitations(desk(), club_id=club_id), None)


@resources.post(CLUB + "/invitations")
@needs(Action.ROLES)
@resources.takes(asked.InvitationRequest, example={"roles": ["viewer"], "name": "Gerda"})
@resources.answers(201, answers.NewInvitation)
def invite(told: dict[str, Any], club_id: str) -> Any:
    """Make an invitation; the end of its link, /invitation/…, is shown this once."""
    made, token = invitations.invite(desk(), club_id=club_id, **told)
    return {"invitation": made, "token": token}


@resources.post(CLUB + "/invitations/withdraw")
@needs(Action.ROLES)
@resources.takes(asked.Withdrawal, example={"invitation_id": ID})
@resources.answers(200, answers.INVITATIONS)
def withdraw(told: dict[str, Any], club_id: str) -> Any:
    """Withdraw an invitation."""
    invitations.withdraw_invitation(desk(), club_id=club_id, **told)
    return page_of(invitations.list_invitations(desk(), club_id=club_id), None)
