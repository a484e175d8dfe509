"""What is known of the cards: the facts of a record, read one after another.

Each fact narrows the places a card may have been in (`placement`). A fact that puts a card in two
places, or after which no deal fits any more, is an error of stage 6: it is reported at the place
read second and ignored, and reading goes on.
"""

from collections.abc import Callable
from collections.abc import Iterable
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from scorekeeper.adjudication.placement import EVERYWHERE
from scorekeeper.adjudication.placement import Placement
from scorekeeper.cards import CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import card_name
from scorekeeper.rules.findings import CARD_TWICE
from scorekeeper.rules.findings import CONTRADICTION
from scorekeeper.rules.findings import FORMAT
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house_watten import WattenRules
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.outcome import TrickWon
from scorekeeper.rules.record import HAND_SIZE
from scorekeeper.rules.record import ContractKind
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.tricks import CRITICALS
from scorekeeper.rules.tricks import best_of


class Lead(NamedTuple):
    """Who led a recorded trick and who should have; None where that is not known."""

    leader: str | None
    due: str | None


class Places:
    """The numbers of the places of a deal with these players."""

    __slots__ = ("_all_of", "_places", "out", "size")

    def __init__(self, players: Sequence[str], size: int) -> None:
        self.size = size
        self._places = {name: i * size for i, name in enumerate(players)}
        self._all_of = {name: ((1 << size) - 1) << first for name, first in self._places.items()}
        self.out = EVERYWHERE & ~((1 << len(players) * size) - 1)

    def hand(self, player: str) -> int:
        """Give the places of all cards a player plays."""
        return self._all_of[player]

    def later(self, player: str, n: int) -> int:
        """Give the places of what a player plays after trick `n`."""
        return self._all_of[player] & ~((1 << self._places[player] + n) - 1)

    def at(self, player: str, n: int) -> int:
        """Give the place of what a player plays in trick `n`."""
        return 1 << self._places[player] + n - 1

    def owners(self, places: int) -> frozenset[str | None]:
        """List who may have a card that may be in these places; None is nobody."""
        owners: set[str | None] = {name for name, own in self._all_of.items() if own & places}
        if places & self.out:
            owners.add(None)
        return frozenset(owners)


class Knowledge:
    """What is known of the cards of a deal.

    `played` are the tricks of a deal recorded to the last card; its placement is made only if
    somebody asks.
    """

    def __init__(self, record: DealRecord, played: Sequence[TrickWon] = ()) -> None:
        self.places = Places(record.players, HAND_SIZE[record.game])
        self._played = played

    @cached_property
    def placement(self) -> Placement:
        """Where each card may have been; narrowed while facts are read."""
        placement = Placement()
        if not self._played:
            return placement
        at = {
            card: self.places.at(player, trick.n)
            for trick in self._played
            for player, card in trick.plays
            if card is not None
        }
        known = placement.with_narrowed((card, at.get(card, self.places.out)) for card in CARDS)
        assert known is not None
        return known

    @cached_property
    def possible(self) -> list[int]:
        """For every card all places it is in in some deal that fits."""
        return self.placement.possible()


@dataclass(frozen=True, slots=True)
class CardsRead:
    """What the cards of a record say: errors of stage 6, the tricks, and what is known."""

    findings: tuple[Finding, ...]
    leads: tuple[Lead, ...]
    tricks: tuple[TrickWon, ...]
    knowledge: Knowledge


def read_cards(record: DealRecord, play: CardPlay | None) -> CardsRead:
    """Read everything recorded about cards.

    `play` is None where it is not known what was played, and then there are no tricks.
    """
    leads, tricks = _read_tricks(record, play)
    if _is_plainly_right(record, tricks):
        return CardsRead((), leads, tricks, Knowledge(record, tricks))
    reader = _Reader(record, Knowledge(record))
    reader.read(leads, tricks)
    return CardsRead(tuple(reader.findings), leads, tricks, reader.knowledge)


