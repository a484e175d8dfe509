"""Bringing in deals in our own words: lines of JSON, one deal record a line, through the services.

A line is a deal record (`deal-record/1`), or says what the records after it belong to:
`{"night": {"date", "place"}}` begins a night, `{"table": {"game", "house_rules", "tariff",
"seats", "name"}}` a table; `{"amounts": {"changes", "why"}}` is a sheet's plus and minus in cents.
A record may say all of a table itself; without a night before it the deals are today's. What the
program works out (Haferl, match) is worked out anew.
"""

import hashlib
import json
from collections.abc import Mapping
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from dataclasses import field
from dataclasses import replace
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from scorekeeper.documents.sheets import FILE_MAX
from scorekeeper.documents.sheets import decoded
from scorekeeper.documents.sheets import too_large
from scorekeeper.documents.sheets import unreadable
from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n import error_sentence
from scorekeeper.rules.record import FORMAT as RECORD_FORMAT
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import deals
from scorekeeper.services import house_rules
from scorekeeper.services import import_people
from scorekeeper.services import nights as night_services
from scorekeeper.services import tables
from scorekeeper.services.amounts import record_amounts
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.import_known import ToldNight
from scorekeeper.services.import_known import known_lines
from scorekeeper.services.import_posting import Brought
from scorekeeper.services.import_posting import begin_night
from scorekeeper.services.import_questions import Question
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import nights
from scorekeeper.store import seats as stays
from scorekeeper.store.engine import Transaction
from scorekeeper.store.joined import JoinedStore

FORMAT = "scorekeeper-deals/1"
CLUB_FORMAT = "scorekeeper-club/1"
RECORDS_MAX = 5000
_TABLE = ("game", "house_rules", "tariff", "seats")


class _EnoughError(Exception):
    """A look is over: nothing of it is kept."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the file: its number, and a night, a table or a deal record."""

    number: int
    kind: str
    told: Mapping[str, Any]


@dataclass(slots=True, kw_only=True)
class _Telling:
    """Where the telling of a file stands: night, tables by what is played there, problems."""

    desk: Desk
    club_id: str
    key: str
    today: str
    brought: Brought = field(default_factory=Brought)
    night_id: str = ""
    header: dict[str, Any] = field(default_factory=dict)
    open: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)
    days: dict[str, int] = field(default_factory=dict)
    problems: list[tuple[int, str]] | None = None
    deals: int = 0
    told: list[ToldNight] = field(default_factory=list)


def is_records(content: bytes) -> bool:
    """Say whether a file is lines of JSON and no sheet."""
    return content.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] == b"{"


