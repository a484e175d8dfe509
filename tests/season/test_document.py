"""docs/STANDINGS.md says what the code does: the constants of the rating, which evenings count."""

import math
import random
import re
from fractions import Fraction

import pytest

from scorekeeper.season import rating
from scorekeeper.season.ladder import Kind
from scorekeeper.season.ladder import Ladder
from scorekeeper.season.ladder import Measured
from scorekeeper.season.ladder import extremes_wanted
from scorekeeper.season.ladder import nights_of
from scorekeeper.season.ladder import worth
from scorekeeper.season.rating import MILLION
from scorekeeper.season.rating import Form
from scorekeeper.season.tally import Tally
from scorekeeper.season.tally import plus
from scorekeeper.services.forming import AT_ONCE
from tests.tidy.tree import ROOT

TEXT = (ROOT / "docs" / "STANDINGS.md").read_text(encoding="utf-8")
CONSTANTS = {
    name: Fraction(value)
    for name, value in re.findall(r"^\| ([a-z -]+) \| ([0-9/]+) \|", TEXT, re.MULTILINE)
}


def test_every_constant_of_the_rating_is_written_down_as_it_is() -> None:
    model = rating._model()
    filled = rating._FILLED_UP
    begin = Form()
    is_ = {
        "mu": model.mu,
        "sigma": model.sigma,
        "beta": model.beta,
        "tau": model.tau,
        "kappa": model.kappa,
        "filled-up mu": filled[0],
        "filled-up sigma": filled[1],
        "shown sigmas": (begin.mu - begin.cautious) / begin.sigma,
        "steps": MILLION,
        "at once": AT_ONCE,
    }
    assert CONSTANTS.keys() == is_.keys()
    for name, value in is_.items():
        assert math.isclose(float(CONSTANTS[name]), value, rel_tol=1e-12), name
    assert (model.margin, model.limit_sigma, model.balance) == (0, False, False)
    assert begin == Form(mu=25 * MILLION, sigma=round(25 / 3 * MILLION))


def by_the_document(
    winners: list[tuple[float, float]], losers: list[tuple[float, float]]
) -> list[list[tuple[float, float]]]:
    """Rate one deal with the constants of the document, by the formulas of the model's paper."""
    known = {name: float(value) for name, value in CONSTANTS.items()}
    size = max(len(winners), len(losers))
    filled = (known["filled-up mu"], known["filled-up sigma"])
    sides = [
        [
            (mu, math.hypot(sigma, known["tau"]))
            for mu, sigma in side + [filled] * (size - len(side))
        ]
        for side in (winners, losers)
    ]
    mus = [sum(mu for mu, _ in side) for side in sides]
    squares = [sum(sigma**2 for _, sigma in side) for side in sides]
    c = math.sqrt(sum(square + known["beta"] ** 2 for square in squares))
    # Of two sides only the place of the winner is open: Plackett-Luce is one comparison.
    wins = 1 / (1 + math.exp((mus[1] - mus[0]) / c))
    rated = []
    for side, square, sign in zip(sides, squares, (1, -1), strict=True):
        omega = sign * (1 - wins) * square / c
        delta = math.sqrt(square) / c * wins * (1 - wins) * square / c**2
        rated.append(
            [
                (
                    mu + sigma**2 / square * omega,
                    sigma * math.sqrt(max(1 - sigma**2 / square * delta, known["kappa"])),
                )
                for mu, sigma in side
            ]
        )
    return rated


@pytest.mark.parametrize("seed", range(50))
def test_ratings_follow_from_the_document(seed: int) -> None:
    rng = random.Random(seed)
    names = ["Anna", "Bert", "Caro", "Dora"][: rng.choice((2, 3, 4))]
    cut = 1 if len(names) < 4 else 2
    sides = [names[:cut], names[cut:]]
    rng.shuffle(sides)
    before = {
        name: Form(mu=rng.randint(10, 40) * MILLION, sigma=rng.randint(1, 9) * MILLION)
        for name in names
    }
    after = rating.after_night(before, [(sides[0], sides[1])])
    told = [[(before[n].mu / MILLION, before[n].sigma / MILLION) for n in side] for side in sides]
    for side, rated in zip(sides, by_the_document(*told), strict=True):
        for name, (mu, sigma) in zip(side, rated, strict=False):
            assert abs(after[name].mu - mu * MILLION) <= 1, name
            assert abs(after[name].sigma - sigma * MILLION) <= 1, name


EARLIER = ("01a2", Tally(deals=2, declared=2, made=1))
LATER = ("01a3", Tally(deals=4, declared=4, made=2))


def made(ladder: Ladder) -> Measured | None:
    nights = nights_of(ladder.kind, [LATER, EARLIER])
    extremes = nights[::-1] if ladder.drop else nights
    whole = plus(EARLIER[1], LATER[1])
    return worth(ladder, whole, 2, extremes[: extremes_wanted(ladder)])


def test_of_equal_evenings_the_later_entered_counts_as_the_document_says() -> None:
    assert "Of evenings equally good the one entered later counts" in TEXT
    assert made(Ladder(kind=Kind.MADE, best=1)) == Measured(2, 4)
    assert "of evenings equally bad the one entered earlier\nis dropped" in TEXT
    assert made(Ladder(kind=Kind.MADE, drop=1)) == Measured(2, 4)
