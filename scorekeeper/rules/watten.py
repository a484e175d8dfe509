"""Bavarian Watten: the match, what may be said at the table, and who may lift which card.

The rules kept here, in words (points are in `watten_points`, the cards' own in `obligations` and
`tricks`):

* T1   Four players, partners opposite: forehand F and F' (who cuts) against D' and the dealer D.
* T2   HK, S7 and E7 are critical [criticals].
* T9   Schlecken: the cutter may keep a critical card, then the dealer, then the cutter again,
       unless the dealer waived [schlecken].
* T10  If the cutter waives, the dealer may not take one.
* T11  The cutter may take a card that is not critical as a bluff.
* T17  Who holds all three critical cards lays them open [maschine, maschine_extended].
* T25  A side may raise by 1; the other gives up or accepts; the sides alternate [raise_max].
* T27  A match is won with 11 points or more; a new one then begins [target].
* T28  From target - 2 points a side is gespannt and may not raise [gespannt_mode].
* T29  A gespannt side may go before the first card.
* T30  The other side may raise the 3 to 4, once [other_side_may_raise_at_gespannt].
* T31  `two_three`: while a side is gespannt nobody raises.
* T33  A gespannt side that raises commits an error, written as a ruling.
* T40  Three players: F cuts and plays against the two others, who are one side for this deal.
* T41  With three every player has his own account.
* T42  With three a side is gespannt if any of its members is.
* T43  Two players: F cuts; each for himself.
"""

from dataclasses import dataclass

from scorekeeper.cards import NO_CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import card_name
from scorekeeper.cards import card_set
from scorekeeper.cards import parse_card
from scorekeeper.rules.calls import Wrong
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house_watten import WattenRules
from scorekeeper.rules.record import Count
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.record import Offence
from scorekeeper.rules.record import Schleck
from scorekeeper.rules.seats import accounts_of
from scorekeeper.rules.seats import cutter_of
from scorekeeper.rules.seats import sides_of

GESPANNT_SHORT = 2
"""So many points below the target a side is gespannt (T28)."""

SCHLECKEN_MAY = {"chain_of_three": 3, "one_each": 2, "cutter_only": 1, "off": 0}
"""How often somebody may take a card when the pack is cut, by the option `schlecken` (T9)."""

_KRITISCHE = card_set(parse_card(name) for name in ("HK", "S7", "E7"))


def critical_cards(rules: WattenRules) -> CardSet:
    """Give the critical cards of a table (T2)."""
    return _KRITISCHE if rules.criticals == "three" else NO_CARDS


def is_critical(rules: WattenRules, card: Card) -> bool:
    """Say whether a card is critical at this table (T2)."""
    return bool(critical_cards(rules) >> card & 1)


@dataclass(frozen=True, slots=True)
class Match:
    """The sides of a deal and where they stand before it.

    `sides` are two, forehand's first; `points` has every player, or is None where the record says
    nothing of the match: then nobody counts as gespannt.
    """

    sides: tuple[tuple[str, ...], ...]
    points: dict[str, int] | None
    gespannt: tuple[bool, bool]

    def side_of(self, player: str) -> int:
        """Give the number of a player's side, 0 for forehand's."""
        return 0 if player in self.sides[0] else 1


def read_match(record: DealRecord) -> Match:
    """Read where the match stands before the deal (T27, T28, T41, T42)."""
    rules = record.rules
    assert isinstance(rules, WattenRules)
    sides = sides_of(record.players)
    if not record.match:
        return Match(sides, None, (False, False))
    given = {count.player: count.number for count in record.match}
    points: dict[str, int] = {}
    for account in accounts_of(record.players):
        known = next((given[player] for player in account if player in given), 0)
        for player in account:
            points[player] = known
    line = rules.target - GESPANNT_SHORT
    first, second = (
        rules.gespannt_mode != "off" and any(points[player] >= line for player in side)
        for side in sides
    )
    return Match(
        sides, {seat: points[seat] for seat in record.seats if seat in points}, (first, second)
    )


