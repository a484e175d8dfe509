"""Rows of plus and minus without a deal, laid out as tables: an imported evening, sheets of paper.

A page holds only so many people. Where more moved money, the rows stand there several times, each
time with the next of them.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from scorekeeper.documents import typography as set_
from scorekeeper.documents.facts import AmountsFacts
from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.sentences import Say

_TEXT_MM = 46  # what a remark needs at least
_NUMBER_MM = 10
_PURSE_MM = 15
_PERSON_MM = 12.5
_PERSON_MOST_MM = 18
_DIGIT_MM = 1.72
_PADDING_MM = 1.4


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountsRow:
    """A row as it is printed: what it brought each column, and where each stands after it."""

    number: str
    text: str
    note: str
    cells: tuple[tuple[str, str], ...]
    purse: str
    struck: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountsTable:
    """All rows with some of the people, who stand beside each other; widths in millimetres."""

    people: tuple[str, ...]
    rows: tuple[AmountsRow, ...]
    sums: tuple[str, ...]
    purse: str  # what all rows brought the purse, "" where none moved it
    person: float
    extra: float
    text: float


def amounts_tables(
    facts: LedgerFacts, room: float, say: Say, language: str
) -> tuple[AmountsTable, ...]:
    """Lay out a night's rows for a page with this many millimetres of room."""
    if not facts.sheets:
        return ()
    sheets = _measured(facts, language)
    parts = -(-len(sheets.people) // sheets.fitting(room))
    each, more = divmod(len(sheets.people), parts)
    ends = list(accumulate(each + (part < more) for part in range(parts)))
    return tuple(
        _table(sheets, sheets.people[first:end], room, say)
        for first, end in zip([0, *ends], ends, strict=False)
    )


def needs_width(facts: LedgerFacts, room: float, language: str) -> bool:
    """Return whether the people of a night's rows find no room beside each other."""
    sheets = _measured(facts, language)
    return len(sheets.people) > sheets.fitting(room)


def written(facts: LedgerFacts, say: Say, language: str) -> str:
    """Return who entered all rows and when, "" where that differs from row to row."""
    if len({(one.who, one.at.replace(microsecond=0)) for one in facts.sheets}) != 1:
        return ""
    return _written(facts.sheets[0], facts, say, language)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Measured:
    """Whose columns there are, where all stand after each row, and what a column needs."""

    facts: LedgerFacts
    language: str
    people: tuple[str, ...]
    stands: tuple[Mapping[str, int], ...]
    need: float
    extra: float

    def fitting(self, room: float) -> int:
        """Return how many people fit beside each other."""
        return max(1, int((room - _NUMBER_MM - _TEXT_MM - self.extra) / self.need))


def _measured(facts: LedgerFacts, language: str) -> _Measured:
    moved = {name for one in facts.sheets for name, _ in one.amounts}
    people = tuple(one.name for one in facts.balances if one.name in moved)
    now = {one.name: one.deals for one in facts.balances}
    stands: list[Mapping[str, int]] = []
    most = 0
    for sheet in facts.sheets:
        if not sheet.taken_back:
            for name, cents in sheet.amounts:
                now[name] += cents
        stands.append(dict(now))
        shown = [sheet.purse, *dict(sheet.amounts).values(), *(now[name] for name in people)]
        most = max(most, *map(abs, shown))
    need = max(_PERSON_MM, _DIGIT_MM * len(set_.signed(most, language)) + _PADDING_MM)
    return _Measured(
        facts=facts,
        language=language,
        people=people,
        stands=tuple(stands),
        need=need,
        extra=max(_PURSE_MM, need) if any(one.purse for one in facts.sheets) else 0.0,
    )


def _table(sheets: _Measured, people: Sequence[str], room: float, say: Say) -> AmountsTable:
    facts, language = sheets.facts, sheets.language
    once = written(facts, say, language)
    left = room - _NUMBER_MM - _TEXT_MM - sheets.extra
    person = max(sheets.need, min(_PERSON_MOST_MM, left / len(people)))
    told = [one for one in facts.sheets if not one.taken_back]
    sums = {name: sum(dict(one.amounts).get(name, 0) for one in told) for name in people}
    return AmountsTable(
        people=tuple(people),
        rows=tuple(
            _row(
                number,
                one,
                {name: after[name] for name in people},
                "" if once else _written(one, facts, say, language),
                say,
                language,
            )
            for number, (one, after) in enumerate(zip(facts.sheets, sheets.stands, strict=True), 1)
        ),
        sums=tuple(set_.signed(sums[name], language) for name in people),
        purse=set_.signed(sum(one.purse for one in told), language) if sheets.extra else "",
        person=person,
        extra=sheets.extra,
        text=room - _NUMBER_MM - sheets.extra - person * len(people),
    )


def _row(
    number: int,
    sheet: AmountsFacts,
    stands: Mapping[str, int],
    note: str,
    say: Say,
    language: str,
) -> AmountsRow:
    moved = dict(sheet.amounts)
    gone = say("sheets.taken_back") if sheet.taken_back else ""
    return AmountsRow(
        number=str(number),
        text=sheet.reason,
        note=", ".join(one for one in (note, gone) if one),
        cells=tuple(
            (
                set_.change(moved.get(name), language),
                "" if sheet.taken_back else set_.signed(cents, language),
            )
            for name, cents in stands.items()
        ),
        purse=set_.change(sheet.purse, language) if sheet.purse else "",
        struck=sheet.taken_back,
    )


def _written(sheet: AmountsFacts, facts: LedgerFacts, say: Say, language: str) -> str:
    moment = set_.moment(sheet.at, language, facts.time_zone)
    if sheet.who:
        return say("sheets.written", who=sheet.who, moment=moment)
    return say("sheets.written_plain", moment=moment)
