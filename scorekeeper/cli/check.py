"""`scorekeeper check`: is this deal as the rules have it, and who pays whom?"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextlib import nullcontext
from typing import BinaryIO

import click

from scorekeeper.adjudication.check import Report
from scorekeeper.adjudication.check import check_text
from scorekeeper.adjudication.writing import report_as_line
from scorekeeper.i18n import Translator
from scorekeeper.i18n import translator
from scorekeeper.i18n.findings import finding_sentence
from scorekeeper.i18n.reports import report_text
from scorekeeper.rules.declaration import BYTES_MAX
from scorekeeper.rules.findings import Finding
from scorekeeper.rules.reading import is_not_a_record
from scorekeeper.rules.reading import read_text

STATUS = {"legal": 0, "open": 0, "illegal": 1, "error": 2}
STATUS_NO_RECORD = 3

_LINE_END_MAX = 2
_CHUNK = 1 << 16
_NEW_OBJECTS_MAX = 50_000

# A name or a key may hold anything; a terminal must not obey it.
_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(32), *range(0x7F, 0xA0)) if chr(code) != "\n"
}


@click.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print the reports, one line each.")
@click.option("--lines", is_flag=True, help="Each line is a record; print one report a line.")
@click.option("--lang", type=click.Choice(["de", "en"]), default="de", help="Language spoken.")
def command(files: tuple[str, ...], as_json: bool, lines: bool, lang: str) -> None:
    """Judge recorded deals; - is standard input.

    Exit status: 0 in order or open, 1 against the rules, 2 an error in the record, 3 no deal
    record at all or a file that cannot be read; of several the highest.
    """
    t = translator(lang)
    status = 0
    for file in files:
        try:
            stream = nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb")  # noqa: SIM115
        except (OSError, ValueError) as error:  # ValueError: a null character in the name
            status = max(status, _complain(file, error, t))
            continue
        with stream as source:
            if lines:
                with _cycles_seldom_looked_for():
                    status = max(status, _judge_lines(source, file, t))
                continue
            try:
                data = source.read(BYTES_MAX + 1)
            except OSError as error:
                status = max(status, _complain(file, error, t))
                continue
        report = check_text(data)
        status = max(status, status_of(report))
        if as_json:
            _print_report(report, t)
        else:
            heading = file if len(files) > 1 else ""
            _print_for_people(report, data, heading, t)
    sys.exit(status)


def status_of(report: Report) -> int:
    """Give the exit status that a report stands for."""
    if report.verdict == "error" and is_not_a_record(report.errors):
        return STATUS_NO_RECORD
    return STATUS[report.verdict]


def records_in(stream: BinaryIO) -> Iterator[bytes]:
    """Read a stream line by line, without line ends, holding never more than one record.

    Of a line that is too long only so much is given that it can be seen to be.
    """
    while line := stream.readline(BYTES_MAX + _LINE_END_MAX):
        if line.endswith(b"\n"):
            yield line[:-2] if line.endswith(b"\r\n") else line[:-1]
            continue
        rest = line
        while len(rest) > BYTES_MAX and not rest.endswith(b"\n"):
            rest = stream.readline(_CHUNK + _LINE_END_MAX)
        yield line


@contextmanager
def _cycles_seldom_looked_for() -> Iterator[None]:
    """Look for cycles of garbage seldom: judging makes none, and looking costs a tenth of it."""
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS_MAX)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def _judge_lines(stream: BinaryIO, file: str, t: Translator) -> int:
    """Answer every line with a report, as soon as it is read; give the highest status."""
    status = 0
    records = records_in(stream)
    while True:
        try:
            data = next(records, None)
        except OSError as error:
            return max(status, _complain(file, error, t))
        if data is None:
            return status
        report = check_text(data)
        _print_report(report, t)
        status = max(status, status_of(report))


def _print_report(report: Report, t: Translator) -> None:
    def sentence(finding: Finding) -> str:
        return finding_sentence(finding, t)

    out = sys.stdout.buffer
    out.write(report_as_line(report, sentence) + b"\n")
    out.flush()


def _print_for_people(report: Report, data: bytes, heading: str, t: Translator) -> None:
    read = read_text(data)
    text = report_text(report, None if isinstance(read, tuple) else read, t)
    if heading:
        text = f"{heading}: {text}"
    _write(sys.stdout.buffer, text)


def _complain(file: str, error: Exception, t: Translator) -> int:
    reason = getattr(error, "strerror", None) or str(error)
    _write(sys.stderr.buffer, t("check.unreadable", file=file, reason=reason))
    return STATUS_NO_RECORD


def _write(stream: BinaryIO, text: str) -> None:
    safe = text.translate(_CONTROLS)
    stream.write(safe.encode("utf-8", "backslashreplace") + b"\n")
    stream.flush()
