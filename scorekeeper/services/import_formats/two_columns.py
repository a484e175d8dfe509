"""Two columns for everybody, one for what he won and one for what he lost."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import CellError
from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import text_of
from scorekeeper.services.import_formats.bills import same_person
from scorekeeper.services.import_formats.layout import BARE_MAX
from scorekeeper.services.import_formats.layout import PERSON
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import number
from scorekeeper.services.import_formats.layout import plain
from scorekeeper.services.import_formats.layout import unit_of
from scorekeeper.services.import_formats.layout import without_unit
from scorekeeper.services.import_formats.layout import word
from scorekeeper.services.import_questions import Question
from scorekeeper.services.import_vocabulary import PURSES
from scorekeeper.services.import_vocabulary import is_pot
from scorekeeper.services.import_vocabulary import is_total
from scorekeeper.services.import_vocabulary import plain as plain_word

_PLUS = (
    *("plus", "gewinn", "gewonnen", "haben", "guthaben", "einnahme", "einnahmen", "bekommt"),
    *("won", "win", "wins", "credit", "gain", "gains", "in", "paid", "bezahlt"),
)
_MINUS = (
    *("minus", "verlust", "verloren", "soll", "schuld", "ausgabe", "ausgaben", "zahlt"),
    *("lost", "loss", "losses", "debit", "out", "owed", "owes", "schuldet"),
)
_SIGNS = str.maketrans(dict.fromkeys("−–—‒‐‑", "-"))
# A point before a blank is part of the name: "Dora H. +".
_OPEN, _CLOSE = r"(?:[\s:(\[/_,]|\.(?=\w))*", r"[\s:)\]/_.,]*"


@dataclass(frozen=True, slots=True)
class _Pair:
    """Somebody's columns: the first of them, those of plus and those of minus, one of each."""

    name: str
    plus: tuple[int, ...]
    minus: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(sorted(self.plus + self.minus))


def read(table: Table) -> Reshaped | None:
    """Return a sheet with a plus and a minus column of the same name as one with one for each.

    A minus column is taken from what the plus column gives, whether its amounts have a sign or
    not. A plus column with amounts below zero, or a minus column with both, asks.
    """
    table = _two_rows(table)
    pairs = _pairs(table.heads)
    if not pairs:
        return None
    places = [place for pair in pairs for place in pair.places]
    mark = table.mark(places)
    columns: list[tuple[str, str]] = []
    sources: list[int | _Pair] = []
    first = {pair.places[0]: pair for pair in pairs}
    for place, head in enumerate(table.heads):
        if place in places and place not in first:
            continue
        sources.append(first.get(place, place))
        columns.append(_column(first[place].name) if place in first else (head, ""))
    body = [(at, tuple(_cell(row, source, mark) for source in sources)) for at, row in table.body()]
    return plain(
        table,
        "plus-and-minus",
        columns,
        body,
        unit=unit_of(table.heads[place] for place in places),
        questions=_doubts(table, pairs, mark),
    )


def _column(name: str) -> tuple[str, str]:
    """Return the heading and role of a pair: somebody's, but for a purse, a pot and totals."""
    guess = is_pot(name) or is_total(name) or plain_word(name) in PURSES
    return name, "" if guess else PERSON


def _pairs(heads: tuple[str, ...]) -> list[_Pair]:
    """Return whose columns have a sign, none when nobody has both.

    Where somebody has both, another may have one: who never lost needs no column for it.
    """
    found: dict[str, dict[int, tuple[int, str]]] = {}
    for place, head in enumerate(heads):
        sign, name = _signed(head)
        if sign:
            sides = found.setdefault(same_person(name), {})
            if sign in sides:
                return []
            sides[sign] = (place, name)
    if not any(len(sides) > 1 for sides in found.values()):
        return []
    pairs = []
    for sides in found.values():
        plus, minus = (tuple(sides[sign][:1]) if sign in sides else () for sign in (1, -1))
        pairs.append(_Pair(next(iter(sides.values()))[1], plus, minus))
    return pairs


def _signed(head: str) -> tuple[int, str]:
    """Return 1 or -1 and the name from a heading like "Anna +"; 0 when it has no sign."""
    said = without_unit(" ".join(head.translate(_SIGNS).split()))
    for sign, mark, words in ((1, r"\+", _PLUS), (-1, "-", _MINUS)):
        either = "|".join(words)
        for pattern in (
            rf"(?P<name>.+?){_OPEN}{mark}{_CLOSE}",
            rf"[(\[]?{mark}[)\]]?\s*(?P<name>[^\s].*)",
            rf"(?P<name>.+?)(?:[\s:(\[/_,-]|\.(?=\w))+(?:{either}){_CLOSE}",
            rf"(?:{either})[\s:_.,-]+(?P<name>.+)",
        ):
            if (told := re.fullmatch(pattern, said, re.IGNORECASE)) is not None:
                return sign, told["name"].strip(" :([/_,-")
    return 0, ""


def _two_rows(table: Table) -> Table:
    """Return the table with names above and signs below them put into one row of headings."""
    if table.header + 1 >= len(table.sheet.rows):
        return table
    below = tuple(map(text_of, table.sheet.rows[table.header + 1]))
    below += ("",) * (len(table.heads) - len(below))
    signs = {"+": "+", **dict.fromkeys("-−–", "-")}
    sides = [signs.get(one) or _side(word(one)) for one in below]
    if sum(side == "+" for side in sides) < 2 or sides.count("+") != sides.count("-"):
        return table
    heads, name = [], ""
    for head, side, under in zip(table.heads, sides, below, strict=False):
        name = head or name
        heads.append(f"{name} {side}" if side else head or under)
    return Table(table.sheet, table.header + 1, tuple(heads), tuple(map(word, heads)))


def _side(said: str) -> str:
    return "+" if said in _PLUS else "-" if said in _MINUS else ""


def _cell(row: tuple[Cell, ...], source: int | _Pair, mark: str) -> Cell:
    """Return a cell of the plain sheet; one that cannot be read stays as it is, and says so."""
    if isinstance(source, int):
        return row[source]
    if all(row[place] is None for place in source.places):
        return None
    cents = 0
    for place in source.places:
        try:
            amount = amount_of(row[place], mark, most=BARE_MAX)
        except CellError:
            return row[place]
        cents += amount if place in source.plus else -abs(amount)
    try:
        return number(cents, (row[place] for place in source.places), mark)
    except CellError:
        return " ".join(text_of(row[place]) for place in source.places)


def _doubts(table: Table, pairs: list[_Pair], mark: str) -> tuple[Question, ...]:
    rows: dict[int, None] = {}
    columns: dict[str, None] = {}
    for pair in pairs:
        for place in pair.places:
            signs = dict(_signs(table, place, mark))
            below = [at for at, cents in signs.items() if cents < 0]
            if below and (place in pair.plus or max(signs.values()) > 0):
                rows.update(dict.fromkeys(below))
                columns[table.heads[place]] = None
    if not rows:
        return ()
    return (Question(code="signs", rows=tuple(sorted(rows)), columns=tuple(columns)),)


def _signs(table: Table, place: int, mark: str) -> Iterator[tuple[int, int]]:
    """Give the amounts of a column that can be read, with their rows."""
    for at, row in table.body():
        try:
            yield at, amount_of(row[place], mark, most=BARE_MAX)
        except CellError:
            continue
