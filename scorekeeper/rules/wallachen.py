"""Wallachen: what may be bid and declared, what a deal is worth, what the Haferl does.

The rules kept here, in words (the cards' own are in `obligations` and `tricks`):

* W1   One soloist plays against two defenders.
* W5   Before or during the deal any player may double [double_window].
* W6   Each player may double once, each double multiplies by 2 [multiple_doubles].
* W7   Forehand speaks first, then clockwise.
* W8   "Ich spiele" is a bid of 6. A player who has not passed may open, at any level.
* W9   Who speaks later passes or bids higher: 7, 8, 9; jumps are allowed.
* W10  6 < 7 < 8 < 9 < Bettel < Mord [bettel_mord_rank].
* W11  Who has been the highest bidder and sits earlier than the present one may hold his bid
       instead of going higher. A bid that was held cannot be held again [hold].
* W12  The turn skips those who passed. The auction ends when one bidder is left and every other
       player has passed.
* W13  If all pass, forehand must play a 6, the Muss-Spiel [pass_out].
* W14  With the Haferl, if all pass, each of the three pays into it instead [haferl_stake].
* W15  The last bidder plays what he bid [change_after_stock].
* W17  The suit of the declarer's first lead is trump [trump_fixing]; none in Bettel and Mord.
* W25  Number made: each defender pays the tricks won [win_pays].
* W26  Number failed: the declarer pays each defender the tricks bid [loss_pays].
* W27  Bettel [bettel_value] and W28 Mord [mord_value]: 10 units each.
* W29  Doubles multiply the payments, not the Haferl [double_touches_pot].
* W30  Soft score: twice that amount for the declarer, that amount for each defender.
* W31  The next declarer who makes his game also takes the Haferl; one who fails leaves it
       [haferl_taker, haferl_on_failure]. An empty one stays empty either way.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.cards import Suit
from scorekeeper.cards import suit_of
from scorekeeper.rules.calls import UNKNOWN
from scorekeeper.rules.calls import AuctionRead
from scorekeeper.rules.calls import Won
from scorekeeper.rules.calls import Wrong
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house_wallachen import WallachenRules
from scorekeeper.rules.record import Call
from scorekeeper.rules.record import CallKind
from scorekeeper.rules.record import Contract
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord

MUSS_BID = 6

Said = int | CallKind
"""A bid without its bidder: the number, or BETTEL or MORD."""

# W10: the games from low to high.
_ORDERS: dict[str, tuple[Said, ...]] = {
    "bettel_mord": (6, 7, 8, 9, CallKind.BETTEL, CallKind.MORD),
    "mord_bettel": (6, 7, 8, 9, CallKind.MORD, CallKind.BETTEL),
    "bettel_after_7": (6, 7, CallKind.BETTEL, 8, 9, CallKind.MORD),
}
_HEIGHT: dict[str, dict[Said, int]] = {
    name: {said: height for height, said in enumerate(order)} for name, order in _ORDERS.items()
}


class Level(NamedTuple):
    """Where an auction stands: who leads it with what, whether that bid was held already."""

    leader: str | None
    said: Said | None
    held: bool
    led_before: frozenset[str]
    passed: frozenset[str]
    turn: str | None


def _said(call: Call) -> Said:
    if call.kind is CallKind.NUMBER:
        assert call.bid is not None
        return call.bid
    return call.kind


def _word(said: Said | ContractKind | None) -> str | int:
    """Write a bid for a sentence; Bettel and Mord are called so in every language."""
    if isinstance(said, int):
        return said
    return {"bettel": "Bettel", "mord": "Mord"}[said.value] if said is not None else ""


def standing(players: Sequence[str], before: Sequence[Call]) -> Level:
    """Tell where an auction stands after these calls, all of them possible (W7, W11, W12)."""
    leader: str | None = None
    said: Said | None = None
    held = False
    led: set[str] = set()
    passed: set[str] = set()
    for call in before:
        if call.kind is CallKind.PASS:
            passed.add(call.player)
            continue
        leader = call.player
        led.add(leader)
        if call.kind is CallKind.HOLD:
            held = True
        else:
            held = False
            said = _said(call)
    turn: str | None = players[0]
    if before:
        ended = len(passed) == len(players) - (leader is not None)
        turn = None if ended else _next(players, before[-1].player, passed)
    return Level(leader, said, held, frozenset(led), frozenset(passed), turn)


def _next(players: Sequence[str], after: str, passed: set[str]) -> str:
    place = players.index(after)
    clockwise = (*players[place + 1 :], *players[: place + 1])
    return next(player for player in clockwise if player not in passed)


def _wrong_hold(
    rules: WallachenRules, players: Sequence[str], level: Level, player: str
) -> Wrong | None:
    """Say why the player whose turn it is could not hold (W11)."""
    if rules.hold == "off":
        return Wrong("W11", "findings.W11.off")
    if level.leader is None:
        return Wrong("W11", "findings.W11.no_bid", {"player": player})
    if player not in level.led_before:
        return Wrong("W11", "findings.W11.never_led", {"player": player})
    behind = players.index(player) > players.index(level.leader)
    if behind and rules.hold == "earlier_previous_high":
        args = {"player": player, "leader": level.leader}
        return Wrong("W11", "findings.W11.behind", args)
    if level.held:
        return Wrong("W11", "findings.W11.held", {"player": player, "leader": level.leader})
    return None


def wrong_call(
    rules: WallachenRules, players: Sequence[str], before: Sequence[Call], call: Call
) -> Wrong | None:
    """Say why this call was not possible after those before it, all possible; None when it was.

    `players` are in playing order.
    """
    player = call.player
    level = standing(players, before)
    if not before and player != players[0]:  # W7
        return Wrong("W7", "findings.W7.forehand", {"player": player, "forehand": players[0]})
    if level.turn is None:  # W12
        return Wrong("W12", "findings.W12.ended", {"player": player})
    if player != level.turn:
        return Wrong("W12", "findings.W12.turn", {"player": player, "turn": level.turn})
    if call.kind is CallKind.PASS:
        return None
    if call.kind is CallKind.HOLD:
        return _wrong_hold(rules, players, level, player)
    said = _said(call)
    height = _HEIGHT[rules.bettel_mord_rank]
    if level.said is None or height[said] > height[level.said]:
        return None
    args = {"player": player, "said": _word(said), "above": _word(level.said)}
    if isinstance(said, int) and isinstance(level.said, int):
        return Wrong("W9", "findings.W9.higher", args)
    return Wrong("W10", "findings.W10.higher", args)


def open_calls(
    rules: WallachenRules, players: Sequence[str], before: Sequence[Call]
) -> tuple[Call, ...]:
    """List every call that is possible now, of the player whose turn it is."""
    turn = standing(players, before).turn
    if turn is None:
        return ()
    every = (
        Call(turn, CallKind.PASS),
        *(Call(turn, CallKind.NUMBER, bid=bid) for bid in (6, 7, 8, 9)),
        Call(turn, CallKind.BETTEL),
        Call(turn, CallKind.MORD),
        Call(turn, CallKind.HOLD),
    )
    return tuple(call for call in every if wrong_call(rules, players, before, call) is None)


def read_auction(record: DealRecord) -> AuctionRead:
    """Read the recorded auction up to its first wrong or missing call."""
    auction = record.auction
    if auction is None:
        return UNKNOWN
    rules, players = record.rules, record.players
    assert isinstance(rules, WallachenRules)
    for i, call in enumerate(auction):
        wrong = wrong_call(rules, players, auction[:i], call)
        if wrong is not None:
            return AuctionRead(wrong=wrong.at(f"/auction/{i}"))
    level = standing(players, auction)
    if level.turn is not None:
        if record.contract is None:
            return UNKNOWN
        missing = Wrong("W12", "findings.W12.missing", {"turn": level.turn})
        return AuctionRead(wrong=missing.at("/auction"))
    return AuctionRead(finished=True, won=_winner(rules, players, level))


def _winner(rules: WallachenRules, players: Sequence[str], level: Level) -> Won | None:
    if level.leader is None:
        if rules.pass_out != "muss_spiel":
            return None
        return Won(players[0], CallKind.NUMBER, bid=MUSS_BID, forced=True)  # W13
    if isinstance(level.said, int):
        return Won(level.leader, CallKind.NUMBER, bid=level.said)
    assert level.said is not None
    return Won(level.leader, level.said)


def find_double_errors(record: DealRecord) -> list[Finding]:
    """Find doubles at a table without, and every one of a player who had doubled (W5, W6)."""
    rules = record.rules
    assert isinstance(rules, WallachenRules)
    found = []
    if record.doubles and rules.double_window == "off":
        found.append(Wrong("W5", "findings.W5.off").at("/doubles"))
    doubled = set()
    for i, player in enumerate(record.doubles):
        if player in doubled:
            found.append(Wrong("W6", "findings.W6.twice", {"player": player}).at(f"/doubles/{i}"))
        doubled.add(player)
    return found


def suit_led_first(record: DealRecord) -> Suit | None:
    """Give the suit of the first card of trick 1 when the declarer is recorded to have led it."""
    contract = record.contract
    if contract is None or contract.declarer is None or not record.tricks:
        return None
    first = record.tricks[0]  # numbers go up: no later one can be trick 1
    if first.n != 1 or first.lead not in (None, contract.declarer):
        return None
    card = first.cards[0] if first.cards else None
    return None if card is None else suit_of(card)


def trump_of(record: DealRecord) -> Suit | None:
    """Give the trump of a number game, recorded or by its first lead (W17); None: not known."""
    contract = record.contract
    assert isinstance(record.rules, WallachenRules)
    if contract is None or contract.kind is not ContractKind.NUMBER:
        return None
    if contract.trump is None and record.rules.trump_fixing == "first_lead":
        return suit_led_first(record)
    return contract.trump


def find_contract_errors(record: DealRecord, auction: AuctionRead) -> list[Finding]:
    """Find what is wrong with the contract, by itself and against the auction."""
    contract = record.contract
    if contract is None:
        return []
    rules = record.rules
    assert isinstance(rules, WallachenRules)
    if contract.kind is ContractKind.PASSED_OUT:
        if rules.pass_out == "muss_spiel":  # W13, whatever the auction
            args = {"forehand": record.players[0]}
            return [Wrong("W13", "findings.W13.passed_out", args).at("/contract/kind")]
        if auction.won is not None:
            args = {"player": auction.won.player}
            return [Wrong("W15", "findings.W15.somebody_bid", args).at("/contract/kind")]
        return []
    found = []
    if auction.finished:
        wrong = _against_auction(rules, contract, auction.won)
        if wrong is not None:
            found.append(wrong)
    wrong = _wrong_trump(record, rules, contract)
    if wrong is not None:
        found.append(wrong)
    return found


def _wrong_trump(record: DealRecord, rules: WallachenRules, contract: Contract) -> Finding | None:
    trump = contract.trump
    if trump is None:
        return None
    if contract.kind is not ContractKind.NUMBER:
        args: dict[str, object] = {"kind": _word(contract.kind)}
        return Wrong("W17", "findings.W17.no_trump", args).at("/contract/trump")
    led = suit_led_first(record) if rules.trump_fixing == "first_lead" else None
    if led is None or led is trump:
        return None
    args = {"declarer": contract.declarer, "led": led, "trump": trump}
    return Wrong("W17", "findings.W17.first_lead", args).at("/contract/trump")


def _may_change(rules: WallachenRules, bid: Said, played: Said) -> bool:
    """Say whether the declarer may play this instead of what he bid (W15)."""
    if rules.change_after_stock == "upward":
        height = _HEIGHT[rules.bettel_mord_rank]
        return height[played] > height[bid]
    if rules.change_after_stock == "to_bettel_mord":
        return isinstance(bid, int) and not isinstance(played, int)
    return False


def _against_auction(rules: WallachenRules, contract: Contract, won: Won | None) -> Finding | None:
    """Compare a game with the finished auction; at most one thing is wrong (W13, W15)."""
    if won is None:
        args: dict[str, object] = {"declarer": contract.declarer}
        return Wrong("W13", "findings.W13.all_passed", args).at("/contract/kind")
    code = "W13" if won.forced else "W15"
    if won.player != contract.declarer:
        args = {"declarer": contract.declarer, "winner": won.player}
        return Wrong(code, f"findings.{code}.declarer", args).at("/contract/declarer")
    bid: Said = won.bid if won.bid is not None else won.kind
    played: Said = contract.bid if contract.bid is not None else CallKind(_kind(contract).value)
    if played == bid or _may_change(rules, bid, played):
        return None
    args = {"declarer": won.player, "bid": _word(bid), "played": _word(played)}
    numbers = isinstance(bid, int) and isinstance(played, int)
    path = "/contract/bid" if numbers else "/contract/kind"
    return Wrong(code, f"findings.{code}.changed", args).at(path)


def _kind(contract: Contract) -> ContractKind:
    assert contract.kind is not None
    return contract.kind


def multiplier(rules: WallachenRules, doubles: int) -> int:
    """Give the factor of so many doubles (W6)."""
    if not doubles:
        return 1
    if rules.multiple_doubles == "multiply":
        return int(2**doubles)
    return 2 if rules.multiple_doubles == "single" else 1 + doubles


def game_value(
    rules: WallachenRules, contract: Contract, *, made: bool, tricks: int | None
) -> int | None:
    """Give what each defender pays or receives as played, in units, before doubles (W25 to W28).

    `tricks` are the declarer's; None when they are not exactly known. Returns None when what is
    paid depends on them then.
    """
    if contract.kind is ContractKind.BETTEL:
        return rules.bettel_value
    if contract.kind is ContractKind.MORD:
        return rules.mord_value
    bid = contract.bid
    assert bid is not None
    if made:
        return bid if rules.win_pays == "tricks_bid" else tricks
    if rules.loss_pays == "tricks_bid":
        return bid
    if tricks is None:
        return None
    return bid - tricks if rules.loss_pays == "shortfall" else bid + bid - tricks


def ruled_value(rules: WallachenRules, contract: Contract, *, made: bool, known_tricks: int) -> int:
    """Give what a game is worth that a ruling decided, in units, before doubles (I3).

    `known_tricks` are those the declarer is known to have won, at the least.
    """
    if contract.kind is ContractKind.BETTEL:
        return rules.bettel_value
    if contract.kind is ContractKind.MORD:
        return rules.mord_value
    bid = contract.bid
    assert bid is not None
    if not made or rules.win_pays == "tricks_bid":
        return bid
    return max(bid, known_tricks)


def pot_payment(
    rules: WallachenRules, contract: Contract, *, made: bool, haferl: int, tariff: int, factor: int
) -> int:
    """Give what moves between the declarer and the Haferl, in cents: above 0 he takes (W31).

    `factor` is the doubles', which counts only for what is paid in, and only where the table
    says so (W29). A Haferl that is empty stays empty.
    """
    if not haferl:
        return 0
    if made:
        number = contract.kind is ContractKind.NUMBER
        if rules.haferl_taker == "next_number_made":
            return haferl if number else 0
        if rules.haferl_taker == "bettel_or_mord_made":
            return 0 if number else haferl
        return haferl
    if rules.haferl_on_failure == "nothing":
        return 0
    into = rules.haferl_stake * tariff if rules.haferl_on_failure == "pay_stake" else haferl
    return -into * (factor if rules.double_touches_pot == "yes" else 1)


def pass_out_payment(rules: WallachenRules, *, tariff: int, factor: int) -> int:
    """Give what each of the three pays into the Haferl when all passed, in cents (W14, W29)."""
    if rules.pass_out != "haferl":
        return 0
    return rules.haferl_stake * tariff * (factor if rules.double_touches_pot == "yes" else 1)
