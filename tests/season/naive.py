"""A season reckoned with a pencil: every deal of every night, counted anew for each question.

It shares no code with the program: it reads what was told of each deal and how it was scored, and
knows nothing of sums that are kept.
"""

import functools
import hashlib
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction
from typing import Any


@dataclass(slots=True)
class Night:
    """A night that was not voided: its deals (game, record, outcome), money without a deal."""

    id: str
    deals: list[tuple[str, dict[str, Any], dict[str, Any]]] = field(default_factory=list)
    haferl: dict[str, int] = field(default_factory=dict)
    sheet: dict[str, int] = field(default_factory=dict)
    substitutes: set[str] = field(default_factory=set)


def played(record: dict[str, Any]) -> list[str]:
    return [name for name in record["seats"] if name not in record.get("sitting_out", [])]


def scored_deals(nights: list[Night], person: str, game: str, same: dict[str, str]):
    """Give what a person played: (night, record, outcome, the name he went by)."""
    for night in nights:
        for kind, record, outcome in night.deals:
            if "result" not in outcome or game not in ("all", kind):
                continue
            for name in played(record):
                if same.get(name, name) == person:
                    yield night, record, outcome, name


def facts(nights: list[Night], person: str, game: str, same: dict[str, str]) -> dict[str, Any]:
    """Count everything there is to count about a person, over some nights."""
    count = dict.fromkeys(["deals", "won", "declared", "made", "bm", "soft", "bummerl", "cents"], 0)
    evenings = set()
    for night, record, outcome, name in scored_deals(nights, person, game, same):
        result = outcome["result"]
        count["cents"] += outcome["money"][name]
        if (record.get("contract") or {}).get("kind") == "passed_out":
            continue
        evenings.add(night.id)
        count["deals"] += 1
        count["soft"] += outcome["soft"][name]
        if record["game"] == "watten":
            count["won"] += name in result["side"]
            if result["match_won_by"]:
                count["bummerl"] += 1 if name in result["match_won_by"] else -1
        elif result["declarer"] == name:
            count["declared"] += 1
            count["made"] += bool(result["made"])
            count["won"] += bool(result["made"])
            count["bm"] += bool(result["made"]) and result["kind"] in ("bettel", "mord")
        else:
            count["won"] += not result["made"]
    for night in nights:
        for purse, of in ((night.haferl, ("wallachen", "all")), (night.sheet, ("all",))):
            if game in of:
                moved = sum(c for name, c in purse.items() if same.get(name, name) == person)
                count["cents"] += moved
    count["evenings"] = evenings
    return count


def measured(kind: str, count: dict[str, Any]) -> tuple[int, int] | None:
    """Return a kind's value as a fraction, None when there is nothing to measure."""
    if kind == "money":
        return (count["cents"], 1) if count["deals"] or count["cents"] else None
    if not count["deals"]:
        return None
    if kind == "made":
        return (count["made"], count["declared"]) if count["declared"] else None
    return {
        "soft": (count["soft"], 1),
        "won": (count["won"], count["deals"]),
        "per_deal": (count["soft"], count["deals"]),
        "bettel_mord": (count["bm"], 1),
        "bummerl": (count["bummerl"], 1),
    }[kind]


def standing(
    rules: dict[str, Any],
    seed: str,
    nights: list[Night],
    people: list[str],
    same: dict[str, str],
) -> list[tuple[int | None, str, Fraction]]:
    """Return place, person and value of everybody, the unplaced last."""
    game, kind = rules["game"], rules["kind"]
    ranked, out = [], []
    for person in people:
        mine = nights
        if not rules["substitutes"]:
            mine = [
                Night(
                    id=night.id,
                    deals=[] if _came(night, person, same) else night.deals,
                    haferl={} if _came(night, person, same) else night.haferl,
                    sheet={} if _came(night, person, same) else night.sheet,
                )
                for night in nights
            ]
        whole = facts(mine, person, game, same)
        evenings = len(whole["evenings"])
        if kind == "money" and game == "all":
            evenings += sum(
                1
                for night in mine
                if night.id not in whole["evenings"] and facts([night], person, game, same)["cents"]
            )
        value = _value(rules, mine, person, same, whole, evenings)
        if value is None:
            continue
        if evenings < rules["min_nights"] or whole["deals"] < rules["min_deals"]:
            out.append((None, person, value))
            continue
        ranked.append([person, value, _ties(rules, mine, person, same, whole, evenings)])
    if "direct" in rules["tie_breaks"]:
        _compare(ranked, rules, nights, same)
    return _placed(ranked, rules["tie_breaks"], seed) + out


def _compare(ranked: list[Any], rules: dict[str, Any], nights: list[Night], same: Any) -> None:
    """Put each one's result against those he is level with where the direct comparison stands."""
    at = rules["tie_breaks"].index("direct")
    level: dict[Any, list[Any]] = {}
    for one in ranked:
        level.setdefault((one[1], *one[2][:at]), []).append(one)
    for group in level.values():
        sums = [
            sum(_between(one[0], other[0], rules, nights, same) for other in group if other != one)
            for one in group
        ]
        for one, brought in zip(group, sums, strict=True):
            one[2].insert(at, Fraction(brought))