def _read_tricks(
    record: DealRecord, play: CardPlay | None
) -> tuple[tuple[Lead, ...], tuple[TrickWon, ...]]:
    """Find who led and who took each recorded trick."""
    if play is None:
        return (), ()
    players = play.players
    count = len(players)
    leads, tricks = [], []
    due_next: str | None = None
    last_n = 0
    for trick in record.tricks:
        n, cards = trick.n, trick.cards
        followed = due_next if n == last_n + 1 else None
        due = play.first_leader if n == 1 else followed
        leader = trick.lead or due
        winner = None
        plays: tuple[tuple[str, Card | None], ...] = ()
        if leader is not None:
            first = players.index(leader)
            around = players[first:] + players[:first]
            plays = tuple(zip(around, cards, strict=False))
            if len(cards) == count and None not in cards:
                winner = around[best_of(play.ranking, cards)]  # type: ignore[arg-type]
        leads.append(Lead(leader, due))
        tricks.append(TrickWon(n, winner, plays))
        due_next, last_n = winner, n
    return tuple(leads), tuple(tricks)


def _is_plainly_right(record: DealRecord, tricks: Sequence[TrickWon]) -> bool:
    """Say whether all cards were played, each once, and everything else says the same.

    The quick way for a deal that is recorded to the last card; False only means "look closely".
    """
    if not tricks:
        return not (record.call or record.hands or record.talon or record.discards) and not (
            record.held or record.schlecken or record.maschine
        )
    if record.call or record.held or record.schlecken or record.maschine:
        return False
    if len(tricks) != HAND_SIZE[record.game] or any(trick.winner is None for trick in tricks):
        return False
    played: dict[str, set[Card | None]] = {name: set() for name in record.players}
    for trick in tricks:
        for player, card in trick.plays:
            played[player].add(card)
    everything = set().union(*played.values())
    if len(everything) != len(tricks) * len(record.players):
        return False
    if any(played[hand.player] != set(hand.cards) for hand in record.hands):
        return False
    discards, talon = record.discards, record.talon
    if discards is not None and (discards[0] == discards[1] or not everything.isdisjoint(discards)):
        return False
    if talon is None:
        return True
    declarer = record.contract and record.contract.declarer
    others = everything - played[declarer] if declarer else everything
    return talon[0] != talon[1] and others.isdisjoint(talon)


