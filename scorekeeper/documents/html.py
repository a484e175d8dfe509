"""Facts become a page: every number and name is set here, the templates only place them."""

from collections.abc import Callable
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from jinja2 import Environment
from jinja2 import FileSystemLoader
from jinja2 import StrictUndefined
from markupsafe import Markup
from markupsafe import escape

from scorekeeper.documents import typography as set_
from scorekeeper.documents.amounts_html import amounts_tables
from scorekeeper.documents.amounts_html import needs_width
from scorekeeper.documents.amounts_html import written
from scorekeeper.documents.facts import ChangeFacts
from scorekeeper.documents.facts import DealFacts
from scorekeeper.documents.facts import LedgerFacts
from scorekeeper.documents.facts import SheetFacts
from scorekeeper.documents.facts import TableFacts
from scorekeeper.documents.facts import TellingFacts
from scorekeeper.documents.house_words import rules_in_words
from scorekeeper.documents.sentences import SUIT_MARKS
from scorekeeper.documents.sentences import Say
from scorekeeper.documents.sentences import details
from scorekeeper.documents.sentences import score
from scorekeeper.documents.sentences import sentence
from scorekeeper.documents.symbols import qr_code
from scorekeeper.documents.symbols import suit_url
from scorekeeper.i18n import translator
from scorekeeper.ledger.journal import printed_hash
from scorekeeper.paths import data_dir
from scorekeeper.rules.house import Game

FONT_PACKAGES = ("fonts-vollkorn", "fonts-dejavu-core")
"""Debian packages: Vollkorn is what documents are set in, DejaVu has the letters it lacks."""

WIDE_TABLE = 9
"""From so many columns of people at one table on the ledger is printed across the page."""

SHEET_PEOPLE = 4
SHEET_ROWS = 20
SHEET_MATCH_LINES = 9

