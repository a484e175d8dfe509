"""Which side won, where a table remembers that and not who took the tricks.

A deal record can say of Watten how many tricks a player took, not that a side won. So beside the
fields of a deal record what is told of a deal may have `side_won`, the members of that side, and
with `"by": "maschine"` that one of them laid a Maschine open. Before such a deal is judged it is
written as a deal record, with numbers of tricks that fit whatever cards are known: the cards may
give the third trick to either partner, and either may have held the Maschine.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from typing import Any

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import check_object
from scorekeeper.rules.findings import CONTRADICTION
from scorekeeper.rules.findings import FORMAT
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.outcome import By
from scorekeeper.rules.outcome import count_won
from scorekeeper.rules.reading import read_object
from scorekeeper.rules.record import DealRecord
from scorekeeper.rules.seats import sides_of
from scorekeeper.rules.watten_points import TRICKS_TO_WIN

SIDE_WON = "side_won"
BY = "by"
FIELDS = (SIDE_WON, BY)
_SPEAKS_OF_CARDS = ("tricks", "hands", "held", "schlecken")


def as_deal_record(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told of a deal with nothing in it but fields of a deal record.

    Where `find_wrong_side` finds something the side is left out; a three-hander keeps the fields,
    to be refused as unknown ones.
    """
    if SIDE_WON not in told or told.get("game") != Game.WATTEN:
        return dict(told)
    record = {name: value for name, value in told.items() if name not in FIELDS}
    read = read_object(record)
    side = _side(told[SIDE_WON], read)
    if side is None:
        return record
    if told.get(BY) == By.MASCHINE:
        return _with_maschine(record, side)
    if not any(record.get(field) for field in ("tricks", "tricks_taken")):
        return {**record, "tricks_taken": {side[0]: TRICKS_TO_WIN}}
    report = check_object(record)
    if report.errors or report.misdeal or report.result is not None:
        return record
    assert isinstance(read, DealRecord)
    return {**record, "tricks_taken": _numbers(read, report, side)}


def find_wrong_side(told: Mapping[str, Any]) -> Finding | None:
    """Return what is wrong with the side that is told to have won, by itself."""
    if SIDE_WON not in told or told.get("game") != Game.WATTEN:
        return None
    if told.get(BY, By.TRICKS.value) not in (By.TRICKS.value, By.MASCHINE.value):
        return Finding(code=FORMAT, path=f"/{BY}", key="findings.format.side_won_by")
    read = read_object({name: value for name, value in told.items() if name not in FIELDS})
    if not isinstance(read, DealRecord) or _side(told[SIDE_WON], read) is not None:
        return None
    one, other = sides_of(read.players)
    args = {"one": one, "other": other}
    return Finding(code=FORMAT, path=f"/{SIDE_WON}", key="findings.format.side_won", args=args)


def without_invented(told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is told of a deal with the side that won where older sheets named one player.

    They kept "Anna and Caro won" as three tricks of Anna's, and a Maschine as hers: who of the
    winning side sits first. Nobody had said so, and cards known later may say otherwise.
    """
    read = None if SIDE_WON in told else read_object(dict(told))
    if not isinstance(read, DealRecord) or read.game is not Game.WATTEN or read.tricks:
        return dict(told)
    field = "maschine" if read.maschine is not None else "tricks_taken"
    named = read.maschine or next((one.player for one in read.tricks_taken), "")
    numbers = [one.number for one in read.tricks_taken]
    side = next((one for one in sides_of(read.players) if named in one), None)
    invented = numbers == ([] if read.maschine else [TRICKS_TO_WIN])
    if side is None or not invented or named != min(side, key=read.seats.index):
        return dict(told)
    kept = {name: value for name, value in told.items() if name != field}
    by = {BY: By.MASCHINE.value} if read.maschine else {}
    return {**kept, SIDE_WON: list(side), **by}


def contradiction(told: Mapping[str, Any], report: Report) -> Finding | None:
    """Return what is wrong where the tricks of a deal were won by another side than is told."""
    result = report.result
    if SIDE_WON not in told or result is None or result["by"] != By.TRICKS:
        return None
    won = result["side"]
    assert isinstance(won, list)
    if set(won) == set(told[SIDE_WON]):
        return None
    args = {"told": tuple(told[SIDE_WON]), "won": tuple(won)}
    key = "findings.contradiction.side_won"
    return Finding(code=CONTRADICTION, path=f"/{SIDE_WON}", key=key, args=args)


def _side(told: object, read: object) -> tuple[str, ...] | None:
    """Return the side that is told in playing order, None where it is none of this deal's."""
    if not isinstance(read, DealRecord):
        return None
    if not isinstance(told, list) or not all(isinstance(name, str) for name in told):
        return None
    return next((side for side in sides_of(read.players) if set(side) == set(told)), None)


def _with_maschine(record: dict[str, Any], side: Sequence[str]) -> dict[str, Any]:
    """Give the Maschine to the first of the side who can have held it."""
    choices = [{**record, "maschine": name} for name in side]
    if any(record.get(field) for field in _SPEAKS_OF_CARDS):
        return next((one for one in choices if not check_object(one).errors), choices[0])
    return choices[0]


def _numbers(read: DealRecord, report: Report, side: Sequence[str]) -> dict[str, int]:
    """Return numbers of tricks by which this side won: those known, the missing ones to one."""
    numbers = {count.player: count.number for count in read.tricks_taken}
    won = count_won(report.tricks, read.players)
    known = {name: numbers.get(name, won.get(name, 0)) for name in side}
    missing = TRICKS_TO_WIN - sum(known.values())
    taker = next((name for name in side if name not in numbers), side[0])
    known[taker] += max(0, missing)
    return {**numbers, **known}
