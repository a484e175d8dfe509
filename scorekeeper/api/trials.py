"""Other house rules tried on a season: asked for, watched, and what would have differed."""

from typing import Any

from scorekeeper.api.asking import desk
from scorekeeper.api.asking import key
from scorekeeper.api.blueprint import CLUB
from scorekeeper.api.blueprint import Blueprint
from scorekeeper.api.blueprint import heavy
from scorekeeper.api.blueprint import keyed
from scorekeeper.api.blueprint import refuses
from scorekeeper.api.blueprint import tagged
from scorekeeper.api.nights import ID
from scorekeeper.api.nights import TABLE
from scorekeeper.api.standings import SEASON
from scorekeeper.errors import ErrorCode
from scorekeeper.schemas import api_answers as answers
from scorekeeper.schemas import api_trials
from scorekeeper.services import house_trial
from scorekeeper.services.permissions import Action
from scorekeeper.services.permissions import needs

resources = Blueprint(
    "trials", "Other house rules tried on a season without changing it, and adopted."
)


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


@resources.post(TABLE + "/house-rules")
@needs(Action.HOST_NIGHT)
@keyed
@refuses(ErrorCode.NIGHT_NOT_OPEN, ErrorCode.VALUE_INVALID, ErrorCode.TABLE_CHANGED)
@resources.takes(api_trials.Adoption, example={"house_rules_id": ID, "from_number": 4})
@resources.answers(200, answers.TABLE, etag=True)
def adopt_rules(told: dict[str, Any], club_id: str, table_id: str) -> Any:
    """Play by other house rules at a table from a stated deal on, which must be the next."""
    return tagged(
        house_trial.adopt_rules(desk(), club_id=club_id, table_id=table_id, key=key(), **told)
    )
