"""Seasons: the nights of some months, and what they brought everybody together."""

from collections.abc import Sequence
from datetime import date
from datetime import timedelta

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import member_of
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services import ladders
from scorekeeper.services import people
from scorekeeper.services.answering import once
from scorekeeper.services.desk import Desk
from scorekeeper.services.views import MemberView
from scorekeeper.services.views import SeasonView
from scorekeeper.store import members
from scorekeeper.store import seasons
from scorekeeper.store.engine import Transaction
from scorekeeper.store.seasons import SeasonRow


def create_season(
    desk: Desk,
    *,
    club_id: str,
    name: str,
    begins: date,
    ends: date | None = None,
    key: str | None = None,
) -> SeasonView:
    """Begin a season; nights without one named belong to the season that covers their day.

    Raises ScorekeeperError: NAME_TAKEN, VALUE_INVALID when it ends before it begins.
    """
    name = bounds.name(name)
    first = bounds.day(begins, "begins")
    last = None if ends is None else bounds.day(ends, "ends")
    if last is not None and last < first:
        raise bounds.invalid("ends", last)

    def work(tx: Transaction) -> tuple[str, SeasonView]:
        clubs.read(tx, club_id)
        if seasons.named(tx, club_id, name) is not None:
            raise ScorekeeperError(ErrorCode.NAME_TAKEN, "name", name=name, of="season")
        made = desk.new_id()
        seasons.add(tx, club_id, season_id=made, name=name, begins=first, ends=last)
        ladders.add_usual(tx, desk, club_id, made)
        return made, read(tx, club_id, made)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["create_season", name, first, last],
        work=work,
        again=lambda tx, made: read(tx, club_id, made),
    )


def list_seasons(desk: Desk, *, club_id: str) -> tuple[SeasonView, ...]:
    """Return every season, the latest first, without totals."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        return tuple(view(row) for row in seasons.list_all(tx, club_id))


def get_season(desk: Desk, *, club_id: str, season_id: str) -> SeasonView:
    """Return a season with everybody's total, best first.

    Raises ScorekeeperError: NOT_FOUND.
    """
    with desk.store.read() as tx:
        return read(tx, club_id, season_id)


def read(tx: Transaction, club_id: str, season_id: str) -> SeasonView:
    """Return a season with its totals within a transaction."""
    row = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
    if row is None:
        raise bounds.missing("season")
    book = people.book_of(tx, club_id, season_id)
    totals: list[tuple[MemberView, int]] = []
    if book:
        known = {one.id: one for one in members.list_all(tx, club_id)}
        for account, cents in book.items():
            member = known.get(member_of(account) or "")
            if member is not None:
                shown = MemberView(
                    id=member.id,
                    name=member.name,
                    active=bool(member.active),
                    nights=member.nights,
                )
                totals.append((shown, cents))
    totals.sort(key=lambda pair: (-pair[1], pair[0].name))
    return view(row, tuple(totals))


def for_night(tx: Transaction, desk: Desk, club_id: str, day: str, season_id: str | None) -> str:
    """Return the id of a night's season: the one named, the one covering the day, or a new one.

    Raises ScorekeeperError: SEASON_CLOSED.
    """
    found = _for_night(tx, desk, club_id, day, season_id)
    closed = seasons.lock(tx, club_id, found)
    if season_id is None:
        # Its days may have changed while this waited for them.
        while (now := _for_night(tx, desk, club_id, day, None)) != found:
            found, closed = now, seasons.lock(tx, club_id, now)
    if closed:
        raise ScorekeeperError(ErrorCode.SEASON_CLOSED, "season")
    return found


def _for_night(tx: Transaction, desk: Desk, club_id: str, day: str, season_id: str | None) -> str:
    if season_id is not None:
        row = seasons.get(tx, club_id, bounds.id_(season_id, "season"))
        if row is None:
            raise bounds.missing("season")
        return row.id
    row = seasons.covering(tx, club_id, day)
    if row is not None:
        return row.id
    made = desk.new_id()
    name, begins, ends = _of_its_own(seasons.list_all(tx, club_id), day)
    seasons.add(tx, club_id, season_id=made, name=name, begins=begins, ends=ends)
    ladders.add_usual(tx, desk, club_id, made)
    return made


def _of_its_own(known: Sequence[SeasonRow], day: str) -> tuple[str, str, str]:
    """Name a season for a day that none covers: what others leave of its year around it."""
    year = day[:4]
    begins, ends = f"{year}-01-01", f"{year}-12-31"
    for one in known:
        if one.begins > day:
            ends = min(ends, _day_after(one.begins, -1))
        elif one.ends is not None and one.ends < day:
            begins = max(begins, _day_after(one.ends, 1))
    names = {one.name for one in known}
    name, number = year, 1
    while name in names:
        number += 1
        name = f"{year} ({number})"
    return name, begins, ends


def _day_after(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def view(row: SeasonRow, totals: tuple[tuple[MemberView, int], ...] = ()) -> SeasonView:
    """Return what pages show of a season."""
    return SeasonView(
        id=row.id,
        name=row.name,
        begins=date.fromisoformat(row.begins),
        ends=None if row.ends is None else date.fromisoformat(row.ends),
        nights=row.nights,
        totals=totals,
        closed=row.closed_at is not None,
    )
