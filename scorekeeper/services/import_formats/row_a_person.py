"""A row for each person: his name, what an evening or a deal brought him, and the day."""

from collections.abc import Iterable
from dataclasses import dataclass
from dataclasses import field
from itertools import islice

from scorekeeper.documents.cell_days import day_of
from scorekeeper.documents.cell_days import day_order
from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import is_bare
from scorekeeper.documents.cells import text_of
from scorekeeper.services.import_formats.bills import same_person
from scorekeeper.services.import_formats.layout import BARE_MAX
from scorekeeper.services.import_formats.layout import CURRENCIES
from scorekeeper.services.import_formats.layout import DATE
from scorekeeper.services.import_formats.layout import DATES
from scorekeeper.services.import_formats.layout import REMARK
from scorekeeper.services.import_formats.layout import TITLES
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import Wrong
from scorekeeper.services.import_formats.layout import day_above
from scorekeeper.services.import_formats.layout import foreign_currency
from scorekeeper.services.import_formats.layout import is_amount
from scorekeeper.services.import_formats.layout import is_day
from scorekeeper.services.import_formats.layout import number
from scorekeeper.services.import_formats.layout import plain
from scorekeeper.services.import_formats.layout import unit_of
from scorekeeper.services.import_formats.layout import word
from scorekeeper.services.import_questions import Question

_NAMES = {
    *("name", "namen", "spieler", "spielerin", "mitspieler", "mitglied", "person", "wer"),
    *("player", "member", "names", "who", "teilnehmer"),
}
_AMOUNTS = {
    *("betrag", "gewinn", "gewinnverlust", "plusminus", "geld", "euro", "cent", "ct", "eur"),
    *("plus", "gewonnen", "haben", "einnahme", "einnahmen", "amount", "won", "credit", "money"),
    *("win", "winloss", "cents", "abrechnung", "auszahlung", "payout", "guthaben"),
}
_LESS_SURE = {"ergebnis", "result", "summe", "wert", "saldo", "stand", "balance", "kontostand"}
_COLUMNS, _LOOKED_AT = 3, 200
_MINUS = {
    *("minus", "verlust", "verloren", "soll", "ausgabe", "ausgaben", "lost", "loss", "debit"),
    *("schulden", "schuld", "debt", "debts"),
}
_TOTALS = {
    *("summe", "gesamt", "gesamtsumme", "tagessumme", "zwischensumme", "total", "totals", "sum"),
    *("kontrolle", "probe", "saldo", "endstand"),
}
_NUMBERS = {"nr", "nummer", "no", "number", "spielnr", "runde", "round", "dealno", "lfdnr", "tisch"}
_NUMBERS |= {"table", "abendnr", "eveningno"}


@dataclass(slots=True)
class _Deal:
    """The rows that belong together: their day, what was said, who got what."""

    number: int
    day: Cell
    said: dict[str, None] = field(default_factory=dict)
    cents: dict[str, int] = field(default_factory=dict)
    cells: dict[str, list[Cell]] = field(default_factory=dict)


def read(table: Table) -> Reshaped | None:
    """Return a list of people with an amount and a day each as a plain sheet, a row a day.

    Rows with numbers of their own for deals, rounds or tables are parted by these too. A list
    without days is one evening when a day stands above it; else it may tell how everybody stands,
    which is asked, also when that adds up to zero.
    """
    amounts = _money(table)
    place, amount, date = table.place(_NAMES), amounts[0] if amounts else -1, table.place(DATES)
    named = min(place, amount) >= 0
    if not named:
        place, amount, date = _by_content(table)
    if min(place, amount) < 0 or not _fits(table, place, amount, date):
        return None
    reading = _Reading(table, place, amount, date)
    for at, row in table.body():
        reading.add(at, row)
    doubts = (*_which(table, amounts), *foreign_currency(table, reading.currency))
    sure = not reading.wrong and not any(sum(one.cents.values()) for one in reading.deals.values())
    if (reading.wrong and date < 0) or not (sure or named):
        return None
    day = day_above(table.sheet, table.number) if date < 0 else ""
    if date < 0 and not day:
        doubts = (*doubts, _evening(table.heads[at] for at in (amount, *reading.minus)))
    columns = [(table.heads[date], DATE)] if date >= 0 else []
    columns += [(reading.remark, REMARK), *((name, "") for name in reading.names.values())]
    body = [
        (
            deal.number,
            (
                *((deal.day,) if date >= 0 else ()),
                " · ".join(deal.said) or None,
                *(reading.amount(deal, key) for key in reading.names),
            ),
        )
        for deal in reading.deals.values()
    ]
    return plain(
        table,
        "row-a-person",
        columns,
        body,
        unit=unit_of([table.heads[amount]]),
        day=day,
        questions=doubts,
        wrong=tuple(reading.wrong),
        left_out=tuple(reading.left_out),
    )


