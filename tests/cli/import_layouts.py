"""Sheets in every layout people keep them in, made from balances that are known.

Nothing here reads a sheet: evenings are made by chance, written down in a layout by chance, and
what everybody must have in the end follows from the evenings alone. Whether a sheet can be read in
two ways is decided from the evenings too, by the words of `shared/cases/import/README.md`.

    python -m tests.cli.import_layouts 2000

brings so many in and prints how many were asked about, by layout.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field
from datetime import date
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from random import Random

NAMES = ("Anna", "Bert", "Cäcilie", "Dora H.", "Emil", "Franz-Xaver", "Gitta", "Ölschläger Max")
GAMES = ("Brand", "Bettel", "Mord", "Ruf mit der Alten", "Herz", "verloren, schwarz", "")
TOTALS = ("Summe", "SUMME", "Gesamtsumme", "Gesamt:", "Endstand", "Saldo", "Total", "Summe gesamt")
EVENING_TOTALS = ("Tagessumme", "Zwischensumme", "Summe:", "Zwischenstand", "Subtotal")
LAYOUTS = (
    *("deals", "evenings", "totals", "evening totals", "running", "plus and minus"),
    *("row a person", "purse", "shared costs", "check columns", "running, unsaid", "misses zero"),
)
FORMS = (";", ",", "\t", "|", "xlsx")

Row = list[str | int | date | None]  # an int is an amount in cents


@dataclass(frozen=True, slots=True)
class Deal:
    """What a deal brought each of the people, in cents, and the purse."""

    game: str
    moved: tuple[int, ...]
    purse: int = 0


@dataclass(frozen=True, slots=True)
class Evening:
    """A day and its deals."""

    day: date
    deals: tuple[Deal, ...]


@dataclass(slots=True, kw_only=True)
class Made:
    """A sheet, how it is brought in, and what must come of it."""

    layout: str
    form: str
    content: bytes
    options: list[str] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)
    purse: int = 0
    doubtful: bool = False  # may be asked about
    asks: bool = False  # must be asked about
    unsaid: bool = False  # nobody can tell what it is, short as it is: anything but an error

    @property
    def name(self) -> str:
        """Return a name for the file."""
        return "Liste.xlsx" if self.form == "xlsx" else "Liste.csv"


def made(seed: int) -> Made:
    """Return the sheet of this number."""
    chance = Random(seed)
    layout = LAYOUTS[seed % len(LAYOUTS)]
    form = chance.choice(FORMS)
    people = chance.sample(NAMES, chance.randint(2 if layout == "row a person" else 3, 6))
    evenings = _evenings(chance, len(people), purse=layout in ("purse", "misses zero"))
    rows, options, doubtful = _rows(chance, layout, people, evenings)
    asks = layout == "misses zero" and not options
    unsaid = False
    if layout == "running, unsaid":
        options, asks = [], doubtful
        unsaid = not doubtful
    cents = chance.random() < 0.2 and layout != "shared costs"
    if cents:
        options = [*options, "--unit", "cent"]
    return Made(
        layout=layout,
        form=form,
        content=_written(chance, rows, form, cents=cents, english=layout == "shared costs"),
        options=options,
        balances={
            name: sum(deal.moved[place] for one in evenings for deal in one.deals)
            for place, name in enumerate(people)
        },
        purse=sum(deal.purse for one in evenings for deal in one.deals),
        doubtful=doubtful,
        asks=asks,
        unsaid=unsaid,
    )


def _evenings(chance: Random, people: int, *, purse: bool) -> list[Evening]:
    day = date(2026, 9, 4)
    found = []
    for _ in range(chance.randint(1, 4)):
        deals = []
        for _ in range(chance.randint(1, 7)):
            moved = _deal(chance, people)
            left = chance.choice((0, 10, 50)) if purse else 0
            moved[0] -= left
            deals.append(Deal(chance.choice(GAMES), tuple(moved), left))
        found.append(Evening(day, tuple(deals)))
        day += timedelta(days=chance.choice((7, 14)))
    return found


def _deal(chance: Random, people: int) -> list[int]:
    """Return a deal at cards: one against the others, or amounts as they come."""
    while True:
        if chance.random() < 0.5:
            stake = chance.choice((5, 10, 20, 50))
            moved = [-stake] * people
            moved[chance.randrange(people)] = stake * (people - 1)
            if chance.random() < 0.5:
                moved = [-cents for cents in moved]
        else:
            moved = [chance.randint(-300, 300) for _ in range(people - 1)]
            moved.append(-sum(moved))
        if any(moved):
            return moved


def _rows(
    chance: Random, layout: str, people: Sequence[str], evenings: Sequence[Evening]
) -> tuple[list[Row], list[str], bool]:
    """Return the rows of a sheet, the options it needs, and whether it may be asked about."""
    if layout == "row a person":
        return _row_a_person(chance, people, evenings), [], False
    if layout == "shared costs":
        return _shared_costs(people, evenings), [], False
    told = [(one.day, deal) for one in evenings for deal in one.deals]
    if layout == "evenings" or (layout in ("totals", "plus and minus") and chance.random() < 0.5):
        told = [(one.day, _summed(one)) for one in evenings]
    if layout in ("running", "running, unsaid"):
        return _running(chance, people, told)
    heads: Row = ["Datum", "Spielart", *people]
    purse = layout == "purse"
    if layout == "misses zero":
        return _misses_zero(chance, people, told)
    if purse:
        heads.append(chance.choice(("Kasse", "Vereinskasse", "Purse")))
    repeat = chance.random() < 0.5
    rows = [heads]
    for place, (day, deal) in enumerate(told):
        fresh = repeat or place == 0 or told[place - 1][0] != day
        rows.append([day if fresh else None, deal.game, *deal.moved, *([deal.purse] * purse)])
        last = place + 1 == len(told) or told[place + 1][0] != day
        if layout == "evening totals" and last:
            summed = _added([one for when, one in told if when == day])
            rows.append(_total(chance, EVENING_TOTALS, summed))
    if layout in ("totals", "evening totals") and (layout == "totals" or chance.random() < 0.5):
        if chance.random() < 0.3:
            rows.append([])
        rows.append(_total(chance, TOTALS, _added([deal for _, deal in told])))
    if layout == "check columns":
        rows = [["Nr.", *heads, "Summe"]] + [
            [str(number), *row, 0] for number, row in enumerate(rows[1:], 1)
        ]
    if layout == "plus and minus":
        rows = _plus_and_minus(chance, rows)
    marked = layout in ("totals", "evening totals")
    return rows, [], _doubtful(told, marked=marked)


def _summed(evening: Evening) -> Deal:
    moved = _added(evening.deals)
    return Deal("", tuple(moved), sum(deal.purse for deal in evening.deals))


def _added(deals: Sequence[Deal]) -> list[int]:
    return [sum(cents) for cents in zip(*(deal.moved for deal in deals), strict=True)]


def _total(chance: Random, words: Sequence[str], moved: Sequence[int]) -> Row:
    word = chance.choice(words)
    return [word, "", *moved] if chance.random() < 0.5 else [None, word, *moved]


def _running(
    chance: Random, people: Sequence[str], told: Sequence[tuple[date, Deal]]
) -> tuple[list[Row], list[str], bool]:
    stands = [0] * len(people)
    held: list[tuple[int, ...]] = []
    rows: list[Row] = [["Datum", *people]]
    for place, (day, deal) in enumerate(told):
        stands = [a + b for a, b in zip(stands, deal.moved, strict=True)]
        fresh = place == 0 or told[place - 1][0] != day
        rows.append([day if fresh else None, *stands])
        held.append(tuple(stands))
    return rows, ["--rows", "running"], _looks_running(held)


def _misses_zero(
    chance: Random, people: Sequence[str], told: Sequence[tuple[date, Deal]]
) -> tuple[list[Row], list[str], bool]:
    """Return rows that lack what the purse got, and every other time who gets it."""
    rows: list[Row] = [["Datum", "Spielart", *people]]
    rows += [[day, deal.game, *deal.moved] for day, deal in told]
    if not any(deal.purse for _, deal in told):
        return rows, ["--difference", "purse"], _doubtful(told, marked=False)
    said = ["--difference", "purse"] if chance.random() < 0.5 else []
    return rows, said, True


def _plus_and_minus(chance: Random, rows: Sequence[Row]) -> list[Row]:
    plus, minus = chance.choice((("+", "-"), ("Plus", "Minus"), ("(+)", "(-)")))
    found: list[Row] = []
    for number, row in enumerate(rows):
        wide: Row = list(row[:2])
        for cell in row[2:]:
            if number == 0:
                wide += [f"{cell} {plus}", f"{cell} {minus}"]
            else:
                assert isinstance(cell, int)
                wide += [cell if cell > 0 else None, -cell if cell < 0 else None]
        found.append(wide)
    return found


def _row_a_person(chance: Random, people: Sequence[str], evenings: Sequence[Evening]) -> list[Row]:
    heads: Row = [
        "Datum",
        chance.choice(("Spieler", "Name")),
        chance.choice(("Betrag", "Ergebnis")),
    ]
    rows = [heads]
    for one in evenings:
        for place, cents in enumerate(_summed(one).moved):
            if cents or one is evenings[0]:
                rows.append([one.day, people[place], cents])
    return rows


def _shared_costs(people: Sequence[str], evenings: Sequence[Evening]) -> list[Row]:
    """Return a list of shared costs as Splitwise exports it, with its balance below."""
    rows: list[Row] = [["Date", "Description", "Category", "Cost", "Currency", *people], []]
    for one in evenings:
        for deal in one.deals:
            cost = sum(cents for cents in deal.moved if cents > 0)
            rows.append([one.day, deal.game or "Cards", "Games", cost, "EUR", *deal.moved])
    every = _added([deal for one in evenings for deal in one.deals])
    rows += [[], [evenings[-1].day, "Total balance", " ", " ", "EUR", *every]]
    return rows


def _doubtful(told: Sequence[tuple[date, Deal]], *, marked: bool) -> bool:
    """Return whether rows may be something else than deals, without a word that says so."""
    moved = [deal.moved for _, deal in told]
    if _looks_running(moved, nearly=0.7):
        return True
    if marked:
        return False
    return _ends_in_sum(moved) or _evenings_end_in_sum(told)


def _looks_running(moved: Sequence[tuple[int, ...]], nearly: float = 0.9) -> bool:
    """Return whether six rows and more differ by less than they hold, nearly all of them."""
    if len(moved) < 6:
        return False
    less = sum(
        sum(abs(b - a) for a, b in zip(one, other, strict=True)) < sum(map(abs, other))
        for one, other in pairwise(moved)
    )
    return less >= nearly * (len(moved) - 1)


def _ends_in_sum(moved: Sequence[tuple[int, ...]]) -> bool:
    before = moved[:-1]
    return any(
        len(part) >= 2 and tuple(map(sum, zip(*part, strict=True))) == moved[-1]
        for part in (before[first:] for first in range(len(before)))
    )


def _evenings_end_in_sum(told: Sequence[tuple[date, Deal]]) -> bool:
    days = {day: [deal.moved for when, deal in told if when == day] for day, _ in told}
    several = [moved for moved in days.values() if len(moved) > 1]
    return bool(several) and all(
        tuple(map(sum, zip(*moved[:-1], strict=True))) == moved[-1] for moved in several
    )


def _written(
    chance: Random, rows: Sequence[Row], form: str, *, cents: bool, english: bool
) -> bytes:
    if form == "xlsx":
        return _as_xlsx(rows, cents=cents)
    point = english or (form == "," and chance.random() < 0.5)
    day = chance.choice(("%d.%m.%Y", "%Y-%m-%d", "%d.%m.%y"))

    def text(cell: str | int | date | None) -> str:
        if isinstance(cell, date):
            return f"{cell:%Y-%m-%d}" if english else cell.strftime(day)
        if isinstance(cell, int):
            if cents:
                return str(cell)
            told = f"{'-' if cell < 0 else ''}{abs(cell) // 100}.{abs(cell) % 100:02}"
            return told if point else told.replace(".", ",")
        return cell or ""

    out = io.StringIO()
    writer = csv.writer(out, delimiter=form, lineterminator="\n")
    for row in rows:
        writer.writerow([text(cell) for cell in row])
    return out.getvalue().encode(chance.choice(("utf-8", "utf-8-sig", "utf-8")))


def _as_xlsx(rows: Sequence[Row], *, cents: bool) -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(
            [(cell if cents else cell / 100) if isinstance(cell, int) else cell for cell in row]
        )
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@dataclass(slots=True)
class Tried:
    """What came of many sheets: how many of a layout, how many were asked about, what is wrong."""

    seen: Counter[str] = field(default_factory=Counter)
    asked: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Give a line for each layout and one for all."""
        for layout in LAYOUTS:
            yield f"{layout:16} {self.seen[layout]:5} sheets, {self.asked[layout]:4} asked about"
        yield f"{'all':16} {self.seen.total():5} sheets, {self.asked.total():4} asked about"


