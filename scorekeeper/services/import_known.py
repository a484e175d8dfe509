"""Rows of a sheet that are stored already, and rows that come again with other amounts.

Like rows are counted: of three in the sheet the third is new when two are stored. Who moved nothing
in a row is not among its people, and the purse is nobody.
"""

import json
from collections import Counter
from collections.abc import Collection
from collections.abc import Iterable
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from typing import NamedTuple

from scorekeeper.ledger.journal import EntryKind
from scorekeeper.ledger.journal import member_of
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.services.import_questions import Question
from scorekeeper.store import entries
from scorekeeper.store import exports
from scorekeeper.store import imports
from scorekeeper.store import members
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction

Amounts = frozenset[tuple[str, int]]
"""What a row brought whom: members' ids with cents, without those of nothing."""

_BLOCK = 1000


class StoredRow(NamedTuple):
    """A row that counts: its day, its amounts, and the number of its import, 0 if of none."""

    day: str
    amounts: Amounts
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """What counts on the days of a sheet, and the days of each import that counts, by number."""

    rows: Sequence[StoredRow] = ()
    days: Mapping[int, frozenset[str]] = field(default_factory=dict)


class NewRow(NamedTuple):
    """A row of the sheet: its number in the file, its day and its amounts."""

    row: int
    day: str
    amounts: Amounts


@dataclass(slots=True, kw_only=True)
class Known:
    """Rows of a sheet that are stored, rows that differ from one, and the imports those are of.

    `whole` are the imports whose days the sheet has all of: it may stand instead of each.
    """

    rows: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)
    whole: list[int] = field(default_factory=list)


def compare(rows: Sequence[NewRow], stored: Stored, replaced: int = 0) -> Known:
    """Return which rows are stored; what the import `replaced` stored does not count."""
    standing = [one for one in stored.rows if not replaced or one.number != replaced]
    left = Counter((one.day, one.amounts) for one in standing)
    known = Known()
    unmatched: list[tuple[int, NewRow]] = []
    places: Counter[str] = Counter()
    for row in rows:
        place = places[row.day]
        places[row.day] += 1
        if left[row.day, row.amounts] > 0:
            left[row.day, row.amounts] -= 1
            known.rows.append(row.row)
        else:
            unmatched.append((place, row))
    others = _unmatched(standing, left)
    for place, row in unmatched:
        people = frozenset(member for member, _ in row.amounts)
        if people and (row.day, place, people) in others:
            known.changed.append(row.row)
    days = {row.day for row in rows}
    known.whole = sorted(
        number for number, its in stored.days.items() if its <= days and number != replaced
    )
    return known


def _unmatched(
    stored: Iterable[StoredRow], left: Mapping[tuple[str, Amounts], int]
) -> set[tuple[str, int, frozenset[str]]]:
    """Return day, place in its evening and people of imported rows the sheet does not have."""
    remaining = dict(left)
    places: Counter[tuple[str, int]] = Counter()
    found = set()
    for one in stored:
        place = places[one.day, one.number]
        places[one.day, one.number] += 1
        if remaining.get((one.day, one.amounts), 0) > 0 and one.number:
            remaining[one.day, one.amounts] -= 1
            found.add((one.day, place, frozenset(member for member, _ in one.amounts)))
    return found


def stored_on(
    tx: Transaction, club_id: str, days: Collection[str], without: Collection[str] = ()
) -> Stored:
    """Return what counts on these days, in order, but for nights `without`."""
    if not days:
        return Stored()
    person = _persons(tx, club_id)
    of_imports: dict[str, int] = {}
    days_of: dict[int, set[str]] = {}
    for night_id, day, number in imports.nights_that_count(tx, club_id):
        of_imports[night_id] = number
        days_of.setdefault(number, set()).add(day)
    found = []
    for night in nights.between(tx, club_id, min(days), max(days)):
        if night.state == "voided" or night.date not in days or night.id in without:
            continue
        number = of_imports.get(night.id, 0)
        for changes in (*_of_deals(tx, club_id, night.id), *_of_amounts(tx, club_id, night.id)):
            found.append(StoredRow(night.date, _amounts(changes, person), number))
    return Stored(rows=found, days={number: frozenset(its) for number, its in days_of.items()})


