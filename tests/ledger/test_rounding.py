"""Rounding to coins: the sentences of docs/ROUNDING.md, each proved by its number."""

import hashlib
import itertools
import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.ledger.money import SUM_MAX
from scorekeeper.ledger.rounding import COINS
from scorekeeper.ledger.rounding import differences
from scorekeeper.ledger.rounding import lot
from scorekeeper.ledger.rounding import round_balances

SEEDS = st.text("0123456789abcdef", min_size=4, max_size=8)


def people(amounts: list[int]) -> dict[str, int]:
    return {f"m{place:02}": amount for place, amount in enumerate([*amounts, -sum(amounts)])}


BALANCES = st.lists(
    st.integers(-3000, 3000) | st.integers(-SUM_MAX, SUM_MAX) | st.sampled_from([-5, 5, 15, -15]),
    max_size=11,
).map(people)


def test_the_example_of_the_page() -> None:
    exact = {"anna": 347, "bert": -123, "caro": -224}
    rounded = round_balances(exact, 10, "seed")
    assert rounded == {"anna": 350, "bert": -120, "caro": -230}
    assert differences(exact, rounded) == {"anna": 3, "bert": 3, "caro": -6}


@given(BALANCES, st.sampled_from(COINS), SEEDS)
def test_whole_coins_that_add_up_to_zero_and_nobody_moves_a_coin(
    balances: dict[str, int], coin: int, seed: str
) -> None:
    rounded = round_balances(balances, coin, seed)
    assert sum(rounded.values()) == 0
    for name, amount in balances.items():
        assert rounded[name] % coin == 0
        assert abs(rounded[name] - amount) < coin
        if amount % coin == 0:
            assert rounded[name] == amount
    assert sum(differences(balances, rounded).values()) == 0
    assert round_balances(rounded, coin, seed) == rounded


@given(BALANCES, st.sampled_from(COINS), SEEDS)
def test_the_order_of_the_people_says_nothing(
    balances: dict[str, int], coin: int, seed: str
) -> None:
    turned = dict(reversed(balances.items()))
    assert round_balances(balances, coin, seed) == round_balances(turned, coin, seed)


@given(BALANCES, st.sampled_from(COINS), SEEDS, st.randoms(use_true_random=False))
def test_who_sits_where_and_is_called_how_says_nothing_where_remainders_differ(
    balances: dict[str, int], coin: int, seed: str, dice: random.Random
) -> None:
    """Give every balance to somebody else: only equal remainders may come out another way."""
    names = list(balances)
    dice.shuffle(names)
    renamed = dict(zip(names, balances.values(), strict=True))
    before = sorted(
        zip(balances.values(), round_balances(balances, coin, seed).values(), strict=True)
    )
    after = sorted(zip(renamed.values(), round_balances(renamed, coin, seed).values(), strict=True))
    remainders = [amount % coin for amount in balances.values() if amount % coin]
    if len(remainders) == len(set(remainders)):
        assert before == after
    # Also where lots are drawn the same remainders are favoured, whoever has them.
    favoured = [
        sorted((a % coin, r > a) for a, r in pairs if a % coin) for pairs in (before, after)
    ]
    assert favoured[0] == favoured[1]


def nearest(balances: Mapping[str, int], coin: int) -> int:
    """Return how far from the exact balances, in sum, the nearest way to round them is."""
    ways = [
        (amount - amount % coin,)
        if amount % coin == 0
        else (amount - amount % coin, amount - amount % coin + coin)
        for amount in balances.values()
    ]
    return min(
        sum(abs(a - w) for a, w in zip(balances.values(), way, strict=True))
        for way in itertools.product(*ways)
        if sum(way) == 0
    )


@given(st.lists(st.integers(-300, 300), max_size=7).map(people), st.sampled_from(COINS), SEEDS)
def test_no_way_to_round_is_nearer_to_the_exact_balances(
    balances: dict[str, int], coin: int, seed: str
) -> None:
    rounded = round_balances(balances, coin, seed)
    moved = sum(abs(cents) for cents in differences(balances, rounded).values())
    assert moved == nearest(balances, coin)


def test_plus_and_minus_are_treated_alike() -> None:
    """Where no lots are drawn, turning every result round turns the rounding round."""
    dice = random.Random(4)
    for _ in range(500):
        balances = people([dice.randint(-2000, 2000) for _ in range(5)])
        remainders = [amount % 10 for amount in balances.values()]
        if len(set(remainders)) < len(remainders):
            continue
        turned = {name: -amount for name, amount in balances.items()}
        rounded = round_balances(balances, 10, "s")
        assert round_balances(turned, 10, "s") == {n: -amount for n, amount in rounded.items()}


def test_over_many_nights_no_seat_gains_and_neither_do_winners() -> None:
    """Each is within four standard errors of nothing; a night moves less than 4 cents."""
    dice = random.Random(11)
    nights = 4000
    by_seat = [0] * 4
    by_place = [0] * 4
    for night in range(nights):
        # Prices of a table are multiples of five: equal remainders are the rule, not the exception.
        amounts = (
            [5 * dice.randint(-200, 200) for _ in range(3)]
            if night % 2
            else [dice.randint(-1000, 1000) for _ in range(3)]
        )
        balances = people(amounts)
        moved = differences(balances, round_balances(balances, 10, f"night {night}"))
        for seat, name in enumerate(balances):
            by_seat[seat] += moved.get(name, 0)
        for place, name in enumerate(sorted(balances, key=lambda one: balances[one])):
            by_place[place] += moved.get(name, 0)
    bound = 4 * 4 * nights**0.5
    assert max(map(abs, by_seat)) < bound, by_seat
    assert max(map(abs, by_place)) < bound, by_place


def test_lots_can_be_drawn_again_from_the_ledger() -> None:
    assert lot("ab12", "m1") == hashlib.sha256(b"ab12:m1").hexdigest()
    equal = {"a": 5, "b": 5, "c": 5, "d": -15}
    winners = {
        tuple(n for n, amount in round_balances(equal, 10, str(seed)).items() if amount == 10)
        for seed in range(200)
    }
    assert winners == {("a", "b"), ("a", "c"), ("b", "c"), ("a",), ("b",), ("c",)}
    drawn = round_balances(equal, 10, "7")
    order = sorted(equal, key=lambda name: lot("7", name))
    assert set(order[:2]) == {n for n in equal if drawn[n] > equal[n]}


def test_what_adds_up_to_something_else_is_refused() -> None:
    with pytest.raises(ValueError, match="add up to 1"):
        round_balances({"a": 1}, 10, "")
    with pytest.raises(ValueError, match="no coin"):
        round_balances({"a": 1, "b": -1}, 0, "")
