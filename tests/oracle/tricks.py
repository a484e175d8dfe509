"""Who led, who should have, and who won."""

from dataclasses import dataclass

from .table import Table
from .words import RANKS


@dataclass(kw_only=True)
class Trick:
    """One recorded trick; `lead` is None where it is left out and not known."""

    n: int
    lead: str | None
    should_lead: str | None
    cards: list[str | None]
    order: list[str]
    winner: str | None


def height(card: str) -> int:
    """Return how high a card is in its suit."""
    return -RANKS.index(card[1:])


def rechter(table: Table) -> str | None:
    """T3, T7: the card that is both Schlag and trump, unless it is a Kritischer."""
    contract = table.contract or {}
    card = str(contract.get("trump")) + str(contract.get("schlag"))
    return None if card in table.criticals else card


def watten_rank(table: Table, card: str, led: str) -> tuple[int, int]:
    """Return how high a card is in a trick: T2 to T7."""
    contract = table.contract or {}
    if card in table.criticals:
        return 5, -table.criticals.index(card)
    if card == rechter(table):
        return 4, 0
    if card[1:] == contract.get("schlag"):
        return 3, 0  # the Linke have no order
    if card[0] == contract.get("trump"):
        return 2, height(card)
    if card[0] == led[0]:
        return 1, height(card)
    return 0, 0


def beats(table: Table, card: str, best: str, led: str) -> bool:
    """Say whether a later card takes the trick from the best so far."""
    if table.watten:
        return watten_rank(table, card, led) > watten_rank(table, best, led)
    # B26, W24: "to the highest trump in it, otherwise to the highest card of the suit led"
    trump = table.trump
    if best[0] == trump:
        return card[0] == trump and height(card) > height(best)
    if card[0] == trump:
        return True
    return card[0] == led[0] and height(card) > height(best)


def best_place(table: Table, cards: list[str]) -> int:
    """Return the place of the card that is best so far."""
    best = 0
    for i in range(1, len(cards)):
        if beats(table, cards[i], cards[best], cards[0]):
            best = i
    return best


def resolve(table: Table) -> list[Trick]:
    """Return the recorded tricks with what follows about them."""
    players = table.players
    resolved: list[Trick] = []
    for raw in table.numbered_tricks:
        should = None
        if raw["n"] == 1:
            should = table.forehand if table.watten else table.declarer
        for earlier in resolved:
            if earlier.n == raw["n"] - 1:
                should = earlier.winner  # None unless it is recorded with all its cards
        lead = raw.get("lead", should)
        order: list[str] = []
        winner = None
        if lead is not None:
            first = players.index(lead)
            order = players[first:] + players[:first]
            if len(raw["cards"]) == len(players) and None not in raw["cards"]:
                winner = order[best_place(table, raw["cards"])]
        resolved.append(
            Trick(
                n=raw["n"],
                lead=lead,
                should_lead=should,
                cards=raw["cards"],
                order=order,
                winner=winner,
            )
        )
    return resolved
