"""I Hate Money, and the bills of Cospend: who paid, who owes, and by which weight.

A file names the weight of whoever paid in it. Whoever only owes counts once, as I Hate Money has it
when it reads such a file; somebody with two weights is refused. Cospend names weights in rows that
are no bills, which it calls so.
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
from scorekeeper.services.import_formats.bills import same_person
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import Wrong
from scorekeeper.services.import_formats.layout import exact
from scorekeeper.services.import_formats.layout import plain

_BILLS = ("date", "what", "amount", "payer_name", "payer_weight", "owers")
_OPTIONAL = ("bill_type", "currency")
_NO_BILL = "deleteMeIfYouWant"
_PLAN = {"amount", "receiver", "ower"}


def read(table: Table) -> Reshaped | None:
    """Return an export of bills as a plain sheet; reimbursements count as any other bill."""
    heads = [head.strip().casefold() for head in table.heads]
    if _PLAN <= set(heads) <= _PLAN | {"currency", ""}:
        wrong = Wrong(table.number, -1, "settlement_plan")
        return plain(table, "i-hate-money", [(head, "") for head in heads], [], wrong=(wrong,))
    if not set(_BILLS) <= set(heads):
        return None
    at = {head: heads.index(head) for head in heads}
    ledger = Ledger(
        table, "i-hate-money", date=at["date"], title=at["what"], currency=at.get("currency", -1)
    )
    rows = list(table.body())
    names, weights = _weights(rows, at, table.mark([at["payer_weight"]]))
    mark = table.mark([at["amount"]])
    for number, row in rows:
        if text_of(row[at["what"]]) == _NO_BILL:
            continue
        try:
            ledger.add(number, _bill(row, at, mark, names, weights))
        except BillError as error:
            ledger.refuse(number, error)
    return ledger.as_plain()


def _weights(
    rows: list[tuple[int, tuple[Cell, ...]]], at: dict[str, int], mark: str
) -> tuple[dict[str, str], dict[str, set[Fraction]]]:
    """Return the names of those who paid and the weights the file gives them, by key."""
    names: dict[str, str] = {}
    weights: dict[str, set[Fraction]] = {}
    for _, row in rows:
        name = text_of(row[at["payer_name"]])
        names.setdefault(same_person(name), name)
        try:
            weight = exact(row[at["payer_weight"]], mark)
        except CellError:
            continue
        weights.setdefault(same_person(name), set()).add(weight)
    return names, weights


def _bill(
    row: tuple[Cell, ...],
    at: dict[str, int],
    mark: str,
    names: dict[str, str],
    weights: dict[str, set[Fraction]],
) -> Bill:
    place = at["amount"]
    try:
        total = exact(row[place], mark)
    except CellError as error:
        raise BillError(error.code, place, text=text_of(row[place])[:40]) from error
    payer = text_of(row[at["payer_name"]])
    if not payer:
        raise BillError("payer_unknown", at["payer_name"], names="")
    if "deleted" in at and text_of(row[at["deleted"]]) not in ("", "0"):
        raise BillError("deleted_bill", at["deleted"])
    if "payers" in at and text_of(row[at["payers"]]):
        raise BillError("payers", at["payers"], names=text_of(row[at["payers"]])[:40])
    owed = {}
    for ower in _owers(text_of(row[at["owers"]]), names):
        known = weights.get(same_person(ower), {Fraction(1)})
        if len(known) > 1:
            raise BillError("weight_unknown", at["owers"], name=ower)
        owed[names.setdefault(same_person(ower), ower)] = next(iter(known))
    if not owed:
        raise BillError("no_share")
    return Bill(row[at["date"]], text_of(row[at["what"]]), {names[same_person(payer)]: total}, owed)


def _owers(text: str, names: dict[str, str]) -> list[str]:
    """Return the names in a list with commas; a payer's name may hold commas itself."""
    found = []
    parts = [part.strip() for part in text.split(",")]
    while parts:
        longest = next(
            (
                count
                for count in range(len(parts), 1, -1)
                if same_person(", ".join(parts[:count])) in names
            ),
            1,
        )
        found.append(", ".join(parts[:longest]))
        parts = parts[longest:]
    return [name for name in found if name]


def sheet_of(said: Any) -> Sheet | None:
    """Return the JSON export of I Hate Money as its CSV would be, None for anything else."""
    if not isinstance(said, list) or not said or not all(isinstance(one, dict) for one in said):
        return None
    keys = set(said[0])
    if keys >= _PLAN:
        heads: tuple[str, ...] = (*sorted(_PLAN),)
    elif set(_BILLS) <= keys:
        heads = (*_BILLS, *(key for key in _OPTIONAL if key in keys))
    else:
        return None
    body = tuple(tuple(_cell(one.get(head)) for head in heads) for one in said)
    return Sheet(rows=(heads, *body), form="json")


def _cell(value: object) -> Cell:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or None
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return value
    return None if value is None or value == "" else str(value)
