"""Clubs, their members, seasons and house rules."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.asking import key_or_new
from scorekeeper.api.asking import visitor
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import may_be_keyed
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.problems import ProblemError
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_more_answers as more_answers
from scorekeeper.schemas import api_requests as asked
from scorekeeper.services import club_texts
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services import house_rules
from scorekeeper.services import members
from scorekeeper.services import season_changes
from scorekeeper.services import seasons
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("clubs", "Clubs, their members, seasons and house rules.")
_EXAMPLE = {"name": "Gerda"}


@resources.get("/clubs")
@needs(Action.ENTER_SITE)
@resources.answers(200, answers.CLUBS)
def list_clubs() -> Any:
    """List the clubs this key may look into."""
    found = clubs.list_clubs(desk())
    return page_of([one for one in found if visitor().may(Action.LOOK, one.id)], None)


@resources.post("/clubs")
@needs(Action.ENTER_SITE)
@keyed
@refuses(ErrorCode.NAME_INVALID, ErrorCode.VALUE_INVALID, ErrorCode.KEY_REUSED)
@resources.takes(
    asked.NewClub,
    example={"name": "Kartenrunde Post", "language": "de", "time_zone": "Europe/Berlin"},
)
@resources.answers(201, answers.CLUB)
def found_club(told: dict[str, Any]) -> Any:
    """Found a club, on a private machine: its host, as long as nobody has an account.

    The club's first key is made by `POST /clubs/{club_id}/tokens`, there still without a key.
    Once there are accounts, clubs are founded by `scorekeeper club add --owner`.
    """
    if not visitor().everywhere:
        raise ProblemError("forbidden", 403)
    made = clubs.create_club(desk(), key=key(), **told)
    return made, {"Location": f"{request.path}/{made.id}"}


@resources.get(CLUB)
@needs(Action.LOOK)
@resources.answers(200, answers.CLUB, etag=True)
def get_club(club_id: str) -> Any:
    """Return a club."""
    return tagged(conditions.look(desk(), conditions.club(club_id)))


@resources.patch(CLUB)
@needs(Action.CLUB)
@conditional
@refuses(ErrorCode.NAME_INVALID, ErrorCode.VALUE_INVALID)
@resources.takes(
    asked.ClubChange,
    example={"name": "Kartenrunde Post", "language": "de", "time_zone": "Europe/Berlin"},
)
@resources.answers(200, answers.CLUB, etag=True)
def change_club(told: dict[str, Any], club_id: str) -> Any:
    """Give a club another name, language or time zone; what is not named stays."""
    at = as_seen(conditions.club(club_id), "club")
    kept = conditions.look(desk(), conditions.club(club_id))
    club_texts.change_club(
        at,
        club_id=club_id,
        name=told.get("name", kept.name),
        language=told.get("language", kept.language),
        time_zone=told.get("time_zone", kept.time_zone),
    )
    return tagged(conditions.look(desk(), conditions.club(club_id)))


@resources.get(CLUB + "/texts")
@needs(Action.PUBLIC)
@resources.answers(200, more_answers.TEXTS, etag=True)
def get_texts(club_id: str) -> Any:
    """Return what a club says of itself to everybody: its imprint, its words on privacy."""
    return tagged(conditions.look(desk(), conditions.texts(club_id)))


@resources.put(CLUB + "/texts")
@needs(Action.CLUB)
@conditional
@refuses(ErrorCode.TEXT_TOO_LONG)
@resources.takes(
    asked.TextsChange,
    example={"imprint": "Kartenrunde Post\nAnna Huber, Hauptstraße 1", "privacy": ""},
)
@resources.answers(200, more_answers.TEXTS, etag=True)
def set_texts(told: dict[str, Any], club_id: str) -> Any:
    """Say the imprint and the words on privacy, both of them anew."""
    at = as_seen(conditions.texts(club_id), "club")
    return tagged(club_texts.set_texts(at, club_id=club_id, **told))


@resources.get(CLUB + "/members")
@needs(Action.LOOK)
@resources.takes(asked.Everybody, location="query")
@resources.answers(200, answers.MEMBERS)
def list_members(told: dict[str, Any], club_id: str) -> Any:
    """List the members by name."""
    found = members.list_members(desk(), club_id=club_id, include_inactive=told["include_inactive"])
    return page_of(found, None)


@resources.post(CLUB + "/members")
@needs(Action.MEMBERS)
@may_be_keyed
@refuses(ErrorCode.NAME_INVALID, ErrorCode.NAME_TAKEN)
@resources.takes(asked.NewMember, example=_EXAMPLE)
@resources.answers(201, answers.MEMBER, etag=True)
def add_member(told: dict[str, Any], club_id: str) -> Any:
    """Add a member."""
    made = members.add_member(desk(), club_id=club_id, name=told["name"], key=key_or_new())
    return tagged(made), {"Location": f"{request.path}/{made.id}"}


@resources.get(CLUB + "/members/<id:member_id>")
@needs(Action.LOOK)
@resources.answers(200, answers.MEMBER, etag=True)
def get_member(club_id: str, member_id: str) -> Any:
    """Return a member."""
    return tagged(conditions.look(desk(), conditions.member(club_id, member_id)))


@resources.patch(CLUB + "/members/<id:member_id>")
@needs(Action.MEMBERS)
@conditional
@refuses(ErrorCode.NAME_INVALID, ErrorCode.NAME_TAKEN)
@resources.takes(asked.MemberChange, example={"name": "Anni"})
@resources.answers(200, answers.MEMBER, etag=True)
def change_member(told: dict[str, Any], club_id: str, member_id: str) -> Any:
    """Rename a member, or let him play no more, or again."""
    at = as_seen(conditions.member(club_id, member_id), "member")
    who = {"club_id": club_id, "member_id": member_id}
    if "name" in told:
        members.rename_member(at, name=told["name"], **who)
        at = desk()
    if told.get("active") is True:
        members.reactivate_member(at, **who)
    elif told.get("active") is False:
        members.deactivate_member(at, **who)
    return tagged(conditions.look(desk(), conditions.member(club_id, member_id)))


@resources.get(CLUB + "/seasons")
@needs(Action.LOOK)
@resources.answers(200, answers.SEASONS)
def list_seasons(club_id: str) -> Any:
    """List the seasons, the latest first, without totals."""
    return page_of(seasons.list_seasons(desk(), club_id=club_id), None)


@resources.post(CLUB + "/seasons")
@needs(Action.SEASONS)
@may_be_keyed
@refuses(ErrorCode.NAME_INVALID, ErrorCode.NAME_TAKEN)
@resources.takes(
    asked.NewSeason, example={"name": "2027", "begins": "2027-01-01", "ends": "2027-12-31"}
)
@resources.answers(201, answers.SEASON, etag=True)
def add_season(told: dict[str, Any], club_id: str) -> Any:
    """Begin a season; nights belong to the one that covers their day."""
    made = seasons.create_season(desk(), club_id=club_id, key=key_or_new(), **told)
    return tagged(made), {"Location": f"{request.path}/{made.id}"}


@resources.get(CLUB + "/seasons/<id:season_id>")
@needs(Action.LOOK)
@resources.answers(200, answers.SEASON, etag=True)
def get_season(club_id: str, season_id: str) -> Any:
    """Return a season and what it brought everybody."""
    return tagged(seasons.get_season(desk(), club_id=club_id, season_id=season_id))


@resources.patch(CLUB + "/seasons/<id:season_id>")
@needs(Action.SEASONS)
@conditional
@may_be_keyed
@refuses(
    ErrorCode.NAME_INVALID,
    ErrorCode.NAME_TAKEN,
    ErrorCode.SEASON_CLOSED,
    ErrorCode.SEASON_OUTSIDE,
)
@resources.takes(asked.SeasonChange, example={"name": "Winter 2026/27", "ends": "2027-03-31"})
@resources.answers(200, answers.SEASON, etag=True)
def change_season(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Give a season another name or other days; what is not named stays.

    Evenings stay in the season they are in. Days that would leave out one of its evenings are
    refused, and a closed season is not changed.
    """
    told["open_end"] = "ends" in told and told["ends"] is None
    changed = season_changes.change_season(
        as_seen(conditions.season(club_id, season_id), "season"),
        club_id=club_id,
        season_id=season_id,
        key=key_or_new(),
        **told,
    )
    return tagged(changed)


