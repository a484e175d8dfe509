"""What pages and programs show of an import: where it stands, what was found in its file."""

import json
from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from datetime import datetime
from typing import Any

from scorekeeper.documents.cells import text_of
from scorekeeper.services.import_columns import similar
from scorekeeper.services.import_context import context_of
from scorekeeper.services.import_context import preview_of
from scorekeeper.services.import_look import Looked
from scorekeeper.services.import_mapping import AS_IT_STANDS
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.services.import_mapping import from_text
from scorekeeper.services.import_mapping import letter
from scorekeeper.services.import_questions import Question
from scorekeeper.services.import_questions import from_dict
from scorekeeper.services.import_rows import Problem
from scorekeeper.store.imports import BatchRow
from scorekeeper.store.moments import moment_of

LOOKING = "looking"
"""Where of a file that a worker is to look through stands what was said, and nothing is found."""
_SHOWN_ROWS = 12
_SHOWN_CELL = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportProblem:
    """What is wrong where: `cell` as spreadsheets call it ("C7", "7", "C", ""), `header` over it.

    `code` names the sentence (`files.problem.*`), `values` fill it.
    """

    cell: str
    header: str
    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    row: int = 0
    column: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportPerson:
    """A column that is somebody's: who, new or not, what the file brings him, whom he may be."""

    column: int
    name: str
    member_id: str
    cents: int
    similar: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportNight:
    """A night to be begun; `known` when there is one on that day already."""

    day: date
    deals: int
    known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportColumn:
    """A column of the sheet: its letters, what stands over it, what it is taken for."""

    letter: str
    header: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportAmount:
    """What a row brings somebody, and what its cell says."""

    name: str
    cents: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRow:
    """A row as it will be booked."""

    row: int
    day: date
    remark: str
    amounts: tuple[ImportAmount, ...]
    purse: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportView:
    """An import as it stands. `problems` has the first ones of `problem_count`.

    `left_out` are the rows that count for nothing: `totals`, and `known` ones that are stored. The
    club's purse gets `purse` cents, `missing` of them by row where the row missed zero. `bare` says
    that no amount shows whether it is euros or cents. `preview` are the first rows as they will be
    booked, `context` the rows in doubt and those that cannot be right as they stand in the file,
    each with the rows around it.
    """

    id: str
    number: int
    file_name: str
    kind: str
    state: str
    who: str
    at: datetime
    decided_at: datetime | None
    why: str
    job_id: str | None
    deals: int
    nights: tuple[ImportNight, ...]
    people: tuple[ImportPerson, ...]
    members: tuple[str, ...]
    problems: tuple[ImportProblem, ...]
    problem_count: int
    questions: tuple[Question, ...]
    totals: tuple[int, ...]
    known: tuple[int, ...]
    left_out: tuple[int, ...]
    empty: int
    purse: int
    missing: Mapping[int, int]
    bare: bool
    mapping: SheetMapping | None
    columns: tuple[ImportColumn, ...]
    sample: tuple[tuple[int, tuple[str, ...]], ...]
    preview: tuple[ImportRow, ...]
    context: tuple[tuple[int, tuple[str, ...]], ...]
    form: str
    encoding: str
    delimiter: str
    sheet_name: str
    other_sheets: tuple[str, ...]
    first_entry: int | None
    last_entry: int | None
    same_as: int | None = None  # an earlier import of this very file that still counts
    looking: bool = False  # a worker looks through it, or could not; nothing is known of it yet
    job_state: str = ""  # of the job that is to look through it or bring it in, while asked for
    job_done: int = 0  # so much of `job_total` is done
    job_total: int = 0
    # Once it was taken back: whom it had made a member and who went with it, and who stayed.
    gone: tuple[str, ...] = ()
    stayed: tuple[str, ...] = ()


