"""Measure `scorekeeper check --lines`: records a second, memory, and a card against chess.

`python -m bench.check` writes seeded deals known to the last card (`bench.deals`) to a file, lets
`scorekeeper check --lines` judge them and counts the CPU time of that process, its start left out;
then the peak memory for ten thousand lines and for four times as many. A card played is held
against a move of python-chess, which does in this process what we do: list the legal moves, write
SAN, parse and push it. All in turn, round by round, and the quickest round counts: the machine
may have other things to do.
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import chess

from bench.deals import GAMES
from bench.deals import lines

PREFERENCE = ("bolachen", "wallachen")
CARDS = 30
RATE = 2_000
RATIO = 5.0
GROWTH = 1.1  # peak memory, four times the lines against one
CHECK = "import sys; from scorekeeper.cli import main; sys.argv[0] = 'scorekeeper'\n"
# Not getrusage: its peak is at least what this process had when it started the command.
PEAK = """try: main()
finally: print(*[line for line in open("/proc/self/status") if "VmHWM" in line], file=sys.stderr)"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.check", description=__doc__)
    parser.add_argument("--records", type=int, default=4_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lines", type=int, default=10_000, help="lines for the memory; then x 4")
    parser.add_argument("--strict", action="store_true", help="status 1 when a target is missed")
    options = parser.parse_args()
    missed = 0
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        work = Path(folder)
        missed += _rates(work, options.records, options.rounds)
        missed += _memory(work, options.lines)
    sys.exit(1 if missed and options.strict else 0)


def _rates(work: Path, records: int, rounds: int) -> int:
    """Print records a second and cards against moves; give how many targets are missed."""
    nothing = _write(work / "nothing", [])
    files = {
        "30 cards": _write(work / "thirty", lines(records, PREFERENCE)),
        "all games": _write(work / "all", lines(records, GAMES)),
    }
    games = chess_games(20)
    moves = sum(len(game) for game in games)
    found: dict[str, list[float]] = {name: [] for name in files}
    a_move: list[float] = []
    for _ in range(rounds):
        for name, file in files.items():
            found[name].append(check_seconds(file) - check_seconds(nothing))
        start = time.process_time()
        for game in games:
            replay(game)
        a_move.append((time.process_time() - start) / moves)
    for name, seconds in found.items():
        shown = " ".join(f"{records / one:.0f}" for one in seconds)
        print(f"{name:10} {records / min(seconds):7.0f} records a second (rounds: {shown})")
    rate = records / min(found["30 cards"])
    card = 1 / rate / CARDS
    ratio = min(a_move) / card
    print(f"a card     {card * 1e6:7.1f} us, a move of chess {min(a_move) * 1e6:.1f} us")
    return _told("records a second", rate, RATE, good=rate >= RATE) + _told(
        "a move of chess against a card", ratio, RATIO, good=ratio >= RATIO
    )


def _memory(work: Path, count: int) -> int:
    """Print the peak memory for so many lines and four times as many."""
    peaks = []
    some = lines(count)
    for times in (1, 4):
        file = _write(work / f"{times}", some * times)
        peaks.append(peak_memory(file))
        print(f"{count * times:6} lines {peaks[-1] / 1024:7.1f} MiB at the most")
    growth = peaks[1] / peaks[0]
    return _told("memory, four times the lines", growth, GROWTH, good=growth <= GROWTH)


def _told(what: str, value: float, limit: float, *, good: bool) -> int:
    print(f"{'held  ' if good else 'MISSED'} {what}: {value:.2f} (target {limit:g})")
    return int(not good)


def _write(file: Path, content: Sequence[bytes]) -> Path:
    file.write_bytes(b"".join(content))
    return file


def check_seconds(file: Path) -> float:
    """Give the CPU seconds that one `scorekeeper check --lines` takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _check(file, "main()")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak_memory(file: Path) -> int:
    """Give the peak memory of one `scorekeeper check --lines`, in KiB."""
    return int(_check(file, PEAK).stderr.split()[-2])


def _check(file: Path, run: str) -> "subprocess.CompletedProcess[bytes]":
    """Let the command judge a file; 1 is its status where a deal is against the rules."""
    done = subprocess.run(
        [sys.executable, "-c", CHECK + run, "check", "--lines", str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode not in (0, 1):
        sys.exit(f"status {done.returncode}: {done.stderr.decode()}")
    return done


def chess_games(count: int, seed: str = "chess") -> list[list[str]]:
    """Give games of chess played at random, as SAN."""
    chance = random.Random(seed)
    games = []
    for _ in range(count):
        board = chess.Board()
        game: list[str] = []
        while len(game) < 80 and (moves := list(board.legal_moves)):
            move = chance.choice(moves)
            game.append(board.san(move))
            board.push(move)
        games.append(game)
    return games


def replay(game: Sequence[str]) -> None:
    """Do for each move what a judged card needs: list the legal ones, write, parse and push it."""
    board = chess.Board()
    for san in game:
        legal = list(board.legal_moves)
        move = board.parse_san(san)
        assert move in legal
        board.san(move)
        board.push(move)


if __name__ == "__main__":
    main()