class _Reading:
    """A list being read: what it held so far, and the day of the row above."""

    def __init__(self, table: Table, place: int, amount: int, date: int) -> None:
        self._place, self._amount, self._date = place, amount, date
        self._numbers = [at for at, said in enumerate(table.words) if said in _NUMBERS]
        self._remarks = [at for at, said in enumerate(table.words) if said in TITLES - _NAMES]
        self._minus = table.place(_MINUS)
        self.currency = table.place(CURRENCIES)
        self.minus = [self._minus] if self._minus >= 0 else []
        self._mark = table.mark([amount, self._minus] if self._minus >= 0 else [amount])
        self._order = day_order(table.column(date)) if date >= 0 else ""
        self._day: Cell = None
        self.remark = table.heads[self._remarks[0]] if self._remarks else "Bemerkung"
        self.deals: dict[tuple[object, ...], _Deal] = {}
        self.names: dict[str, str] = {}
        self.wrong: list[Wrong] = []
        self.left_out: list[int] = []

    def add(self, at: int, row: tuple[Cell, ...]) -> None:
        """Add a row to the deal it belongs to."""
        if self._date >= 0 and row[self._date] is not None:
            self._day = row[self._date]
        name = text_of(row[self._place])
        try:
            cents = amount_of(row[self._amount], self._mark, most=BARE_MAX)
            if self._minus >= 0:
                cents -= abs(amount_of(row[self._minus], self._mark, most=BARE_MAX))
        except CellError as error:
            said = {"text": text_of(row[self._amount])[:40]}
            self.wrong.append(Wrong(at, self._amount, error.code, said))
            return
        if not name or word(name) in _TOTALS:
            if cents:
                self.wrong.append(Wrong(at, self._place, "nameless"))
            elif name:
                self.left_out.append(at)
            return
        which = (_same_day(self._day, self._order), *(text_of(row[one]) for one in self._numbers))
        deal = self.deals.setdefault(which, _Deal(at, self._day))
        deal.said.update(dict.fromkeys(filter(None, (text_of(row[one]) for one in self._remarks))))
        key = same_person(name)
        self.names.setdefault(key, name)
        deal.cents[key] = deal.cents.get(key, 0) + cents
        written = [row[place] for place in (self._amount, self._minus) if place >= 0]
        if self.currency >= 0 and text_of(row[self.currency]):  # which is asked about or euros
            written = [f"{text_of(cell)} €" if is_bare(cell) else cell for cell in written]
        deal.cells.setdefault(key, []).extend(written)

    def amount(self, deal: _Deal, key: str) -> Cell:
        """Return what a deal brought somebody as a cell, None if he was not in it."""
        if key not in deal.cents:
            return None
        try:
            return number(deal.cents[key], deal.cells[key], self._mark)
        except CellError as error:
            said = {"text": " ".join(map(text_of, deal.cells[key]))[:40]}
            self.wrong.append(Wrong(deal.number, self._amount, error.code, said))
            return None


def _money(table: Table) -> list[int]:
    """Return the columns whose headings are words for money, those of the surest words."""
    for words in (_AMOUNTS, _LESS_SURE):
        found = [
            at
            for at, said in enumerate(table.words)
            if said in words and any(map(is_amount, table.column(at)))
        ]
        if found:
            return found
    return []


def _which(table: Table, amounts: list[int]) -> tuple[Question, ...]:
    """Return the question which of several columns of money counts."""
    if len(amounts) < 2:
        return ()
    columns = tuple(table.heads[at] for at in amounts)
    return (Question(code="money", rows=(table.number,), columns=columns),)


def _evening(columns: Iterable[str]) -> Question:
    """Return the question whether amounts without a day are those of an evening."""
    said = {"evening": True}
    return Question(code="balances", columns=tuple(columns), options=("--mapping",), values=said)


def _by_content(table: Table) -> tuple[int, int, int]:
    """Return the columns of names, amounts and days of a sheet with nothing else, -1 each if not.

    The names come again, day after day.
    """
    places = [at for at, head in enumerate(table.heads) if head]
    if len(places) != _COLUMNS:
        return -1, -1, -1
    body = [row for _, row in islice(table.body(), _LOOKED_AT)]
    columns = {at: [row[at] for row in body if row[at] is not None] for at in places}
    days = [at for at, cells in columns.items() if cells and all(map(is_day, cells))]
    amounts = [at for at, cells in columns.items() if cells and all(map(is_amount, cells))]
    names = [at for at in places if at not in days and not any(map(is_amount, columns[at]))]
    if not len(days) == len(amounts) == len(names) == 1:
        return -1, -1, -1
    said = list(map(text_of, columns[names[0]]))
    again = len(set(said)) < len(said)
    return (names[0], amounts[0], days[0]) if again else (-1, -1, -1)


def _fits(table: Table, name: int, amount: int, date: int) -> bool:
    """Return whether these columns hold names, amounts and days, and no others hold deals."""
    names, amounts = table.column(name), table.column(amount)
    if not names or not amounts or any(map(is_amount, names)):
        return False
    if date >= 0 and not any(map(is_day, table.column(date))):
        return False
    known = {name, amount, date, *(at for at, said in enumerate(table.words) if said in _NUMBERS)}
    others = [table.column(at) for at in range(len(table.heads)) if at not in known]
    return sum(2 * sum(map(is_amount, cells)) > len(cells) for cells in others) < 2


def _same_day(cell: Cell, order: str) -> object:
    """Return what two spellings of a day have in common; one that is none stands for itself."""
    try:
        return day_of(cell, order)
    except CellError:
        return text_of(cell)
