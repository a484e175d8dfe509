"""Ladders, how they stand, ratings, statistics, and the search through all deals."""

from typing import Any

from flask import request

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key_or_new
from scorekeeper.api.asking import wired
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import as_seen
from scorekeeper.api.blueprint import conditional
from scorekeeper.api.blueprint import cursor_of
from scorekeeper.api.blueprint import may_be_keyed
from scorekeeper.api.blueprint import page_of
from scorekeeper.api.blueprint import place_in
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_more_answers as answers
from scorekeeper.schemas import api_people as asked
from scorekeeper.services import conditions
from scorekeeper.services import ladders
from scorekeeper.services import public_seasons
from scorekeeper.services import search as searching
from scorekeeper.services import standings
from scorekeeper.services import statistics
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.public_seasons import PublicView

resources = Blueprint("standings", "Ladders, how they stand, ratings, statistics and search.")
SEASON = CLUB + "/seasons/<id:season_id>"
LADDER = CLUB + "/ladders/<id:ladder_id>"
_SETTINGS = {"kind": "money", "best": 10, "min_nights": 3}


@resources.get(SEASON + "/ladders")
@needs(Action.LOOK)
@resources.answers(200, answers.LADDERS)
def list_ladders(club_id: str, season_id: str) -> Any:
    """List a season's ladders."""
    return page_of(ladders.list_ladders(desk(), club_id=club_id, season_id=season_id), None)


@resources.post(SEASON + "/ladders")
@needs(Action.SEASONS)
@may_be_keyed
@refuses(ErrorCode.SEASON_CLOSED, ErrorCode.NAME_TAKEN, ErrorCode.VALUE_INVALID)
@resources.takes(asked.NewLadder, example={"name": "Die besten zehn", "settings": _SETTINGS})
@resources.answers(201, answers.LADDER, etag=True)
def create_ladder(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Make a ladder of the same deals, counted another way."""
    made = ladders.create_ladder(
        desk(), club_id=club_id, season_id=season_id, key=key_or_new(), **told
    )
    return tagged(made), {"Location": f"/api/v1/clubs/{club_id}/ladders/{made.id}"}


@resources.get(LADDER)
@needs(Action.LOOK)
@resources.answers(200, answers.LADDER, etag=True)
def get_ladder(club_id: str, ladder_id: str) -> Any:
    """Return a ladder in its present version."""
    return tagged(conditions.look(desk(), conditions.ladder(club_id, ladder_id)))


@resources.patch(LADDER)
@needs(Action.SEASONS)
@may_be_keyed
@conditional
@refuses(
    ErrorCode.SEASON_CLOSED,
    ErrorCode.NAME_TAKEN,
    ErrorCode.VALUE_INVALID,
    ErrorCode.CHANGED_MEANWHILE,
)
@resources.takes(asked.LadderChange, example={"name": "Die besten acht"})
@resources.answers(200, answers.LADDER, etag=True)
def change_ladder(told: dict[str, Any], club_id: str, ladder_id: str) -> Any:
    """Give a ladder a next version, or retire it."""
    at = as_seen(conditions.ladder(club_id, ladder_id), "ladder")
    retired = told.pop("retired", None)
    if retired is not None:
        found = ladders.retire_ladder(at, club_id=club_id, ladder_id=ladder_id, retired=retired)
        if not told:
            return tagged(found)
        at = desk()
    return tagged(
        ladders.change_ladder(at, club_id=club_id, ladder_id=ladder_id, key=key_or_new(), **told)
    )


@resources.get(LADDER + "/versions")
@needs(Action.LOOK)
@resources.answers(200, answers.LADDERS)
def ladder_history(club_id: str, ladder_id: str) -> Any:
    """List every version a ladder had."""
    return page_of(ladders.ladder_history(desk(), club_id=club_id, ladder_id=ladder_id), None)


@resources.get(SEASON + "/standings")
@needs(Action.LOOK)
@resources.takes(asked.Standing, location="query")
@resources.answers(200, answers.STANDINGS)
def how_it_stands(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Say how a ladder stands, now or after the night `as_of`; by default the first ladder."""
    return standings.standings(desk(), club_id=club_id, season_id=season_id, **told)


@resources.get(SEASON + "/ratings")
@needs(Action.LOOK)
@resources.takes(asked.RatingsOf, location="query")
@resources.answers(200, answers.RATINGS)
def ratings(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Say how strong everybody seems to be at a game, and how sure that is."""
    return standings.ratings(desk(), club_id=club_id, season_id=season_id, **told)


@resources.get(SEASON + "/statistics")
@needs(Action.LOOK)
@resources.answers(200, answers.SEASON_STATISTICS)
def season_statistics(club_id: str, season_id: str) -> Any:
    """Return a season over all: by contract and trump, and everybody's course."""
    return statistics.season_statistics(desk(), club_id=club_id, season_id=season_id)


@resources.get(SEASON + "/members/<id:member_id>/statistics")
@needs(Action.LOOK)
@resources.answers(200, answers.PERSON_STATISTICS)
def person_statistics(club_id: str, season_id: str, member_id: str) -> Any:
    """Return what somebody would look at about his own season."""
    return statistics.person_statistics(
        desk(), club_id=club_id, season_id=season_id, member_id=member_id
    )


@resources.get(SEASON + "/public")
@needs(Action.SEASONS)
@resources.answers(200, answers.PublicLink, etag=True)
def get_public_link(club_id: str, season_id: str) -> Any:
    """Say where anybody may look at the season, if anybody may."""
    return _link(tagged(conditions.look(desk(), conditions.public_season(club_id, season_id))))


@resources.put(SEASON + "/public")
@needs(Action.SEASONS)
@conditional
@refuses(ErrorCode.CHANGED_MEANWHILE)
@resources.takes(asked.Publishing, example={"public": True})
@resources.answers(200, answers.PublicLink, etag=True)
def publish(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Let anybody who has the link look at the season, or nobody any more.

    A link stays the same until it ends; another one later is a new one.
    """
    place = conditions.public_season(club_id, season_id)
    at = as_seen(place, "season")
    if told["public"]:
        public_seasons.publish(at, club_id=club_id, season_id=season_id)
    else:
        public_seasons.withdraw(at, club_id=club_id, season_id=season_id)
    return _link(tagged(conditions.look(desk(), place)))


def _link(found: PublicView) -> dict[str, str | None]:
    root = wired().config.public_url or request.host_url.rstrip("/")
    url = None if found.token is None else f"{root}/s/{found.token}"
    return {"token": found.token, "url": url}


@resources.get(CLUB + "/search")
@needs(Action.LOOK)
@resources.takes(asked.SearchPage, location="query")
@resources.answers(200, answers.SearchPage)
def search(told: dict[str, Any], club_id: str) -> Any:
    """Search the club's deals, the newest evening first."""
    place, limit = place_in(told.pop("cursor", None), str), told.pop("limit")
    found = searching.search_deals(
        desk(),
        club_id=club_id,
        wanted=searching.Search(**told),
        after=None if place is None else place[0],
        limit=limit,
    )
    after = None if found.next_after is None else cursor_of(found.next_after)
    _, headers = page_of((), after)
    return {"hits": found.hits, "looked_to": found.looked_to, "next": after}, headers
