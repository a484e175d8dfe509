"""Every auction that is possible, generated a second time from the words of the rules.

The generators here know nothing of the package: they grow auctions call by call. The package must
find the same calls possible at every point, the same auctions finished, and the same winner.
"""

from itertools import permutations
from itertools import product

import pytest

from scorekeeper.rules import bolachen
from scorekeeper.rules import wallachen
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import rules_from
from scorekeeper.rules.record import Call
from scorekeeper.rules.record import CallKind
from tests.rules.test_payments import every_value
from tests.rules.test_payments import record_of
from tests.rules.test_payments import replace

SEATS = ("F", "M", "D")
BRANDS = ["brand", "brand:E", "brand:G", "brand:S", "brand:H"]
BY_HEIGHT = [*BRANDS, "bettel", "mord"]


def written(call):
    if call.kind is CallKind.NUMBER:
        return call.player, str(call.bid)
    return call.player, call.kind.value + (f":{call.suit.name}" if call.suit is not None else "")


def bolachen_first_round(forced):
    """All triples of first calls: anything goes, but for a dealer behind two passes (B12)."""
    for first, second, third in product(["pass", *BY_HEIGHT], repeat=3):
        if first == second == "pass":
            if third == "pass" and forced != "throw_in":
                continue
            if third in ("bettel", "mord") and forced == "brand_only":
                continue
        yield first, second, third


def bolachen_auctions(forced):
    """All finished auctions as lists of (seat, call), with who plays what he won with."""
    for said in bolachen_first_round(forced):
        calls = list(zip(SEATS, said, strict=True))
        brands = [(seat, call) for seat, call in calls if call in BRANDS]
        if len(brands) < 2 or "bettel" in said or "mord" in said:
            announced = [pair for pair in calls if pair[1] != "pass"]
            # the higher game plays; of two equal the earlier, whom max finds first
            yield (
                calls,
                max(
                    announced,
                    key=lambda pair: {"bettel": 2, "mord": 3}.get(pair[1], 1),
                    default=(None, None),
                ),
            )
            continue
        silent = [seat for seat, call in brands if call == "brand"]
        for suits in product("EGHS", repeat=len(silent)):
            named = dict(brands) | {
                seat: f"brand:{suit}" for seat, suit in zip(silent, suits, strict=True)
            }
            namings = [(seat, f"names:{suit}") for seat, suit in zip(silent, suits, strict=True)]
            best = max(named, key=lambda seat: ("EGSH".index(named[seat][-1]), -SEATS.index(seat)))
            yield calls + namings, (best, named[best])


@pytest.mark.parametrize("forced", ["any_game", "brand_only", "throw_in"])
def test_bolachen_auctions(forced):
    rules = rules_from(Game.BOLACHEN, {"dealer_forced": forced})
    record = replace(record_of("bolachen", {"dealer_forced": forced}), players=SEATS)
    winners = {}
    following = {}
    for calls, winner in bolachen_auctions(forced):
        winners[tuple(calls)] = winner
        for length in range(len(calls)):
            following.setdefault(tuple(calls[:length]), set()).add(calls[length])
        following.setdefault(tuple(calls), set())
    grown = {(): ()}
    for _ in range(7):
        longer = {}
        for before, calls in grown.items():
            possible = bolachen.open_calls(rules, SEATS, calls)
            assert {written(call) for call in possible} == following.pop(before)
            longer |= {(*before, written(call)): (*calls, call) for call in possible}
            read = bolachen.read_auction(replace(record, auction=calls))
            assert read.finished is (before in winners)
            if read.finished:
                player, game = winners[before]
                assert (read.won and read.won.player) == player
                if game is not None and read.won.contested:
                    assert f"brand:{read.won.suit.name}" == game
        grown = longer
    assert following == {}


def wallachen_following(options, calls):
    """What may follow, from the words of W7 to W12 alone, as (seat, call)."""
    order = {
        "bettel_mord": ["6", "7", "8", "9", "bettel", "mord"],
        "mord_bettel": ["6", "7", "8", "9", "mord", "bettel"],
        "bettel_after_7": ["6", "7", "bettel", "8", "9", "mord"],
    }[options["bettel_mord_rank"]]
    out = {seat for seat, call in calls if call == "pass"}
    bids = [(seat, call) for seat, call in calls if call != "pass"]
    highest = bids[-1][0] if bids else None
    if len(out) == 3 or (len(out) == 2 and highest is not None):
        return None, highest, next((c for _, c in reversed(bids) if c != "hold"), None)
    turn = "F"
    if calls:
        turn = calls[-1][0]
        while True:
            turn = SEATS[(SEATS.index(turn) + 1) % 3]
            if turn not in out:
                break
    level = next((call for _, call in reversed(bids) if call != "hold"), None)
    higher = order[order.index(level) + 1 :] if level else order
    may = {"pass", *higher}
    held = bool(bids) and bids[-1][1] == "hold"
    once_highest = turn in {seat for seat, _ in bids}
    sits_earlier = highest is not None and SEATS.index(turn) < SEATS.index(highest)
    anywhere = options["hold"] == "any_previous_high"
    if options["hold"] != "off" and once_highest and not held and (anywhere or sits_earlier):
        may.add("hold")
    return {(turn, call) for call in may}, highest, level


@pytest.mark.parametrize("options", every_value("wallachen", "bettel_mord_rank", "hold"), ids=str)
def test_wallachen_auctions(options):
    rules = rules_from(Game.WALLACHEN, options)
    record = replace(record_of("wallachen", options), players=SEATS)
    grown = [()]
    finished = 0
    while grown:
        longer = []
        for calls in grown:
            told = tuple(written(call) for call in calls)
            expected, highest, level = wallachen_following(options, told)
            possible = wallachen.open_calls(rules, SEATS, calls)
            assert {written(call) for call in possible} == (expected or set())
            if expected is None:
                finished += 1
                read = wallachen.read_auction(replace(record, auction=calls))
                assert read.finished
                assert read.won.player == (highest or "F")
                assert read.won.forced is (highest is None)
                won = read.won.bid or read.won.kind.value
                assert str(won) == (level or "6")
            longer += [(*calls, call) for call in possible]
        grown = longer
    assert finished > 200


@pytest.mark.parametrize("game", [bolachen, wallachen])
def test_a_call_that_is_not_open_is_wrong(game):
    """Whoever is not on turn can say nothing, whatever he says."""
    rules = rules_from(Game(game.__name__.rpartition(".")[2]), {})
    for turn, other in permutations(SEATS, 2):
        before = [Call(seat, CallKind.PASS) for seat in SEATS[: SEATS.index(turn)]]
        for kind in (CallKind.PASS, CallKind.MORD, CallKind.BETTEL):
            assert game.wrong_call(rules, SEATS, before, Call(other, kind)) is not None
