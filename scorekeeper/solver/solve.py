"""A deal record and what best play by everyone gives: the deal solution.

What a record says is taken as right here; whoever calls this has checked it and knows the hands.
Where the suit of the declarer's first lead becomes trump (W17), that lead is of the trump suit if
it is known; if not, every first lead counts with its own suit.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards import SUIT_CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.rules.findings import FORMAT
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.house_bolachen import BolachenRules
from scorekeeper.rules.house_wallachen import WallachenRules
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.preference import DeclarerTricks
from scorekeeper.rules.preference import is_made
from scorekeeper.rules.preference import trump_of
from scorekeeper.rules.record import Contract
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord
from scorekeeper.solver.analysis import PlayValue
from scorekeeper.solver.analysis import analyse
from scorekeeper.solver.double_dummy import DoubleDummy
from scorekeeper.solver.position import Deal
from scorekeeper.solver.position import Hands
from scorekeeper.solver.position import Position

SOLUTION_FORMAT = "deal-solution/1"

_WITH_TRUMPS = (ContractKind.BRAND, ContractKind.NUMBER)
_HAND = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """What best play by everyone gives.

    `tricks` are the declarer's from the first lead on, `plays` the values of every card at the
    recorded plays up to the first that is missing; their seats count in `players`.
    """

    players: tuple[str, ...]
    tricks: int
    made: bool
    plays: tuple[PlayValue, ...] = ()


def why_unsolvable(record: DealRecord, hands: Mapping[str, CardSet]) -> tuple[Finding, ...]:
    """List what is missing for a solution: the game, its trump, the hands."""
    if record.game is Game.WATTEN:
        return (_missing("/game", "watten"),)
    contract = record.contract
    if contract is None or contract.declarer is None:
        return (_missing("/contract", "no_game"),)
    found = []
    if contract.kind in _WITH_TRUMPS and trump_of(record) is None and not _led_is_trump(record):
        found.append(_missing("/contract/trump", "no_trump"))
    if any(hands.get(player, CardSet(0)).bit_count() != _HAND for player in record.players):
        found.append(_missing("/hands", "hands_unknown"))
    return tuple(found)


def _missing(path: str, what: str) -> Finding:
    return Finding(code=FORMAT, path=path, key=f"solve.{what}")


def _led_is_trump(record: DealRecord) -> bool:
    """Say whether the suit of the declarer's first lead becomes trump (W17)."""
    rules = record.rules
    return isinstance(rules, WallachenRules) and rules.trump_fixing == "first_lead"


def solve(record: DealRecord, hands: Mapping[str, CardSet], tricks: Sequence[TrickWon]) -> Solution:
    """Solve a record of a three-hander for which `why_unsolvable` finds nothing.

    `hands` are those at the first lead; `tricks` the recorded ones in order.
    """
    contract, rules = record.contract, record.rules
    assert contract is not None
    assert contract.declarer is not None
    assert isinstance(rules, BolachenRules | WallachenRules)
    first, second, third = (hands[player] for player in record.players)
    trump = trump_of(record)
    declarer = record.players.index(contract.declarer)
    if contract.kind in _WITH_TRUMPS and trump is None:
        return _solution(record, contract, _best_trump(rules, (first, second, third), declarer), ())
    deal = Deal(
        hands=(first, second, third),
        declarer=declarer,
        trump=trump,
        rules=rules,
        fewest=contract.kind is ContractKind.BETTEL,
    )
    line = _line(record, tricks)
    leader = line[0][0] if line else declarer
    leads = None
    if trump is not None and leader == declarer and _led_is_trump(record):
        # A declarer without a card of the trump suit cannot have led one: then any will do.
        leads = CardSet(deal.hands[declarer] & SUIT_CARDS[trump]) or None
    table = DoubleDummy(deal)
    plays = analyse(table, line, first_leads=leads)
    if plays:
        return _solution(record, contract, plays[0].best, plays)
    start = Position(remaining=CardSet(first | second | third), leader=leader)
    return _solution(record, contract, table.tricks(start, first_leads=leads), ())


def _solution(
    record: DealRecord, contract: Contract, tricks: int, plays: tuple[PlayValue, ...]
) -> Solution:
    made = is_made(contract, DeclarerTricks(tricks, tricks))
    assert made is not None
    return Solution(players=record.players, tricks=tricks, made=made, plays=plays)


def _best_trump(rules: WallachenRules | BolachenRules, hands: Hands, declarer: int) -> int:
    """Count the tricks when every first lead counts with its own suit as trump."""
    remaining = CardSet(hands[0] | hands[1] | hands[2])
    start = Position(remaining=remaining, leader=declarer)
    counts = []
    for suit in Suit:
        leads = CardSet(hands[declarer] & SUIT_CARDS[suit])
        if leads:
            table = DoubleDummy(Deal(hands=hands, declarer=declarer, trump=suit, rules=rules))
            counts.append(table.tricks(start, first_leads=leads))
    return max(counts)


def _line(record: DealRecord, tricks: Sequence[TrickWon]) -> list[tuple[int, list[Card]]]:
    """Give the recorded plays up to the first trick or card that is missing."""
    line: list[tuple[int, list[Card]]] = []
    for number, trick in enumerate(tricks, start=1):
        if trick.n != number or not trick.plays:
            break
        cards: list[Card] = []
        for _, card in trick.plays:
            if card is None:
                break
            cards.append(card)
        line.append((record.players.index(trick.plays[0][0]), cards))
        if len(cards) < len(record.players):
            break
    return line


def solution_as_json(solution: Solution) -> dict[str, object]:
    """Write a solution as the JSON object that is published."""
    return {
        "format": SOLUTION_FORMAT,
        "tricks": solution.tricks,
        "made": solution.made,
        "plays": [_play_as_json(play, solution.players) for play in solution.plays],
    }


def _play_as_json(play: PlayValue, players: Sequence[str]) -> dict[str, object]:
    written: dict[str, object] = {
        "trick": play.trick,
        "player": players[play.seat],
        "card": card_name(play.card),
        "best": play.best,
        "cards": {card_name(card): value for card, value in play.cards.items()},
    }
    if not play.legal:
        written |= {"legal": False, "value": play.value}
    return written
