"""A deal record solved: checked like any other, its hands known or following from the rest."""

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import Verdict
from scorekeeper.adjudication.check import check
from scorekeeper.adjudication.knowledge import CardsRead
from scorekeeper.adjudication.knowledge import read_cards
from scorekeeper.cards import CARDS
from scorekeeper.cards import CardSet
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.obligations import card_play_of
from scorekeeper.rules.preference import trump_of
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.reading import read_text
from scorekeeper.rules.record import DealRecord
from scorekeeper.solver.solve import Solution
from scorekeeper.solver.solve import solve
from scorekeeper.solver.solve import why_unsolvable


def solve_text(data: bytes) -> Solution | Report:
    """Solve a record written as JSON in UTF-8; a report with errors where that cannot be done."""
    return _solve_read(read_text(data))


def solve_object(value: object) -> Solution | Report:
    """Solve a record given as an object of JSON's types."""
    return _solve_read(read_object(value))


def _solve_read(read: DealRecord | tuple[Finding, ...]) -> Solution | Report:
    if isinstance(read, DealRecord):
        return solve_record(read)
    return Report(verdict=Verdict.ERROR, errors=read)


def solve_record(record: DealRecord) -> Solution | Report:
    """Solve a record that was read; a report with errors where that cannot be done."""
    report = check(record)
    if report.errors:
        return report
    if record.game is Game.WATTEN:
        return Report(verdict=Verdict.ERROR, errors=why_unsolvable(record, {}))
    read = read_cards(record, card_play_of(record, trump_of(record)))
    hands = _known_hands(record, read)
    missing = why_unsolvable(record, hands)
    if missing:
        return Report(verdict=Verdict.ERROR, errors=missing)
    return solve(record, hands, read.tricks)


def _known_hands(record: DealRecord, read: CardsRead) -> dict[str, CardSet]:
    """Give the cards that each player is known to hold at the first lead."""
    possible = read.knowledge.possible
    places = read.knowledge.places
    return {
        player: CardSet(
            sum(1 << card for card in CARDS if not possible[card] & ~places.hand(player))
        )
        for player in record.players
    }
