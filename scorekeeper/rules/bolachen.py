"""Bolachen: what may be announced and declared, and what a game is worth.

The rules kept here, in words (the cards' own are in `obligations` and `tricks`):

* B1   One soloist plays against two defenders, deal by deal.
* B4   Suits rank Herz > Schellen > Gras > Eichel, only to compare announcements.
* B8   Games: Brand (a trump suit, six tricks or more) is worth 1, Bettel (no trump, no trick) 2,
       Mord (no trump, all ten tricks) 3 [mord_factor].
* B9   Mord > Bettel > Herz-Brand > Schellen-Brand > Gras-Brand > Eichel-Brand.
* B10  Forehand first, clockwise, each says once what he would play, or passes.
* B11  The highest game plays; between equal games the earlier speaker.
* B12  If the two others pass the dealer must play, any game he likes [dealer_forced].
* B13  Who alone announced Brand, nobody a higher game, need not name the suit before the Dopper.
* B14  If two or more announced Brand, nobody a higher game, each names a suit when all three have
       spoken, in the order of the seats; a suit named at once counts as that naming.
* B15  After B14 the declarer changes only upwards.
* B16  In the case of B13 he may name any suit, or go up to Bettel or Mord [uncontested_upgrade];
       a Bettel goes up to Mord; nobody goes down from Bettel or Mord.
* B18  In Bettel and Mord he may call one card before he looks at the Dopper [call_right].
* B19  Not so who switched from Brand [call_right].
* B21  Trumps exist only in Brand.
* B28  Made: Brand with six tricks or more, Bettel with none, Mord with ten.
* B29  Each defender pays the declarer value x tariff, or receives it from him.
* B30  Soft score: twice the value for the declarer, the value for each defender.
* B32  Nothing is paid for overtricks or for the margin of a loss.
"""

from collections.abc import Sequence

from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.rules.calls import UNKNOWN
from scorekeeper.rules.calls import AuctionRead
from scorekeeper.rules.calls import Won
from scorekeeper.rules.calls import Wrong
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house_bolachen import BolachenRules
from scorekeeper.rules.record import Call
from scorekeeper.rules.record import CallKind
from scorekeeper.rules.record import Contract
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord

BRAND_TRICKS = 6

# B4, B9: higher is better. Suits are numbered E, G, H, S in the pack but rank E, G, S, H.
_SUIT_HEIGHT = {Suit.E: 1, Suit.G: 2, Suit.S: 3, Suit.H: 4}
_BETTEL_HEIGHT = 5
_MORD_HEIGHT = 6

_GAME_WORDS = {
    CallKind.BRAND: "Brand",
    CallKind.BETTEL: "Bettel",
    CallKind.MORD: "Mord",
    ContractKind.BRAND: "Brand",
    ContractKind.BETTEL: "Bettel",
    ContractKind.MORD: "Mord",
}


def naming_due(before: Sequence[Call]) -> str | None:
    """Name who must name a suit now (B14); None when nobody has to.

    `before` are the possible calls so far.
    """
    said = before[:3]
    brands = [call for call in said if call.kind is CallKind.BRAND]
    if len(said) < 3 or len(brands) < 2 or _highest_is_above_brand(said):
        return None
    named = {call.player for call in before[3:]}
    for call in brands:
        if call.suit is None and call.player not in named:
            return call.player
    return None


def _highest_is_above_brand(said: Sequence[Call]) -> bool:
    return any(call.kind in (CallKind.BETTEL, CallKind.MORD) for call in said)


def next_to_speak(players: Sequence[str], before: Sequence[Call]) -> str | None:
    """Name whose turn it is in the auction; None when all is said (B10, B14)."""
    return players[len(before)] if len(before) < 3 else naming_due(before)


def _dealer_is_forced(before: Sequence[Call]) -> bool:
    return len(before) >= 2 and before[0].kind is before[1].kind is CallKind.PASS


