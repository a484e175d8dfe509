"""Count all ways to play a deal, slowly and without the package: `python -m tests.rules.perft`.

Writes tests/corpus/perft. A deal there has for every card that may be led first how many sequences
of playable cards begin with it, by their length. Which cards are playable says the second
implementation in tests/oracle, which asks of every card of a hand whether it breaks a duty.
"""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.oracle.duties import Moment
from tests.oracle.duties import broken
from tests.oracle.table import Table
from tests.oracle.tricks import best_place
from tests.oracle.words import ALL_CARDS
from tests.oracle.words import OPTIONS
from tests.oracle.words import in_order

FOLDER = Path(__file__).resolve().parents[1] / "corpus" / "perft"
HEADER = """\
# Perft: how many sequences of playable cards there are. {game}, {deals} deals.
# `count CARD n1 n2 ...`: sequences of 1, 2, ... cards that begin with this card led.
# Counted by tests/oracle, not by the product. To regenerate: python -m tests.rules.perft
"""
NAMES = ["Anna", "Bert", "Caro", "Dora"]
# The options that have a say in what may be played, by game.
OF_PLAY = {
    "bolachen": ["release_from_stichzwang", "void_must_trump", "stichzwang_in_bettel_mord"],
    "wallachen": [
        "undertrump_duty",
        "partner_winning_exemption",
        "stichzwang_in_bettel_mord",
        "trump_fixing",
    ],
    "watten": [
        "criticals",
        "tok_scope",
        "tok_satisfied_by",
        "tok_partner",
        "tok_released_by_critical",
    ],
}
FULL_DEAL_DEPTH = 7
DRAWN_OF_EACH = 12

Record = dict[str, Any]


def count(record: Record, depth: int) -> dict[str, list[int]]:
    """Return for each first card the number of sequences of 1 to `depth` cards."""
    hands = {player: set(cards) for player, cards in record["hands"].items()}
    leader = record["contract"].get("declarer") or record["seats"][0]
    counted = {}
    for card in in_order(hands[leader]):
        contract = dict(record["contract"])
        if contract.get("trump") == "led":  # W17: the suit of the first lead
            contract["trump"] = card[0]
        table = Table(record["game"], {**record, "contract": contract})
        counted[card] = [0] * depth
        left = {**hands, leader: hands[leader] - {card}}
        _walk(table, left, leader, [card], 1, counted[card])
    return counted


def _walk(
    table: Table,
    hands: dict[str, set[str]],
    leader: str,
    lying: list[str],
    played: int,
    found: list[int],
) -> None:
    found[played - 1] += 1
    if played == len(found):
        return
    players = table.players
    first = players.index(leader)
    order = players[first:] + players[:first]
    if len(lying) == len(players):
        leader, lying = order[best_place(table, lying)], []
    player = order[len(lying)] if lying else leader
    trick = played // len(players) + 1
    for card in hands[player]:
        if lying:
            moment = Moment(table=table, trick=trick, player=player, order=order, lying=lying)
            if broken(moment, hands[player], card) is not None:
                continue
        left = {**hands, player: hands[player] - {card}}
        _walk(table, left, leader, [*lying, card], played + 1, found)


def written(record: Record, depth: int) -> str:
    """Return a deal with its counts as it stands in the file."""
    contract = " ".join(f"{key}={value}" for key, value in record["contract"].items())
    options = " ".join(f"{key}={value}" for key, value in record["house_rules"].items())
    lines = [f"deal {contract}", f"options {options}"]
    lines += [f"hand {player} {' '.join(cards)}" for player, cards in record["hands"].items()]
    counted = count(record, depth)
    for card, numbers in counted.items():
        lines.append(f"count {card} {' '.join(map(str, numbers))}")
    return "\n".join(lines) + "\n"


