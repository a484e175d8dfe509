"""Measure the floor and the product side by side and say how they compare.

Each size of club is filled once; then both services run at the same time on databases of their
own, and the load goes to one and the other in turn, round by round, so that whatever else the
machine does hits both.
"""

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench import floor
from bench.clubs import ProductClub
from bench.clubs import fill_product
from bench.databases import create_postgres
from bench.databases import floor_url
from bench.databases import postgres_server
from bench.load import Measured
from bench.load import run
from bench.operations import OPERATIONS
from bench.operations import Operation
from bench.report import Line
from bench.report import print_lines
from bench.report import print_targets
from bench.serving import floor as floor_service
from bench.serving import product as product_service

NIGHT_DEALS = 60
LEDGER_DEALS = 100
TABLES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """Where the two services of a size listen, and what lies in the product's database."""

    floor: int
    product: int
    club: ProductClub


def main() -> None:
    options = _options()
    lines: list[Line] = []
    with tempfile.TemporaryDirectory(prefix="bench") as folder, contextlib.ExitStack() as stack:
        server = stack.enter_context(postgres_server()) if "postgresql" in options.databases else ""
        for database in options.databases:
            for size in options.sizes:
                work = Path(folder) / f"{database}-{size}"
                work.mkdir()
                print(f"# {database}, {size} deals", file=sys.stderr, flush=True)
                with _services(database, size, work, server, options) as ports:
                    lines += _measure(database, size, ports, options)
                shutil.rmtree(work)
    print_lines(lines)
    failed = print_targets(lines)
    if options.json:
        Path(options.json).write_text(json.dumps([line.as_json() for line in lines], indent=1))
    sys.exit(1 if failed and options.strict else 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 1_000, 100_000])
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 32])
    parser.add_argument(
        "--databases", nargs="+", choices=["sqlite", "postgresql"], default=["sqlite", "postgresql"]
    )
    parser.add_argument("--threads", type=int, default=8)
    parser.add_argument("--workers", type=int, default=0, help="0: as `serve` does it")
    parser.add_argument("--requests", type=int, default=300, help="of a client count, each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", help="write the figures to this file too")
    parser.add_argument("--strict", action="store_true", help="status 1 when a target is missed")
    return parser.parse_args()


@contextlib.contextmanager
def _services(
    database: str, size: int, work: Path, server: str, options: argparse.Namespace
) -> Iterator[Ports]:
    """Fill both databases and run both services on them."""
    urls = {}
    for side in ("floor", "product"):
        if database == "sqlite":
            urls[side] = f"sqlite:///{work}/{side}.db"
        else:
            create_postgres(server, f"{side}{size}")
            urls[side] = f"postgresql+psycopg://postgres@/{side}{size}?host={server}"
    bare = floor_url(urls["floor"])
    floor.create_schema(bare)
    nights = [(n, LEDGER_DEALS) for n in (1,)] + [(n, 20) for n in range(2, TABLES + 2)]
    full, rest = divmod(size, NIGHT_DEALS)
    nights += [(1000 + n, NIGHT_DEALS) for n in range(full)] + ([(999, rest)] if rest else [])
    floor.fill(floor.Book(bare), nights)
    club = fill_product(urls["product"], size=size, night_deals=NIGHT_DEALS, tables=TABLES)
    workers = options.workers or (1 if database == "sqlite" else 2)
    with (
        floor_service(urls["floor"], options.threads, workers) as floor_port,
        product_service(urls["product"], str(work), options.threads, workers) as product_port,
    ):
        yield Ports(floor=floor_port, product=product_port, club=club)


def _measure(database: str, size: int, ports: Ports, options: argparse.Namespace) -> list[Line]:
    lines = []
    for operation in OPERATIONS:
        for clients in options.clients:
            found = _in_turn(operation, clients, ports, options)
            lines.append(
                Line(
                    database=database,
                    size=size,
                    operation=operation.name,
                    clients=clients,
                    floor=found[0],
                    product=found[1],
                )
            )
            print(lines[-1].text(), file=sys.stderr, flush=True)
    return lines


def _in_turn(
    operation: Operation, clients: int, ports: Ports, options: argparse.Namespace
) -> tuple[Measured, Measured]:
    """Ask one service and the other, round by round; the first round only warms them up."""
    count = max(options.requests, clients * 10)
    floors: list[Measured] = []
    products: list[Measured] = []
    for number in range(options.rounds + 1):
        at_floor = [operation.floor(index) for index in range(clients)]
        at_product = [operation.product(ports.product, ports.club, i) for i in range(clients)]
        if number == 0:
            run(ports.floor, at_floor, clients * 5, operation.floor_status)
            run(ports.product, at_product, clients * 5, operation.product_status)
            continue
        floors.append(run(ports.floor, at_floor, count, operation.floor_status))
        products.append(run(ports.product, at_product, count, operation.product_status))
    return joined(floors), joined(products)


def joined(rounds: list[Measured]) -> Measured:
    """Put the rounds of one measurement together."""
    return Measured(
        times=tuple(sorted(time for part in rounds for time in part.times)),
        failed=sum(part.failed for part in rounds),
        seconds=sum(part.seconds for part in rounds),
    )


main()
