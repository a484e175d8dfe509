"""The people of a club: who there is, and a page for each of them."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.formats import format_moment
from scorekeeper.i18n.night_words import held_words
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import Keyed
from scorekeeper.schemas.forms import Named
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_people import NewMember
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import conditions
from scorekeeper.services import members
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.person_card import PersonCard
from scorekeeper.services.person_card import person_card
from scorekeeper.services.views import ClubView
from scorekeeper.web.menu import address
from scorekeeper.web.own import own_member
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import language
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words
from scorekeeper.web.seen import as_seen
from scorekeeper.web.seen import changed_meanwhile
from scorekeeper.web.seen import mark

pages = Blueprint("members", __name__, url_prefix="/c/<string(length=36):club_id>/members")


@pages.get("/")
@needs(Action.LOOK)
def index(club_id: str) -> str:
    return _list(club_id)


@pages.post("/")
@needs(Action.MEMBERS)
def add(club_id: str) -> Response | tuple[str, int]:
    try:
        form = read(NewMember, request.form)
        members.add_member(
            desk(),
            club_id=club_id,
            name=form["name"],
            key=form["key"],
            guest=form["guest"] == "yes",
        )
    except FormError as error:
        return _list(club_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        return _list(club_id, errors={"name": refusal(error)}), 422
    return go("members.index", club_id=club_id)


@pages.get("/<string(length=36):member_id>")
@needs(Action.LOOK)
def show(club_id: str, member_id: str) -> str:
    return _person(club_id, member_id)


@pages.post("/<string(length=36):member_id>")
@needs(Action.MEMBERS)
def change(club_id: str, member_id: str) -> Response | tuple[str, int]:
    """Rename, take out of the lists or put back, make a guest or a member: `do` says which."""
    do = request.form.get("do", "rename")
    try:
        if do == "rename":
            form = read(Named, request.form)
            held = as_seen(conditions.member(club_id, member_id), lambda m: m.name, "name")
            members.rename_member(held, club_id=club_id, member_id=member_id, name=form["name"])
        elif do in ("guest", "member"):
            key = read(Keyed, request.form)["key"]
            become = members.make_guest if do == "guest" else members.make_member
            become(desk(), club_id=club_id, member_id=member_id, key=key)
        else:
            read(Keyed, request.form)
            action: Callable[..., object] = (
                members.reactivate_member if do == "reactivate" else members.deactivate_member
            )
            action(desk(), club_id=club_id, member_id=member_id)
    except FormError as error:
        return _person(club_id, member_id, errors=field_errors(error)), 422
    except ScorekeeperError as error:
        if error.code is ErrorCode.NOT_FOUND:
            raise
        errors, anew = {"name": refusal(error)}, changed_meanwhile(error)
        return _person(club_id, member_id, errors=errors, anew=anew), 409 if anew else 422
    return go("members.show", club_id=club_id, member_id=member_id)


def _list(club_id: str, *, errors: dict[str, str] | None = None) -> str:
    asked = " ".join(request.args.get("q", "").split())[: bounds.NAME_MAX]
    found = members.list_members(desk(), club_id=club_id, include_inactive=True)
    wanted = bounds.name_key(asked)
    shown = [member for member in found if wanted in bounds.name_key(member.name)]
    return page(
        "web/members.html",
        club=clubs.get_club(desk(), club_id=club_id),
        here="members",
        everybody=len(found),
        asked=asked,
        active=[m for m in shown if m.active],
        inactive=[m for m in shown if not m.active],
        typed=request.form.get("name", ""),
        guest=request.form.get("guest") == "yes",
        errors=errors or {},
        key=new_key(),
    )


def _person(
    club_id: str, member_id: str, *, errors: dict[str, str] | None = None, anew: bool = False
) -> str:
    club = clubs.get_club(desk(), club_id=club_id)
    card = person_card(
        desk(), club_id=club_id, member_id=member_id, season_id=request.args.get("season") or None
    )
    return page(
        "web/member.html",
        here="members",
        club=club,
        member=card.member,
        typed=card.member.name if anew else request.form.get("name", card.member.name),
        seen=mark(card.member.name, anew=anew or not errors),
        errors=errors or {},
        key=new_key(),
        **person_facts(club, card),
    )


def person_facts(club: ClubView, card: PersonCard) -> dict[str, object]:
    """Lay out what a person played and what was decided about him."""
    t = words()
    lang = language()
    link: dict[str, Any] = {"club_id": club.id, "member_id": card.member.id}
    return {
        "seasons": [
            {
                "name": one.name,
                "link": url_for("members.show", **link, season=one.season_id),
                "here": one.season_id == card.season_id,
                "nights": one.nights,
                "amount": format_cents(one.cents, lang, sign=True),
                "minus": one.cents < 0,
            }
            for one in card.seasons
        ],
        "nights": [
            {
                "number": one.number,
                "day": format_date(one.day, lang, short=True),
                "link": url_for(
                    "ledger.show", club_id=club.id, night_id=one.night_id, person=card.member.id
                ),
                "held": held_words(t, one.deals, one.rows),
                "amount": format_cents(one.cents, lang, sign=True),
                "minus": one.cents < 0,
            }
            for one in card.nights
        ],
        "duplicates": [
            {
                "id": one.id,
                "name": one.name,
                "since": format_moment(one.at, lang, club.time_zone),
                "who": one.who,
                "reason": one.reason,
            }
            for one in card.duplicates
        ],
        "steps": [
            {
                "words": t(f"people.step.{one.kind}", name=one.name),
                "at": format_moment(one.at, lang, club.time_zone),
                "who": one.who,
                "reason": one.reason,
            }
            for one in reversed(card.steps)
        ],
        "own": own_member(club.id) == card.member.id,
        "account": address("purse.account", **link),
        "account_amount": format_cents(card.account, lang, sign=True),
        "search": url_for("search.show", club_id=club.id, person=card.member.name),
    }
