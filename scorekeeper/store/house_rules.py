"""House rules of a club: named, in versions."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import house_rules


class HouseRulesRow(NamedTuple):
    """One version of named house rules; `options` is a JSON object."""

    id: str
    game: str
    name: str
    version: int
    options: str
    frozen: bool


_mine = house_rules.c.club_id == bindparam("club_id")
columns = (
    house_rules.c.id,
    house_rules.c.game,
    house_rules.c.name,
    house_rules.c.version,
    house_rules.c.options,
    house_rules.c.frozen,
)
_order = (house_rules.c.game, house_rules.c.name_key, house_rules.c.version)

_ADD = insert_all(house_rules)
_GET = Prepared(select(*columns).where(_mine, house_rules.c.id == bindparam("id")))
_ALL = Prepared(select(*columns).where(_mine).order_by(*_order))
_VERSIONS = Prepared(
    select(*columns)
    .where(
        _mine,
        house_rules.c.game == bindparam("game"),
        house_rules.c.name_key == bindparam("name_key"),
    )
    .order_by(house_rules.c.version.desc())
)
_here = update(house_rules).where(
    house_rules.c.club_id == bindparam("club"), house_rules.c.id == bindparam("rules")
)
_FREEZE = Prepared(_here.values(frozen=bindparam("yes")))


def add(
    tx: Transaction,
    club_id: str,
    *,
    rules_id: str,
    game: str,
    name: str,
    name_key: str,
    version: int,
    options: str,
    at: str,
) -> None:
    """Add a version nobody has played by yet."""
    tx.run(
        _ADD,
        club_id=club_id,
        id=rules_id,
        game=game,
        name=name,
        name_key=name_key,
        version=version,
        options=options,
        frozen=False,
        created_at=at,
    )


def get(tx: Transaction, club_id: str, rules_id: str) -> HouseRulesRow | None:
    """Return the version of that id."""
    row = tx.one(_GET, club_id=club_id, id=rules_id)
    return None if row is None else HouseRulesRow._make(row)


def list_all(tx: Transaction, club_id: str) -> list[HouseRulesRow]:
    """Return every version by game and name, the oldest first."""
    return [HouseRulesRow._make(row) for row in tx.all(_ALL, club_id=club_id)]


def versions(tx: Transaction, club_id: str, game: str, name_key: str) -> list[HouseRulesRow]:
    """Return the versions of one name, the newest first."""
    rows = tx.all(_VERSIONS, club_id=club_id, game=game, name_key=name_key)
    return [HouseRulesRow._make(row) for row in rows]


def freeze(tx: Transaction, club_id: str, rules_id: str) -> None:
    """Keep a version from ever being changed: a deal was scored with it."""
    tx.run(_FREEZE, club=club_id, rules=rules_id, yes=True)
