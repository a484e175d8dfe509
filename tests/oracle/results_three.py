"""How a deal of Bolachen or Wallachen ended, and what is paid."""

from dataclasses import dataclass

from .best_play import declarer_tricks
from .stage6 import Knowledge
from .stage7 import won
from .table import Table
from .tricks import Trick
from .words import Json


@dataclass(kw_only=True)
class Ending:
    """What is known of the end of a deal with a declarer."""

    made: bool
    by: str
    exact: int | None  # the declarer's number of tricks
    known: int  # the tricks the declarer is known to have won
    ruled: bool  # paid as I3 words it
    pays_alone: str | None  # the defender who pays for both


def number_of_tricks(table: Table, tricks: list[Trick]) -> tuple[int, int]:
    """Return the fewest and the most tricks the declarer can have."""
    given = {name: number for _, name, number in table.get("tricks_taken")}
    declarer = str(table.declarer)
    if declarer in given:
        return given[declarer], given[declarer]
    if all(defender in given for defender in table.defenders):
        rest = 10 - sum(given[defender] for defender in table.defenders)
        return rest, rest
    # "at most what the defenders leave, each taken at the greater of the number given for him and
    # the tricks known to be his"
    left = 10 - sum(max(given.get(d, 0), won(tricks, d)) for d in table.defenders)
    return won(tricks, declarer), left


def made(table: Table, fewest: int, most: int) -> bool | None:
    """B28 and Wallachen's: return whether the game is made, None while that is open."""
    if table.kind == "bettel":
        return True if most == 0 else False if fewest > 0 else None
    bid = (table.contract or {}).get("bid", 0)
    needed: int = {"brand": 6, "mord": 10, "number": bid}[str(table.kind)]
    return True if fewest >= needed else False if most < needed else None


def decided_before(table: Table, tricks: list[Trick], trick: int) -> bool:
    """I4: made, or beyond making, by the tricks completed before the irregular one."""
    before = [earlier for earlier in tricks if earlier.n < trick]
    fewest = won(before, str(table.declarer))
    most = 10 - sum(won(before, defender) for defender in table.defenders)
    return made(table, fewest, most) is not None


def end(table: Table, tricks: list[Trick], knowledge: Knowledge) -> Ending | None:
    """Return how the deal ended, None when that is not certain."""
    fewest, most = number_of_tricks(table, tricks)
    exact = fewest if fewest == most else None
    remedy = table.rules["revoke_remedy"]
    for ruling in table.get("rulings"):
        trick = ruling.get("trick")
        if trick is not None and decided_before(table, tricks, trick):
            continue  # I4
        if remedy == "as_played":
            continue  # "the revoke changes nothing"
        counts_as_made = ruling["by"] != table.declarer  # I2
        by_rule = True
        if remedy == "double_dummy" and trick is not None:
            best = declarer_tricks(table, tricks, knowledge, ruling["by"], trick)
            if best is not None:
                exact = fewest = best
                counts_as_made = bool(made(table, best, best))
                by_rule = False  # "paid with that number by the ordinary rules"
        offender = None
        if (
            counts_as_made
            and ruling["by"] != table.declarer
            and table.rules["revoke_payer"] == "offender"
        ):
            offender = ruling["by"]  # I3
        return Ending(
            made=counts_as_made,
            by="ruling",
            exact=exact,
            known=fewest,
            ruled=by_rule,
            pays_alone=offender,
        )
    outcome = made(table, fewest, most)
    if outcome is None:
        return None
    return Ending(
        made=outcome, by="tricks", exact=exact, known=fewest, ruled=False, pays_alone=None
    )


def value(table: Table, ending: Ending) -> int | None:
    """B29, W25 to W29, I3: return what each defender pays or gets, None when not certain."""
    rules = table.rules
    if table.game == "bolachen":
        values: dict[str, int] = {"brand": 1, "bettel": 2, "mord": rules["mord_factor"]}
        return values[str(table.kind)]  # B8
    if table.kind != "number":
        worth: int | None = rules[f"{table.kind}_value"]
    else:
        worth = number_value(table, ending)
    return None if worth is None else worth * doubling(table)


