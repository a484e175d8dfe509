"""Random records of each game, plausible to people at a table."""

import random

from tests.differential import playing
from tests.differential.auctions import bolachen_auction
from tests.differential.auctions import bolachen_contract
from tests.differential.auctions import wallachen_auction
from tests.differential.auctions import wallachen_contract
from tests.differential.tables import random_base
from tests.differential.tables import seated
from tests.oracle.table import Table
from tests.oracle.words import RANKS
from tests.oracle.words import SUITS
from tests.oracle.words import Json

Record = dict[str, Json]


def random_record(chance: random.Random, game: str) -> Record:
    """Return a random record."""
    record = random_base(chance, game)
    if game == "watten":
        return _watten(chance, record)
    return _three_handed(chance, record)


def whole_record(chance: random.Random, game: str) -> Record:
    """Return a deal of which nearly everything is known, with what was ruled about it."""
    record = random_base(chance, game)
    players = seated(record)
    if game == "bolachen":
        kind = chance.choice(["brand", "brand", "bettel", "mord"])
        record["contract"] = {"declarer": chance.choice(players), "kind": kind}
        if kind == "brand":
            record["contract"]["trump"] = chance.choice(SUITS)
    elif game == "wallachen":
        bid = chance.choice(["6", "6", "7", "bettel", "mord"])
        record["contract"] = wallachen_contract(chance, players, players[0], bid)
    else:
        record["contract"] = {"schlag": chance.choice(RANKS), "trump": chance.choice(SUITS)}
        if chance.random() < 0.5:
            _match(chance, record)
    table = Table(game, record)
    hands, _ = playing.deal_out(chance, table)
    tricks = playing.play_out(chance, table, hands)
    if chance.random() < 0.6:
        record["hands"] = hands
    recorded: list[Json] = [{"lead": t["lead"], "cards": list(t["cards"])} for t in tricks]
    if chance.random() < 0.5:
        del recorded[chance.randint(1, len(recorded)) :]
    for _ in range(chance.choice([0, 0, 1, 3])):
        cards = chance.choice(recorded)["cards"]
        cards[chance.randrange(len(cards))] = None
    record["tricks"] = recorded
    if not table.watten and chance.random() < 0.5:
        record.setdefault("house_rules", {})["revoke_remedy"] = "double_dummy"
    if chance.random() < 0.3:
        record["tricks_taken"] = playing.taken(chance, table, tricks)
    if table.watten and chance.random() < 0.4:
        record["raises"] = _raises(chance, table)
    if chance.random() < 0.7:
        _rulings(chance, table, record)
    return record


def _numbers_only(chance: random.Random, players: list[str], most: int) -> dict[str, int]:
    """Return numbers of tricks without any cards."""
    left = most
    numbers: dict[str, int] = {}
    for player in chance.sample(players, len(players)):
        numbers[player] = chance.randint(0, left) if len(numbers) + 1 < len(players) else left
        left -= numbers[player]
    if most == 5 and chance.random() < 0.3:
        numbers[players[-1]] = max(0, numbers[players[-1]] - 1)
    return dict(chance.sample(list(numbers.items()), chance.randint(1, len(numbers))))


def _rulings(chance: random.Random, table: Table, record: Record) -> None:
    offences = ["revoke", "revoke", "misdeal"]
    if table.watten:
        offences = ["revoke", "error", "gespannt_raise", "bluff", "bluff", "misdeal"]
    rulings = []
    for _ in range(chance.choice([1, 1, 2])):
        ruling: Record = {"offence": chance.choice(offences), "by": chance.choice(table.players)}
        if ruling["offence"] == "bluff" and chance.random() < 0.8:
            ruling["by"] = table.cutter
        if chance.random() < 0.6:
            ruling["trick"] = chance.randint(1, table.last_trick)
        if ruling["offence"] == "misdeal" and chance.random() < 0.7:
            del ruling["by"]
        rulings.append(ruling)
    record["rulings"] = rulings


def _cards(chance: random.Random, table: Table, record: Record) -> None:
    """Add cards that were really dealt and played, as far as they are remembered."""
    hands, out = playing.deal_out(chance, table)
    tricks = playing.play_out(chance, table, hands)
    recorded = playing.remember_tricks(chance, tricks)
    if chance.random() < 0.9:
        record["tricks"] = recorded
    playing.remember_hands(chance, hands, tricks, record)
    if chance.random() < 0.4:
        record["tricks_taken"] = playing.taken(chance, table, tricks)
    if chance.random() < 0.3:
        record["ask"] = playing.ask(chance, table, recorded)
    if table.watten:
        return
    declarer = hands[str(table.declarer)]
    if chance.random() < 0.3:
        record["discards"] = list(out)
    if chance.random() < 0.2:
        record["talon"] = chance.sample(declarer + out, 2)
    if table.kind in ("bettel", "mord") and table.game == "bolachen" and chance.random() < 0.4:
        _call(chance, table, hands, record)