def find_errors(record: DealRecord) -> list[Finding]:
    """Find every error of stage 5 in a Watten record.

    The contract and the match come first; where one of them is wrong, nothing below is looked at.
    """
    found = [*_contract_errors(record), *_match_errors(record)]
    if found:
        return found
    match = read_match(record)
    for wrong in (_raise_error(record, match), _schlecken_error(record)):
        if wrong is not None:
            found.append(wrong)
    found += _gehen_errors(record, match)
    found += _maschine_errors(record)
    found += _ruling_errors(record, match)
    return found


def _contract_errors(record: DealRecord) -> list[Finding]:
    contract = record.contract
    if not record.tricks:
        return []
    if contract is None:
        return [Wrong("format", "findings.format.announcement_missing").at("/contract")]
    found = []
    if contract.schlag is None:
        found.append(Wrong("format", "findings.format.schlag_missing").at("/contract/schlag"))
    if contract.trump is None:
        found.append(Wrong("format", "findings.format.trump_missing").at("/contract/trump"))
    return found


def _match_errors(record: DealRecord) -> list[Finding]:
    match, rules = record.match, record.rules
    assert isinstance(rules, WattenRules)
    if not match:
        return []
    at_target = [count for count in match if count.number >= rules.target]
    if at_target:  # T27
        return [
            Wrong(
                "T27",
                "findings.T27.target",
                {"player": count.player, "points": count.number, "target": rules.target},
            ).at(_match_path(count))
            for count in at_target
        ]
    found = []
    accounts = accounts_of(record.players)
    first: dict[int, Count] = {}
    for count in match:
        place = next(i for i, account in enumerate(accounts) if count.player in account)
        earlier = first.setdefault(place, count)
        if earlier.number != count.number:
            args = {"player": count.player, "partner": earlier.player, "points": earlier.number}
            wrong = Wrong("contradiction", "findings.contradiction.partners", args)
            found.append(wrong.at(_match_path(count)))
    missing = tuple(account[0] for i, account in enumerate(accounts) if i not in first)
    if missing:
        wrong = Wrong("format", "findings.format.match_missing", {"names": missing})
        found.append(wrong.at("/match"))
    return found


def _match_path(count: Count) -> str:
    return f"/match/{count.key}"


def value_to_raise_from(rules: WattenRules, match: Match) -> int:
    """Give what the deal is worth before anybody raises (T24, T28)."""
    return 3 if rules.gespannt_mode == "three" and any(match.gespannt) else 2


def wrong_raise(record: DealRecord, match: Match, i: int) -> Wrong | None:
    """Say why raise number i was not possible after those before it; None when it was."""
    rules, raises = record.rules, record.raises
    assert isinstance(rules, WattenRules)
    player = raises[i].by
    side = match.side_of(player)
    args: dict[str, object] = {"player": player}
    if i and not raises[i - 1].accepted:
        return Wrong("T25", "findings.T25.after_fold", {"player": raises[i - 1].by})
    if any(match.gespannt):
        if rules.gespannt_mode == "two_three":
            return Wrong("T31", "findings.T31.raise", args)
        if match.gespannt[side]:
            return Wrong("T28", "findings.T28.raise", args)
        if rules.other_side_may_raise_at_gespannt == "no":
            return Wrong("T30", "findings.T30.not_allowed", args)
        if i:
            return Wrong("T30", "findings.T30.once", args)
    if i and match.side_of(raises[i - 1].by) == side:
        return Wrong("T25", "findings.T25.alternate", args)
    value = value_to_raise_from(rules, match) + i + 1
    if rules.raise_max != "none" and value > rules.raise_max:
        args = {"player": player, "value": value, "highest": rules.raise_max}
        return Wrong("T25", "findings.T25.highest", args)
    return None


def _raise_error(record: DealRecord, match: Match) -> Finding | None:
    """Find the first raise that was not possible."""
    latest = 0
    for i, said in enumerate(record.raises):
        wrong = wrong_raise(record, match, i)
        if wrong is not None:
            return wrong.at(f"/raises/{i}")
        if said.in_trick is not None:
            if said.in_trick < latest:
                args = {"player": said.by, "trick": said.in_trick, "earlier": latest}
                wrong = Wrong("contradiction", "findings.contradiction.raise_order", args)
                return wrong.at(f"/raises/{i}/in_trick")
            latest = said.in_trick
    return None