def wrong_call(
    rules: BolachenRules, players: Sequence[str], before: Sequence[Call], call: Call
) -> Wrong | None:
    """Say why this call was not possible after those before it, all possible; None when it was.

    `players` are in playing order.
    """
    player = call.player
    turn = next_to_speak(players, before)
    if call.kind is CallKind.NAMES:  # B14
        if len(before) >= 3 and turn == player:
            return None
        if len(before) >= 3 and turn is not None:
            return Wrong("B14", "findings.B14.turn", {"player": player, "turn": turn})
        return Wrong("B14", "findings.B14.not_due", {"player": player})
    if len(before) >= 3 or player in [earlier.player for earlier in before]:  # B10
        return Wrong("B10", "findings.B10.twice", {"player": player})
    if player != turn:
        return Wrong("B10", "findings.B10.turn", {"player": player, "turn": turn})
    if _dealer_is_forced(before):  # B12
        if call.kind is CallKind.PASS and rules.dealer_forced != "throw_in":
            return Wrong("B12", "findings.B12.pass", {"player": player})
        if call.kind is not CallKind.BRAND and rules.dealer_forced == "brand_only":
            return Wrong("B12", "findings.B12.brand_only", {"player": player})
    return None


def open_calls(
    rules: BolachenRules, players: Sequence[str], before: Sequence[Call]
) -> tuple[Call, ...]:
    """List every call that is possible now, of the player whose turn it is."""
    turn = next_to_speak(players, before)
    if turn is None:
        return ()
    suits = (Suit.H, Suit.S, Suit.G, Suit.E)
    every = (
        Call(turn, CallKind.PASS),
        Call(turn, CallKind.BRAND),
        *(Call(turn, CallKind.BRAND, suit=suit) for suit in suits),
        Call(turn, CallKind.BETTEL),
        Call(turn, CallKind.MORD),
        *(Call(turn, CallKind.NAMES, suit=suit) for suit in suits),
    )
    return tuple(call for call in every if wrong_call(rules, players, before, call) is None)


def _winner(auction: Sequence[Call]) -> Won | None:
    """Tell who won an auction in which all is said (B9, B11); None when all passed."""
    said = auction[:3]
    named = {call.player: call.suit for call in auction[3:]}
    brands = sum(call.kind is CallKind.BRAND for call in said)
    contested = brands >= 2 and not _highest_is_above_brand(said)
    best: Call | None = None
    best_height = 0
    for call in said:
        height = 0
        if call.kind is CallKind.MORD:
            height = _MORD_HEIGHT
        elif call.kind is CallKind.BETTEL:
            height = _BETTEL_HEIGHT
        elif call.kind is CallKind.BRAND:
            suit = call.suit if call.suit is not None else named.get(call.player)
            height = _SUIT_HEIGHT[suit] if contested and suit is not None else 1
        if height > best_height:
            best, best_height = call, height
    if best is None:
        return None
    return Won(
        best.player,
        best.kind,
        suit=best.suit if best.suit is not None else named.get(best.player),
        contested=contested,
        forced=_dealer_is_forced(said),
    )


def read_auction(record: DealRecord) -> AuctionRead:
    """Read the recorded auction up to its first wrong or missing call."""
    auction = record.auction
    if auction is None:
        return UNKNOWN
    rules, players = record.rules, record.players
    assert isinstance(rules, BolachenRules)
    for i, call in enumerate(auction):
        wrong = wrong_call(rules, players, auction[:i], call)
        if wrong is not None:
            return AuctionRead(wrong=wrong.at(f"/auction/{i}"))
    turn = next_to_speak(players, auction)
    if turn is None:
        return AuctionRead(finished=True, won=_winner(auction))
    if record.contract is None:
        return UNKNOWN
    if len(auction) < 3:
        missing = Wrong("B10", "findings.B10.missing", {"names": players[len(auction) :]})
    else:
        missing = Wrong("B14", "findings.B14.missing", {"player": turn})
    return AuctionRead(wrong=missing.at("/auction"))


def find_contract_errors(record: DealRecord, auction: AuctionRead) -> list[Finding]:
    """Find what is wrong with the contract, by itself and against the auction."""
    contract = record.contract
    if contract is None:
        return []
    if contract.kind is ContractKind.PASSED_OUT:
        return _passed_out_errors(record, auction)
    found = []
    if auction.finished:
        wrong = _against_auction(record, contract, auction.won)
        if wrong is not None:
            found.append(wrong)
    if contract.kind is not ContractKind.BRAND and contract.trump is not None:  # B21
        args = {"kind": _game_word(contract)}
        found.append(
            Finding(code="B21", path="/contract/trump", key="findings.B21.trump", args=args)
        )
    return found