def some_deal(
    rng: random.Random, game: str, contract: Record, options: Record, seats: list[str], size: int
) -> Record:
    """Deal hands of a size; small ones from half a pack, that duties bite."""
    pack = list(ALL_CARDS)
    if size * len(seats) <= 16:
        ranks = rng.sample(["A", "K", "O", "U", "10", "9", "8", "7"], 6)
        suits = rng.sample("EGHS", 3)
        pack = [card for card in pack if card[1:] in ranks and card[0] in suits]
        if game == "watten":
            pack = [*set(pack) | {"HK", "S7", "E7"}]
            pack.sort(key=ALL_CARDS.index)
    drawn = rng.sample(pack, size * len(seats))
    if game == "watten":  # a Rechter in the leader's hand, or there is nothing to count
        # (where it would be a Kritischer, the deal is as good without)
        rechter = contract["trump"] + contract["schlag"]
        if rechter in drawn:
            drawn[drawn.index(rechter)] = drawn[0]
        drawn[0] = rechter
    hands = {player: in_order(drawn[i * size : (i + 1) * size]) for i, player in enumerate(seats)}
    return {
        "game": game,
        "seats": seats,
        "dealer": seats[-1],
        "house_rules": options,
        "contract": contract,
        "hands": hands,
    }


def contract_at(rng: random.Random, game: str, options: Record) -> Record:
    """Return some contract of this game, one in which the options of the table have a say."""
    if game == "watten":
        return {"schlag": rng.choice(["A", "O", "10", "7"]), "trump": rng.choice("EGHS")}
    trumps = "brand" if game == "bolachen" else "number"
    kind = rng.choice([trumps, trumps, trumps, trumps, "bettel", "mord"])
    if options["stichzwang_in_bettel_mord"] == "no":
        kind = rng.choice(["bettel", "bettel", "mord", trumps])
    contract = {"declarer": rng.choice(NAMES[:3]), "kind": kind}
    if kind == trumps:
        first_lead = options.get("trump_fixing") == "first_lead"
        contract["trump"] = "led" if first_lead else rng.choice("EGHS")
    return contract


def changed_in_one(options: Record, game: str) -> Iterator[Record]:
    """Yield the tables that differ from one in a single option of play."""
    for name in OF_PLAY[game]:
        for value in OPTIONS[game][name]:
            if value != options[name] and name != "trump_fixing":
                yield {**options, name: value}


def told_apart(record: Record, depth: int) -> int:
    """Return how many of the tables one option away count this deal otherwise."""
    counted = count(record, depth)
    tables = changed_in_one(record["house_rules"], record["game"])
    return sum(count({**record, "house_rules": other}, depth) != counted for other in tables)


def telling(drawn: list[Record], depth: int) -> Record:
    """Return the deal in which the options have most to say, where it can be of the first kind."""
    kind = drawn[0]["contract"].get("kind")
    alike = [record for record in drawn if record["contract"].get("kind") == kind]
    return max(alike, key=lambda record: told_apart(record, depth))


def deals(game: str) -> Iterator[tuple[Record, int]]:
    """Yield the deals of a game, each with how deep it is counted."""
    rng = random.Random(f"perft {game}")
    tables = [
        dict(zip(OF_PLAY[game], values, strict=True))
        for values in product(*(OPTIONS[game][name] for name in OF_PLAY[game]))
    ]
    for i, options in enumerate(tables):
        seats = NAMES[: (4, 4, 4, 3, 4, 4, 4, 2)[i % 8]] if game == "watten" else NAMES[:3]
        size = {4: 2, 3: 3, 2: 4}[len(seats)] if game == "watten" else 4
        few = [
            some_deal(rng, game, contract_at(rng, game, options), options, seats, size)
            for _ in range(DRAWN_OF_EACH)
        ]
        depth = size * len(seats)
        yield telling(few, depth), depth
        if i % 3 == 0:
            full = 5 if game == "watten" else 10
            contract = contract_at(rng, game, options)
            depth = 6 if game == "watten" else FULL_DEAL_DEPTH
            yield some_deal(rng, game, contract, options, NAMES[: len(seats)], full), depth


def main() -> None:
    """Write one file for each game."""
    FOLDER.mkdir(exist_ok=True)
    for game in OPTIONS:
        parts = [written(record, depth) for record, depth in deals(game)]
        text = HEADER.format(game=game, deals=len(parts)) + "\n" + "\n".join(parts)
        (FOLDER / f"{game}.txt").write_text(text, encoding="utf-8")
        print(f"{game}: {len(parts)} deals")


if __name__ == "__main__":
    main()
