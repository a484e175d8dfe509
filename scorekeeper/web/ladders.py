"""The ladders of a season: what each ranks by, new ones, changed ones, retired ones."""

from typing import Any

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.i18n.ladder_words import ladder_name
from scorekeeper.i18n.ladder_words import ladder_rules
from scorekeeper.i18n.ladder_words import seed_shown
from scorekeeper.schemas.forms import GAMES
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_season import KINDS
from scorekeeper.schemas.forms_season import TIES
from scorekeeper.schemas.forms_season import TIES_MAX
from scorekeeper.schemas.forms_season import LadderForm
from scorekeeper.season.ladder import USUAL_TIE_BREAKS
from scorekeeper.services import ladders
from scorekeeper.services import seasons
from scorekeeper.services.ladder_views import LadderView
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import new_key
from scorekeeper.web.pages import page
from scorekeeper.web.pages import refusal
from scorekeeper.web.pages import words

NUMBERS = ("best", "drop", "min_nights", "min_deals")

pages = Blueprint(
    "ladders",
    __name__,
    url_prefix="/c/<string(length=36):club_id>/seasons/<string(length=36):season_id>/ladders",
)


@pages.get("/")
@needs(Action.LOOK)
def index(club_id: str, season_id: str) -> str:
    t = words()
    found = ladders.list_ladders(desk(), club_id=club_id, season_id=season_id, retired=True)
    return page(
        "web/ladders.html",
        here="seasons",
        season=seasons.get_season(desk(), club_id=club_id, season_id=season_id),
        ladders=[
            {
                "id": one.id,
                "name": ladder_name(one.number, one.name, t),
                "retired": one.retired,
                "rules": ladder_rules(one, t),
                "version": _version(one),
            }
            for one in found
        ],
        key=new_key(),
    )


@pages.get("/new")
@needs(Action.SEASONS)
def new(club_id: str, season_id: str) -> str:
    typed = {"kind": "money", "game": "all", "guests": True, "substitutes": True}
    ties = [one.value for one in USUAL_TIE_BREAKS]
    return _form(club_id, season_id, None, {**typed, "ties": ties}, {})


@pages.post("/new")
@needs(Action.SEASONS)
def create(club_id: str, season_id: str) -> Response | tuple[str, int]:
    return _save(club_id, season_id, None)


@pages.get("/<string(length=36):ladder_id>")
@needs(Action.SEASONS)
def edit(club_id: str, season_id: str, ladder_id: str) -> str:
    ladder = _latest(club_id, season_id, ladder_id)
    typed: dict[str, Any] = {
        name: getattr(ladder, name) or ""
        for name in ("kind", "game", *NUMBERS, "guests", "substitutes", "seed")
    }
    typed |= {"name": _called(ladder), "ties": list(ladder.tie_breaks)}
    typed["seed"] = seed_shown(ladder.seed)
    return _form(club_id, season_id, ladder, typed, {})


@pages.post("/<string(length=36):ladder_id>")
@needs(Action.SEASONS)
def change(club_id: str, season_id: str, ladder_id: str) -> Response | tuple[str, int]:
    return _save(club_id, season_id, _latest(club_id, season_id, ladder_id))


@pages.post("/<string(length=36):ladder_id>/retire")
@needs(Action.SEASONS)
def retire(club_id: str, season_id: str, ladder_id: str) -> Response:
    ladder = _latest(club_id, season_id, ladder_id)
    ladders.retire_ladder(desk(), club_id=club_id, ladder_id=ladder_id, retired=not ladder.retired)
    return go("ladders.index", club_id=club_id, season_id=season_id)


def _latest(club_id: str, season_id: str, ladder_id: str) -> LadderView:
    """Return the present version of a ladder of this season."""
    found = ladders.list_ladders(desk(), club_id=club_id, season_id=season_id, retired=True)
    ladder = next((one for one in found if one.id == ladder_id), None)
    if ladder is None:
        raise ScorekeeperError(ErrorCode.NOT_FOUND, "ladder")
    return ladder


def _save(club_id: str, season_id: str, ladder: LadderView | None) -> Response | tuple[str, int]:
    try:
        form = read(LadderForm, request.form)
        settings = _settings(form)
        if ladder is None:
            ladders.create_ladder(
                desk(),
                club_id=club_id,
                season_id=season_id,
                name=form["name"],
                settings=settings,
                seed=form["seed"],
                key=form["key"],
            )
        else:
            ladders.change_ladder(
                desk(),
                club_id=club_id,
                ladder_id=ladder.id,
                # What a usual ladder is called in the reader's language is no new name for it.
                name=None if form["name"] == _called(ladder) else form["name"],
                settings=settings,
                seed=form["seed"] or ladder.seed,
                key=form["key"],
            )
    except FormError as error:
        return _again(club_id, season_id, ladder, field_errors(error))
    except ScorekeeperError as error:
        return _again(club_id, season_id, ladder, _said(error))
    return go("ladders.index", club_id=club_id, season_id=season_id)


def _settings(form: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": form["kind"],
        "game": form["game"],
        "best": form["best"] or None,
        "drop": form["drop"] or 0,
        "min_nights": form["min_nights"] or 0,
        "min_deals": form["min_deals"] or 0,
        "guests": form["guests"],
        "substitutes": form["substitutes"],
        "tie_breaks": [one for one in form["ties"] if one],
    }


def _said(error: ScorekeeperError) -> dict[str, str]:
    """Say what cannot be where it was typed."""
    t = words()
    if error.place in ("best", "drop", "tie_breaks"):
        return {error.place: t(f"season.form.{error.place}")}
    return {error.place or "name": refusal(error)}


def _again(
    club_id: str, season_id: str, ladder: LadderView | None, errors: dict[str, str]
) -> tuple[str, int]:
    typed: dict[str, Any] = {
        name: request.form.get(name, "")
        for name in ("name", "kind", "game", *NUMBERS, "guests", "substitutes", "seed")
    }
    return _form(
        club_id, season_id, ladder, {**typed, "ties": request.form.getlist("ties")}, errors
    ), 422


def _form(
    club_id: str,
    season_id: str,
    ladder: LadderView | None,
    typed: dict[str, Any],
    errors: dict[str, str],
) -> str:
    t = words()
    ties = [*typed["ties"], *[""] * TIES_MAX][:TIES_MAX]
    return page(
        "web/ladder_form.html",
        here="seasons",
        season=seasons.get_season(desk(), club_id=club_id, season_id=season_id),
        ladder=ladder,
        called="" if ladder is None else _called(ladder),
        typed={"name": "", "seed": "", **dict.fromkeys(NUMBERS, ""), **typed},
        ties=ties,
        kinds=[(kind, t(f"season.kind.{kind}.is")) for kind in KINDS],
        games=[("all", t("season.game.all")), *((g, t(f"web.game.{g}")) for g in GAMES)],
        tie_words=[("", t("season.tie.none")), *((one, t(f"season.tie.{one}")) for one in TIES)],
        errors=errors,
        key=new_key(),
    )


def _called(ladder: LadderView) -> str:
    return ladder_name(ladder.number, ladder.name, words())


def _version(ladder: LadderView) -> str:
    t = words()
    return t(
        "season.version",
        version=ladder.version,
        day=format_date(ladder.at.date(), t.lang, short=True),
    )
