"""How a club keeps its purse: what was set, up to where it is closed, and its catalogue."""

from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select
from sqlalchemy import update

from scorekeeper.store.engine import Transaction
from scorekeeper.store.prepared import Prepared
from scorekeeper.store.prepared import insert_all
from scorekeeper.store.schema import purse
from scorekeeper.store.schema import purse_item


class PurseRow(NamedTuple):
    """Whether the Haferl left over is the purse's, the last month closed, the opening's entry."""

    haferl: bool
    closed_month: str | None
    opening: int | None


class ItemRow(NamedTuple):
    """A fee or fine of the catalogue."""

    id: str
    kind: str
    name: str
    name_key: str
    amount: int
    active: bool


_EMPTY = PurseRow(haferl=False, closed_month=None, opening=None)
_mine = purse.c.club_id == bindparam("club_id")
_item_columns = tuple(purse_item.c[name] for name in ItemRow._fields)
_my_items = purse_item.c.club_id == bindparam("club_id")

_ADD = insert_all(purse)
_GET = Prepared(select(purse.c.haferl, purse.c.closed_month, purse.c.opening).where(_mine))
_SET = Prepared(
    update(purse)
    .where(purse.c.club_id == bindparam("club"))
    .values(
        haferl=bindparam("haferl"),
        closed_month=bindparam("closed_month"),
        opening=bindparam("opening"),
    )
)
_ADD_ITEM = insert_all(purse_item)
_ITEM = Prepared(select(*_item_columns).where(_my_items, purse_item.c.id == bindparam("id")))
_ITEM_NAMED = Prepared(
    select(*_item_columns).where(
        _my_items,
        purse_item.c.kind == bindparam("kind"),
        purse_item.c.name_key == bindparam("name_key"),
    )
)
_ITEMS = Prepared(
    select(*_item_columns).where(_my_items).order_by(purse_item.c.kind, purse_item.c.name_key)
)
_SET_ITEM = Prepared(
    update(purse_item)
    .where(purse_item.c.club_id == bindparam("club"), purse_item.c.id == bindparam("item"))
    .values(
        name=bindparam("to"),
        name_key=bindparam("to_key"),
        amount=bindparam("cents"),
        active=bindparam("is_active"),
    )
)


def get(tx: Transaction, club_id: str) -> PurseRow:
    """Return what is kept of a club's purse."""
    row = tx.one(_GET, club_id=club_id)
    return _EMPTY if row is None else PurseRow(bool(row[0]), row[1], row[2])


def put(tx: Transaction, club_id: str, row: PurseRow) -> None:
    """Keep how the purse stands; who does so holds the club's chain, so nobody else does."""
    if tx.one(_GET, club_id=club_id) is None:
        tx.run(_ADD, club_id=club_id, **row._asdict())
    else:
        tx.run(_SET, club=club_id, **row._asdict())


def add_item(tx: Transaction, club_id: str, row: ItemRow) -> None:
    """Add a fee or fine to the catalogue."""
    tx.run(_ADD_ITEM, club_id=club_id, **row._asdict())


def item(tx: Transaction, club_id: str, item_id: str) -> ItemRow | None:
    """Return a fee or fine, None if the club has none of that id."""
    row = tx.one(_ITEM, club_id=club_id, id=item_id)
    return None if row is None else ItemRow._make(row)


def item_named(tx: Transaction, club_id: str, kind: str, name_key: str) -> ItemRow | None:
    """Return the fee or fine of that name."""
    row = tx.one(_ITEM_NAMED, club_id=club_id, kind=kind, name_key=name_key)
    return None if row is None else ItemRow._make(row)


def items(tx: Transaction, club_id: str) -> list[ItemRow]:
    """Return the whole catalogue, fees before fines, by name."""
    return [ItemRow._make(row) for row in tx.all(_ITEMS, club_id=club_id)]


def set_item(tx: Transaction, club_id: str, row: ItemRow) -> None:
    """Change a fee or fine; what was charged stays as it was."""
    tx.run(
        _SET_ITEM,
        club=club_id,
        item=row.id,
        to=row.name,
        to_key=row.name_key,
        cents=row.amount,
        is_active=row.active,
    )