def _call(chance: random.Random, table: Table, hands: playing.Hands, record: Record) -> None:
    giver = chance.choice(table.defenders)
    call: Record = {"card": chance.choice(hands[str(table.declarer)])}
    if chance.random() < 0.8:
        call["from"] = giver if chance.random() < 0.9 else None
    if call.get("from", giver) is not None and chance.random() < 0.8:
        call["given"] = chance.choice(hands[giver])
    record["call"] = call


def _three_handed(chance: random.Random, record: Record) -> Record:
    game = record["game"]
    players = seated(record)
    style = chance.random()
    if style < 0.45:
        (bolachen_auction if game == "bolachen" else wallachen_auction)(chance, record)
    elif style < 0.97:
        winner = chance.choice(players) if chance.random() < 0.97 else None
        if game == "bolachen":
            kind = chance.choice(["brand", "brand", "bettel", "mord"])
            record["contract"] = bolachen_contract(chance, players, winner, kind)
        else:
            bid = chance.choice(["6", "6", "7", "8", "9", "bettel", "mord"])
            record["contract"] = wallachen_contract(chance, players, winner, bid)
    if record.get("auction") is not None and chance.random() < 0.1:
        record.pop("contract")
    if game == "wallachen":
        off = record.get("house_rules", {}).get("double_window") == "off"
        if chance.random() < (0.02 if off else 0.3):
            record["doubles"] = chance.sample(players, chance.randint(1, 3))
        if chance.random() < 0.3:
            record["haferl"] = chance.choice([0, 10, 30, 35])
        contract = record.get("contract", {})
        if contract.get("kind") == "number" and chance.random() < 0.6:
            contract["trump"] = chance.choice(SUITS)
    table = Table(game, {**record, "tricks": []})
    if table.declarer is not None and chance.random() < 0.65:
        _cards(chance, table, record)
        _first_lead(chance, table, record)
    elif chance.random() < 0.8:
        record["tricks_taken"] = _numbers_only(chance, players, 10)
    if chance.random() < 0.2:
        _rulings(chance, table, record)
    return record


def _first_lead(chance: random.Random, table: Table, record: Record) -> None:
    """Under `first_lead` the trump follows and may be left out."""
    led = Table(table.game, record).first_lead
    if table.game != "wallachen" or table.kind != "number" or led is None:
        return
    if table.rules["trump_fixing"] == "first_lead" and chance.random() < 0.5:
        record["contract"].pop("trump", None)


def _watten(chance: random.Random, record: Record) -> Record:
    players = seated(record)
    if chance.random() < 0.8:
        record["contract"] = {"schlag": chance.choice(RANKS), "trump": chance.choice(SUITS)}
    if chance.random() < 0.5:
        _match(chance, record)
    table = Table("watten", record)
    style = chance.random()
    if table.contract and style < 0.55:
        _cards(chance, table, record)
    elif style < 0.75:
        record["tricks_taken"] = _numbers_only(chance, players, 5)
    elif style < 0.85:
        record["gehen"] = chance.choice(players)
    elif style < 0.92:
        record["maschine"] = chance.choice(players)
    if chance.random() < 0.35:
        record["raises"] = _raises(chance, table)
    if chance.random() < 0.2:
        record["schlecken"] = _schlecken(chance, table)
    if chance.random() < 0.2:
        _rulings(chance, table, record)
    return record


def _match(chance: random.Random, record: Record) -> None:
    table = Table("watten", record)
    target = table.rules["target"]
    points: Record = {}
    for account in table.accounts:
        number = chance.choice([chance.randint(0, target - 1), target - 2, target - 1])
        for member in chance.sample(account, chance.randint(1, len(account))):
            points[member] = number if chance.random() < 0.98 else chance.randint(0, target)
    record["match"] = points


def _raises(chance: random.Random, table: Table) -> list[Json]:
    raises = []
    side = chance.randint(0, 1)
    in_trick = 1
    for _ in range(chance.choice([1, 1, 2, 3])):
        entry: Record = {
            "by": chance.choice(table.sides[side]),
            "answer": chance.choice(["accept", "accept", "fold"]),
        }
        if chance.random() < 0.5:
            in_trick = chance.randint(in_trick, 5) if chance.random() < 0.95 else 1
            entry["in_trick"] = in_trick
        raises.append(entry)
        if entry["answer"] == "fold":
            break
        side = 1 - side if chance.random() < 0.95 else side
    return raises


def _schlecken(chance: random.Random, table: Table) -> list[Json]:
    entries = []
    cards = ["HK", "S7", "E7", "G9"]
    for i in range(chance.choice([1, 2, 3])):
        entry: Record = {"player": table.dealing if i == 1 else table.cutter}
        if chance.random() < 0.05:
            entry["player"] = chance.choice(table.players)
        if chance.random() < 0.25:
            entry["waived"] = True
        if chance.random() < 0.7:
            entry["card"] = cards.pop(chance.randrange(len(cards)))
        entries.append(entry)
    return entries
