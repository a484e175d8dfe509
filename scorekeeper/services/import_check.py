"""Looking through a sheet with its mapping: the deals in it, every problem, and every question.

Nothing is stored here. The same sheet and mapping always give the same, so that what was shown to
somebody is what is posted later.
"""

import json
from collections.abc import Iterator
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from itertools import combinations

from scorekeeper.documents.cells import text_of
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services.import_columns import balances_of_names
from scorekeeper.services.import_mapping import DATE
from scorekeeper.services.import_mapping import EURO
from scorekeeper.services.import_mapping import IGNORE
from scorekeeper.services.import_mapping import MEMBERS
from scorekeeper.services.import_mapping import NAME
from scorekeeper.services.import_mapping import NEW
from scorekeeper.services.import_mapping import PURSE
from scorekeeper.services.import_mapping import REMARK
from scorekeeper.services.import_mapping import RUNNING
from scorekeeper.services.import_mapping import UNNAMED
from scorekeeper.services.import_mapping import MappedSheet
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.services.import_mapping import header_of
from scorekeeper.services.import_mapping import letter
from scorekeeper.services.import_questions import Question
from scorekeeper.services.import_rows import Problem
from scorekeeper.services.import_rows import Problems
from scorekeeper.services.import_rows import SheetRow
from scorekeeper.services.import_rows import SheetRows
from scorekeeper.services.import_rows import read_rows
from scorekeeper.services.import_running import changes_of_running
from scorekeeper.services.import_running import may_be_running
from scorekeeper.services.import_totals import Sorted
from scorekeeper.services.import_totals import sort_rows
from scorekeeper.services.import_vocabulary import CURRENCIES
from scorekeeper.services.import_vocabulary import EUROS
from scorekeeper.services.import_vocabulary import NAMES
from scorekeeper.services.import_vocabulary import is_total
from scorekeeper.services.import_vocabulary import mentions_cents
from scorekeeper.services.import_vocabulary import plain

DEALS_MAX = 50_000
THE_PURSE = -1
"""The column of what a row misses to zero, where the sheet has none of the purse."""
_UNKNOWN_TRIED = 12
_UNKNOWN_AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class SheetDeal:
    """A row that moves money: its day, what it brings which column, its remark.

    `missing` is what the row's own amounts add up to, which the purse gives or gets.
    """

    row: int
    day: str
    changes: tuple[tuple[int, int], ...]  # column, cents
    remark: str
    missing: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The members of a club: names by id, and ids by the key of every name anybody has or had."""

    names: Mapping[str, str]
    ids: Mapping[str, str]


@dataclass(slots=True, kw_only=True)
class Checked:
    """What a look through a sheet found: the people of its columns, its deals, what is in doubt.

    `people` are member ids by column, "" for somebody new; `totals` and `known` are rows that are
    left out, `empty` counts those that move nothing, `members` are rows and names of a list.
    """

    deals: list[SheetDeal] = field(default_factory=list)
    people: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    purse: int = THE_PURSE
    problems: Problems = field(default_factory=Problems)
    questions: list[Question] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)
    empty: int = 0
    bare: bool = False
    members: list[tuple[int, str]] = field(default_factory=list)

    def ask(self, question: Question) -> None:
        """Ask something, once."""
        if question not in self.questions:
            self.questions.append(question)

    def asks(self, code: str) -> bool:
        """Return whether a question of this code is asked."""
        return any(one.code == code for one in self.questions)

    @property
    def money(self) -> tuple[int, ...]:
        """Return the columns with amounts."""
        return (*self.people, *((self.purse,) if self.purse != THE_PURSE else ()))


def check(mapped: MappedSheet, people: People, latest: str) -> Checked:
    """Look through a sheet; `latest` is the last day there may be."""
    checked = Checked()
    checked.totals = list(mapped.left_out)
    checked.problems.extend([Problem(w.row, -1, w.code, w.values) for w in mapped.wrong])
    checked.questions = [one for one in mapped.questions if not _answered(one, mapped.mapping)]
    stops = checked.problems.count > 0 or checked.asks("lists") or checked.asks("balances")
    if stops:
        return checked
    if mapped.mapping.kind == MEMBERS:
        _check_members(mapped, people, checked)
        return checked
    _name_columns(mapped, people, checked)
    if not (checked.people or checked.questions or checked.problems.kept):
        checked.problems.add(0, -1, "nobody")
    if checked.problems.kept or not checked.people:
        return checked
    if not mapped.mapping.places(DATE) and not mapped.mapping.day:
        checked.problems.add(0, -1, "no_day")
    found = read_rows(mapped, checked.money, latest, checked.problems)
    if found.other_list:
        checked.ask(
            Question(code="lists", rows=(found.other_list,), columns=(), options=("--mapping",))
        )
        return checked
    deals = _sorted(mapped, found, checked)
    _ask_about_unit(mapped, found, checked)
    _ask_about_currencies(mapped, deals, checked)
    if found.either_way:
        rows, values = tuple(found.either_way), {"text": next(iter(found.either_way.values()))}
        columns = tuple(mapped.headings()[place] for place in mapped.mapping.places(DATE))
        options = ("--dates",)
        checked.ask(
            Question(code="dates", rows=rows, columns=columns, options=options, values=values)
        )
    _balance(mapped, deals, checked)
    if not checked.deals and not checked.problems.count and not checked.questions:
        checked.problems.add(0, -1, "no_deals")
    if len(checked.deals) > DEALS_MAX:
        checked.problems.add(0, -1, "too_many", max=DEALS_MAX)
    return checked


def _name_columns(mapped: MappedSheet, people: People, checked: Checked) -> None:
    """Find out whose every column is; two columns of one person are a problem."""
    header, number = mapped.headings(), _number_of_header(mapped)
    taken: dict[str, int] = {}
    unsure = []
    for place, column in enumerate(mapped.mapping.columns):
        if column in (DATE, REMARK, IGNORE, NAME):
            continue
        member, name = column[1:] if column.startswith("=") else "", header[place]
        if column == UNNAMED:
            unsure.append(place)
            continue
        if column == PURSE:
            if checked.purse != THE_PURSE:
                checked.problems.add(number, place, "twice", name=name)
            checked.purse = place
            continue
        if member:
            if member not in people.names:
                checked.problems.add(number, place, "unknown_member")
                continue
            name = people.names[member]
        else:
            try:
                name = bounds.name(name)
            except ScorekeeperError:
                checked.problems.add(number, place, "name", max=bounds.NAME_MAX)
                continue
            member = people.ids.get(bounds.name_key(name), "")
            name = people.names.get(member, name)
        key = member or bounds.name_key(name)
        if key in taken:
            checked.problems.add(number, place, "twice", name=name)
            continue
        taken[key] = place
        checked.people[place], checked.names[place] = member, name
    if unsure:
        checked.ask(_about_columns(mapped, checked, unsure))


def _about_columns(mapped: MappedSheet, checked: Checked, places: Sequence[int]) -> Question:
    """Return the question whose columns these are; `roles` would answer that they are nobody's."""
    headings, columns = mapped.headings(), mapped.mapping.columns
    roles = [
        IGNORE
        if place in places
        else f"={checked.names.get(place, '')}"
        if one.startswith("=")
        else one
        for place, one in enumerate(columns)
    ]
    return Question(
        code="column",
        columns=tuple(headings[place] or letter(place) for place in places),
        options=("--mapping",),
        values={"roles": json.dumps(roles, ensure_ascii=False)},
    )


