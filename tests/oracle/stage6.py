"""Stage 6: cards. What the record says of cards, read in the order of the specification."""

from .deals import Allowed
from .deals import Fitting
from .deals import Places
from .errors import Errors
from .table import Table
from .tricks import resolve
from .words import ALL_CARDS

Step = str | int


class Knowledge:
    """Where each card can be, as far as the record has been read."""

    def __init__(self, table: Table, errors: Errors) -> None:
        self.table = table
        self.errors = errors
        self.places = Places(table)
        self.allowed: Allowed = dict.fromkeys(ALL_CARDS, self.places.everywhere)
        self.fitting = Fitting()

    def wrong(self, card: str, places: int) -> str | None:
        """Return the code if this cannot be true of this card by what was read of it before."""
        before = self.allowed[card]
        if before & places:
            return None
        # "by what was read of it before with somebody else (in another hand, or out of play)"
        if not self.places.people(before) & self.places.people(places):
            return "card_twice"
        return "contradiction"  # "it would be in this hand, but at another time"

    def keep(self, cards: list[str], places: int) -> bool:
        """Take it that these cards are in these places, if a deal fits that."""
        allowed = dict(self.allowed)
        for card in cards:
            allowed[card] &= places
        if not self.fitting.fits(allowed):
            return False
        self.allowed = allowed
        return True

    def single(self, card: str, places: int, *path: Step) -> bool:
        """Read a card where there is no list."""
        code = self.wrong(card, places)
        if code is None and not self.keep([card], places):
            code = "contradiction"
        if code is not None:
            self.errors.add(code, *path)
        return code is None

    def listed(
        self,
        cards: list[str],
        places: int,
        list_path: tuple[Step, ...],
        *cards_path: Step,
        never: str | None = None,
    ) -> None:
        """Read a list of cards: those wrong by themselves are ignored, the others read together."""
        right: list[str] = []
        for j, card in enumerate(cards):
            twice = card in cards[:j] or card == never
            code = "card_twice" if twice else self.wrong(card, places)
            if code is not None:
                self.errors.add(code, *list_path, *cards_path, j)
            else:
                right.append(card)
        if not self.keep(right, places):
            self.errors.add("contradiction", *list_path)

    # The facts, in their order ---------------------------------------------------------------

    def call(self) -> None:
        """'The called card is in the declarer's hand or out of play, whoever had it.'"""
        call = self.table.fields.get("call")
        if not call or self.table.declarer is None:
            return
        here = self.places.hand(self.table.declarer) | self.places.out
        self.single(call["card"], here, "call", "card")
        if "given" in call:
            # "in the hand of `from`, or of one of the defenders when `from` is left out"
            takers = [call["from"]] if "from" in call else self.table.defenders
            places = sum(self.places.hand(taker) for taker in takers)
            self.single(call["given"], places, "call", "given")

    def hands(self) -> None:
        """'These are the cards this player plays in the deal.'"""
        for key, name, cards in self.table.get("hands"):
            self.listed(cards, self.places.hand(name), ("hands", key))

    def talon(self) -> None:
        """'In the declarer's hand or out of play; out of play after passing out.'"""
        if "talon" not in self.table.fields:
            return
        cards = self.table.fields["talon"]
        call = self.table.fields.get("call") or {}
        places = self.places.everywhere  # "without a contract it says nothing about hands"
        if self.table.kind == "passed_out":
            places = self.places.out
        elif self.table.declarer is not None:
            places = self.places.hand(self.table.declarer) | self.places.out
        if "from" in call and call["from"] is None and call["card"] not in cards:
            self.errors.add("contradiction", "talon")
        # "it was called from a player"
        never = call["card"] if call.get("from") is not None else None
        self.listed(cards, places, ("talon",), never=never)

    def discards(self) -> None:
        """'Out of play.'"""
        if "discards" in self.table.fields:
            self.listed(self.table.fields["discards"], self.places.out, ("discards",))

    def held(self) -> None:
        """'He plays each of these in a trick after trick n.'"""
        for i, held in enumerate(self.table.get("held")):
            places = self.places.hand(held["player"], held["after_trick"])
            self.listed(held["cards"], places, ("held", i), "cards")

    def tricks(self) -> None:
        """'Each card is played by that player in that trick.'"""
        played: set[str] = set()
        for i, trick in enumerate(resolve(self.table)):
            if trick.lead is None:
                self.errors.add("format", "tricks", i, "lead")
                continue  # "the trick's cards are then not read"
            for j, card in enumerate(trick.cards):
                if card is None:
                    continue
                path: tuple[Step, ...] = ("tricks", i, "cards", j)
                if card in played:
                    self.errors.add("card_twice", *path)  # "played twice"
                elif self.single(card, self.places.at(trick.order[j], trick.n), *path):
                    played.add(card)

    def schlecken(self) -> None:
        """'A card taken is in that player's hand at the first lead; a waived one says nothing.'"""
        taken: set[str] = set()
        for i, entry in enumerate(self.table.get("schlecken")):
            card = entry.get("card")
            if card is None or entry.get("waived"):
                continue
            if card in taken:
                self.errors.add("card_twice", "schlecken", i, "card")  # "taken twice"
            elif self.single(card, self.places.hand(entry["player"]), "schlecken", i, "card"):
                taken.add(card)

    def maschine(self) -> None:
        """'Under `three_critical_only`: the three Kritische are in that player's hand.'"""
        player = self.table.fields.get("maschine")
        if player is None or self.table.rules["maschine_extended"] != "three_critical_only":
            return
        if not self.keep(self.table.criticals, self.places.hand(player)):
            self.errors.add("T17", "maschine")


def cards(table: Table, errors: Errors) -> Knowledge:
    """Find the errors of stage 6 and return what is known."""
    knowledge = Knowledge(table, errors)
    for read in (
        knowledge.call,
        knowledge.hands,
        knowledge.talon,
        knowledge.discards,
        knowledge.held,
        knowledge.tricks,
        knowledge.schlecken,
        knowledge.maschine,
    ):
        read()
    return knowledge
