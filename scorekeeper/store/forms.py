"""Ratings and runs of a season's members, after each night they played a game."""

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import delete
from sqlalchemy import or_
from sqlalchemy import select

from scorekeeper.season.rating import Form
from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import season_form


class FormRow(NamedTuple):
    """A member's form in a game after a night."""

    game: str
    member_id: str
    date: str
    number: int
    form: Form


_columns = (
    season_form.c.game,
    season_form.c.member_id,
    season_form.c.date,
    season_form.c.number,
    *(season_form.c[name] for name in Form._fields),
)
_in_season = (
    season_form.c.club_id == bindparam("club_id"),
    season_form.c.season_id == bindparam("season_id"),
)
_latest_first = (season_form.c.date.desc(), season_form.c.number.desc())
_of_member = (
    *_in_season,
    season_form.c.game == bindparam("game"),
    season_form.c.member_id == bindparam("member_id"),
)

_ADD = insert_all(season_form)
_LAST = Prepared(
    select(*_columns)
    .where(
        *_of_member,
        season_form.c.date <= bindparam("date"),
        or_(season_form.c.date < bindparam("date"), season_form.c.number <= bindparam("number")),
    )
    .order_by(*_latest_first)
    .limit(1)
)
_LATEST = Prepared(
    select(*_columns).where(*_of_member).order_by(*_latest_first).limit(bindparam("count"))
)
_DROP_FROM = Prepared(
    delete(season_form).where(
        *_in_season,
        season_form.c.date >= bindparam("date"),
        or_(season_form.c.date > bindparam("date"), season_form.c.number >= bindparam("number")),
    )
)
_OF_NIGHT = Prepared(
    select(*_columns).where(
        *_in_season,
        season_form.c.date == bindparam("date"),
        season_form.c.number == bindparam("number"),
    ),
    through=("season_form", "ix_season_form_order"),
)
_OF_SEASON = Prepared(select(*_columns).where(*_in_season))


def add(
    tx: Transaction,
    club_id: str,
    season_id: str,
    game: str,
    date: str,
    number: int,
    forms: Mapping[str, Form],
) -> None:
    """Keep what everybody's form in a game is after a night."""
    head = {"club_id": club_id, "season_id": season_id, "game": game}
    tx.many(
        _ADD,
        [
            {**head, "date": date, "number": number, "member_id": member, **form._asdict()}
            for member, form in sorted(forms.items())
        ],
    )


def last(
    tx: Transaction,
    club_id: str,
    season_id: str,
    *,
    game: str,
    member_id: str,
    date: str = "9999-12-31",
    number: int = 10**9,
) -> Form | None:
    """Return a member's form in a game after the last night up to this one."""
    row = tx.one(
        _LAST,
        club_id=club_id,
        season_id=season_id,
        game=game,
        member_id=member_id,
        date=date,
        number=number,
    )
    return None if row is None else Form._make(row[4:])


def latest(
    tx: Transaction, club_id: str, season_id: str, *, game: str, member_id: str, count: int
) -> list[FormRow]:
    """Return a member's form after his last nights, the newest first."""
    rows = tx.all(
        _LATEST, club_id=club_id, season_id=season_id, game=game, member_id=member_id, count=count
    )
    return [_row(row) for row in rows]


def of_night(
    tx: Transaction, club_id: str, season_id: str, date: str, number: int
) -> list[FormRow]:
    """Return everybody's form after one night."""
    rows = tx.all(_OF_NIGHT, club_id=club_id, season_id=season_id, date=date, number=number)
    return [_row(row) for row in rows]


def drop_from(tx: Transaction, club_id: str, season_id: str, date: str, number: int) -> None:
    """Forget everybody's form from a night on."""
    tx.run(_DROP_FROM, club_id=club_id, season_id=season_id, date=date, number=number)


def of_season(tx: Transaction, club_id: str, season_id: str) -> list[FormRow]:
    """Return everybody's form after each night of a season."""
    return [_row(row) for row in tx.all(_OF_SEASON, club_id=club_id, season_id=season_id)]


def _row(row: tuple[object, ...]) -> FormRow:
    return FormRow(str(row[0]), str(row[1]), str(row[2]), int(str(row[3])), Form._make(row[4:]))
