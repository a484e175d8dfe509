"""The catalogue of fees and fines: what costs how much. What was charged stays as it was."""

from scorekeeper.errors import ErrorCode
from scorekeeper.errors import ScorekeeperError
from scorekeeper.ledger.journal import EntryKind
from scorekeeper.services import bounds
from scorekeeper.services import clubs
from scorekeeper.services.answering import once
from scorekeeper.services.answering import written
from scorekeeper.services.desk import Desk
from scorekeeper.services.purse_views import ItemView
from scorekeeper.store import purse
from scorekeeper.store.engine import Transaction
from scorekeeper.store.purse import ItemRow

KINDS = (EntryKind.FEE.value, EntryKind.FINE.value)


def add_item(
    desk: Desk, *, club_id: str, kind: str, name: str, amount: int, key: str | None = None
) -> ItemView:
    """Add a fee or a fine to the catalogue.

    Raises ScorekeeperError: NAME_INVALID, NAME_TAKEN, VALUE_INVALID.
    """
    kind, name = checked_kind(kind), bounds.name(name)
    amount = bounds.amount(amount, "amount")

    def work(tx: Transaction) -> tuple[str, ItemView]:
        clubs.read(tx, club_id)
        _require_free(tx, club_id, kind, name)
        row = ItemRow(desk.new_id(), kind, name, bounds.name_key(name), amount, True)
        purse.add_item(tx, club_id, row)
        return row.id, view(row)

    return once(
        desk,
        club_id=club_id,
        key=key,
        body=["add_item", kind, name, amount],
        work=work,
        again=lambda tx, made: view(read(tx, club_id, made)),
    )


def change_item(
    desk: Desk,
    *,
    club_id: str,
    item_id: str,
    name: str | None = None,
    amount: int | None = None,
    active: bool | None = None,
) -> ItemView:
    """Change a fee or fine for what is charged from now on.

    Raises ScorekeeperError: NOT_FOUND, NAME_INVALID, NAME_TAKEN, VALUE_INVALID.
    """
    told = None if name is None else bounds.name(name)
    if amount is not None:
        amount = bounds.amount(amount, "amount")

    def work(tx: Transaction) -> ItemView:
        row = read(tx, club_id, item_id)
        if told is not None:
            _require_free(tx, club_id, row.kind, told, but=row.id)
            row = row._replace(name=told, name_key=bounds.name_key(told))
        if amount is not None:
            row = row._replace(amount=amount)
        if active is not None:
            row = row._replace(active=active)
        purse.set_item(tx, club_id, row)
        return view(row)

    return written(desk, work)


def list_items(desk: Desk, *, club_id: str, include_inactive: bool = False) -> tuple[ItemView, ...]:
    """Return the catalogue, fees before fines, by name."""
    with desk.store.read() as tx:
        clubs.read(tx, club_id)
        rows = purse.items(tx, club_id)
    return tuple(view(row) for row in rows if row.active or include_inactive)


def checked_kind(kind: object) -> str:
    """Return the kind of a fee or fine."""
    if kind not in KINDS:
        raise bounds.invalid("kind", kind)
    return str(kind)


def read(tx: Transaction, club_id: str, item_id: str) -> ItemRow:
    """Return a fee or fine within a transaction."""
    row = purse.item(tx, club_id, bounds.id_(item_id, "item"))
    if row is None:
        raise bounds.missing("item")
    return row


def view(row: ItemRow) -> ItemView:
    """Return what pages show of a fee or fine."""
    return ItemView(
        id=row.id, kind=row.kind, name=row.name, amount=row.amount, active=bool(row.active)
    )


def _require_free(
    tx: Transaction, club_id: str, kind: str, name: str, *, but: str | None = None
) -> None:
    holder = purse.item_named(tx, club_id, kind, bounds.name_key(name))
    if holder is not None and holder.id != but:
        raise ScorekeeperError(ErrorCode.NAME_TAKEN, "name", name=holder.name, of="item")
