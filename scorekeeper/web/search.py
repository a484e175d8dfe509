"""Searching the deals of a club by person, contract, day and what else they are told apart by."""

from datetime import date
from typing import Any

from flask import Blueprint
from flask import request
from flask import url_for

from scorekeeper.cards import SUIT_NAMES
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import Translator
from scorekeeper.i18n.formats import format_date
from scorekeeper.schemas.forms import GAMES
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import day_of
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms import whole
from scorekeeper.schemas.forms_people import Search as SearchForm
from scorekeeper.services import clubs
from scorekeeper.services import search
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.services.search import CONTRACTS
from scorekeeper.services.search import Hit
from scorekeeper.services.search import Search
from scorekeeper.services.search import SearchView
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words
from scorekeeper.web.rows import row_of

pages = Blueprint("search", __name__, url_prefix="/c/<string(length=36):club_id>")

_FIELDS = (
    *("person", "part", "game", "contract", "trump", "place", "first", "last"),
    *("corrected", "undone"),
)


@pages.get("/search")
@needs(Action.LOOK)
def show(club_id: str) -> str | tuple[str, int]:
    club = clubs.get_club(desk(), club_id=club_id)
    found: SearchView | None = None
    errors: dict[str, str] = {}
    try:
        form = read(SearchForm, request.args)
        wanted = _wanted(club_id, form)
        if request.args:
            found = search.search_deals(
                desk(), club_id=club_id, wanted=wanted, after=form["after"] or None
            )
    except FormError as error:
        errors = field_errors(error)
    except ScorekeeperError as error:
        errors = {error.place or "person": refusal(error)}
    shown = _page(club_id, club.name, found, errors)
    return (shown, 422) if errors else shown


def _wanted(club_id: str, form: dict[str, Any]) -> Search:
    """Read what is searched for.

    Raises FormError for a day or a person there is not.
    """
    member_id = None
    if form["person"]:
        try:
            member_id = search.person_named(desk(), club_id=club_id, name=form["person"])
        except ScorekeeperError as error:
            if error.code is not ErrorCode.NOT_FOUND:
                raise
            raise FormError({"person": "people.search.nobody"}) from error
    place = whole(form["place"])
    if form["place"] and not place:
        raise FormError({"place": "web.form.choice"})
    return Search(
        member_id=member_id,
        declared=form["part"] == "declarer" and member_id is not None,
        game=form["game"],
        contract=form["contract"],
        trump=form["trump"],
        place=place or None,
        first=_day(form, "first"),
        last=_day(form, "last"),
        corrected=form["corrected"] == "yes",
        undone=form["undone"] == "yes",
    )


def _day(form: dict[str, Any], name: str) -> date | None:
    found = day_of(form[name])
    if found is None and form[name]:
        raise FormError({name: "web.form.date"})
    return found


def _page(club_id: str, club_name: str, found: SearchView | None, errors: dict[str, str]) -> str:
    t = words()
    asked = {name: request.args.get(name, "").strip() for name in _FIELDS}
    told: dict[str, Any] = {name: value for name, value in asked.items() if value}
    after = None if found is None else found.next_after
    looked_to = None if found is None else found.looked_to
    return page(
        "web/search.html",
        here="search",
        club_name=club_name,
        names=[one.name for one in search.person_names(desk(), club_id=club_id)],
        games=[(game, t("web.game." + game)) for game in GAMES],
        contracts=[(one, t("people.contract." + one)) for one in CONTRACTS],
        suits=[(letter, t("findings.suit." + letter)) for letter in SUIT_NAMES],
        asked=asked,
        errors=errors,
        searched=found is not None,
        nights=[] if found is None else _by_night(club_id, found.hits, t),
        next_link=url_for(".show", club_id=club_id, **told, after=after) if after else "",
        looked_to=format_date(looked_to, t.lang, short=True) if looked_to else "",
    )


def _by_night(club_id: str, hits: tuple[Hit, ...], t: Translator) -> list[dict[str, Any]]:
    """Lay out deals under the evening they were played on."""
    link = url_for("nights.index", club_id=club_id) + "d/"
    nights: list[dict[str, Any]] = []
    for hit in hits:
        if not nights or nights[-1]["id"] != hit.night_id:
            nights.append(
                {
                    "id": hit.night_id,
                    "day": format_date(hit.day, t.lang, short=True),
                    "number": hit.night_number,
                    "link": url_for("ledger.show", club_id=club_id, night_id=hit.night_id),
                    "rows": [],
                }
            )
        deal = hit.deal
        names: Any = deal.record["seats"]
        ids: Any = deal.said["seats"]
        row = row_of(deal, dict(zip(names, ids, strict=True)), t, link)
        tag = row.tag or (t("web.deal.corrected") if hit.corrected else "")
        nights[-1]["rows"].append({"row": row, "tag": tag, "table": deal.table_name})
    return nights
