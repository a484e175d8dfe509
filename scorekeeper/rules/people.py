"""Stages 3 and 4: are the people named at the table, and are the numbers of things right?

Both look at a record whose shape is right, as `scorekeeper.rules.shape` gives it: fields by
name, tuples for lists, dicts for objects, names after NFC and trimming.
"""

from collections.abc import Iterator
from typing import Any

from scorekeeper.rules.findings import CONTRADICTION
from scorekeeper.rules.findings import UNKNOWN_PLAYER
from scorekeeper.rules.findings import WRONG_COUNT
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.house import Game
from scorekeeper.rules.record import HAND_SIZE

Given = dict[str, Any]
Findings = list[Finding]

_SEATS: dict[Game, tuple[int, int]] = {
    Game.BOLACHEN: (3, 6),
    Game.WALLACHEN: (3, 6),
    Game.WATTEN: (2, 6),
}
_PLAYERS: dict[Game, tuple[int, int]] = {
    Game.BOLACHEN: (3, 3),
    Game.WALLACHEN: (3, 3),
    Game.WATTEN: (2, 4),
}
_TALON = 2


def _names_of_players(given: Given) -> Iterator[tuple[str, object, str]]:
    """Go through every place where only a player may be named, with its name.

    A place is a pattern and what goes into it: it is written out only where a name is wrong.
    """
    for i, name in enumerate(given.get("doubles", ())):
        yield "/doubles/{}", i, name
    for i, call in enumerate(given.get("auction", ())):
        yield "/auction/{}/0", i, call.player
    for field, part in (("contract", "declarer"), ("call", "from")):
        name = given.get(field, _NOTHING).get(part)
        if name is not None:
            yield f"/{field}/{{}}", part, name
    for field in ("hands", "tricks_taken", "match"):
        for name, key, _value in given.get(field, ()):
            yield f"/{field}/{{}}", key, name
    for field, part, pattern in _LISTS_WITH_NAMES:
        for i, one in enumerate(given.get(field, ())):
            name = one.get(part)
            if name is not None:
                yield pattern, i, name
    for field in ("gehen", "maschine"):
        if field in given:
            yield "/{}", field, given[field]


_NOTHING: Given = {}
_LISTS_WITH_NAMES = (
    ("held", "player", "/held/{}/player"),
    ("tricks", "lead", "/tricks/{}/lead"),
    ("raises", "by", "/raises/{}/by"),
    ("schlecken", "player", "/schlecken/{}/player"),
    ("rulings", "by", "/rulings/{}/by"),
    ("ask", "player", "/ask/{}/player"),
)


def find_people(given: Given, game: Game, findings: Findings) -> None:
    """Find every name that is not at the table or not in the deal, and wrong numbers of people."""
    seats = given["seats"]
    seated = frozenset(seats)
    sitting_out = given.get("sitting_out", ())
    playing = seated.difference(sitting_out) if sitting_out else seated

    def unknown(path: str, name: str) -> None:
        key = "sits_out" if name in seated else "no_seat"
        findings.append(
            Finding(
                code=UNKNOWN_PLAYER,
                path=path,
                key=f"findings.unknown_player.{key}",
                args={"name": name, "names": seats},
            )
        )

    if given["dealer"] not in seated:
        unknown("/dealer", given["dealer"])
    strangers = False
    for i, name in enumerate(sitting_out):
        if name not in seated:
            unknown(f"/sitting_out/{i}", name)
            strangers = True
    for pattern, place, name in _names_of_players(given):
        if name not in playing:
            unknown(pattern.format(place), name)
    low, high = _SEATS[game]
    if not low <= len(seats) <= high:
        findings.append(_count("/seats", "seats", count=len(seats), low=low, high=high, game=game))
    elif not strangers:
        low, high = _PLAYERS[game]
        if not low <= len(playing) <= high:
            findings.append(
                _count("/sitting_out", "players", count=len(playing), low=low, high=high, game=game)
            )


def find_counts(
    given: Given, game: Game, players: tuple[str, ...], findings: Findings
) -> list[int]:
    """Find wrong numbers of cards and tricks; give the number of every trick of the list."""
    size = HAND_SIZE[game]
    for name, key, cards in given.get("hands", ()):
        if len(cards) != size:
            findings.append(_count(f"/hands/{key}", "hand", name=name, count=len(cards), size=size))
    for field in ("talon", "discards"):
        if field in given and len(given[field]) != _TALON:
            findings.append(_count(f"/{field}", field, count=len(given[field])))
    for i, held in enumerate(given.get("held", ())):
        left = size - held["after_trick"]
        if len(held["cards"]) > left:
            findings.append(
                _count(
                    f"/held/{i}/cards",
                    "held",
                    name=held["player"],
                    count=len(held["cards"]),
                    left=left,
                    trick=held["after_trick"],
                )
            )
    if "tricks_taken" in given:
        _find_tricks_taken(given["tricks_taken"], game, len(players), findings)
    if "tricks" in given:
        return _find_tricks(given["tricks"], size, len(players), findings)
    return []


def _find_tricks_taken(
    taken: tuple[tuple[str, str, int], ...], game: Game, players: int, findings: Findings
) -> None:
    size = HAND_SIZE[game]
    total = sum(number for _name, _key, number in taken)
    if total > size:
        findings.append(_count("/tricks_taken", "too_many_tricks", count=total, size=size))
    elif game != Game.WATTEN and len(taken) == players and total < size:
        findings.append(_count("/tricks_taken", "too_few_tricks", count=total, size=size))


def _find_tricks(
    tricks: tuple[dict[str, Any], ...], size: int, players: int, findings: Findings
) -> list[int]:
    numbers: list[int] = []
    highest = 0
    last = len(tricks) - 1
    for i, trick in enumerate(tricks):
        written = trick.get("n")
        number: int = highest + 1 if written is None else written
        if written is None and number > size:
            findings.append(_count(f"/tricks/{i}", "trick_after_last", size=size))
        elif number <= highest:
            findings.append(
                Finding(
                    code=CONTRADICTION,
                    path=f"/tricks/{i}/n",
                    key="findings.contradiction.trick_order",
                    args={"n": number, "highest": highest},
                )
            )
        count = len(trick["cards"])
        if count != players and (count > players or i != last):
            key = "trick_long" if count > players else "trick_short"
            findings.append(
                _count(f"/tricks/{i}/cards", key, n=number, count=count, players=players)
            )
        numbers.append(number)
        highest = max(highest, number)
    return numbers


def _count(path: str, key: str, **args: object) -> Finding:
    return Finding(code=WRONG_COUNT, path=path, key=f"findings.wrong_count.{key}", args=args)
