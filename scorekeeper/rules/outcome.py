"""How a deal ended and who hands what to whom: what the three games share.

A game says what a deal is worth; here its money is handed over. Amounts are whole cents. Points
and units are numbers of their own and never mixed with money: units x tariff is money.
"""

from collections.abc import Iterable
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.cards import Card

HAFERL = "haferl"
"""How the pot is named in payments; nobody at the table may be called that."""


class By(StrEnum):
    """By what a deal was decided."""

    TRICKS = "tricks"
    RULING = "ruling"
    PENALTY = "penalty"
    MASCHINE = "maschine"
    GEHEN = "gehen"
    FOLD = "fold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """What one hands another, in cents, always more than nothing; the pot is HAFERL."""

    payer: str
    payee: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A scored deal: how it ended, and what it gives each of the seats.

    `result` is the report's, ready to be written. `units` and `soft` are numbers, `money` and
    `payments` cents; all have every seat in them, those sitting out with 0.
    """

    result: dict[str, object]
    units: dict[str, int]
    soft: dict[str, int]
    money: dict[str, int]
    payments: tuple[Payment, ...]


class TrickWon(NamedTuple):
    """A recorded trick: who played what, in order, and who took it.

    A card is None where it is forgotten; `winner` is None unless all its cards are known.
    """

    n: int
    winner: str | None
    plays: tuple[tuple[str, Card | None], ...] = ()


def count_won(tricks: Iterable[TrickWon], players: Iterable[str]) -> dict[str, int]:
    """Count the tricks each player is recorded to have won."""
    won = dict.fromkeys(players, 0)
    for trick in tricks:
        if trick.winner is not None:
            won[trick.winner] += 1
    return won


def won_before(trick: int, tricks: Iterable[TrickWon], players: Iterable[str]) -> dict[str, int]:
    """Count the tricks each player won before the trick of this number (I4)."""
    return count_won((won for won in tricks if won.n < trick), players)


def hand_over(
    seats: Sequence[str],
    debts: Iterable[tuple[str, str, int]],
) -> tuple[dict[str, int], tuple[Payment, ...]]:
    """Turn debts (payer, payee, cents) into everybody's money and the sorted payments.

    Payments are sorted by payer, then payee, in the order of the seats, the pot after everybody;
    between two there is one, and none for nothing.
    """
    money = dict.fromkeys(seats, 0)
    payments = []
    for payer, payee, amount in debts:
        if not amount:
            continue
        if payer != HAFERL:
            money[payer] -= amount
        if payee != HAFERL:
            money[payee] += amount
        payments.append(Payment(payer=payer, payee=payee, amount=amount))
    if len(payments) > 1:
        place = {seat: number for number, seat in enumerate(seats)}
        place[HAFERL] = len(seats)
        payments.sort(key=lambda payment: (place[payment.payer], place[payment.payee]))
    return money, tuple(payments)


def every_seat(
    seats: Sequence[str],
    shares: Mapping[str, int],
) -> dict[str, int]:
    """Give every seat its number, 0 to those who have none."""
    return {seat: shares.get(seat, 0) for seat in seats}
