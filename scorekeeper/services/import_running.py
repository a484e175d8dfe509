"""Rows that tell how everybody stood after a deal, instead of what the deal brought.

Running totals differ from one row to the next by less than they hold. Deals do so now and then;
that all of six and more do is no accident.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from scorekeeper.services.import_rows import SheetRow

ROWS_LEAST = 6
_CHANGES_LEAST = 4
_NEARLY_ALL = 0.8
# Lists begin near zero and may come back to it: then most rows and all taken together tell.
_MOST = 0.5
_TOGETHER = 0.7


def may_be_running(rows: Sequence[SheetRow]) -> bool:
    """Return whether rows may be running totals; they all have to add up to zero."""
    filled = _filled(rows)
    if len(filled) < ROWS_LEAST or any(sum(row.values()) for row in filled):
        return False
    smaller = counted = moved = held = 0
    for before, now in pairwise(filled):
        change = sum(map(abs, _change(before, now).values()))
        holds = sum(map(abs, now.values()))
        moved += change
        held += holds
        if change:  # like rows one after the other are like deals, or a deal that moved nothing
            counted += 1
            smaller += change < holds
    if counted < _CHANGES_LEAST:
        return False
    if smaller >= _NEARLY_ALL * counted:
        return True
    return not _two_sides(filled) and smaller >= _MOST * counted and moved < _TOGETHER * held


def changes_of_running(rows: Sequence[SheetRow]) -> list[SheetRow]:
    """Return rows with what each changed of the row before it; evenings go on from one another."""
    told = []
    before: dict[int, int] = {}
    for row, now in zip(rows, _filled(rows), strict=True):
        told.append(replace(row, changes=_change(before, now)))
        before = now
    return told


def _filled(rows: Sequence[SheetRow]) -> list[dict[int, int]]:
    """Return what each row holds; a blank cell goes on as it stood where the row needs that."""
    filled: list[dict[int, int]] = []
    before: dict[int, int] = {}
    for row in rows:
        blank = {place: cents for place, cents in before.items() if place not in row.given}
        total = sum(row.changes.values())
        goes_on = total and total + sum(blank.values()) == 0
        before = {**blank, **row.changes} if goes_on else row.changes
        filled.append(before)
    return filled


def _change(before: dict[int, int], now: dict[int, int]) -> dict[int, int]:
    places = sorted({*before, *now})
    change = {place: now.get(place, 0) - before.get(place, 0) for place in places}
    return {place: cents for place, cents in change.items() if cents}


def _two_sides(rows: Sequence[dict[int, int]]) -> bool:
    """Return whether the same two sides win and lose alike in every row, as partners do."""
    first = next((row for row in rows if row), {})
    for row in rows:
        if row.keys() != first.keys():
            return False
        some = next(iter(first), None)
        if some is not None and any(
            row[place] * first[some] != row[some] * first[place] for place in first
        ):
            return False
    return True
