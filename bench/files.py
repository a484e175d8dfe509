"""Measure files: exports a deal against the floor, imports at three sizes, the proof, memory.

`python -m bench.files` fills clubs of sheets through the services. Times are CPU time of this
process, the quickest of some rounds: the machine may have other things to do. Memory is the peak
of a process of its own that writes one file.
"""

import argparse
import csv
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from collections.abc import Iterator
from datetime import date
from datetime import timedelta
from pathlib import Path

from bench import floor
from bench.clubs import fill_product
from scorekeeper.clock import system_clock
from scorekeeper.services import clubs
from scorekeeper.services import exports
from scorekeeper.services import import_posting
from scorekeeper.services import imports
from scorekeeper.services import verify
from scorekeeper.services.database import upgrade
from scorekeeper.services.desk import Desk
from scorekeeper.services.desk import open_desk
from scorekeeper.services.import_check import Checked
from scorekeeper.services.import_check import SheetDeal
from scorekeeper.services.import_mapping import SheetMapping
from scorekeeper.store.imports import BatchRow

NIGHT = 60
NAMES = ("Anna", "Bert", "Caro", "Dora")
CSV_RATIO = 2.0
IMPORT_RATE = 5_000
GROWTH = 1.2
VERIFY_SECONDS = 10.0  # of a million lines
MEMORY_MIB = 10.0  # more for a hundred thousand deals
_BLOCK = 50_000
PEAK = """
import sys
from scorekeeper.clock import system_clock
from scorekeeper.services.desk import open_desk
from scorekeeper.services import exports
url, club, format_ = sys.argv[1:]
desk = open_desk(url, system_clock)
for block in exports.export(desk, club_id=club, subject="deals", format_=format_).blocks: pass
print(*[line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")])
"""