@resources.get(CLUB + "/seasons/<id:season_id>/changes")
@needs(Action.LOOK)
@resources.answers(200, more_answers.SEASON_CHANGES)
def list_season_changes(club_id: str, season_id: str) -> Any:
    """List how a season's name and days were changed, the last change first."""
    found = season_changes.season_history(desk(), club_id=club_id, season_id=season_id)
    return page_of(found, None)


@resources.get(CLUB + "/house-rules")
@needs(Action.LOOK)
@resources.takes(asked.OfGame, location="query")
@resources.answers(200, answers.HOUSE_RULES_LIST)
def list_house_rules(told: dict[str, Any], club_id: str) -> Any:
    """List every version of the club's house rules."""
    found = house_rules.list_house_rules(desk(), club_id=club_id, game=told.get("game"))
    return page_of(found, None)


@resources.post(CLUB + "/house-rules")
@needs(Action.HOUSE_RULES)
@may_be_keyed
@refuses(ErrorCode.OPTION_UNKNOWN, ErrorCode.OPTION_VALUE, ErrorCode.NAME_INVALID)
@resources.takes(
    asked.NewHouseRules, example={"game": "wallachen", "name": "Unsere", "options": {}}
)
@resources.answers(201, answers.HOUSE_RULES, etag=True)
def add_house_rules(told: dict[str, Any], club_id: str) -> Any:
    """Keep house rules under a name; a name that exists gets a next version."""
    made = house_rules.create_house_rules(desk(), club_id=club_id, key=key_or_new(), **told)
    return tagged(made), {"Location": f"{request.path}/{made.id}"}


@resources.get(CLUB + "/house-rules/<id:house_rules_id>")
@needs(Action.LOOK)
@resources.answers(200, answers.HOUSE_RULES, etag=True)
def get_house_rules(club_id: str, house_rules_id: str) -> Any:
    """Return one version of house rules."""
    return tagged(
        house_rules.get_house_rules(desk(), club_id=club_id, house_rules_id=house_rules_id)
    )
