"""Judge as many random and spoilt records as wanted: `python -m tests.fuzz --count N --seed S`.

Each must yield a whole report, with its sentences in German and English. Printed are the verdicts
and the records that took longest; the exit status is 1 if anything raised or contradicted itself.
"""

import argparse
import heapq
import json
import random
import sys
import time
import traceback
from collections import Counter

from scorekeeper.adjudication.check import check_text
from tests.adjudication.test_fuzz import is_whole
from tests.adjudication.test_fuzz import played_record
from tests.differential.__main__ import published_records
from tests.differential.comparison import random_text
from tests.oracle.words import Json
from tests.records import mutated_record
from tests.records import shaped_record

SLOWEST_SHOWN = 3
SHOWN_OF_A_RECORD = 2000
BROKEN = (b"", b"\xff", b"0", b'"', b"[", b"}", b"e9", b"\\u0000", b"null", b":", b"\n")


def some_text(seed: int, published: list[Json]) -> bytes:
    """Return the record of this seed as text: every fifth with broken bytes, the rest JSON."""
    kind = seed % 5
    if kind == 0:
        return random_text(seed, published)
    if kind == 1:
        return json.dumps(mutated_record(seed)).encode()
    if kind == 2:
        return json.dumps(shaped_record(seed)).encode()
    if kind == 3:
        return json.dumps(played_record(seed)).encode()
    rng = random.Random(seed)
    data = bytearray(random_text(seed, published) or b"{}")
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(data) + 1)
        data[place : place + rng.randint(0, 2)] = rng.choice(BROKEN)
    return bytes(data)


def main() -> int:
    """Print what was found; return 1 if a record got no whole report."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    published = published_records()
    verdicts: Counter[str] = Counter()
    slowest: list[tuple[float, int]] = []
    failed = 0
    started = time.monotonic()
    for seed in range(chosen.seed, chosen.seed + chosen.count):
        data = some_text(seed, published)
        before = time.process_time()
        try:
            report = check_text(data)
            took = time.process_time() - before
            is_whole(report)
        except Exception:  # whatever it is, it must be seen with its record
            failed += 1
            print(f"seed {seed}: {data.decode('utf-8', 'replace')[:SHOWN_OF_A_RECORD]}")
            traceback.print_exc(file=sys.stdout)
            continue
        verdicts[report.verdict] += 1
        heapq.heappush(slowest, (took, seed))
        if len(slowest) > SLOWEST_SHOWN:
            heapq.heappop(slowest)
    seconds = time.monotonic() - started
    for verdict, count in verdicts.most_common():
        print(f"{count:8} {verdict}")
    for took, seed in sorted(slowest, reverse=True):
        print(f"seed {seed}: {took * 1000:.1f} ms to judge")
    print(f"{chosen.count} records, {failed} failed, {seconds:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
