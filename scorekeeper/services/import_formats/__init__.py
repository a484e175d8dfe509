"""Files of other programs, and layouts that are no plain sheet, recognised by their headings.

Pure: a sheet goes in, a plain one comes out, with the numbers its rows have in the file. What is in
doubt is a question, what cannot be right is said; nothing is looked up and nothing kept.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from scorekeeper.documents.sheets import Sheet
from scorekeeper.services.import_formats import i_hate_money
from scorekeeper.services.import_formats import own
from scorekeeper.services.import_formats import row_a_person
from scorekeeper.services.import_formats import several
from scorekeeper.services.import_formats import spliit
from scorekeeper.services.import_formats import splitwise
from scorekeeper.services.import_formats import tricount
from scorekeeper.services.import_formats import two_columns
from scorekeeper.services.import_formats.days_across import days_across
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import Wrong
from scorekeeper.services.import_formats.layout import tables

__all__ = ["Reshaped", "Wrong", "reshaped", "sheet_of_json"]

_READERS: tuple[Callable[[Table], Reshaped | None], ...] = (
    own.deals,
    own.other_lists,
    spliit.read,
    splitwise.read,
    i_hate_money.read,
    tricount.read,
    two_columns.read,
    row_a_person.read,
)


def reshaped(sheet: Sheet) -> Reshaped | None:
    """Return a sheet of a layout known here as a plain one, None for any other."""
    question = several.several_lists(sheet) or several.side_by_side(sheet)
    if question is not None:
        numbers = tuple(range(1, len(sheet.rows) + 1))
        return Reshaped(name="lists", sheet=sheet, rows=numbers, questions=(question,))
    if (turned := days_across(sheet)) is not None:
        return turned
    once, numbers = several.without_repeated_headings(sheet)
    for table in tables(once):
        for read in _READERS:
            if (found := read(table)) is not None:
                return _in_the_file(found, numbers)
    if len(numbers) < len(sheet.rows):
        return Reshaped(name="repeated-headings", sheet=once, rows=numbers)
    return None


def sheet_of_json(content: bytes) -> Sheet | None:
    """Return a JSON export of I Hate Money or Spliit as a sheet, None for anything else."""
    try:
        said = json.loads(content, parse_float=Decimal)
        return i_hate_money.sheet_of(said) or spliit.sheet_of(said)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _in_the_file(found: Reshaped, numbers: tuple[int, ...]) -> Reshaped:
    """Return what was found with the rows' numbers in the file, above which some were left out."""
    return replace(
        found,
        rows=tuple(numbers[row - 1] for row in found.rows),
        questions=tuple(
            replace(one, rows=tuple(numbers[row - 1] for row in one.rows))
            for one in found.questions
        ),
        wrong=tuple(
            replace(one, row=numbers[one.row - 1] if one.row else 0) for one in found.wrong
        ),
        left_out=tuple(numbers[row - 1] for row in found.left_out),
    )
