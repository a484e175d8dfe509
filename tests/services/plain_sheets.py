"""Looking at the plain sheets that foreign layouts become."""

from scorekeeper.documents.cells import amount_of
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.sheets import read_sheet
from scorekeeper.services.import_formats import Reshaped
from scorekeeper.services.import_formats import reshaped
from scorekeeper.services.import_formats.layout import PERSON
from scorekeeper.services.import_formats.layout import PURSE


def found(text: str) -> Reshaped:
    plain = reshaped(read_sheet(text.encode()))
    assert plain is not None
    return plain


def sums(plain: Reshaped, *, rows: range | None = None) -> dict[str, int]:
    """Return what everybody got in cents."""
    header, *body = plain.sheet.rows
    assert len(plain.rows) == len(plain.sheet.rows)
    result: dict[str, int] = {}
    for number, row in zip(plain.rows[1:], body, strict=True):
        for place, (name, cell) in enumerate(zip(header, row, strict=True)):
            person = plain.roles[place] in (PERSON, PURSE) or (plain.roles[place] == "" and place)
            if person and (rows is None or number in rows):
                result[text_of(name)] = result.get(text_of(name), 0) + amount_of(cell, ".")
    return result
