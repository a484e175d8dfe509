"""Tricount, and whoever writes it alike: who paid, and a column for the share of everybody.

Who paid stands in a column of names ("Paid by") or in a column of amounts for everybody ("Paid by
Anna"); the shares stand in columns like "Impacted to Anna". The names tell which columns belong
together, so the words before them need not be known in every language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import text_of
from scorekeeper.services.import_formats.bills import Bill
from scorekeeper.services.import_formats.bills import BillError
from scorekeeper.services.import_formats.bills import Ledger
from scorekeeper.services.import_formats.bills import same_person
from scorekeeper.services.import_formats.layout import CURRENCIES
from scorekeeper.services.import_formats.layout import DATES
from scorekeeper.services.import_formats.layout import TITLES
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import Wrong
from scorekeeper.services.import_formats.layout import exact
from scorekeeper.services.import_formats.layout import plain
from scorekeeper.services.import_formats.layout import word

WEIGHT_OF = "Weight of "
_PAID = (
    *("paid by", "payé par", "paye par", "bezahlt von", "gezahlt von", "ausgelegt von"),
    *("pagado por", "pagato da", "betaald door", "pago por", "who paid", "wer hat bezahlt"),
)
_SHARES = (
    "local share",  # before "share": in the money of the group
    *("impacted to", "impacté à", "impacte a", "paid for", "bezahlt für", "gezahlt für"),
    *("share of", "share", "anteil von", "anteil", "betrifft", "auswirkung auf", "impact auf"),
    *("zugeordnet zu", "zugewiesen an", "aufgeteilt auf", "beeinflusst", "weight of"),
)
_NO_SHARES = ("share ratio", "allocation type")
_AMOUNTS = ({"localtotal"}, {"amount", "betrag", "montant", "cost", "kosten", "total", "summe"})
_INVOLVED = {"involved", "impacted", "beteiligt", "beteiligte", "betroffen", "concernés"}
_KINDS = {"transactiontype", "typedetransaction", "transaktionstyp", "transaktionsart", "type"}
_KINDS |= {"typ", "art", "buchungsart"}
_SPENT = {
    *("expense", "ausgabe", "dépense", "gasto", "spesa", "normal", "balance", "transfer"),
    *("reimbursement", "remboursement", "rückzahlung", "erstattung", "überweisung", "ausgleich"),
    *("payment", "zahlung", "moneytransfer", "geldtransfer", "transfertdargent", ""),
}
_INCOMES = {"income", "einnahme", "einnahmen", "einkommen", "rentréedargent", "moneyin", "revenu"}
_CENT = Fraction(1, 100)


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where in the table what stands; who by their key."""

    names: Mapping[str, str]
    paid: Mapping[str, int]
    shares: Mapping[str, int]
    payer: int  # a column of names
    amount: int
    kind: int
    weights: bool  # the shares are weights, not amounts


def read(table: Table) -> Reshaped | None:
    """Return a list of who paid and of everybody's share as a plain sheet."""
    columns = _columns(table)
    date, title = table.place(DATES), table.place(TITLES)
    if date < 0 or title < 0:
        return None
    if columns is None:
        if min(_payer_and_amount(table)) < 0 or table.place(_INVOLVED) < 0:
            return None
        wrong = Wrong(table.number, table.place(_INVOLVED), "shares_missing")
        return plain(table, "tricount", [(head, "") for head in table.heads], [], wrong=(wrong,))
    ledger = Ledger(
        table,
        "tricount",
        date=date,
        title=title,
        currency=_currency(table),
        people=dict.fromkeys(columns.names.values()),
    )
    mark = table.mark([*columns.paid.values(), *columns.shares.values(), columns.amount])
    usual = _usual_sign(table, columns, mark)
    for number, row in table.body():
        try:
            bill = _bill(row, columns, mark, usual, (row[date], text_of(row[title])))
            if bill is not None:
                ledger.add(number, bill)
        except BillError as error:
            ledger.refuse(number, error)
    return ledger.as_plain()


def _columns(table: Table) -> _Columns | None:
    shares, paid = _by_name(table, _SHARES), _by_name(table, _PAID)
    if len(paid) > 1 and len(shares) < len(paid):
        shares = _ending_in(table, paid)
    payer, amount = _payer_and_amount(table)
    if len(shares) < 2 or not (set(paid) >= set(shares) or (payer >= 0 and amount >= 0)):
        return None
    names = {}
    for key, place in {**paid, **shares}.items():
        names[key] = _rest(table.heads[place], key)
    first = next(iter(shares.values()))
    weights = table.heads[first].startswith(WEIGHT_OF)
    return _Columns(names, paid, shares, payer, amount, table.place(_KINDS), weights)