def read(content: bytes) -> tuple[Line, ...]:
    """Read a file's lines.

    Raises ScorekeeperError: SHEET_LARGE, SHEET_UNREADABLE, IMPORT_WHOLE_CLUB for a complete export.
    """
    if len(content) > FILE_MAX:
        raise too_large("file")
    text, _ = decoded(content)
    found: list[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            found += _lines(number, _json(line))
    if sum(1 for line in found if line.kind == "deal") > RECORDS_MAX:
        raise ScorekeeperError(ErrorCode.IMPORT_RECORDS, "file", max=RECORDS_MAX)
    if not found:
        raise unreadable("empty")
    return tuple(found)


def found_of(desk: Desk, club_id: str, lines: Sequence[Line]) -> dict[str, Any]:
    """Import all of a file, keep nothing of it, and return what was found."""
    problems: list[tuple[int, str]] = []
    state: list[tuple[_Telling, list[int]]] = []

    def work(tx: Transaction) -> None:
        problems.clear()
        telling = _tell(tx, desk, club_id, lines, key="a-look-only", problems=problems)
        state.append((telling, known_lines(tx, club_id, telling.told)))
        raise _EnoughError

    with suppress(_EnoughError):
        written(desk, work)
    telling, again = state[-1]
    with desk.store.read() as tx:
        days = sorted(telling.days)
        known = set(nights.on_days(tx, club_id, days[0], days[-1])) if days else set()
    return {
        "deals": telling.deals,
        "nights": [[day, count, day in known] for day, count in sorted(telling.days.items())],
        "problems": [[number, -1, "record", {"said": said}] for number, said in problems[:1000]],
        "count": len(problems),
        "form": "json",
        "questions": [_asked(again).as_dict()] if again else [],
    }


def _asked(rows: Sequence[int]) -> Question:
    return Question(code="known_deals", rows=tuple(rows), options=("--again",))


def bring_in(
    tx: Transaction, desk: Desk, club_id: str, lines: Sequence[Line], *, key: str
) -> Brought:
    """Record every deal of a file within one transaction.

    Raises ScorekeeperError: whatever recording a deal refuses.
    """
    return _tell(tx, desk, club_id, lines, key=key, problems=None).brought


def _tell(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    lines: Sequence[Line],
    *,
    key: str,
    problems: list[tuple[int, str]] | None,
) -> _Telling:
    joined = replace(desk, store=JoinedStore(desk.store, tx))
    club = clubs.read(tx, club_id)
    today = desk.clock().astimezone(ZoneInfo(club.time_zone)).date().isoformat()
    before = club_rows.lock_chain(tx, club_id)[0]
    telling = _Telling(desk=joined, club_id=club_id, key=key, today=today, problems=problems)
    for line in lines:
        try:
            _line(tx, telling, line)
        except ScorekeeperError as error:
            if problems is None:
                raise
            problems.append((line.number, error_sentence(error, desk.language)))
    _end_night(telling)
    after = club_rows.chain_end(tx, club_id)[0]
    if after > before:
        telling.brought.entries = (before + 1, after)
    if problems is not None and not telling.deals and not problems:
        problems.append((1, error_sentence(unreadable("empty"), desk.language)))
    return telling


def _line(tx: Transaction, telling: _Telling, line: Line) -> None:
    if line.kind == "night":
        _end_night(telling)
        _begin_night(tx, telling, line.told)
    elif line.kind == "amounts":
        if not telling.night_id:
            _begin_night(tx, telling, {})
        _sheet(tx, telling, line)
    elif line.kind == "table":
        telling.header = {name: line.told[name] for name in (*_TABLE, "name") if name in line.told}
    else:
        if not telling.night_id:
            _begin_night(tx, telling, {})
        _deal(tx, telling, line)


def _begin_night(tx: Transaction, telling: _Telling, told: Mapping[str, Any]) -> None:
    day = told.get("date", telling.today)
    try:
        found = date.fromisoformat(day) if isinstance(day, str) and len(day) == 10 else None
    except ValueError:
        found = None
    day = bounds.day(found, "date")
    place = bounds.text(told.get("place", ""), "place", bounds.PLACE_MAX)
    number = nights.next_number(tx, telling.club_id)
    telling.night_id = begin_night(
        tx, telling.desk, telling.club_id, number=number, day=day, place=place
    )
    telling.brought.nights.append(telling.night_id)
    telling.told.append(ToldNight(telling.night_id, day, [], []))
    telling.days.setdefault(day, 0)
    telling.header, telling.today = {}, day
    telling.open.clear()


def _end_night(telling: _Telling) -> None:
    if telling.night_id:
        night_services.close_night(
            telling.desk,
            club_id=telling.club_id,
            night_id=telling.night_id,
            key=_key(telling, f"close {len(telling.brought.nights)}"),
        )
        telling.night_id = ""


def _deal(tx: Transaction, telling: _Telling, line: Line) -> None:
    record = {**telling.header, **line.told}
    record.pop("name", None)
    table_id = _table(tx, telling, record, line.number)
    deals.record_deal(
        telling.desk,
        club_id=telling.club_id,
        table_id=table_id,
        said=with_ids(record, telling.ids),
        key=_key(telling, f"deal {line.number}"),
        new_match=True,
    )
    telling.told[-1].deals.append(line.number)
    telling.deals += 1
    telling.days[telling.today] += 1


def _sheet(tx: Transaction, telling: _Telling, line: Line) -> None:
    changes = line.told.get("changes")
    if not isinstance(changes, dict) or len(changes) > 100:
        raise bounds.invalid("changes", "")
    moved: dict[str, int] = {}
    for name, cents in changes.items():
        told = bounds.name(name, "changes")
        member_id = _member(tx, telling, told)
        moved[member_id] = moved.get(member_id, 0) + bounds.amount(
            cents, "changes", least=None, name=told
        )
    record_amounts(
        telling.desk,
        club_id=telling.club_id,
        night_id=telling.night_id,
        changes=moved,
        why=str(line.told.get("why") or "–"),
        key=_key(telling, f"amounts {line.number}"),
    )
    telling.told[-1].amounts.append(line.number)
    telling.deals += 1
    telling.days[telling.today] += 1


def _member(tx: Transaction, telling: _Telling, name: str) -> str:
    return telling.brought.member(import_people.add(tx, telling.desk, telling.club_id, name))


def _table(tx: Transaction, telling: _Telling, record: dict[str, Any], number: int) -> str:
    """Return the table a record was played at; it is opened for the first of its deals."""
    game = bounds.game(record.get("game"))
    seats = record.get("seats")
    if not isinstance(seats, list) or len(seats) > 100:
        raise bounds.invalid("seats", "")
    people = []
    for place, name in enumerate(seats):
        told = bounds.name(name, f"seats/{place}")
        telling.ids[told] = _member(tx, telling, told)
        people.append(telling.ids[told])
    tariff = bounds.tariff(record.get("tariff", 10))
    options = house_rules.checked(game, record.get("house_rules", {}))
    key = json.dumps([game, people, tariff, sorted(options.items())], default=str)
    if key in telling.open:
        return telling.open[key][0]
    for other, (table_id, seated) in list(telling.open.items()):
        both = set(seated) & set(people)
        for member_id in sorted(both):
            at = telling.desk.now()
            stays.leave(tx, telling.club_id, table_id=table_id, member_id=member_id, at=at)
        if both:
            del telling.open[other]
    club = clubs.read(tx, telling.club_id)
    rules = house_rules.find_or_add(
        tx,
        telling.desk,
        telling.club_id,
        game=game,
        name=tables.word(club, "services.house_rules"),
        options=options,
    )
    opened = tables.open_table(
        telling.desk,
        club_id=telling.club_id,
        night_id=telling.night_id,
        game=game,
        house_rules_id=rules.id,
        tariff=tariff,
        member_ids=people,
        name=str(telling.header.get("name", "")),
        key=_key(telling, f"table {number}"),
    )
    telling.open[key] = (opened.id, tuple(people))
    return opened.id


def with_ids(record: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """Return a record with ids in the place of names, where names may stand and nowhere else."""

    def one(value: Any) -> Any:
        return ids.get(" ".join(value.split()), value) if isinstance(value, str) else value

    def each(value: Any) -> Any:
        return [one(part) for part in value] if isinstance(value, list) else value

    def keys(value: Any) -> Any:
        return {one(k): v for k, v in value.items()} if isinstance(value, dict) else value

    def inside(name: str) -> Any:
        def put(part: Any) -> Any:
            there = isinstance(part, dict) and name in part
            return {**part, name: one(part[name])} if there else part

        return put

    def calls(part: Any) -> Any:
        return [one(part[0]), *part[1:]] if isinstance(part, list) and part else part

    def listed(put: Any) -> Any:
        return lambda value: [put(part) for part in value] if isinstance(value, list) else value

    places = {
        **dict.fromkeys(("dealer", "gehen", "maschine"), one),
        **dict.fromkeys(("seats", "sitting_out", "doubles"), each),
        **dict.fromkeys(("hands", "tricks_taken", "match"), keys),
        **dict.fromkeys(("held", "schlecken", "ask"), listed(inside("player"))),
        **dict.fromkeys(("raises", "rulings"), listed(inside("by"))),
        "contract": inside("declarer"),
        "call": inside("from"),
        "tricks": listed(inside("lead")),
        "auction": listed(calls),
    }
    return {name: places.get(name, _as_it_is)(value) for name, value in record.items()}


def _as_it_is(value: Any) -> Any:
    return value


def _key(telling: _Telling, what: str) -> str:
    """Return the key of one step, always the same for the same import."""
    return "import-" + hashlib.sha256(f"{telling.key} {what}".encode()).hexdigest()[:40]


def _json(line: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise unreadable("json") from error
    if not isinstance(told, dict):
        raise unreadable("json")
    return told


def _lines(number: int, told: dict[str, Any]) -> list[Line]:
    if told.get("format") == CLUB_FORMAT:
        raise ScorekeeperError(ErrorCode.IMPORT_WHOLE_CLUB, "file")
    if told.get("format") == FORMAT:
        return []
    for kind in ("night", "table", "amounts"):
        if isinstance(told.get(kind), dict):
            return [Line(number, kind, told[kind])]
    record = told.get("record", told)
    if not isinstance(record, dict) or record.get("format", RECORD_FORMAT) != RECORD_FORMAT:
        raise unreadable("json")
    return [Line(number, "deal", record)]
