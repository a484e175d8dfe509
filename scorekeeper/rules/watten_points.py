"""Watten: who scores how much, what it makes of the match, and what a Bummerl costs.

* T11  A bluff that was found out: the deal is scored as played, the other side gets the fine in
       addition, unless the deal has ended the match [bluff_penalty].
* T17  A Maschine wins the deal with 2, at gespannt with what the deal is worth by T28 or T31 if
       that is more [maschine].
* T23  The first side with three tricks wins the deal.
* T24  A deal won plainly scores 2.
* T25  A raise adds 1; who gives up leaves the raiser's side the old value [fold_points].
* T27  A match is won with 11 points or more [target].
* T28  While a side is gespannt every deal is worth 3 [gespannt_mode].
* T29  Who goes gives the other side 2.
* T31  `two_three`: 2 for a gespannt side, 3 for one that is not, and for going.
* T32  At the end of a match a Bummerl costs each loser `bummerl_stake` units: with four players to
       one winner, with two or three to each winner.
* T33  An error is fined: 3 points to the other side, and the deal ends
       [error_penalty, gespannt_raise_penalty].
* T41  With three, what the two others score each of them scores.
* I4   If a side had its three tricks before the irregular one, the result stands as played.
* I5   A revoke is an error.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.rules.house_watten import WattenRules
from scorekeeper.rules.outcome import By
from scorekeeper.rules.outcome import Outcome
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.outcome import count_won
from scorekeeper.rules.outcome import every_seat
from scorekeeper.rules.outcome import hand_over
from scorekeeper.rules.outcome import won_before
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Ruling
from scorekeeper.rules.watten import Match
from scorekeeper.rules.watten import read_match
from scorekeeper.rules.watten import value_to_raise_from

TRICKS_TO_WIN = 3

_FINED = (Offence.ERROR, Offence.REVOKE, Offence.GESPANNT_RAISE)


class Ending(NamedTuple):
    """Which side scores how much, and by what."""

    side: int
    points: int
    by: By


def plain_value(rules: WattenRules, match: Match, winner: int) -> int:
    """Give what a deal is worth to the side that wins it without a raise (T24, T28, T31)."""
    if rules.gespannt_mode == "two_three" and any(match.gespannt):
        return 2 if match.gespannt[winner] else 3
    return value_to_raise_from(rules, match)


def side_with_three(match: Match, number: Mapping[str, int]) -> int | None:
    """Find the side whose members have three tricks together by these numbers (T23)."""
    for side, members in enumerate(match.sides):
        if sum(number.get(player, 0) for player in members) >= TRICKS_TO_WIN:
            return side
    return None


def winner_by_tricks(match: Match, won: Mapping[str, int], taken: Mapping[str, int]) -> int | None:
    """Find the side that won by tricks; None when that is not certain.

    `won` are the recorded tricks' winners, `taken` the numbers of the record. Where every member
    of one side is given with fewer than three in all, and not every member of the other, the
    other has won.
    """
    winner = side_with_three(match, won)
    if winner is None:
        winner = side_with_three(match, taken)
    if winner is None:
        complete = [all(player in taken for player in side) for side in match.sides]
        if complete[0] != complete[1]:
            winner = 1 if complete[0] else 0
    return winner


def deciding_ruling(record: DealRecord, match: Match, tricks: Sequence[TrickWon]) -> Ruling | None:
    """Find the ruling that ends the deal (T33, I4, I5); None when it stands as played."""
    for ruling in record.rulings:
        if ruling.offence not in _FINED:
            continue
        if ruling.trick is not None and tricks:
            before = won_before(ruling.trick, tricks, record.players)
            if side_with_three(match, before) is not None:
                continue
        return ruling
    return None


def _ending(record: DealRecord, match: Match, tricks: Sequence[TrickWon]) -> Ending | None:
    """Tell how the deal ended: by the first of penalty, Maschine, gehen, fold and tricks."""
    rules = record.rules
    assert isinstance(rules, WattenRules)
    ruling = deciding_ruling(record, match, tricks) if record.rulings else None
    if ruling is not None:
        assert ruling.by is not None
        raised = ruling.offence is Offence.GESPANNT_RAISE
        fine = rules.gespannt_raise_penalty if raised else rules.error_penalty
        return Ending(1 - match.side_of(ruling.by), fine, By.PENALTY)
    if record.maschine is not None:  # T17
        side = match.side_of(record.maschine)
        shown = 3 if rules.maschine == "show_3_or_play" else 2
        return Ending(side, max(shown, plain_value(rules, match, side)), By.MASCHINE)
    if record.gehen is not None:  # T29, T31
        points = 3 if rules.gespannt_mode == "two_three" else 2
        return Ending(1 - match.side_of(record.gehen), points, By.GEHEN)
    raises = record.raises
    if raises and not raises[-1].accepted:
        return Ending(match.side_of(raises[-1].by), _fold_points(record, rules, match), By.FOLD)
    won = count_won(tricks, record.players)
    taken = {count.player: count.number for count in record.tricks_taken}
    winner = winner_by_tricks(match, won, taken)
    if winner is None:
        return None
    return Ending(winner, plain_value(rules, match, winner) + len(raises), By.TRICKS)


def _fold_points(record: DealRecord, rules: WattenRules, match: Match) -> int:
    """Give what giving up at the last raise costs: the old value (T25, T30)."""
    old = value_to_raise_from(rules, match)
    at_gespannt = any(match.gespannt)
    if rules.fold_points == "always_two" and not at_gespannt:
        return 2
    return old + len(record.raises) - 1


def score(record: DealRecord, tricks: Sequence[TrickWon]) -> Outcome | None:
    """Score a Watten deal; None when it is not certain how it ended.

    `tricks` are the recorded ones with their winners.
    """
    rules, seats = record.rules, record.seats
    assert isinstance(rules, WattenRules)
    if any(ruling.offence is Offence.MISDEAL for ruling in record.rulings):  # I6
        return None
    match = read_match(record)
    ending = _ending(record, match, tricks)
    if ending is None:
        return None
    scored = dict.fromkeys(match.sides[ending.side], ending.points)
    winners = _winners(rules, match, scored)
    fined = _bluff_fine(record, match, ending, ended=bool(winners))
    for player in fined:
        scored[player] = scored.get(player, 0) + rules.bluff_penalty
    if fined:
        winners = _winners(rules, match, scored)
    after = match.points
    if after is not None:
        after = {player: points + scored.get(player, 0) for player, points in after.items()}
    result: dict[str, object] = {
        "side": _in_seat_order(seats, match.sides[ending.side]),
        "points": ending.points,
        "by": ending.by.value,
        "match": after,
        "match_won_by": _in_seat_order(seats, winners),
    }
    if fined:
        result["fine"] = {"side": _in_seat_order(seats, fined), "points": rules.bluff_penalty}
    units, debts = bummerl_stakes(record.players, winners, rules.bummerl_stake)
    money, payments = hand_over(
        seats, [(payer, payee, amount * record.tariff) for payer, payee, amount in debts]
    )
    return Outcome(
        result=result,
        units=every_seat(seats, units),
        soft=every_seat(seats, scored),
        money=money,
        payments=payments,
    )


def _in_seat_order(seats: Sequence[str], players: Sequence[str]) -> list[str]:
    return [seat for seat in seats if seat in players]


def _winners(rules: WattenRules, match: Match, scored: Mapping[str, int]) -> tuple[str, ...]:
    """Name who has the target or more with what he scored in this deal (T27)."""
    if match.points is None:
        return ()
    return tuple(
        player
        for player, points in match.points.items()
        if points + scored.get(player, 0) >= rules.target
    )


def _bluff_fine(
    record: DealRecord, match: Match, ending: Ending, *, ended: bool
) -> tuple[str, ...]:
    """Name the side that gets the fine for a bluff, nobody when none counts (T11)."""
    if ended or ending.by is not By.TRICKS:
        return ()
    for ruling in record.rulings:
        if ruling.offence is Offence.BLUFF:
            assert ruling.by is not None
            return match.sides[1 - match.side_of(ruling.by)]
    return ()


def bummerl_stakes(
    players: Sequence[str], winners: Sequence[str], stake: int
) -> tuple[dict[str, int], list[tuple[str, str, int]]]:
    """Give what the end of a match costs: everybody's units, and the debts (T32).

    `players` are in playing order. With four, forehand and dealer are one pair and their partners
    the other; with two or three each loser pays each winner.
    """
    units = dict.fromkeys(players, 0)
    debts: list[tuple[str, str, int]] = []
    if not winners or not stake:
        return units, debts
    if len(players) == 4:
        pairs = [(players[0], players[3]), (players[1], players[2])]
        for one, other in pairs:
            debts.append((other, one, stake) if one in winners else (one, other, stake))
    else:
        losers = [player for player in players if player not in winners]
        debts = [(loser, winner, stake) for loser in losers for winner in winners]
    for payer, payee, amount in debts:
        units[payer] -= amount
        units[payee] += amount
    return units, debts
