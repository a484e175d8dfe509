"""Ratings: how strong somebody seems to be, and how unsure that is.

Each deal is a match of those who won it against those who lost it, in the Plackett-Luce model of
openskill. One against two is filled up with a player of middling strength whom nobody doubts and
who learns nothing: who declares has the stronger cards and the talon, and without him every
contract made would look like a wonder. People are ordered by the lower end of what they may be,
so that a few lucky deals put nobody on top.

Numbers are whole millionths between two nights, so that any machine goes on from the same.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from openskill.models import PlackettLuce

MILLION = 1_000_000
_MU = 25.0
_SIGMA = 25.0 / 3.0
_FILLED_UP = (25.0, 1e-4)


class Form(NamedTuple):
    """Somebody's rating in millionths, and how his last deals went.

    `run` counts deals won in a row, negative those lost; `best_run` and `worst_run` the longest
    of each.
    """

    mu: int = round(_MU * MILLION)
    sigma: int = round(_SIGMA * MILLION)
    deals: int = 0
    run: int = 0
    best_run: int = 0
    worst_run: int = 0

    @property
    def cautious(self) -> int:
        """Return what people are ordered by: two sigma below, in millionths."""
        return self.mu - 2 * self.sigma


BEGINNER = Form()


def after_night(
    before: Mapping[str, Form], deals: Sequence[tuple[Sequence[str], Sequence[str]]]
) -> dict[str, Form]:
    """Return the form of everybody who played, after a night of deals (who won, who lost)."""
    now: dict[str, tuple[float, float]] = {}
    forms: dict[str, Form] = {}
    for winners, losers in deals:
        for name in (*winners, *losers):
            if name not in now:
                forms[name] = before.get(name, BEGINNER)
                now[name] = (forms[name].mu / MILLION, forms[name].sigma / MILLION)
        _rate(now, winners, losers)
        for name in winners:
            forms[name] = _went_on(forms[name], won=True)
        for name in losers:
            forms[name] = _went_on(forms[name], won=False)
    return {
        name: form._replace(mu=round(now[name][0] * MILLION), sigma=round(now[name][1] * MILLION))
        for name, form in forms.items()
    }


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=_MU, sigma=_SIGMA)


def _rate(
    now: dict[str, tuple[float, float]], winners: Sequence[str], losers: Sequence[str]
) -> None:
    model = _model()
    size = max(len(winners), len(losers))
    teams = []
    for side in (winners, losers):
        people = [now[name] for name in side] + [_FILLED_UP] * (size - len(side))
        teams.append([model.create_rating(list(one)) for one in people])
    for side, rated in zip((winners, losers), model.rate(teams, ranks=[1, 2]), strict=True):
        for name, one in zip(side, rated, strict=False):
            now[name] = (one.mu, one.sigma)


def _went_on(form: Form, *, won: bool) -> Form:
    run = max(form.run, 0) + 1 if won else min(form.run, 0) - 1
    return form._replace(
        deals=form.deals + 1,
        run=run,
        best_run=max(form.best_run, run),
        worst_run=max(form.worst_run, -run),
    )
