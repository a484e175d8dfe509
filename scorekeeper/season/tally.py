"""What one deal counts for each person: plain numbers from what was said and what came of it.

A misdeal counts for nobody (I6). A deal all passed (W13, W14) was played by nobody: it is no deal
of anybody, neither won nor lost, and only the chips it put into the Haferl count, as money. In
Watten nobody declares; who scores the deal has won it. Who sits out has no part.
"""

from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from typing import Any
from typing import NamedTuple

from scorekeeper.rules.spelling import as_reported


class Tally(NamedTuple):
    """Counts of one person, in one deal or added up over many. Cents are whole."""

    deals: int = 0
    won: int = 0
    declared: int = 0
    made: int = 0
    bettel: int = 0
    bettel_made: int = 0
    mord: int = 0
    mord_made: int = 0
    soft: int = 0
    matches_won: int = 0
    matches_lost: int = 0
    cents: int = 0


NOTHING = Tally()


class Facet(NamedTuple):
    """One side of a person's deals: how many, how many won, soft points and cents."""

    deals: int = 0
    won: int = 0
    soft: int = 0
    cents: int = 0


def plus(one: Tally, other: Tally) -> Tally:
    """Add two tallies."""
    return Tally._make(a + b for a, b in zip(one, other, strict=True))


def minus(one: Tally, other: Tally) -> Tally:
    """Take one tally from another."""
    return Tally._make(a - b for a, b in zip(one, other, strict=True))


def total(tallies: Iterable[Tally]) -> Tally:
    """Add up tallies."""
    columns = list(zip(*tallies, strict=True))
    return Tally._make(map(sum, columns)) if columns else NOTHING


def of_deal(record: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, Tally]:
    """Count a deal for everybody who played it, by the names the record uses."""
    result = outcome.get("result")
    if not result:
        return {}
    out = record.get("sitting_out", ())
    players = [name for name in record["seats"] if name not in out]
    soft, money = outcome["soft"], outcome["money"]
    if record["game"] == "watten":
        return _watten(players, result, soft, money)
    declarer, made = result["declarer"], 1 if result["made"] else 0
    if declarer is None:
        return {name: Tally(soft=soft[name], cents=money[name]) for name in players}
    kind = result["kind"]
    lost = 1 - made
    counted = {}
    for name in players:
        if name != declarer:
            counted[name] = Tally(1, lost, soft=soft[name], cents=money[name])
            continue
        bettel, mord = int(kind == "bettel"), int(kind == "mord")
        counted[name] = Tally(
            deals=1,
            won=made,
            declared=1,
            made=made,
            bettel=bettel,
            bettel_made=bettel * made,
            mord=mord,
            mord_made=mord * made,
            soft=soft[name],
            cents=money[name],
        )
    return counted


def _watten(
    players: list[str], result: Mapping[str, Any], soft: Mapping[str, int], money: Mapping[str, int]
) -> dict[str, Tally]:
    side, winners = result["side"], result["match_won_by"]
    return {
        name: Tally(
            deals=1,
            won=int(name in side),
            soft=soft[name],
            matches_won=int(name in winners),
            matches_lost=int(bool(winners) and name not in winners),
            cents=money[name],
        )
        for name in players
    }


def difference(was: Mapping[str, Tally], now: Mapping[str, Tally]) -> dict[str, Tally]:
    """Return what changes for whom when a deal counts otherwise."""
    changed = {
        name: minus(now.get(name, NOTHING), was.get(name, NOTHING)) for name in {**was, **now}
    }
    return {name: tally for name, tally in changed.items() if any(tally)}


def facets_of(
    record: Mapping[str, Any], outcome: Mapping[str, Any]
) -> Iterator[tuple[str, str, Facet]]:
    """Give the sides of a deal: person, side, counts. Money between two is their whole own.

    Sides: `declarer`, `defender`, `contract:…`, `trump:…` of who declared (in Watten of all),
    `against:…` and `with:…` of each opponent and partner.
    """
    counted = of_deal(record, outcome)
    if not counted:
        return
    result = outcome["result"]
    if record["game"] == "watten":
        sides = [set(result["side"]), counted.keys() - set(result["side"])]
        trump = watten_trump(record)
    else:
        declarer = result["declarer"]
        if declarer is None:
            return
        sides = [{declarer}, counted.keys() - {declarer}]
        trump = result["trump"]
    for name, tally in counted.items():
        facet = Facet(1, tally.won, tally.soft, tally.cents)
        mine, others = sides if name in sides[0] else sides[::-1]
        for other in sorted(others):
            yield name, f"against:{other}", facet
        for other in sorted(mine - {name}):
            yield name, f"with:{other}", facet
        if record["game"] == "watten":
            if trump:
                yield name, f"trump:{trump}", facet
            continue
        yield name, "declarer" if tally.declared else "defender", facet
        if tally.declared:
            kind, bid = result["kind"], result.get("bid")
            yield name, f"contract:{kind}" if bid is None else f"contract:{bid}", facet
            if trump:
                yield name, f"trump:{trump}", facet


def watten_trump(record: Mapping[str, Any]) -> str:
    """Return the trump of a Watten deal as reports name suits, "" where it was not said.

    A record writes suits in the letters of its pack, and S means another one in each.
    """
    trump: str = as_reported(record, "contract").get("trump", "")
    return trump


def sides_of(
    record: Mapping[str, Any], outcome: Mapping[str, Any]
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return who won a deal against whom, None where there were no two sides."""
    counted = of_deal(record, outcome)
    winners = tuple(name for name, tally in counted.items() if tally.won)
    losers = tuple(name for name, tally in counted.items() if not tally.won)
    return (winners, losers) if winners and losers else None
