"""Other house rules tried on a season: asked for, watched, and what would have differed."""

from typing import Any

from scorekeeper.api.asking import desk
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.standings import SEASON
from scorekeeper.schemas import api_trials
from scorekeeper.services import house_trial
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint("trials", "Other house rules tried on a season, without changing it.")


@resources.post(SEASON + "/trials")
@heavy
@needs(Action.HOUSE_RULES)
@resources.takes(api_trials.NewTrial, example={"game": "bolachen", "options": {"mord_factor": 5}})
@resources.answers(202, api_trials.TRIAL)
def request_trial(told: dict[str, Any], club_id: str, season_id: str) -> Any:
    """Ask for a season's deals to be scored by other house rules; nothing is written."""
    job = house_trial.request_trial(desk(), club_id=club_id, season_id=season_id, **told)
    return house_trial.get_trial(desk(), club_id=club_id, job_id=job)


@resources.get(CLUB + "/trials/<id:trial_id>")
@needs(Action.HOUSE_RULES)
@resources.answers(200, api_trials.TRIAL)
def get_trial(club_id: str, trial_id: str) -> Any:
    """Return how far it is, and what it found when it is done."""
    return house_trial.get_trial(desk(), club_id=club_id, job_id=trial_id)
