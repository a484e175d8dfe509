"""Looking through a file: which worksheet is meant, what its columns are, what is in doubt.

Command line, page and API all decide by this, so that each stores the same or asks the same. It
reads the club and changes nothing.
"""

from collections.abc import Mapping
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import replace
from datetime import date
from datetime import timedelta
from zoneinfo import ZoneInfo

from scorekeeper.documents.sheets import FILE_MAX
from scorekeeper.documents.sheets import Sheet
from scorekeeper.documents.sheets import read_sheets
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import import_known
from scorekeeper.services import import_people
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_check import People
from scorekeeper.services.import_check import check
from scorekeeper.services.import_columns import guessed
from scorekeeper.services.import_columns import guessed_of_layout
from scorekeeper.services.import_columns import has_amounts
from scorekeeper.services.import_formats import reshaped
from scorekeeper.services.import_formats import sheet_of_json
from scorekeeper.services.import_mapping import AMOUNTS
from scorekeeper.services.import_mapping import AS_IT_STANDS
from scorekeeper.services.import_mapping import MEMBERS
from scorekeeper.services.import_mapping import MappedSheet
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.services.import_mapping import changed
from scorekeeper.services.import_mapping import fingerprint
from scorekeeper.services.import_mapping import remembered
from scorekeeper.services.import_mapping import said_of_the_file
from scorekeeper.services.import_questions import Question
from scorekeeper.store import imports
from scorekeeper.store import nights
from scorekeeper.store.engine import Transaction

_OTHER_CELLS = ("sheet", "separator", "delimiter", "layout")
"""What, said anew, makes another sheet of a file."""
_OF_CELLS = frozenset({"columns", "header", "kind", "totals", "deals", "delimiter"})
"""What was said of one sheet and does not hold for another."""

