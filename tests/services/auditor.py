"""A plain model of a club's money: lists and dicts, every sum worked out anew from the beginning.

It shares no code with the program. It knows three kinds of deals only, and of them just what a
person with a pencil would write down.
"""

from dataclasses import dataclass
from dataclasses import field

TARIFF = 10
STAKE = 3


@dataclass(slots=True)
class Deal:
    """What happened: who played, and the outcome in the simplest words.

    Bolachen: (declarer, made). Wallachen: (declarer, bid, tricks) or "passed". Watten: who won.
    """

    players: list[str]
    what: object
    valid: bool = True


@dataclass(slots=True)
class Table:
    game: str
    deals: list[Deal] = field(default_factory=list)


@dataclass(slots=True)
class Night:
    """A night with its tables, payments (who handed whom how much) and what was carried."""

    tables: dict[str, Table] = field(default_factory=dict)
    paid: list[tuple[str, str, int]] = field(default_factory=list)
    carried: dict[str, int] = field(default_factory=dict)
    closed: bool = False

    def results(self) -> dict[str, int]:
        """Add up what the games brought everybody."""
        total: dict[str, int] = {}
        for table in self.tables.values():
            moved, pot, payers, _ = replay(table)
            if self.closed and pot:
                share, rest = divmod(pot, len(payers))
                for place, name in enumerate(payers):
                    moved[name] += share + (1 if place < rest else 0)
            for name, cents in moved.items():
                total[name] = total.get(name, 0) + cents
        return total

    def balances(self) -> dict[str, int]:
        total = self.results()
        for payer, payee, amount in self.paid:
            total[payer] = total.get(payer, 0) + amount
            total[payee] = total.get(payee, 0) - amount
        for name, cents in self.carried.items():
            total[name] = total.get(name, 0) - cents
        return total

    def haferl(self) -> int:
        return 0 if self.closed else sum(replay(table)[1] for table in self.tables.values())


def replay(table: Table) -> tuple[dict[str, int], int, list[str], dict[str, int]]:
    """Play a table's valid deals from the first: money, pot, who paid into it, match points."""
    money: dict[str, int] = {}
    pot = 0
    payers: list[str] = []
    points: dict[str, int] = {}
    for deal in table.deals:
        if not deal.valid:
            continue
        for name in deal.players:
            money.setdefault(name, 0)
        if table.game == "watten":
            watten(deal, points, money)
            continue
        if deal.what == "passed":
            for name in deal.players:
                money[name] -= TARIFF
                pot += TARIFF
            payers += [name for name in deal.players if name not in payers]
            continue
        if table.game == "bolachen":
            declarer, made = deal.what  # type: ignore[misc]
            each = TARIFF if made else -TARIFF
        else:
            declarer, bid, tricks = deal.what  # type: ignore[misc]
            made = tricks >= bid
            each = TARIFF * (tricks if made else -bid)
        for name in deal.players:
            money[name] += 2 * each if name == declarer else -each
        if made and table.game == "wallachen":
            money[declarer] += pot
            pot, payers = 0, []
    return money, pot, payers, points


def watten(deal: Deal, points: dict[str, int], money: dict[str, int]) -> None:
    """Score a deal of four: two points, three while a side is within two of eleven."""
    first = {deal.players[0], deal.players[2]}
    second = {deal.players[1], deal.players[3]}
    side, other = (first, second) if deal.what in first else (second, first)
    tight = any(points.get(name, 0) >= 9 for name in deal.players)
    for name in side:
        points[name] = points.get(name, 0) + (3 if tight else 2)
    for name in other:
        points.setdefault(name, 0)
    if max(points.values()) >= 11:
        for name in side:
            money[name] += STAKE * TARIFF
        for name in other:
            money[name] -= STAKE * TARIFF
        points.clear()
