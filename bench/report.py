"""The figures as a table, and the targets they are held against."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.load import Measured

RECORD = "record"
# times the floor, p50; of these operations
RATIO = {
    RECORD: 3.0,
    "balances": 4.0,
    "settlement": 4.0,
    "ledger": 4.0,
    "standings": 4.0,  # the floor's ledger page is what a season's is held against
}
TAIL = 12.0  # p99 times p50 of recording, with several clients
GROWTH = 1.2  # the largest club against the smallest
# A season's pages: against a season of a thousand deals, which has a few evenings already.
SEASONAL = ("standings", "best nights", "statistics")
SEASONAL_FROM = 1_000
SEASONAL_GROWTH = 1.5
HEAD = (
    f"{'':10} {'deals':>7} {'operation':11} {'clients':>7}"
    f" | {'floor p50':>9} {'p95':>7} {'p99':>7} {'/s':>6}"
    f" | {'product p50':>11} {'p95':>7} {'p99':>7} {'/s':>6} {'failed':>6} | ratio"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One operation on one size of club with one number of clients, on both sides."""

    database: str
    size: int
    operation: str
    clients: int
    floor: Measured
    product: Measured

    @property
    def ratio(self) -> float:
        return self.product.at(0.5) / self.floor.at(0.5)

    @property
    def tail(self) -> float:
        return self.product.at(0.99) / self.product.at(0.5)

    def text(self) -> str:
        floor, product = self.floor, self.product
        return (
            f"{self.database:10} {self.size:7} {self.operation:11} {self.clients:7}"
            f" | {floor.at(0.5):9.2f} {floor.at(0.95):7.2f} {floor.at(0.99):7.2f} {floor.rate:6.0f}"
            f" | {product.at(0.5):11.2f} {product.at(0.95):7.2f} {product.at(0.99):7.2f}"
            f" {product.rate:6.0f} {product.failed:6} | {self.ratio:5.2f}"
        )

    def as_json(self) -> dict[str, object]:
        def side(measured: Measured) -> dict[str, float]:
            return {
                "p50_ms": measured.at(0.5),
                "p95_ms": measured.at(0.95),
                "p99_ms": measured.at(0.99),
                "per_second": measured.rate,
                "failed": measured.failed,
            }

        return {
            "database": self.database,
            "deals": self.size,
            "operation": self.operation,
            "clients": self.clients,
            "floor": side(self.floor),
            "product": side(self.product),
            "ratio": self.ratio,
        }


def print_lines(lines: Iterable[Line]) -> None:
    print("times in milliseconds")
    print(HEAD)
    for line in lines:
        print(line.text())


def print_targets(lines: list[Line]) -> int:
    """Say for each target whether it holds; return how many are missed."""
    missed = 0
    print("\ntargets")
    for text, value, limit in _targets(lines):
        good = value <= limit
        missed += not good
        print(f"{'held  ' if good else 'MISSED'} {text}: {value:.2f} (at most {limit:g})")
    failed = sum(line.product.failed for line in lines)
    print(f"{'held  ' if not failed else 'MISSED'} failed requests: {failed} (at most 0)")
    return missed + bool(failed)


def _targets(lines: list[Line]) -> Iterable[tuple[str, float, float]]:
    for line in lines:
        what = f"{line.database}, {line.size} deals, {line.operation}, {line.clients} clients"
        limit = RATIO.get(line.operation)
        if limit is not None and line.clients == 1:
            yield f"{what}: times the floor", line.ratio, limit
        if line.operation == RECORD and line.clients > 1:
            yield f"{what}: p99 times p50", line.tail, TAIL
    smallest = min(line.size for line in lines)
    largest = max(line.size for line in lines)
    if smallest == largest:
        return
    sizes = {(line.size, *_case(line)): line for line in lines}
    for line in lines:
        if line.size != largest or line.clients != 1:
            continue
        seasonal = line.operation in SEASONAL
        from_size = SEASONAL_FROM if seasonal else smallest
        small = sizes.get((from_size, *_case(line)))
        if small is None or small is line:
            continue
        growth = line.product.at(0.5) / small.product.at(0.5)
        what = f"{line.database}, {line.operation}: {largest} deals times {from_size}"
        yield what, growth, SEASONAL_GROWTH if seasonal else GROWTH


def _case(line: Line) -> tuple[str, str, int]:
    return line.database, line.operation, line.clients
