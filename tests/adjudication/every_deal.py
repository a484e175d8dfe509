"""Verdicts by going through every deal that fits, one by one: slow, and only by the words.

For records of which little enough is unknown that all deals can be listed.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.cards import CARDS
from scorekeeper.cards import Card
from scorekeeper.cards import Suit
from scorekeeper.cards import card_name
from scorekeeper.cards import parse_card
from scorekeeper.cards import rank_name
from scorekeeper.cards import suit_name
from scorekeeper.cards import suit_of
from scorekeeper.rules.house import OPTIONS
from scorekeeper.rules.house import Game
from scorekeeper.rules.obligations import CardPlay
from scorekeeper.rules.record import DealRecord
from tests.rules import words

Slot = tuple[str, int]
Deal = dict[Slot, Card]

PLAY_OPTIONS = {
    Game.BOLACHEN: ("release_from_stichzwang", "void_must_trump", "stichzwang_in_bettel_mord"),
    Game.WALLACHEN: (
        "undertrump_duty",
        "partner_winning_exemption",
        "stichzwang_in_bettel_mord",
        "trump_fixing",
    ),
    Game.WATTEN: (
        "criticals",
        "tok_scope",
        "tok_satisfied_by",
        "tok_partner",
        "tok_released_by_critical",
    ),
}


def fits(record: DealRecord, deal: Deal) -> bool:
    """Say whether everything recorded about cards is true in this deal."""
    of: dict[str, dict[Card, int]] = {name: {} for name in record.players}
    for (player, n), card in deal.items():
        of[player][card] = n
    if any(set(of[hand.player]) != set(hand.cards) for hand in record.hands):
        return False
    for held in record.held:
        for card in held.cards:
            if of[held.player].get(card, 0) <= held.after_trick:
                return False
    out = {card for card in CARDS if all(card not in own for own in of.values())}
    declarer = record.contract.declarer if record.contract else None
    if record.discards is not None and not out.issuperset(record.discards):
        return False
    near = out | of[declarer].keys() if declarer is not None else out
    if record.talon is not None and not near.issuperset(record.talon):
        return False
    call = record.call
    if call is not None and declarer is not None:
        if call.card not in out and call.card not in of[declarer]:
            return False
        receivers = [call.holder] if call.holder else [p for p in of if p != declarer]
        if call.given is not None and all(call.given not in of[p] for p in receivers):
            return False
    return all(
        entry.waived or entry.card is None or entry.card in of[entry.player]
        for entry in record.schlecken
    )


def every_deal(record: DealRecord, leaders: dict[int, str], size: int) -> Iterator[Deal]:
    """List all deals that fit; `leaders` are those of the recorded tricks."""
    fixed: Deal = {}
    players = record.players
    for trick in record.tricks:
        start = players.index(leaders[trick.n])
        for i, card in enumerate(trick.cards):
            if card is not None:
                fixed[players[(start + i) % len(players)], trick.n] = card
    slots = [(p, n) for p in players for n in range(1, size + 1) if (p, n) not in fixed]
    rest = [card for card in CARDS if card not in fixed.values()]
    yield from _fill(record, fixed, slots, rest)


def _fill(record: DealRecord, deal: Deal, slots: list[Slot], rest: list[Card]) -> Iterator[Deal]:
    if not slots:
        if fits(record, deal):
            yield dict(deal)
        return
    slot = slots[0]
    for card in rest:
        if not _may_be_at(record, slot, card):
            continue
        deal[slot] = card
        yield from _fill(record, deal, slots[1:], [other for other in rest if other != card])
        del deal[slot]


def _may_be_at(record: DealRecord, slot: Slot, card: Card) -> bool:
    """Leave out early what a whole hand or a discard already forbids."""
    holders = [hand.player for hand in record.hands if card in hand.cards]
    known = [hand.player for hand in record.hands]
    if holders not in ([], [slot[0]]) or (slot[0] in known and not holders):
        return False
    return record.discards is None or card not in record.discards


@dataclass(frozen=True)
class Said:
    verdict: str
    duty: str | None
    because: frozenset[Card] = frozenset()
    instead: frozenset[Card] = frozenset()


ORDER = ("follow", "head", "trump")


def duty_broken(
    play: CardPlay,
    n: int,
    leader: str,
    lying: list[Card],
    player: str,
    hand: list[Card],
    card: Card,
) -> str | None:
    """Name the duty that a card played from a hand breaks."""
    if words.may_play(play, n, leader, lying, player, hand, card):
        return None
    if play.schlag is not None:
        return "trump"
    led = suit_of(lying[0])
    if all(suit_of(one) is not led for one in hand):
        return "trump"
    return "head" if suit_of(card) is led else "follow"


def judge_by_every_deal(
    play: CardPlay, deals: list[Deal], n: int, leader: str, place: int, size: int
) -> Said:
    """Judge one play in every deal."""
    players = play.players
    order = [players[(players.index(leader) + i) % len(players)] for i in range(len(players))]
    player = order[place]
    card = deals[0][player, n]
    seen = {
        (
            frozenset(deal[player, later] for later in range(n + 1, size + 1)),
            tuple(deal[before, n] for before in order[:place]),
        )
        for deal in deals
    }
    duties = {
        duty_broken(play, n, leader, list(lying), player, [card, *hand], card)
        for hand, lying in seen
    }
    broken = {duty for duty in duties if duty is not None}
    if not broken:
        return Said("legal", None)
    lyings = {lying for _hand, lying in seen}

    def with_one(other: Card, lying: tuple[Card, ...]) -> str | None:
        return duty_broken(play, n, leader, list(lying), player, [card, other], card)

    if None in duties:
        may = frozenset().union(*(hand for hand, _lying in seen))
        because = frozenset(
            other
            for other in may
            if all(with_one(other, lying) for hand, lying in seen if other in hand)
        )
        return Said("open", min(broken, key=ORDER.index), because)
    duty = max(broken, key=ORDER.index)
    known = frozenset.intersection(*(hand for hand, _lying in seen))
    because = frozenset(
        other for other in known if all(with_one(other, lying) == duty for lying in lyings)
    )
    hand = sorted(known | {card})
    instead = frozenset(
        other
        for other in known
        if all(
            words.may_play(play, n, leader, list(lying), player, hand, other) for lying in lyings
        )
    )
    return Said("illegal", duty, because, instead)


class Story:
    """A deal played out at random, and a record of it with a few things forgotten."""

    def __init__(self, rng: random.Random, game: Game) -> None:
        self.rng = rng
        self.game = game
        self.size = 5 if game is Game.WATTEN else 10
        count = rng.choice((2, 3, 4, 4)) if game is Game.WATTEN else 3
        self.players = ["Anna", "Bert", "Caro", "Dora"][:count]
        self.options = {
            option.name: rng.choice(list(option.values))
            for option in OPTIONS[game]
            if option.name in PLAY_OPTIONS[game]
        }
        pack = list(CARDS)
        rng.shuffle(pack)
        self.hands = {
            name: pack[i * self.size : (i + 1) * self.size] for i, name in enumerate(self.players)
        }
        self.out = pack[count * self.size :]
        self.contract = self._contract()
        if game is Game.WATTEN and rng.random() < 0.8:
            self._give_rechter()
        self.tricks: list[dict[str, Any]] = []

    def _contract(self) -> dict[str, Any]:
        rng = self.rng
        trump = rng.choice([suit_name(suit) for suit in Suit])
        if self.game is Game.WATTEN:
            return {"schlag": rank_name(rng.choice(list(words.RANKS_DOWN))), "trump": trump}
        declarer = rng.choice(self.players)
        kind = rng.choice(["bettel", "mord", "trump", "trump"])
        if kind != "trump":
            return {"declarer": declarer, "kind": kind}
        if self.game is Game.BOLACHEN:
            return {"declarer": declarer, "kind": "brand", "trump": trump}
        return {"declarer": declarer, "kind": "number", "bid": 6, "trump": trump}

    def _give_rechter(self) -> None:
        """Let forehand have the Rechter."""
        rechter = parse_card(self.contract["trump"] + self.contract["schlag"])
        first = self.hands[self.players[0]]
        for cards in (*self.hands.values(), self.out):
            if rechter in cards:
                cards[cards.index(rechter)], first[0] = first[0], rechter
                return

    def play_out(self, play: CardPlay) -> None:
        """Play all tricks, sometimes against the rules."""
        rng = self.rng
        hands = {name: list(hand) for name, hand in self.hands.items()}
        leader = play.first_leader
        for n in range(1, self.size + 1):
            start = self.players.index(leader)
            order = self.players[start:] + self.players[:start]
            lying: list[Card] = []
            for player in order:
                hand = hands[player]
                able = hand
                if lying and rng.random() < 0.7:
                    able = [
                        card
                        for card in hand
                        if words.may_play(play, n, leader, lying, player, hand, card)
                    ]
                card = self._choose(play, n, able, lying)
                hand.remove(card)
                lying.append(card)
            self.tricks.append({"n": n, "lead": leader, "cards": list(lying)})
            leader = order[words.winning(play, lying)]
            if rng.random() < 0.1:
                leader = rng.choice(self.players)

    def _choose(self, play: CardPlay, n: int, able: list[Card], lying: list[Card]) -> Card:
        """Let the Rechter be led often, so that T20 has something to say."""
        if not lying and play.schlag is not None and play.trump is not None:
            rechter = Card(8 * play.trump + play.schlag)
            if rechter in able and self.rng.random() < 0.8:
                return rechter
        return self.rng.choice(able)

    def table(self) -> dict[str, Any]:
        """Tell who sits there and what was played, no cards."""
        return {
            "format": "deal-record/1",
            "game": self.game.value,
            "house_rules": self.options,
            "seats": self.players,
            "dealer": self.players[-1],
            "contract": self.contract,
        }

    def record(self) -> dict[str, Any]:
        """Tell the deal with some cards and tricks forgotten and other facts remembered."""
        rng = self.rng
        count = len(self.players)
        places = [(i, j) for i in range(self.size) for j in range(count)]
        forgotten = set(rng.sample(places, rng.randint(1, 3 if self.game is Game.WATTEN else 5)))
        if rng.random() < 0.4:
            one = 0 if self.game is Game.WATTEN else rng.randrange(self.size)
            forgotten = {(one, j) for j in rng.sample(range(count), rng.randint(1, count))}
        tricks = []
        for i, trick in enumerate(self.tricks):
            cards = [
                None if (i, j) in forgotten else card_name(card)
                for j, card in enumerate(trick["cards"])
            ]
            if any(card is not None for card in cards) or rng.random() < 0.5:
                tricks.append({**trick, "cards": cards})
        record = {**self.table(), "tricks": tricks}
        self._add_facts(record)
        return record

    def _add_facts(self, record: dict[str, Any]) -> None:
        rng = self.rng
        if rng.random() < 0.3:
            name = rng.choice(self.players)
            record["hands"] = {name: [card_name(card) for card in self.hands[name]]}
        if rng.random() < 0.5:
            record["held"] = [self._held() for _ in range(rng.randint(1, 2))]
        if self.game is Game.WATTEN:
            return
        declarer = self.contract["declarer"]
        if rng.random() < 0.3:
            record["discards"] = [card_name(card) for card in self.out]
        if rng.random() < 0.3:
            near = [*self.hands[declarer], *self.out]
            record["talon"] = [card_name(card) for card in rng.sample(near, 2)]
        if self.game is Game.BOLACHEN and self.contract["kind"] != "brand" and rng.random() < 0.5:
            other = rng.choice([name for name in self.players if name != declarer])
            called = rng.choice([*self.hands[declarer], *self.out])
            if card_name(called) not in record.get("talon", ()):
                record["call"] = {"card": card_name(called)}
                if rng.random() < 0.5:
                    record["call"]["given"] = card_name(rng.choice(self.hands[other]))
                    if rng.random() < 0.5:
                        record["call"]["from"] = other

    def _held(self) -> dict[str, Any]:
        name = self.rng.choice(self.players)
        place = self.players.index(name)
        after = self.rng.randint(0, self.size - 1)
        later = []
        for trick in self.tricks[after:]:
            start = self.players.index(trick["lead"])
            later.append(trick["cards"][(place - start) % len(self.players)])
        chosen = self.rng.sample(later, self.rng.randint(1, min(3, len(later))))
        cards = [card_name(card) for card in chosen]
        return {"player": name, "cards": cards, "after_trick": after}