class ToldNight(NamedTuple):
    """A night that lines of JSON have just begun: its lines of deals and of amounts."""

    id: str
    day: str
    deals: list[int]
    amounts: list[int]


def known_lines(tx: Transaction, club_id: str, told: Sequence[ToldNight]) -> list[int]:
    """Return the lines of a file whose deals and amounts are stored already."""
    person = _persons(tx, club_id)
    rows = [
        NewRow(line, night.day, _amounts(changes, person))
        for night in told
        for lines, booked in ((night.deals, _of_deals), (night.amounts, _of_amounts))
        for line, changes in zip(lines, booked(tx, club_id, night.id), strict=False)
    ]
    days = {row.day for row in rows}
    stored = stored_on(tx, club_id, days, without={night.id for night in told})
    return compare(rows, stored).rows


def _persons(tx: Transaction, club_id: str) -> dict[str, str]:
    return {row.id: row.merged_into or row.id for row in members.list_plain(tx, club_id)}


def _of_deals(tx: Transaction, club_id: str, night_id: str) -> Iterator[dict[str, int]]:
    after = 0
    while True:
        block = exports.played(tx, club_id, night_id, after=after, count=_BLOCK)
        for deal in block:
            yield json.loads(deal.changes)
        if len(block) < _BLOCK:
            return
        after = block[-1].seq


def _of_amounts(tx: Transaction, club_id: str, night_id: str) -> Iterator[dict[str, int]]:
    """Give what each row of amounts brought whom that was not taken back."""
    booked = entries.events_of_night(tx, club_id, night_id)
    moving = {head.number for head, _ in booked}
    for head in entries.standing_of_night(tx, club_id, night_id):
        if head.kind == EntryKind.AMOUNTS.value and head.number not in moving:
            yield {}
    taken_back = {head.reverses for head, _ in booked if head.reverses is not None}
    for head, lines in booked:
        if head.kind != EntryKind.AMOUNTS.value or head.number in taken_back:
            continue
        changes: dict[str, int] = {}
        for debit, credit, amount in lines:
            for account, cents in ((debit, -amount), (credit, amount)):
                if (member := member_of(account)) is not None:
                    changes[member] = changes.get(member, 0) + cents
        yield changes


def _amounts(changes: Mapping[str, int], person: Mapping[str, str]) -> Amounts:
    sums: dict[str, int] = {}
    for member, cents in changes.items():
        whom = person.get(member, member)
        sums[whom] = sums.get(whom, 0) + cents
    return frozenset((member, cents) for member, cents in sums.items() if cents)


def compare_with_stored(
    tx: Transaction, club_id: str, mapping: SheetMapping, checked: Checked
) -> None:
    """Leave out rows that are stored, or ask about them and about those that changed."""
    if mapping.again and not mapping.only_new:
        return
    rows = [
        NewRow(
            deal.row,
            deal.day,
            frozenset(
                (checked.people[place] or checked.names[place], cents)
                for place, cents in deal.changes
                if place in checked.people
            ),
        )
        for deal in checked.deals
    ]
    stored = stored_on(tx, club_id, {row.day for row in rows})
    known = compare(rows, stored, mapping.replace)
    if known.rows and mapping.only_new:
        gone = set(known.rows)
        checked.known = known.rows
        checked.deals = [deal for deal in checked.deals if deal.row not in gone]
    elif known.rows:
        checked.ask(_question("known", known.rows, known, ("--only-new", "--again")))
    if known.changed and not mapping.again:
        checked.ask(_question("changed", known.changed, known, ("--again",)))


def _question(code: str, rows: Sequence[int], known: Known, options: tuple[str, ...]) -> Question:
    if known.whole:
        options = (*options, "--replace")
    return Question(
        code=code, rows=tuple(rows), options=options, values={"imports": list(known.whole)}
    )