_TEXT_MM = 174
_TEXT_MM_WIDE = 261
_DRAWN = {
    mark: Markup('<img class=suit alt="" src="{}">').format(suit_url(letter))
    for letter, mark in SUIT_MARKS.items()
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A person's two numbers in a line: what it brought him, and where he stands after it."""

    change: str
    balance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of a table as it is printed. `mark` is the number of its note, "" for none."""

    number: str
    text: Markup
    details: Markup
    cells: tuple[Cell, ...]
    extra: str  # in the last column: what lies in the Haferl, or the points of the match
    struck: bool
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Widths of a table's columns in millimetres."""

    person: float
    extra: float
    text: float


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(data_dir("templates") / "documents"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Notes:
    """Footnotes of a document, numbered through it and printed below the table they belong to."""

    def __init__(self, time_zone: str, say: Say, language: str) -> None:
        self._time_zone = time_zone
        self._say = say
        self._language = language
        self._count = 0
        self._waiting: list[tuple[str, str]] = []

    def add(self, kind: str, number: int, why: ChangeFacts) -> str:
        """Note why a deal's line was struck out; return the mark that stands beside the line."""
        self._count += 1
        values = {
            "number": str(number),
            "who": why.who or self._say("note.somebody"),
            "moment": set_.moment(why.at, self._language, self._time_zone),
        }
        reason = why.reason.strip().rstrip(".")
        if reason:
            values["reason"] = set_.quoted(reason, self._language)
        text = self._say(f"note.{kind}" if reason else f"note.{kind}_plain", **values)
        if why.new_rules:
            text += " " + self._say("note.new_rules")
        self._waiting.append((str(self._count), text))
        return str(self._count)

    def taken(self) -> list[tuple[str, str]]:
        """Hand out the notes added since the last time, mark and text."""
        waiting, self._waiting = self._waiting, []
        return waiting


def speaker(language: str) -> Say:
    """Return the translator of the documents' own texts."""
    t = translator(language)

    def say(key: str, n: int | None = None, **values: object) -> str:
        return t(f"documents.{key}", n, **values)

    return say


def ledger_html(facts: LedgerFacts, *, language: str) -> str:
    """Set a night's ledger as HTML, in the language asked for (de or en)."""
    say = speaker(language)
    several = len(facts.tables) > 1
    wide = any(len(table.people) >= WIDE_TABLE for table in facts.tables) or needs_width(
        facts, _TEXT_MM, language
    )
    notes = Notes(facts.time_zone, say, language)
    tables = [
        {
            "facts": table,
            "heading": _table_heading(table, several, say),
            "tariff": set_.money(table.tariff, language, facts.currency),
            "rules": [rules_in_words(rules, say, language) for rules in table.rules],
            "columns": columns(len(table.people), extra=bool(_last_column(table)), wide=wide),
            "last": _last_column(table),
            "sides": _match_sides(table, say, language),
            "lines": [
                line for deal in table.deals for line in _lines(deal, table, notes, say, language)
            ],
            "notes": notes.taken(),
            "divided": _divided(table, language),
            "sums": _sums(table, several, language),
        }
        for table in facts.tables
    ]
    return (
        _environment()
        .get_template("ledger.html")
        .render(
            facts=facts,
            lang=language,
            say=say,
            set=set_,
            tables=tables,
            several=several,
            wide=wide,
            day=set_.long_date(facts.date, language),
            page_words=_page_words(say),
            hash=printed_hash(facts.hash),
            as_of=facts.as_of and set_.moment(facts.as_of, language, facts.time_zone),
            qr=Markup(qr_code(facts.url)) if facts.url else "",
            suits=[suit_url(letter) for letter in "EGHS"],
            stands_at_zero=not any(x.open for x in facts.balances),
            anything_paid=any(x.paid for x in facts.balances),
            haferl_divided=any(x.haferl for x in facts.balances),
            by_sheet=bool(facts.tables) and any(x.sheets for x in facts.balances),
            rounded=any(x.rounding for x in facts.balances),
            imported=all(sheet.imported for sheet in facts.sheets),
            sheets=amounts_tables(facts, _TEXT_MM_WIDE if wide else _TEXT_MM, say, language),
            sheets_written=written(facts, say, language),
        )
    )


def sheet_html(facts: SheetFacts, *, language: str) -> str:
    """Set a blank score sheet as HTML: across the page, for Watten with columns for matches.

    Raises:
        ValueError: the game is none of ours.
    """
    say = speaker(language)
    game = Game(facts.game)
    tariff = "" if facts.tariff is None else set_.money(facts.tariff, language, facts.currency)
    asked = [("club", facts.club, 32), ("date", "", 20), ("place", "", 28), ("tariff", tariff, 20)]
    numbers = ("6", "7", "8", "9") if game is Game.WALLACHEN else (say("brand"),)
    people = facts.people or ("",) * SHEET_PEOPLE
    return (
        _environment()
        .get_template("sheet.html")
        .render(
            facts=facts,
            lang=language,
            say=say,
            set=set_,
            title=say("sheet.title", game=say(f"game.{game}")),
            asked=asked,
            suits={letter: suit_url(letter) for letter in "EGHS"},
            people=people,
            haferl=facts.haferl and game is Game.WALLACHEN,
            games=[*numbers, say("bettel"), say("mord")],
            rows=SHEET_ROWS,
            lines=SHEET_MATCH_LINES,
            sides=[
                set_.listed(people[side::2], language) if facts.people else "" for side in (0, 1)
            ],
        )
    )


def drawn(text: str) -> Markup:
    """Return a text as HTML, its suit marks as drawings."""
    html = escape(text)
    for mark, image in _DRAWN.items():
        if mark in html:
            html = Markup(image.join(html.split(mark)))
    return html


def columns(people: int, *, extra: bool, wide: bool) -> Columns:
    """Share the page's width: people get what they need, what was played gets the rest."""
    room = (_TEXT_MM_WIDE if wide else _TEXT_MM) - 10
    last = 14.0 if extra else 0.0
    person = min(18.0, max(12.5, (room - last - 56) / max(people, 1)))
    return Columns(person=person, extra=last, text=room - last - person * people)


def _table_heading(table: TableFacts, several: bool, say: Say) -> str:
    game = say(f"game.{table.game}")
    if not several:
        return game
    return f"{table.name}{set_.HARD}· {game}"


def _last_column(table: TableFacts) -> str:
    """Say what the last column of a table is for: haferl, match, or "" where there is none."""
    if any(x.haferl_after or (x.valid and x.valid.haferl_change) for x in table.deals):
        return "haferl"
    return "match" if _sides(table) else ""


def _sides(table: TableFacts) -> tuple[tuple[str, ...], ...]:
    """Return the two sides of a table where the same two met in every match, else nothing."""
    seen = {
        tuple(side for side, _ in x.valid.played.match)
        for x in table.deals
        if x.valid and x.valid.played.match
    }
    sides = seen.pop() if len(seen) == 1 else ()
    return sides if len(sides) == 2 else ()


def _match_sides(table: TableFacts, say: Say, language: str) -> str:
    if _last_column(table) != "match":
        return ""
    one, other = (set_.listed(side, language) for side in _sides(table))
    return say("match_sides", one=one, other=other)


def _lines(deal: DealFacts, table: TableFacts, notes: Notes, say: Say, language: str) -> list[Line]:
    """Set a deal: every telling that was struck out, then the one that holds, if any does."""
    lines = []
    for place, (telling, why) in enumerate(deal.struck):
        undone = deal.valid is None and place == len(deal.struck) - 1
        kind = "undone" if undone else "rescored" if why.rescored else "corrected"
        kind = "ruled" if why.ruled and not undone else kind
        mark = notes.add(kind, deal.number, why)
        lines.append(_line(deal, telling, None, table, mark, say, language))
    if deal.valid is not None:
        lines.append(_line(deal, deal.valid, deal.balances, table, "", say, language))
    return lines


def _line(
    deal: DealFacts,
    telling: TellingFacts,
    balances: Sequence[int | None] | None,
    table: TableFacts,
    mark: str,
    say: Say,
    language: str,
) -> Line:
    last = _last_column(table)
    change, signed = _FIGURES[table.soft]
    struck = balances is None
    after = balances if balances is not None else [None] * len(telling.changes)
    more = extra = ""
    if not struck:
        shown = last == "match"
        more = details(telling.played, deal.dealer, say, language, match=not shown)
        extra = score(telling.played) if shown else ""
        if last == "haferl" and deal.haferl_after:
            extra = set_.amount(deal.haferl_after, language)
    said = sentence(telling.played, say, language)
    if deal.disputed and not struck:
        said = say("disputed", said=said)
    return Line(
        number=str(deal.number),
        text=drawn(said),
        details=drawn(more),
        cells=tuple(
            Cell(
                change=change(changed, language),
                balance="" if stands is None else signed(stands, language),
            )
            for changed, stands in zip(telling.changes, after, strict=True)
        ),
        extra=extra,
        struck=struck,
        mark=mark,
    )


_FIGURES: dict[bool, tuple[Callable[[int | None, str], str], Callable[[int, str], str]]] = {
    False: (set_.change, set_.signed),
    True: (set_.points_change, set_.points),
}
"""How a change and a sum are written, in money or where a table played without."""


def _divided(table: TableFacts, language: str) -> tuple[Cell, ...]:
    """Set what a Haferl divided at the end brought each column; empty when there was none."""
    if not any(table.haferl_shares):
        return ()
    return tuple(
        Cell(change=set_.change(share, language), balance=set_.signed(stands, language))
        for share, stands in zip(table.haferl_shares, table.final_balances, strict=True)
    )


def _sums(table: TableFacts, several: bool, language: str) -> tuple[Cell, ...]:
    """Set the bottom line of a table: what all its valid deals and its Haferl brought each.

    Where there are several tables, the night's balance stands below it, which may differ.
    """
    totals = [0] * len(table.people)
    for deal in table.deals:
        if deal.valid is not None:
            for place, changed in enumerate(deal.valid.changes):
                totals[place] += changed or 0
    shares = table.haferl_shares or (0,) * len(totals)
    final = table.final_balances or tuple(totals)
    signed = _FIGURES[table.soft][1]
    return tuple(
        Cell(
            change=signed(total + share, language),
            balance=set_.signed(stands, language) if several else "",
        )
        for total, share, stands in zip(totals, shares, final, strict=True)
    )


def _page_words(say: Say) -> tuple[str, str, str]:
    """Split "page x of y" into what stands before, between and after the two numbers."""
    before, rest = say("page", page="\x00", pages="\x01").split("\x00")
    between, after = rest.split("\x01")
    return before, between, after
