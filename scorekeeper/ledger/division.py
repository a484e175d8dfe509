"""An amount divided by weights into whole cents (docs/FILES.md, "What each owes")."""

from collections.abc import Mapping
from fractions import Fraction

from scorekeeper.ledger.money import Cents
from scorekeeper.ledger.money import cents
from scorekeeper.ledger.rounding import lot


def divide(total: int, weights: Mapping[str, Fraction], seed: str) -> dict[str, Cents]:
    """Divide an amount by weights; what everybody gets adds up to it.

    Everybody gets the whole cents of his exact share; those left over go one by one to the largest
    rest, equal ones by lot (`rounding.lot`), so nobody's place in the file decides. The same
    amount, weights and seed always give the same.

    Raises:
        ValueError: nobody has a weight, or somebody's is below zero.
    """
    whole = sum(weights.values())
    if whole <= 0 or min(weights.values()) < 0:
        raise ValueError("no weights to divide by")
    amount = abs(cents(total))
    exact = {name: amount * weight / whole for name, weight in weights.items()}
    shares = {name: int(share) for name, share in exact.items()}
    rest = amount - sum(shares.values())
    order = sorted(exact, key=lambda name: (shares[name] - exact[name], lot(seed, name)))
    for name in order[:rest]:
        shares[name] += 1
    return {name: Cents(share if total >= 0 else -share) for name, share in shares.items()}
