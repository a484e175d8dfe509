"""Compare on as many records as wanted: `python -m tests.differential --count N --seed S`."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.differential.comparison import differences
from tests.differential.comparison import random_text
from tests.oracle.words import Json

CASES = Path(__file__).resolve().parents[1] / "corpus" / "conformance"
SHOWN_OF_EACH_KIND = 3


def published_records() -> list[Json]:
    """Return the records of the published cases."""
    return [
        json.loads(line)["record"]
        for path in sorted(CASES.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def in_short(errors: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return errors with only the first step of their paths."""
    return [(code, path.split("/")[1] if path else "") for code, path in errors]


def kinds(found: list[tuple[str, Json, Json]]) -> Iterator[str]:
    """Say in short what differs, so that like differences can be counted."""
    for key, expected, got in found:
        if key == "errors":
            yield f"errors {in_short(expected)} {in_short(got)}"
            return
        yield key


def main() -> int:
    """Print what differs and how often; return 1 if anything does."""
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    published = published_records()
    seen: Counter[str] = Counter()
    started = time.monotonic()
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        data = random_text(seed, published)
        try:
            found = differences(data)
        except Exception as reason:  # neither may raise, whatever the record
            found = [("raised", None, repr(reason))]
        if not found:
            continue
        kind = "; ".join(kinds(found))
        seen[kind] += 1
        if seen[kind] <= SHOWN_OF_EACH_KIND:
            print(f"seed {seed}: {data.decode('utf-8', 'replace')[:4000]}", flush=True)
            for key, expected, got in found:
                print(f"  {key}\n    second implementation {expected}\n    product {got}")
    for kind, count in seen.most_common():
        print(f"{count:6} {kind[:300]}")
    seconds = time.monotonic() - started
    print(f"{chosen.count} records, {seen.total()} differ, {seconds:.1f} s")
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main())
