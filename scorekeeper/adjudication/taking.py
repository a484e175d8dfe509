"""Who took a trick with which card, and the rule by which that card was the highest."""

from typing import NamedTuple

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import trump_of
from scorekeeper.cards import Card
from scorekeeper.cards import Suit
from scorekeeper.cards import rank_of
from scorekeeper.cards import suit_of
from scorekeeper.rules.house import Game
from scorekeeper.rules.house import WattenRules
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.watten import is_critical

_TRICK_RULE = {Game.BOLACHEN: "B26", Game.WALLACHEN: "W24"}


class Taking(NamedTuple):
    """A trick that somebody took. `by` is critical, rechter, linker, trump or suit."""

    n: int
    player: str
    card: Card
    rule: str
    by: str


def takings(record: DealRecord, report: Report) -> dict[int, Taking]:
    """Return who took each trick in which a play was judged, by the trick's number."""
    judged = {play.trick for play in report.plays}
    trump = trump_of(record)
    found = {}
    for trick in report.tricks:
        card = dict(trick.plays).get(trick.winner or "")
        if trick.n in judged and card is not None:
            found[trick.n] = _taking(record, trump, trick, card)
    return found


def _taking(record: DealRecord, trump: Suit | None, trick: TrickWon, card: Card) -> Taking:
    assert trick.winner is not None
    by = "trump" if suit_of(card) is trump else "suit"
    if record.game is not Game.WATTEN:
        return Taking(trick.n, trick.winner, card, _TRICK_RULE[record.game], by)
    assert record.contract is not None
    assert isinstance(record.rules, WattenRules)
    rule = "T5" if by == "trump" else "T6"
    if is_critical(record.rules, card):
        rule, by = "T2", "critical"
    elif rank_of(card) is record.contract.schlag:
        rule, by = ("T3", "rechter") if by == "trump" else ("T4", "linker")
    return Taking(trick.n, trick.winner, card, rule, by)