def tried(seeds: Sequence[int], folder: Path, template: Path) -> Tried:
    """Bring in the sheets of these numbers, each into a club of its own."""
    from tests.cli.import_cases import ASKS
    from tests.cli.import_cases import STORED
    from tests.cli.import_cases import Shell

    found = Tried()
    for seed in seeds:
        sheet = made(seed)
        place = folder / str(seed)
        shell = Shell(place, template)
        file = place / sheet.name
        file.write_bytes(sheet.content)
        told = shell.bring_in(file, sheet.options)
        club = shell.club()
        said = f"{seed} {sheet.layout} {sheet.form!r} {sheet.options}: {told.status}"
        found.seen[sheet.layout] += 1
        if sheet.asks and told.status != ASKS:
            found.wrong.append(f"{said} nothing is asked")
        if sheet.unsaid and told.status in (STORED, ASKS):
            found.asked[sheet.layout] += told.status == ASKS
            continue
        if told.status == STORED:
            if {**dict.fromkeys(club.members, 0), **club.balances} != sheet.balances:
                found.wrong.append(f"{said} {club.balances} for {sheet.balances}")
            if club.purse != sheet.purse:
                found.wrong.append(f"{said} purse {club.purse} for {sheet.purse}")
            continue
        found.asked[sheet.layout] += 1
        if told.status != ASKS or club.members or not (sheet.doubtful or sheet.asks):
            found.wrong.append(f"{said} {told.text.strip()[:300]}")
    return found


def main() -> None:
    """Bring in as many sheets as the command line says."""
    import sys
    from tempfile import TemporaryDirectory

    from scorekeeper.services.database import upgrade

    with TemporaryDirectory() as name:
        folder = Path(name)
        upgrade(f"sqlite:///{folder}/template.db")
        found = tried(range(int(sys.argv[1])), folder, folder / "template.db")
    print(*found.lines(), *found.wrong, f"{len(found.wrong)} wrong", sep="\n")


if __name__ == "__main__":
    main()