def _between(one: str, other: str, rules: dict[str, Any], nights: list[Night], same: Any) -> int:
    """Add up what one has of every deal he and another had a hand in, one of them declaring."""
    brought = 0
    for night in nights:
        if not rules["substitutes"] and (_came(night, one, same) or _came(night, other, same)):
            continue
        for kind, record, outcome in night.deals:
            there = {same.get(name, name): name for name in played(record)}
            if "result" not in outcome or rules["game"] not in ("all", kind):
                continue
            if kind != "watten" and outcome["result"]["declarer"] is None:
                continue
            if one in there and other in there:
                of = "money" if rules["kind"] == "money" else "soft"
                brought += outcome[of][there[one]]
    return brought


def _came(night: Night, person: str, same: dict[str, str]) -> bool:
    return any(same.get(name, name) == person for name in night.substitutes)


def _value(rules, nights, person, same, whole, evenings) -> Fraction | None:
    kind = rules["kind"]
    if kind == "attendance":
        return Fraction(evenings) if evenings else None
    worth = measured(kind, whole)
    if worth is None:
        return None
    if rules["best"] is None and not rules["drop"]:
        return Fraction(*worth)
    each = sorted(_each(kind, rules["game"], nights, person, same), reverse=True)
    if rules["best"] is not None:
        each = each[: rules["best"]]
    else:
        each = each[: max(1, len(each) - rules["drop"])]
    above = sum(one[2][0] for one in each)
    below = sum(one[2][1] for one in each)
    return Fraction(above, below if kind in ("made", "won", "per_deal") else 1)


def _each(kind, game, nights, person, same):
    for night in nights:
        worth = measured(kind, facts([night], person, game, same))
        if worth is not None:
            yield Fraction(*worth), night.id, worth


def _ties(rules, nights, person, same, whole, evenings) -> list[Fraction]:
    found = []
    for criterion in rules["tie_breaks"]:
        if criterion in ("direct", "lots"):
            continue
        if criterion == "nights":
            found.append(Fraction(evenings))
        elif criterion == "deals":
            found.append(Fraction(whole["deals"]))
        elif criterion == "best_night":
            kind = rules["kind"]
            each = [] if kind == "attendance" else _each(kind, rules["game"], nights, person, same)
            found.append(max((one[0] for one in each), default=Fraction(0)))
        else:
            worth = measured(criterion, whole)
            found.append(Fraction(0) if worth is None else Fraction(*worth))
    return found


def _placed(ranked, order, seed) -> list[tuple[int | None, str, Fraction]]:
    drawn = "lots" in order

    def number(person: str) -> str:
        return hashlib.sha256(f"{seed}\n{person}".encode()).hexdigest()

    def before(one, other) -> int:
        for left, right in [(one[1], other[1]), *zip(one[2], other[2], strict=True)]:
            if left != right:
                return -1 if left > right else 1
        if drawn:
            return -1 if number(one[0]) < number(other[0]) else 1
        return 0

    found = []
    for one in ranked:
        ahead = sum(1 for other in ranked if other is not one and before(other, one) < 0)
        found.append((ahead + 1, one[0], one[1]))
    compare = functools.cmp_to_key(lambda a, b: (a[0] - b[0]) or (-1 if a[1] < b[1] else 1))
    return sorted(found, key=compare)


def sides(nights: list[Night], person: str, same: dict[str, str]) -> dict[tuple, list[int]]:
    """Count a person's deals by game and side: [deals, won, soft, cents]."""
    found: dict[tuple, list[int]] = {}
    for night in nights:
        for kind, record, outcome in night.deals:
            if "result" not in outcome or person not in [same.get(n, n) for n in played(record)]:
                continue
            (name,) = [n for n in played(record) if same.get(n, n) == person]
            result = outcome["result"]
            if kind == "watten":
                won = name in result["side"]
                mine = [n for n in played(record) if (n in result["side"]) == won]
                told = []
                if record.get("contract", {}).get("trump"):
                    told.append(("trump", record["contract"]["trump"]))
            else:
                if result["declarer"] is None:
                    continue
                alone = result["declarer"] == name
                mine = [name] if alone else [n for n in played(record) if n != result["declarer"]]
                won = bool(result["made"]) == alone
                told = [("declarer" if alone else "defender", "")]
                if alone:
                    bid = result.get("bid")
                    told.append(("contract", result["kind"] if bid is None else str(bid)))
                    if result["trump"]:
                        told.append(("trump", result["trump"]))
            for other in played(record):
                if other != name:
                    told.append(("with" if other in mine else "against", same.get(other, other)))
            for side, what in told:
                sums = found.setdefault((kind, side, what), [0, 0, 0, 0])
                for place, count in enumerate(
                    (1, int(won), outcome["soft"][name], outcome["money"][name])
                ):
                    sums[place] += count
    return found


def runs(nights: list[Night], person: str, game: str) -> tuple[int, int, int, int]:
    """Count deals, the run somebody is in, the longest won and the longest lost."""
    row = []
    for night in nights:
        for kind, record, outcome in night.deals:
            if kind != game or "result" not in outcome or person not in played(record):
                continue
            result = outcome["result"]
            if game == "watten":
                row.append(person in result["side"])
            elif result["declarer"] is not None:
                row.append(bool(result["made"]) == (result["declarer"] == person))
    written = "".join("W" if one else "L" for one in row)
    won, lost = written.split("L"), written.split("W")
    now = len(won[-1]) or -len(lost[-1])
    return len(row), now, max(map(len, won)), max(map(len, lost))
