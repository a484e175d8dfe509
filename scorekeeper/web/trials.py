"""Other house rules tried on a season: asked for here, watched, and what would have differed."""

from collections.abc import Mapping
from datetime import date

from flask import Blueprint
from flask import request
from werkzeug.wrappers import Response

from scorekeeper.i18n.formats import format_cents
from scorekeeper.i18n.formats import format_date
from scorekeeper.rules.house import Game
from scorekeeper.schemas.forms import FormError
from scorekeeper.schemas.forms import read
from scorekeeper.schemas.forms_trial import TrialForm
from scorekeeper.services import house_rules
from scorekeeper.services import house_trial
from scorekeeper.services import seasons
from scorekeeper.services.house_trial import TrialView
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs
from scorekeeper.web.limits import Kind
from scorekeeper.web.limits import limited
from scorekeeper.web.pages import desk
from scorekeeper.web.pages import field_errors
from scorekeeper.web.pages import go
from scorekeeper.web.pages import page
from scorekeeper.web.pages import words
from scorekeeper.web.rules_words import changed_words
from scorekeeper.web.rules_words import rules_name

SHOWN = 100

pages = Blueprint(
    "trials",
    __name__,
    url_prefix="/c/<string(length=36):club_id>/seasons/<string(length=36):season_id>/trial",
)


@pages.get("/")
@needs(Action.HOUSE_RULES)
def start(club_id: str, season_id: str) -> str:
    return _form(club_id, season_id, {}, {})


@pages.post("/")
@needs(Action.HOUSE_RULES)
@limited(Kind.WORK)
def order(club_id: str, season_id: str) -> Response | tuple[str, int]:
    try:
        form = read(TrialForm, request.form)
    except FormError as error:
        return _form(club_id, season_id, request.form, field_errors(error)), 422
    rules = house_rules.get_house_rules(desk(), club_id=club_id, house_rules_id=form["rules"])
    job = house_trial.request_trial(
        desk(),
        club_id=club_id,
        season_id=season_id,
        game=rules.game,
        options=rules.options,
        first=form["first"],
        last=form["last"],
    )
    return go("trials.show", club_id=club_id, season_id=season_id, trial_id=job)


@pages.get("/<string(length=36):trial_id>")
@needs(Action.HOUSE_RULES)
def show(club_id: str, season_id: str, trial_id: str) -> tuple[str, int, dict[str, str]]:
    """Show how far a dry run is, then what it found; without script the page asks again."""
    trial = house_trial.get_trial(desk(), club_id=club_id, job_id=trial_id)
    running = trial.state in ("queued", "running")
    shown = page(
        "web/trial.html",
        here="seasons",
        season=seasons.get_season(desk(), club_id=club_id, season_id=season_id),
        running=running,
        done=trial.done,
        total=trial.total,
        found=None if trial.found is None else _found(trial.found),
    )
    return shown, 200, {"Refresh": "1"} if running else {}


def _form(club_id: str, season_id: str, typed: Mapping[str, str], errors: Mapping[str, str]) -> str:
    t = words()
    found = house_rules.list_house_rules(desk(), club_id=club_id)
    return page(
        "web/trial_new.html",
        here="seasons",
        season=seasons.get_season(desk(), club_id=club_id, season_id=season_id),
        rules=[
            (
                one.id,
                f"{t('web.game.' + game.value)}: {rules_name(one, t)}",
                changed_words(one.game, one.options, t),
            )
            for game in Game
            for one in found
            if one.game == game.value
        ],
        typed=typed,
        errors=errors,
    )


def _found(found: TrialView) -> dict[str, object]:
    t = words()

    def money(changes: Mapping[str, int]) -> str:
        parts = [f"{who} {format_cents(c, t.lang, sign=True)}" for who, c in changes.items()]
        return ", ".join(parts) or t("season.trial.nothing")

    return {
        "summary": t(
            "season.trial.summary",
            scored=found.scored,
            nights=found.nights,
            differing=found.differing,
            undecided=found.undecided,
        ),
        "rules": [t("web.game." + found.game), *changed_words(found.game, found.options, t)],
        "deals": [
            {
                "night": f"{one.night}, "
                + format_date(date.fromisoformat(one.date), t.lang, short=True),
                "deal": f"{one.table}, {one.number}",
                "was": money(one.was),
                "now": t("season.trial.stays") if one.undecided else money(one.now),
            }
            for one in found.deals[:SHOWN]
        ],
        "left_out": max(0, found.differing - SHOWN),
        "people": [
            {
                "name": one.name,
                "places": (one.place_was, one.place_now),
                "was": format_cents(one.cents_was, t.lang, sign=True),
                "now": format_cents(one.cents_now, t.lang, sign=True),
                "points": (one.soft_was, one.soft_now),
            }
            for one in found.people
        ],
    }
