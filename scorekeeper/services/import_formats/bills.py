"""Shared bills: somebody paid, several owe. What each owes is divided here, in whole cents.

The layouts are those of Splitwise, Spliit, Tricount, I Hate Money and Cospend, as each writes its
files; the tests name where that is documented.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field
from fractions import Fraction
from typing import Any

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import text_of
from scorekeeper.ledger.division import divide
from scorekeeper.services import bounds
from scorekeeper.services.import_formats.layout import DATE
from scorekeeper.services.import_formats.layout import EURO
from scorekeeper.services.import_formats.layout import PERSON
from scorekeeper.services.import_formats.layout import REMARK
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import Wrong
from scorekeeper.services.import_formats.layout import euros
from scorekeeper.services.import_formats.layout import foreign_currency
from scorekeeper.services.import_formats.layout import plain


class BillError(ValueError):
    """A bill that cannot be right: which sentence says so, and what fills it."""

    def __init__(self, code: str, column: int = -1, **values: Any) -> None:
        super().__init__(code)
        self.code, self.column, self.values = code, column, values


@dataclass(frozen=True, slots=True)
class Bill:
    """What somebody paid, or several, and by which weights it is owed; amounts in euros.

    Below zero it is money that came in.
    """

    day: Cell
    what: str
    paid: Mapping[str, Fraction]
    owed: Mapping[str, Fraction]

    def moves(self) -> dict[str, int]:
        """Return what everybody gets in cents, below zero who owes; together zero.

        Raises BillError when somebody paid parts of a cent, or nobody owes.
        """
        cents = {name: euros * 100 for name, euros in self.paid.items()}
        if any(amount.denominator != 1 for amount in cents.values()):
            raise BillError("fraction")
        total = int(sum(cents.values()))
        if sum(self.owed.values()) <= 0 or min(self.owed.values()) < 0:
            raise BillError("no_share")
        # Only what stands in the bill itself may decide, so that a file that grew divides alike.
        owed = divide(total, self.owed, f"{text_of(self.day)}:{self.what}:{total}")
        return {name: int(cents.get(name, 0)) - owed.get(name, 0) for name in {**self.paid, **owed}}


@dataclass(slots=True)
class Ledger:
    """The bills of a file, read one after the other, and what was wrong with them."""

    table: Table
    name: str
    date: int  # columns of the file
    title: int
    currency: int = -1
    people: dict[str, None] = field(default_factory=dict)  # in the order of the file
    rows: list[tuple[int, Cell, str, dict[str, int]]] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)

    def add(self, number: int, bill: Bill) -> None:
        """Add a bill.

        Raises BillError.
        """
        moves = bill.moves()
        for name in moves:
            self.people.setdefault(name)
        self.rows.append((number, bill.day, bill.what, moves))

    def refuse(self, number: int, error: BillError) -> None:
        """Add what is wrong with a bill."""
        self.wrong.append(Wrong(number, error.column, error.code, error.values))

    def as_plain(self) -> Reshaped:
        """Return the bills as a plain sheet."""
        heads = self.table.heads
        columns = [(heads[self.date], DATE), (heads[self.title], REMARK)]
        columns += [(name, PERSON) for name in self.people]
        body = [
            (number, (day, what or None, *(_cell(moves, name) for name in self.people)))
            for number, day, what, moves in self.rows
        ]
        return plain(
            self.table,
            self.name,
            columns,
            body,
            unit=EURO,
            deals=True,
            questions=foreign_currency(self.table, self.currency),
            wrong=tuple(self.wrong),
        )


def same_person(name: str) -> str:
    """Return what two spellings of a name have in common."""
    return bounds.name_key(" ".join(name.split()))


def _cell(moves: Mapping[str, int], name: str) -> Cell:
    return euros(moves[name]) if name in moves else None
