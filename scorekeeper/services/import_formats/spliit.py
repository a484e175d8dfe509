"""Spliit: a row a bill; the shares of those who owe are below zero, the payer's own above it.

Who paid for others alone has no share, and the table does not name him; where it may have been one
of several, the row is refused, and the JSON export of Spliit knows.
"""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.sheets import Sheet
from scorekeeper.services.import_formats.bills import Bill
from scorekeeper.services.import_formats.bills import BillError
from scorekeeper.services.import_formats.bills import Ledger
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import exact
from scorekeeper.services.import_formats.tricount import WEIGHT_OF

_KNOWN = {"isreimbursement", "splitmode", "cost", "description", "date"}
_CENT = Fraction(1, 100)


def read(table: Table) -> Reshaped | None:
    """Return an export of Spliit as a plain sheet; reimbursements count as any other row."""
    if not set(table.words) >= _KNOWN:
        return None
    first = table.words.index("splitmode") + 1
    people = [place for place in range(first, len(table.heads)) if table.heads[place]]
    if not people:
        return None
    cost = table.place({"cost"})
    ledger = Ledger(
        table,
        "spliit",
        date=table.place({"date"}),
        title=table.place({"description"}),
        currency=table.place({"currency"}),
        people=dict.fromkeys(table.heads[place] for place in people),
    )
    mark = table.mark([cost, *people])
    for number, row in table.body():
        try:
            total = _amount(row, cost, mark)
            shares = {table.heads[place]: _amount(row, place, mark) for place in people}
            ledger.add(number, _bill(row[ledger.date], text_of(row[ledger.title]), total, shares))
        except BillError as error:
            ledger.refuse(number, error)
    return ledger.as_plain()


def _amount(row: tuple[Cell, ...], place: int, mark: str) -> Fraction:
    try:
        return exact(row[place], mark)
    except CellError as error:
        raise BillError(error.code, place, text=text_of(row[place])[:40]) from error


def _bill(day: Cell, what: str, total: Fraction, shares: dict[str, Fraction]) -> Bill:
    sign = -1 if total < 0 else 1
    own = [name for name, share in shares.items() if share * sign > 0]
    without = [name for name, share in shares.items() if not share]
    if len(own) > 1:
        raise BillError("payers", names=", ".join(own))
    if not own and len(without) != 1:
        raise BillError("payer_unknown", names=", ".join(without or shares))
    payer = (own or without)[0]
    owed = {name: abs(share) for name, share in shares.items() if share}
    if abs(sum(owed.values()) - abs(total)) > _CENT * len(owed):
        raise BillError("share_sum")
    # Shares are rounded one by one, so together they may miss the cost by some cents.
    return Bill(day, what, {payer: total}, owed)


def sheet_of(said: Any) -> Sheet | None:
    """Return the JSON export of Spliit as a sheet, None for anything else; amounts are in cents."""
    if not isinstance(said, dict) or not {"expenses", "participants"} <= set(said):
        return None
    names = {one["id"]: str(one["name"]) for one in said["participants"]}
    people = list(names.values())
    currency = said.get("currencyCode") or said.get("currency") or ""
    rows: list[tuple[Cell, ...]] = [
        ("Date", "Description", "Currency", "Amount", "Paid by", *(WEIGHT_OF + p for p in people))
    ]
    for one in said["expenses"]:
        weights = {names[part["participantId"]]: part["shares"] for part in one["paidFor"]}
        rows.append(
            (
                str(one["expenseDate"]),
                str(one["title"]) or None,
                str(currency),
                Decimal(int(one["amount"])).scaleb(-2),
                names[one["paidById"]],
                *(Decimal(weights[name]) if name in weights else None for name in people),
            )
        )
    return Sheet(rows=tuple(rows), form="json")
