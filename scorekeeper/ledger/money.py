"""Money is a whole number of the smallest unit; nothing here or anywhere else is a float."""

from typing import NewType

Cents = NewType("Cents", int)
"""An amount or a balance in whole minor units (cents), signed where it is a balance."""

AMOUNT_MAX = 10**8
"""One person has at most this in one row, a million euros; whoever enters more is told so."""

SUM_MAX = 10**12
"""What many rows come to and somebody enters as one: money counted, a season's settlement."""

CENTS_MAX = 10**15
"""No amount and no balance goes beyond this; it is exact in JSON numbers and in 64 bits."""


def cents(value: object) -> Cents:
    """Return the value as whole cents.

    Raises:
        TypeError: it is not an int; True, 3.0 and "3" are no amounts.
        ValueError: it is beyond `CENTS_MAX` in either direction.
    """
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"not a whole number of cents: {value!r}")
    if not -CENTS_MAX <= value <= CENTS_MAX:
        raise ValueError(f"beyond {CENTS_MAX} cents: {value}")
    return Cents(value)
