"""Measure best play: CPU time over seeded deals, median and percentiles.

`python -m bench.solver` deals as people at a table would play: of three hands the best one for the
game takes the two cards, names its best suit and lays two away ("played"); or everything at random
("uniform"). Times are CPU time of this process; what is worked out once for all deals is worked
out in a first round over other deals, unless `--cold`.
"""

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.cards import Card
from scorekeeper.cards import CardSet
from scorekeeper.cards import Suit
from scorekeeper.cards import card_set
from scorekeeper.cards import cards_of
from scorekeeper.rules.house import BolachenRules
from scorekeeper.rules.house import WallachenRules
from scorekeeper.solver.analysis import analyse
from scorekeeper.solver.double_dummy import DoubleDummy
from scorekeeper.solver.duties import PreferenceRules
from scorekeeper.solver.position import Deal
from scorekeeper.solver.position import Position

HAND = 10
RULES: dict[str, PreferenceRules] = {"bolachen": BolachenRules(), "wallachen": WallachenRules()}
TARGETS = {"count": (7.0, 60.0), "all plays": (18.0, None), "made": (2.0, None)}
EXACT_BETTEL = (100.0, None)

Strength = Callable[[list[int]], float]


def for_trump(cards: list[int], trump: int) -> float:
    """Say how good cards are with a trump suit."""
    plain = (3.0, 1.5, 0.5, 0, 0, 0, 0, 0)
    return sum(2 + (7 - card % 8) / 4 if card // 8 == trump else plain[card % 8] for card in cards)


def for_bettel(cards: list[int]) -> float:
    """Say how good cards are for taking no trick: low ones, and low ones under high ones."""
    return -sum(_risk(card, cards) for card in cards)


def _risk(card: int, cards: list[int]) -> int:
    lower = sum(1 for other in cards if other // 8 == card // 8 and other > card)
    return max(0, 7 - card % 8 - 2 * lower)


def for_mord(cards: list[int]) -> float:
    """Say how good cards are for taking every trick."""
    return sum((4.0, 2.5, 1.5, 0.5, 0, 0, 0, 0)[card % 8] for card in cards)


def _lay_away(cards: list[int], strength: Strength) -> list[int]:
    """Lay two cards away so that the rest is as good as can be."""
    kept = list(cards)
    while len(kept) > HAND:
        kept.remove(max(kept, key=lambda card: strength([c for c in kept if c != card])))
    return kept


def deal_cards(chance: random.Random, kind: str, *, uniform: bool) -> tuple[list[list[int]], int]:
    """Deal three hands, the declarer's first, and choose a trump suit."""
    pack = list(range(32))
    chance.shuffle(pack)
    hands = [pack[place * HAND : (place + 1) * HAND] for place in range(3)]
    if uniform:
        return hands, chance.randrange(4)
    strengths: dict[int, Strength] = {-1: for_bettel if kind == "bettel" else for_mord}
    if kind == "trump":
        strengths = {
            suit: lambda cards, suit=suit: for_trump(cards, suit)  # type: ignore[misc]
            for suit in range(4)
        }
    best = max(range(3), key=lambda seat: max(value(hands[seat]) for value in strengths.values()))
    cards = hands[best] + pack[30:]
    trump = max(strengths, key=lambda suit: strengths[suit](cards))
    kept = _lay_away(cards, strengths[trump])
    return [kept, hands[(best + 1) % 3], hands[(best + 2) % 3]], trump


def make_deal(chance: random.Random, game: str, kind: str, *, uniform: bool = False) -> Deal:
    """Deal and choose what is played."""
    hands, trump = deal_cards(chance, kind, uniform=uniform)
    first, second, third = (card_set(Card(card) for card in hand) for hand in hands)
    return Deal(
        hands=(first, second, third),
        declarer=0,
        trump=Suit(trump) if kind == "trump" else None,
        rules=RULES[game],
        fewest=kind == "bettel",
    )


def start_of(deal: Deal) -> Position:
    """Give the position at the first lead."""
    first, second, third = deal.hands
    return Position(remaining=CardSet(first | second | third), leader=deal.declarer)


def record_play(
    deal: Deal, chance: random.Random, *, revokes: float = 0.03
) -> list[tuple[int, list[Card]]]:
    """Play a deal at random, with a few cards that might not be played."""
    table = DoubleDummy(deal)
    position = start_of(deal)
    line: list[tuple[int, list[Card]]] = []
    while position.remaining:
        if not position.trick:
            line.append((position.leader, []))
        cards = table.playable(position)
        if chance.random() < revokes:
            cards = CardSet(deal.hands[table.seat_to_play(position)] & position.remaining)
        card = chance.choice(cards_of(cards))
        line[-1][1].append(card)
        position, _ = table.after(position, card)
    return line


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something to be measured over many deals."""

    game: str
    kind: str
    what: str
    uniform: bool = False

    @property
    def name(self) -> str:
        """Name it in a table."""
        deals = "uniform" if self.uniform else "played"
        return f"{self.game:9} {self.kind:6} {deals:7} {self.what}"

    @property
    def target(self) -> tuple[float, float | None] | None:
        """Give what median and 99th percentile should not exceed, in ms."""
        if self.what == "count" and self.kind == "bettel":
            return EXACT_BETTEL
        if self.what == "all plays" and self.kind != "trump":
            return None
        return TARGETS[self.what]


def tasks() -> list[Task]:
    """List what is measured."""
    found = []
    for game in RULES:
        found += [
            Task(game=game, kind="trump", what="count"),
            Task(game=game, kind="trump", what="count", uniform=True),
            Task(game=game, kind="trump", what="all plays"),
            Task(game=game, kind="mord", what="made"),
            Task(game=game, kind="bettel", what="made"),
            Task(game=game, kind="mord", what="count"),
            Task(game=game, kind="bettel", what="count"),
        ]
    return found


def measure(task: Task, deals: int, seed: str) -> list[float]:
    """Give the milliseconds of CPU time that each deal took, in ascending order."""
    chance = random.Random(f"{seed} {task.name}")
    times = []
    for _ in range(deals):
        deal = make_deal(chance, task.game, task.kind, uniform=task.uniform)
        line = record_play(deal, chance) if task.what == "all plays" else []
        start = time.process_time()
        table = DoubleDummy(deal)
        if line:
            analyse(table, line)
        elif task.what == "made":
            table.reaches(start_of(deal), 0 if deal.fewest else HAND)
        else:
            table.tricks(start_of(deal))
        times.append((time.process_time() - start) * 1000)
    return sorted(times)


def percentile(times: list[float], part: float) -> float:
    """Give the time that this part of the deals did not exceed."""
    return times[min(len(times) - 1, int(len(times) * part))]


def main() -> None:
    """Measure every task and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--cold", action="store_true", help="no round beforehand")
    parser.add_argument("--only", default="", help="measure tasks with this in their name")
    options = parser.parse_args()
    print(f"{'ms of CPU time, ' + str(options.deals) + ' deals':35} median   90 %   99 %    max")
    for task in tasks():
        if options.only not in task.name:
            continue
        if not options.cold:
            measure(task, options.deals, "before")
        times = measure(task, options.deals, "measured")
        shown = [percentile(times, part) for part in (0.5, 0.9, 0.99, 1)]
        verdict = ""
        if task.target is not None:
            median, most = task.target
            kept = shown[0] <= median and (most is None or shown[2] <= most)
            limits = f"{median:g}" if most is None else f"{median:g} / {most:g}"
            verdict = f"  {'kept' if kept else 'MISSED'} {limits}"
        print(f"{task.name:33}", *(f"{value:6.1f}" for value in shown), verdict, flush=True)


if __name__ == "__main__":
    main()