def _game_word(contract: Contract) -> str:
    assert contract.kind is not None
    return _GAME_WORDS[contract.kind]


def _passed_out_errors(record: DealRecord, auction: AuctionRead) -> list[Finding]:
    assert isinstance(record.rules, BolachenRules)
    if record.rules.dealer_forced != "throw_in":  # B12, whatever the auction
        wrong = Wrong("B12", "findings.B12.passed_out", {"dealer": record.players[-1]})
    elif auction.won is not None:
        wrong = Wrong("B11", "findings.B11.announced", {"player": auction.won.player})
    else:
        return []
    return [wrong.at("/contract/kind")]


def _against_auction(record: DealRecord, contract: Contract, won: Won | None) -> Finding | None:
    """Compare a game with the finished auction; at most one thing is wrong."""
    rules, declarer, kind = record.rules, contract.declarer, contract.kind
    assert isinstance(rules, BolachenRules)
    if won is None:
        return Wrong("B12", "findings.B12.all_passed", {"declarer": declarer}).at("/contract/kind")
    if won.player != declarer:
        args: dict[str, object] = {"declarer": declarer, "winner": won.player}
        return Wrong("B11", "findings.B11.declarer", args).at("/contract/declarer")
    upgraded = won.kind is CallKind.BRAND and kind is not ContractKind.BRAND
    if upgraded and won.forced and rules.dealer_forced == "brand_only":
        args = {"declarer": declarer}
        return Wrong("B12", "findings.B12.brand_played", args).at("/contract/kind")
    if upgraded and not won.contested and rules.uncontested_upgrade == "brand_stays":
        args = {"declarer": declarer}
        return Wrong("B16", "findings.B16.brand_stays", args).at("/contract/kind")
    went_down = (won.kind is CallKind.MORD and kind is not ContractKind.MORD) or (
        won.kind is CallKind.BETTEL and kind is ContractKind.BRAND
    )
    if went_down:
        args = {"declarer": declarer, "said": _GAME_WORDS[won.kind], "kind": _game_word(contract)}
        return Wrong("B16", "findings.B16.down", args).at("/contract/kind")
    trump, named = contract.trump, won.suit
    lower = (
        won.contested
        and kind is ContractKind.BRAND
        and trump is not None
        and named is not None
        and _SUIT_HEIGHT[trump] < _SUIT_HEIGHT[named]
    )
    if lower:
        args = {"declarer": declarer, "named": named, "trump": trump}
        return Wrong("B15", "findings.B15.lower", args).at("/contract/trump")
    return None


def find_call_error(record: DealRecord, auction: AuctionRead) -> list[Finding]:
    """Find what is wrong with the called card (B18, B19), the first thing only."""
    call = record.call
    if call is None:
        return []
    rules, contract = record.rules, record.contract
    assert isinstance(rules, BolachenRules)
    path = "/call"
    if contract is None or contract.kind not in (ContractKind.BETTEL, ContractKind.MORD):
        wrong = Wrong("B18", "findings.B18.game")
    elif rules.call_right == "off":
        wrong = Wrong("B18", "findings.B18.off")
    elif (
        rules.call_right == "before_dopper_only"
        and auction.won is not None
        and auction.won.kind is CallKind.BRAND
    ):
        wrong = Wrong("B19", "findings.B19.switched", {"declarer": auction.won.player})
    elif call.holder is not None and call.holder == contract.declarer:
        path = "/call/from"
        wrong = Wrong("B18", "findings.B18.own", {"declarer": call.holder})
    elif call.given is not None and call.in_dopper:
        path = "/call/given"
        wrong = Wrong("B18", "findings.B18.nothing_given", {"card": card_name(call.card)})
    elif call.given is not None and call.given == call.card:
        path = "/call/given"
        wrong = Wrong("B18", "findings.B18.same_card", {"card": card_name(call.card)})
    else:
        return []
    return [wrong.at(path)]


def game_value(rules: BolachenRules, kind: ContractKind) -> int:
    """Give what a game is worth, made or lost (B8, B29, B30, B32)."""
    if kind is ContractKind.BRAND:
        return 1
    return 2 if kind is ContractKind.BETTEL else rules.mord_factor