def _number_of_header(mapped: MappedSheet) -> int:
    return mapped.numbers[mapped.mapping.header - 1] if mapped.mapping.header else 0


def _sorted(mapped: MappedSheet, found: SheetRows, checked: Checked) -> list[SheetRow]:
    """Return the deals of a sheet, asking what its rows are where that is in doubt."""
    said = mapped.mapping
    totals, deals = set(said.totals), set(said.deals)
    if mapped.certain:
        deals = {row.number for row in found.rows} - totals
    plain_rows = [
        row
        for row in found.rows
        if row.number not in totals and (not row.is_total or row.number in deals)
    ]
    rows: Sequence[SheetRow] = found.rows
    if said.rows == RUNNING:
        changed = {row.number: row for row in changes_of_running(plain_rows)}
        rows = [changed.get(row.number, row) for row in found.rows]
    sorted_ = sort_rows(rows, totals, deals, every_row=mapped.certain)
    checked.totals += sorted_.totals
    checked.empty = found.empty + sorted_.empty
    if checked.problems.count:
        return sorted_.deals  # a sum lacks what could not be read
    if not said.rows and not mapped.are_deals and may_be_running(plain_rows):
        checked.ask(Question(code="rows", options=("--rows",)))
    else:
        _ask_about_totals(sorted_, checked, running=said.rows == RUNNING)
    return sorted_.deals


def _ask_about_totals(found: Sorted, checked: Checked, *, running: bool) -> None:
    options = ("--total", "--deal")
    if found.called:
        checked.ask(Question(code="total", rows=tuple(found.called), options=options))
    if found.unnamed and not running:
        checked.ask(Question(code="unnamed_total", rows=tuple(found.unnamed), options=options))


def _ask_about_unit(mapped: MappedSheet, found: SheetRows, checked: Checked) -> None:
    """Ask about bare numbers where the file speaks of cents, but not of all its amounts.

    A column of currencies that names euros says what the numbers of its row are.
    """
    mapping = mapped.mapping
    said = {number for number, text in _currencies(mapped) if plain(text) in EUROS - {""}}
    rows = tuple(number for number in found.bare_rows if number not in said)
    checked.bare = found.bare and len(rows) == len(found.bare_rows)
    if mapping.unit != EURO or "unit" in mapping.said or not rows:
        return
    above = [text_of(cell) for row in mapped.sheet.rows[: mapping.header] for cell in row if cell]
    if found.cents or any(map(mentions_cents, above)):
        checked.ask(Question(code="unit", rows=rows, options=("--unit",)))


