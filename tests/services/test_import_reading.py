"""Plain sheets made from deals that are known: the reading finds them, or asks where it must.

The sheets come from dice: deals of three or four people over some evenings, with totals of each
evening, of all, called so or not, or as running totals. What may be asked is told here anew, from
the words of the README of the published cases.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from datetime import timedelta
from itertools import pairwise

import pytest

from scorekeeper.documents.sheets import Sheet
from scorekeeper.documents.sheets import read_sheet
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_check import People
from scorekeeper.services.import_check import check
from scorekeeper.services.import_columns import guessed
from scorekeeper.services.import_mapping import MappedSheet
from scorekeeper.services.import_mapping import changed

SHEETS = 150
NAMES = ("Anna", "Bert", "Caro", "Dora")
WORDS = ("Summe", "GESAMT", "Endstand:", "Tagessumme", "Total", "Subtotal", "Zwischenstand")
REMARKS = (
    "Brand",
    "Bettel",
    "Gesamt verloren",
    "Stand wieder bei Null",
    "Summe falsch gerufen",
    "",
)
LAYOUTS = ("plain", "total", "evening totals", "both", "unnamed total", "running")
Row = tuple[int, ...]


@dataclass(slots=True)
class Made:
    """A sheet with what it was made from: balances by day, and the rows that are totals."""

    sheet: Sheet
    days: dict[str, Row]
    totals: list[int] = field(default_factory=list)
    evenings: list[list[Row]] = field(default_factory=list)


def money(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100},{abs(cents) % 100:02d}"


def added(rows: Sequence[Row]) -> Row:
    return tuple(map(sum, zip(*rows, strict=True)))


def a_deal(dice: random.Random, people: int) -> Row:
    stake = 10 * dice.choice((1, 1, 2, 3, 5))
    sign = dice.choice((1, -1))
    alone = dice.randrange(people)
    others = dice.sample([one for one in range(people) if one != alone], 2)
    return tuple(
        sign * (2 * stake if one == alone else -stake if one in others else 0)
        for one in range(people)
    )


def made(dice: random.Random, layout: str) -> Made:
    """Write a sheet: evenings of deals, with what the layout puts below them."""
    people = dice.choice((3, 4))
    count = dice.choice((1, 2, 3, 5))
    evenings = [[a_deal(dice, people) for _ in range(dice.randrange(1, 9))] for _ in range(count)]
    lines = [";".join(("Datum", "Spiel", *NAMES[:people]))]
    totals, days, stands = [], {}, (0,) * people
    for number, evening in enumerate(evenings):
        day = date(2026, 9, 4) + timedelta(days=7 * number)
        days[day.isoformat()] = added(evening)
        for place, deal in enumerate(evening):
            stands = added([stands, deal])
            first = f"{day:%d.%m.%Y}" if place == 0 else ""
            shown = stands if layout == "running" else deal
            remark = "" if layout == "running" else dice.choice(REMARKS)
            lines.append(";".join((first, remark, *map(money, shown))))
        if layout in ("evening totals", "both"):
            lines.append(";".join(("", dice.choice(WORDS), *map(money, added(evening)))))
            totals.append(len(lines))
    if layout in ("total", "both", "unnamed total"):
        if layout == "both" or dice.random() < 0.3:
            lines.append("")
        word = "" if layout == "unnamed total" else dice.choice(WORDS)
        lines.append(";".join(("", word, *map(money, stands))))
        totals.append(len(lines))
    return Made(read_sheet("\n".join(lines).encode()), days, totals, evenings)


def looked(sheet: Sheet, **said: object) -> Checked:
    mapping = changed(guessed(sheet, {}, "2026-11-30"), sheet, said)
    numbers = tuple(range(1, len(sheet.rows) + 1))
    mapped = MappedSheet(sheet=sheet, mapping=mapping, numbers=numbers)
    checked = check(mapped, People(names={}, ids={}), "2026-12-31")
    assert checked.problems.kept == []
    return checked


def by_day(checked: Checked) -> dict[str, Row]:
    found: dict[str, list[int]] = {}
    columns = list(checked.people)
    for deal in checked.deals:
        sums = found.setdefault(deal.day, [0] * len(columns))
        for column, cents in deal.changes:
            sums[columns.index(column)] += cents
    return {day: tuple(sums) for day, sums in found.items() if any(sums)}


def expected(sheet: Made) -> dict[str, Row]:
    return {day: sums for day, sums in sheet.days.items() if any(sums)}


def may_ask(evenings: Sequence[Sequence[Row]]) -> set[str]:
    """Return what may be asked about a list of deals, by the words of the published README."""
    rows = [row for evening in evenings for row in evening]
    found = set()
    last = evenings[-1]
    if (len(rows) > 3 and rows[-1] == added(rows[:-1])) or (
        len(last) > 3 and last[-1] == added(last[:-1])
    ):
        found.add("unnamed_total")
    ends = []
    before: list[Row] = []
    for evening in evenings:
        before += evening[:-1]
        if len(evening) > 2:
            ends.append(evening[-1] in (added(evening[:-1]), added(before)))
        before += [] if ends and ends[-1] and len(evening) > 2 else evening[-1:]
    if ends and all(ends):
        found.add("unnamed_total")
    if len(rows) >= 6:
        steps = [
            sum(abs(x - y) for x, y in zip(one, two, strict=True)) < sum(map(abs, two))
            for one, two in pairwise(rows)
            if one != two
        ]
        if sum(steps) >= len(steps) / 2:
            found.add("rows")
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
def test_deals_are_found_or_asked_about(layout: str) -> None:
    dice = random.Random(layout)
    asked: Counter[str] = Counter()
    for _ in range(SHEETS):
        sheet = made(dice, layout)
        checked = looked(sheet.sheet)
        codes = {one.code for one in checked.questions}
        asked.update(codes or {"nothing"})
        if layout == "running":
            answered = looked(sheet.sheet, rows="running")
            assert (answered.questions, by_day(answered)) == ([], expected(sheet))
            rows = sum(map(len, sheet.evenings))
            assert rows >= 6 or "rows" not in codes
        elif layout == "unnamed total":
            answered = looked(sheet.sheet, totals=sheet.totals, rows="deals")
            assert by_day(answered) == expected(sheet)
            moved = any(added([row for evening in sheet.evenings for row in evening]))
            assert codes or not moved or sum(map(len, sheet.evenings)) < 3
        else:
            assert codes <= may_ask(sheet.evenings)
            if not codes:
                assert by_day(checked) == expected(sheet)
                moving = [row for row in sheet.totals if row in checked.totals]
                assert checked.totals == moving
    print(layout, dict(asked))
    if layout in ("total", "evening totals", "both"):
        assert asked["nothing"] > 0.97 * SHEETS
