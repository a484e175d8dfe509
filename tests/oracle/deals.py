"""Deals that fit: each card in one place, each place with one card."""

from .table import Table
from .words import ALL_CARDS


class Places:
    """The 32 places of a deal as bits: trick 1, 2, ... of one player after the other, then out."""

    def __init__(self, table: Table) -> None:
        self.players = table.players
        self.last = table.last_trick
        self.everywhere = (1 << 32) - 1
        self.out = self.everywhere & ~((1 << (len(self.players) * self.last)) - 1)

    def at(self, player: str, trick: int) -> int:
        """Played by this player in this trick."""
        return 1 << (self.players.index(player) * self.last + trick - 1)

    def hand(self, player: str, after: int = 0) -> int:
        """Played by this player in a trick after this one."""
        return sum(self.at(player, trick) for trick in range(after + 1, self.last + 1))

    def people(self, places: int) -> set[str]:
        """Return who may have a card with these places; 'out' stands for out of play."""
        people = {player for player in self.players if places & self.hand(player)}
        return people | ({"/out"} if places & self.out else set())


Allowed = dict[str, int]


class Fitting:
    """Asks whether a deal fits, starting from the last deal that did."""

    def __init__(self) -> None:
        self.last: dict[int, str] = {}

    def fits(self, allowed: Allowed) -> bool:
        """Say whether every card can have a place of its own among those allowed to it."""
        holder = {place: card for place, card in self.last.items() if allowed[card] >> place & 1}
        placed = set(holder.values())
        for card in ALL_CARDS:
            if card not in placed and not self._place(card, allowed, holder, set()):
                return False
        self.last = holder
        return True

    def _place(self, card: str, allowed: Allowed, holder: dict[int, str], seen: set[int]) -> bool:
        free = [place for place in range(32) if allowed[card] >> place & 1 and place not in seen]
        for place in free:
            if place not in holder:
                holder[place] = card
                return True
        for place in free:
            if place in seen:
                continue
            seen.add(place)
            if self._place(holder[place], allowed, holder, seen):
                holder[place] = card
                return True
        return False
