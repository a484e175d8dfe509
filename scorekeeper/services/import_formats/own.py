"""Our own exports: the deals come back, the other lists say what they are."""

from functools import cache

from scorekeeper.documents.cells import Cell
from scorekeeper.documents.cells import text_of
from scorekeeper.documents.listing import as_written
from scorekeeper.i18n import LANGUAGES
from scorekeeper.i18n import translator
from scorekeeper.services.import_formats.layout import DATE
from scorekeeper.services.import_formats.layout import EURO
from scorekeeper.services.import_formats.layout import PERSON
from scorekeeper.services.import_formats.layout import PURSE
from scorekeeper.services.import_formats.layout import REMARK
from scorekeeper.services.import_formats.layout import Reshaped
from scorekeeper.services.import_formats.layout import Table
from scorekeeper.services.import_formats.layout import Wrong
from scorekeeper.services.import_formats.layout import is_day
from scorekeeper.services.import_formats.layout import plain

_DEALS = ("date", "night", "table", "number", "game", "remark")
_OTHERS = {
    "balances": (("member", "result", "paid", "open"), ("member", "result", "account")),
    "accounts": (("member", "account"),),
    "standings": (("ladder", "place", "member", "amount", "value", "nights", "deals"),),
    "ledger": (
        (
            *("entry", "at", "date", "night", "kind", "debit", "credit", "amount", "who", "why"),
            *("what_for", "receipt", "hash"),
        ),
    ),
}
_NIGHT, _GAME, _REMARK = map(_DEALS.index, ("night", "game", "remark"))


@cache
def _headings(columns: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """Return the headings of these columns in every language we export in."""
    return frozenset(
        tuple(translator(language)(f"files.column.{column}") for column in columns)
        for language in LANGUAGES
    )


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(translator(language)(key) for language in LANGUAGES)


def deals(table: Table) -> Reshaped | None:
    """Return our own list of deals as a plain sheet; what was played becomes the remark.

    As long as every row is as we write them, each is a deal: with a day, an evening and a game.
    Words in another row, which somebody added, stay together, so that a total is seen as one.
    """
    first = len(_DEALS)
    if table.heads[:first] not in _headings(_DEALS) or len(table.heads) == first:
        return None
    written = as_written if table.sheet.form == "csv" else str
    names = [written(head) for head in table.heads[first:]]
    roles = [PERSON] * len(names)
    if names[-1] in _words("files.column.pot"):
        roles[-1] = PURSE
    columns = [(table.heads[0], DATE), (table.heads[_REMARK], REMARK)]
    columns += list(zip(names, roles, strict=True))
    booked = _words("files.entry.amounts")

    def remark(row: tuple[Cell, ...]) -> str | None:
        places = (_GAME, _REMARK) if _is_ours(row) else range(1, first)
        told = [written(text_of(row[place])) for place in places]
        return " · ".join(one for one in told if one and one not in booked) or None

    body = [(number, (row[0], remark(row), *row[first:])) for number, row in table.body()]
    certain = all(_is_ours(row) for _, row in table.body())
    return plain(table, "own", columns, body, unit=EURO, deals=True, certain=certain)


def _is_ours(row: tuple[Cell, ...]) -> bool:
    numbered = text_of(row[_NIGHT]).isdecimal()
    return is_day(row[0]) and numbered and bool(text_of(row[_GAME]))


def other_lists(table: Table) -> Reshaped | None:
    """Return the refusal of our own lists that hold no deals: balances, ladders, the ledger."""
    heads = tuple(head for head in table.heads if head)
    for code, lists in _OTHERS.items():
        if any(heads in _headings(columns) for columns in lists):
            wrong = Wrong(table.number, -1, f"own_{code}")
            return plain(table, "own", [(head, "") for head in heads], [], wrong=(wrong,))
    return None