class _Reader:
    """Reads the facts of a record in their order and collects what is wrong."""

    def __init__(self, record: DealRecord, knowledge: Knowledge) -> None:
        self.record = record
        self.knowledge = knowledge
        self.places = knowledge.places
        self.findings: list[Finding] = []

    def read(self, leads: Sequence[Lead], tricks: Sequence[TrickWon]) -> None:
        """Read call, hands, talon, discards, held, tricks, schlecken, maschine."""
        record, places = self.record, self.places
        self._read_call()
        for hand in record.hands:
            self._read_list(f"/hands/{hand.key}", "", hand.cards, places.hand(hand.player))
        if record.talon is not None:
            self._read_talon(record.talon)
        if record.discards is not None:
            self._read_list("/discards", "", record.discards, places.out)
        for i, held in enumerate(record.held):
            later = places.later(held.player, held.after_trick)
            self._read_list(f"/held/{i}", "/cards", held.cards, later)
        self._read_tricks(leads, tricks)
        self._read_schlecken()
        self._read_maschine()

    @property
    def _declarer(self) -> str | None:
        return None if self.record.contract is None else self.record.contract.declarer

    def _wrong(self, code: str, path: str, key: str, **args: object) -> None:
        sentence = f"findings.{code}.{key}"
        self.findings.append(Finding(code=code, path=path, key=sentence, args=args))

    def _clash(self, card: Card, places: int, path: str) -> bool:
        """Report a card that by what was read of it before cannot be in any of these places."""
        before = self.knowledge.placement.domain[card]
        if before & places:
            return False
        both = self.places.owners(before) & self.places.owners(places)
        if both:
            name = next(iter(both)) or ""
            self._wrong(CONTRADICTION, path, "time", card=card_name(card), name=name)
        else:
            self._wrong(CARD_TWICE, path, "elsewhere", card=card_name(card))
        return True

    def _keep(self, cards: Iterable[Card], places: int, path: str) -> None:
        """Take these facts together, or report that then no deal fits."""
        kept = self.knowledge.placement.with_narrowed([(card, places) for card in cards])
        if kept is None:
            self._wrong(CONTRADICTION, path, "no_deal")
        else:
            self.knowledge.placement = kept

    def _read_one(self, card: Card, places: int, path: str) -> None:
        if not self._clash(card, places, path):
            self._keep((card,), places, path)

    def _read_list(
        self,
        path: str,
        inside: str,
        cards: Sequence[Card],
        places: int,
        is_wrong: Callable[[Card, str], bool] | None = None,
    ) -> None:
        """Read a list of cards: what is wrong by itself is left out, the rest goes together."""
        good: list[Card] = []
        for j, card in enumerate(cards):
            place = f"{path}{inside}/{j}"
            if card in cards[:j]:
                self._wrong(CARD_TWICE, place, "list", card=card_name(card))
            elif is_wrong is not None and is_wrong(card, place):
                continue
            elif not self._clash(card, places, place):
                good.append(card)
        self._keep(good, places, path)

    def _read_call(self) -> None:
        """B18: the called card went to the declarer or out, the given one to who gave it."""
        call, declarer = self.record.call, self._declarer
        if call is None or declarer is None:
            return
        places = self.places
        self._read_one(call.card, places.hand(declarer) | places.out, "/call/card")
        if call.given is None:
            return
        if call.holder is not None:
            receivers = places.hand(call.holder)
        else:
            receivers = EVERYWHERE & ~places.out & ~places.hand(declarer)
        self._read_one(call.given, receivers, "/call/given")

    def _read_talon(self, talon: Sequence[Card]) -> None:
        contract, call, places = self.record.contract, self.record.call, self.places
        if call is not None and call.in_dopper and call.card not in talon:
            self._wrong(CONTRADICTION, "/talon", "talon_call", card=card_name(call.card))
        if contract is None:
            where = EVERYWHERE
        elif contract.kind is ContractKind.PASSED_OUT or contract.declarer is None:
            where = places.out
        else:
            where = places.out | places.hand(contract.declarer)

        def was_called(card: Card, path: str) -> bool:
            if call is None or call.holder is None or call.card != card:
                return False
            self._wrong(CARD_TWICE, path, "called", card=card_name(card))
            return True

        self._read_list("/talon", "", talon, where, was_called)

    def _read_tricks(self, leads: Sequence[Lead], tricks: Sequence[TrickWon]) -> None:
        played: dict[Card, tuple[int, str]] = {}
        for i, (lead, trick) in enumerate(zip(leads, tricks, strict=True)):
            if lead.leader is None:
                self._wrong(FORMAT, f"/tricks/{i}/lead", "lead_missing")
                continue
            for j, (player, card) in enumerate(trick.plays):
                if card is None:
                    continue
                path = f"/tricks/{i}/cards/{j}"
                if card in played:
                    n, name = played[card]
                    self._wrong(CARD_TWICE, path, "played", card=card_name(card), n=n, name=name)
                    continue
                before = len(self.findings)
                self._read_one(card, self.places.at(player, trick.n), path)
                if len(self.findings) == before:
                    played[card] = (trick.n, player)

    def _read_schlecken(self) -> None:
        """T9: a card taken was in that hand; one waived says nothing."""
        taken: set[Card] = set()
        for i, entry in enumerate(self.record.schlecken):
            if entry.waived or entry.card is None:
                continue
            path = f"/schlecken/{i}/card"
            if entry.card in taken:
                self._wrong(CARD_TWICE, path, "list", card=card_name(entry.card))
                continue
            before = len(self.findings)
            self._read_one(entry.card, self.places.hand(entry.player), path)
            if len(self.findings) == before:
                taken.add(entry.card)

    def _read_maschine(self) -> None:
        """T17: all three Kritische were in that hand."""
        player, rules = self.record.maschine, self.record.rules
        if player is None:
            return
        assert isinstance(rules, WattenRules)
        if rules.maschine_extended != "three_critical_only":
            return
        hand = self.places.hand(player)
        kept = self.knowledge.placement.with_narrowed([(card, hand) for card in CRITICALS])
        if kept is None:
            self._wrong("T17", "/maschine", "no_deal", name=player)
        else:
            self.knowledge.placement = kept
