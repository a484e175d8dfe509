"""`scorekeeper solve`: what best play by everyone would have given, and what each card cost."""

import json
import sys
from typing import BinaryIO

import click

from scorekeeper.adjudication.solution import solve_text
from scorekeeper.adjudication.writing import report_as_json
from scorekeeper.cli.check import STATUS_NO_RECORD
from scorekeeper.cli.check import records_in
from scorekeeper.cli.check import status_of
from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.rules.declaration import BYTES_MAX
from scorekeeper.rules.findings import Finding
from scorekeeper.solver.solve import Solution
from scorekeeper.solver.solve import solution_as_json


@click.command("solve")
@click.argument("file", metavar="FILE")
@click.option("--lines", is_flag=True, help="Each line is a record; print one answer a line.")
@click.option("--lang", type=click.Choice(["de", "en"]), default="de", help="Language of errors.")
def command(file: str, lines: bool, lang: str) -> None:
    """Solve a recorded deal whose three hands are known; - is standard input.

    Prints JSON: the tricks of best play, and the value of every card at every recorded play.
    Exit status: 0 solved, 2 an error in the record or not to be solved, 3 no deal record at all.
    """
    t = translator(lang)
    try:
        stream = sys.stdin.buffer if file == "-" else open(file, "rb")  # noqa: SIM115
        with stream:
            status = _solve_stream(stream, t, lines=lines)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        reason = getattr(error, "strerror", None) or str(error)
        sys.stderr.buffer.write(t("check.unreadable", file=file, reason=reason).encode() + b"\n")
        status = STATUS_NO_RECORD
    sys.exit(status)


def _solve_stream(stream: BinaryIO, t: Translator, *, lines: bool) -> int:
    if not lines:
        return _answer(stream.read(BYTES_MAX + 1), t)
    status = 0
    for data in records_in(stream):
        status = max(status, _answer(data, t))
    return status


def _answer(data: bytes, t: Translator) -> int:
    """Print the solution of a record, or the report of its errors; give the exit status."""
    solved = solve_text(data)
    if isinstance(solved, Solution):
        _print(solution_as_json(solved))
        return 0

    def sentence(finding: Finding) -> str:
        return finding_sentence(finding, t)

    _print(report_as_json(solved, sentence))
    return status_of(solved)


def _print(answer: dict[str, object]) -> None:
    try:
        line = json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:  # half a character in a key
        line = json.dumps(answer, separators=(",", ":")).encode()
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