def _currencies(mapped: MappedSheet) -> Iterator[tuple[int, str]]:
    """Give what stands in columns of currencies, with the number of its row."""
    places = [place for place, one in enumerate(mapped.headings()) if plain(one) in CURRENCIES]
    for number, row in zip(mapped.numbers, mapped.sheet.rows, strict=True):
        for place in places:
            if place < len(row):
                yield number, text_of(row[place])


def _ask_about_currencies(mapped: MappedSheet, deals: Sequence[SheetRow], checked: Checked) -> None:
    """Ask about rows in another money than euros, unless somebody said what the amounts are."""
    if "unit" in mapped.mapping.said:
        return
    numbers = {row.number for row in deals}
    other = {
        number: text
        for number, text in _currencies(mapped)
        if number in numbers and plain(text) not in EUROS
    }
    if other:
        values = {"currencies": ", ".join(sorted(set(other.values()))[:5])}
        checked.ask(
            Question(code="currency", rows=tuple(other), options=("--unit",), values=values)
        )


def _balance(mapped: MappedSheet, deals: Sequence[SheetRow], checked: Checked) -> None:
    """Keep the deals, each adding up to zero, or ask about what does not."""
    misses = {row.number: total for row in deals if (total := sum(row.changes.values()))}
    if misses and (unknown := _columns_too_many(mapped, deals, checked)):
        checked.ask(_about_columns(mapped, checked, unknown))
    elif misses and mapped.mapping.difference != PURSE and not checked.asks("column"):
        values = {"cents": {str(row): total for row, total in misses.items()}}
        checked.ask(
            Question(
                code="difference", rows=tuple(misses), options=("--difference",), values=values
            )
        )
    for row in deals:
        missing = misses.get(row.number, 0) if mapped.mapping.difference == PURSE else 0
        changes = dict(row.changes)
        if missing:
            changes[checked.purse] = changes.get(checked.purse, 0) - missing
        kept = tuple((place, cents) for place, cents in changes.items() if cents)
        checked.deals.append(SheetDeal(row.number, row.day, kept, row.remark, missing))


def _columns_too_many(
    mapped: MappedSheet, deals: Sequence[SheetRow], checked: Checked
) -> tuple[int, ...]:
    """Return columns nobody knows without which every row adds up to zero."""
    if "columns" in mapped.mapping.said:
        return ()
    columns = mapped.mapping.columns
    unknown = [place for place in checked.money if columns[place] in (NEW, PURSE)][:_UNKNOWN_TRIED]
    for count in range(1, _UNKNOWN_AT_ONCE + 1):
        found = [
            some
            for some in combinations(unknown, count)
            if len(checked.money) - count > 1 and all(_adds_up_without(row, some) for row in deals)
        ]
        if found:
            return tuple(sorted({place for some in found for place in some}))
    return ()


def _answered(question: Question, mapping: SheetMapping) -> bool:
    """Return whether an option was said that answers a question about a foreign layout."""
    if question.code == "balances":
        return "day" in mapping.said
    said = {"--unit": "unit", "--mapping": "columns"}
    return any(said.get(option) in mapping.said for option in question.options)


def _adds_up_without(row: SheetRow, some: Sequence[int]) -> bool:
    """Return whether a row is a deal that adds up to zero without some columns."""
    left = [cents for place, cents in row.changes.items() if place not in some]
    return len(left) > 1 and sum(left) == 0


def _check_members(mapped: MappedSheet, people: People, checked: Checked) -> None:
    mapping, sheet = mapped.mapping, mapped.sheet
    places = mapping.places(NAME) + mapping.places(NEW)
    if len(places) != 1:
        checked.problems.add(0, -1, "name_column")
        return
    if "kind" not in mapping.said and (money := balances_of_names(sheet, mapping)):
        checked.ask(Question(code="balances", columns=tuple(money), options=("--mapping",)))
        return
    place = places[0]
    headings = header_of(sheet, mapping.header, len(mapping.columns))
    others = [one for one in range(len(headings)) if one != place]
    alone = all(len(row) <= one or row[one] is None for row in sheet.rows for one in others)
    if not (alone or plain(headings[place]) in NAMES or {"kind", "columns"} & {*mapping.said}):
        column = headings[place] or letter(place)
        checked.ask(Question(code="names", columns=(column,), options=("--mapping",)))
        return
    seen: dict[str, int] = {}
    for number, row in zip(
        mapped.numbers[mapping.header :], sheet.rows[mapping.header :], strict=True
    ):
        text = text_of(row[place]) if place < len(row) else ""
        if not text:
            continue
        if is_total(text):
            checked.totals.append(number)
            continue
        try:
            name = bounds.name(text)
        except ScorekeeperError:
            checked.problems.add(number, place, "name", max=bounds.NAME_MAX)
            continue
        key = bounds.name_key(name)
        if key in seen:
            checked.problems.add(number, place, "name_twice", name=name, before=seen[key])
            continue
        seen[key] = number
        if key in people.ids:
            checked.empty += 1
        else:
            checked.members.append((number, name))
    if not checked.members and not checked.problems.count:
        checked.problems.add(0, -1, "no_members")
