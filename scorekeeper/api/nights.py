"""Nights and their tables."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.asking import key_or_new
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import as_seen_or_not
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import cursor_of
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import may_be_conditional
from scorekeeper.api.blueprint import may_be_keyed
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import place_in
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import conditions
from scorekeeper.services import nights
from scorekeeper.services import tables
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.views import TableView

resources = Blueprint("nights", "Nights, their tables and who sits there.")
NIGHT = CLUB + "/nights/<id:night_id>"
TABLE = CLUB + "/tables/<id:table_id>"
ID = "019a5b1e-4c00-7000-8000-00000000002a"
_PEOPLE = {"member_ids": [ID, ID.replace("2a", "2b"), ID.replace("2a", "2c")]}
_SEATING = (
    ErrorCode.NIGHT_NOT_OPEN,
    ErrorCode.SEATS_COUNT,
    ErrorCode.SEAT_TAKEN,
    ErrorCode.MEMBER_INACTIVE,
    ErrorCode.CHANGED_MEANWHILE,
)


@resources.get(CLUB + "/nights")
@needs(Action.LOOK)
@resources.takes(asked.Page, location="query")
@resources.answers(200, answers.NIGHTS)
def list_nights(told: dict[str, Any], club_id: str) -> Any:
    """List the nights, the newest first."""
    place = place_in(told.get("cursor"), int)
    limit = told["limit"]
    found = nights.list_nights(
        desk(), club_id=club_id, before=None if place is None else place[0], limit=limit
    )
    more = len(found) == limit
    return page_of(found, cursor_of(found[-1].number) if more else None)


@resources.post(CLUB + "/nights")
@needs(Action.HOST_NIGHT)
@may_be_keyed
@resources.takes(asked.NewNight, example={"date": "2026-11-27", "place": "Gasthof Post"})
@resources.answers(201, answers.NIGHT, etag=True)
def start_night(told: dict[str, Any], club_id: str) -> Any:
    """Begin a night, by default tonight."""
    made = nights.start_night(desk(), club_id=club_id, key=key_or_new(), **told)
    return tagged(made), {"Location": f"{request.path}/{made.id}"}


@resources.post(CLUB + "/quick-nights")
@needs(Action.HOST_NIGHT)
@may_be_keyed
@refuses(ErrorCode.NAME_TAKEN, ErrorCode.NAME_INVALID, ErrorCode.SEATS_COUNT)
@resources.takes(
    asked.QuickNight,
    example={"names": ["Anna", "Bert", "Caro"], "game": "bolachen", "tariff": 10, "options": {}},
)
@resources.answers(201, answers.TABLE, etag=True)
def quick_night(told: dict[str, Any], club_id: str) -> Any:
    """Begin a night with one table in one step; who is no member yet becomes one."""
    made = nights.quick_night(desk(), club_id=club_id, key=key_or_new(), **told)
    return tagged(made), {"Location": f"/api/v1/clubs/{club_id}/tables/{made.id}"}


@resources.get(NIGHT)
@needs(Action.LOOK)
@resources.answers(200, answers.NIGHT, etag=True)
def get_night(club_id: str, night_id: str) -> Any:
    """Return a night."""
    return tagged(nights.get_night(desk(), club_id=club_id, night_id=night_id))


@resources.post(NIGHT + "/close")
@needs(Action.HOST_NIGHT)
@keyed
@may_be_conditional
@refuses(ErrorCode.NIGHT_NOT_OPEN, ErrorCode.CHANGED_MEANWHILE)
@resources.answers(200, answers.NIGHT, etag=True)
def close_night(club_id: str, night_id: str) -> Any:
    """End a night: no more deals, and what lies in a Haferl is divided."""
    at = as_seen_or_not(conditions.night(club_id, night_id), "night")
    return tagged(nights.close_night(at, club_id=club_id, night_id=night_id, key=key()))


@resources.post(NIGHT + "/reopen")
@needs(Action.VOID_NIGHT)
@keyed
@may_be_conditional
@refuses(ErrorCode.NIGHT_NOT_CLOSED, ErrorCode.SETTLEMENT_STARTED, ErrorCode.CHANGED_MEANWHILE)
@resources.answers(200, answers.NIGHT, etag=True)
def reopen_night(club_id: str, night_id: str) -> Any:
    """Open a closed night again."""
    at = as_seen_or_not(conditions.night(club_id, night_id), "night")
    return tagged(nights.reopen_night(at, club_id=club_id, night_id=night_id, key=key()))


@resources.post(NIGHT + "/void")
@needs(Action.VOID_NIGHT)
@keyed
@may_be_conditional
@refuses(ErrorCode.REASON_NEEDED, ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.VoidNight, example={"reason": "Es war nur ein Probeabend."})
@resources.answers(200, answers.NIGHT, etag=True)
def void_night(told: dict[str, Any], club_id: str, night_id: str) -> Any:
    """Void a whole night: every entry is taken back by a counter-entry."""
    at = as_seen_or_not(conditions.night(club_id, night_id), "night")
    return tagged(
        nights.void_night(at, club_id=club_id, night_id=night_id, reason=told["reason"], key=key())
    )


@resources.post(NIGHT + "/tables")
@needs(Action.HOST_NIGHT)
@may_be_keyed
@refuses(*_SEATING)
@resources.takes(
    asked.NewTable,
    example={"game": "bolachen", "house_rules_id": ID, "tariff": 10, **_PEOPLE},
)
@resources.answers(201, answers.TABLE, etag=True)
def open_table(told: dict[str, Any], club_id: str, night_id: str) -> Any:
    """Open a table; the members sit clockwise, the last of them deals first."""
    made = tables.open_table(desk(), club_id=club_id, night_id=night_id, key=key_or_new(), **told)
    return tagged(made), {"Location": f"/api/v1/clubs/{club_id}/tables/{made.id}"}


@resources.get(TABLE)
@needs(Action.LOOK)
@resources.takes(asked.Shown, location="query")
@resources.answers(200, answers.TABLE, etag=True)
def get_table(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Return a table with its last deals."""
    return tagged(tables.get_table(desk(), club_id=club_id, table_id=table_id, deals=told["deals"]))