def found_of(looked: Looked) -> str:
    """Write down what was found in a sheet."""
    mapped, checked, members = looked.mapped, looked.checked, looked.people.names
    sheet = mapped.sheet
    nights: dict[str, int] = {}
    sums: dict[int, int] = {}
    for deal in checked.deals:
        nights[deal.day] = nights.get(deal.day, 0) + 1
        for column, cents in deal.changes:
            sums[column] = sums.get(column, 0) + cents
    known = set(looked.nights)
    names = tuple(members.values())
    told = {
        "deals": len(checked.deals),
        "nights": [[day, count, day in known] for day, count in sorted(nights.items())],
        "people": [
            [
                *(column, name, checked.people[column], sums.get(column, 0)),
                [] if checked.people[column] else list(similar(name, names)),
            ]
            for column, name in checked.names.items()
        ],
        "purse": sums.get(checked.purse, 0),
        "missing": [[one.row, one.missing] for one in checked.deals if one.missing],
        "members": [name for _, name in checked.members],
        "problems": [[p.row, p.column, p.code, dict(p.values)] for p in checked.problems.kept],
        "count": checked.problems.count,
        "questions": [one.as_dict() for one in checked.questions],
        "totals": checked.totals,
        "known": checked.known,
        "empty": checked.empty,
        "bare": checked.bare,
        "header": mapped.headings(),
        "sample": [
            [number, [text_of(cell)[:_SHOWN_CELL] for cell in row]]
            for number, row in zip(mapped.numbers, sheet.rows[:_SHOWN_ROWS], strict=False)
        ],
        "preview": preview_of(mapped, checked),
        "context": context_of(mapped, checked),
        "form": sheet.form,
        "encoding": sheet.encoding,
        "delimiter": sheet.delimiter,
        "name": sheet.name,
        "others": list(sheet.others),
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def view_of(row: BatchRow, same_as: int | None = None) -> ImportView:
    """Return what is shown of an import."""
    told: dict[str, Any] = json.loads(row.found)
    mapping = from_text(row.mapping) if row.mapping else None
    header: list[str] = told.get("header", [])
    return ImportView(
        id=row.id,
        number=row.number,
        file_name=row.file_name,
        kind=row.kind,
        state=row.state,
        who=row.who,
        at=moment_of(row.at),
        decided_at=None if row.decided_at is None else moment_of(row.decided_at),
        why=row.why,
        job_id=row.job_id,
        deals=told.get("deals", 0),
        nights=tuple(
            ImportNight(day=date.fromisoformat(day), deals=deals, known=known)
            for day, deals, known in told.get("nights", [])
        ),
        people=tuple(
            ImportPerson(
                column=column, name=name, member_id=member, cents=cents, similar=tuple(alike)
            )
            for column, name, member, cents, alike in told.get("people", [])
        ),
        members=tuple(told.get("members", [])),
        problems=tuple(
            _problem(Problem(*one), header, mapping) for one in told.get("problems", [])
        ),
        problem_count=told.get("count", 0),
        questions=tuple(map(from_dict, told.get("questions", []))),
        totals=tuple(told.get("totals", [])),
        known=tuple(told.get("known", [])),
        left_out=tuple(sorted([*told.get("totals", []), *told.get("known", [])])),
        empty=told.get("empty", 0),
        purse=told.get("purse", 0),
        missing={row: -cents for row, cents in told.get("missing", [])},
        bare=told.get("bare", False),
        mapping=mapping,
        columns=()
        if mapping is None
        else tuple(
            ImportColumn(letter=letter(place), header=header[place], role=role)
            for place, role in enumerate(mapping.columns[: len(header)])
        ),
        sample=tuple((number, tuple(cells)) for number, cells in told.get("sample", [])),
        preview=tuple(map(_row, told.get("preview", []))),
        context=tuple((number, tuple(cells)) for number, cells in told.get("context", [])),
        form=told.get("form", ""),
        encoding=told.get("encoding", ""),
        delimiter=told.get("delimiter", ""),
        sheet_name=told.get("name", ""),
        other_sheets=tuple(told.get("others", [])),
        first_entry=row.first_entry,
        last_entry=row.last_entry,
        same_as=same_as,
        looking=LOOKING in told,
    )


def _row(told: Mapping[str, Any]) -> ImportRow:
    return ImportRow(
        row=told["row"],
        day=date.fromisoformat(told["day"]),
        remark=told["remark"],
        amounts=tuple(
            ImportAmount(name=name, cents=cents, text=text) for name, cents, text in told["amounts"]
        ),
        purse=told["purse"],
    )


def _problem(one: Problem, header: Sequence[str], mapping: SheetMapping | None) -> ImportProblem:
    # Columns brought into shape are not where they stand in the file: their heading names them.
    as_it_stands = mapping is not None and mapping.layout in ("", AS_IT_STANDS)
    column = letter(one.column) if one.column >= 0 and as_it_stands else ""
    return ImportProblem(
        cell=f"{column}{one.row or ''}",
        header=header[one.column] if 0 <= one.column < len(header) else "",
        code=one.code,
        values=one.values,
        row=one.row,
        column=one.column,
    )