_START = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A sheet as it was looked through; `nights` are the days that have an evening already."""

    mapped: MappedSheet
    checked: Checked
    people: People
    nights: Sequence[str]


def sheets_of(content: bytes, separator: str = "") -> tuple[Sheet, ...]:
    """Return the worksheets of a file, or the one a JSON export of another program comes to.

    Raises ScorekeeperError: SHEET_LARGE, SHEET_LONG, SHEET_EMPTY, SHEET_OLD, SHEET_UNREADABLE.
    """
    sheet = foreign_json(content)
    return read_sheets(content, separator) if sheet is None else (sheet,)


def foreign_json(content: bytes) -> Sheet | None:
    """Return the sheet a JSON export of another program comes to, None for any other file."""
    start = content[:_START].lstrip(b"\xef\xbb\xbf \r\n\t")
    if start[:1] not in (b"[", b"{") or b"scorekeeper-" in start or len(content) > FILE_MAX:
        return None
    return sheet_of_json(content)


def open_file(
    tx: Transaction, desk: Desk, club_id: str, content: bytes, said: Mapping[str, object]
) -> tuple[MappedSheet, tuple[str, ...]]:
    """Return the sheet that is meant with what its columns are, and other worksheets it may be.

    Raises ScorekeeperError: as `sheets_of`, SHEET_UNKNOWN, and VALUE_INVALID for what
    cannot be said of it.
    """
    told = said_of_the_file(said)
    ids = import_people.read(tx, club_id).ids
    today = _today(tx, desk, club_id).isoformat()
    opened = [
        _opened(sheet, ids, today, told["layout"], said)
        for sheet in sheets_of(content, told["separator"])
    ]
    mapped, others = _chosen(opened, told["sheet"])
    guess = mapped.mapping
    print_ = fingerprint(mapped.sheet, guess)
    kept = imports.mapping(tx, club_id, print_) if print_ else None
    if kept is not None:
        guess = remembered(guess, kept, ids)
    guess = replace(guess, sheet=mapped.sheet.name, separator=told["separator"])
    return _with(mapped, changed(guess, mapped.sheet, said)), others


def open_answered(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    content: bytes,
    before: SheetMapping,
    said: Mapping[str, object],
) -> tuple[MappedSheet, tuple[str, ...]]:
    """Return the sheet that is meant once something more was said about it.

    Raises ScorekeeperError: VALUE_INVALID.
    """
    as_list = said.get("kind") == MEMBERS and before.layout != AS_IT_STANDS
    if as_list or any(name in said for name in _OTHER_CELLS):
        kept = {name: getattr(before, name) for name in before.said if name not in _OF_CELLS}
        return open_file(tx, desk, club_id, content, {**kept, **said})
    mapped, others = open_again(content, before)
    return _with(mapped, changed(before, mapped.sheet, said)), others


def open_again(content: bytes, mapping: SheetMapping) -> tuple[MappedSheet, tuple[str, ...]]:
    """Return the sheet of a mapping that is known, and other worksheets that may be meant."""
    sheets = sheets_of(content, mapping.separator)
    sheet = next((one for one in sheets if one.name == mapping.sheet), sheets[0])
    opened = _opened(sheet, {}, "", mapping.layout or AS_IT_STANDS, {})
    others = () if "sheet" in mapping.said else [one for one in sheets if one is not sheet]
    rivals = [_opened(one, {}, "", "", {}) for one in others]
    return _with(opened, mapping), tuple(one.sheet.name for one in rivals if has_amounts(one))


def look(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    mapped: MappedSheet,
    others: Sequence[str] = (),
) -> Looked:
    """Look through a sheet; `others` are worksheets that may be meant as well."""
    if mapped.mapping.replace:
        _require_import(tx, club_id, mapped.mapping.replace)
    people = import_people.read(tx, club_id)
    latest = (_today(tx, desk, club_id) + timedelta(days=1)).isoformat()
    checked = check(mapped, people, latest)
    if others:
        sheets = (mapped.sheet.name, *others)
        checked.questions = [Question(code="sheet", sheets=sheets, options=("--sheet",))]
    days = sorted({deal.day for deal in checked.deals})
    known = nights.on_days(tx, club_id, days[0], days[-1]) if days else []
    if mapped.mapping.kind == AMOUNTS and known and not checked.questions:
        import_known.compare_with_stored(tx, club_id, mapped.mapping, checked)
    return Looked(mapped=mapped, checked=checked, people=people, nights=known)


def _opened(
    sheet: Sheet,
    members: Mapping[str, str],
    today: str,
    layout: str,
    said: Mapping[str, object],
) -> MappedSheet:
    """Return a worksheet with a guess at what it means, brought into shape from a layout we know.

    Whoever says what the columns of the file are, or that it is a list of members, means the sheet
    as it stands.
    """
    numbers = tuple(range(1, len(sheet.rows) + 1))
    plain = MappedSheet(sheet=sheet, mapping=guessed(sheet, members, today), numbers=numbers)
    as_it_stands = layout == AS_IT_STANDS or said.get("kind") == MEMBERS
    shape = None if as_it_stands else reshaped(sheet)
    if shape is None:
        return replace(plain, mapping=replace(plain.mapping, layout=AS_IT_STANDS))
    guess = guessed_of_layout(shape, members, today) if shape.roles else None
    mapping = guess or guessed(shape.sheet, members, today)
    columns = said.get("columns")
    if isinstance(columns, list) and len(columns) != len(mapping.columns):
        return replace(plain, mapping=replace(plain.mapping, layout=AS_IT_STANDS))
    return MappedSheet(
        sheet=shape.sheet,
        mapping=replace(mapping, layout=shape.name),
        numbers=shape.rows,
        questions=shape.questions,
        wrong=shape.wrong,
        left_out=shape.left_out,
        are_deals=shape.deals,
        certain=shape.certain,
    )


def _with(mapped: MappedSheet, mapping: SheetMapping) -> MappedSheet:
    """Return a sheet with what is known of it now; what was said of its rows must be of some."""
    known = set(mapped.numbers[mapping.header :])
    for name, rows in (("total", mapping.totals), ("deal", mapping.deals)):
        for row in rows:
            if row not in known or (name == "deal" and row in mapping.totals):
                raise bounds.invalid(name, row)
    return replace(mapped, mapping=mapping)


def _chosen(opened: Sequence[MappedSheet], wanted: str) -> tuple[MappedSheet, tuple[str, ...]]:
    """Return the worksheet that is wanted, or else the only one with amounts, and its rivals."""
    if wanted:
        key = wanted.strip().casefold()
        for one in opened:
            if one.sheet.name.strip().casefold() == key:
                return one, ()
        names = ", ".join(one.sheet.name for one in opened if one.sheet.name)
        if not names:
            raise bounds.invalid("sheet", wanted)
        raise ScorekeeperError(ErrorCode.SHEET_UNKNOWN, "sheet", value=wanted[:40], sheets=names)
    with_amounts = [one for one in opened if has_amounts(one)]
    # Without amounts the first list of members counts.
    found = with_amounts or [one for one in opened if one.mapping.kind == MEMBERS] or list(opened)
    return found[0], tuple(one.sheet.name for one in with_amounts[1:])


def _require_import(tx: Transaction, club_id: str, number: int) -> None:
    """Refuse to stand instead of an import that does not count."""
    row = imports.numbered(tx, club_id, number)
    if row is None or row.state != imports.POSTED:
        raise bounds.invalid("replace", number)


def _today(tx: Transaction, desk: Desk, club_id: str) -> date:
    zone = ZoneInfo(clubs.read(tx, club_id).time_zone)
    return desk.clock().astimezone(zone).date()
