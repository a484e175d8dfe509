"""Random play of a whole deal, and what people remember of it."""

import random

from tests.oracle.duties import Moment
from tests.oracle.duties import broken
from tests.oracle.table import Table
from tests.oracle.tricks import best_place
from tests.oracle.words import ALL_CARDS
from tests.oracle.words import Json

Hands = dict[str, list[str]]


def deal_out(chance: random.Random, table: Table) -> tuple[Hands, list[str]]:
    """Return the hands at the first lead and the cards out of play."""
    deck = list(ALL_CARDS)
    chance.shuffle(deck)
    if chance.random() < 0.5:
        # Long suits make more duties.
        deck.sort(key=lambda card: card[0] if chance.random() < 0.6 else chance.choice("EGHS"))
    n = table.last_trick
    hands = {player: deck[i * n : (i + 1) * n] for i, player in enumerate(table.players)}
    return hands, deck[n * len(table.players) :]


def name_trump(chance: random.Random, table: Table, led: str) -> None:
    """W17: the suit of the first lead, or any where trumps are announced; T20 needs a Rechter."""
    contract = table.contract or {}
    if table.watten and chance.random() < 0.6:
        contract.update(schlag=led[1:], trump=led[0])
    if table.kind != "number":
        return
    if table.rules["trump_fixing"] == "first_lead" and chance.random() < 0.97:
        contract["trump"] = led[0]
    else:
        contract.setdefault("trump", chance.choice("EGHS"))


def play_out(chance: random.Random, table: Table, hands: Hands) -> list[dict[str, Json]]:
    """Return all tricks, mostly played by the rules."""
    left = {player: list(hand) for player, hand in hands.items()}
    careless = chance.choice([0.0, 0.1, 0.4])
    leader = table.forehand if table.watten else str(table.declarer)
    tricks: list[dict[str, Json]] = []
    for n in range(1, table.last_trick + 1):
        should = leader
        if chance.random() < 0.02:
            leader = chance.choice(table.players)
        first = table.players.index(leader)
        order = table.players[first:] + table.players[:first]
        lying: list[str] = []
        for player in order:
            hand = left[player]
            moment = Moment(table=table, trick=n, player=player, order=order, lying=lying)
            legal = [c for c in hand if not lying or broken(moment, set(hand), c) is None]
            card = chance.choice(hand if chance.random() < careless or not legal else legal)
            hand.remove(card)
            if n == 1 and not lying:
                name_trump(chance, table, card)
            lying.append(card)
        winner = order[best_place(table, lying)]
        tricks.append(
            {
                "n": n,
                "lead": leader,
                "in_turn": leader == should,
                "cards": lying,
                "winner": winner,
            }
        )
        leader = winner
    return tricks


def remember_tricks(chance: random.Random, tricks: list[dict[str, Json]]) -> list[Json]:
    """Return what is recorded of the tricks."""
    style = chance.choice(["all", "all", "first", "first", "some", "one", "last", "gaps"])
    kept = list(tricks)
    if style == "first":
        kept = kept[: chance.randint(1, len(kept))]
    elif style == "last":
        kept = kept[-chance.randint(1, len(kept)) :]
    elif style == "some":
        kept = sorted(chance.sample(kept, chance.randint(1, len(kept))), key=lambda t: t["n"])
    elif style == "one":
        kept = [chance.choice(kept)]
    elif style == "gaps":
        missing = chance.sample(kept, chance.randint(1, 2))
        kept = [trick for trick in kept if trick not in missing]
    recorded: list[Json] = []
    forget = chance.choice([0.0, 0.0, 0.03, 0.1])
    before: dict[str, Json] | None = None
    for trick in kept:
        # Who should lead is known: one may leave it out.
        known = trick["n"] == 1 and trick["in_turn"]
        if before is not None and before["n"] == trick["n"] - 1:
            known = None not in recorded[-1]["cards"] and trick["in_turn"]
        written: dict[str, Json] = {}
        if (before["n"] if before else 0) != trick["n"] - 1 or chance.random() < 0.4:
            written["n"] = trick["n"]
        if not known or chance.random() < 0.5:
            written["lead"] = trick["lead"]
        written["cards"] = [None if chance.random() < forget else card for card in trick["cards"]]
        recorded.append(written)
        before = trick
    if recorded and chance.random() < 0.3:
        last = recorded[-1]["cards"]
        del last[chance.randint(0, len(last)) :]
    return recorded


def remember_hands(
    chance: random.Random, hands: Hands, tricks: list[dict[str, Json]], record: dict[str, Json]
) -> None:
    """Add hands and held cards to a record."""
    share = chance.choice([0.0, 0.0, 0.4, 1.0])
    known = {}
    for player, hand in hands.items():
        if chance.random() < share:
            known[player] = chance.sample(hand, len(hand))
    if known:
        record["hands"] = known
    held = []
    for _ in range(chance.choice([0, 0, 0, 1, 2])):
        player = chance.choice(list(hands))
        n = chance.randint(0, len(tricks) - 1)
        gone = {card for trick in tricks[:n] for card in trick["cards"]}
        rest = [card for card in hands[player] if card not in gone]
        cards = chance.sample(rest, chance.randint(0, len(rest)))
        held.append({"player": player, "cards": cards, "after_trick": n})
    if held:
        record["held"] = held


def taken(chance: random.Random, table: Table, tricks: list[dict[str, Json]]) -> dict[str, int]:
    """Return the number of tricks of some or all players, mostly right."""
    numbers = {
        player: sum(trick["winner"] == player for trick in tricks) for player in table.players
    }
    if chance.random() < 0.6:
        some = chance.sample(table.players, chance.randint(1, len(table.players)))
        numbers = {player: numbers[player] for player in some}
    if chance.random() < 0.1:
        player = chance.choice(list(numbers))
        numbers[player] = chance.randint(0, table.last_trick)
    return numbers


def ask(chance: random.Random, table: Table, recorded: list[Json]) -> list[Json]:
    """Return some plays to judge."""
    asked = []
    for _ in range(chance.randint(0, 3)):
        trick = chance.choice(
            Table(table.game, {**table.fields, "tricks": recorded}).numbered_tricks
        )
        if len(trick["cards"]) == len(table.players) or chance.random() < 0.1:
            asked.append({"trick": trick["n"], "player": chance.choice(table.players)})
    return asked