def _was_played(record: DealRecord) -> bool:
    """Say whether somebody raised or a card was played, by what is recorded."""
    taken = any(count.number for count in record.tricks_taken)
    return bool(record.raises or record.tricks or taken)


def _gehen_errors(record: DealRecord, match: Match) -> list[Finding]:
    player, rules = record.gehen, record.rules
    assert isinstance(rules, WattenRules)
    if player is None:
        return []
    found = []
    if rules.gespannt_mode == "off":
        found.append(Wrong("T29", "findings.T29.off").at("/gehen"))
    elif match.points is not None and not match.gespannt[match.side_of(player)]:
        found.append(Wrong("T29", "findings.T29.not_gespannt", {"player": player}).at("/gehen"))
    if record.maschine is not None or _was_played(record):
        wrong = Wrong("contradiction", "findings.contradiction.gehen", {"player": player})
        found.append(wrong.at("/gehen"))
    return found


def _maschine_errors(record: DealRecord) -> list[Finding]:
    player, rules = record.maschine, record.rules
    assert isinstance(rules, WattenRules)
    if player is None:
        return []
    found = []
    if rules.maschine == "off":
        found.append(Wrong("T17", "findings.T17.off").at("/maschine"))
    elif rules.criticals == "none" and rules.maschine_extended != "any_sure_three":
        found.append(Wrong("T17", "findings.T17.no_criticals").at("/maschine"))
    if _was_played(record):
        wrong = Wrong("contradiction", "findings.contradiction.maschine", {"player": player})
        found.append(wrong.at("/maschine"))
    return found


def _schlecken_error(record: DealRecord) -> Finding | None:
    """Find the first card that could not be lifted like that (T9, T10, T11)."""
    rules = record.rules
    assert isinstance(rules, WattenRules)
    may = SCHLECKEN_MAY[rules.schlecken]
    cutter, dealer = cutter_of(record.players), record.players[-1]
    for i, entry in enumerate(record.schlecken):
        path = f"/schlecken/{i}"
        if not may:
            return Wrong("T9", "findings.T9.off").at(path)
        if i >= may:
            return Wrong("T9", "findings.T9.too_many", {"allowed": may}).at(path)
        if i == 2 and record.schlecken[1].waived:
            return Wrong("T9", "findings.T9.dealer_waived", {"dealer": dealer}).at(path)
        if i == 1 and record.schlecken[0].waived:
            return Wrong("T10", "findings.T10.cutter_waived", {"cutter": cutter}).at(path)
        due = dealer if i == 1 else cutter
        if entry.player != due:
            args = {"player": entry.player, "due": due}
            return Wrong("T9", "findings.T9.player", args).at(f"{path}/player")
        card = _taken_card(entry)
        if i == 1 and card is not None and not is_critical(rules, card):
            args = {"player": entry.player, "card": card_name(card)}
            return Wrong("T9", "findings.T9.not_critical", args).at(f"{path}/card")
    return None


def _taken_card(entry: Schleck) -> Card | None:
    return None if entry.waived else entry.card


def _ruling_errors(record: DealRecord, match: Match) -> list[Finding]:
    rules = record.rules
    assert isinstance(rules, WattenRules)
    cutter = cutter_of(record.players)
    found = []
    for i, ruling in enumerate(record.rulings):
        if ruling.offence is Offence.BLUFF and ruling.by != cutter:
            args: dict[str, object] = {"player": ruling.by, "cutter": cutter}
            found.append(Wrong("T11", "findings.T11.cutter", args).at(f"/rulings/{i}/by"))
        if ruling.offence is not Offence.GESPANNT_RAISE:
            continue
        assert ruling.by is not None
        if rules.gespannt_mode == "off":
            found.append(Wrong("T33", "findings.T33.off").at(f"/rulings/{i}"))
        elif match.points is not None and not match.gespannt[match.side_of(ruling.by)]:
            args = {"player": ruling.by}
            found.append(Wrong("T33", "findings.T33.not_gespannt", args).at(f"/rulings/{i}"))
    return found