def _by_name(table: Table, before: tuple[str, ...]) -> dict[str, int]:
    """Return the columns that open with the first of these words that two of them open with.

    They come by the key of the name behind the words.
    """
    for words in before:
        found: dict[str, int] = {}
        for place, head in enumerate(table.heads):
            said = " ".join(head.casefold().split())
            if said.startswith(words + " ") and not said.startswith(_NO_SHARES):
                found[same_person(head.strip()[len(words) + 1 :].strip(" :()"))] = place
        if len(found) > 1:
            return found
    return {}


def _ending_in(table: Table, paid: Mapping[str, int]) -> dict[str, int]:
    """Return the other columns whose headings end in the payers' names, one for each of them."""
    found: dict[str, int] = {}
    for place, head in enumerate(table.heads):
        if place not in paid.values():
            for key in paid:
                if same_person(head).endswith(" " + key):
                    found[key] = place
    return found if len(found) == len(paid) else {}


def _rest(head: str, key: str) -> str:
    """Return the name in a heading as it is written there."""
    words = head.strip().strip(" :()").split(" ")
    for first in range(len(words)):
        said = " ".join(words[first:])
        if same_person(said) == key:
            return said
    return key


def _payer_and_amount(table: Table) -> tuple[int, int]:
    """Return the column of names that says who paid, and that of the amount."""
    amounts = [place for words in _AMOUNTS if (place := table.place(words)) >= 0]
    return table.place(map(word, _PAID)), amounts[0] if amounts else -1


def _currency(table: Table) -> int:
    """Return the column that says which currency everybody's amounts are in."""
    if (local := table.place({"localcurrency"})) >= 0:
        return local
    if any("(" in head and ("tricount" in head or "default" in head) for head in table.heads):
        return -1  # they are in that of the group, which the heading names
    return table.place(CURRENCIES)


def _usual_sign(table: Table, columns: _Columns, mark: str) -> int:
    """Return the sign of amounts spent: 1, or -1; 0 where both are seen and nothing says which."""
    if columns.kind >= 0 or columns.weights:
        return 1
    signs = set()
    for _, row in table.body():
        try:
            total = _total(row, columns, mark)
        except BillError:
            continue
        signs.add((total > 0) - (total < 0))
    signs.discard(0)
    return signs.pop() if len(signs) == 1 else 0 if signs else 1


def _total(row: tuple[Cell, ...], columns: _Columns, mark: str) -> Fraction:
    if columns.paid:
        return sum((_amount(row, place, mark) for place in columns.paid.values()), Fraction())
    return _amount(row, columns.amount, mark)


def _bill(
    row: tuple[Cell, ...], columns: _Columns, mark: str, usual: int, about: tuple[Cell, str]
) -> Bill | None:
    total = _total(row, columns, mark)
    shares = {
        columns.names[key]: _amount(row, place, mark) for key, place in columns.shares.items()
    }
    if not total and not any(shares.values()):
        return None
    if columns.paid:
        paid = {columns.names[key]: _amount(row, at, mark) for key, at in columns.paid.items()}
    else:
        paid = {_payer(row, columns): total}
    if not columns.weights and abs(sum(shares.values()) - total) > _CENT * len(shares):
        raise BillError("share_sum")
    if not usual:
        raise BillError("income_unclear")
    sign = usual if columns.kind < 0 else _sign(text_of(row[columns.kind]), total)
    owed = {name: abs(share) for name, share in shares.items() if share}
    return Bill(*about, {name: amount * sign for name, amount in paid.items() if amount}, owed)


def _sign(kind: str, total: Fraction) -> int:
    """Return what to multiply amounts of this kind by, so that they are above zero when spent."""
    if word(kind) not in _SPENT | _INCOMES:
        raise BillError("kind_unknown", text=kind[:40])
    sign = -1 if total < 0 else 1
    return -sign if word(kind) in _INCOMES else sign


def _payer(row: tuple[Cell, ...], columns: _Columns) -> str:
    said = text_of(row[columns.payer])
    if not said:
        raise BillError("payer_unknown", columns.payer, names="")
    return columns.names.get(same_person(said), said)


def _amount(row: tuple[Cell, ...], place: int, mark: str) -> Fraction:
    try:
        return exact(row[place], mark)
    except CellError as error:
        raise BillError(error.code, place, text=text_of(row[place])[:40]) from error
