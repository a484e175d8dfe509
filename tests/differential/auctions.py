"""Random auctions and the contracts that come of them, mostly possible ones."""

import random

from tests.differential.tables import seated
from tests.oracle import stage5_bolachen
from tests.oracle import stage5_wallachen
from tests.oracle.table import Table
from tests.oracle.words import Json


def bolachen_auction(chance: random.Random, record: dict[str, Json]) -> None:
    """Add an auction and a contract to a Bolachen record."""
    players = seated(record)
    auction = stage5_bolachen.Auction(Table("bolachen", record))
    calls: list[Json] = []
    weights = chance.choice([[4, 3, 2, 1, 1], [1, 4, 3, 1, 0], [9, 1, 1, 0, 0]])

    def say(player: str, call: str) -> None:
        if auction.wrong(player, call) is None or chance.random() < 0.04:
            calls.append([player, call])

    for player in players:
        for _ in range(9):
            before = len(calls)
            suit = chance.choice("EGHS")
            words = ["pass", "brand", f"brand:{suit}", "bettel", "mord"]
            say(player, chance.choices(words, weights)[0])
            if len(calls) > before:
                break
    if len(auction.spoken) == 3:
        for player in list(auction.must_name):
            say(player, f"names:{chance.choice('EGHS')}")
    if chance.random() < 0.05 and calls:
        calls.pop(chance.randrange(len(calls)))
    record["auction"] = calls
    complete = len(auction.spoken) == 3 and not auction.must_name
    winner, game = auction.winner if complete else (None, "pass")
    contract = bolachen_contract(chance, players, winner, game)
    if auction.contested and "trump" in contract and chance.random() < 0.9:
        contract["trump"] = auction.named[str(winner)]
    record["contract"] = contract


def bolachen_contract(
    chance: random.Random, players: list[str], winner: str | None, game: str
) -> dict[str, Json]:
    """Return a contract, mostly that of the auction."""
    if winner is None and chance.random() < 0.7:
        return {"kind": "passed_out"}
    kind = game if game in ("brand", "bettel", "mord") else chance.choice(["brand", "bettel"])
    if chance.random() < 0.15:
        kind = chance.choice(["brand", "bettel", "mord"])
    declarer = winner if winner and chance.random() < 0.95 else chance.choice(players)
    contract = {"declarer": declarer, "kind": kind}
    if (kind == "brand" and chance.random() < 0.9) or chance.random() < 0.04:
        contract["trump"] = chance.choice("EGHS")
    return contract


def wallachen_auction(chance: random.Random, record: dict[str, Json]) -> None:
    """Add an auction and a contract to a Wallachen record."""
    table = Table("wallachen", record)
    auction = stage5_wallachen.Auction(table)
    calls: list[Json] = []
    words = ["pass", "6", "7", "8", "9", "bettel", "mord", "hold"]
    weights = chance.choice([[5, 2, 2, 1, 1, 1, 1, 3], [9, 1, 0, 0, 0, 0, 0, 1]])
    wrong = False
    for i in range(40):
        if auction.finished or auction.turn is None or wrong:
            break
        call = chance.choices(words, weights)[0]
        player = auction.turn if chance.random() < 0.99 else chance.choice(table.players)
        probe = stage5_wallachen.Auction(table)
        probe.__dict__.update({**auction.__dict__})
        probe.passed = list(auction.passed)
        probe.been_highest = list(auction.been_highest)
        wrong = probe.wrong(i == 0, player, call) is not None
        if wrong and chance.random() < 0.9:
            wrong = False
            continue
        said: Json = int(call) if call.isdigit() and chance.random() < 0.8 else call
        calls.append([player, said])
        auction = probe
    if chance.random() < 0.04 and calls:
        calls.pop(chance.randrange(len(calls)))
    record["auction"] = calls
    winner, bid = auction.bidder, auction.bid
    if winner is None and table.rules["pass_out"] == "muss_spiel":
        winner, bid = table.forehand, "6"
    record["contract"] = wallachen_contract(chance, table.players, winner, bid)


def wallachen_contract(
    chance: random.Random, players: list[str], winner: str | None, bid: str | None
) -> dict[str, Json]:
    """Return a contract, mostly that of the auction."""
    if winner is None and chance.random() < 0.9:
        return {"kind": "passed_out"}
    played = bid or "6"
    if chance.random() < 0.2:
        played = chance.choice(["6", "7", "8", "9", "bettel", "mord"])
    contract: dict[str, Json] = {
        "declarer": winner if winner and chance.random() < 0.95 else chance.choice(players)
    }
    if played.isdigit():
        contract |= {"kind": "number", "bid": int(played)}
    else:
        contract["kind"] = played
    return contract