def number_value(table: Table, ending: Ending) -> int | None:
    """W25, W26 and I3 for a number game."""
    bid: int = (table.contract or {})["bid"]
    if ending.made:
        if table.rules["win_pays"] == "tricks_bid":
            return bid
        if ending.ruled:
            return max(bid, ending.known)  # "the greater of the bid and the tricks ... known"
        return ending.exact
    if ending.ruled or table.rules["loss_pays"] == "tricks_bid":
        return bid  # "one lost by ruling is paid with the bid, whatever `loss_pays` says"
    if ending.exact is None:
        return None
    shortfall = bid - ending.exact
    return shortfall if table.rules["loss_pays"] == "shortfall" else bid + shortfall


def doubling(table: Table) -> int:
    """W6 and `multiple_doubles`."""
    doubles = len(table.get("doubles"))
    if table.rules["multiple_doubles"] == "multiply":
        return int(2**doubles)
    if table.rules["multiple_doubles"] == "single":
        return 2 if doubles else 1
    return 1 + doubles


def into_pot(table: Table) -> int:
    """Return one payment of the stake into the Haferl, in money."""
    touched = doubling(table) if table.rules["double_touches_pot"] == "yes" else 1
    return int(table.rules["haferl_stake"] * table.tariff * touched)


def pot_payments(table: Table, ending: Ending | None) -> dict[str, int]:
    """Return what each pays into the Haferl (negative: takes from it), in money."""
    pot: int = table.fields.get("haferl", 0)
    rules = table.rules
    if ending is None:  # passed out
        if rules["pass_out"] != "haferl":
            return {}
        return {player: into_pot(table) for player in table.players}  # W14
    declarer = str(table.declarer)
    if ending.made:
        takes = {
            "next_made": True,
            "next_number_made": table.kind == "number",
            "bettel_or_mord_made": table.kind != "number",
        }[rules["haferl_taker"]]
        return {declarer: -pot} if takes else {}
    if pot == 0:
        return {}  # W31: "an empty one stays empty either way", so under these options too
    if rules["haferl_on_failure"] == "pay_stake":
        return {declarer: into_pot(table)}
    if rules["haferl_on_failure"] == "double_pot":
        touched = doubling(table) if rules["double_touches_pot"] == "yes" else 1
        return {declarer: pot * touched}
    return {}


def three_handers(
    table: Table, tricks: list[Trick], knowledge: Knowledge
) -> dict[str, Json] | None:
    """Return result, units, soft and what goes to or from the pot; None when nothing is scored."""
    if table.contract is None or any(r["offence"] == "misdeal" for r in table.get("rulings")):
        return None
    result: dict[str, Json] = {
        "declarer": None,
        "kind": table.kind,
        "trump": None,
        "tricks": None,
        "made": None,
        "by": None,
    }
    units = dict.fromkeys(table.seats, 0)
    handed: list[tuple[str, str, int]] = []
    ending: Ending | None = None
    if table.kind != "passed_out":
        ending = end(table, tricks, knowledge)
        if ending is None:
            return None
        worth = value(table, ending)
        if worth is None:
            return None
        for defender in table.defenders:
            share = worth
            if ending.pays_alone is not None:
                share = 2 * worth if defender == ending.pays_alone else 0
            sign = 1 if ending.made else -1
            units[defender] -= sign * share
            units[str(table.declarer)] += sign * share
            if ending.made:
                handed.append((defender, str(table.declarer), share * table.tariff))
            else:
                handed.append((str(table.declarer), defender, share * table.tariff))
        result.update(
            declarer=table.declarer,
            trump=table.trump,
            tricks=ending.exact,
            made=ending.made,
            by=ending.by,
        )
    money = {seat: units[seat] * table.tariff for seat in table.seats}
    if table.game == "wallachen":
        result["bid"] = (table.contract or {}).get("bid")
        pot = table.fields.get("haferl", 0)
        after = pot
        for player, amount in pot_payments(table, ending).items():
            after += amount
            money[player] -= amount
            handed.append((player, "haferl", amount) if amount > 0 else ("haferl", player, -amount))
        if pot or after:
            result["haferl"] = after
    return {"result": result, "units": units, "soft": dict(units), "money": money, "handed": handed}
