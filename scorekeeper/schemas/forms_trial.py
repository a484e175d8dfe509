"""What people type to try other house rules on a season."""

from scorekeeper.schemas.forms import Form
from scorekeeper.schemas.forms import text
from scorekeeper.schemas.forms_season import Count


class TrialForm(Form):
    """Which house rules, and from which evening's number to which; empty numbers mean all."""

    rules = text(36, required=True)
    first = Count(999_999_999)
    last = Count(999_999_999)
