"""Giving a season another name or other days, with an entry of the ledger that proves it.

A night belongs to the season it was entered in and stays there: its money is in that season's
book. The days of a season only say where nights entered from now on belong. So no change of days
moves a night or a cent, and days are refused that would leave out a night they had covered.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from datetime import datetime

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.i18n.formats import format_date
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import seasons
from scorekeeper.services.answering import once
from scorekeeper.services.desk import Desk
from scorekeeper.services.posting import Book
from scorekeeper.services.posting import Posting
from scorekeeper.services.posting import post
from scorekeeper.services.purse_people import People
from scorekeeper.services.views import SeasonView
from scorekeeper.store import clubs as club_rows
from scorekeeper.store import season_changes
from scorekeeper.store import seasons as season_rows
from scorekeeper.store.engine import Transaction
from scorekeeper.store.moments import moment_of
from scorekeeper.store.season_changes import LoggedChange
from scorekeeper.store.season_changes import SeasonChangeRow
from scorekeeper.store.seasons import SeasonRow

_NIGHTS_SHOWN = 6
_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonChangeView:
    """How a season was, how it is since, and who changed it."""

    entry: int
    name_was: str
    begins_was: date
    ends_was: date | None
    name: str
    begins: date
    ends: date | None
    who: str
    at: datetime
    why: str


def change_season(
    desk: Desk,
    *,
    club_id: str,
    season_id: str,
    key: str,
    name: str | None = None,
    begins: date | None = None,
    ends: date | None = None,
    open_end: bool = False,
    reason: str = "",
) -> SeasonView:
    """Give a season another name or other days; what is not named stays, and so do its nights.

    With `open_end` it has no last day. Where nothing would be other than it is, nothing is written.

    Raises ScorekeeperError: NOT_FOUND, SEASON_CLOSED, NAME_INVALID, NAME_TAKEN, VALUE_INVALID when
    it ends before it begins, SEASON_OUTSIDE with the nights its days would no longer cover.
    """
    assert ends is None or not open_end
    called = None if name is None else bounds.name(name)
    first = None if begins is None else bounds.day(begins, "begins")
    last = None if ends is None else bounds.day(ends, "ends")
    reason = bounds.text(reason, "reason", bounds.REASON_MAX)

    def work(tx: Transaction) -> tuple[str, SeasonView]:
        clubs.read(tx, club_id)
        # The season before the chain, as everybody does who begins a night in it or closes it.
        season_rows.lock_to_close(tx, club_id, bounds.id_(season_id, "season"))
        was = season_rows.get(tx, club_id, season_id)
        if was is None:
            raise bounds.missing("season")
        if was.closed_at is not None:
            raise ScorekeeperError(ErrorCode.SEASON_CLOSED, "season")
        now = was._replace(
            name=called or was.name,
            begins=first or was.begins,
            ends=None if open_end else last or was.ends,
        )
        if now != was:
            _require_possible(tx, desk, club_id, was, now)
            _write(tx, desk, club_id, was, now, reason, key)
        return was.id, seasons.read(tx, club_id, was.id)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["change_season", season_id, called, first, last, open_end, reason],
        work=work,
        again=lambda tx, made: seasons.read(tx, club_id, made),
    )


def season_history(desk: Desk, *, club_id: str, season_id: str) -> tuple[SeasonChangeView, ...]:
    """Return how a season's name and days were changed, the last change first.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        if season_rows.get(tx, club_id, bounds.id_(season_id, "season")) is None:
            raise bounds.missing("season")
        people = People(tx, club_id)
        rows = season_changes.of_season(tx, club_id, season_id)
        return tuple(_view(row, people) for row in rows)


def problems(tx: Transaction, club_id: str, digests: Mapping[int, str]) -> list[str]:
    """Return which changes are not those their entries prove, and seasons not as they left them."""
    found: list[str] = []
    now = {row.id: _facts(row) for row in season_rows.list_all(tx, club_id)}
    left: dict[str, tuple[str, str, str | None]] = {}
    for row in season_changes.every(tx, club_id):
        if digests.get(row.entry) != digest_of(row):
            found.append(f"club {club_id}: change {row.entry} is not the one its entry proves")
        before = (row.name_was, row.begins_was, row.ends_was)
        if left.get(row.season_id, before) != before:
            found.append(f"club {club_id}: change {row.entry} does not follow the one before it")
        left[row.season_id] = (row.name, row.begins, row.ends)
    found += [
        f"club {club_id}: season {season} is not as its last change left it"
        for season, facts in left.items()
        if now.get(season) != facts
    ]
    return found


def digest_of(row: SeasonChangeRow) -> str:
    """Return the hash of a change's facts, which its entry carries and the chain so proves."""
    facts = row._asdict()
    del facts["entry"]
    return hashlib.sha256(_ENCODER.encode(facts).encode("utf-8", "surrogatepass")).hexdigest()


def _facts(row: SeasonRow) -> tuple[str, str, str | None]:
    return row.name, row.begins, row.ends


def _require_possible(
    tx: Transaction, desk: Desk, club_id: str, was: SeasonRow, now: SeasonRow
) -> None:
    """Refuse a name another has, and days that leave out nights they covered.

    A night put into the season by hand, from outside of its days, stays there as it did before.
    """
    if now.ends is not None and now.ends < now.begins:
        raise bounds.invalid("ends", now.ends)
    other = season_rows.named(tx, club_id, now.name)
    if other is not None and other.id != was.id:
        raise ScorekeeperError(ErrorCode.NAME_TAKEN, "name", name=now.name, of="season")
    left_out = [
        f"{one.number} ({format_date(date.fromisoformat(one.date), desk.language, short=True)})"
        for one in season_changes.nights_of(tx, club_id, was.id)
        if _covers(was, one.date) and not _covers(now, one.date)
    ]
    if left_out:
        shown = left_out[:_NIGHTS_SHOWN] + ["…"] * (len(left_out) > _NIGHTS_SHOWN)
        raise ScorekeeperError(
            ErrorCode.SEASON_OUTSIDE,
            "begins" if now.begins > was.begins else "ends",
            nights=tuple(shown),
            season=was.name,
        )


def _covers(season: SeasonRow, day: str) -> bool:
    return season.begins <= day and (season.ends is None or day <= season.ends)


def _write(
    tx: Transaction,
    desk: Desk,
    club_id: str,
    was: SeasonRow,
    now: SeasonRow,
    reason: str,
    key: str,
) -> None:
    club_rows.lock_chain(tx, club_id)
    row = SeasonChangeRow(0, was.id, *_facts(was), *_facts(now))
    posting = Posting(kind=EntryKind.SEASON_CHANGED, lines=(), why=reason, digest=digest_of(row))
    number = post(tx, desk, Book(club_id=club_id), [posting], key=key)[0]
    season_changes.add(tx, club_id, row._replace(entry=number))


def _view(row: LoggedChange, people: People) -> SeasonChangeView:
    told = row.change
    return SeasonChangeView(
        entry=told.entry,
        name_was=told.name_was,
        begins_was=date.fromisoformat(told.begins_was),
        ends_was=None if told.ends_was is None else date.fromisoformat(told.ends_was),
        name=told.name,
        begins=date.fromisoformat(told.begins),
        ends=None if told.ends is None else date.fromisoformat(told.ends),
        who=people.text(row.who, row.at),
        at=moment_of(row.at),
        why=people.text(row.why, row.at),
    )