def main() -> None:
    """Measure and print."""
    options = _options()
    missed = 0
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        work = Path(folder)
        missed += _exports(work, options.deals, options.rounds)
        missed += _imports(work, options.sizes, options.rounds)
        missed += _proof(work, options.lines)
        missed += _memory(work, options.peak)
    sys.exit(1 if missed and options.strict else 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.files", description=__doc__)
    parser.add_argument("--deals", type=int, default=3_000, help="recorded deals to export")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--lines", type=int, default=1_000_000, help="lines to prove")
    parser.add_argument("--peak", type=int, default=100_000, help="deals for the memory")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--strict", action="store_true", help="status 1 when a target is missed")
    return parser.parse_args()


def sheet(deals: int, first: date) -> Checked:
    """Make what a look into a sheet of so many deals finds."""
    checked = Checked(people=dict.fromkeys(range(len(NAMES)), ""), names=dict(enumerate(NAMES)))
    for number in range(deals):
        winner = number % len(NAMES)
        checked.deals.append(
            SheetDeal(
                number + 2,
                (first + timedelta(days=number // NIGHT)).isoformat(),
                tuple((place, 30 if place == winner else -10) for place in range(len(NAMES))),
                "",
            )
        )
    return checked


def fill(desk: Desk, club_id: str, deals: int, first: date) -> date:
    """Bring in so many deals of sheets, as an import does; return the day after the last."""
    mapping = SheetMapping(kind="amounts", header=1, columns=("new",) * len(NAMES))
    while deals:
        count = min(deals, _BLOCK)
        checked = sheet(count, first)
        with desk.store.write() as tx:
            import_posting.bring_in(tx, desk, club_id, _batch(desk), mapping, checked)
        first += timedelta(days=count // NIGHT + 1)
        deals -= count
    return first


def _batch(desk: Desk) -> BatchRow:
    return BatchRow(
        id=desk.new_id(),
        number=1,
        file_name="bench.csv",
        digest="",
        kind="amounts",
        state="queued",
        mapping="",
        found="{}",
        job_id=None,
        first_entry=None,
        last_entry=None,
        who="bench",
        at=desk.now(),
        decided_at=None,
        why="",
    )


def _club(work: Path, name: str) -> tuple[Desk, str]:
    url = f"sqlite:///{work}/{name}.db"
    upgrade(url)
    desk = open_desk(url, system_clock, "bench")
    return desk, clubs.create_club(desk, name="Bench").id


def _quickest(rounds: int, *works: Callable[[], object]) -> list[float]:
    """Do each of some works in turn, round by round; return the quickest time of each."""
    found: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for place, work in enumerate(works):
            start = time.process_time()
            work()
            found[place].append(time.process_time() - start)
    return [min(times) for times in found]


def _exports(work: Path, deals: int, rounds: int) -> int:
    """Print what a deal costs in every format, against the floor's CSV and JSON."""
    bare = f"sqlite:///{work}/floor.db"
    floor.create_schema(bare)
    book = floor.Book(bare)
    floor.fill(book, [(number, NIGHT) for number in range(deals // NIGHT)])
    url = f"sqlite:///{work}/deals.db"
    club = fill_product(url, size=deals, night_deals=NIGHT, tables=0)
    desk = open_desk(url, system_clock)

    def written(format_: str) -> Callable[[], object]:
        return lambda: [
            len(block)
            for block in exports.export(
                desk, club_id=club.id, subject="deals", format_=format_
            ).blocks
        ]

    times = _quickest(
        rounds,
        lambda: [len(block) for block in floor_csv(book)],
        lambda: [len(block) for block in floor_json(book)],
        *(written(format_) for format_ in ("csv", "xlsx", "json")),
    )
    total = deals + 120  # the club has some more deals than it was asked for
    counts = [deals, deals, total, total, total]
    each = [seconds / count * 1e6 for seconds, count in zip(times, counts, strict=True)]
    names = ("floor csv", "floor json", "csv", "xlsx", "json")
    for name, microseconds in zip(names, each, strict=True):
        print(f"{name:10} {microseconds:8.1f} us a deal")
    desk.close()
    return _told(
        "csv against the floor", each[2] / each[0], CSV_RATIO, good=each[2] <= CSV_RATIO * each[0]
    )


def floor_csv(book: floor.Book) -> Iterator[bytes]:
    """Write every deal with everybody's change as the least possible service would."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";")
    writer.writerow(("night", "no", *floor.PLAYERS))
    for night, no, changes in _floor_deals(book):
        writer.writerow((night, no, *(f"{changes.get(one, 0) / 100:.2f}" for one in floor.PLAYERS)))
        if stream.tell() > 64 * 1024:
            yield stream.getvalue().encode()
            stream.seek(0)
            stream.truncate()
    yield stream.getvalue().encode()


def floor_json(book: floor.Book) -> Iterator[bytes]:
    """Write the same as lines of JSON."""
    for night, no, changes in _floor_deals(book):
        yield json.dumps({"night": night, "no": no, "changes": changes}).encode() + b"\n"


def _floor_deals(book: floor.Book) -> Iterator[tuple[int, int, dict[str, int]]]:
    for (night,) in book.rows("SELECT DISTINCT night FROM deal ORDER BY night"):
        changes: dict[int, dict[str, int]] = {}
        for no, debit, credit, cents in book.rows(
            "SELECT no, debit, credit, cents FROM line WHERE night = ?", night
        ):
            deal = changes.setdefault(no, {})
            deal[debit] = deal.get(debit, 0) - cents
            deal[credit] = deal.get(credit, 0) + cents
        for (no,) in book.rows("SELECT no FROM deal WHERE night = ? ORDER BY no", night):
            yield night, no, changes.get(no, {})


def _imports(work: Path, sizes: list[int], rounds: int) -> int:
    """Print deals a second, from a file to the ledger, at several sizes of what is stored."""
    rates = []
    count = 6_000
    for size in sizes:
        desk, club = _club(work, f"import{size}")
        day = fill(desk, club, size, date(1950, 1, 1))
        best = 0.0
        for _ in range(rounds):
            text = _csv(count, day)
            day += timedelta(days=count // NIGHT + 1)
            start = time.process_time()
            view = imports.hand_in(desk, club_id=club, file_name="x.csv", content=text)
            looked = time.process_time()
            imports.confirm(desk, club_id=club, import_id=view.id, by_worker=False)
            imports.run(desk, club_id=club, import_id=view.id)
            seconds = time.process_time() - looked
            best = max(best, count / seconds)
            look = count / (looked - start)
        rates.append(best)
        print(f"{size:7} stored {best:7.0f} deals a second (looking through: {look:.0f})")
        desk.close()
    return _told(
        "deals imported a second", min(rates), IMPORT_RATE, good=min(rates) >= IMPORT_RATE
    ) + _told(
        "import into the fullest", rates[0] / rates[-1], GROWTH, good=rates[0] <= GROWTH * rates[-1]
    )


def _csv(deals: int, first: date) -> bytes:
    lines = ["Datum;" + ";".join(NAMES)]
    for deal in sheet(deals, first).deals:
        amounts = ";".join(f"{cents // 100},{cents % 100:02}" if cents > 0 else f"-0,{-cents:02}"
                           for _, cents in deal.changes)  # fmt: skip
        lines.append(f"{deal.day};{amounts}")
    return "\n".join(lines).encode()


def _proof(work: Path, lines: int) -> int:
    """Print how long a ledger of so many lines is proved."""
    desk, club = _club(work, "proof")
    fill(desk, club, lines // (len(NAMES) - 1), date(1950, 1, 1))
    start = time.process_time()
    problems = verify.verify(desk, club_id=club)
    seconds = time.process_time() - start
    desk.close()
    assert problems == []
    print(f"{lines:7} lines proved in {seconds:.1f} s, {seconds / lines * 1e6:.1f} us a line")
    limit = VERIFY_SECONDS * lines / 1_000_000
    return _told("seconds to prove them", seconds, limit, good=seconds <= limit)


def _memory(work: Path, deals: int) -> int:
    """Print how much more memory a long list needs than a short one."""
    missed = 0
    peaks: dict[str, list[float]] = {"csv": [], "json": []}
    for count in (NIGHT, deals):
        desk, club = _club(work, f"peak{count}")
        fill(desk, club, count, date(1950, 1, 1))
        desk.close()
        for format_, found in peaks.items():
            url = f"sqlite:///{work}/peak{count}.db"
            command = [sys.executable, "-c", PEAK, url, club, format_]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            found.append(int(done.stdout) / 1024)
    for format_, (small, large) in peaks.items():
        print(f"{format_:10} {small:6.1f} MiB for {NIGHT} deals, {large:6.1f} for {deals}")
        more = large - small
        missed += _told(f"MiB more for {format_}", more, MEMORY_MIB, good=more <= MEMORY_MIB)
    return missed


def _told(what: str, value: float, limit: float, *, good: bool) -> int:
    print(f"{'held  ' if good else 'MISSED'} {what}: {value:.2f} (target {limit:g})", flush=True)
    return int(not good)


if __name__ == "__main__":
    main()
