"""Whole coins: what everybody hands over or gets where cents are too small (docs/ROUNDING.md).

The numbers R1 to R6 are those of that page.
"""

import hashlib
from collections.abc import Mapping

from scorekeeper.ledger.money import Cents
from scorekeeper.ledger.money import cents

COINS = (5, 10)
"""The smallest coins a club may agree on, in cents."""


def round_balances(balances: Mapping[str, int], coin: int, seed: str) -> dict[str, Cents]:
    """Round what everybody is owed (or owes, below zero) to whole coins that add up to zero.

    The same people, balances and seed always give the same, in whatever order they come.

    Raises:
        ValueError: the balances do not add up to zero, or nobody mints such a coin.
    """
    if cents(coin) <= 0:
        raise ValueError(f"no coin: {coin}")
    if total := sum(cents(amount) for amount in balances.values()):
        raise ValueError(f"the balances add up to {total}, not to zero")
    # R2: everybody's balance goes to the next whole coin below it, which makes a debt larger.
    rounded = {name: amount - amount % coin for name, amount in balances.items()}
    # R3: what that took off is a remainder, and all of them together are so many coins.
    coins = -sum(rounded.values()) // coin
    # R4, R5: they go back one by one, the largest remainder first, equal ones as the lot says.
    order = sorted(balances, key=lambda name: (-(balances[name] % coin), lot(seed, name)))
    for name in order[:coins]:
        rounded[name] += coin
    return {name: Cents(amount) for name, amount in rounded.items()}


def lot(seed: str, name: str) -> str:
    """Return the lot somebody draws: SHA-256 of seed, colon and id; the smallest comes first (R5).

    The seed is the hash of the last entry before the night was closed, so nobody can choose it,
    and whoever has the ledger can draw again.
    """
    return hashlib.sha256(f"{seed}:{name}".encode()).hexdigest()


def differences(exact: Mapping[str, int], rounded: Mapping[str, int]) -> dict[str, Cents]:
    """Return what rounding gives everybody, or takes, below zero (R6); who is as before is not in.

    Together they are zero.
    """
    moved = {name: Cents(rounded[name] - amount) for name, amount in exact.items()}
    return {name: amount for name, amount in moved.items() if amount}
