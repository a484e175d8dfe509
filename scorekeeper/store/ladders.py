"""Ladders of seasons, every version of them, and the people who may stand in one."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import func
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import ladder
from scorekeeper.store.schema import ladder_version
from scorekeeper.store.schema import member


class LadderRow(NamedTuple):
    """A ladder in one version; `version` is this one, `current` the newest."""

    id: str
    season_id: str
    number: int
    current: int
    retired: int
    version: int
    name: str
    settings: str
    seed: str
    who: str
    at: str


class PersonRow(NamedTuple):
    """Somebody who may stand in a ladder."""

    id: str
    name: str
    active: bool
    guest: bool


_columns = (
    *(ladder.c.id, ladder.c.season_id, ladder.c.number, ladder.c.version, ladder.c.retired),
    *(ladder_version.c.version, ladder_version.c.name, ladder_version.c.settings),
    *(ladder_version.c.seed, ladder_version.c.who, ladder_version.c.at),
)
_mine = ladder.c.club_id == bindparam("club_id")
_versions = select(*_columns).join_from(
    ladder,
    ladder_version,
    (ladder_version.c.club_id == ladder.c.club_id) & (ladder_version.c.ladder_id == ladder.c.id),
)
_current = ladder_version.c.version == ladder.c.version

_ADD = insert_all(ladder)
_ADD_VERSION = insert_all(ladder_version)
_GET = Prepared(_versions.where(_mine, ladder.c.id == bindparam("id"), _current))
_HISTORY = Prepared(
    _versions.where(_mine, ladder.c.id == bindparam("id")).order_by(ladder_version.c.version)
)
_OF_SEASON = Prepared(
    _versions.where(_mine, ladder.c.season_id == bindparam("season_id"), _current).order_by(
        ladder.c.number
    )
)
_LAST_NUMBER = Prepared(
    select(func.max(ladder.c.number)).where(_mine, ladder.c.season_id == bindparam("season_id"))
)
_SET = Prepared(
    update(ladder)
    .where(ladder.c.club_id == bindparam("club"), ladder.c.id == bindparam("which"))
    .values(version=bindparam("to"), retired=bindparam("gone"))
)
_PEOPLE = Prepared(
    select(member.c.id, member.c.name, member.c.active, member.c.guest).where(
        member.c.club_id == bindparam("club_id")
    )
)


def add(tx: Transaction, club_id: str, row: LadderRow) -> None:
    """Add a ladder in its first version."""
    tx.run(
        _ADD,
        club_id=club_id,
        id=row.id,
        season_id=row.season_id,
        number=row.number,
        version=row.version,
        retired=row.retired,
    )
    _add_version(tx, club_id, row)


def change(tx: Transaction, club_id: str, row: LadderRow) -> None:
    """Give a ladder a new version."""
    _add_version(tx, club_id, row)
    tx.run(_SET, club=club_id, which=row.id, to=row.version, gone=row.retired)


def retire(tx: Transaction, club_id: str, row: LadderRow, *, retired: bool) -> None:
    """Show a ladder no more, or again."""
    tx.run(_SET, club=club_id, which=row.id, to=row.current, gone=int(retired))


def get(tx: Transaction, club_id: str, ladder_id: str) -> LadderRow | None:
    """Return a ladder as it is now."""
    row = tx.one(_GET, club_id=club_id, id=ladder_id)
    return None if row is None else LadderRow._make(row)


def history(tx: Transaction, club_id: str, ladder_id: str) -> list[LadderRow]:
    """Return every version of a ladder, the oldest first."""
    return [LadderRow._make(row) for row in tx.all(_HISTORY, club_id=club_id, id=ladder_id)]


def of_season(tx: Transaction, club_id: str, season_id: str) -> list[LadderRow]:
    """Return the ladders of a season as they are now, in their order."""
    rows = tx.all(_OF_SEASON, club_id=club_id, season_id=season_id)
    return [LadderRow._make(row) for row in rows]


def next_number(tx: Transaction, club_id: str, season_id: str) -> int:
    """Return the number of a season's next ladder."""
    row = tx.one(_LAST_NUMBER, club_id=club_id, season_id=season_id)
    return 1 if row is None or row[0] is None else int(row[0]) + 1


def people(tx: Transaction, club_id: str) -> dict[str, PersonRow]:
    """Return everybody of a club by id."""
    found = (PersonRow._make(row) for row in tx.all(_PEOPLE, club_id=club_id))
    return {row.id: row for row in found}


def _add_version(tx: Transaction, club_id: str, row: LadderRow) -> None:
    tx.run(
        _ADD_VERSION,
        club_id=club_id,
        ladder_id=row.id,
        version=row.version,
        name=row.name,
        settings=row.settings,
        seed=row.seed,
        who=row.who,
        at=row.at,
    )