@resources.get(TABLE + "/revision")
@needs(Action.LOOK)
@resources.answers(200, answers.Revision, etag=True)
def get_revision(club_id: str, table_id: str) -> Any:
    """Return how often a table has changed: cheap to ask again and again, with If-None-Match."""
    found = tables.get_revision(desk(), club_id=club_id, table_id=table_id)
    tagged(("revision", table_id, found))
    return {"revision": found}


@resources.post(TABLE + "/seats")
@needs(Action.HOST_NIGHT)
@may_be_keyed
@may_be_conditional
@refuses(*_SEATING)
@resources.takes(asked.Joining, example={"member_id": ID, "place": 0})
@resources.answers(200, answers.TABLE, etag=True)
def join(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Seat somebody at a place counted from 0 clockwise, by default the last."""
    return tagged(
        tables.join_table(
            _seen_or_not(club_id, table_id),
            club_id=club_id,
            table_id=table_id,
            key=key_or_new(),
            **told,
        )
    )


@resources.put(TABLE + "/seats")
@needs(Action.HOST_NIGHT)
@conditional
@refuses(*_SEATING)
@resources.takes(asked.Order, example=_PEOPLE)
@resources.answers(200, answers.TABLE, etag=True)
def set_seats(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Seat the same people in another order, clockwise."""
    at = as_seen(conditions.table(club_id, table_id), "table")
    return tagged(
        tables.set_seats(at, club_id=club_id, table_id=table_id, member_ids=told["member_ids"])
    )


@resources.delete(TABLE + "/seats/<id:member_id>")
@needs(Action.HOST_NIGHT)
@may_be_keyed
@may_be_conditional
@refuses(*_SEATING)
@resources.answers(200, answers.TABLE, etag=True)
def leave(club_id: str, table_id: str, member_id: str) -> Any:
    """Let somebody go; his balance stays in the night."""
    return tagged(
        tables.leave_table(
            _seen_or_not(club_id, table_id),
            club_id=club_id,
            table_id=table_id,
            member_id=member_id,
            key=key_or_new(),
        )
    )


@resources.post(TABLE + "/seats/<id:member_id>/substitute")
@needs(Action.HOST_NIGHT)
@may_be_keyed
@may_be_conditional
@refuses(*_SEATING)
@resources.takes(asked.Substituting, example={"member_id": ID})
@resources.answers(200, answers.TABLE, etag=True)
def substitute(told: dict[str, Any], club_id: str, table_id: str, member_id: str) -> Any:
    """Put somebody in another's place; the turn to deal goes with the place."""
    return tagged(
        tables.substitute(
            _seen_or_not(club_id, table_id),
            club_id=club_id,
            table_id=table_id,
            out_id=member_id,
            in_id=told["member_id"],
            key=key_or_new(),
        )
    )


@resources.put(TABLE + "/dealer")
@needs(Action.RECORD)
@conditional
@refuses(*_SEATING)
@resources.takes(asked.Dealer, example={"member_id": ID})
@resources.answers(200, answers.TABLE, etag=True)
def set_dealer(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Say who deals next."""
    at = as_seen(conditions.table(club_id, table_id), "table")
    return tagged(
        tables.set_dealer(at, club_id=club_id, table_id=table_id, member_id=told["member_id"])
    )


@resources.put(TABLE + "/sitting-out")
@needs(Action.HOST_NIGHT)
@conditional
@refuses(*_SEATING)
@resources.takes(asked.Order, example={"member_ids": [ID]})
@resources.answers(200, answers.TABLE, etag=True)
def set_sitting_out(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Say who sits out in the next deal, in Watten in the whole match."""
    at = as_seen(conditions.table(club_id, table_id), "table")
    people = told["member_ids"]
    return tagged(tables.set_sitting_out(at, club_id=club_id, table_id=table_id, member_ids=people))


@resources.put(TABLE + "/game")
@needs(Action.HOST_NIGHT)
@conditional
@refuses(*_SEATING)
@resources.takes(
    asked.GameChange, example={"game": "wallachen", "house_rules_id": ID, "tariff": 10}
)
@resources.answers(200, answers.TABLE, etag=True)
def change_game(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Change game, house rules or tariff from the next deal on."""
    at = as_seen(conditions.table(club_id, table_id), "table")
    return tagged(tables.change_game(at, club_id=club_id, table_id=table_id, **told))


@resources.put(TABLE + "/last-round")
@needs(Action.HOST_NIGHT)
@conditional
@refuses(*_SEATING)
@resources.takes(asked.LastRound, example={"on": True})
@resources.answers(200, answers.TABLE, etag=True)
def announce_last_round(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Announce that the night ends when all have dealt equally often, or take it back."""
    at = as_seen(conditions.table(club_id, table_id), "table")
    return tagged(tables.announce_last_round(at, club_id=club_id, table_id=table_id, on=told["on"]))


@resources.put(TABLE + "/match")
@needs(Action.HOST_NIGHT)
@conditional
@refuses(*_SEATING, ErrorCode.VALUE_INVALID)
@resources.takes(asked.MatchDecision, example={"new": True})
@resources.answers(200, answers.TABLE, etag=True)
def decide_match(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Begin a new Watten match with the next deal, or go on though the partners have changed."""
    at = as_seen(conditions.table(club_id, table_id), "table")
    decide = tables.new_match if told["new"] else tables.continue_match
    found: TableView = decide(at, club_id=club_id, table_id=table_id)
    return tagged(found)


def _seen_or_not(club_id: str, table_id: str) -> Any:
    return as_seen_or_not(conditions.table(club_id, table_id), "table")
