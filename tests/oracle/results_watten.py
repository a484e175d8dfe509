"""How a deal of Watten ended, and what is paid."""

from .stage7 import has_three
from .stage7 import won
from .table import Table
from .tricks import Trick
from .words import Json

Side = list[str]


def worth(table: Table, winners: Side) -> int:
    """T24, T28, T31: return what the deal is worth to this side before any raise."""
    losers = table.other_side(winners)
    if not table.gespannt(winners) and not table.gespannt(losers):
        return 2
    if table.rules["gespannt_mode"] == "two_three":
        return 2 if table.gespannt(winners) else 3
    return 3


def penalty(table: Table, tricks: list[Trick]) -> tuple[Side, int] | None:
    """T33, I5: the first ruling that I4 does not set aside."""
    for ruling in table.get("rulings"):
        if ruling["offence"] == "bluff":
            continue
        trick = ruling.get("trick")
        if trick is not None:
            before = [earlier for earlier in tricks if earlier.n < trick]
            if any(sum(won(before, member) for member in side) >= 3 for side in table.sides):
                continue  # I4
        raised = ruling["offence"] == "gespannt_raise"
        points = table.rules["gespannt_raise_penalty" if raised else "error_penalty"]
        return table.other_side(table.side_of(ruling["by"])), points
    return None


def without_cards(table: Table) -> tuple[Side, int, str] | None:
    """Maschine, gehen and fold."""
    fields, rules = table.fields, table.rules
    if "maschine" in fields:
        side = table.side_of(fields["maschine"])
        points = 3 if rules["maschine"] == "show_3_or_play" else 2
        # T17: "at gespannt with what the deal is worth by T28 or T31 if that is more"
        return side, max(points, worth(table, side)), "maschine"
    if "gehen" in fields:
        side = table.other_side(table.side_of(fields["gehen"]))
        return side, 3 if rules["gespannt_mode"] == "two_three" else 2, "gehen"  # T29, T31
    raises = table.get("raises")
    if raises and raises[-1]["answer"] == "fold":
        side = table.side_of(raises[-1]["by"])
        if table.gespannt(table.other_side(side)):
            return side, 3, "fold"  # T30
        old = 2 + len(raises) - 1
        return side, 2 if rules["fold_points"] == "always_two" else old, "fold"  # T25
    return None


def by_tricks(table: Table, tricks: list[Trick]) -> tuple[Side, int, str] | None:
    """The side that has its three tricks."""
    winners = has_three(table, tricks)
    if winners is None:
        # "every member of one side is given with fewer than three in all, and not every member of
        # the other: then the other has won"
        given = {name: number for _, name, number in table.get("tricks_taken")}
        for side in table.sides:
            other = table.other_side(side)
            complete = all(member in given for member in side)
            if (
                complete
                and sum(given[member] for member in side) < 3
                and not all(member in given for member in other)
            ):
                winners = other
    if winners is None:
        return None
    accepted = len(table.get("raises"))
    return winners, worth(table, winners) + accepted, "tricks"


def handed_over(table: Table, match_won_by: list[str]) -> list[tuple[str, str, int]]:
    """T32: return (loser, winner, units)."""
    stake = table.rules["bummerl_stake"]
    players = table.players
    losers = [player for player in players if player not in match_won_by]
    if not match_won_by:
        return []
    if len(players) == 4:
        # "F and D are one pair, F' and D' the other"
        pairs = {
            players[0]: players[3],
            players[3]: players[0],
            players[1]: players[2],
            players[2]: players[1],
        }
        return [(loser, pairs[loser], stake) for loser in losers]
    return [(loser, winner, stake) for loser in losers for winner in match_won_by]


def watten(table: Table, tricks: list[Trick]) -> dict[str, Json] | None:
    """Return result, units, soft and money; None when nothing is scored."""
    rulings = table.get("rulings")
    if any(ruling["offence"] == "misdeal" for ruling in rulings):
        return None  # I6
    ruled = penalty(table, tricks)
    ended = (*ruled, "penalty") if ruled else without_cards(table) or by_tricks(table, tricks)
    if ended is None:
        return None
    side, points, by = ended
    soft = {seat: points if seat in side else 0 for seat in table.seats}
    target = table.rules["target"]

    def match_now() -> dict[str, int] | None:
        if table.points is None:
            return None
        return {player: table.points[player] + soft[player] for player in table.playing}

    def winners(match: dict[str, int] | None) -> list[str]:
        return [player for player in table.playing if match and match[player] >= target]

    result: dict[str, Json] = {"side": side, "points": points, "by": by}
    bluffed = any(ruling["offence"] == "bluff" for ruling in rulings)
    # "T11; only if `tricks` decided the deal, and only one"; "unless the deal has ended the match"
    if bluffed and by == "tricks" and not winners(match_now()):
        other = table.other_side(table.side_of(table.cutter))
        fine = table.rules["bluff_penalty"]
        result["fine"] = {"side": other, "points": fine}
        for member in other:
            soft[member] += fine
    result["match"] = match_now()
    result["match_won_by"] = winners(match_now())
    units = dict.fromkeys(table.seats, 0)
    handed = []
    for loser, winner, stake in handed_over(table, result["match_won_by"]):
        units[loser] -= stake
        units[winner] += stake
        handed.append((loser, winner, stake * table.tariff))
    money = {seat: units[seat] * table.tariff for seat in table.seats}
    return {"result": result, "units": units, "soft": soft, "money": money, "handed": handed}
